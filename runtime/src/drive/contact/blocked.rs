//! Contacts that constraints block: their rows of the contact problem are nothing but rounding.
//!
//! Knows neither a step nor gaps.
//!
//! ```text
//! y = A⁻¹ wᵀ as computed:        |δ(w y)| ≤ |w| |A⁻¹| (|A y − wᵀ| + n ε |A| |A⁻¹| |wᵀ|)
//! x_f = x − A⁻¹ r as computed:   |δ(w x_f)| ≤ |w| |A⁻¹| (|A A⁻¹ r − r| + n ε (|A| |x| + |A| |A⁻¹| |r| + σ))
//! ```
//!
//! with the sizes σ of the summands of r.
//!
//! Such an entry of G is a sum that cancels within A⁻¹, so that the terms of the last product do not tell its rounding. The
//! bounds do not depend on the units of coordinates and equations.

use super::closed::row_of;
use crate::block::{at, zeros};
use crate::{Block, Scalar, Size, SizeOf};

/// A and A⁻¹, of as many rows as `U` has numbers.
#[derive(Clone, Copy)]
pub(super) struct Inverted<'a, T> {
    pub(super) matrix: &'a [T],
    pub(super) inverse: &'a [T],
}

/// The rounding of rows of W A⁻¹ Wᵀ and W (x − A⁻¹ r).
pub(super) struct Rounding<'a, T, U> {
    inverted: Inverted<'a, T>,
    /// That of the equations for x − A⁻¹ r.
    free: U,
}

impl<'a, T: Size, U: Block<T>> Rounding<'a, T, U> {
    /// `sizes` are those of the summands of `r`.
    pub(super) fn new(inverted: Inverted<'a, T>, x: &[T], (r, sizes): (&[T], &[T])) -> Self {
        let mut free: U = inverted.rounding(r, x);
        let rows = free.as_mut_slice().iter_mut().zip(sizes);
        rows.for_each(|(rounding, &size)| *rounding = *rounding + unit::<T, U>() * Scalar::abs(size));
        Self { inverted, free }
    }

    /// Makes rows and columns of G zero that are nothing but rounding, and their c, too.
    pub(super) fn clear<'b>(
        &self,
        direction: impl Fn(usize) -> &'b [T],
        delassus: &mut [T],
        free: &mut [T],
        rows: usize,
    ) where
        T: 'b,
    {
        let zero = T::from_f64(0.0);
        for row in 0..rows {
            let [of_entry, of_free] = self.of(direction(row));
            if Scalar::abs(at(delassus, (rows + 1) * row)) > of_entry {
                continue;
            }
            let column = delassus.iter_mut().skip(row).step_by(rows.max(1));
            column.for_each(|entry| *entry = zero);
            let own = delassus.iter_mut().skip(rows * row).take(rows);
            own.for_each(|entry| *entry = zero);
            if let Some(free) = free.get_mut(row).filter(|free| Scalar::abs(**free) <= of_free) {
                *free = zero;
            }
        }
    }

    /// That of w A⁻¹ wᵀ, and of w (x − A⁻¹ r).
    fn of(&self, direction: &[T]) -> [T; 2] {
        let Inverted { inverse, .. } = self.inverted;
        let mut left: U = zeros();
        for (row, &w) in inverse.chunks_exact(U::LEN.max(1)).zip(direction) {
            let places = left.as_mut_slice().iter_mut().zip(row);
            places.for_each(|(sum, &entry)| *sum = *sum + Scalar::abs(w * entry));
        }
        let entry: U = self.inverted.rounding(direction, &[]);
        [&entry, &self.free].map(|rounding| sizes(left.as_slice(), rounding.as_slice()))
    }
}

impl<T: Size> Inverted<'_, T> {
    /// |A A⁻¹ r − r| + n ε |A| (|x| + |A⁻¹| |r|)
    fn rounding<U: Block<T>>(&self, r: &[T], x: &[T]) -> U {
        let row = |k| row_of(self.inverse, U::LEN, k);
        let y = U::from_fn(|k| {
            row(k)
                .iter()
                .zip(r)
                .fold(T::from_f64(0.0), |sum, (&a, &r)| sum + a * r)
        });
        let reach = U::from_fn(|k| Scalar::abs(at(x, k)) + sizes(row(k), r));
        U::from_fn(|k| {
            let row = row_of(self.matrix, U::LEN, k);
            let terms = row.iter().zip(y.as_slice());
            let rest = terms.fold(-at(r, k), |sum, (&a, &y)| sum + a * y);
            T::from_f64(2.0) * Scalar::abs(rest) + unit::<T, U>() * sizes(row, reach.as_slice())
        })
    }
}

/// 4 n ε
fn unit<T: Size, U: Block<T>>() -> T {
    T::from_f64(4.0 * T::EPSILON) * T::from_size(SizeOf::<T>::from_count(U::LEN))
}

/// Σ |a| |b|
fn sizes<T: Scalar>(a: &[T], b: &[T]) -> T {
    let products = a.iter().zip(b);
    products.fold(T::from_f64(0.0), |sum, (&a, &b)| sum + Scalar::abs(a * b))
}
