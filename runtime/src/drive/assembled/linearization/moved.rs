//! The derivative of a step whose end is moved: behind the stage of the step another one.
//!
//! ```text
//! A dx + B dz* = 0,   dq₁ = dx[..n],   dp₁ = dp* + C dz* + D dx,   dv₁ = dv*
//! ```
//!
//! Knows no scheme.

use alloc::vec::Vec;

use super::{ListOf, OWN, SparseLinearization, Stage};
use crate::Failure;
use crate::drive::assembled::memory::zeros;
use extremal_numerics::Scalar;
use extremal_numerics::block::copied;
use extremal_numerics::matrix::{Matrix, Pattern, Storage};

/// The equations by which an end (q*, p*, v*) is moved.
pub(in crate::drive::assembled) struct MovedEnd<T> {
    /// The number of unknowns x, of which the first ones are q₁.
    pub(in crate::drive::assembled) size: usize,
    /// A
    pub(in crate::drive::assembled) tangent: ListOf<T>,
    /// B and, in the rows behind it, C.
    pub(in crate::drive::assembled) by_end: ListOf<T>,
    /// D
    pub(in crate::drive::assembled) by_unknowns: ListOf<T>,
}

impl<T: Scalar> SparseLinearization<T> {
    /// The derivative of the step and of what moves its end.
    pub(in crate::drive::assembled) fn moved(mut self, end: MovedEnd<T>) -> Result<Self, Failure> {
        let beside = end.tangent.iter().filter(|(row, column, _)| row != column);
        let places: Vec<_> = beside.map(|&(row, column, _)| (row, column)).collect();
        let mut tangent = Storage::of_any(&Pattern::of_entries(end.size, places)?)?;
        tangent.clear();
        for &(row, column, value) in &end.tangent {
            tangent.add_entry(row, column, value);
        }
        tangent.factor()?;
        let [coordinates, inputs, sensitivities] = self.stages.first().map_or([0; 3], |stage| {
            [stage.coordinates, stage.inputs, stage.sensitivities]
        });
        // The ends by q, p, v and x: p and v stay, and q is x.
        let (mut own_ends, one) = (
            zeros::<T, nalgebra::DVector<T>>(OWN * (OWN + 1)),
            T::from_f64(1.0),
        );
        let zero = T::from_f64(0.0);
        let by = [
            [zero; OWN],
            [zero, one, zero],
            [zero, zero, one],
            [one, zero, zero],
        ];
        copied(by.as_flattened(), own_ends.as_mut_slice());
        self.stages.push(Stage {
            coordinates,
            inputs,
            sensitivities,
            parts: OWN,
            groups: 1,
            tangent,
            of_tangent: end.tangent,
            by_start: end.by_end,
            by_unknowns: end.by_unknowns,
            own_rows: zeros(OWN * (OWN + 1)),
            own_ends,
            branch: None,
        });
        Ok(self)
    }
}
