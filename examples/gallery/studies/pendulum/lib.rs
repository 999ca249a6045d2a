//! The pendulum: in its angle, in Cartesian coordinates, in the figures of a thesis, and as a map of the phase plane.

#![cfg(not(debug_assertions))]

pub mod constrained;
pub mod elements;
pub mod pendulum;
pub mod phase_area;

/// The declarations of the examples, unchanged.
#[path = "../../.."]
#[expect(
    dead_code,
    reason = "studies use the declarations, and not the `main` of the examples"
)]
mod systems {
    pub(crate) mod constrained_pendulum;
    pub(crate) mod pendulum;
}
