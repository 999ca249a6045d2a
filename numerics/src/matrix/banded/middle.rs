//! The rows in the middle of a band, where the eliminations of both ends meet: a full matrix.

use super::end::Shape;
use super::{HEAD, NARROW, UNIT};
use crate::block::copied;
use crate::block::{at, rows as each_row};
use crate::matrix::set;
use crate::{LinearFailure, Scalar, Size, SizeOf, lu};

/// 2 k or 2 k + 1 rows.
const LARGEST: usize = 2 * NARROW + 1;

/// The order in which the rows were eliminated. Their factors stand where the rows were, and behind them a number for each row,
/// by which it was multiplied.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Middle {
    size: usize,
    order: [usize; LARGEST],
}

impl Middle {
    /// Factors the rows that both ends have left, of a matrix of `n` rows.
    pub(super) fn factor<T: Scalar>(
        rows: &mut [T],
        shape: &Shape,
        n: usize,
        smallest: SizeOf<T>,
    ) -> Result<Self, LinearFailure> {
        let &Shape {
            half,
            width,
            columns: ends,
            ..
        } = shape;
        let zero = T::from_f64(0.0);
        let size = (n - 2 * ends).min(LARGEST);
        let mut a = [zero; LARGEST * LARGEST];
        let mut b = [zero; 2 * LARGEST];
        let (mut places, mut units) = ([0; LARGEST], [SizeOf::<T>::from_f64(1.0); LARGEST]);
        for (k, row) in each_row(rows, width).take(size).enumerate() {
            let (i, is_of_second) = (ends + k / 2, k % 2 == 1);
            let power = at(row, 0).magnitude().power_of_two();
            let is_size = SizeOf::<T>::from_f64(0.0) < power && power < SizeOf::<T>::INFINITY;
            let scale = T::from_size(if is_size {
                Scalar::recip(power)
            } else {
                SizeOf::<T>::from_f64(1.0)
            });
            let column = |c: usize| if is_of_second { n - 1 - ends - c } else { ends + c };
            for c in 0..size {
                set(&mut a, size * k + c, at(row, HEAD + half + column(c) - i) * scale);
            }
            set(&mut b, 2 * k, scale);
            set(&mut b, 2 * k + 1, T::from_size(SizeOf::<T>::from_count(k)));
            let place = if is_of_second { size - 1 - k / 2 } else { k / 2 };
            set(&mut places, k, place);
            if shape.has_units {
                set(&mut units, place, at(row, UNIT).magnitude());
            }
        }
        let [a, b] = [a.get_mut(..size * size), b.get_mut(..2 * size)].map(Option::unwrap_or_default);
        lu::factor(a, b, 2, |c| {
            units.get(c).map_or(smallest, |&unit| smallest / unit)
        })?;
        let (factors, behind) = rows.split_at_mut_checked(size * size).unwrap_or_default();
        copied(a, factors);
        let mut order = [0; LARGEST];
        let rows = b.as_chunks::<2>().0.iter().zip(behind).zip(&mut order);
        for (([scale, number], behind), order) in rows {
            *behind = *scale;
            let is_row = |&k: &usize| SizeOf::<T>::from_count(k) == number.real();
            *order = (0..size)
                .find(is_row)
                .and_then(|k| places.get(k).copied())
                .unwrap_or(0);
        }
        Ok(Self { size, order })
    }

    /// `b`, the rows in the middle, becomes their unknowns.
    pub(super) fn solve<T: Scalar>(&self, rows: &[T], b: &mut [T]) {
        let mut x = [T::from_f64(0.0); LARGEST];
        let (factors, scales) = rows.split_at_checked(self.size * self.size).unwrap_or_default();
        for ((x, &row), &scale) in x.iter_mut().zip(&self.order).zip(scales) {
            *x = at(b, row) * scale;
        }
        let x = x.get_mut(..self.size).unwrap_or_default();
        lu::substitute(factors, x);
        b.iter_mut().zip(x).for_each(|(b, x)| *b = *x);
    }
}
