//! One step: the fast paths, without closed contacts and failures or with one contact alone, and the slow one for all others.
//!
//! Knows neither how percussions are found nor how equations are solved.
//!
//! The fast path is one piece of code without calls, so that the compiler keeps state and memory of a loop of steps in
//! registers, and computes once what only constants determine.

mod correcting;
mod yielding;

use super::ahead::Ahead;
use super::alone::alone;
use super::closed::{Closed, are_closed, near, start, velocity_before};
use super::gaps::{PushedOf, larger, taken};
use super::landing;
use super::solve::{Solution, percussed};
use super::{ContactReport, ContactScheme, MemoryOf, Percussive, Resume, ScalarOf};
use crate::drive::solve::Solved;
use crate::drive::{Advance, Advanced, Inside, Interval, Remembers, Reporter, Solver};
use crate::kernels::{Carry, Derived, Kernels, carry};
use crate::{Contacts, Failure, StateOf};
use correcting::{carry_to_start, correct};
use extremal_numerics::block::{at, sum, zeros};
use extremal_numerics::{Block, Scalar, Vector};
use yielding::yielding;

/// The numbers that determine the motion inside a step.
type StagesOf<S, T> = <<S as Derived<T>>::Inside as Inside<S, T>>::Stages;

pub(super) type AdvanceOf<S, T> = Advance<StateOf<S>, ContactReport<S>, StagesOf<S, T>>;

type StepsOf<S, T> = <<S as Derived<T>>::Solver as Solver<S, T>>::Memory;

/// All from which a step begins.
struct Node<S: Contacts, D, M> {
    gaps: S::Gaps,
    inputs: S::Inputs,
    state: StateOf<S>,
    scheme: D,
    h: ScalarOf<S>,
    memory: M,
    /// The part of restitutions that acts.
    share: ScalarOf<S>,
}

/// A step, and what it leaves to the next.
struct Afterwards<S: Contacts + Derived<T>, T, U> {
    step: Advance<StateOf<S>, ContactReport<S>, U>,
    x: S::Stages,
    carried: S::Carried,
    percussions: S::Percussions,
    reactions: S::Reactions,
    clearance: S::Gaps,
    pushed: PushedOf<S>,
    lost: ScalarOf<S>,
}

/// [`Drive::advance`](crate::drive::Drive::advance).
#[inline]
pub(super) fn advance<S, D, T, const CHECKED: bool>(
    system: &S,
    over: Interval<'_, S, D>,
    memory: &mut MemoryOf<S, T>,
) -> Advanced<S, ContactReport<S>, StagesOf<S, T>>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    if D::CLOSES_GAPS {
        carry_to_start::<S, D, T>(system, &over, memory);
    }
    let gaps = near(system, &over, memory);
    let step = if are_closed(&gaps, &memory.clearance) {
        alone::<S, D, T, CHECKED>(system, over, &gaps, memory)
    } else {
        fast::<S, D, T, CHECKED>(system, over, memory)
    };
    if let Some(step) = step {
        return Ok(step);
    }
    // Copies in one block, which the compiler cannot replace by the numbers themselves.
    let mut node = Node {
        gaps,
        inputs: *over.inputs,
        state: *over.state,
        scheme: *over.scheme,
        h: over.h,
        memory: *memory,
        share: ScalarOf::<S>::from_f64(1.0),
    };
    let left = slow::<S, D, T, CHECKED>(system, &node)
        .or_else(|failure| yielding::<S, D, T, CHECKED>(system, &mut node, failure))?;
    // Constants are not written: what follows from them stays known.
    S::Solver::accept(&mut memory.steps.of_solver, left.x, left.carried);
    (memory.percussions, memory.clearance, memory.lost) = (left.percussions, left.clearance, left.lost);
    memory.reactions = left.reactions;
    if D::CLOSES_GAPS {
        memory.pushed = left.pushed;
    }
    Ok(left.step)
}

/// The fast path alone, of a step in which no contact is closed; `None` as of [`fast`], or if one is.
#[inline(always)]
pub(super) fn in_flight<S, D, T>(
    system: &S,
    over: Interval<'_, S, D>,
    memory: &mut MemoryOf<S, T>,
) -> Option<AdvanceOf<S, T>>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    let gaps = near(system, &over, memory);
    if are_closed(&gaps, &memory.clearance) {
        return None;
    }
    fast::<S, D, T, true>(system, over, memory)
}

/// The fast path, a step without percussions; `None` if it fails, and then the memory is unchanged.
#[inline]
fn fast<S, D, T, const CHECKED: bool>(
    system: &S,
    over: Interval<'_, S, D>,
    memory: &mut MemoryOf<S, T>,
) -> Option<AdvanceOf<S, T>>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    if D::CLOSES_GAPS && !memory.pushed.is_none() {
        return None;
    }
    let steps = &mut memory.steps.of_solver;
    let (before, kept) = (S::Reporter::velocity(&steps.carry().carried), *steps);
    let equations = over.scheme.equations();
    let inner = over.of(&equations, over.h, over.state);
    let step = S::Solver::advance_usually::<CHECKED>(system, inner, steps)?;
    let left = (&mut memory.clearance, &mut memory.pushed, &mut memory.lost);
    let step = open::<S, D, T>(system, over, (before, step), steps, left);
    if step.is_err() {
        *steps = kept;
    }
    step.ok()
}

