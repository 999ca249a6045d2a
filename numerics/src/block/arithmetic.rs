//! Numbers of vectors: one of them, rows, sums, and whether all are finite.

use crate::{Block, Size, Vector};

/// The number at `i`; zero beyond the end. An index would be a panic that code for microcontrollers keeps where it does not see
/// the length.
#[inline(always)]
pub fn at<T: crate::Scalar>(numbers: &[T], i: usize) -> T {
    numbers.get(i).copied().unwrap_or_else(|| T::from_f64(0.0))
}

/// The rows of a matrix that is stored row by row; without divisions, which could be by zero.
pub fn rows<T>(mut numbers: &[T], width: usize) -> impl Iterator<Item = &[T]> {
    core::iter::from_fn(move || {
        let (row, rest) = numbers.split_at_checked(width).filter(|_| width > 0)?;
        numbers = rest;
        Some(row)
    })
}

/// The rows of a matrix that is stored row by row, to be written.
pub fn rows_mut<T>(mut numbers: &mut [T], width: usize) -> impl Iterator<Item = &mut [T]> {
    core::iter::from_fn(move || {
        let all = core::mem::take(&mut numbers);
        let (row, rest) = all.split_at_mut_checked(width).filter(|_| width > 0)?;
        numbers = rest;
        Some(row)
    })
}

/// Writes `from` to the begin of `to`.
#[inline]
pub fn copied<T: Copy>(from: &[T], to: &mut [T]) {
    to.iter_mut().zip(from).for_each(|(to, &from)| *to = from);
}

/// A block of zeros.
#[inline]
pub fn zeros<T: crate::Scalar, B: Block<T>>() -> B {
    B::filled(T::from_f64(0.0))
}

/// As many zeros as `other` has numbers.
#[inline]
pub fn zeros_like<T: crate::Scalar, V: Vector<T>>(other: &impl Vector<T>) -> V {
    V::with_len(other.as_slice().len(), |_| T::from_f64(0.0))
}

/// a + b, in the form of a.
#[inline]
pub fn sum<T: crate::Scalar, V: Vector<T>>(a: &V, b: &impl Vector<T>) -> V {
    a.like(|k| at(a.as_slice(), k) + at(b.as_slice(), k))
}

/// a − b, in the form of a.
#[inline]
pub fn difference<T: crate::Scalar, V: Vector<T>>(a: &V, b: &impl Vector<T>) -> V {
    a.like(|k| at(a.as_slice(), k) - at(b.as_slice(), k))
}

/// Whether every number of a vector is finite.
#[inline]
pub fn is_finite<T: crate::Scalar, V: Vector<T>>(vector: &V) -> bool {
    vector
        .as_slice()
        .iter()
        .fold(true, |finite, x| finite & (x.magnitude() < T::Size::INFINITY))
}

/// Whether the numbers of two vectors are finite, judged by their sum. Finite numbers whose sum overflows give `false`.
#[expect(clippy::eq_op, reason = "∞ − ∞ is not a number, which is the test")]
#[inline]
pub fn have_finite_sum<T: crate::Scalar>(a: &impl Vector<T>, b: &impl Vector<T>) -> bool {
    let both = a.as_slice().iter().zip(b.as_slice());
    let sum = both.map(|(&a, &b)| a + b).reduce(|sum, next| sum + next);
    sum.is_none_or(|sum| !(sum - sum).magnitude().is_nan())
}
