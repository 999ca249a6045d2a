//! The stiffness and the mass matrix of a beam element, from textbooks: a cubic in time has the same integrals.

use extremal::nalgebra::Matrix4;

/// ∂S/∂z for z = (q₀, h v₀, q₁, h v₁) and L = ½ v² − ½ q².
pub(crate) fn slopes_of_action(h: f64) -> Matrix4<f64> {
    #[rustfmt::skip]
    let by_slopes = Matrix4::new(
        36.0, 3.0, -36.0, 3.0,
        3.0, 4.0, -3.0, -1.0,
        -36.0, -3.0, 36.0, -3.0,
        3.0, -1.0, -3.0, 4.0,
    ) / 30.0;
    #[rustfmt::skip]
    let by_values = Matrix4::new(
        156.0, 22.0, 54.0, -13.0,
        22.0, 4.0, 13.0, -3.0,
        54.0, 13.0, 156.0, -22.0,
        -13.0, -3.0, -22.0, 4.0,
    ) / 420.0;
    by_slopes / h - by_values * h
}
