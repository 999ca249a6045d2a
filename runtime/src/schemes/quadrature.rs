//! Quadratures on [0, 1], as types.

use core::fmt;

/// Gauss's rule with `G` points on [0, 1]: exact for polynomials of degree 2G − 1.
///
/// ```text
/// ∫₀¹ f(s) ds ≈ Σ_m w_m f(s_m);   G = 1: s = ½,  w = 1;   G = 2: s = ½ ∓ 1/√12,  w = ½, ½
/// ```
///
/// All points are inside. `G` is 1 to 12.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Gauss<const G: usize>;

impl<const G: usize> fmt::Debug for Gauss<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Gauss<{G}>")
    }
}

/// Lobatto's rule with `G` ≥ 2 points, both ends among them: exact for polynomials of degree 2G − 3.
///
/// ```text
/// ∫₀¹ f(s) ds ≈ Σ_m w_m f(s_m);   G = 2: s = 0, 1,  w = ½, ½;   G = 3: s = 0, ½, 1,  w = 1/6, 4/6, 1/6
/// ```
///
/// `G` is 2 to 12; with 2 it is the trapezoidal rule, with 3 Simpson's.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Lobatto<const G: usize>;

impl<const G: usize> fmt::Debug for Lobatto<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Lobatto<{G}>")
    }
}

/// The composite trapezoidal rule with `N` panels: `s_m = m/N`, `w_m = 1/N` and half of it at the ends.
///
/// It has N + 1 points, and is exact for straight lines on each panel. `N` is 1 to 64. `Galerkin<2, Trapezoid<2>, Gauss<2>>`,
/// with T by a rule that is exact for it, has order 2 at the nodes and not 4.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Trapezoid<const N: usize>;

impl<const N: usize> fmt::Debug for Trapezoid<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Trapezoid<{N}>")
    }
}

/// The value at the start, s = 0 and w = 1: exact for constants. With `Galerkin<1, _>` symplectic Euler, order 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Left;

/// The value at the end, s = 1 and w = 1: exact for constants. With `Galerkin<1, _>` the other symplectic Euler, order 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Right;
