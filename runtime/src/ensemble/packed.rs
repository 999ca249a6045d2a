//! Systems of several members as one system, whose numbers have a lane for each.

use nalgebra::SMatrix;

use crate::Lagrangian;
use extremal_numerics::Lanes;

/// A system with a type parameter for its numbers: N of them are one system whose numbers are [`Lanes`].
///
/// [`lanes!`](crate::lanes) implements it; [`Ensemble::lanes`](super::Ensemble::lanes) needs it.
#[diagnostic::on_unimplemented(
    message = "members of `{Self}` have no lanes",
    label = "write `struct Name<T: Scalar>` with fields of type `T`, and `extremal::lanes!(Name {{ field, .. }});` below it"
)]
pub trait Packed<const N: usize>: Lagrangian<Scalar = f64> + Sized {
    /// The same system with numbers of N members.
    type Lanes: Lagrangian<Scalar = Lanes<N>>;

    /// N systems as one.
    fn packed(members: [&Self; N]) -> Self::Lanes;
}

/// A field of such a system: a number, or an array, vector or matrix of numbers.
pub trait PackedField<const N: usize> {
    /// The field with the numbers of N members.
    type Lanes;

    /// N fields as one.
    fn packed_field(fields: [&Self; N]) -> Self::Lanes;
}

impl<const N: usize> PackedField<N> for f64 {
    type Lanes = Lanes<N>;

    fn packed_field(fields: [&Self; N]) -> Lanes<N> {
        Lanes(fields.map(|x| *x))
    }
}

impl<F: PackedField<N>, const K: usize, const N: usize> PackedField<N> for [F; K] {
    type Lanes = [F::Lanes; K];

    fn packed_field(fields: [&Self; N]) -> Self::Lanes {
        core::array::from_fn(|k| F::packed_field(fields.map(|field| &field[k])))
    }
}

impl<const R: usize, const C: usize, const N: usize> PackedField<N> for SMatrix<f64, R, C> {
    type Lanes = SMatrix<Lanes<N>, R, C>;

    fn packed_field(fields: [&Self; N]) -> Self::Lanes {
        SMatrix::from_fn(|row, column| Lanes(fields.map(|field| field[(row, column)])))
    }
}

/// Lets members of a system run in lanes: `lanes!(Pendulum { m, l, g });` for a `struct Pendulum<T: Scalar>` with these fields.
/// See [`Ensemble::lanes`](crate::ensemble::Ensemble::lanes).
#[macro_export]
macro_rules! lanes {
    ($system:ident { $($field:ident),* $(,)? }) => {
        impl<const N: usize> $crate::ensemble::Packed<N> for $system<f64> {
            type Lanes = $system<$crate::ensemble::Lanes<N>>;

            fn packed(members: [&Self; N]) -> Self::Lanes {
                $system {
                    $($field: $crate::ensemble::PackedField::packed_field(members.map(|member| &member.$field)),)*
                }
            }
        }
    };
}
