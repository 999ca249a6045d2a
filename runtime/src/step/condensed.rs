//! Steps of which only some unknowns are iterated: the others follow from those.
//!
//! Knows no scheme. Where what follows is not to be had by a program that trusts its pivots, as with a mass of
//! zero, all unknowns are iterated by one that chooses them.

use core::marker::PhantomData;

use super::iterated::{Converged, converge};
use super::{Advance, Advanced, ElementOf, End, EndOf, MemoryOf, Stepping, element, end_state, kept};
use crate::block::{is_finite, zeros};
use crate::equations::is_stable;
use crate::newton::{self, Convergence, Iteration};
use crate::{Block, Equations, Failure, History, Lagrangian, Scalar, StateOf};

/// The equations of the scheme `D` with all its unknowns.
#[derive(Clone, Copy, Debug)]
pub struct Whole<D>(PhantomData<fn() -> D>);

/// A step of the scheme `D` in fewer unknowns than its equations have.
///
/// ```text
/// r(y) = 0 is iterated,   x = X(y),   (q₁, p₁) = Z(y)
/// ```
pub trait Condensed<D>: Stepping<D> + Stepping<Whole<D>> {
    /// x and the end from y. Returns the growth as [`Equations::correction`] does; infinity where there is no program for it.
    fn expand(
        &self,
        known: &ElementOf<Self, D>,
        y: &<Self as Equations<D>>::Unknown,
        x: &mut WholeOf<Self, D>,
        end: &mut EndOf<Self, D>,
    ) -> f64;

    /// y of x.
    fn iterated(x: &WholeOf<Self, D>) -> <Self as Equations<D>>::Unknown;
}

/// All unknowns of a step of the scheme `D` for the system `S`.
pub type WholeOf<S, D> = <S as Equations<Whole<D>>>::Unknown;

/// A step by Newton's method for what is iterated, and then by `expand`. Of the unknowns the last `last` are kept at the end of
/// what is carried.
///
/// # Errors
///
/// Those of [`advance_newton`](super::advance_newton).
#[inline]
pub fn advance_condensed<S, D, const CHECKED: bool>(
    system: &S,
    h: <S as Lagrangian>::Scalar,
    inputs: &S::Inputs,
    state: &StateOf<S>,
    memory: &mut MemoryOf<S, D>,
    last: usize,
) -> Advanced<S, Convergence, WholeOf<S, D>>
where
    S: Condensed<D> + ?Sized,
{
    let known = element::<S, D>(h, inputs, state, &memory.kept);
    let guess = memory.history.guess(&<S as Stepping<D>>::CONTINUATION);
    let mut end = End::not_yet(&known);
    let first = Iteration::<S, D>::first(system, &known, &guess, |y, r, scale| {
        Stepping::<D>::update(system, &known, y, &mut end, r, scale);
    });
    // Here, and not where all ways meet again: what the residual has computed is not computed anew.
    if let Some(report) = first.convergence()
        && let Some((step, carried)) = expanded::<S, D, CHECKED>(system, &known, &first.x, (report, end))
    {
        return Ok(remember::<S, D>(memory, first.x, (step, carried), last));
    }
    let (y, step) = otherwise::<S, D>(system, known, memory.history, first.copied())?;
    Ok(remember::<S, D>(memory, y, step, last))
}

/// The step that y leads to; nothing where the program of it is not to be trusted.
#[inline(always)]
fn expanded<S, D, const CHECKED: bool>(
    system: &S,
    known: &ElementOf<S, D>,
    y: &<S as Equations<D>>::Unknown,
    (report, mut end): (Convergence, EndOf<S, D>),
) -> Option<Expanded<S, D>>
where
    S: Condensed<D> + ?Sized,
{
    let mut x = zeros();
    let growth = system.expand(known, y, &mut x, &mut end);
    let state = end_state::<S, D, CHECKED>(known, &end).ok()?;
    is_stable(growth).then_some((
        Advance {
            state,
            report,
            stages: x,
        },
        end.carried,
    ))
}

/// What was iterated, and the step.
type Otherwise<S, D> = (<S as Equations<D>>::Unknown, Expanded<S, D>);

/// After the first iteration, whatever it takes; by value, so that steps that take one need not keep their element in memory.
#[inline(never)]
fn otherwise<S, D>(
    system: &S,
    known: ElementOf<S, D>,
    history: History<<S as Equations<D>>::Unknown>,
    first: Iteration<S, D>,
) -> Result<Otherwise<S, D>, Failure>
where
    S: Condensed<D> + ?Sized,
{
    let found = converge::<S, D>(system, known, history, first, &mut zeros()).ok();
    let found = found.filter(|found| is_credible::<S, D>(system, &known, &found.x, &found.report));
    if let Some(Converged { x: y, end, report }) = found
        && let Some(step) = expanded::<S, D, true>(system, &known, &y, (report, end))
    {
        return Ok((y, step));
    }
    let (step, carried) = advance_whole::<S, D>(system, known, found.map(|found| found.x))?;
    Ok((S::iterated(&step.stages), (step, carried)))
}

/// Changes the memory to what the next step needs.
#[inline]
fn remember<S, D>(
    memory: &mut MemoryOf<S, D>,
    y: <S as Equations<D>>::Unknown,
    (step, carried): Expanded<S, D>,
    last: usize,
) -> ExpandedStep<S, D>
where
    S: Condensed<D> + ?Sized,
{
    let continuation = &<S as Stepping<D>>::CONTINUATION;
    memory.history.compare(&y, step.report.iterations, continuation);
    memory.history.push(y);
    memory.kept.carried = carried;
    keep(&mut memory.kept.carried, &step.stages, last);
    step
}

