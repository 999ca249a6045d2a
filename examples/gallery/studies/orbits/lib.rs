//! The double pendulum and two bodies, and what accuracy costs on them.

#![cfg(not(debug_assertions))]

pub mod close_encounter;
pub mod conservation;
pub mod double_pendulum;
pub mod long_run;
pub mod two_body;
pub mod work_precision;

/// The declarations of the examples, unchanged.
#[path = "../../.."]
#[expect(
    dead_code,
    reason = "studies use the declarations, and not the `main` of the examples"
)]
mod systems {
    pub(crate) mod close_encounter;
    pub(crate) mod double_pendulum;
    pub(crate) mod long_run;
    pub(crate) mod two_body;
}