/// The slow path of every step: with percussions, or where the fast path failed.
#[inline(never)]
fn slow<S, D, T, const CHECKED: bool>(
    system: &S,
    node: &Node<S, D, MemoryOf<S, T>>,
) -> Result<Afterwards<S, T, StagesOf<S, T>>, Failure>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    let Node { memory, .. } = node;
    let over = Interval::new(&node.scheme, node.h, &node.inputs, &node.state);
    if are_closed(&node.gaps, &memory.clearance) {
        if D::HOLDS_CONTACTS {
            held::<S, D, T>(system, over, (&node.gaps, memory))
        } else {
            struck::<S, D, T, CHECKED>(system, over, (&node.gaps, memory, node.share), None)
        }
    } else {
        unstruck::<S, D, T, CHECKED>(system, over, memory)
    }
}

/// A step without percussions at its start.
#[inline(always)]
fn unstruck<S, D, T, const CHECKED: bool>(
    system: &S,
    over: Interval<'_, S, D>,
    memory: &MemoryOf<S, T>,
) -> Result<Afterwards<S, T, StagesOf<S, T>>, Failure>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    let before = S::Reporter::velocity(&memory.steps.carry().carried);
    let (mut steps, mut clearance, mut lost) = (memory.steps.of_solver, memory.clearance, memory.lost);
    let mut pushed = memory.pushed;
    let equations = over.scheme.equations();
    let start = start::<S, D, T>(system, &over, memory);
    let inner = over.of(&equations, over.h, &start);
    let step = S::Solver::advance::<CHECKED>(system, inner, &mut steps)
        .map_err(|failure| S::Reporter::explained(system, over.state, failure))?;
    let left = (&mut clearance, &mut pushed, &mut lost);
    Ok(Afterwards {
        x: step.stages,
        step: open::<S, D, T>(system, over, (before, step), &mut steps, left)?,
        carried: steps.carry().carried,
        percussions: memory.percussions,
        reactions: memory.reactions,
        clearance,
        pushed,
        lost,
    })
}

/// A step whose closed contacts are held at its end. With a stack of its own, which other schemes do not need.
#[inline(never)]
fn held<S, D, T>(
    system: &S,
    over: Interval<'_, S, D>,
    from: (&S::Gaps, &MemoryOf<S, T>),
) -> Result<Afterwards<S, T, StagesOf<S, T>>, Failure>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    let (gaps, memory) = from;
    let from = (gaps, memory, ScalarOf::<S>::from_f64(1.0));
    struck::<S, D, T, true>(system, over, from, Some(&mut Ahead::none()))
}

/// A step with percussions at its start, and with this share of restitutions. Its report has no numbers of contacts unless
/// it is `CHECKED`, or they are held or corrected.
#[inline(always)]
fn struck<S, D, T, const CHECKED: bool>(
    system: &S,
    over: Interval<'_, S, D>,
    (gaps, memory, share): (&S::Gaps, &MemoryOf<S, T>, ScalarOf<S>),
    ahead: Option<&mut Ahead<S>>,
) -> Result<Afterwards<S, T, StagesOf<S, T>>, Failure>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    let before = velocity_before::<S, D, T, _>(system, &over, &memory.steps);
    let first = if D::HOLDS_CONTACTS {
        landing::at_start::<S, D, T>(system, &over, &before, (gaps, &memory.clearance))?
    } else {
        None
    };
    let over = (first.as_ref()).map_or(over, |(state, ..)| over.of(over.scheme, over.h, state));
    let (mut closed, mut last) = (Closed::none(), zeros());
    let from = (gaps, memory, share);
    let solution = percussed::<S, D, T>(system, over, from, (&mut closed, ahead), &mut last)?;
    let velocity = solution.velocity();
    let mut report = reported::<S, D, T, CHECKED>(system, &over, memory, (&before, &solution));
    report.restitution = share;
    let mut of_first = ScalarOf::<S>::from_f64(0.0);
    if let Some((_, percussions, work)) = &first {
        report.percussions = sum(&report.percussions, percussions);
        of_first = *work;
    }
    let (mut carried, mut clearance) = (solution.end.carried, solution.clearance(over.h, &velocity));
    let (mut pushed, mut lost, mut reactions) = (memory.pushed, memory.lost, solution.reactions());
    if D::HOLDS_CONTACTS {
        let of_start = landing::lost_at_start(system, &over, &solution)?;
        lost = lost - solution.raised + of_start;
        report.worked = of_first - of_start;
    }
    if D::CLOSES_GAPS {
        lost = taken(lost, -report.worked);
    }
    let kept = Kept {
        carried: &mut carried,
        constants: &memory.steps.carry().constants,
        before: &memory.clearance,
        clearance: &mut clearance,
        pushed: &mut pushed,
        reactions: &mut reactions,
        lost: &mut lost,
    };
    let end = (solution.state, &solution.x, report);
    Ok(Afterwards {
        step: ended::<S, D, T>(system, over, (Some(before), &velocity), end, kept)?,
        x: solution.x,
        carried,
        percussions: solution.percussions,
        reactions,
        clearance,
        pushed,
        lost,
    })
}

