//! The derivative blocks of a step: what linearizations, adjoints and boundary values are built on.
//!
//! Knows no scheme, and does not solve.

use super::Kernels;
use crate::Equations;

/// How the equations and the end of a step depend on what is known.
///
/// ```text
/// k = (z₀, u, θ):   ∂r/∂k,   ∂z₁/∂x,   ∂z₁/∂k      with r(x; k) = 0,  z₁ = Z(x; k)
/// ```
///
/// z is (q, p), or (q, p, v) for schemes that carry v; u are the inputs, θ the fields in `sensitivities(..)`. ∂r/∂x is
/// [`Equations::tangent`]. `D` names the equations in all unknowns: the scheme itself, or
/// [`Uncondensed<D>`](super::Uncondensed) where some are eliminated.
pub trait Derivatives<D>: Kernels<D> {
    /// The three blocks, each row by row: a [`DerivativeBlocks`].
    type Blocks: Blocks<<Self as Equations<D>>::Scalar>;

    /// The blocks at the unknowns `x`.
    fn derivatives(&self, known: &Self::Known, x: &Self::Unknown) -> Self::Blocks;
}

/// ∂r/∂k, ∂z₁/∂x and ∂z₁/∂k for N unknowns, R numbers z₁ and K known numbers k, row by row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DerivativeBlocks<T, const N: usize, const R: usize, const K: usize> {
    /// ∂r/∂k, N × K.
    pub residual_by_known: [[T; K]; N],
    /// ∂z₁/∂x, R × N.
    pub end_by_unknown: [[T; N]; R],
    /// ∂z₁/∂k, R × K.
    pub end_by_known: [[T; K]; R],
}

/// Derivative blocks of any size.
pub trait Blocks<T>: Copy {
    /// How many numbers k there are.
    const KNOWN: usize;
    /// ∂r/∂k, row by row.
    fn residual_by_known(&mut self) -> &mut [T];
    /// The column `k` of ∂r/∂k.
    fn column(&self, k: usize) -> impl Iterator<Item = T>;
    /// The row `i` of ∂z₁/∂x.
    fn end_by_unknown(&self, i: usize) -> &[T];
    /// ∂z₁/∂k, row by row.
    fn end_by_known(&mut self) -> &mut [T];
}

impl<T: Copy, const N: usize, const R: usize, const K: usize> Blocks<T> for DerivativeBlocks<T, N, R, K> {
    const KNOWN: usize = K;

    fn residual_by_known(&mut self) -> &mut [T] {
        self.residual_by_known.as_flattened_mut()
    }

    fn column(&self, k: usize) -> impl Iterator<Item = T> {
        self.residual_by_known
            .iter()
            .filter_map(move |row| row.get(k).copied())
    }

    fn end_by_unknown(&self, i: usize) -> &[T] {
        self.end_by_unknown.get(i).map_or(&[], |row| row)
    }

    fn end_by_known(&mut self) -> &mut [T] {
        self.end_by_known.as_flattened_mut()
    }
}
