//! Steps by Newton's method, guessed from the steps before.

use super::resolution::resolved;
use super::{Solver, end_state, start_carry};
use crate::drive::{Advance, Advanced, Interval, Memory, MemoryOf, Start};
use crate::equations::Equations;
use crate::history::History;
use crate::kernels::{Derived, ElementOf, End, EndOf, Kernels, displacement_scales, unknowns_at};
use crate::newton::{self, Convergence, Iteration};
use crate::{Failure, Lagrangian};
use extremal_numerics::block::{at, is_finite, zeros};
use extremal_numerics::{Block, Scalar, Size, Vector};

/// Newton's method for all unknowns.
#[derive(Clone, Copy, Debug)]
pub struct Iterated;

impl<S, D> Solver<S, D> for Iterated
where
    S: Derived<D, Stages = <S as Equations<D>>::Unknown> + ?Sized,
{
    type Memory = MemoryOf<S, D>;
    type Equations = D;

    #[inline]
    fn start(system: &S, from: Start<'_, S, D>) -> Result<Self::Memory, Failure> {
        start(system, from)
    }

    /// Starts from the extrapolated guess: a fixed point, if there is one that contracts, or else Newton's method. If that
    /// fails it starts from the other guesses, and finally from the unknown of the last step.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance<const CHECKED: bool>(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &mut Self::Memory,
    ) -> Advanced<S, Convergence, S::Stages> {
        let known = ElementOf::<S, D>::of(over.state, over.h, over.inputs, &memory.carry);
        let guess = memory.history.guess(&S::EXTRAPOLATION);
        let Converged { x, end, report } = match contracted::<S, D>(system, &known, &guess) {
            Some(converged) => converged,
            None => by_newton::<S, D>(system, known, memory.history, &guess)?,
        };
        let state = end_state::<S, D, CHECKED>(&known, &end)?;
        memory.history.compare(&x, report.iterations, &S::EXTRAPOLATION);
        memory.history.push(x);
        memory.carry.carried = end.carried;
        Ok(Advance {
            state,
            report,
            stages: x,
        })
    }
}

/// The step by Newton's method from a guess.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn by_newton<S, D>(
    system: &S,
    known: ElementOf<S, D>,
    history: History<S::Unknown>,
    guess: &S::Unknown,
) -> Result<ConvergedOf<S, D>, Failure>
where
    S: Kernels<D> + ?Sized,
{
    let mut end = End::not_yet(&known);
    let first = Iteration::<S, D>::first(
        system,
        &known,
        guess,
        #[cfg_attr(not(debug_assertions), inline(always))]
        |x, r, scale| system.update(&known, x, &mut end, r, scale),
    );
    match first.convergence() {
        Some(report) => Ok(Converged {
            x: first.x,
            end,
            report,
        }),
        None => converge::<S, D>(system, known, history, first.copied(), &mut zeros()),
    }
}

/// The step as a fixed point from a guess, if the derive has one and it contracts.
#[inline]
fn contracted<S, D>(system: &S, known: &ElementOf<S, D>, guess: &S::Unknown) -> Option<ConvergedOf<S, D>>
where
    S: Kernels<D> + ?Sized,
{
    if !S::HAS_FIXED_POINT {
        return None;
    }
    let (mut x, mut end) = (*guess, End::not_yet(known));
    let check = |x: &S::Unknown, r: &mut S::Unknown, scale: &mut S::Unknown| {
        update_apart::<S, D>(system, known, x, &mut end, r, scale);
    };
    let report = newton::fixed_point::contract(&mut x, check, |r, dx| system.fixed_point(r, dx))?;
    Some(Converged { x, end, report })
}

