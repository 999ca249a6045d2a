//! Whether constraints are independent of each other.
//!
//! ```text
//! Gᵢₖ/√Mₖₖ     has one unit in a row, and what is small in it does not depend on the units of coordinates
//! ```

use super::Constrained;
use super::held::Place;
use super::start::rounding;
use super::unheld;
use crate::masses;
use crate::newton::most;
use crate::{Failure, Lagrangian, State, StateOf};
use extremal_numerics::block::{at, zeros};
use extremal_numerics::{Block, Scalar, Size, SizeOf, Vector};

type ScalarOf<S> = <S as Lagrangian>::Scalar;

/// Checks that constraints are independent at a place.
///
/// # Errors
///
/// [`Failure::RedundantConstraint`], [`Failure::NoGradient`].
pub(super) fn are_independent<S: Constrained + ?Sized>(
    system: &S,
    place: Place<'_, S>,
) -> Result<(), Failure> {
    let Some(Dependent { row, is_zero, .. }) = first_dependent_row(system, place, rounding::<S>()) else {
        return Ok(());
    };
    let constraint = S::CONSTRAINTS.get(row).copied().unwrap_or_default();
    Err(if is_zero {
        Failure::NoGradient { constraint }
    } else {
        Failure::RedundantConstraint { constraint }
    })
}

/// The pivots of the equations of a step have the square of the part of a row that is its own, and are singular below ε.
/// Sixteen roots of ε: with less than that of its own a constraint is the cause.
const ROOTS: f64 = 16.0;

/// A step that failed because its equations are singular, named after the constraint that nearly depends on those before it, or
/// after a direction without mass that none holds, if there is one.
#[cold]
pub(crate) fn explained<S: Constrained + ?Sized>(
    system: &S,
    State { t, q, .. }: &StateOf<S>,
    failure: Failure,
) -> Failure {
    if !matches!(failure, Failure::SingularTangent { .. }) {
        return failure;
    }
    let [roots, epsilon] = [ROOTS, ScalarOf::<S>::EPSILON].map(SizeOf::<ScalarOf<S>>::from_f64);
    let still: S::Velocity = zeros();
    match first_dependent_row(system, (*t, q, &still), roots * Scalar::sqrt(epsilon)) {
        Some(Dependent { row, part, .. }) if part.is_finite() => {
            let constraint = S::CONSTRAINTS.get(row).copied().unwrap_or_default();
            Failure::NearlyDependent {
                constraint,
                part: part.to_f64(),
            }
        }
        _ => unheld::undetermined(system, *t, q).unwrap_or(failure),
    }
}

/// A row of G that depends on the rows before it.
struct Dependent<T> {
    row: usize,
    /// Whether the row itself is zero, whatever is before it.
    is_zero: bool,
    /// The part of its largest entry that is left by the rows before.
    part: T,
}

/// The first row of G of which the rows before it leave no more than `least`, found by elimination with the largest entry of
/// each row as pivot.
fn first_dependent_row<S: Constrained + ?Sized>(
    system: &S,
    place: Place<'_, S>,
    least: SizeOf<ScalarOf<S>>,
) -> Option<Dependent<SizeOf<ScalarOf<S>>>> {
    let (t, q, _) = place;
    let mut jacobian = system.constraint_jacobian(t, q);
    let m = S::Constraints::LEN;
    weigh(
        jacobian.as_mut_slice(),
        m,
        masses::diagonal(system, place).as_slice(),
    );
    let mut left = jacobian;
    let entries = left.as_mut_slice();
    let columns = entries.len() / m.max(1);
    for row in 0..m {
        let size = |entries: &[ScalarOf<S>], j: usize| at(entries, row + m * j).magnitude();
        let pivot = (0..columns).max_by(|&a, &b| size(entries, a).total_cmp(&size(entries, b)))?;
        let before = most((0..columns).map(|j| size(jacobian.as_slice(), j)));
        let left = size(entries, pivot);
        if left.is_nan() || left <= least * before {
            let is_zero = before == SizeOf::<ScalarOf<S>>::from_f64(0.0);
            let part = left / before;
            return Some(Dependent { row, is_zero, part });
        }
        for below in row + 1..m {
            let factor = at(entries, below + m * pivot) / at(entries, row + m * pivot);
            for j in 0..columns {
                let known = at(entries, row + m * j);
                if let Some(entry) = entries.get_mut(below + m * j) {
                    *entry = *entry - factor * known;
                }
            }
        }
    }
    None
}

/// Divides the columns of G, stored column by column, by the roots of masses. A column without a mass is divided by its
/// largest number relative to the others of the row. All divisors are powers of two.
pub(super) fn weigh<T: Scalar>(jacobian: &mut [T], m: usize, masses: &[T]) {
    let (zero, one) = (T::Size::from_f64(0.0), T::Size::from_f64(1.0));
    let has_mass = |k: usize| at(masses, k).real() > zero && at(masses, k).real() < T::Size::INFINITY;
    let columns = jacobian.len() / m.max(1);
    for k in (0..columns).filter(|&k| has_mass(k)) {
        divide(jacobian, m, k, Scalar::sqrt(at(masses, k).real()));
    }
    for k in (0..columns).filter(|&k| !has_mass(k)) {
        let of_row = |i: usize| {
            let others = (0..columns).filter(|&j| has_mass(j));
            let size = most(others.map(|j| at(jacobian, i + m * j).magnitude()));
            let own = at(jacobian, i + m * k).magnitude();
            own / if size > zero { size } else { one }
        };
        let largest = most((0..m).map(of_row));
        divide(jacobian, m, k, largest);
    }
}

/// Divides column k by the power of two below a divisor, if that is a number.
fn divide<T: Scalar>(jacobian: &mut [T], m: usize, k: usize, divisor: T::Size) {
    let factor = Scalar::recip(divisor.power_of_two());
    if factor > T::Size::from_f64(0.0) && factor < T::Size::INFINITY {
        let column = jacobian.iter_mut().skip(m * k).take(m);
        column.for_each(|entry| *entry = *entry * T::from_size(factor));
    }
}
