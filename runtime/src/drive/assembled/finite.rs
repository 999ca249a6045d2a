//! The name of a number that is not finite in a step that failed: one at its end, or in an item of a sum at its start.

use super::RoomOf;
use crate::drive::assembly::Assembly;
use crate::family::Family;
use crate::legendre::velocity_or_consistent;
use crate::{Failure, StateOf};
use extremal_numerics::{Scalar, Size, Vector};

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

/// The item of a sum that has no finite numbers at the start, if the failure is one of numbers that are not finite. With
/// another failure, or without such an item, the failure itself.
#[cold]
pub(super) fn by_item<S: Family>(
    system: &S,
    start: &StateOf<S>,
    inputs: &S::Inputs,
    failure: Failure,
) -> Failure {
    let is_of_numbers = matches!(
        failure,
        Failure::Diverged { .. }
            | Failure::NotFinite { .. }
            | Failure::NotFiniteCoordinate { .. }
            | Failure::SingularTangent { .. }
    );
    if !is_of_numbers {
        return failure;
    }
    let v = velocity_or_consistent(system, start.t, &start.q, &start.p);
    let items = system.check_items(start.t, start.q.as_slice(), v.as_slice(), inputs);
    items.err().unwrap_or(failure)
}
