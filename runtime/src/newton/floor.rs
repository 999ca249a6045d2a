//! How small a residual has to be: the rounding of its summands.

use extremal_numerics::block::is_finite;
use extremal_numerics::{Scalar, Size, Vector};

/// max |xᵢ|; NaN is ignored.
#[inline]
pub(crate) fn largest<T: Scalar, U: Vector<T>>(x: &U) -> T::Size {
    largest_of(x.as_slice())
}

#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn largest_of<T: Scalar>(x: &[T]) -> T::Size {
    largest_by(x, T::magnitude)
}

/// The largest of sums of sizes. The first one is where a few of them begin: if it is NaN, no bound accepts its row.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn largest_sum<T: Scalar>(scales: &[T]) -> T::Size {
    match scales {
        [first, others @ ..] if others.len() < MANY => {
            let mut largest = first.magnitude_of_sum();
            for scale in others {
                largest = larger(largest, scale.magnitude_of_sum());
            }
            largest
        }
        _ => largest_by(scales, T::magnitude_of_sum),
    }
}

#[inline]
pub(crate) fn larger<T: Size>(most: T, size: T) -> T {
    T::select_less(most, size, size, most)
}

/// Many numbers are compared in lanes, which do not wait for each other.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn largest_by<T: Scalar>(x: &[T], size: impl Fn(T) -> T::Size) -> T::Size {
    if x.len() <= MANY {
        return most(x.iter().map(|&x| size(x)));
    }
    let (lanes, rest) = x.as_chunks::<8>();
    let mut largest = [T::Size::from_f64(0.0); 8];
    for lane in lanes {
        for (largest, &x) in largest.iter_mut().zip(lane) {
            *largest = larger(*largest, size(x));
        }
    }
    most(largest.into_iter().chain(rest.iter().map(|&x| size(x))))
}

/// The largest size, at least zero; NaN is ignored.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn most<T: Size>(sizes: impl Iterator<Item = T>) -> T {
    let mut largest = T::from_f64(0.0);
    for size in sizes {
        largest = larger(largest, size);
    }
    largest
}

/// The largest accepted ratio of the summands of an equation to their difference.
const CANCELLATION: f64 = 64.0;

/// Equations with more unknowns than this are taken for sparse: each is a sum of a few summands of a few unknowns.
const MANY: usize = 64;

/// N ε: one unit in the last place for each of N equations.
#[inline]
pub(crate) fn tolerance<T: Scalar, U: Vector<T>>(x: &U) -> T::Size {
    rounding_of::<T>(x.as_slice().len())
}

/// min(N, 64) ε for sums over items: each equation has a few summands.
#[inline]
pub(crate) fn tolerance_of_many<T: Scalar, U: Vector<T>>(x: &U) -> T::Size {
    rounding_of::<T>(x.as_slice().len().min(MANY))
}

#[inline]
fn rounding_of<T: Scalar>(count: usize) -> T::Size {
    T::Size::from_f64(T::EPSILON) * T::Size::from_count(count.max(1))
}

/// Whether a residual is no larger than the rounding of the largest summands, and each row no larger than the rounding
/// of its own summands. The last `constraints` equations have units of their own; they are judged by their own summands alone.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn is_solved<T: Scalar, U: Vector<T>>(r: &U, scale: &U, constraints: usize) -> bool {
    is_below::<T, U, true>(tolerance(r), r, scale, constraints)
}

/// As [`is_solved`], without equations at rest among moving ones, which are rare: fewer operations in steps of one iteration.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn is_clearly_solved<T: Scalar, U: Vector<T>>(r: &U, scale: &U, constraints: usize) -> bool {
    is_below::<T, U, false>(tolerance(r), r, scale, constraints)
}

/// As [`is_solved`], for sums over items.
#[inline]
pub(crate) fn is_solved_of_many<T: Scalar, U: Vector<T>>(r: &U, scale: &U, constraints: usize) -> bool {
    is_below::<T, U, true>(tolerance_of_many(r), r, scale, constraints)
}

/// As [`is_solved_of_many`], where the residual can be nothing but rounding, because the correction before was small. Then all
/// N equations are counted, up to N ε = √ε: summands that are differences of neighbours carry the rounding of these.
#[inline]
pub(crate) fn is_rounding_of_many<T: Scalar, U: Vector<T>>(r: &U, scale: &U, constraints: usize) -> bool {
    let all = rounding_of::<T>(r.as_slice().len());
    let root = Scalar::sqrt(T::Size::from_f64(T::EPSILON));
    is_below::<T, U, true>(if all < root { all } else { root }, r, scale, constraints)
}

