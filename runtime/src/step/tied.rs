//! What a step of a constrained system tells: the multipliers, which stand behind the velocities in the unknown.

use super::{Advance, MemoryOf, Stepping};
use crate::newton::Convergence;
use crate::{Block, Lagrangian, Scalar, StateOf};

/// The report of a step from node k to node k + 1 of a system with m constraints, by an element of degree P.
///
/// ```text
/// λ₀, .., λ_{P−1}: at the nodes of the element;   μ: at its end;   (λ₀ + μ of the step before)/(2 w₀ h): at its start
/// ```
///
/// λ and μ are impulses. Those at the ends of an element act over the part w₀ = 1/(P (P + 1)) of it, the weight of the first of P + 1
/// Lobatto points: one half where P = 1. The constraint force at the start of the step is −Gᵀ times
/// [`reactions`](Self::reactions). It is of order 2 at least, while either impulse alone is of order 1 where P = 1. With one-sided
/// rules it is of order 1; where T has another quadrature than V the nodes share forces in another way, and only sums of impulses
/// over elements have a meaning. (D. Kern, Variational integrators
/// for mechanical systems, 2016, Lagrange multipliers; the sign is the slides'.)
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConstrainedStep<N, C> {
    /// How the equations were solved.
    pub convergence: Convergence,
    /// λ, node by node: P blocks of m numbers.
    pub impulses: N,
    /// μ, m numbers.
    pub end_impulses: C,
    /// The multipliers of the constraint forces at the start of the step, m numbers. In the first step after a start, where there is
    /// no μ before it, λ₀/(w₀ h), which is of order 1.
    pub reactions: C,
}

/// The step, with its report. `before` is the unknown of the step before, if there was one.
#[inline]
pub fn with_multipliers<S, D, N, C>(
    step: Advance<StateOf<S>, Convergence, S::Unknown>,
    h: <S as Lagrangian>::Scalar,
    before: Option<S::Unknown>,
) -> Advance<StateOf<S>, ConstrainedStep<N, C>, S::Unknown>
where
    S: Stepping<D> + ?Sized,
    N: Block<<S as Lagrangian>::Scalar>,
    C: Block<<S as Lagrangian>::Scalar>,
{
    let numbers = step.stages.as_slice();
    let end = numbers.len() - C::LEN;
    let nodes = end - N::LEN;
    let degree = N::LEN / C::LEN.max(1);
    let two = <S as Lagrangian>::Scalar::from_f64(2.0);
    // 1/(2 w₀)
    let per_weight = <S as Lagrangian>::Scalar::from_f64((degree * (degree + 1)) as f64 / 2.0);
    let reaction = |k: usize| {
        let first = numbers[nodes + k];
        let both = match &before {
            Some(before) => first + before.as_slice()[end + k],
            None => two * first,
        };
        per_weight * both / h
    };
    Advance {
        state: step.state,
        report: ConstrainedStep {
            convergence: step.report,
            impulses: N::from_fn(|k| numbers[nodes + k]),
            end_impulses: C::from_fn(|k| numbers[end + k]),
            reactions: C::from_fn(reaction),
        },
        stages: step.stages,
    }
}

/// The unknown of the step before the next one.
#[inline]
pub fn unknown_before<S: Stepping<D> + ?Sized, D>(memory: &MemoryOf<S, D>) -> Option<S::Unknown> {
    memory.history.last_step()
}