/// The memory at a start of schemes that iterate.
#[inline]
pub(super) fn start<S, D>(system: &S, from: Start<'_, S, D>) -> Result<MemoryOf<S, D>, Failure>
where
    S: Derived<D> + ?Sized,
{
    Ok(Memory {
        history: History::new(unknowns_at::<S, D>(from.velocity)),
        carry: start_carry(system, from)?,
    })
}

/// The solution of a step's equations, and the end that it leads to.
///
/// The report comes first: what lies where a failure has other bytes is written byte by byte, and the next step would wait for
/// it.
#[repr(C)]
pub(super) struct Converged<U, E> {
    pub(super) report: Convergence,
    pub(super) x: U,
    pub(super) end: E,
}

pub(super) type ConvergedOf<S, D> = Converged<<S as Equations<D>>::Unknown, EndOf<S, D>>;

/// The last iterate of this step, whether it converges or not.
///
/// Repeats the step, so that a successful step does not have to keep its iterates.
pub(crate) fn last_iterate<S, D>(system: &S, over: Interval<'_, S, D>, memory: &MemoryOf<S, D>) -> S::Unknown
where
    S: Kernels<D> + ?Sized,
{
    let known = ElementOf::<S, D>::of(over.state, over.h, over.inputs, &memory.carry);
    let guess = memory.history.guess(&S::EXTRAPOLATION);
    let mut end = End::not_yet(&known);
    let first = Iteration::<S, D>::first(system, &known, &guess, |x, r, scale| {
        system.update(&known, x, &mut end, r, scale);
    });
    match first.convergence() {
        Some(_) => first.x,
        None => {
            let mut last = first.x;
            match converge::<S, D>(system, known, memory.history, first, &mut last) {
                Ok(found) => found.x,
                Err(_) => last,
            }
        }
    }
}

/// Newton's method after its first iteration. Where it fails it starts again from the other guesses. `x` is the last iterate,
/// also of a failure.
///
/// Arguments are by value, so that a step of one iteration can keep its element in registers.
#[inline(never)]
pub(super) fn converge<S, D>(
    system: &S,
    known: ElementOf<S, D>,
    history: History<S::Unknown>,
    mut iteration: Iteration<S, D>,
    x: &mut S::Unknown,
) -> Result<ConvergedOf<S, D>, Failure>
where
    S: Kernels<D> + ?Sized,
{
    let mut end = End::not_yet(&known);
    let check = |x: &S::Unknown, r: &mut S::Unknown, scale: &mut S::Unknown| {
        update_apart::<S, D>(system, &known, x, &mut end, r, scale);
    };
    let mut result = iteration.go_on(system, &known, check, || displacement_scales::<S, D>(&known));
    *x = iteration.x;
    if let Err(Failure::NotConverged { iterations, .. }) = result {
        result = resolved::<S, D>(system, &known, x, &mut end, iterations).map_or(result, Ok);
    }
    if let Err(failure) = result {
        result = attempt_other_guesses::<S, D>(system, &known, &history, x, &mut end).unwrap_or(Err(failure));
    }
    if let Err(Failure::Diverged { .. }) = result {
        // The first tangent was not a number, as that of the drag |v| v at rest.
        result = attempt_without_history::<S, D>(system, &known, &history, x, &mut end).map_or(result, Ok);
    }
    result.map(|report| Converged { x: *x, end, report })
}

/// The update as a function that is not inlined: compiled once for all later iterations.
#[inline(never)]
pub(super) fn update_apart<S, D>(
    system: &S,
    known: &ElementOf<S, D>,
    x: &S::Unknown,
    end: &mut EndOf<S, D>,
    r: &mut S::Unknown,
    scale: &mut S::Unknown,
) where
    S: Kernels<D> + ?Sized,
{
    system.update(known, x, end, r, scale);
}

fn attempt<S, D>(
    system: &S,
    known: &ElementOf<S, D>,
    x: &mut S::Unknown,
    end: &mut EndOf<S, D>,
) -> Result<Convergence, Failure>
where
    S: Kernels<D> + ?Sized,
{
    let check = |x: &S::Unknown, r: &mut S::Unknown, scale: &mut S::Unknown| {
        update_apart::<S, D>(system, known, x, end, r, scale);
    };
    newton::iterate::<S, D>(system, known, x, check, || displacement_scales::<S, D>(known))
}

/// Tries the other guesses in turn. Returns `None` if the history has no other guess.
#[cold]
fn attempt_other_guesses<S, D>(
    system: &S,
    known: &ElementOf<S, D>,
    history: &History<S::Unknown>,
    x: &mut S::Unknown,
    end: &mut EndOf<S, D>,
) -> Option<Result<Convergence, Failure>>
where
    S: Kernels<D> + ?Sized,
{
    let mut result = None;
    for guess in history.other_guesses(&S::EXTRAPOLATION).into_iter().flatten() {
        *x = guess;
        result = Some(attempt::<S, D>(system, known, x, end));
        if matches!(result, Some(Ok(_))) {
            break;
        }
    }
    result
}

/// An attempt without extrapolation: the last unknown itself, if it solves the equations, or else the velocity that the
/// acceleration leads to.
#[cold]
fn attempt_without_history<S, D>(
    system: &S,
    known: &ElementOf<S, D>,
    history: &History<S::Unknown>,
    x: &mut S::Unknown,
    end: &mut EndOf<S, D>,
) -> Option<Convergence>
where
    S: Kernels<D> + ?Sized,
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
    S: Kernels<D> + ?Sized,
{
    let (mut r, mut scale) = (zeros(), zeros());
    update_apart::<S, D>(system, known, x, end, &mut r, &mut scale);
    newton::is_solved(&r, &scale, S::CONSTRAINTS).then(|| Convergence {
        iterations: 0,
        residual_norm: newton::norm(&r, &scale, S::CONSTRAINTS).to_f64(),
    })
}

/// v + h/2 a in every stage.
fn accelerated<S, D>(system: &S, known: &ElementOf<S, D>) -> Option<S::Unknown>
where
    S: Kernels<D> + ?Sized,
{
    let v = system.velocity(known.t, &known.q, &known.p).ok()?;
    let a = system.acceleration(known.t, &known.q, &v, &known.inputs).ok()?;
    let half = <S as Lagrangian>::Scalar::from_f64(0.5) * known.h;
    let moved = S::Velocity::from_fn(|k| at(v.as_slice(), k) + half * at(a.as_slice(), k));
    is_finite(&moved).then(|| unknowns_at::<S, D>(&moved))
}
