//! The numbers of one coordinate after those of the other.
//!
//! Without divisions, which could be by zero where code is small and not inlined.

use crate::block::{rows, rows_mut};

/// A way through the groups of a vector.
pub(super) trait Groups {
    fn each<T>(numbers: &[T], groups: usize) -> impl Iterator<Item = &[T]>;

    fn each_mut<T>(numbers: &mut [T], groups: usize) -> impl Iterator<Item = &mut [T]>;
}

/// One number for each coordinate: the compiler sees loops over all of them.
pub(super) struct Single;

impl Groups for Single {
    #[inline]
    fn each<T>(numbers: &[T], _: usize) -> impl Iterator<Item = &[T]> {
        let (numbers, _) = numbers.as_chunks::<1>();
        numbers.iter().map(<[T; 1]>::as_slice)
    }

    #[inline]
    fn each_mut<T>(numbers: &mut [T], _: usize) -> impl Iterator<Item = &mut [T]> {
        let (numbers, _) = numbers.as_chunks_mut::<1>();
        numbers.iter_mut().map(<[T; 1]>::as_mut_slice)
    }
}

/// Any number of them.
pub(super) struct Several;

impl Groups for Several {
    #[inline]
    fn each<T>(numbers: &[T], groups: usize) -> impl Iterator<Item = &[T]> {
        rows(numbers, groups)
    }

    #[inline]
    fn each_mut<T>(numbers: &mut [T], groups: usize) -> impl Iterator<Item = &mut [T]> {
        rows_mut(numbers, groups)
    }
}
