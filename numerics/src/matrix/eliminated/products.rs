//! Products with C and B, row by row. All rows have as many places, some of which are of a number that is zero.

use super::structure::{Group, Structure};
use crate::Scalar;
use crate::block::at;
use crate::matrix::{Assembling, Matrix};

/// A way through lists of some numbers for each row.
pub(super) trait Rows {
    fn each<T>(list: &[T], width: usize) -> impl Iterator<Item = &[T]>;
}

/// The compiler sees how many they are.
pub(super) struct Few<const N: usize>;

impl<const N: usize> Rows for Few<N> {
    #[inline]
    fn each<T>(list: &[T], _: usize) -> impl Iterator<Item = &[T]> {
        list.as_chunks::<N>().0.iter().map(<[T; N]>::as_slice)
    }
}

/// Any number of them.
pub(super) struct Many;

impl Rows for Many {
    #[inline]
    fn each<T>(list: &[T], width: usize) -> impl Iterator<Item = &[T]> {
        list.chunks_exact(width.max(1))
    }
}

/// An expression in which `$rows` walks through `$width` numbers for each row.
macro_rules! by_width {
    ($width:expr, $rows:ident => $of:expr) => {
        match $width {
            1 => {
                type $rows = Few<1>;
                $of
            }
            2 => {
                type $rows = Few<2>;
                $of
            }
            3 => {
                type $rows = Few<3>;
                $of
            }
            4 => {
                type $rows = Few<4>;
                $of
            }
            6 => {
                type $rows = Few<6>;
                $of
            }
            _ => {
                type $rows = Many;
                $of
            }
        }
    };
}

/// C x − λ becomes λ.
pub(super) fn set_across<T: Scalar>(columns: &[usize], (width, c): (usize, &[T]), x: &[T], lambda: &mut [T]) {
    by_width!(width, W => across::<T, W>((columns, width), c, x, lambda));
}

#[inline]
fn across<T: Scalar, W: Rows>((columns, width): (&[usize], usize), c: &[T], x: &[T], lambda: &mut [T]) {
    for ((lambda, columns), c) in lambda
        .iter_mut()
        .zip(W::each(columns, width))
        .zip(W::each(c, width))
    {
        let entries = columns.iter().zip(c);
        *lambda = entries.fold(-*lambda, |sum, (&column, &c)| sum + c * at(x, column));
    }
}

/// x − B λ becomes x.
pub(super) fn subtract_along<T: Scalar>(
    columns: &[usize],
    (width, b): (usize, &[T]),
    x: &mut [T],
    lambda: &[T],
) {
    by_width!(width, W => along::<T, W>((columns, width), b, x, lambda));
}

#[inline]
fn along<T: Scalar, W: Rows>((columns, width): (&[usize], usize), b: &[T], x: &mut [T], lambda: &[T]) {
    for ((&lambda, columns), b) in lambda.iter().zip(W::each(columns, width)).zip(W::each(b, width)) {
        for (&column, &b) in columns.iter().zip(b) {
            if let Some(x) = x.get_mut(column) {
                *x = *x - b * lambda;
            }
        }
    }
}

/// S = C A⁻¹ B
pub(super) struct Products<'a, T> {
    pub(super) structure: &'a Structure,
    /// C A⁻¹
    pub(super) scaled: &'a [T],
    /// B
    pub(super) along: &'a [T],
}

impl<T: Scalar> Products<'_, T> {
    #[inline]
    fn add_diagonal<W: Rows>(&self, matrix: &mut impl Matrix<T>) {
        let (zero, width) = (T::from_f64(0.0), self.structure.width);
        let rows = W::each(self.scaled, width).zip(W::each(self.along, width));
        for (row, (c, b)) in rows.enumerate().take(self.structure.constraints) {
            let sum = c.iter().zip(b).fold(zero, |sum, (&c, &b)| sum + c * b);
            matrix.add_entry(row, row, sum);
        }
    }

    #[inline]
    fn add_others<W: Rows>(&self, matrix: &mut impl Matrix<T>) {
        let (zero, count) = (T::from_f64(0.0), self.structure.most_terms);
        let terms = W::each(&self.structure.terms, count);
        for (&Group { at: (row, column) }, terms) in self.structure.products.iter().zip(terms) {
            let sum = terms
                .iter()
                .fold(zero, |sum, &[c, b]| sum + at(self.scaled, c) * at(self.along, b));
            matrix.add_entry(row, column, sum);
        }
    }
}

impl<T: Scalar> Assembling<T> for Products<'_, T> {
    fn add_to(self, mut matrix: impl Matrix<T>) {
        by_width!(self.structure.width, W => self.add_diagonal::<W>(&mut matrix));
        by_width!(self.structure.most_terms, W => self.add_others::<W>(&mut matrix));
    }
}
