//! Systems in redundant coordinates: constraints, conserved quantities and constraint forces.
//!
//! After D. Kern, Variational integrators for mechanical systems (2016). Each study has its own system.

#![cfg(not(debug_assertions))]

mod forms;
pub mod orders;
pub mod slider_crank;

/// The declarations of the examples, unchanged.
#[path = "../../.."]
#[expect(
    dead_code,
    reason = "studies use the declarations, and not the `main` of the examples"
)]
mod systems {
    pub(crate) mod slider_crank;
    pub(crate) mod tied_masses;
}
