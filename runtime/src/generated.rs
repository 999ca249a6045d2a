//! Functions that generated code calls outside of steps.
//!
//! They depend on their arguments only.

use nalgebra::SVector;

use crate::equations::Equations;
use crate::newton;
use crate::{Failure, Scalar};

/// A struct whose type parameter must be a scalar, where the macro cannot see this in its bounds.
pub trait OfScalars {
    /// The parameter.
    type Scalar: Scalar;
}

/// The largest magnitude of the growths of an elimination, at least 1. NaN is skipped: the solution is
/// then NaN as well, which is tested by itself.
#[inline]
pub fn largest_growth<T: Scalar>(growth: &[T]) -> f64 {
    growth.iter().fold(1.0, |largest, growth| {
        let growth = growth.magnitude();
        if growth > largest { growth } else { largest }
    })
}

/// Solves one of the systems of equations whose tangent is the mass matrix.
///
/// Where L is not quadratic in v, Newton's method starts from v = 0, and if that fails, as it does for ln v, from v = 1.
///
/// # Errors
///
/// [`Failure::SingularMassMatrix`], and where L is not quadratic in v the failures of Newton's method.
#[inline]
pub fn solve_for_mass_matrix<S, D, const N: usize>(
    system: &S,
    known: &S::Known,
) -> Result<SVector<S::Scalar, N>, Failure>
where
    S: Equations<D, Unknown = [<S as Equations<D>>::Scalar; N]>,
{
    let from = |guess: f64| newton::solve::<S, D>(system, known, [S::Scalar::from_f64(guess); N]);
    let solved = match from(0.0) {
        Err(failure) if !S::LINEAR => from(1.0).map_err(|_| failure),
        solved => solved,
    };
    match solved {
        Ok((x, _)) => Ok(SVector::from(x)),
        Err(failure) => Err(failure.of_mass_matrix()),
    }
}
