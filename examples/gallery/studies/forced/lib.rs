//! Oscillators with forces, damping and heat.

#![cfg(not(debug_assertions))]

pub mod driven_oscillator;
pub mod spring_masses;
pub mod thermacy;
pub mod thermo_pendulum;
pub mod time_dependent;

/// The declarations of the examples, unchanged.
#[path = "../../.."]
#[expect(
    dead_code,
    reason = "studies use the declarations, and not the `main` of the examples"
)]
mod systems {
    pub(crate) mod driven_oscillator;
    pub(crate) mod spring_masses;
    pub(crate) mod thermacy;
    pub(crate) mod thermo_pendulum;
    pub(crate) mod time_dependent;
}
