//! The end of a step whose contacts are held there: which contacts take part in its percussions, and what is reported.
//!
//! Knows neither how percussions are found nor how a step is solved.

use super::gaps::{Forces, tolerance};
use super::impact::{AtEnd, Marks, struck};
use super::report::work;
use super::solve::Solution;
use super::state::approaches;
use super::{ContactReport, ContactScheme, Percussive, ScalarOf};
use crate::contacts::ContactState;
use crate::drive::Interval;
use crate::equations::{Acceleration, Equations};
use crate::{Contacts, Failure, State, StateOf};
use extremal_numerics::block::{RowMajor, at, sum, zeros};
use extremal_numerics::{Block, Scalar, Size, Vector};

/// Whether constraints have impulses at the end of each step.
pub(super) fn has_impulses<S: Contacts + Equations<Acceleration>>() -> bool {
    Forces::<S>::LEN > S::Velocity::LEN
}

/// Whether a step of this report has percussions at its start or its end, or impulses of constraints at its end.
pub(super) fn has_percussions<S: Contacts + Equations<Acceleration>>(report: &ContactReport<S>) -> bool {
    let is_open = |state: &ContactState| *state == ContactState::Open;
    let are_open = [&report.states, &report.closed].map(|states| states.as_slice().iter().all(is_open));
    let zero = ScalarOf::<S>::from_f64(0.0);
    let is_struck = report.percussions.as_slice().iter().any(|&p| p != zero);
    are_open != [true; 2] || is_struck || has_impulses::<S>()
}

/// Whether a step without closed contacts, to this end, has percussions there.
pub(super) fn lands<S: Contacts>(system: &S, end: &StateOf<S>, clearances: &S::Gaps) -> bool
where
    ScalarOf<S>: Size,
{
    let (gaps, scales) = (system.gaps(end.t, &end.q), system.gap_scales(end.t, &end.q));
    (0..S::Gaps::LEN).any(|i| at(gaps.as_slice(), i) <= tolerance::<S>((&scales, clearances), i))
}

/// A start after its impact, with its percussions and their work.
pub(super) type StruckStart<S> = Option<(StateOf<S>, <S as Contacts>::Percussions, ScalarOf<S>)>;

/// The start of a step after the impact of closed contacts that approach, with its percussions; `velocity` is that before.
/// `None` if none does: a start, or a state that the caller has changed.
///
/// # Errors
///
/// The errors of the contact solver, and a singular mass matrix.
pub(super) fn at_start<S, D, T>(
    system: &S,
    over: &Interval<'_, S, D>,
    velocity: &S::Velocity,
    (gaps, clearance): (&S::Gaps, &S::Gaps),
) -> Result<StruckStart<S>, Failure>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    let [zero, one] = [0.0, 1.0].map(ScalarOf::<S>::from_f64);
    let closed = S::Gaps::from_fn(|i| {
        let is_open = at(gaps.as_slice(), i) > at(clearance.as_slice(), i);
        if is_open { zero } else { one }
    });
    if !approach(system, (over.state, over.h), velocity, &closed) {
        return Ok(None);
    }
    let marks = Marks {
        closed,
        held: zeros(),
        sliding: zeros(),
        time: zero,
        reactions: zeros(),
    };
    let struck = struck(system, over, over.state, (&marks, &zeros()))?;
    let state = StateOf::<S> {
        p: struck.p,
        ..*over.state
    };
    Ok(Some((state, struck.percussions, work_of(&struck))))
}

/// Whether a marked contact approaches by more than rounding.
fn approach<S: Contacts>(
    system: &S,
    (state, h): (&StateOf<S>, ScalarOf<S>),
    velocity: &S::Velocity,
    closed: &S::Gaps,
) -> bool
where
    ScalarOf<S>: Size,
{
    let (directions, rates) = system.directions(state.t, &state.q);
    let directions = RowMajor::new(directions.as_slice(), S::Velocity::LEN);
    let mut row = 0;
    let mut approach = false;
    let scales = system.gap_scales(state.t, &state.q);
    let marks = closed.as_slice().iter().zip(scales.as_slice());
    for (contact, (&mark, &scale)) in S::CONTACTS.iter().zip(marks) {
        let rate = at(rates.as_slice(), row);
        let size = directions.dot_of_sizes(row, velocity.as_slice()) + Scalar::abs(rate);
        let rate = directions.dot(row, velocity.as_slice()) + rate;
        approach |= mark > ScalarOf::<S>::from_f64(0.0) && approaches([rate, size], (h, scale));
        row += 1 + contact.slips;
    }
    approach
}

/// The end of a step after its percussions: momentum and velocity, and the energy that they have taken.
pub(super) struct Landed<S: Contacts> {
    pub(super) p: S::Momentum,
    pub(super) velocity: S::Velocity,
    /// The jump of the velocity there.
    pub(super) jump: S::Velocity,
    pub(super) lost: ScalarOf<S>,
}

