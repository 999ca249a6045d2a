//! The number that is not finite at the end of a step, by its name.
//!
//! Knows no scheme.

use super::RoomOf;
use crate::drive::assembly::Assembly;
use crate::{Failure, Scalar, Size, Vector};

/// The first number at the end that is not finite.
#[cold]
pub(super) fn not_finite<S: Assembly<D> + ?Sized, D>(system: &S, room: &RoomOf<S, D>) -> Failure {
    let is_wrong = |x: &S::Scalar| !x.magnitude().is_finite();
    let of = |what, x: &[S::Scalar]| {
        x.iter().position(is_wrong).map(|k| Failure::NotFiniteCoordinate {
            what,
            coordinate: system.coordinate_name(k),
        })
    };
    of("coordinates at the end of the step", room.q.as_slice())
        .or_else(|| of("momentum at the end of the step", room.p.as_slice()))
        .or_else(|| of("velocity at the end of the step", room.velocity.as_slice()))
        .unwrap_or(Failure::NotFinite {
            what: "end of the step",
        })
}