#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn is_below<T: Scalar, U: Vector<T>, const WITH_REST: bool>(
    tolerance: T::Size,
    r: &U,
    scale: &U,
    constraints: usize,
) -> bool {
    let free = r.as_slice().len().saturating_sub(constraints);
    let scales = scale.as_slice().get(..free).unwrap_or_default();
    let most = tolerance * largest_sum(scales);
    let cancellation = T::Size::from_f64(CANCELLATION) * tolerance;
    // An equation at rest among moving ones: its summands are below the rounding of the largest ones, and iterations make them
    // smaller and smaller. MIN_POSITIVE accepts zero if the bound is zero.
    let at_rest = if WITH_REST {
        T::Size::from_f64(CANCELLATION * T::EPSILON) * most + T::Size::MIN_POSITIVE
    } else {
        T::Size::MIN_POSITIVE
    };
    let rows = r.as_slice().iter().zip(scale.as_slice()).enumerate();
    let mut holds = true;
    for (i, (r, scale)) in rows {
        let own = scale.magnitude_of_sum();
        let bound = if i < free {
            let own = cancellation * own;
            T::Size::select_less(most, own, most, own) + at_rest
        } else {
            of_constraint(tolerance, own)
        };
        // Infinity is not less than infinity, so that it is not accepted.
        holds &= r.magnitude() < bound;
    }
    holds
}

/// Below what an equation of a constraint is solved, by the size of its own summands.
#[inline]
fn of_constraint<T: Size>(tolerance: T, own: T) -> T {
    tolerance * own + T::MIN_POSITIVE
}

/// The bound for |r| in units of ε τ, where τ is the rounding inside of terms: a term takes several operations after its last
/// sum, and the last correction has the rounding of the residual before.
const ROUNDED: f64 = 8.0;

/// The largest bound on rounding that says anything, as a part of the largest summands.
const MOST_ROUNDED: f64 = 0.0625;

/// Whether ρ > √ε. Below, the floor decides, and not [`is_within`]: what residuals below bounds on rounding leave may have one
/// sign in each step, and adds up, while iterations that go on leave less.
#[cold]
pub(crate) fn is_above_floor<T: Scalar, U: Vector<T>>(r: &U, scale: &U) -> bool {
    let by_row = largest_by_row(r, scale);
    by_row * by_row > T::Size::from_f64(T::EPSILON)
}

/// Whether ρ > ε^¾. A floor above that is rounding of large terms, or what a pivot that is rounding leaves; one more iteration
/// tells which.
#[cold]
pub(crate) fn is_above_rounding<T: Scalar, U: Vector<T>>(r: &U, scale: &U) -> bool {
    let (by_row, epsilon) = (largest_by_row(r, scale), T::Size::from_f64(T::EPSILON));
    let square = by_row * by_row;
    square * square > epsilon * epsilon * epsilon
}

/// Whether each residual is within a bound on its rounding, and the last equations, constraints, are solved. `wide` is the
/// scale with the rounding inside of terms.
#[cold]
pub(crate) fn is_within<T: Scalar, U: Vector<T>>(r: &U, scale: &U, wide: &U, constraints: usize) -> bool {
    let free = r.as_slice().len().saturating_sub(constraints);
    let [scales, wides] = [scale, wide].map(|scale| scale.as_slice().get(..free).unwrap_or_default());
    let [largest, widest] = [scales, wides].map(largest_sum);
    let [cancellation, rounded, most] =
        [CANCELLATION, ROUNDED * T::EPSILON, MOST_ROUNDED].map(T::Size::from_f64);
    if rounded * widest > most * largest {
        return false;
    }
    let tolerance = tolerance_of_many(r);
    let mut rows = r.as_slice().iter().zip(scales.iter().zip(wides));
    let are_free = rows.all(|(r, (scale, wide))| {
        let (own, wide) = (scale.magnitude_of_sum(), wide.magnitude_of_sum());
        // MIN_POSITIVE accepts zero if the bound is zero. A bound that is no number says nothing.
        let bound = tolerance * least(largest, cancellation * own) + rounded * wide + T::Size::MIN_POSITIVE;
        bound.is_finite() && r.magnitude() < bound
    });
    are_free && are_constraints_solved(r, scale, constraints)
}

