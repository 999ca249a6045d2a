//! Systems with many coordinates: a chain, planets, a lattice.

#![cfg(not(debug_assertions))]

pub mod bodies;
pub mod chain;
pub mod lattice;

/// The declarations of the examples, unchanged.
#[path = "../../.."]
#[expect(
    dead_code,
    reason = "studies use the declarations, and not the `main` of the examples"
)]
mod systems {
    pub(crate) mod bodies;
    pub(crate) mod chain;
    pub(crate) mod lattice;
}
