//! Matrices side by side, of which derivatives consist, and their columns.

use nalgebra::SMatrix;

use crate::linearize::LinearizationOf;
use extremal_numerics::Scalar;
use extremal_numerics::block::zeros;

/// How outputs depend on the state and on inputs: C = ∂y/∂z and D = ∂y/∂u.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutputJacobians<C, D> {
    /// ∂y/∂z: a row for each component of the outputs, a column for each number of z.
    pub by_state: C,
    /// ∂y/∂u: a column for each input.
    pub by_inputs: D,
}

/// Matrices side by side, column by column.
pub trait Columns<T> {
    /// The number of rows.
    const ROWS: usize;
    /// The number of columns of the first matrix, of the second and of the third.
    const WIDTHS: [usize; 3];

    /// All entries zero.
    fn zeroed() -> Self;
    /// The column `k`, counted through all matrices.
    fn column(&self, k: usize) -> &[T];
    /// The column `k`, to be written.
    fn column_mut(&mut self, k: usize) -> &mut [T];
}

impl<T: Scalar, const R: usize, const I: usize, const P: usize> Columns<T> for LinearizationOf<T, R, I, P> {
    const ROWS: usize = R;
    const WIDTHS: [usize; 3] = [R, I, P];

    fn zeroed() -> Self {
        Self {
            by_state: zeros(),
            by_inputs: zeros(),
            by_parameters: zeros(),
        }
    }

    fn column(&self, k: usize) -> &[T] {
        let columns = match k {
            k if k < R => self.by_state.as_slice().get(R * k..),
            k if k < R + I => self.by_inputs.as_slice().get(R * (k - R)..),
            k => self.by_parameters.as_slice().get(R * (k - R - I)..),
        };
        columns.and_then(|columns| columns.get(..R)).unwrap_or_default()
    }

    fn column_mut(&mut self, k: usize) -> &mut [T] {
        let columns = match k {
            k if k < R => self.by_state.as_mut_slice().get_mut(R * k..),
            k if k < R + I => self.by_inputs.as_mut_slice().get_mut(R * (k - R)..),
            k => self.by_parameters.as_mut_slice().get_mut(R * (k - R - I)..),
        };
        columns
            .and_then(|columns| columns.get_mut(..R))
            .unwrap_or_default()
    }
}

impl<T: Scalar, const Y: usize, const R: usize, const I: usize> Columns<T>
    for OutputJacobians<SMatrix<T, Y, R>, SMatrix<T, Y, I>>
{
    const ROWS: usize = Y;
    const WIDTHS: [usize; 3] = [R, I, 0];

    fn zeroed() -> Self {
        Self {
            by_state: zeros(),
            by_inputs: zeros(),
        }
    }

    fn column(&self, k: usize) -> &[T] {
        let columns = match k {
            k if k < R => self.by_state.as_slice().get(Y * k..),
            k => self.by_inputs.as_slice().get(Y * (k - R)..),
        };
        columns.and_then(|columns| columns.get(..Y)).unwrap_or_default()
    }

    fn column_mut(&mut self, k: usize) -> &mut [T] {
        let columns = match k {
            k if k < R => self.by_state.as_mut_slice().get_mut(Y * k..),
            k => self.by_inputs.as_mut_slice().get_mut(Y * (k - R)..),
        };
        columns
            .and_then(|columns| columns.get_mut(..Y))
            .unwrap_or_default()
    }
}

/// The Jacobians of the outputs `Y` whose columns are those of a linearization.
pub trait OutputsOver<T, Y> {
    /// An [`OutputJacobians`] with the matrices of this system.
    type Jacobians: Columns<T> + Copy + core::fmt::Debug;
}

impl<T: Scalar, const R: usize, const I: usize, const P: usize, const Y: usize> OutputsOver<T, [T; Y]>
    for LinearizationOf<T, R, I, P>
{
    type Jacobians = OutputJacobians<SMatrix<T, Y, R>, SMatrix<T, Y, I>>;
}
