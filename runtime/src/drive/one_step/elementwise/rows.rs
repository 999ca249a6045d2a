//! The numbers of a linearized element.

use std::vec::Vec;

use extremal_numerics::block::{at, copied, rows, rows_mut};
use extremal_numerics::{Scalar, Size};

/// How many numbers an element has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementSizes {
    /// n.
    pub coordinates: usize,
    /// z: 2n, or 3n where the scheme carries v, and other fields.
    pub node: usize,
    /// x, all unknowns of a step.
    pub unknowns: usize,
    /// Whether z is (q, p, v).
    pub carries_velocity: bool,
    /// How many numbers of other fields follow v: those of a momentum, and what an element leaves to its neighbour.
    pub fields: usize,
}

/// The linearized equations of an element, solved for its own unknowns.
///
/// ```text
/// δx  = −A⁻¹ (r + ∂r/∂z₀ δz₀ + ∂r/∂τ δτ)
/// δz₁ = Φ_z δz₀ + Φ_τ δτ + (Z − ∂Z/∂x A⁻¹ r − z₁)
/// ```
///
/// Matrices are stored row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct ElementRows<T> {
    /// `Φ_z`.
    pub by_state: Vec<T>,
    /// `Φ_τ`, by the factor τ of all lengths.
    pub by_duration: Vec<T>,
    /// Z(x; z₀), where the element ends at the present unknowns.
    pub end: Vec<T>,
    /// Z − ∂Z/∂x A⁻¹ r, where it ends after their correction.
    pub corrected_end: Vec<T>,
    /// A⁻¹ [∂r/∂z₀, r, ∂r/∂τ].
    pub unknowns: Vec<T>,
    /// The largest |r|, relative to the summands of r.
    pub residual: f64,
    /// The largest summands in the equations of each coordinate.
    pub summands: Vec<T>,
    pub(super) units: Vec<T>,
    pub(super) ahead: Vec<T>,
    pub(super) behind: Vec<T>,
}

impl<T: Scalar> ElementRows<T> {
    /// Zeros.
    #[must_use]
    pub fn new(sizes: ElementSizes) -> Self {
        let zeros = |len| std::vec![T::from_f64(0.0); len];
        let ElementSizes {
            coordinates,
            node,
            unknowns,
            ..
        } = sizes;
        Self {
            by_state: zeros(node * node),
            by_duration: zeros(node),
            end: zeros(node),
            corrected_end: zeros(node),
            unknowns: zeros(unknowns * (node + 2)),
            residual: f64::INFINITY,
            summands: zeros(coordinates),
            units: zeros(unknowns),
            ahead: zeros(node + unknowns),
            behind: zeros(node + unknowns),
        }
    }

    /// Sets [∂r/∂z₀, r, 0], the right sides of the unknowns, from the rows of ∂r/∂z₀ and more columns.
    #[inline(always)]
    pub(super) fn set_right_sides<'a>(
        &mut self,
        sizes: ElementSizes,
        by_known: impl Iterator<Item = &'a [T]>,
        r: &[T],
    ) where
        T: 'a,
    {
        let node = sizes.node;
        let mut by_known = by_known.fuse();
        for (k, row) in rows_mut(&mut self.unknowns, node + 2).enumerate() {
            let by_state = by_known.next().unwrap_or_default();
            copied(by_state, row.get_mut(..node).unwrap_or_default());
            if let Some([by_r, by_tau]) = row.get_mut(node..) {
                *by_r = at(r, k);
                *by_tau = T::from_f64(0.0);
            }
        }
    }

    /// Takes the solved unknowns out of the end of the element, given the rows of ∂Z/∂z₀ with more columns, and of ∂Z/∂x.
    /// Inlined, so that loops have the lengths of the system.
    #[inline(always)]
    pub(super) fn eliminate_unknowns<'a>(
        &mut self,
        sizes: ElementSizes,
        by_known: impl Iterator<Item = &'a [T]>,
        by_unknown: impl Iterator<Item = &'a [T]>,
    ) where
        T: 'a,
    {
        let node = sizes.node;
        let mut by_known = by_known.fuse();
        for (row, by_x) in by_unknown.enumerate() {
            let through = |column: usize| {
                let solved = rows(&self.unknowns, node + 2).map(|solved| at(solved, column));
                let pairs = by_x.iter().zip(solved);
                pairs.fold(T::from_f64(0.0), |sum, (&e, x)| sum + e * x)
            };
            let by_known = by_known.next().unwrap_or_default();
            for column in 0..node {
                if let Some(entry) = self.by_state.get_mut(row * node + column) {
                    *entry = at(by_known, column) - through(column);
                }
            }
            if let Some(entry) = self.corrected_end.get_mut(row) {
                *entry = at(&self.end, row) - through(node);
            }
            if let Some(entry) = self.by_duration.get_mut(row) {
                *entry = *entry - through(node + 1);
            }
        }
    }

    /// Whether all derivatives are finite.
    pub(super) fn is_finite(&self) -> bool {
        let numbers = [
            &self.by_state,
            &self.by_duration,
            &self.corrected_end,
            &self.unknowns,
        ];
        numbers.into_iter().flatten().all(|x| x.magnitude().is_finite())
    }
}
