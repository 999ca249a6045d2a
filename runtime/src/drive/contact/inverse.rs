//! The inverse of the tangent of a step.
//!
//! Knows neither steps nor contacts.

use extremal_numerics::{Block, LinearFailure, Scalar, Size, lu};

/// A⁻¹. `a` is overwritten. Diagonal matrices, those of point masses, take no elimination. `units` is room for a number for
/// each row.
#[inline]
pub(super) fn invert<T: Size>(a: &mut [T], inverse: &mut [T], units: &mut [T]) -> Result<(), LinearFailure> {
    let size = units.len();
    let zero = T::from_f64(0.0);
    let is_diagonal = |k: usize| k.checked_rem(size + 1) == Some(0);
    let mut is_solved = true;
    for (k, (entry, &a)) in inverse.iter_mut().zip(&*a).enumerate() {
        *entry = if is_diagonal(k) { Scalar::recip(a) } else { zero };
        is_solved &= if is_diagonal(k) {
            entry.is_finite()
        } else {
            a == zero
        };
    }
    if is_solved {
        return Ok(());
    }
    // Without `step_by`, which panics for steps of zero.
    let ones = inverse.iter_mut().enumerate().filter(|(k, _)| is_diagonal(*k));
    ones.for_each(|(_, entry)| *entry = T::from_f64(1.0));
    lu::solve_with_multipliers(a, inverse, size, units)
}

/// The identity of `size` rows.
pub(super) fn identity<T: Scalar, A: Block<T>>(size: usize) -> A {
    A::from_fn(|k| {
        T::from_f64(if k.checked_rem(size + 1) == Some(0) {
            1.0
        } else {
            0.0
        })
    })
}
