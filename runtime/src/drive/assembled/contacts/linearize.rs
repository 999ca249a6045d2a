//! The derivative of a step of a system of any size with contacts.
//!
//! Knows no scheme.

use super::branch::Branch;
use super::closed::Closed;
use super::find::Finder;
use super::gaps::Closing;
use super::memory::{AssembledContactMemory, Room, Shared};
use super::strike::problem_at;
use super::{ScalarOf, node, percussed};
use crate::Failure;
use crate::drive::assembled::linearization::SparseLinearization;
use crate::drive::assembled::sums::Sums;
use crate::drive::assembled::{Assembled, known};
use crate::drive::{ContactScheme, Drive, Interval, OnTheHeap};
use crate::family::FamilyContacts;
use extremal_numerics::Size;
use extremal_percussions::SparseContactSolver;

/// The derivative of the step from `over`.
///
/// # Errors
///
/// Those of the step, [`AnySizeFailure::ContactChanges`](crate::error::AnySizeFailure::ContactChanges), a singular tangent, and
/// [`Failure::NotFinite`].
pub(super) fn linearized<S, D>(
    system: &S,
    over: Interval<'_, S, D>,
    memory: &AssembledContactMemory<ScalarOf<S>>,
) -> Result<SparseLinearization<ScalarOf<S>>, Failure>
where
    D: ContactScheme<Solver: SparseContactSolver>,
    S: OnTheHeap<D::Equations> + FamilyContacts,
    ScalarOf<S>: Size,
{
    let node = node(&over, memory.steps.carried.velocity.as_slice());
    let (mut finder, mut closed) = (Finder::default(), Closed::default());
    finder.are_away_from_zero(system, &node, memory.clearances())?;
    finder.close(system, &node, (&mut closed, memory.clearances()))?;
    let equations = over.scheme.equations();
    let inner = over.of(&equations, over.h, over.state);
    let is_open = closed.items.is_empty();
    if is_open && !D::CLOSES_GAPS {
        return Assembled::linearize(system, inner, &memory.steps);
    }
    memory.guess(&mut closed);
    let (mut after, mut room) = (memory.clone(), Room::default());
    room.closed = Shared::new(closed);
    let (step, _) = percussed::<S, D, true>(system, (&over, inner), &mut after, &mut room)?;
    let Room {
        finder,
        closed,
        strike,
        gaps,
    } = &mut room;
    let steps = after.steps;
    let x = steps.carried.steps[0].as_slice();
    let tangent = steps
        .room
        .as_ref()
        .map(|room| room.tangent.clone())
        .ok_or(Failure::Snapshot)?;
    let mut struck = over.state.p.clone();
    closed.add_impulse(&closed.percussions, struck.as_mut_slice(), |term| term);
    let before = &memory.steps.carried;
    let sums = Sums {
        system,
        known: known(&inner, before),
        momentum: struck.as_slice(),
        nodes: before.nodes.as_slice(),
        left: before.left.as_slice(),
        still: steps.carried.still.as_slice(),
    };
    let mut derivative = SparseLinearization::of(&sums, x, tangent)?;
    if !is_open {
        derivative = derivative.on_branch(|tangent| {
            let problem = problem_at(&sums, closed, (x, tangent), strike)?;
            Branch::of(system, &node, closed, (x, problem))
        })?;
    }
    let closing = Closing {
        solver: over.scheme.solver(),
        finder,
        clearances: memory.clearances(),
        room: gaps,
    };
    let end = (&step.state.q, &steps.carried.velocity);
    if D::CLOSES_GAPS {
        closing.linearized(&sums, end, derivative)
    } else {
        Ok(derivative)
    }
}
