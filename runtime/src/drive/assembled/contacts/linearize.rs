//! The derivative of a step of a system of any size with contacts.
//!
//! Knows no scheme.

use super::branch::Branch;
use super::closed::Closed;
use super::find::{Finder, Node};
use super::gaps::Closing;
use super::memory::{AssembledContactMemory, Room, Shared};
use super::strike::problem_at;
use super::{ScalarOf, node, percussed};
use crate::Failure;
use crate::drive::assembled::linearization::SparseLinearization;
use crate::drive::assembled::sums::Sums;
use crate::drive::assembled::{Assembled, known};
use crate::drive::contact::Pressed;
use crate::drive::{ContactScheme, Drive, Interval, OnTheHeap};
use crate::error::{AnySizeFailure, ContactKink};
use crate::family::FamilyContacts;
use extremal_numerics::Size;
use extremal_percussions::SparseContactSolver;

/// The derivative of the step from `over`.
///
/// # Errors
///
/// The errors of the step, [`AnySizeFailure::ContactChanges`](crate::error::AnySizeFailure::ContactChanges), a singular
/// tangent, and [`Failure::NotFinite`].
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
    let closed = closed_contacts::<S, D>(system, (&node, over.h), memory)?;
    let equations = over.scheme.equations();
    let inner = over.of(&equations, over.h, over.state);
    let is_open = closed.items.is_empty();
    if is_open && !D::CLOSES_GAPS {
        return Assembled::linearize(system, inner, &memory.steps);
    }
    let (mut after, mut room) = (memory.clone(), Room::default());
    room.closed = Shared::new(closed);
    let (step, _) = percussed::<S, D, true>(system, (&over, inner), &mut after, &mut room)?;
    let (finder, closed) = (&mut room.finder, &room.closed);
    let steps = after.steps;
    let [x, ..] = steps.carried.steps.each_ref().map(|x| x.as_slice());
    let tangent = steps.room.as_ref().map(|room| room.tangent.clone());
    let tangent = tangent.ok_or(Failure::Snapshot)?;
    let mut struck = over.state.p.clone();
    closed.add_impulse(&closed.percussions, struck.as_mut_slice(), |term| term);
    let sums = Sums {
        system,
        known: known(&inner, &memory.steps.carried),
        momentum: struck.as_slice(),
        nodes: memory.steps.carried.nodes.as_slice(),
        residual_before: memory.steps.carried.residual_before.as_slice(),
        still: steps.carried.still.as_slice(),
    };
    let mut derivative = SparseLinearization::of(&sums, x, tangent)?;
    if !is_open {
        derivative = derivative.on_branch(|tangent| {
            let problem = problem_at(&sums, closed, (x, tangent), &mut room.strike)?;
            Branch::of(system, &node, closed, (x, problem))
        })?;
    }
    if !D::CLOSES_GAPS {
        return Ok(derivative);
    }
    let closing = Closing {
        solver: over.scheme.solver(),
        finder,
        clearances: memory.clearances(),
        room: &mut room.gaps,
    };
    let end = (&step.state.q, &steps.carried.velocity);
    closing.linearized(&sums, end, derivative)
}

/// The closed contacts of a step with a guess of their percussions. Gaps about which only rounding decides are refused.
fn closed_contacts<S: FamilyContacts, D: ContactScheme>(
    system: &S,
    (node, h): (&Node<'_, ScalarOf<S>>, ScalarOf<S>),
    memory: &AssembledContactMemory<ScalarOf<S>>,
) -> Result<Closed<ScalarOf<S>>, Failure>
where
    ScalarOf<S>: Size,
{
    // A change of the start opens what was corrected, or closes it.
    if let Some(item) = memory.correction().pushed().next() {
        return Err(AnySizeFailure::ContactChanges {
            contact: S::contact_name(item),
            between: ContactKink::Gap,
        }
        .into());
    }
    let (mut finder, mut closed) = (Finder::default(), Closed::default());
    finder.are_away_from_zero(system, node, memory.clearances())?;
    let pressed = |before, force| Pressed::of::<D>(h, before, force);
    finder.close(system, node, (&mut closed, memory.clearances()), pressed)?;
    memory.guess(&mut closed);
    Ok(closed)
}
