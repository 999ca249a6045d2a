//! Columns of numbers: arrays, whose lengths are known when the program is compiled, and vectors.

use core::fmt::Debug;

use extremal_numerics::Size;

/// The numbers of a table along one axis: `[f64; K]`, `[f32; K]`, and with std `Vec<f64>` and `Vec<f32>`.
///
/// ```
/// use extremal::function::Column;
///
/// assert_eq!([1.0, 2.0].each(|x| [x, -x]), [[1.0, -1.0], [2.0, -2.0]]);
/// assert_eq!(vec![1.0_f32, 2.0].numbers(), [1.0, 2.0]);
/// ```
pub trait Column: Clone + Debug + PartialEq {
    /// `f64` or `f32`.
    type Number: Size;

    /// A column of as many values of another type, such as rows.
    type Of<R: Clone + Debug + PartialEq>: AsRef<[R]> + AsMut<[R]> + Clone + Debug + PartialEq;

    /// All numbers, in their order.
    fn numbers(&self) -> &[Self::Number];

    /// `f` of each number, in their order.
    fn each<R: Clone + Debug + PartialEq>(&self, f: impl FnMut(Self::Number) -> R) -> Self::Of<R>;
}

impl<Z: Size, const K: usize> Column for [Z; K] {
    type Number = Z;
    type Of<R: Clone + Debug + PartialEq> = [R; K];

    #[inline]
    fn numbers(&self) -> &[Z] {
        self
    }

    #[inline]
    fn each<R: Clone + Debug + PartialEq>(&self, f: impl FnMut(Z) -> R) -> [R; K] {
        self.map(f)
    }
}

#[cfg(feature = "std")]
impl<Z: Size> Column for std::vec::Vec<Z> {
    type Number = Z;
    type Of<R: Clone + Debug + PartialEq> = std::vec::Vec<R>;

    #[inline]
    fn numbers(&self) -> &[Z] {
        self
    }

    #[inline]
    fn each<R: Clone + Debug + PartialEq>(&self, f: impl FnMut(Z) -> R) -> std::vec::Vec<R> {
        self.iter().copied().map(f).collect()
    }
}