/// Whether the last `constraints` equations are solved, each to the rounding of its own summands.
#[cold]
pub(crate) fn are_constraints_solved<T: Scalar, U: Vector<T>>(r: &U, scale: &U, constraints: usize) -> bool {
    let (r, scale) = (r.as_slice(), scale.as_slice());
    let free = r.len().saturating_sub(constraints);
    let tolerance = rounding_of::<T>(r.len().min(MANY));
    let mut rows = r.iter().zip(scale).skip(free);
    rows.all(|(r, scale)| r.magnitude() < of_constraint(tolerance, scale.magnitude_of_sum()))
}

/// Whether no constraint leaves more than one rounding of its own summands: less than that no iteration can leave. What is
/// above may be the error of an iteration that goes on.
#[inline]
pub(crate) fn are_constraints_at_rounding<T: Scalar, U: Vector<T>>(
    r: &U,
    scale: &U,
    constraints: usize,
) -> bool {
    let (r, scale) = (r.as_slice(), scale.as_slice());
    let free = r.len().saturating_sub(constraints);
    let mut rows = r.iter().zip(scale).skip(free);
    rows.all(|(r, scale)| r.magnitude() < of_constraint(rounding_of::<T>(1), scale.magnitude_of_sum()))
}

/// R of the last `constraints` equations.
#[inline]
fn norm_of_constraints<T: Scalar, U: Vector<T>>(r: &U, scale: &U, constraints: usize) -> T::Size {
    let (r, scale) = (r.as_slice(), scale.as_slice());
    let free = r.len().saturating_sub(constraints);
    let rows = r.iter().zip(scale).skip(free);
    most(rows.map(|(g, scale)| g.magnitude().quotient(scale.magnitude_of_sum())))
}

/// R of a finite residual: equations relative to the largest row scale, constraints relative to their own.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn norm<T: Scalar, U: Vector<T>>(r: &U, scale: &U, constraints: usize) -> T::Size {
    let free = r.as_slice().len().saturating_sub(constraints);
    let of_balances = |x: &U| largest_of(x.as_slice().get(..free).unwrap_or(x.as_slice()));
    larger(
        of_balances(r).quotient(of_balances(scale)),
        norm_of_constraints(r, scale, constraints),
    )
}

/// Whether a correction is no larger than the rounding of the corrected unknown.
#[inline]
pub(crate) fn is_rounding<T: Scalar, U: Vector<T>>(dx: &U, x: &U) -> bool {
    let mut pairs = dx.as_slice().iter().zip(x.as_slice());
    pairs.all(|(dx, x)| dx.magnitude() <= T::Size::from_f64(T::EPSILON) * x.magnitude())
}

/// The largest rounding of a coordinate that is accepted, in units of N ε: a discrete gradient divides the rounding of its
/// energies by a difference of coordinates.
const ROUNDINGS: f64 = 1024.0;

/// Whether coordinates that move by this part of the largest one move by its rounding, in N equations: 1024 N ε, at most
/// √ε. The error that Newton's method leaves then, its square, is below every rounding.
#[inline]
pub(crate) fn is_rounding_of_way<T: Scalar>(motion: T::Size, count: usize) -> bool {
    let epsilon = T::Size::from_f64(T::EPSILON);
    let bound = T::Size::from_f64(ROUNDINGS) * rounding_of::<T>(count.min(MANY));
    motion <= bound && motion * motion <= epsilon
}

/// Whether coordinates that move by this part of the largest one move by a rounding of it.
#[inline]
pub(crate) fn is_rounding_of_places<T: Scalar>(motion: T::Size) -> bool {
    motion <= rounding_of::<T>(1)
}

/// The largest ratio of a change to its way. Changes without a way are left out; infinite if no change has one.
#[inline]
pub(crate) fn motion<T: Size>(changes: impl Iterator<Item = (T, T)>) -> T {
    let zero = T::from_f64(0.0);
    let parts = changes.filter(|&(_, way)| way > zero);
    let largest = parts.fold(None, |largest, (change, way)| {
        let part = change / way;
        // NaN stays.
        let is_less = largest.is_some_and(|largest| part <= largest);
        if is_less { largest } else { Some(part) }
    });
    largest.unwrap_or(T::INFINITY)
}

