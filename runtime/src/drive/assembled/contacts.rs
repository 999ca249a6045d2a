//! Steps of systems of any size with contacts: the closed contacts of a node, and their percussions.
//!
//! Knows neither a scheme nor how percussions are found from a contact problem.
//!
//! ```text
//! r(x; p_k) + Wᵀ P = r(x; p_k⁺),   p_k⁺ = p_k + Wᵀ P,   ξ = W u + η + e (W u⁻ + η)
//! ```
//!
//! | file | idea |
//! | --- | --- |
//! | `cells`, `near` | pairs of points that are near each other, and the list of them that is kept |
//! | `find` | which contacts are closed |
//! | `reaches` | whether bodies overlap further apart than their points reach |
//! | `closed` | their rows |
//! | `delassus` | their contact problem |
//! | `strike` | velocity and percussions, solved together |
//! | `weights`, `masses` | the masses of coordinates, and what follows from them |
//! | `gaps` | the end of a step, moved out of penetration |
//! | `both_ends`, `held`, `solve`, `marks` | a step with percussions at both ends |
//! | `ahead`, `hold` | contacts that are held at its end |
//! | `raise` | the end of such a step where contacts are deep |
//! | `jump` | a velocity that is carried, which jumps with percussions at both ends |
//! | `impact` | percussions at one node |
//! | `linearize`, `branch` | the derivative of a step, each contact on its branch |
//! | `factors` | the equations of that branch, which may be redundant |
//! | `memory` | what goes from step to step |
//! | `report`, `stored` | what is reported of a step |

mod ahead;
mod both_ends;
mod branch;
mod cells;
mod closed;
mod delassus;
mod factors;
mod find;
mod gaps;
mod held;
mod hold;
mod impact;
mod jump;
mod linearize;
mod marks;
mod masses;
mod memory;
mod near;
mod raise;
mod reaches;
mod report;
mod solve;
#[cfg(feature = "serde")]
mod stored;
mod strike;
mod weights;

use core::cell::Cell;

pub(super) use branch::Branch;
use find::{Finder, Node};
use gaps::Closing;
use linearize::linearized;
pub use memory::AssembledContactMemory;
use memory::{Clearances, LastCorrection, Room, Shared, StartRoom};
use nalgebra::DVector;
pub use report::AssembledContactReport;
use report::unsolved;
use strike::struck;

use super::Assembled;
use super::finite::by_item;
use super::linearization::SparseLinearization;
use super::memory::{AssembledMemory, Carried, Room as StepRoom, zeros};
use super::solution::solve;
use super::start::{named, room_of};
use super::sums::Sums;
use crate::drive::contact::{Pressed, taken};
use crate::drive::{
    Advance, Advanced, Assembly, Begin, ContactScheme, Drive, Interval, OnTheHeap, Start, StepMemory,
};
use crate::family::{AnySize, FamilyContacts, Heap};
use crate::{Facts, Failure, Lagrangian, StateOf};
use extremal_numerics::block::copied;
use extremal_numerics::{Scalar, Size, Vector};
use extremal_percussions::SparseContactSolver;

/// Steps of systems of any size with contacts, which implement [`FamilyContacts`], and [`Assembly`] for the equations of the
/// scheme. Schemes of Moreau's type carry their velocity, one unknown for each coordinate.
///
/// A step with closed contacts solves the equations and their contact problem together, and takes no memory once it had as many
/// contacts before. One without is a step of [`Assembled`]. Contacts that are declared with `near(..)` are looked for in a grid
/// of cells; of the others each item is looked at in each step.
///
/// | tangent A | the contact problem G = W A⁻¹ Wᵀ of the closed contacts |
/// | --- | --- |
/// | diagonal | its entries are those of contacts that share a coordinate |
/// | any other, and beside constraints | one solve with the factors of A for each row |
///
/// A step with percussions at both ends has two contact problems, and at its end G = W M⁻¹ Wᵀ. The one at its start is solved
/// again until the gaps at the end are held.
///
/// The derivative of a step is that of the branch on which each contact is; there is none where a contact is between two
/// ([`AnySizeFailure::ContactChanges`](crate::error::AnySizeFailure::ContactChanges)), and none with percussions at both ends
/// ([`Failure::PercussionsAtEnd`]).
#[derive(Clone, Copy, Debug)]
pub struct AssembledContacts;

type ScalarOf<S> = <S as Lagrangian>::Scalar;
type ReportOf<S> = AssembledContactReport<S>;
type StepOf<S> = Advance<StateOf<S>, ReportOf<S>, DVector<ScalarOf<S>>>;

