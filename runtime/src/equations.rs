//! Systems of equations as generated code states them.
//!
//! Knows neither steps nor mechanics: Newton's method asks for a residual and a correction, and that is all.

use crate::Failure;
use extremal_numerics::{Block, Scalar, Size, SizeOf};

/// The equations r(x) = 0 of one kind `D` of solve: a step of the scheme `D`, ∂L/∂v = p ([`Legendre`]), or
/// the acceleration ([`Acceleration`]).
///
/// ```text
/// A(x) dx = −r(x),   A = ∂r/∂x
/// ```
///
/// | symbol | word | type |
/// | --- | --- | --- |
/// | x | unknown | `Unknown`, N numbers |
/// | r | residual | `Unknown` |
/// | A | tangent | `Tangent`, N × N, rows are equations |
/// | σ | scale, σᵢ the sum of the magnitudes of the large terms of rᵢ: the momenta, and the forces together | `Unknown` |
pub trait Equations<D> {
    /// The number type.
    type Scalar: Scalar;
    /// The numbers that are given: for a step those at its start.
    type Known: Copy;
    /// The unknowns x.
    type Unknown: Block<Self::Scalar>;
    /// `[[T; N]; N]`, row by row.
    type Tangent: Block<Self::Scalar>;
    /// The factors of A that [`correction`](Self::correction) hands out: like `Tangent` where the tangent costs several
    /// times as much as the residual, otherwise `[T; 0]`.
    type Factors: Block<Self::Scalar>;

    /// Whether r is affine in x, with a matrix A that does not depend on x.
    const LINEAR: bool;

    /// How many of the last equations are constraints. They have units of their own, and each is satisfied to the rounding of
    /// its own terms; the others are to that of the largest of them.
    const CONSTRAINTS: usize = 0;

    /// Whether constraints may follow from others, so that of all multipliers those of least norm are taken;
    /// [`multiplier_weights`](Self::multiplier_weights) has the norm.
    const LEAST_NORM: bool = false;

    /// r(x) and its scale σ(x): |rᵢ|/σᵢ near ε is rounding and no error.
    fn residual(
        &self,
        known: &Self::Known,
        x: &Self::Unknown,
        r: &mut Self::Unknown,
        scale: &mut Self::Unknown,
    );

    /// Adds what rounding inside of the terms of r(x) adds to the scale σ(x): the term k (|d| − l) may vanish, but the
    /// roundings of |d| and l are magnified by k. Then a few ε σᵢ bound the rounding of rᵢ. Only later iterations ask for
    /// it.
    #[cold]
    fn add_rounding(&self, _known: &Self::Known, _x: &Self::Unknown, _scale: &mut Self::Unknown) {}

    /// Dₖ of the last [`CONSTRAINTS`](Self::CONSTRAINTS) unknowns, their multipliers: Σ Dₖ xₖ² is
    /// the least of all that solve the equations. Dₖ is negative where constraint k follows from others.
    ///
    /// # Errors
    ///
    /// The errors of a place where it is not certain how many constraints are independent.
    #[cold]
    fn multiplier_weights(&self, _known: &Self::Known, _weights: &mut Self::Unknown) -> Result<(), Failure> {
        Ok(())
    }

    /// r(x) and A(x) in one program.
    fn tangent(&self, known: &Self::Known, x: &Self::Unknown, r: &mut Self::Unknown, a: &mut Self::Tangent);

    /// Solves A dx = −r in straight-line code without pivoting.
    ///
    /// Returns the largest |`a_kk`/`u_kk`|, the factor by which a pivot lost size in the elimination: `dx` is
    /// of use only if that is below 1/√ε, and if it is finite. Infinity where there is no such program for this size.
    ///
    /// `factors`, unless empty, are those for [`lu::substitute`](crate::lu::substitute).
    #[inline]
    fn correction(
        &self,
        _known: &Self::Known,
        _x: &Self::Unknown,
        _dx: &mut Self::Unknown,
        _factors: &mut Self::Factors,
    ) -> SizeOf<Self::Scalar> {
        SizeOf::<Self::Scalar>::INFINITY
    }

    /// As [`correction`](Self::correction), where percussions belong to each correction, which elimination of A alone would
    /// leave out; `None` where r alone determines it.
    ///
    /// # Errors
    ///
    /// The errors of the percussions, and a singular tangent.
    #[cold]
    fn correction_with_percussions(
        &self,
        _known: &Self::Known,
        _x: &Self::Unknown,
    ) -> Option<Result<Self::Unknown, Failure>> {
        None
    }
}

/// Whether elimination without pivoting is to be trusted before an iteration: growth < 1/√ε, false for NaN.
///
/// Half of the digits are left then, and the next iteration restores the others.
#[inline]
pub(crate) fn has_small_growth<T: Scalar>(growth: T::Size) -> bool {
    growth < T::Size::from_f64(const { root(1.0 / T::EPSILON) })
}

/// √a for a ≥ 1 by Newton's method, which comes from above until rounding stops it.
const fn root(a: f64) -> f64 {
    let (mut x, mut next) = (a, 0.5 * (a + 1.0));
    while next < x {
        (x, next) = (next, 0.5 * (next + a / next));
    }
    x
}

/// Whether elimination without pivoting is to be trusted where no iteration follows: three digits may be lost.
#[inline]
pub(crate) fn is_stable<T: Size>(growth: T) -> bool {
    growth < T::from_f64(1000.0)
}

/// The solve of ∂L/∂v(q, v, t) = p for v.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Legendre;

/// The solve of M a = ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t for a.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Acceleration;