/// The report of a step with percussions, from the start of its equations; its gaps are those of the state.
#[inline(always)]
fn reported<S, D, T, const CHECKED: bool>(
    system: &S,
    over: &Interval<'_, S, D>,
    memory: &MemoryOf<S, T>,
    (before, solution): (&S::Velocity, &Solution<'_, S, T>),
) -> ContactReport<S>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    if !(CHECKED || D::HOLDS_CONTACTS || D::CLOSES_GAPS) {
        return ContactReport::none(over.state, &solution.velocity());
    }
    let start = start::<S, D, T>(system, over, memory);
    let inner = over.of(over.scheme, over.h, &start);
    let mut report = ContactReport::closed::<D, T>(system, &inner, (before, solution));
    if D::CLOSES_GAPS {
        report.gaps = system.gaps(over.state.t, &over.state.q);
    }
    report
}

/// The report of a step without percussions, and its end with gaps closed. `before` is the velocity of the step before.
#[inline(always)]
fn open<S, D, T>(
    system: &S,
    over: Interval<'_, S, D>,
    (before, step): (Option<S::Velocity>, Solved<S, T>),
    steps: &mut StepsOf<S, T>,
    (clearance, pushed, lost): (&mut S::Gaps, &mut PushedOf<S>, &mut ScalarOf<S>),
) -> Result<AdvanceOf<S, T>, Failure>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    let carried = S::Reporter::velocity(&steps.carry().carried);
    let velocity = carried.unwrap_or_else(|| S::Velocity::from_fn(|k| at(step.stages.as_slice(), k)));
    // Made here, so that a report that is dropped is not computed.
    let velocities = [&before.unwrap_or_else(zeros), &velocity];
    let report = ContactReport::open::<D, T>(system, &over, velocities, step.report);
    let Carry { carried, constants } = steps.carry_mut();
    let end = (step.state, &step.stages, report);
    let kept = Kept {
        carried,
        constants,
        before: &{ *clearance },
        clearance,
        pushed,
        // Dry friction is always closed.
        reactions: &mut zeros(),
        lost,
    };
    ended::<S, D, T>(system, over, (before, &velocity), end, kept)
}

/// What a step keeps for the next one: how far above zero gaps count as closed, `before` the step and after it, ν of its
/// correction, the reactions on which friction depends, and the energy that percussions have taken.
struct Kept<'a, S: Contacts + Kernels<T>, T> {
    carried: &'a mut S::Carried,
    constants: &'a S::Constants,
    before: &'a S::Gaps,
    clearance: &'a mut S::Gaps,
    pushed: &'a mut PushedOf<S>,
    reactions: &'a mut S::Reactions,
    lost: &'a mut ScalarOf<S>,
}

/// The step with its gaps closed at the end, and what it has kept. `x` are its unknowns.
#[inline(always)]
fn ended<S, D, T>(
    system: &S,
    over: Interval<'_, S, D>,
    (before, velocity): (Option<S::Velocity>, &S::Velocity),
    (mut state, x, mut report): (StateOf<S>, &S::Stages, ContactReport<S>),
    mut kept: Kept<'_, S, T>,
) -> Result<AdvanceOf<S, T>, Failure>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    if D::CLOSES_GAPS {
        correct::<S, D, T>(system, over, (&mut state, velocity), &mut kept)?;
    }
    if D::HOLDS_CONTACTS {
        let ended = (&*kept.clearance, &mut report, &mut *kept.reactions);
        let landed = landing::land::<S, D, T>(system, &over, &state, ended)?;
        report.worked = report.worked - landed.lost;
        let zero = ScalarOf::<S>::from_f64(0.0);
        let velocity = match S::Reporter::velocity(kept.carried) {
            Some(left) if D::CARRIES_VELOCITY => sum(&left, &landed.jump),
            _ => landed.velocity,
        };
        report.velocity = velocity;
        state.p = landed.p;
        *kept.lost = larger(zero, *kept.lost + landed.lost);
        *kept.carried = carry::<S, T>(system, *kept.constants, (over.h, &state), &velocity).carried;
    }
    let nodes = [(over.state, before), (&state, Some(*velocity))];
    Ok(Advance {
        stages: S::Inside::stages(over.h, nodes, x),
        state,
        report,
    })
}
