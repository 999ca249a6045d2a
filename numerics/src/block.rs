//! Blocks: fixed-size arrays for coordinates, unknowns and matrices.
//!
//! Sizes and storage only, no mathematics. The macro chooses the sizes; generic code reads `LEN`.
//!
//! Blocks of all sizes and closures are a seventh of what a compiler reads of a derived system. So they are filled by plain
//! loops: `core::array::from_fn` takes five functions where a loop takes one.

mod arithmetic;
mod element;
mod row_major;

use nalgebra::{ArrayStorage, SMatrix, SVector};

use crate::Vector;
#[doc(hidden)]
pub use arithmetic::{
    at, copied, difference, have_finite_sum, is_finite, rows, rows_mut, sum, zeros, zeros_like,
};
pub use element::Element;
#[doc(hidden)]
pub use row_major::{RowMajor, column_mut, dot, dot_of_sizes, write};

/// A fixed number of `T` in contiguous memory.
///
/// Implemented for `[T; N]`, `[[T; M]; N]`, `[[[T; M]; N]; L]`, `SVector<T, N>` and `SMatrix<T, R, C>`, sizes of zero included.
///
/// Indices count in the order of storage. An array of arrays is stored row by row, an `SMatrix` *column by column*.
///
/// ```
/// use extremal_numerics::Block;
/// use nalgebra::Matrix2;
///
/// let rows = <[[f64; 2]; 2]>::from_fn(|k| k as f64);
/// assert_eq!(rows, [[0.0, 1.0], [2.0, 3.0]]);
/// let columns = Matrix2::<f64>::from_fn(|row, column| (row + 2 * column) as f64);
/// assert_eq!(<Matrix2<f64> as Block<f64>>::from_fn(|k| k as f64), columns);
/// ```
pub trait Block<T>: Vector<T> + Copy {
    /// The number of elements.
    const LEN: usize;

    /// The block whose element `k` is `f(k)`. Calls `f` once per element, in order.
    fn from_fn(f: impl FnMut(usize) -> T) -> Self;

    /// The block whose elements are all `value`.
    fn filled(value: T) -> Self;
}

impl<T: Element, const N: usize> Block<T> for [T; N] {
    const LEN: usize = N;

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_fn(mut f: impl FnMut(usize) -> T) -> Self {
        let mut all = [T::any(); N];
        let mut k = 0;
        while k < N {
            all[k] = f(k);
            k += 1;
        }
        all
    }

    #[inline]
    fn filled(value: T) -> Self {
        [value; N]
    }
}

impl<T: Element, const N: usize> Vector<T> for [T; N] {
    const LENGTH: Option<usize> = Some(<Self as Block<T>>::LEN);

    #[inline]
    fn with_len(_: usize, f: impl FnMut(usize) -> T) -> Self {
        <Self as Block<T>>::from_fn(f)
    }

    #[inline]
    fn as_slice(&self) -> &[T] {
        self
    }

    #[inline]
    fn as_mut_slice(&mut self) -> &mut [T] {
        self
    }
}

impl<T: Element, const N: usize, const M: usize> Block<T> for [[T; M]; N] {
    const LEN: usize = N * M;

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_fn(mut f: impl FnMut(usize) -> T) -> Self {
        let mut all = [[T::any(); M]; N];
        let mut row = 0;
        while row < N {
            let mut column = 0;
            while column < M {
                all[row][column] = f(M * row + column);
                column += 1;
            }
            row += 1;
        }
        all
    }

    #[inline]
    fn filled(value: T) -> Self {
        [[value; M]; N]
    }
}

impl<T: Element, const N: usize, const M: usize> Vector<T> for [[T; M]; N] {
    const LENGTH: Option<usize> = Some(<Self as Block<T>>::LEN);

    #[inline]
    fn with_len(_: usize, f: impl FnMut(usize) -> T) -> Self {
        <Self as Block<T>>::from_fn(f)
    }

    #[inline]
    fn as_slice(&self) -> &[T] {
        self.as_flattened()
    }

