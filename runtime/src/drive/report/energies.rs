//! Steps of schemes that carry the velocity: their report, with the energies at the end.

use super::{Reporter, SolvedStep};
use crate::constraints::{check_coordinates, check_place, check_start, explained};
use crate::drive::{Advance, Begin, Interval, Start};
use crate::kernels::Derived;
use crate::newton::Convergence;
use crate::{Constrained, Failure, Lagrangian, StateOf};
use extremal_numerics::block::at;
use extremal_numerics::{Block, Scalar, Vector};

/// The report of a step from node k to node k + 1 with a scheme that carries the velocity, of a system with m constraints.
///
/// The next step does not depend on it, so that the compiler can leave out energies that are not read.
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
    /// [`Polarized`](crate::schemes::Polarized), if ∂L/∂v does not depend on t.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::vector"))]
    pub velocity: V,
    /// The generalized energy E = p·v − L(q, v, t) at the end.
    pub energy: T,
    /// T + V at the end, with the velocity that is carried; E where all of L was declared at once.
    pub total_energy: T,
    /// λ, m numbers, with −D̄gᵀ λ the constraint force, or −Gᵀ λ in [`Hermite`](crate::schemes::Hermite) elements: the mean
    /// over the step and no value at a node. Of order 1 in general; of order 2 in Hermite elements, and where the scheme is
    /// stabilized and M constant or polarized; of order 4 where it is composed to that. For λ at the end to the order of the
    /// state there is [`Constrained::multipliers`](crate::Constrained::multipliers) with this velocity. Constraints on
    /// velocities (`rolling`) have the force −Aᵀ λ with A in the middle of the step; the last numbers are theirs.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::vector"))]
    pub multipliers: C,
    /// g at the end; zero for constraints on velocities.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::vector"))]
    pub constraints: C,
    /// ∂g/∂q v + ∂g/∂t at the end, and A v + b.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::vector"))]
    pub constraint_rates: C,
}

/// Reports the energies of schemes that carry the velocity from the place `AT` of the carried numbers on.
#[derive(Clone, Copy, Debug)]
pub struct Energies<const AT: usize>;

/// Reports the energies of systems with constraints, with multipliers and residuals of the constraints.
#[derive(Clone, Copy, Debug)]
pub struct ConstrainedEnergies<const AT: usize>;

impl<S, D, const AT: usize> Reporter<S, D> for Energies<AT>
where
    S: Derived<D> + ?Sized,
{
    type Report = EnergyStep<<S as Lagrangian>::Scalar, S::Velocity, [<S as Lagrangian>::Scalar; 0]>;
    type Before = ();

    #[inline]
    fn velocity(carried: &S::Carried) -> Option<S::Velocity> {
        Some(carried_velocity(carried, AT))
    }

    #[inline(always)]
    fn report(
        system: &S,
        over: &Interval<'_, S, D>,
        (step, ()): (SolvedStep<S, D>, ()),
        carried: &S::Carried,
    ) -> Advance<StateOf<S>, Self::Report, S::Stages> {
        let velocity = carried_velocity(carried, AT);
        with_energies::<S, D, _>(system, over.h, (step, velocity), ([], []))
    }
}

impl<S, D, const AT: usize> Reporter<S, D> for ConstrainedEnergies<AT>
where
    S: Derived<D> + Constrained + ?Sized,
{
    type Report = EnergyStep<<S as Lagrangian>::Scalar, S::Velocity, S::Constraints>;
    type Before = ();

    #[inline]
    fn check(system: &S, from: &Start<'_, S, D>) -> Result<(), Failure> {
        let node = (from.state.t, &from.state.q, from.velocity);
        match from.begin {
            Begin::Anew => check_start(system, from.h, node),
            Begin::Again => check_coordinates(system, from.h, node),
        }
    }

    fn check_place(system: &S, from: &Start<'_, S, D>) -> Result<(), Failure> {
        check_place(system, from.h, (from.state.t, &from.state.q, from.velocity))
    }

    const EXPLAINS: bool = true;

    #[cold]
    fn explained(system: &S, state: &StateOf<S>, failure: Failure) -> Failure {
        explained(system, state, failure)
    }

    #[inline]
    fn velocity(carried: &S::Carried) -> Option<S::Velocity> {
        Some(carried_velocity(carried, AT))
    }

    fn each_constraint(
        system: &S,
        state: &StateOf<S>,
        velocity: &S::Velocity,
        visit: &mut dyn FnMut(<S as Lagrangian>::Scalar),
    ) {
        super::each_constraint(system, state, velocity, visit);
    }

    #[inline(always)]
    fn report(
        system: &S,
        over: &Interval<'_, S, D>,
        (step, ()): (SolvedStep<S, D>, ()),
        carried: &S::Carried,
    ) -> Advance<StateOf<S>, Self::Report, S::Stages> {
        let velocity = carried_velocity(carried, AT);
        let (t, q) = (step.state.t, step.state.q);
        let residuals = (
            system.constraints(t, &q),
            system.constraint_rates(t, &q, &velocity),
        );
        with_energies::<S, D, _>(system, over.h, (step, velocity), residuals)
    }
}

/// The velocity among carried numbers, from the place `from` on.
#[inline(always)]
fn carried_velocity<T: Scalar, V: Block<T>>(carried: &impl Block<T>, from: usize) -> V {
    V::from_fn(|k| at(carried.as_slice(), from + k))
}

/// p·v − L(q, v, t)
#[inline(always)]
pub(crate) fn generalized_energy<S: Lagrangian + ?Sized>(
    system: &S,
    state: &StateOf<S>,
    velocity: &S::Velocity,
) -> S::Scalar {
    let lagrangian = system.lagrangian(state.t, &state.q, velocity);
    let products = state.p.as_slice().iter().zip(velocity.as_slice());
    products.fold(-lagrangian, |sum, (&p, &v)| sum + p * v)
}

/// A step of a scheme that carries the velocity, with the report of its energies.
type EnergyAdvance<S, D, C> = Advance<
    StateOf<S>,
    EnergyStep<<S as Lagrangian>::Scalar, <S as Lagrangian>::Velocity, C>,
    <S as Derived<D>>::Stages,
>;

/// A step with the report of its energies; the impulses of the constraints are the last of its unknowns.
#[inline(always)]
fn with_energies<S, D, C>(
    system: &S,
    h: <S as Lagrangian>::Scalar,
    (step, velocity): (SolvedStep<S, D>, S::Velocity),
    (constraints, constraint_rates): (C, C),
) -> EnergyAdvance<S, D, C>
where
    S: Derived<D> + ?Sized,
    C: Block<<S as Lagrangian>::Scalar>,
{
    let state = step.state;
    let impulses = S::Stages::LEN - C::LEN;
    Advance {
        state,
        stages: step.stages,
        report: EnergyStep {
            convergence: step.report,
            velocity,
            energy: generalized_energy(system, &state, &velocity),
            total_energy: system.total_energy(state.t, &state.q, &velocity),
            multipliers: C::from_fn(|j| at(step.stages.as_slice(), impulses + j) / h),
            constraints,
            constraint_rates,
        },
    }
}