/// The energy that the percussions at the start of a step have taken, −½ P·(γ⁺ + γ⁻). It is negative where those at its end
/// take more.
///
/// # Errors
///
/// A singular mass matrix.
pub(super) fn lost_at_start<S, D, T>(
    system: &S,
    over: &Interval<'_, S, D>,
    solution: &Solution<'_, S, T>,
) -> Result<ScalarOf<S>, Failure>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    let State { t, q, p } = *over.state;
    let struck = sum(&p, &solution.closed.impulse(&solution.active));
    let p_after = system.consistent_momentum(t, &q, &struck)?;
    let rows = solution.closed.rows;
    let rates = |velocity: S::Velocity| {
        S::Percussions::from_fn(|row| {
            if row < rows {
                solution.closed.rate(row, velocity.as_slice())
            } else {
                ScalarOf::<S>::from_f64(0.0)
            }
        })
    };
    let after = rates(system.velocity(t, &q, &p_after)?);
    // Beside a momentum a velocity that is carried has no part in the work.
    let before = if D::CARRIES_VELOCITY {
        rates(system.velocity(t, &q, &p)?)
    } else {
        solution.closed.before
    };
    let active = solution.active.as_slice().get(..rows).unwrap_or_default();
    Ok(-work(active, before.as_slice(), after.as_slice()))
}

/// The end of a step after its percussions. The report, of the percussions at the start of the
/// step, becomes that of the node at its end.
///
/// # Errors
///
/// The errors of the contact solver, and a singular mass matrix.
#[inline(always)]
pub(super) fn land<S, D, T>(
    system: &S,
    over: &Interval<'_, S, D>,
    end: &StateOf<S>,
    (clearances, report, reactions): (&S::Gaps, &mut ContactReport<S>, &mut S::Reactions),
) -> Result<Landed<S>, Failure>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    report.gaps = system.gaps(end.t, &end.q);
    let time = ScalarOf::<S>::from_f64(0.5) * over.h;
    let marks = Marks {
        reactions: *reactions,
        ..marks(system, (end, time), clearances, report)
    };
    let is_free = marks
        .closed
        .as_slice()
        .iter()
        .all(|&mark| mark == ScalarOf::<S>::from_f64(0.0));
    let mut lost = ScalarOf::<S>::from_f64(0.0);
    let mut jump = zeros();
    if is_free && Forces::<S>::LEN == S::Velocity::LEN {
        report.right = *end;
        report.closed = S::States::filled(ContactState::Open);
    } else {
        let struck = struck(system, over, end, (&marks, &report.velocity))?;
        report.right = StateOf::<S> { p: struck.p, ..*end };
        lost = -work_of(&struck);
        (jump, *reactions) = (struck.jump, struck.reactions);
        report.percussions = sum(&report.percussions, &struck.percussions);
        (report.before, report.after, report.closed) = (struck.before, struck.after, struck.closed);
        report.states = states(report, &struck);
        report.restitution = struck.restitution;
    }
    let p = report.right.p;
    // A momentum without a velocity has none in the next step either, which says so.
    let velocity = system.velocity(end.t, &end.q, &p).unwrap_or(report.velocity);
    report.velocity = velocity;
    Ok(Landed {
        p,
        velocity,
        jump,
        lost,
    })
}

/// ½ Λ·(γ⁺ + γ⁻)
fn work_of<S: Contacts>(struck: &AtEnd<S>) -> ScalarOf<S> {
    let [percussions, before, after] = [&struck.percussions, &struck.before, &struck.after];
    work(percussions.as_slice(), before.as_slice(), after.as_slice())
}

/// What closed contacts did in the step, and those that closed at its end did there.
fn states<S: Contacts>(report: &ContactReport<S>, struck: &AtEnd<S>) -> S::States {
    let ends = struck.states.as_slice().iter().zip(struck.closed.as_slice());
    let both = report.states.as_slice().iter().zip(ends);
    let mut states = both.map(|(&own, (&struck, &closed))| match (closed, own) {
        (ContactState::Open, _) => ContactState::Open,
        (_, ContactState::Open) => struck,
        _ => own,
    });
    S::States::from_fn(|_| states.next().unwrap_or(ContactState::Open))
}

/// The contacts at the end of a step with this solution, before which the velocity was `before`.
pub(super) fn marks_after<S, D, T>(
    system: &S,
    over: &Interval<'_, S, D>,
    (before, solution): (&S::Velocity, &Solution<'_, S, T>),
) -> Marks<S>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    let end = &solution.state;
    let mut report = ContactReport::closed::<D, T>(system, over, (before, solution));
    report.gaps = system.gaps(end.t, &end.q);
    let clearances = solution.clearance(over.h, &solution.velocity());
    let time = ScalarOf::<S>::from_f64(0.5) * over.h;
    marks(system, (end, time), &clearances, &report)
}

/// Which contacts are closed at the end: those that pressed in the step, and those whose gaps are not above zero there.
fn marks<S: Contacts>(
    system: &S,
    (end, time): (&StateOf<S>, ScalarOf<S>),
    clearances: &S::Gaps,
    report: &ContactReport<S>,
) -> Marks<S>
where
    ScalarOf<S>: Size,
{
    let scales = system.gap_scales(end.t, &end.q);
    let flag = |is: bool| ScalarOf::<S>::from_f64(if is { 1.0 } else { 0.0 });
    let mut held = report.closed.as_slice().iter();
    let [mut pressing, mut sliding] = [(); 2].map(|()| report.states.as_slice().iter());
    Marks {
        closed: S::Gaps::from_fn(|i| {
            let presses = pressing.next().is_some_and(|&state| state != ContactState::Open);
            flag(presses || at(report.gaps.as_slice(), i) <= tolerance::<S>((&scales, clearances), i))
        }),
        held: S::Gaps::from_fn(|_| flag(held.next().is_some_and(|&state| state != ContactState::Open))),
        sliding: S::Gaps::from_fn(|_| flag(sliding.next() == Some(&ContactState::Slip))),
        time,
        reactions: zeros(),
    }
}