#[diagnostic::do_not_recommend]
impl<S, D> Drive<S, D> for AssembledContacts
where
    D: ContactScheme<Solver: SparseContactSolver>,
    S: OnTheHeap<D::Equations> + FamilyContacts,
    ScalarOf<S>: Size,
{
    type Memory = AssembledContactMemory<ScalarOf<S>>;
    type Report = AssembledContactReport<S>;
    type Stages = DVector<ScalarOf<S>>;
    type Linearization = SparseLinearization<ScalarOf<S>>;
    type Modes = <S as Assembly<D::Equations>>::Modes;

    const FACTS: Facts = <S as Assembly<D::Equations>>::FACTS;
    const STEPS: bool = true;
    const DEGREE: usize = <Assembled as Drive<S, D::Equations>>::DEGREE;

    /// Refuses numbers and laws that are none, and starts that penetrate; steps leave gaps below zero.
    fn start(
        system: &S,
        from: Start<'_, S, D>,
        _room: Option<Self::Memory>,
    ) -> Result<Self::Memory, Failure> {
        let equations = from.scheme.equations();
        check(system, &from)?;
        Assembled::start(system, from.of(&equations, from.h), None).map(Self::Memory::new)
    }

    fn hand_over(
        system: &S,
        over: Interval<'_, S, D>,
        (before, from): (ScalarOf<S>, &Self::Memory),
        to: &mut Self::Memory,
    ) -> Result<(), Failure> {
        let equations = over.scheme.equations();
        let (mut room, velocity) = (StartRoom::default(), from.steps.carried.velocity.as_slice());
        let start = room.of(system, over.state, (&from.moved, velocity));
        let inner = over.of(&equations, over.h, start);
        Assembled::hand_over(system, inner, (before, &from.steps), &mut to.steps)?;
        StepMemory::<S>::keep_contacts(to, from);
        Ok(())
    }

    fn advance<const CHECKED: bool>(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &mut Self::Memory,
    ) -> Advanced<S, Self::Report, Self::Stages> {
        let mut room = memory.room.take().unwrap_or_default();
        // A report that was kept keeps the numbers as well.
        if Shared::get_mut(&mut room.closed).is_none() {
            room.closed = Shared::default();
        }
        let result = if D::HOLDS_CONTACTS {
            both_ends::advance::<S, D, CHECKED>(system, over, memory, &mut room)
        } else {
            advance::<S, D, CHECKED>(system, over, memory, &mut room)
        };
        memory.room = Some(room);
        result
    }

    fn interpolate(
        h: ScalarOf<S>,
        q0: &S::Configuration,
        stages: &Self::Stages,
        s: ScalarOf<S>,
    ) -> (S::Configuration, S::Velocity) {
        <Assembled as Drive<S, D::Equations>>::interpolate(h, q0, stages, s)
    }

    fn linearize(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &Self::Memory,
    ) -> Result<Self::Linearization, Failure> {
        if D::HOLDS_CONTACTS {
            return both_ends::linearized(system, over, memory);
        }
        linearized(system, over, memory)
    }
}

fn node<'a, S, D>(over: &Interval<'a, S, D>, velocity: &'a [ScalarOf<S>]) -> Node<'a, ScalarOf<S>>
where
    D: ContactScheme,
    S: AnySize,
{
    Node {
        t: over.state.t,
        q: over.state.q.as_slice(),
        v: velocity,
        ahead: D::LOOKS_AHEAD.then(|| ScalarOf::<S>::from_f64(0.5) * over.h),
    }
}

