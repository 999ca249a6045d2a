//! Values as sequences of numbers, for snapshots in files. Independent of the file format.

use crate::block::zeros;
use crate::{Block, Scalar};

/// A value that can be written as a fixed number of `T` and read back, bit for bit.
///
/// ```
/// use extremal::Numbers;
///
/// let mut kept = Vec::new();
/// Numbers::for_each(&[1.0, 2.0], &mut |x: f64| kept.push(x));
/// let mut next = kept.into_iter();
/// let again = <[f64; 2] as Numbers<f64>>::read(&mut || next.next().ok_or("too few numbers"));
/// assert_eq!(again, Ok([1.0, 2.0]));
/// ```
pub trait Numbers<T>: Sized {
    /// The number of elements.
    const COUNT: usize;

    /// Calls `visit` with each number, in order.
    fn for_each(&self, visit: &mut impl FnMut(T));

    /// Reads a value; `next` returns its numbers in order.
    ///
    /// # Errors
    ///
    /// The first error of `next`.
    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E>;
}

impl<T: Scalar, const N: usize> Numbers<T> for [T; N] {
    const COUNT: usize = N;

    fn for_each(&self, visit: &mut impl FnMut(T)) {
        visit_block(self, visit);
    }

    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        read_block(next)
    }
}

/// The numbers of one after those of the other.
impl<T, A: Numbers<T>, B: Numbers<T>> Numbers<T> for (A, B) {
    const COUNT: usize = A::COUNT + B::COUNT;

    fn for_each(&self, visit: &mut impl FnMut(T)) {
        self.0.for_each(visit);
        self.1.for_each(visit);
    }

    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        Ok((A::read(next)?, B::read(next)?))
    }
}

/// The numbers of a block, in the order of storage.
pub(crate) fn visit_block<T: Scalar, B: Block<T>>(block: &B, visit: &mut impl FnMut(T)) {
    block.as_slice().iter().for_each(|&x| visit(x));
}

/// Reads a block; `next` returns its numbers in order.
pub(crate) fn read_block<T: Scalar, B: Block<T>, E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<B, E> {
    let mut block: B = zeros();
    for x in block.as_mut_slice() {
        *x = next()?;
    }
    Ok(block)
}
