//! Systems of any size: the number of masses, springs, rods or bodies is a field of the system.

#![cfg(not(debug_assertions))]

pub mod cluster;
pub mod cost;
pub mod fput;
pub mod net;
pub mod rope;
pub mod toda;

/// The declarations of the examples, unchanged.
#[path = "../../.."]
#[expect(
    dead_code,
    reason = "studies use the declarations, and not the `main` of the examples"
)]
mod systems {
    pub(crate) mod cluster;
    pub(crate) mod fput;
    pub(crate) mod net;
    pub(crate) mod rope;
    pub(crate) mod toda;
}

/// max |xᵢ|
fn largest(numbers: impl IntoIterator<Item = f64>) -> f64 {
    numbers.into_iter().fold(0.0, |most, x| most.max(x.abs()))
}
