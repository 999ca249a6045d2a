//! The report of a step of a constrained system: its multipliers, which come after the velocities among the unknowns.

#[cfg(feature = "serde")]
mod stored;

use core::marker::PhantomData;
use extremal_numerics::block::at;

use super::{Reporter, SolvedStep};
use crate::constraints::{check_again, check_place, check_start, explained, null_space};
use crate::drive::{Advance, Begin, Interval, Start};
use crate::kernels::Derived;
use crate::newton::Convergence;
use crate::{Constrained, Failure, Lagrangian, State, StateOf};
use extremal_numerics::{Block, Scalar, Size, Vector};

/// The report of a step from node k to node k + 1 of a system with m constraints, by an element of degree P.
///
/// ```text
/// λ₀, .., λ_{P−1}: at the nodes of the element;   μ: at its end;   (λ₀ + μ of the step before)/(2 w₀ h): at its start
/// ```
///
/// λ and μ are impulses. Those at the ends of an element act over the part w₀ = 1/(P (P + 1)) of it, the weight of the first of
/// P + 1 Lobatto points: one half where P = 1. The constraint force at the start of the step is −Gᵀ times
/// [`reactions`](Self::reactions). It is of order 2 at least, while either impulse alone is of order 1 where P = 1. With
/// one-sided rules it is of order 1; where T has another quadrature than V the nodes share forces in another way, and only sums
/// of impulses over elements have a meaning. Constraints on velocities, `rolling(..)`, have one impulse over the step, half of
/// which stands at either end. (D. Kern, Variational integrators
/// for mechanical systems, 2016, Lagrange multipliers; the sign is the slides'.)
///
/// A function that is generic over constrained systems and schemes names the report in its bounds:
///
/// ```
/// use extremal::prelude::*;
/// use extremal::{Constrained, Error, Lagrangian, drive::ConstrainedStep, blocks::NoInputs};
///
/// fn next_reactions<S, D, N>(motion: &mut Integrator<S, D>) -> Result<S::Constraints, Error>
/// where
///     S: Constrained + Lagrangian<Inputs: NoInputs>,
///     S: Discretize<D, Report = ConstrainedStep<N, <S as Constrained>::Constraints>>,
/// {
///     Ok(motion.step()?.reactions)
/// }
///
/// /// A bead on a circle.
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(r[2]),
///     kinetic = 0.5 * dt(r).norm_squared(),
///     constraint(circle = 0.5 * (r.norm_squared() - 1)),
///     discretize(Verlet, Midpoint)
/// )]
/// struct Bead;
///
/// let mut motion = Integrator::new(Bead, Midpoint, 1e-3, [1.0, 0.0], [0.0, 2.0])?;
/// let [force] = next_reactions(&mut motion)?;
/// // The centripetal force v²/r, with the error of the first step, λ₀/(w₀ h).
/// assert!((force - 4.0).abs() < 1e-2);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConstrainedStep<N, C> {
    /// How the equations were solved.
    pub convergence: Convergence,
    /// λ, node by node: P blocks of m numbers.
    pub impulses: N,
    /// μ, m numbers.
    pub end_impulses: C,
    /// The multipliers of the constraint forces at the start of the step, m numbers. In the first step after a start, where
    /// there is no μ before it, λ₀/(w₀ h), which is of order 1.
    pub reactions: C,
}

/// Reports the multipliers of a constrained step; `N` is the type of those at the nodes, a block for each.
#[derive(Clone, Copy, Debug)]
pub struct Multipliers<N>(PhantomData<fn() -> N>);

impl<S, D, N> Reporter<S, D> for Multipliers<N>
where
    S: Derived<D> + Constrained + ?Sized,
    N: Block<<S as Lagrangian>::Scalar>,
{
    type Report = ConstrainedStep<N, S::Constraints>;
    /// The multipliers at the end of the step before, if there was one.
    type Before = Option<S::Constraints>;

    #[inline]
    fn check(system: &S, from: &Start<'_, S, D>) -> Result<(), Failure> {
        let node = (from.state.t, &from.state.q, from.velocity);
        match from.begin {
            Begin::Anew => check_start(system, from.h, node),
            Begin::Again => check_again(system, from.h, node),
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
    fn before(carried: &S::Carried, has_steps: bool) -> Self::Before {
        let carried = carried.as_slice();
        let from = carried.len() - S::Constraints::LEN;
        has_steps.then(|| S::Constraints::from_fn(|k| at(carried, from + k)))
    }

    fn before_of(unknowns: Option<&S::Stages>) -> Self::Before {
        let unknowns = unknowns?.as_slice();
        let from = unknowns.len() - S::Constraints::LEN;
        Some(S::Constraints::from_fn(|k| at(unknowns, from + k)))
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
        (step, before): (SolvedStep<S, D>, Self::Before),
        _: &S::Carried,
    ) -> Advance<StateOf<S>, Self::Report, S::Stages> {
        let mut report = report(&step, over.h, before);
        if S::REDUNDANT {
            // Impulses of two steps, of which each has a norm of its own.
            let State { t, q, .. } = over.state;
            report.reactions = system
                .least_norm(*t, q, &report.reactions)
                .unwrap_or(report.reactions);
        }
        Advance {
            state: step.state,
            report,
            stages: step.stages,
        }
    }
}

/// The multipliers, which come after the velocities among the unknowns; `before` are those at the end of the step before.
#[inline]
fn report<S, T, U, N, C>(step: &Advance<S, Convergence, U>, h: T, before: Option<C>) -> ConstrainedStep<N, C>
where
    T: Scalar,
    U: Block<T>,
    N: Block<T>,
    C: Block<T>,
{
    let numbers = step.stages.as_slice();
    let end = numbers.len() - C::LEN;
    let nodes = end - N::LEN;
    let degree = N::LEN / C::LEN.max(1);
    // 1/(2 w₀)
    let per_weight = T::from_size(T::Size::from_count(degree * (degree + 1) / 2));
    let reaction = |k: usize| {
        let first = at(numbers, nodes + k);
        let both = match &before {
            Some(before) => first + at(before.as_slice(), k),
            None => T::from_f64(2.0) * first,
        };
        per_weight * both / h
    };
    ConstrainedStep {
        convergence: step.report,
        impulses: N::from_fn(|k| at(numbers, nodes + k)),
        end_impulses: C::from_fn(|k| at(numbers, end + k)),
        reactions: C::from_fn(reaction),
    }
}

/// Carried numbers followed by a basis of ker G and by zeros for the multipliers; G = ∂g/∂q is m × n, column by column.
#[inline]
pub fn with_basis<T: Scalar, J: Block<T>, const C: usize, const K: usize>(
    carried: [T; C],
    jacobian: &J,
    constraints: usize,
) -> [T; K] {
    let mut all = with_zeros(carried);
    let mut jacobian = *jacobian;
    let basis = all.get_mut(C..K.saturating_sub(constraints)).unwrap_or_default();
    null_space(jacobian.as_mut_slice(), constraints, basis);
    all
}

/// Carried numbers followed by zeros for those that the driver remembers.
#[inline]
pub fn with_zeros<T: Scalar, const C: usize, const K: usize>(carried: [T; C]) -> [T; K] {
    core::array::from_fn(|k| carried.get(k).copied().unwrap_or_else(|| T::from_f64(0.0)))
}
