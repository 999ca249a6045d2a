//! Derivatives of a step as dense matrices.
//!
//! Knows only their products with vectors.

use core::ops::Range;

use super::super::memory::zeros;
use super::super::own::add;
use super::super::space::StepSpace;
use super::SparseLinearization;
use crate::Failure;
use extremal_numerics::{Scalar, Vector};

impl<T: Scalar, X: StepSpace<T>> SparseLinearization<T, X> {
    /// All of J, column by column: one product for each, so for small systems and for checks. It has 2n rows, or 3n with v,
    /// and a column for each of these, then for each input,
    /// and then for each number of the fields in `sensitivities(..)`.
    ///
    /// # Errors
    ///
    /// The errors of [`multiply`](Self::multiply).
    pub fn to_dense(&mut self) -> Result<nalgebra::DMatrix<T>, Failure> {
        self.dense_columns(0..self.columns())
    }

    /// ∂(q₁, p₁)/∂(q₀, p₀): the first columns of [`to_dense`](Self::to_dense), as many as there are rows.
    ///
    /// # Errors
    ///
    /// The errors of [`multiply`](Self::multiply).
    pub fn by_state(&mut self) -> Result<nalgebra::DMatrix<T>, Failure> {
        self.dense_columns(0..self.rows())
    }

    /// ∂(q₁, p₁)/∂u: the next columns of [`to_dense`](Self::to_dense), one for each input.
    ///
    /// # Errors
    ///
    /// The errors of [`multiply`](Self::multiply).
    pub fn by_inputs(&mut self) -> Result<nalgebra::DMatrix<T>, Failure> {
        self.dense_columns(self.rows()..self.columns() - self.sensitivities())
    }

    /// ∂(q₁, p₁)/∂θ: the last columns of [`to_dense`](Self::to_dense), one for each number of the fields in
    /// `sensitivities(..)`, in the order of [`sensitivity_name`](crate::Lagrangian::sensitivity_name). The start is fixed: q₀,
    /// p₀, and v₀ for schemes that carry it.
    ///
    /// # Errors
    ///
    /// The errors of [`multiply`](Self::multiply).
    pub fn by_parameters(&mut self) -> Result<nalgebra::DMatrix<T>, Failure> {
        self.dense_columns(self.columns() - self.sensitivities()..self.columns())
    }

    fn sensitivities(&self) -> usize {
        self.stages.first().map_or(0, |stage| stage.sensitivities)
    }

    fn dense_columns(&mut self, columns: Range<usize>) -> Result<nalgebra::DMatrix<T>, Failure> {
        let zero = T::from_f64(0.0);
        let mut dense = nalgebra::DMatrix::from_element(self.rows(), columns.len(), zero);
        let mut z: nalgebra::DVector<T> = zeros(self.columns());
        for (k, mut column) in columns.zip(dense.column_iter_mut()) {
            z.fill(zero);
            add(&mut z, k, T::from_f64(1.0));
            column.copy_from_slice(self.multiply(z.as_slice())?.as_slice());
        }
        Ok(dense)
    }
}
