//! The stiffness and the mass matrix of a beam element, from textbooks: a cubic in time has the same integrals.

use extremal::nalgebra::Matrix4;

/// Thirty times the integrals of products of the slopes of its shape functions, for (q₀, h v₀, q₁, h v₁).
pub(crate) const BY_SLOPES: [[f64; 4]; 4] = [
    [36.0, 3.0, -36.0, 3.0],
    [3.0, 4.0, -3.0, -1.0],
    [-36.0, -3.0, 36.0, -3.0],
    [3.0, -1.0, -3.0, 4.0],
];

/// 420 times the integrals of products of its shape functions.
pub(crate) const BY_VALUES: [[f64; 4]; 4] = [
    [156.0, 22.0, 54.0, -13.0],
    [22.0, 4.0, 13.0, -3.0],
    [54.0, 13.0, 156.0, -22.0],
    [-13.0, -3.0, -22.0, 4.0],
];

/// The integrals of its shape functions.
pub(crate) const MEANS: [f64; 4] = [0.5, 1.0 / 12.0, 0.5, -1.0 / 12.0];

/// ∂S/∂z for z = (q₀, h v₀, q₁, h v₁) and L = ½ v² − ½ q².
pub(crate) fn slopes_of_action(h: f64) -> Matrix4<f64> {
    Matrix4::from(BY_SLOPES) / (30.0 * h) - Matrix4::from(BY_VALUES) * (h / 420.0)
}
