//! Values as sequences of numbers, for snapshots in files. Independent of the file format.

#[cfg(feature = "alloc")]
use crate::Size;
use crate::block::zeros;
use crate::{Block, Scalar, Vector};

/// A value that can be written as numbers `T` and read back, bit for bit.
///
/// ```
/// use extremal_numerics::Numbers;
///
/// let mut kept = Vec::new();
/// Numbers::for_each(&[1.0, 2.0], &mut |x: f64| kept.push(x));
/// let mut next = kept.into_iter();
/// let again = <[f64; 2] as Numbers<f64>>::read(&mut || next.next().ok_or("too few numbers"));
/// assert_eq!(again, Ok([1.0, 2.0]));
/// ```
pub trait Numbers<T>: Sized {
    /// How many numbers a value has; the fewest where that is known only when the program runs.
    const COUNT: usize;

    /// How many numbers this value has.
    fn count(&self) -> usize {
        Self::COUNT
    }

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

impl<T: Scalar, const N: usize, const M: usize> Numbers<T> for [[T; M]; N] {
    const COUNT: usize = N * M;

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

    fn count(&self) -> usize {
        self.0.count() + self.1.count()
    }

    fn for_each(&self, visit: &mut impl FnMut(T)) {
        self.0.for_each(visit);
        self.1.for_each(visit);
    }

    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        Ok((A::read(next)?, B::read(next)?))
    }
}

/// Its length, as two digits to the base 2¹⁶, and then its numbers.
#[cfg(feature = "alloc")]
impl<T: Scalar> Numbers<T> for nalgebra::DVector<T> {
    const COUNT: usize = 2;

    fn count(&self) -> usize {
        2 + self.len()
    }

    fn for_each(&self, visit: &mut impl FnMut(T)) {
        visit_count(self.len(), visit);
        self.iter().for_each(|&x| visit(x));
    }

    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        // One after the other: a damaged file has fewer numbers than it says, and must not take memory for those.
        let numbers = (0..read_count(next)?).map(|_| next()).collect::<Result<_, E>>()?;
        Ok(Self::from_vec(numbers))
    }
}

/// Two digits.
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub fn visit_count<T: Scalar>(count: usize, visit: &mut impl FnMut(T)) {
    for digit in [count / BASE, count % BASE] {
        visit(T::from_size(T::Size::from_count(digit)));
    }
}

/// Reads the count that [`visit_count`] wrote.
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub fn read_count<T: Scalar, E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<usize, E> {
    let [high, low] = [digit(next()?), digit(next()?)];
    Ok(BASE * high + low)
}

/// The base of the digits of a length, which every scalar has exactly.
#[cfg(feature = "alloc")]
const BASE: usize = 1 << 16;

/// The digit that was written as `x`; a damaged file may contain any number.
#[cfg(feature = "alloc")]
fn digit<T: Scalar>(x: T) -> usize {
    let bits = (0..16_u32).rev();
    bits.fold(0, |digit, bit| {
        let more = digit + (1 << bit);
        let is_reached = T::Size::from_count(more) <= x.real();
        if is_reached { more } else { digit }
    })
}

/// The numbers of a block, in the order of storage.
#[doc(hidden)]
pub fn visit_block<T: Scalar, B: Vector<T>>(block: &B, visit: &mut impl FnMut(T)) {
    block.as_slice().iter().for_each(|&x| visit(x));
}

/// Reads a block; `next` returns its numbers in order.
#[doc(hidden)]
pub fn read_block<T: Scalar, B: Block<T>, E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<B, E> {
    let mut block: B = zeros();
    for x in block.as_mut_slice() {
        *x = next()?;
    }
    Ok(block)
}
