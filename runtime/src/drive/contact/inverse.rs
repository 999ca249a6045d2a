//! The inverse of the tangent of a step.
//!
//! Knows neither steps nor contacts.

use extremal_numerics::block::{rows, rows_mut, zeros};
use extremal_numerics::{Block, LinearFailure, Scalar, Size, lu};

/// A⁻¹, of as many rows as a `V` has numbers. `a` is overwritten. Diagonal matrices, those of point masses, take no
/// elimination.
#[inline]
pub(super) fn invert<T: Size, V: Block<T>>(a: &mut [T], inverse: &mut [T]) -> Result<(), LinearFailure> {
    let size = V::LEN;
    let zero = T::from_f64(0.0);
    let mut has_multipliers = false;
    // The first row that meets another one.
    let mut coupled = size;
    for (row, (own, a)) in rows_mut(inverse, size).zip(rows(a, size)).enumerate() {
        for (column, (entry, &a)) in own.iter_mut().zip(a).enumerate() {
            *entry = if row == column { Scalar::recip(a) } else { zero };
            let is_alone = if row == column {
                entry.is_finite()
            } else {
                a == zero
            };
            if !is_alone {
                coupled = coupled.min(row).min(column);
            }
            has_multipliers |= row == column && a == zero;
        }
    }
    if coupled == size {
        return Ok(());
    }
    if has_multipliers {
        coupled = 0;
    }
    for (row, own) in rows_mut(inverse, size).enumerate().skip(coupled) {
        if let Some(entry) = own.get_mut(row) {
            *entry = T::from_f64(1.0);
        }
    }
    if has_multipliers {
        let mut units: V = zeros();
        return lu::solve_with_multipliers(a, inverse, size, units.as_mut_slice());
    }
    lu::invert::<T, V>(a, inverse, coupled)
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
