//! Steps of which only some unknowns are iterated: the others are recovered from those.
//!
//! Knows no scheme. Recovery eliminates without pivoting. Where its pivots are too small, as with a mass of zero, all unknowns
//! are iterated with row pivoting.

use super::iterated::{self, Converged, converge};
use super::{Solver, end_state};
use crate::drive::one_step::prefix;
use crate::drive::{Advance, Advanced, Interval, MemoryOf, Start};
use crate::equations::Equations;
use crate::equations::is_stable;
use crate::history::History;
use crate::kernels::{
    self, AllUnknowns, Derived, ElementOf, End, EndOf, Kernels, Recovery, Uncondensed, carry, unknowns_at,
};
use crate::newton::{self, Convergence, Iteration};
use crate::{Failure, Lagrangian, StateOf};
use extremal_numerics::block::{at, is_finite, rows_mut, zeros};
use extremal_numerics::{Block, Scalar, Size, SizeOf, Vector};

/// Newton's method for some unknowns; the others are recovered from them.
#[derive(Clone, Copy, Debug)]
pub struct Condensed;

impl<S, D> Solver<S, D> for Condensed
where
    S: Derived<D, Stages = AllUnknowns<S, D>> + Recovery<D> + ?Sized,
{
    type Memory = MemoryOf<S, D>;
    type Equations = Uncondensed<D>;

    #[inline]
    fn start(system: &S, from: Start<'_, S, D>) -> Result<Self::Memory, Failure> {
        iterated::start(system, from)
    }

    #[inline]
    fn advance<const CHECKED: bool>(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &mut Self::Memory,
    ) -> Advanced<S, Convergence, S::Stages> {
        let known = ElementOf::<S, D>::of(over.state, over.h, over.inputs, &memory.carry);
        if <S as Equations<Uncondensed<D>>>::LEAST_NORM {
            let step = advance_uncondensed::<S, D>(system, known, None)?;
            let y = kernels::iterated::<S, D>(&step.0.stages);
            return Ok(remember::<S, D>(memory, y, step));
        }
        let guess = memory.history.guess(&<S as Kernels<D>>::EXTRAPOLATION);
        let mut end = End::not_yet(&known);
        let first = Iteration::<S, D>::first(system, &known, &guess, |y, r, scale| {
            Kernels::<D>::update(system, &known, y, &mut end, r, scale);
        });
        // Here, and not after the branches, so that results of the residual are shared.
        if let Some(report) = first.convergence()
            && let Some((step, carried)) = recovered::<S, D, CHECKED>(system, &known, &first.x, (report, end))
        {
            return Ok(remember::<S, D>(memory, first.x, (step, carried)));
        }
        let (y, step) = iterated_further::<S, D>(system, known, memory.history, first.copied())?;
        Ok(remember::<S, D>(memory, y, step))
    }
}

/// The step that y leads to; `None` where the pivots of its program are too small.
#[inline(always)]
fn recovered<S, D, const CHECKED: bool>(
    system: &S,
    known: &ElementOf<S, D>,
    y: &<S as Equations<D>>::Unknown,
    (report, mut end): (Convergence, EndOf<S, D>),
) -> Option<Recovered<S, D>>
where
    S: Recovery<D> + ?Sized,
{
    let mut x = zeros();
    let growth = system.recover(known, y, &mut x, &mut end);
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

/// The iterated unknowns, and the step.
type Iterated<S, D> = (<S as Equations<D>>::Unknown, Recovered<S, D>);

/// All after the first iteration. Arguments are by value, so that a step of one iteration can keep its element in registers.
#[inline(never)]
fn iterated_further<S, D>(
    system: &S,
    known: ElementOf<S, D>,
    history: History<<S as Equations<D>>::Unknown>,
    first: Iteration<S, D>,
) -> Result<Iterated<S, D>, Failure>
where
    S: Recovery<D> + ?Sized,
{
    let found = converge::<S, D>(system, known, history, first, &mut zeros()).ok();
    let found = found.filter(|found| is_credible::<S, D>(system, &known, &found.x, &found.report));
    if let Some(Converged { x: y, end, report }) = found
        && let Some(step) = recovered::<S, D, true>(system, &known, &y, (report, end))
    {
        return Ok((y, step));
    }
    let (step, carried) = advance_uncondensed::<S, D>(system, known, found.map(|found| found.x))?;
    Ok((kernels::iterated::<S, D>(&step.stages), (step, carried)))
}

/// Stores what the next step needs.
#[inline]
fn remember<S, D>(
    memory: &mut MemoryOf<S, D>,
    y: <S as Equations<D>>::Unknown,
    (step, carried): Recovered<S, D>,
) -> RecoveredStep<S, D>
where
    S: Recovery<D> + ?Sized,
{
    let extrapolation = &<S as Kernels<D>>::EXTRAPOLATION;
    memory.history.compare(&y, step.report.iterations, extrapolation);
    memory.history.push(y);
    memory.carry.carried = carried;
    remember_last(&mut memory.carry.carried, &step.stages, S::END_MULTIPLIERS);
    step
}

/// Writes the last unknowns over the last carried numbers.
#[inline]
fn remember_last<T: Scalar>(carried: &mut impl Block<T>, x: &impl Block<T>, last: usize) {
    let (carried, x) = (carried.as_mut_slice(), x.as_slice());
    let from = [carried.len(), x.len()].map(|length| length.saturating_sub(last));
    let pairs = carried.iter_mut().skip(from[0]).zip(x.iter().skip(from[1]));
    pairs.for_each(|(carried, &x)| *carried = x);
}

type RecoveredStep<S, D> = Advance<StateOf<S>, Convergence, AllUnknowns<S, D>>;

/// A step, and what it carries to the next.
type Recovered<S, D> = (RecoveredStep<S, D>, <S as Kernels<D>>::Carried);

/// How far a constraint may be from zero at a solution, in roundings of its terms.
const ROUNDINGS: f64 = 64.0;

/// More iterations than this suggest convergence to another root; see [`is_credible`].
const FEW: usize = 5;

/// Whether the solution is on the right branch. Only solutions of multipliers alone are tested.
///
/// ```text
/// ∂g/∂λ = −h G₁ M⁻¹ G₀ᵀ + ..   has negative pivots, as −h G M⁻¹ Gᵀ has where h → 0
/// ```
///
/// The error of extrapolated multipliers, divided by the mass, is an error of velocities. Where masses are small or steps long,
/// iterations may end in a mirrored configuration, where the pivots have another sign, or at a rounding floor far above that of
/// the constraints.
fn is_credible<S, D>(
    system: &S,
    known: &ElementOf<S, D>,
    y: &<S as Equations<D>>::Unknown,
    report: &Convergence,
) -> bool
where
    S: Recovery<D> + ?Sized,
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
    let rounding =
        SizeOf::<<S as Lagrangian>::Scalar>::from_f64(ROUNDINGS * <S as Lagrangian>::Scalar::EPSILON);
    newton::norm(&r, &scale, n) <= rounding && has_negative_pivots(a.as_mut_slice(), n)
}

