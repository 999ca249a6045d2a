//! Steps with percussions at both ends, and their derivative.
//!
//! Knows neither a scheme nor how percussions are found.

use core::cell::RefCell;

use nalgebra::DVector;

use super::find::Node;
use super::held::Held;
use super::memory::{AssembledContactMemory, Clearances, Room};
use super::report::{AssembledContactReport, unsolved};
use super::{StepOf, forget};
use crate::Failure;
use crate::drive::assembled::finite::by_item;
use crate::drive::assembled::linearization::SparseLinearization;
use crate::drive::assembled::memory::{AssembledMemory, resize};
use crate::drive::assembled::start::{named, room_of};
use crate::drive::assembled::sums::Sums;
use crate::drive::assembled::{self, Assembled};
use crate::drive::contact::larger;
use crate::drive::{Advance, ContactScheme, Drive, Interval, OnTheHeap};
use crate::family::FamilyContacts;
use extremal_numerics::{Scalar, Size};
use extremal_percussions::SparseContactSolver;

/// One step. The memory is changed only if it succeeds; the room, which decides nothing, always.
pub(super) fn advance<S, D, const CHECKED: bool>(
    system: &S,
    over: Interval<'_, S, D>,
    memory: &mut AssembledContactMemory<S::Scalar>,
    room: &mut Room<S::Scalar>,
) -> Result<StepOf<S>, Failure>
where
    D: ContactScheme<Solver: SparseContactSolver>,
    S: OnTheHeap<D::Equations> + FamilyContacts,
    S::Scalar: Size,
{
    let mut held = Held::new(system, over, room, memory.lost);
    let by_item = |failure| by_item(system, over.state, over.inputs, failure);
    let struck = held.begin(memory).map_err(by_item)?;
    let equations = over.scheme.equations();
    let inner = over.of(&equations, over.h, struck.as_ref().unwrap_or(over.state));
    let AssembledContactMemory {
        steps,
        items,
        left,
        lost,
        ..
    } = memory;
    let AssembledMemory {
        carried,
        room: of_steps,
    } = steps;
    let of_steps = room_of(system, inner, carried, of_steps)?;
    keep_unknowns(&mut carried.steps, of_steps.x.len());
    // One after the other.
    let both = RefCell::new(held);
    let solve = |sums: &Sums<'_, S, D::Equations>, memory: &_, room: &mut _| {
        both.borrow_mut().solve(sums, memory, room)
    };
    let close = |sums: &Sums<'_, S, D::Equations>, room: &mut _| {
        let mut held = both.borrow_mut();
        held.raise(sums, *lost, room)?;
        held.land(sums, (items, Clearances::new(items, left)), room)
    };
    let result =
        assembled::advance::<S, D::Equations, CHECKED>(system, inner, carried, of_steps, solve, close);
    let step = result.map_err(|failure| named::<S, D::Equations>(system, by_item(failure)))?;
    let Held { account, solved, .. } = both.into_inner();
    remember(memory, room, account.lost);
    let report = AssembledContactReport {
        convergence: step.report,
        solved: solved.unwrap_or_else(unsolved),
        t: step.state.t,
        closed: room.closed.clone(),
        worked: account.worked,
        restitution: account.restitution,
    };
    let (state, stages) = (step.state, step.stages);
    Ok(Advance {
        report,
        state,
        stages,
    })
}

/// The derivative of the step from `over`, if it has no percussions.
///
/// # Errors
///
/// The errors of the step, and of its derivative; [`Failure::PercussionsAtEnd`] with closed contacts or constraints.
pub(super) fn linearized<S, D>(
    system: &S,
    over: Interval<'_, S, D>,
    memory: &AssembledContactMemory<S::Scalar>,
) -> Result<SparseLinearization<S::Scalar>, Failure>
where
    D: ContactScheme<Solver: SparseContactSolver>,
    S: OnTheHeap<D::Equations> + FamilyContacts,
    S::Scalar: Size,
{
    let (mut after, mut room) = (memory.clone(), Room::default());
    let step = advance::<S, D, true>(system, over, &mut after, &mut room)?;
    let are_open = room.held.closed.items.is_empty() && step.report.closed_count() == 0;
    if !are_open || system.constraint_count() > 0 {
        return Err(Failure::PercussionsAtEnd);
    }
    let q = over.state.q.as_slice();
    // Gaps do not depend on velocities.
    let (t, v, ahead) = (over.state.t, q, None);
    let node = Node { t, q, v, ahead };
    room.finder
        .are_away_from_zero(system, &node, memory.clearances())?;
    let equations = over.scheme.equations();
    let inner = over.of(&equations, over.h, over.state);
    Assembled::linearize(system, inner, &memory.steps)
}

/// Keeps what a step leaves to the next one, with the energy that percussions have taken.
fn remember<T: Size>(memory: &mut AssembledContactMemory<T>, room: &Room<T>, lost: T) {
    memory.lost = larger(T::from_f64(0.0), lost);
    let of_start = &room.held.closed;
    if !of_start.items.is_empty() {
        forget(&mut memory.steps.carried);
        memory.keep(of_start, room.strike.clearances());
    }
}

/// Steps without linear equations keep no unknowns; those with contacts do.
fn keep_unknowns<T: Scalar>(steps: &mut [DVector<T>], size: usize) {
    steps.iter_mut().for_each(|x| resize(x, size));
}