    #[inline]
    fn as_mut_slice(&mut self) -> &mut [T] {
        self.as_flattened_mut()
    }
}

/// Vectors of items, one after the other.
impl<T: Element, const L: usize, const N: usize, const M: usize> Block<T> for [[[T; M]; N]; L] {
    const LEN: usize = L * N * M;

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_fn(mut f: impl FnMut(usize) -> T) -> Self {
        let mut all = [[[T::any(); M]; N]; L];
        let mut k = 0;
        while k < L {
            all[k] = <[[T; M]; N]>::from_fn(|i| f(N * M * k + i));
            k += 1;
        }
        all
    }

    #[inline]
    fn filled(value: T) -> Self {
        [[[value; M]; N]; L]
    }
}

impl<T: Element, const L: usize, const N: usize, const M: usize> Vector<T> for [[[T; M]; N]; L] {
    const LENGTH: Option<usize> = Some(<Self as Block<T>>::LEN);

    #[inline]
    fn with_len(_: usize, f: impl FnMut(usize) -> T) -> Self {
        <Self as Block<T>>::from_fn(f)
    }

    #[inline]
    fn as_slice(&self) -> &[T] {
        self.as_flattened().as_flattened()
    }

    #[inline]
    fn as_mut_slice(&mut self) -> &mut [T] {
        self.as_flattened_mut().as_flattened_mut()
    }
}

impl<T: Element, const R: usize, const C: usize> Block<T> for SMatrix<T, R, C> {
    const LEN: usize = R * C;

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_fn(f: impl FnMut(usize) -> T) -> Self {
        Self::from_array_storage(ArrayStorage(<[[T; R]; C]>::from_fn(f)))
    }

    #[inline]
    fn filled(value: T) -> Self {
        Self::from_array_storage(ArrayStorage([[value; R]; C]))
    }
}

impl<T: Element, const R: usize, const C: usize> Vector<T> for SMatrix<T, R, C> {
    const LENGTH: Option<usize> = Some(<Self as Block<T>>::LEN);

    #[inline]
    fn with_len(_: usize, f: impl FnMut(usize) -> T) -> Self {
        <Self as Block<T>>::from_fn(f)
    }

    #[inline]
    fn as_slice(&self) -> &[T] {
        self.data.0.as_flattened()
    }

    #[inline]
    fn as_mut_slice(&mut self) -> &mut [T] {
        self.data.0.as_flattened_mut()
    }
}

/// Types that can be passed where a block `B` is expected: arrays and `SVector`s and references to them, by
/// [`FromComponents`].
///
/// This is a trait of its own and not `Into`, because each argument type converts to one block only. So the literal
/// `[2.0]` is inferred as `[f32; 1]` if the scalar of the system is `f32`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not give the components of `{B}`",
    label = "expected an array with one number for each component"
)]
pub trait IntoBlock<B> {
    /// The numbers of the block as they are written down: `[T; N]`, or `Vec<T>`. Messages of the compiler name it.
    type Numbers;

    /// A block of these numbers.
    fn into_block(self) -> B;

    /// The block becomes these numbers, in its own memory where that is enough.
    #[inline]
    fn write_to(self, block: &mut B)
    where
        Self: Sized,
    {
        *block = self.into_block();
    }
}

/// Arrays that can be made from an `X`: from an equal array, from an `SVector` of the same length, or from a reference to one.
///
/// Implemented for the array, so that the compiler's message names the array and not the longer type of a vector.
#[diagnostic::on_unimplemented(
    message = "expected numbers `{Self}`, found `{X}`",
    label = "one number for each component: `[1.0, 0.0]`, or `[0.5]` if there is one"
)]
pub trait FromComponents<X> {
    /// The numbers in order.
    fn from_components(components: X) -> Self;

    /// These become the numbers, in the memory that is there where that is enough.
    #[inline]
    fn set_components(&mut self, components: X)
    where
        Self: Sized,
    {
        *self = Self::from_components(components);
    }
}

#[diagnostic::do_not_recommend]
impl<T, const N: usize> FromComponents<[T; N]> for [T; N] {
    #[inline]
    fn from_components(components: [T; N]) -> Self {
        components
    }
}

