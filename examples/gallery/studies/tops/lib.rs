//! A fast heavy top in Euler parameters, and what schemes keep of it.

#![cfg(not(debug_assertions))]

pub mod conservation;
mod generalized_alpha;
pub mod heavy_top;

/// The declarations of the examples, unchanged.
#[path = "../../.."]
#[expect(
    dead_code,
    reason = "studies use the declarations, and not the `main` of the examples"
)]
mod systems {
    pub(crate) mod heavy_top;
}
