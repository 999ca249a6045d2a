//! Functions that generated code calls outside of steps.
//!
//! They depend on their arguments only.

use nalgebra::SVector;

use crate::equations::{Acceleration, Equations};
use crate::error::FieldFailure;
use crate::newton;
use crate::{Failure, Lagrangian};
use extremal_numerics::block::{at, is_finite, zeros};
use extremal_numerics::{Block, Scalar, Size, Vector};

/// Expands to the first of two groups of items, if there is an allocator; otherwise to the second.
#[doc(hidden)]
#[cfg(feature = "alloc")]
#[macro_export]
macro_rules! __with_allocator {
    ({ $($item:tt)* } $without:tt) => { $($item)* };
}

/// Expands to the first of two groups of items, if there is an allocator; otherwise to the second.
#[doc(hidden)]
#[cfg(not(feature = "alloc"))]
#[macro_export]
macro_rules! __with_allocator {
    ($with:tt { $($item:tt)* }) => { $($item)* };
}

/// A struct whose type parameter must be a scalar, where the macro cannot see this in its bounds.
pub trait OfScalars {
    /// The parameter.
    type Scalar: Scalar;
}

/// The largest magnitude of the growths of an elimination, at least 1. NaN is skipped: the solution is
/// then NaN as well, which is tested by itself.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn largest_growth<T: Scalar>(growth: &[T]) -> T::Size {
    let sizes = growth.iter().map(|growth| growth.magnitude());
    sizes.fold(T::Size::from_f64(1.0), newton::larger)
}

/// The bytes of stack that this number of numbers needs, and the calls around them.
#[must_use]
pub const fn stack_bytes<T>(numbers: usize) -> usize {
    /// Threads, drivers and formatted messages of small systems.
    const CALLS: usize = 64 * 1024;
    CALLS + numbers * size_of::<T>()
}

/// Whether the parameters are numbers: finite, but for `bounds`, which may be infinite where nothing reaches them.
///
/// # Errors
///
/// [`FieldFailure::NotFinite`](crate::error::FieldFailure::NotFinite) with the name of the first parameter that is none.
pub fn are_numbers<S: Lagrangian + ?Sized>(
    named: &[(&'static str, S::Scalar)],
    bounds: &[(&'static str, S::Scalar)],
) -> Result<(), Failure> {
    let infinite = |number: &S::Scalar| !number.magnitude().to_f64().is_finite();
    let first = named.iter().find(|(_, number)| infinite(number));
    let found = first.or_else(|| bounds.iter().find(|(_, number)| number.magnitude().is_nan()));
    found.map_or(Ok(()), |&(field, _)| {
        Err(FieldFailure::NotFinite { field, row: None }.into())
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
    let from = |guess: S::Scalar| newton::solve::<S, D>(system, known, [guess; N]);
    let solved = match from(S::Scalar::from_f64(0.0)) {
        Err(failure) if !S::LINEAR => from(S::Scalar::from_f64(1.0)).map_err(|_| failure),
        solved => solved,
    };
    match solved {
        Ok((x, _)) => Ok(SVector::from(x)),
        Err(failure) => Err(failure.of_mass_matrix()),
    }
}

/// The numbers from `first` on.
#[inline]
pub fn part_of<T: Scalar, B: Block<T>>(numbers: &[T], first: usize) -> B {
    B::from_fn(|k| at(numbers, first + k))
}

/// Inverse dynamics: the residual of the equations of motion, M a + .. − f, without multipliers.
#[inline]
pub fn applied_force<S, const N: usize>(
    system: &S,
    known: &S::Known,
    acceleration: &SVector<S::Scalar, N>,
) -> Result<SVector<S::Scalar, N>, Failure>
where
    S: Equations<Acceleration> + ?Sized,
{
    let zero = S::Scalar::from_f64(0.0);
    let x = S::Unknown::from_fn(|k| acceleration.as_slice().get(k).copied().unwrap_or(zero));
    let (mut residual, mut scale): (S::Unknown, S::Unknown) = (zeros(), zeros());
    system.residual(known, &x, &mut residual, &mut scale);
    finite_force(SVector::from_fn(|k, _| {
        residual.as_slice().get(k).copied().unwrap_or(zero)
    }))
}

/// A generalized force, if it is a number.
#[inline]
pub(crate) fn finite_force<T: Scalar, V: Vector<T>>(force: V) -> Result<V, Failure> {
    match is_finite(&force) {
        true => Ok(force),
        false => Err(Failure::NotFinite {
            what: "force of inverse dynamics",
        }),
    }
}

/// The first N numbers, and zeros if there are fewer.
#[inline]
pub fn padded<T: Scalar, const N: usize>(numbers: &[T]) -> [T; N] {
    core::array::from_fn(|k| at(numbers, k))
}

/// Functions with the names of arguments. An argument may have the name of a function, but not that of a constant or a unit
/// struct: imported into the generated block, they hide those of the user.
pub mod letters {
    macro_rules! letters {
        ($($name:ident)*) => {$(
            /// The name of an argument.
            pub const fn $name() {}
        )*};
    }

    letters!(a h inputs multipliers p percussion percussions q reactions state t v values);
}