/// The last unknowns in the place of the last numbers that are carried.
#[inline]
fn keep<T: Scalar>(carried: &mut impl Block<T>, x: &impl Block<T>, last: usize) {
    let (carried, x) = (carried.as_mut_slice(), x.as_slice());
    let from = (carried.len() - last, x.len() - last);
    carried[from.0..].copy_from_slice(&x[from.1..]);
}

type ExpandedStep<S, D> = Advance<StateOf<S>, Convergence, WholeOf<S, D>>;

/// A step, and what it leaves for the next.
type Expanded<S, D> = (ExpandedStep<S, D>, <S as Stepping<D>>::Carried);

/// So many roundings of its terms a constraint may be away from zero, and be believed.
const ROUNDINGS: f64 = 64.0;

/// Who takes more iterations from an extrapolated multiplier may have gone astray on the way.
const FEW: usize = 5;

/// Whether multipliers alone were iterated to a solution of the right branch, or more than these were.
///
/// ```text
/// ∂g/∂λ = −h G₁ M⁻¹ G₀ᵀ + ..   has negative pivots, as −h G M⁻¹ Gᵀ has where h → 0
/// ```
///
/// The multipliers are extrapolated, and their error is one of velocities by the reciprocal mass: where masses are small or steps
/// long, iterations may end in a mirrored configuration, where pivots have another sign, or at a floor of rounding far above that
/// of the constraints.
fn is_credible<S, D>(
    system: &S,
    known: &ElementOf<S, D>,
    y: &<S as Equations<D>>::Unknown,
    report: &Convergence,
) -> bool
where
    S: Condensed<D> + ?Sized,
{
    let n = <S as Equations<D>>::Unknown::LEN;
    if <S as Equations<D>>::CONSTRAINTS < n {
        return true;
    }
    if report.iterations > FEW {
        return false;
    }
    let (mut r, mut scale) = (zeros(), zeros());
    Equations::<D>::residual(system, known, y, &mut r, &mut scale);
    let mut a: <S as Equations<D>>::Tangent = zeros();
    Equations::<D>::tangent(system, known, y, &mut { r }, &mut a);
    let rounding = ROUNDINGS * <S as Lagrangian>::Scalar::EPSILON;
    newton::norm(&r, &scale, n) <= rounding && has_negative_pivots(a.as_mut_slice(), n)
}

/// Whether elimination in order meets negative pivots only; `a` is overwritten.
fn has_negative_pivots<T: Scalar>(a: &mut [T], n: usize) -> bool {
    (0..n).all(|k| {
        let pivot = a[n * k + k];
        for row in k + 1..n {
            let factor = a[n * row + k] / pivot;
            for column in k + 1..n {
                a[n * row + column] = a[n * row + column] - factor * a[n * k + column];
            }
        }
        pivot.real() < 0.0
    })
}

/// All unknowns by elimination with row pivoting, from what was iterated, if that was found; by value, so that the usual step need
/// not keep its element in memory.
#[cold]
fn advance_whole<S, D>(
    system: &S,
    known: ElementOf<S, D>,
    y: Option<<S as Equations<D>>::Unknown>,
) -> Result<Expanded<S, D>, Failure>
where
    S: Condensed<D> + ?Sized,
{
    let (h, inputs) = (known.h, known.inputs);
    let state = StateOf::<S> {
        t: known.t,
        q: known.q,
        p: known.p,
    };
    let mut x = first_guess::<S, D>(system, &known, y);
    let whole = element::<S, Whole<D>>(
        h,
        &inputs,
        &state,
        &kept::<S, Whole<D>>(system, h, &state, &zeros()),
    );
    let mut end = End::not_yet(&whole);
    let report = newton::iterate::<S, Whole<D>>(system, &whole, &mut x, |x, r, scale| {
        Stepping::<Whole<D>>::update(system, &whole, x, &mut end, r, scale);
    })?;
    let state = end_state::<S, Whole<D>, true>(&whole, &end)?;
    let carried = kept::<S, D>(system, h, &state, &zeros()).carried;
    if !is_finite(&carried) {
        return Err(Failure::NotFinite {
            what: "force at the end of the step",
        });
    }
    let step = Advance {
        state,
        report,
        stages: x,
    };
    Ok((step, carried))
}

/// The velocity at the start in every stage, and what `expand` knows beside.
fn first_guess<S, D>(
    system: &S,
    known: &ElementOf<S, D>,
    y: Option<<S as Equations<D>>::Unknown>,
) -> WholeOf<S, D>
where
    S: Condensed<D> + ?Sized,
{
    let velocity = system.velocity(known.t, &known.q, &known.p);
    let velocity = velocity.unwrap_or_else(|_| zeros());
    let plain = <S as Stepping<Whole<D>>>::unknown(&velocity);
    let Some(y) = y else { return plain };
    let (mut x, mut end) = (plain, End::not_yet(known));
    system.expand(known, &y, &mut x, &mut end);
    WholeOf::<S, D>::from_fn(|k| {
        let (found, plain) = (x.as_slice()[k], plain.as_slice()[k]);
        if found.magnitude().is_finite() {
            found
        } else {
            plain
        }
    })
}
