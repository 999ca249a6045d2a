//! Mechanisms: an arm, and systems in redundant coordinates with their constraint forces.
//!
//! The latter after D. Kern, Variational integrators for mechanical systems (2016). Each study has its own system.

#![cfg(not(debug_assertions))]

pub mod car;
mod forms;
pub mod orders;
pub mod precession;
pub mod robot_arm;
pub mod slider_crank;
pub mod wheels;

/// The declarations of the examples, unchanged.
#[path = "../../.."]
#[expect(
    dead_code,
    reason = "studies use the declarations, and not the `main` of the examples"
)]
mod systems {
    pub(crate) mod car;
    pub(crate) mod precessing_top;
    pub(crate) mod robot_arm;
    pub(crate) mod slider_crank;
    pub(crate) mod tied_masses;
    pub(crate) mod wheels;
}