#[diagnostic::do_not_recommend]
impl<T, const N: usize> FromComponents<SVector<T, N>> for [T; N] {
    #[inline]
    fn from_components(components: SVector<T, N>) -> Self {
        let [components] = components.data.0;
        components
    }
}

#[diagnostic::do_not_recommend]
impl<T: Copy, const N: usize> FromComponents<&[T; N]> for [T; N] {
    #[inline]
    fn from_components(components: &[T; N]) -> Self {
        *components
    }
}

#[diagnostic::do_not_recommend]
impl<T: Copy, const N: usize> FromComponents<&SVector<T, N>> for [T; N] {
    #[inline]
    fn from_components(components: &SVector<T, N>) -> Self {
        components.data.0[0]
    }
}

impl<X, T, const N: usize> IntoBlock<SVector<T, N>> for X
where
    [T; N]: FromComponents<X>,
{
    type Numbers = [T; N];

    #[inline]
    fn into_block(self) -> SVector<T, N> {
        SVector::from_array_storage(ArrayStorage([FromComponents::from_components(self)]))
    }
}

impl<X, T, const N: usize> IntoBlock<[T; N]> for X
where
    [T; N]: FromComponents<X>,
{
    type Numbers = [T; N];

    #[inline]
    fn into_block(self) -> [T; N] {
        FromComponents::from_components(self)
    }
}

/// Inputs of length zero, as of a system without inputs.
#[diagnostic::on_unimplemented(
    message = "this system has inputs",
    label = "their values are missing: call the method with `_with` in its name, as `step_with(inputs)`"
)]
pub trait NoInputs {
    /// The empty block.
    fn none() -> Self;
}

#[diagnostic::do_not_recommend]
impl<T> NoInputs for [T; 0] {
    #[inline]
    fn none() -> Self {
        []
    }
}

#[diagnostic::do_not_recommend]
impl<T> NoInputs for SVector<T, 0> {
    #[inline]
    fn none() -> Self {
        SVector::from_array_storage(ArrayStorage([[]]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_positions_in_storage() {
        fn check<B: Block<f64>>() {
            let mut block = B::from_fn(|k| k as f64);
            assert_eq!(block.as_slice().len(), B::LEN);
            assert!(block.as_slice().iter().enumerate().all(|(k, x)| *x == k as f64));
            block.as_mut_slice().fill(1.0);
            assert!(block == B::from_fn(|_| 1.0));
        }
        check::<[f64; 0]>();
        check::<[f64; 3]>();
        check::<[[f64; 0]; 0]>();
        check::<[[f64; 3]; 2]>();
        check::<[[[f64; 3]; 2]; 4]>();
        check::<SVector<f64, 0>>();
        check::<SVector<f64, 3>>();
        check::<SMatrix<f64, 0, 0>>();
        check::<SMatrix<f64, 2, 3>>();
    }

    #[test]
    fn a_matrix_is_stored_by_columns() {
        let m = <SMatrix<f64, 2, 3> as Block<f64>>::from_fn(|k| k as f64);
        assert_eq!(m[(1, 0)], 1.0);
        assert_eq!(m[(0, 1)], 2.0);
    }

    #[test]
    fn literals_take_the_scalar_of_the_block() {
        fn first<B: Block<f32>>(x: impl IntoBlock<B>) -> f32 {
            x.into_block().as_slice()[0]
        }
        assert_eq!(first::<SVector<f32, 1>>([2.5]), 2.5);
        assert_eq!(first::<[f32; 1]>([2.5]), 2.5);
        assert_eq!(first::<SVector<f32, 1>>(SVector::<f32, 1>::new(2.5)), 2.5);
    }

    #[test]
    fn a_single_nan_is_not_finite() {
        assert!(is_finite(&[1.0, -2.0]));
        assert!(!is_finite(&[1.0, f64::NAN]));
        assert!(!is_finite(&[f64::NEG_INFINITY, 0.0]));
        assert!(is_finite::<f64, [f64; 0]>(&[]));
    }
}
