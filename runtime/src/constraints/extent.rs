//! The rounding of a whole motion, as one constraint sees it.
//!
//! ```text
//! |δgᵢ| ≤ ε γᵢ ℓ,   γᵢ = maxₖ |Gᵢₖ|/√Mₖₖ,   ℓ = maxₖ √Mₖₖ (|qₖ| + h |vₖ|)
//! ```
//!
//! A step solves for all coordinates together, so that each has a rounding of the others. At the origin, and at rest, a number
//! of a coordinate is nothing but that rounding, and no scale of its own. Weighed by √M all coordinates have one unit, whatever
//! their own ones are, and γ ℓ has that of g. Coordinates without a mass are left out.

use crate::newton::most;
use extremal_numerics::{Scalar, Size};

/// ℓ
pub(crate) fn extent<T: Scalar>(masses: &[T], (q, v): (&[T], &[T]), h: T) -> T::Size {
    let moved = q.iter().zip(v).map(|(q, v)| q.magnitude() + (h * *v).magnitude());
    let weighed = masses.iter().zip(moved).map(|(&mass, moved)| match root(mass) {
        Some(root) => root * moved,
        None => T::Size::from_f64(0.0),
    });
    most(weighed)
}

/// γ, from the entries of one row and the masses of their coordinates.
pub(crate) fn per_extent<T: Scalar>(entries: impl Iterator<Item = (T, T)>) -> T::Size {
    let shares = entries.map(|(g, mass)| match root(mass) {
        Some(root) => g.magnitude() / root,
        None => T::Size::from_f64(0.0),
    });
    most(shares)
}

/// √M, if there is a mass.
fn root<T: Scalar>(mass: T) -> Option<T::Size> {
    let (mass, zero) = (mass.real(), T::Size::from_f64(0.0));
    (mass > zero && mass < T::Size::INFINITY).then(|| Scalar::sqrt(mass))
}
