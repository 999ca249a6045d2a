//! Steps by Newton's method, guessed from the steps before.

use super::{
    Advance, Advanced, ElementOf, End, EndOf, Memory, MemoryOf, Stepping, element, end_state, start_direct,
};
use crate::block::{is_finite, zeros};
use crate::newton::{self, Convergence};
use crate::{Block, Failure, History, Lagrangian, Scalar, StateOf};

/// The memory at a start, for schemes that iterate: `velocity` is the first guess.
///
/// # Errors
///
/// [`Failure::NotFinite`] if what is carried is not.
#[inline]
pub fn start_newton<S, D>(
    system: &S,
    state: &StateOf<S>,
    velocity: &S::Vector,
) -> Result<MemoryOf<S, D>, Failure>
where
    S: Stepping<D> + ?Sized,
{
    let carried = start_direct::<S, D>(system, state)?;
    Ok(Memory {
        history: History::new(S::unknown(velocity)),
        carried,
    })
}

/// A step by Newton's method, from the extrapolated guess, and if that fails from others, at last from the unknown
/// of the step before.
///
/// # Errors
///
/// Those of [`newton::iterate`], and [`Failure::NotFinite`] if the end is not.
#[inline]
pub fn advance_newton<S, D>(
    system: &S,
    h: <S as Lagrangian>::Scalar,
    inputs: &S::Inputs,
    state: &StateOf<S>,
    memory: &MemoryOf<S, D>,
) -> Advanced<S, MemoryOf<S, D>, Convergence, S::Unknown>
where
    S: Stepping<D> + ?Sized,
{
    let known = element::<S, D>(h, inputs, state, &memory.carried);
    let mut x = memory.history.guess(&S::CONTINUATION);
    let mut end = End::not_yet(&known);
    let report = converge::<S, D>(system, &known, &memory.history, &mut x, &mut end)?;
    let mut history = memory.history;
    history.compare(&x, report.iterations, &S::CONTINUATION);
    history.push(x);
    let memory = Memory {
        history,
        carried: end.carried,
    };
    Ok(Advance {
        state: end_state::<S, D>(&known, &end)?,
        memory,
        report,
        stages: x,
    })
}

/// The unknown at which the iterations of this step end, whether they converge or not.
///
/// Repeats the step: what is not kept in a failure need not be paid for in a success.
pub fn last_iterate<S, D>(
    system: &S,
    h: <S as Lagrangian>::Scalar,
    inputs: &S::Inputs,
    state: &StateOf<S>,
    memory: &MemoryOf<S, D>,
) -> S::Unknown
where
    S: Stepping<D> + ?Sized,
{
    let known = element::<S, D>(h, inputs, state, &memory.carried);
    let mut x = memory.history.guess(&S::CONTINUATION);
    let mut end = End::not_yet(&known);
    // A failure is what the caller asks about; `x` is where it happened.
    let _ = converge::<S, D>(system, &known, &memory.history, &mut x, &mut end);
    x
}

/// Newton's method from `x`, and where that fails from the other guesses.
#[inline]
fn converge<S, D>(
    system: &S,
    known: &ElementOf<S, D>,
    history: &History<S::Unknown>,
    x: &mut S::Unknown,
    end: &mut EndOf<S, D>,
) -> Result<Convergence, Failure>
where
    S: Stepping<D> + ?Sized,
{
    match attempt::<S, D>(system, known, x, end) {
        Err(failure) => {
            let again = attempt_again::<S, D>(system, known, history, x, end).unwrap_or(Err(failure));
            // The first tangent was no number, as that of the drag |v| v is not at rest.
            let Err(Failure::Diverged { .. }) = again else {
                return again;
            };
            attempt_afresh::<S, D>(system, known, history, x, end).map_or(again, Ok)
        }
        result => result,
    }
}

#[inline]
fn attempt<S, D>(
    system: &S,
    known: &ElementOf<S, D>,
    x: &mut S::Unknown,
    end: &mut EndOf<S, D>,
) -> Result<Convergence, Failure>
where
    S: Stepping<D> + ?Sized,
{
    newton::iterate::<S, D>(system, known, x, |x, r, scale| {
        system.update(known, x, end, r, scale);
    })
}

/// The same out of the way, so that the usual step is compiled without it; nothing if there is no other guess.
#[cold]
fn attempt_again<S, D>(
    system: &S,
    known: &ElementOf<S, D>,
    history: &History<S::Unknown>,
    x: &mut S::Unknown,
    end: &mut EndOf<S, D>,
) -> Option<Result<Convergence, Failure>>
where
    S: Stepping<D> + ?Sized,
{
    let mut result = None;
    for guess in history.other_guesses(&S::CONTINUATION).into_iter().flatten() {
        *x = guess;
        result = Some(attempt::<S, D>(system, known, x, end));
        if matches!(result, Some(Ok(_))) {
            break;
        }
    }
    result
}

/// Without history: the last unknown itself, if it solves the equations, or from where the acceleration leads.
#[cold]
fn attempt_afresh<S, D>(
    system: &S,
    known: &ElementOf<S, D>,
    history: &History<S::Unknown>,
    x: &mut S::Unknown,
    end: &mut EndOf<S, D>,
) -> Option<Convergence>
where
    S: Stepping<D> + ?Sized,
{
    let latest = history.latest();
    if let Some(convergence) = solved::<S, D>(system, known, &latest, end) {
        *x = latest;
        return Some(convergence);
    }
    let (mut moved, mut moved_end) = (accelerated::<S, D>(system, known)?, *end);
    let convergence = attempt::<S, D>(system, known, &mut moved, &mut moved_end).ok()?;
    (*x, *end) = (moved, moved_end);
    Some(convergence)
}

/// The end of the element if `x` solves its equations as it is.
fn solved<S, D>(
    system: &S,
    known: &ElementOf<S, D>,
    x: &S::Unknown,
    end: &mut EndOf<S, D>,
) -> Option<Convergence>
where
    S: Stepping<D> + ?Sized,
{
    let (mut r, mut scale) = (zeros(), zeros());
    system.update(known, x, end, &mut r, &mut scale);
    newton::is_solved(&r, &scale).then(|| Convergence {
        iterations: 0,
        residual_norm: newton::norm(&r, &scale),
    })
}

/// v + h/2 a in every stage.
fn accelerated<S, D>(system: &S, known: &ElementOf<S, D>) -> Option<S::Unknown>
where
    S: Stepping<D> + ?Sized,
{
    let v = system.velocity(known.t, &known.q, &known.p).ok()?;
    let a = system.acceleration(known.t, &known.q, &v, &known.inputs).ok()?;
    let half = <S as Lagrangian>::Scalar::from_f64(0.5) * known.h;
    let moved = S::Vector::from_fn(|k| v.as_slice()[k] + half * a.as_slice()[k]);
    is_finite(&moved).then(|| S::unknown(&moved))
}
