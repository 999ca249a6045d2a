//! The derivative of a step with percussions at its end: that of the step, and that of its end.
//!
//! ```text
//! z = F(z₀; u, θ),   z₁ = E(z; θ):   dz₁ = ∂E/∂z dF + ∂E/∂θ dθ
//! h = 0:   r(v; q₁, p) = ∂L/∂v(q₁, v) − p:   ∂L/∂v(q₁, v⁺) = p + W(q₁)ᵀ Λ
//! ```
//!
//! An impact is an element of length zero: its equations are those of the scheme, and the same program differentiates both.

use super::{are_away_from_zero, differentiate, entries, linearized, solve_known};
use crate::contacts::ContactState;
use crate::drive::contact::advance::advance;
use crate::drive::contact::ahead::Ahead;
use crate::drive::contact::branch::{Branch, Node};
use crate::drive::contact::closed::{Closed, near, velocity_before};
use crate::drive::contact::gaps::Forces;
use crate::drive::contact::impact::{AtEnd, Marks, close, struck};
use crate::drive::contact::landing::{has_percussions, marks_after};
use crate::drive::contact::solve::percussed;
use crate::drive::contact::{ContactScheme, MemoryOf, Percussive, ScalarOf};
use crate::drive::{Interval, Remembers};
use crate::kernels::{Blocks, Derivatives, Derived, ElementOf};
use crate::{Contacts, Failure, Lagrangian, State, StateOf};
use extremal_numerics::block::{at, write, zeros};
use extremal_numerics::{Block, Scalar, Size, Vector};

/// The derivative of the step from `over`, with percussions at its end.
///
/// # Errors
///
/// The errors of the step, [`Failure::ContactChanges`], a singular tangent, and [`Failure::NotFinite`].
/// [`Failure::PercussionsAtEnd`] where contacts are held in the step or restitutions give way, with constraints, and of schemes
/// that carry a velocity.
#[inline(never)]
pub(in crate::drive::contact) fn linearized_to_end<S, D, T>(
    system: &S,
    over: Interval<'_, S, D>,
    memory: &MemoryOf<S, T>,
) -> Result<<S as Derived<T>>::Linearization, Failure>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T> + Derivatives<T>,
{
    let gaps = near(system, &over, memory);
    let (own, clearance) = (gaps.as_slice(), memory.clearance.as_slice());
    let mut contacts = S::CONTACTS.iter().zip(own.iter().zip(clearance));
    let holds = contacts.any(|(contact, (gap, clearance))| contact.has_gap && gap <= clearance);
    let has_impulses = S::Stages::LEN.max(Forces::<S>::LEN) > S::Velocity::LEN;
    if holds || has_impulses || D::CARRIES_VELOCITY {
        // A step that fails says so.
        let report = advance::<S, D, T, true>(system, over, &mut { *memory })?.report;
        if has_percussions(&report) {
            return Err(Failure::PercussionsAtEnd);
        }
        // What is closed at the start leaves.
        return linearized::<S, D, T>(system, over, memory);
    }
    are_away_from_zero(system, &over, (&gaps, &memory.clearance))?;
    let mut of_step = S::Blocks::zeros();
    let (end, u, marks) = step(system, over, (&gaps, memory), &mut of_step)?;
    let zero = ScalarOf::<S>::from_f64(0.0);
    if marks.closed.as_slice().iter().all(|&mark| mark == zero) {
        return entries::<S, T>(&of_step);
    }
    let mut of_end = S::Blocks::zeros();
    impact(system, over, (&end, &marks, &u), memory, &mut of_end)?;
    entries::<S, T>(&composed::<S, T>(&of_step, &of_end))
}

/// An end before its percussions, u, and the contacts there.
type Ended<S> = (StateOf<S>, <S as Lagrangian>::Velocity, Marks<S>);

/// The derivative of the step to its end before the percussions there, in `all`; that end, u, and the contacts there.
fn step<S, D, T>(
    system: &S,
    over: Interval<'_, S, D>,
    (gaps, memory): (&S::Gaps, &MemoryOf<S, T>),
    all: &mut S::Blocks,
) -> Result<Ended<S>, Failure>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T> + Derivatives<T>,
{
    let (mut closed, mut ahead) = (Closed::none(), Ahead::none());
    let one = ScalarOf::<S>::from_f64(1.0);
    let room = (&mut closed, Some(&mut ahead));
    let solution = percussed::<S, D, T>(system, over, (gaps, memory, one), room, &mut zeros())?;
    let (u, before) = (
        solution.velocity(),
        velocity_before::<S, D, T, _>(system, &over, &memory.steps),
    );
    let known = ElementOf::<S, T>::of(over.state, over.h, over.inputs, memory.steps.carry());
    let known = solution.closed.element_after(&known, &solution.active);
    let of_before = velocity::<S, D, T>(system, &over, over.state, (&before, memory))?;
    let node = Node::of_step((over.state.t, &over.state.q), &solution, [&u, &before]);
    let slip = |row| solution.slip(row, u.as_slice());
    let branch = Branch::<S, T>::of(system, &node, slip, Some(&of_before))?;
    differentiate(system, &known, (&solution.x, &branch), all)?;
    let end = over.of(over.scheme, over.h, &solution.state);
    let clearances = solution.clearance(over.h, &u);
    are_away_from_zero(
        system,
        &end,
        (&system.gaps(end.state.t, &end.state.q), &clearances),
    )?;
    let marks = marks_after::<S, D, T>(system, &over, (&before, &solution));
    Ok((solution.state, u, marks))
}

