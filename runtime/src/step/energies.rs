//! Steps of schemes that carry the velocity: their report, with the energies at the end.
//!
//! Knows no scheme.

use super::Advance;
use crate::newton::Convergence;
use crate::{Block, Lagrangian, Scalar, StateOf};

/// The report of a step from node k to node k + 1 with a scheme that carries the velocity, of a system with m constraints.
///
/// Nothing of the next step depends on it, so that the compiler may leave the energies out where nobody looks.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "T: Scalar + serde::Serialize, V: Block<T>, C: Block<T>",
        deserialize = "T: Scalar + serde::Deserialize<'de>, V: Block<T>, C: Block<T>"
    ))
)]
pub struct EnergyStep<T, V, C> {
    /// How the equations were solved.
    pub convergence: Convergence,
    /// v at the end, n numbers; ∂L/∂v of it is p to the order of the scheme, and to rounding where M is constant or the scheme
    /// [`Polarized`](crate::Polarized), if ∂L/∂v does not depend on t.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::block"))]
    pub velocity: V,
    /// The generalized energy E = p·v − L(q, v, t) at the end.
    pub energy: T,
    /// T + V at the end, with the velocity that is carried; E where all of L was declared at once.
    pub total_energy: T,
    /// λ, m numbers, with −D̄gᵀ λ the constraint force: the mean over the step and no value at a node. Of order 1 in general, of order 2
    /// where the scheme is stabilized and M constant or polarized, of order 4 where it is composed to that. For λ at the end to the order of the state there is
    /// [`Constrained::multipliers`](crate::Constrained::multipliers) with this velocity.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::block"))]
    pub multipliers: C,
    /// g at the end.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::block"))]
    pub constraints: C,
    /// ∂g/∂q v + ∂g/∂t at the end.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::block"))]
    pub constraint_rates: C,
}

/// The report for the system `S` with the constraints `C`.
type EnergyStepOf<S, C> = EnergyStep<<S as Lagrangian>::Scalar, <S as Lagrangian>::Vector, C>;

/// The velocity in what is carried, from the place `at` on.
#[inline(always)]
pub fn carried_velocity<T: Scalar, V: Block<T>>(carried: &impl Block<T>, at: usize) -> V {
    V::from_fn(|k| carried.as_slice()[at + k])
}

/// p·v − L(q, v, t)
#[inline(always)]
pub(crate) fn generalized_energy<S: Lagrangian>(
    system: &S,
    state: &StateOf<S>,
    velocity: &S::Vector,
) -> S::Scalar {
    let lagrangian = system.lagrangian(state.t, &state.q, velocity);
    let products = state.p.as_slice().iter().zip(velocity.as_slice());
    products.fold(-lagrangian, |sum, (&p, &v)| sum + p * v)
}

/// A step with the report of its energies; the impulses of the constraints are the last of its unknowns.
#[inline(always)]
pub fn with_energies<S, U, C>(
    system: &S,
    h: S::Scalar,
    step: Advance<StateOf<S>, Convergence, U>,
    velocity: S::Vector,
    constraints: impl FnOnce(S::Scalar, &S::Vector, &S::Vector) -> (C, C),
) -> Advance<StateOf<S>, EnergyStepOf<S, C>, U>
where
    S: Lagrangian,
    U: Block<S::Scalar>,
    C: Block<S::Scalar>,
{
    let Advance {
        state,
        report,
        stages,
    } = step;
    let (values, rates) = constraints(state.t, &state.q, &velocity);
    let impulses = &stages.as_slice()[U::LEN - C::LEN..];
    Advance {
        state,
        stages,
        report: EnergyStep {
            convergence: report,
            velocity,
            energy: generalized_energy(system, &state, &velocity),
            total_energy: system.total_energy(state.t, &state.q, &velocity),
            multipliers: C::from_fn(|j| impulses[j] / h),
            constraints: values,
            constraint_rates: rates,
        },
    }
}
