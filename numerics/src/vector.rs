//! Vectors: numbers in a row, whose count the compiler or only the program knows.
//!
//! Storage only, no mathematics.

use core::fmt::Debug;

/// Numbers in contiguous memory.
///
/// Either their count is known to the compiler, and the vector is a [`Block`](crate::Block), which is `Copy`; or it is known
/// only when the program runs, as that of nalgebra's `DVector` (feature `alloc`). Systems have vectors of either kind.
///
/// ```
/// use extremal_numerics::Vector;
///
/// fn doubled<V: Vector<f64>>(x: &V) -> V {
///     x.like(|k| 2.0 * x.as_slice()[k])
/// }
/// assert_eq!(doubled(&[1.0, 2.0]), [2.0, 4.0]);
/// ```
pub trait Vector<T>: Clone + Debug + PartialEq + 'static {
    /// The number of elements, if the compiler knows it.
    const LENGTH: Option<usize>;

    /// The vector of `len` elements whose element `k` is `f(k)`. Calls `f` once per element, in order. A vector whose length
    /// the compiler knows has that length, whatever `len` is.
    fn with_len(len: usize, f: impl FnMut(usize) -> T) -> Self;

    /// All numbers, in the order of storage.
    fn as_slice(&self) -> &[T];

    /// All numbers, in the order of storage.
    fn as_mut_slice(&mut self) -> &mut [T];

    /// The vector of the same length whose element `k` is `f(k)`.
    #[inline]
    fn like(&self, f: impl FnMut(usize) -> T) -> Self {
        Self::with_len(self.as_slice().len(), f)
    }

    /// These numbers, for a moment: a copy, or the vector itself where a copy would take memory. What is left is then empty,
    /// until the vector is put back.
    #[inline]
    #[must_use]
    fn lend(&mut self) -> Self {
        self.clone()
    }

    /// Becomes `other`, in the same memory if that has its length.
    #[inline]
    fn assign(&mut self, other: &Self) {
        self.clone_from(other);
    }
}

#[cfg(feature = "alloc")]
mod of_any_length {
    use alloc::vec::Vec;
    use core::fmt::Debug;
    use core::mem;

    use nalgebra::{DVector, SVector};

    use super::Vector;
    use crate::{FromComponents, IntoBlock};

    impl<T: Copy + Debug + PartialEq + 'static> Vector<T> for DVector<T> {
        const LENGTH: Option<usize> = None;

        #[inline]
        fn with_len(len: usize, f: impl FnMut(usize) -> T) -> Self {
            Self::from_iterator(len, (0..len).map(f))
        }

        #[inline]
        fn as_slice(&self) -> &[T] {
            self.data.as_slice()
        }

        #[inline]
        fn as_mut_slice(&mut self) -> &mut [T] {
            self.data.as_mut_slice()
        }

        #[inline]
        fn lend(&mut self) -> Self {
            mem::replace(self, Self::from_vec(Vec::new()))
        }

        #[inline]
        fn assign(&mut self, other: &Self) {
            if self.len() == other.len() {
                self.as_mut_slice().copy_from_slice(other.as_slice());
            } else {
                self.clone_from(other);
            }
        }
    }

    impl<X, T: nalgebra::Scalar> IntoBlock<DVector<T>> for X
    where
        Vec<T>: FromComponents<X>,
    {
        type Numbers = Vec<T>;

        #[inline]
        fn into_block(self) -> DVector<T> {
            DVector::from_vec(FromComponents::from_components(self))
        }

        #[inline]
        fn write_to(self, block: &mut DVector<T>) {
            let mut numbers: Vec<T> = mem::replace(block, DVector::from_vec(Vec::new())).data.into();
            numbers.set_components(self);
            *block = DVector::from_vec(numbers);
        }
    }

    macro_rules! from_components {
        ($([$($generics:tt)*] $x:ty, $name:ident => $numbers:expr $(, $slice:expr)?;)*) => {$(
            #[diagnostic::do_not_recommend]
            impl<T: nalgebra::Scalar + Copy, $($generics)*> FromComponents<$x> for Vec<T> {
                #[inline]
                fn from_components($name: $x) -> Self {
                    $numbers
                }

                $(
                    #[inline]
                    fn set_components(&mut self, $name: $x) {
                        self.clear();
                        self.extend_from_slice($slice);
                    }
                )?
            }
        )*};
    }

    from_components! {
        [] Vec<T>, numbers => numbers;
        [] &Vec<T>, numbers => numbers.clone(), numbers;
        [] &[T], numbers => numbers.to_vec(), numbers;
        [const N: usize] [T; N], numbers => numbers.to_vec(), &numbers;
        [const N: usize] &[T; N], numbers => numbers.to_vec(), numbers;
        [const N: usize] SVector<T, N>, numbers => numbers.data.0.as_flattened().to_vec(), numbers.data.0.as_flattened();
        [const N: usize] &SVector<T, N>, numbers => numbers.data.0.as_flattened().to_vec(), numbers.data.0.as_flattened();
        [] DVector<T>, numbers => numbers.data.into();
        [] &DVector<T>, numbers => numbers.data.as_vec().clone(), numbers.data.as_slice();
    }

    #[cfg(test)]
    mod tests {
        use nalgebra::DVector;

        use crate::{IntoBlock, Vector};

        #[test]
        fn lent_numbers_keep_their_memory() {
            let mut x = DVector::with_len(3, |k| k as f64);
            let place = x.as_slice().as_ptr();
            let lent = x.lend();
            assert_eq!((x.len(), lent.as_slice().as_ptr()), (0, place));
            x = lent;
            x.assign(&DVector::from_vec([4.0; 3].into()));
            assert_eq!((x.as_slice(), x.as_slice().as_ptr()), (&[4.0; 3][..], place));
        }

        #[test]
        fn arrays_lists_and_vectors_of_any_length_are_taken() {
            fn numbers(x: impl IntoBlock<DVector<f64>>) -> DVector<f64> {
                x.into_block()
            }
            let all = DVector::from_vec([1.0, 2.0].into());
            assert_eq!(numbers([1.0, 2.0]), all);
            assert_eq!(numbers(&[1.0, 2.0][..]), all);
            assert_eq!(numbers(std::vec![1.0, 2.0]), all);
            assert_eq!(numbers(nalgebra::Vector2::new(1.0, 2.0)), all);
            assert_eq!(numbers(&all), all);
        }
    }
}
