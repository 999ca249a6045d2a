//! The derivative blocks of a step: what linearizations, adjoints and boundary values are built on.
//!
//! Knows no scheme, and does not solve.

use super::Kernels;
use crate::equations::Equations;
use extremal_numerics::Scalar;
use extremal_numerics::block::at;

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

    /// Writes the blocks at the unknowns `x`. They are not returned: each return of them is a copy on the stack without
    /// optimisation.
    fn derivatives(&self, known: &Self::Known, x: &Self::Unknown, blocks: &mut Self::Blocks);
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
    /// Blocks of zeros.
    fn zeros() -> Self;
    /// ∂r/∂k, row by row, to be changed.
    fn residual_by_known(&mut self) -> &mut [T];
    /// ∂r/∂k, row by row.
    fn residual_entries(&self) -> &[T];
    /// ∂z₁/∂x, row by row.
    fn end_by_unknown(&self) -> &[T];
    /// Subtracts ∂z₁/∂x ∂r/∂k from ∂z₁/∂k.
    fn eliminate(&mut self);
    /// ∂z₁/∂k, row by row.
    fn end_by_known(&self) -> &[T];
    /// ∂z₁/∂k, row by row, to be changed.
    fn end_by_known_mut(&mut self) -> &mut [T];
}

impl<T: Scalar, const N: usize, const R: usize, const K: usize> Blocks<T> for DerivativeBlocks<T, N, R, K> {
    const KNOWN: usize = K;

    fn zeros() -> Self {
        let zero = T::from_f64(0.0);
        Self {
            residual_by_known: [[zero; K]; N],
            end_by_unknown: [[zero; N]; R],
            end_by_known: [[zero; K]; R],
        }
    }

    fn residual_by_known(&mut self) -> &mut [T] {
        self.residual_by_known.as_flattened_mut()
    }

    fn residual_entries(&self) -> &[T] {
        self.residual_by_known.as_flattened()
    }

    fn end_by_unknown(&self) -> &[T] {
        self.end_by_unknown.as_flattened()
    }

    fn eliminate(&mut self) {
        for (end, by_unknown) in self.end_by_known.iter_mut().zip(&self.end_by_unknown) {
            for (k, entry) in end.iter_mut().enumerate() {
                let through = by_unknown.iter().zip(&self.residual_by_known);
                *entry = through.fold(*entry, |sum, (&by_x, x_by)| sum - by_x * at(x_by, k));
            }
        }
    }

    fn end_by_known(&self) -> &[T] {
        self.end_by_known.as_flattened()
    }

    fn end_by_known_mut(&mut self) -> &mut [T] {
        self.end_by_known.as_flattened_mut()
    }
}
