//! The derivative of a composed step: the chain rule.

use nalgebra::SMatrix;

use crate::linearize::Linearization;
use extremal_numerics::Scalar;
use extremal_numerics::block::at;

/// A derivative of a step that can be multiplied by that of the step before.
pub trait Chain: Sized {
    /// The derivative of both steps, of which `before` is the first.
    #[must_use]
    fn after(&self, before: &Self) -> Self;
}

impl<T: Scalar, const R: usize, const I: usize, const P: usize> Chain
    for Linearization<SMatrix<T, R, R>, SMatrix<T, R, I>, SMatrix<T, R, P>>
{
    fn after(&self, before: &Self) -> Self {
        let by_state = &self.by_state;
        Self {
            by_state: through(by_state, &before.by_state, None),
            by_inputs: through(by_state, &before.by_inputs, Some(&self.by_inputs)),
            by_parameters: through(by_state, &before.by_parameters, Some(&self.by_parameters)),
        }
    }
}

/// A B, or A B + C.
fn through<T: Scalar, const R: usize, const K: usize>(
    a: &SMatrix<T, R, R>,
    b: &SMatrix<T, R, K>,
    c: Option<&SMatrix<T, R, K>>,
) -> SMatrix<T, R, K> {
    SMatrix::from_fn(|row, column| {
        // Stored column by column.
        let entry = |of: &[T], row: usize, column: usize| at(of, row + R * column);
        let start = c.map_or_else(|| T::from_f64(0.0), |c| entry(c.as_slice(), row, column));
        (0..R).fold(start, |sum, k| {
            sum + entry(a.as_slice(), row, k) * entry(b.as_slice(), k, column)
        })
    })
}