/// The element of length zero at a state.
fn still<S, D, T>(
    system: &S,
    over: &Interval<'_, S, D>,
    state: &StateOf<S>,
    memory: &MemoryOf<S, T>,
) -> ElementOf<S, T>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T> + Derivatives<T>,
{
    let zero = ScalarOf::<S>::from_f64(0.0);
    let mut known = ElementOf::<S, T>::of(state, zero, over.inputs, memory.steps.carry());
    known.constants = system.constants(&over.scheme.equations(), zero);
    known
}

/// The blocks of a state, with −∂v/∂k in place of ∂r/∂k.
fn velocity<S, D, T>(
    system: &S,
    over: &Interval<'_, S, D>,
    state: &StateOf<S>,
    (velocity, memory): (&S::Velocity, &MemoryOf<S, T>),
) -> Result<S::Blocks, Failure>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T> + Derivatives<T>,
{
    let mut blocks = S::Blocks::zeros();
    let known = still::<S, D, T>(system, over, state, memory);
    solve_known(system, &known, &unknowns::<S, T>(velocity), &mut blocks)?;
    Ok(blocks)
}

/// The derivative of the percussions at the end of a step, in `all`.
fn impact<S, D, T>(
    system: &S,
    over: Interval<'_, S, D>,
    (end, marks, u): (&StateOf<S>, &Marks<S>, &S::Velocity),
    memory: &MemoryOf<S, T>,
    all: &mut S::Blocks,
) -> Result<(), Failure>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T> + Derivatives<T>,
{
    let State { t, q, p } = end;
    let struck = struck(system, &over, end, (marks, u))?;
    let [before, after] = [p, &struck.p].map(|p| system.velocity(*t, q, p));
    let (before, after) = (before?, after?);
    let mut closed = Closed::none();
    close(system, (*t, q), (marks, &before), &mut closed)?;
    let active = on_one_branch(&mut closed, marks, &struck)?;
    let of_before = velocity::<S, D, T>(system, &over, end, (&before, memory))?;
    let mut known = still::<S, D, T>(system, &over, end, memory);
    known.p = struck.p;
    let node = Node {
        t: *t,
        q,
        closed: &closed,
        percussions: &struck.percussions,
        active: &active,
        reactions: zeros(),
        states: struck.states,
        velocities: [&after, &before],
    };
    let slip = |row| closed.free(row, after.as_slice());
    let branch = Branch::<S, T>::of(system, &node, slip, Some(&of_before))?;
    differentiate(system, &known, (&unknowns::<S, T>(&after), &branch), all)
}

/// Sets the restitutions that act in the impact, and returns the percussions of its closed contacts.
///
/// # Errors
///
/// [`Failure::PercussionsAtEnd`] where restitutions give way, and where friction has the direction of the middle of the step.
fn on_one_branch<S: Contacts>(
    closed: &mut Closed<S>,
    marks: &Marks<S>,
    struck: &AtEnd<S>,
) -> Result<S::Percussions, Failure>
where
    ScalarOf<S>: Size,
{
    let [zero, one] = [0.0, 1.0].map(ScalarOf::<S>::from_f64);
    let mut active: S::Percussions = zeros();
    let mut restitution = closed.restitution;
    let is_marked = |marks: &S::Gaps, contact| at(marks.as_slice(), contact) != zero;
    for place in closed.places() {
        let is_held = is_marked(&marks.held, place.contact);
        if is_held && place.slips > 1 && is_marked(&marks.sliding, place.contact) {
            return Err(Failure::PercussionsAtEnd);
        }
        for (row, own) in place.rows() {
            write(&mut active, own, at(struck.percussions.as_slice(), row));
            if is_held {
                write(&mut restitution, own, zero);
            }
        }
        if let Some(pressed) = &place.pressed {
            write(&mut active, place.first, pressed.percussion());
        }
    }
    closed.restitution = restitution;
    let gives_way = struck.restitution < one;
    let is_open = |state: &ContactState| *state == ContactState::Open;
    if gives_way && !struck.closed.as_slice().iter().all(is_open) {
        return Err(Failure::PercussionsAtEnd);
    }
    Ok(active)
}

fn unknowns<S, T>(velocity: &S::Velocity) -> S::Stages
where
    S: Percussive<T>,
{
    S::Stages::from_fn(|k| at(velocity.as_slice(), k))
}

/// ∂z₁/∂k of the step and then its end, which knows z and the parameters.
fn composed<S, T>(of_step: &S::Blocks, of_end: &S::Blocks) -> S::Blocks
where
    S: Percussive<T> + Derivatives<T>,
{
    let (width, rows) = (S::Blocks::KNOWN, 2 * S::Velocity::LEN);
    let of = |blocks: &S::Blocks, row: usize, column: usize| at(blocks.end_by_known(), width * row + column);
    let mut all = *of_step;
    let entries = all.end_by_known_mut().iter_mut().enumerate();
    for (place, entry) in entries.take(width * rows) {
        let (row, column) = (place / width, place % width);
        let own = if column < rows {
            ScalarOf::<S>::from_f64(0.0)
        } else {
            of(of_end, row, column)
        };
        *entry = (0..rows).fold(own, |sum, j| sum + of(of_end, row, j) * of(of_step, j, column));
    }
    all
}
