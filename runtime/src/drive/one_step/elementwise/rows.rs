//! The numbers of a linearized element.

use std::vec::Vec;

use extremal_numerics::Scalar;

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
}
