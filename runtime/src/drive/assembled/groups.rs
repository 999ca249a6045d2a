//! The numbers of one coordinate after those of the other.
//!
//! Without divisions, which could be by zero where code is small and not inlined.

use extremal_numerics::block::{rows, rows_mut};

/// A way through the groups of a vector.
pub(super) trait Groups {
    fn each<T>(numbers: &[T], groups: usize) -> impl Iterator<Item = &[T]>;

    fn each_mut<T>(numbers: &mut [T], groups: usize) -> impl Iterator<Item = &mut [T]>;
}

/// G numbers for each coordinate: the compiler sees loops over all of them.
pub(super) struct Chunks<const G: usize>;

impl<const G: usize> Groups for Chunks<G> {
    #[inline]
    fn each<T>(numbers: &[T], _: usize) -> impl Iterator<Item = &[T]> {
        let (numbers, _) = numbers.as_chunks::<G>();
        numbers.iter().map(<[T; G]>::as_slice)
    }

    #[inline]
    fn each_mut<T>(numbers: &mut [T], _: usize) -> impl Iterator<Item = &mut [T]> {
        let (numbers, _) = numbers.as_chunks_mut::<G>();
        numbers.iter_mut().map(<[T; G]>::as_mut_slice)
    }
}

/// An expression in which `$way` walks through the groups of numbers of each coordinate; how many it has is a constant.
macro_rules! grouped {
    ($groups:expr, $way:ident => $of_way:expr) => {
        match $groups {
            1 => {
                type $way = Chunks<1>;
                $of_way
            }
            2 => {
                type $way = Chunks<2>;
                $of_way
            }
            _ => {
                type $way = Several;
                $of_way
            }
        }
    };
}
pub(super) use grouped;

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