fn check<S, D>(system: &S, from: &Start<'_, S, D>) -> Result<(), Failure>
where
    D: ContactScheme,
    S: AnySize + FamilyContacts,
    ScalarOf<S>: Size,
{
    from.scheme.check()?;
    let node = Node {
        t: from.state.t,
        q: from.state.q.as_slice(),
        v: from.velocity.as_slice(),
        ahead: None,
    };
    Finder::default().check(system, &node, from.begin == Begin::Again)?;
    reaches::cover_gaps(system, &node)
}

/// One step. The memory is changed only if it succeeds; the room, which decides nothing, always.
fn advance<S, D, const CHECKED: bool>(
    system: &S,
    over: Interval<'_, S, D>,
    memory: &mut AssembledContactMemory<ScalarOf<S>>,
    room: &mut Room<ScalarOf<S>>,
) -> Result<StepOf<S>, Failure>
where
    D: ContactScheme<Solver: SparseContactSolver>,
    S: OnTheHeap<D::Equations> + FamilyContacts,
    ScalarOf<S>: Size,
{
    let closed = Shared::make_mut(&mut room.closed);
    let node = node(&over, memory.steps.carried.velocity.as_slice());
    let pressed = |before, force| Pressed::of::<D>(over.h, before, force);
    room.finder
        .close(system, &node, (closed, memory.clearances()), pressed)?;
    let is_open = closed.items.is_empty();
    let equations = over.scheme.equations();
    let inner = over.of(&equations, over.h, over.state);
    let (step, solved) = if is_open && !D::CLOSES_GAPS {
        let step = Assembled::advance::<CHECKED>(system, inner, &mut memory.steps)?;
        (step, unsolved())
    } else {
        memory.guess(closed);
        let step = percussed::<S, D, CHECKED>(system, (&over, inner), memory, room)?;
        if !is_open {
            memory.keep(&room.closed, room.strike.clearances());
        }
        if D::CLOSES_GAPS {
            memory.correct(room.gaps.corrected(), room.gaps.lost());
        }
        step
    };
    let Advance {
        state,
        report,
        mut stages,
    } = step;
    if !D::IS_CUBIC {
        straighten::<_, D>(&mut stages, state.q.len());
    }
    Ok(Advance {
        report: AssembledContactReport {
            convergence: report,
            solved,
            t: over.state.t,
            worked: room.closed.work(),
            restitution: ScalarOf::<S>::from_f64(1.0),
            closed: room.closed.clone(),
        },
        state,
        stages,
    })
}

/// A step of the equations, and how its contact problem was solved.
type Percussed<S> = (
    Advance<StateOf<S>, crate::newton::Convergence, DVector<ScalarOf<S>>>,
    extremal_percussions::SolvedIslands<ScalarOf<S>>,
);

/// A step with the closed contacts of the room, and with closed gaps at its end.
fn percussed<S, D, const CHECKED: bool>(
    system: &S,
    (over, inner): (&Interval<'_, S, D>, Interval<'_, S, D::Equations>),
    memory: &mut AssembledContactMemory<ScalarOf<S>>,
    room: &mut Room<ScalarOf<S>>,
) -> Result<Percussed<S>, Failure>
where
    D: ContactScheme<Solver: SparseContactSolver>,
    S: OnTheHeap<D::Equations> + FamilyContacts,
    ScalarOf<S>: Size,
{
    let Room {
        finder,
        closed,
        strike,
        gaps,
        start,
        ..
    } = room;
    let (steps, before) = memory.split();
    let closed = Shared::make_mut(closed);
    let is_open = closed.items.is_empty();
    let AssembledMemory { carried, room } = steps;
    let start = start.of(system, over.state, (before.by, carried.velocity.as_slice()));
    let inner = inner.of(inner.scheme, inner.h, start);
    let of_steps = room_of(system, inner, carried, room)?;
    set_nodes_of_start((system, before.by), &inner, carried, of_steps);
    let (solver, mut solved) = (over.scheme.solver(), None);
    let worked = Cell::new(ScalarOf::<S>::from_f64(0.0));
    let solve_both = |sums: &Sums<'_, S, D::Equations>, memory: &_, room: &mut _| {
        if is_open {
            return solve(sums, memory, room);
        }
        let (convergence, of_contacts) = struck(sums, memory, room, (solver, &mut *closed, strike))?;
        solved = of_contacts;
        worked.set(closed.work());
        Ok(convergence)
    };
    let close = |sums: &Sums<'_, S, D::Equations>, room: &mut _| {
        if !D::CLOSES_GAPS {
            return Ok(());
        }
        let closing = Closing {
            solver: over.scheme.solver(),
            finder,
            clearances: Clearances::new(before.items, before.left),
            room: gaps,
        };
        let lost = taken(before.lost, -worked.get());
        closing.end(sums, LastCorrection { lost, ..before }, room)
    };
    let result =
        super::advance::<S, D::Equations, CHECKED>(system, inner, carried, of_steps, solve_both, close);
    let by_item = |failure| by_item(system, over.state, over.inputs, failure);
    let step = result.map_err(|failure| named::<S, D::Equations>(system, by_item(failure)))?;
    if !is_open {
        forget(carried);
    }
    Ok((step, solved.unwrap_or_else(unsolved)))
}

/// N of the start of a step behind a correction, also where the program changed the node.
fn set_nodes_of_start<S: OnTheHeap<D> + Lagrangian<Scalar = T>, D, T: Size>(
    (system, by): (&S, &[T]),
    over: &Interval<'_, S, D>,
    carried: &mut Carried<T, Heap>,
    steps: &mut StepRoom<T, Heap>,
) {
    if !S::HAS_NODES || by.is_empty() {
        return;
    }
    let mut nodes = core::mem::replace(&mut carried.nodes, zeros(0));
    let start = super::known(over, carried);
    // What the step ends with is room here.
    let room = steps.p.as_mut_slice();
    steps.parts.set_nodes(system, &start, nodes.as_mut_slice(), room);
    carried.nodes = nodes;
}

/// Velocities jump at percussions, so that no step before the last one is part of a guess.
fn forget<T: Scalar>(steps: &mut Carried<T, Heap>) {
    let [latest, before, first] = &mut steps.steps;
    before.assign(latest);
    first.assign(latest);
    steps.known = 1;
}

/// The straight line of the step: the velocities at both nodes are that of the step. Where the end was moved out of
/// penetration, the line ends before.
fn straighten<T: Scalar, D: ContactScheme>(stages: &mut DVector<T>, n: usize) {
    let Some((start, rest)) = stages.as_mut_slice().split_at_mut_checked(n) else {
        return;
    };
    let Some((mean, end)) = rest.split_at_mut_checked(n) else {
        return;
    };
    copied(end, start);
    if D::CLOSES_GAPS {
        copied(end, mean);
    }
}
