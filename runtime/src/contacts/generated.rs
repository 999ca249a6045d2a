//! The functions that generated implementations call.

use super::Law;
use extremal_numerics::Scalar;

/// The laws of contacts from their numbers μ, e, `e_T`, contact by contact.
#[inline]
pub fn contact_laws<T: Scalar, const M: usize>(numbers: &[[T; 3]; M]) -> [Law<T>; M] {
    numbers.map(|[friction, restitution, restitution_t]| Law {
        friction,
        restitution,
        restitution_t,
    })
}