/// The largest change from numbers before, relative to the largest number, if that is at most √ε, and more than the rounding of
/// the numbers: then other unknowns may still converge.
pub(crate) fn small_change<T: Scalar>(pairs: impl Iterator<Item = (T, T)>) -> Option<T::Size> {
    let zero = T::Size::from_f64(0.0);
    let (change, size) = pairs.fold((zero, zero), |(change, size), (x, from)| {
        (
            larger(change, (x - from).magnitude()),
            larger(size, x.magnitude()),
        )
    });
    let part = change / size;
    let epsilon = T::Size::from_f64(T::EPSILON);
    let rounding = T::Size::from_f64(CANCELLATION) * epsilon;
    (part * part <= epsilon && part > rounding).then_some(part)
}

/// The smaller number; `a` if they cannot be compared.
#[inline]
pub(crate) fn least<T: Size>(a: T, b: T) -> T {
    T::select_less(b, a, b, a)
}

/// Whether rounding is all that is left: ρ > ½ ρ of the iteration before, and ρ ≤ √ε. Balances and constraints have different
/// units, and the larger numbers of one must not hide the other: each has come to its own floor.
pub(crate) fn is_floor<T: Scalar, U: Vector<T>, B: Vector<T>>(
    now: (&U, &U),
    before: (&B, &B),
    constraints: usize,
) -> bool {
    let by_row = largest_by_row(now.0, now.1);
    let [epsilon, half] = [T::EPSILON, 0.5].map(T::Size::from_f64);
    by_row * by_row <= epsilon
        && by_row > half * largest_by_row(before.0, before.1)
        && (constraints == 0 || are_both_at_floor(now, before, constraints))
}

/// Whether constraints are above rounding, and still fall: rounding in the balances, which moves nothing, must not hide them.
#[cold]
pub(crate) fn do_constraints_fall<T: Scalar, U: Vector<T>, B: Vector<T>>(
    (r, scale): (&U, &U),
    (r0, scale0): (&B, &B),
    constraints: usize,
) -> bool {
    let before = norm_of_constraints::<T, B>(r0, scale0, constraints);
    !are_constraints_at_rounding(r, scale, constraints)
        && norm_of_constraints(r, scale, constraints) <= T::Size::from_f64(0.5) * before
}

/// Whether balances are solved or do not improve, and constraints are at rounding or do not.
#[cold]
fn are_both_at_floor<T: Scalar, U: Vector<T>, B: Vector<T>>(
    (r, scale): (&U, &U),
    (r0, scale0): (&B, &B),
    constraints: usize,
) -> bool {
    let free = r.as_slice().len().saturating_sub(constraints);
    let [now, before] = [
        [r.as_slice(), scale.as_slice()],
        [r0.as_slice(), scale0.as_slice()],
    ]
    .map(|rows| {
        let [r, scale] = rows.map(|x| x.split_at_checked(free).unwrap_or_default());
        [largest_of_rows(r.0, scale.0), largest_of_rows(r.1, scale.1)]
    });
    let half = T::Size::from_f64(0.5);
    let falls = |group: usize| match (now.get(group), before.get(group)) {
        (Some(&now), Some(&before)) => now <= half * before,
        _ => false,
    };
    let solved = T::Size::from_f64(CANCELLATION) * tolerance_of_many(r);
    (!falls(0) || now.first().is_some_and(|&now| now <= solved))
        && (!falls(1) || are_constraints_at_rounding(r, scale, constraints))
}

/// ρ; NaN or infinite if the residual is.
#[inline]
pub(crate) fn largest_by_row<T: Scalar, U: Vector<T>>(r: &U, scale: &U) -> T::Size {
    if is_finite(r) && is_finite(scale) {
        largest_of_rows(r.as_slice(), scale.as_slice())
    } else {
        T::Size::NAN
    }
}

/// ρ of some rows.
#[inline]
fn largest_of_rows<T: Scalar>(r: &[T], scale: &[T]) -> T::Size {
    // An equation at rest among moving ones carries their rounding and has no scale of its own. The lower bound also
    // avoids a division by zero.
    let part = T::Size::from_f64(100.0) * Scalar::sqrt(T::Size::from_f64(T::EPSILON));
    let least_scale = part * largest_of(scale) + T::Size::MIN_POSITIVE;
    r.iter()
        .zip(scale)
        .fold(T::Size::from_f64(0.0), |size, (r, scale)| {
            let scale = scale.magnitude();
            larger(size, r.magnitude() / larger(least_scale, scale))
        })
}

#[cfg(test)]
mod tests;
