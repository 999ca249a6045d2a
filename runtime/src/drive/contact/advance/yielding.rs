//! The last resort of a step: restitutions that give way.
//!
//! Knows neither how percussions are found nor how equations are solved.

use super::{Afterwards, Node, StagesOf, slow};
use crate::Failure;
use crate::drive::contact::share::largest;
use crate::drive::contact::{ContactScheme, MemoryOf, Percussive, ScalarOf};
use extremal_numerics::block::zeros;
use extremal_numerics::{Scalar, Vector};

/// How often the interval is halved in which the share of restitutions is sought. Few, because a contact solver tries all modes
/// of contacts before it finds no solution, which takes long.
const HALVINGS: usize = 6;

/// The last resort where percussions were not found, as where Newton's law contradicts itself: a step in which restitutions
/// give way, all by the same factor and as little as they can. At a share of zero surfaces rest, and then there are
/// percussions. Where equations are not linear, such a contradiction shows as Newton's method without an end: each linearized
/// problem has percussions, and the next one others.
#[cold]
#[inline(never)]
pub(super) fn yielding<S, D, T, const CHECKED: bool>(
    system: &S,
    node: &mut Node<S, D, MemoryOf<S, T>>,
    failure: Failure,
) -> Result<Afterwards<S, T, StagesOf<S, T>>, Failure>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    let zero = ScalarOf::<S>::from_f64(0.0);
    // Restitutions do not depend on v.
    let laws = system.laws(node.state.t, &node.state.q, &zeros(), &node.memory.reactions);
    let mut laws = laws.as_slice().iter();
    let bounces = laws.any(|law| law.restitution > zero || law.restitution_t > zero);
    let is_unsolved = matches!(
        failure,
        Failure::Percussions(_)
            | Failure::UnsolvedContact { .. }
            | Failure::ImmovableContact { .. }
            | Failure::NotConverged { .. }
    );
    if D::HOLDS_CONTACTS || !bounces || !is_unsolved {
        return Err(failure);
    }
    let mut step = |share| {
        node.share = share;
        slow::<S, D, T, CHECKED>(system, node).ok()
    };
    let at_rest = step(zero).ok_or(failure)?;
    let (_, step) = largest(HALVINGS, at_rest, step);
    Ok(step)
}
