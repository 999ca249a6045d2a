//! What generated code calls beside the steps themselves.
//!
//! Knows nothing that is not in its arguments.

use nalgebra::SVector;

use crate::equations::Equations;
use crate::newton;
use crate::{Block, Failure, Scalar};

/// A struct whose type parameter has to be a scalar, though its bounds do not show it to the macro.
pub trait OfScalars {
    /// The parameter.
    type Scalar: Scalar;
}

/// The largest magnitude of the growths of an elimination, at least 1. One that is not a number is passed over: what was
/// eliminated is none then either, and that is looked at by itself.
#[inline]
pub fn largest_growth<T: Scalar>(growth: &[T]) -> f64 {
    growth.iter().fold(1.0, |largest, growth| {
        let growth = growth.magnitude();
        if growth > largest { growth } else { largest }
    })
}

/// The velocity as the unknown of each stage.
#[inline]
pub fn in_every_stage<T: Scalar, const N: usize, U: Block<T>>(velocity: &SVector<T, N>) -> U {
    U::from_fn(|at| velocity[at % N])
}

/// The same, with zeros for the multipliers, which stand behind so many velocities.
#[inline]
pub fn in_stages<T: Scalar, const N: usize, U: Block<T>>(velocity: &SVector<T, N>, velocities: usize) -> U {
    U::from_fn(|at| {
        if at < velocities {
            velocity[at % N]
        } else {
            T::from_f64(0.0)
        }
    })
}

/// The same for some of the unknowns, those at the `places` among all.
#[inline]
pub fn in_places<T: Scalar, const N: usize, U: Block<T>>(
    velocity: &SVector<T, N>,
    places: &[usize],
    velocities: usize,
) -> U {
    U::from_fn(|at| match places.get(at) {
        Some(&place) if place < velocities => velocity[place % N],
        _ => T::from_f64(0.0),
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