/// Whether elimination in order has negative pivots only; `a` is overwritten.
fn has_negative_pivots<T: Scalar>(a: &mut [T], n: usize) -> bool {
    (0..n).all(|k| {
        let mut rows = rows_mut(a, n).skip(k);
        let Some(mut pivot_row) = rows.next().map(|row| row.iter().skip(k)) else {
            return false;
        };
        let Some(&pivot) = pivot_row.next() else {
            return false;
        };
        for row in rows {
            let mut row = row.iter_mut().skip(k);
            let factor = row.next().map_or(pivot, |first| *first) / pivot;
            row.zip(pivot_row.clone())
                .for_each(|(x, &known)| *x = *x - factor * known);
        }
        pivot.real() < T::Size::from_f64(0.0)
    })
}

/// Iterates all unknowns with row pivoting, from a solution `y` if there is one. Arguments are by value, so that the usual step
/// can keep its element in registers.
#[cold]
fn advance_uncondensed<S, D>(
    system: &S,
    known: ElementOf<S, D>,
    y: Option<<S as Equations<D>>::Unknown>,
) -> Result<Recovered<S, D>, Failure>
where
    S: Recovery<D> + ?Sized,
{
    let (h, inputs) = (known.h, known.inputs);
    let state = StateOf::<S> {
        t: known.t,
        q: known.q,
        p: known.p,
    };
    let mut x = first_guess::<S, D>(system, &known, y);
    let constants = prefix(&known.constants);
    let carry_of_all = carry::<S, Uncondensed<D>>(system, constants, (h, &state), &zeros());
    let whole = ElementOf::<S, Uncondensed<D>>::of(&state, h, &inputs, &carry_of_all);
    let mut end = End::not_yet(&whole);
    let check = |x: &AllUnknowns<S, D>, r: &mut AllUnknowns<S, D>, scale: &mut AllUnknowns<S, D>| {
        Kernels::<Uncondensed<D>>::update(system, &whole, x, &mut end, r, scale);
    };
    let scales = || kernels::displacement_scales::<S, Uncondensed<D>>(&whole);
    let report = newton::iterate::<S, Uncondensed<D>>(system, &whole, &mut x, check, scales)?;
    let state = end_state::<S, Uncondensed<D>, true>(&whole, &end)?;
    let carried = carry::<S, D>(system, known.constants, (h, &state), &zeros()).carried;
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

/// The velocity at the start in every stage, and the numbers that `recover` finds where these are finite.
fn first_guess<S, D>(
    system: &S,
    known: &ElementOf<S, D>,
    y: Option<<S as Equations<D>>::Unknown>,
) -> AllUnknowns<S, D>
where
    S: Recovery<D> + ?Sized,
{
    let velocity = system.velocity(known.t, &known.q, &known.p);
    let velocity = velocity.unwrap_or_else(|_| zeros());
    let plain = unknowns_at::<S, Uncondensed<D>>(&velocity);
    let Some(y) = y else { return plain };
    let (mut x, mut end) = (plain, End::not_yet(known));
    system.recover(known, &y, &mut x, &mut end);
    AllUnknowns::<S, D>::from_fn(|k| {
        let (found, plain) = (at(x.as_slice(), k), at(plain.as_slice(), k));
        if found.magnitude().is_finite() {
            found
        } else {
            plain
        }
    })
}
