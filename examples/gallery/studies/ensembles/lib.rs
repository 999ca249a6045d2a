//! Ensembles: each pixel of a picture is a motion.

#![cfg(not(debug_assertions))]

pub mod basins;

/// The declaration of the example, unchanged.
#[path = "../../.."]
#[expect(
    dead_code,
    reason = "the study uses the declaration, and not the `main` of the example"
)]
mod systems {
    pub(crate) mod basins;
}
