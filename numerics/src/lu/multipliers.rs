//! Equations with multipliers, whose unit has nothing to do with those of the other unknowns.
//!
//! ```text
//! ⎡ A  Gᵀ ⎤
//! ⎣ G  0  ⎦     a column without a number on the diagonal is one of a multiplier
//! ```
//!
//! Beside forces of 1e-26, entries of Gᵀ of 1e-10 would be the size of their rows, and A would look like rounding. So each
//! multiplier gets the unit in which the largest entry of its column, relative to what A has in its row, is one. Powers of two
//! keep all bits.

use super::{larger, solve_all};
use crate::block::{at, rows, rows_mut};
use crate::{LinearFailure, Scalar, Size};

/// Solves A X = B as [`solve_all`], where columns with a zero on the diagonal are those of multipliers: whether A counts as
/// singular does not depend on their units. `units` has one number for each column, and is overwritten.
///
/// ```
/// // Two masses of 1e-26 that one constraint holds together.
/// let (m, g) = (1e-26_f64, 1e-10_f64);
/// let mut a = [m, 0.0, g, 0.0, 2.0 * m, -g, g, -g, 0.0];
/// let mut b = [3.0 * m, 0.0, 0.0];
/// extremal_numerics::lu::solve_with_multipliers(&mut a, &mut b, 1, &mut [0.0; 3])?;
/// assert!((b[0] - 1.0).abs() < 1e-15 && (b[1] - 1.0).abs() < 1e-15);
/// # Ok::<(), extremal_numerics::LinearFailure>(())
/// ```
///
/// # Errors
///
/// The errors of [`solve_all`].
pub fn solve_with_multipliers<T: Scalar>(
    a: &mut [T],
    b: &mut [T],
    width: usize,
    units: &mut [T],
) -> Result<(), LinearFailure> {
    let has_multipliers = choose_units(a, units);
    if has_multipliers {
        for row in rows_mut(a, units.len()) {
            row.iter_mut().zip(&*units).for_each(|(a, &unit)| *a = *a * unit);
        }
    }
    solve_all(a, b, width)?;
    if has_multipliers {
        for (x, &unit) in rows_mut(b, width).zip(&*units) {
            x.iter_mut().for_each(|x| *x = *x * unit);
        }
    }
    Ok(())
}

/// The unit of each unknown: one, but for multipliers. `false` if there are none.
fn choose_units<T: Scalar>(a: &[T], units: &mut [T]) -> bool {
    let (n, zero, one) = (units.len(), T::Size::from_f64(0.0), T::from_f64(1.0));
    let mut has_multipliers = false;
    for (k, unit) in units.iter_mut().enumerate() {
        let is_multiplier = at(a, n * k + k).magnitude() == zero;
        *unit = if is_multiplier { T::from_f64(0.0) } else { one };
        has_multipliers |= is_multiplier;
    }
    if !has_multipliers {
        return false;
    }
    // The largest entry of each column of a multiplier, negative so that it is told from a unit.
    for row in rows(a, n) {
        let others = row.iter().zip(&*units).filter(|(_, unit)| unit.real() > zero);
        let size = others.fold(zero, |size, (a, _)| larger(size, a.magnitude()));
        if !(size > zero && size < T::Size::INFINITY) {
            continue;
        }
        for (a, unit) in row.iter().zip(units.iter_mut()) {
            let part = a.magnitude() / size;
            if unit.real() <= zero && part > unit.magnitude() {
                *unit = T::from_size(zero - part);
            }
        }
    }
    for unit in units.iter_mut().filter(|unit| unit.real() <= zero) {
        *unit = T::from_size(reciprocal_power(unit.magnitude()));
    }
    true
}

/// The reciprocal of the largest power of two below a size; one where that is not a number.
pub(crate) fn reciprocal_power<T: Size>(size: T) -> T {
    let reciprocal = Scalar::recip(size.power_of_two());
    if size > T::from_f64(0.0) && reciprocal < T::INFINITY && reciprocal > T::from_f64(0.0) {
        reciprocal
    } else {
        T::from_f64(1.0)
    }
}
