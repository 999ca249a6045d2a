//! The gallery: runs the system of every example, compares the results with expected values, and draws plots.
//!
//! ```text
//! cargo run --release --example gallery -- [--out DIR] [--only NAME] [--quick]
//! ```
//!
//! Each study uses the declaration of an example unchanged, computes rows and plots, and is independent of the other
//! studies. The gallery prints tables to the terminal, and writes one SVG file per plot and one page. The exit code is 1
//! if a verdict fails, and 2 if the gallery could not run.

#![cfg_attr(
    test,
    expect(
        dead_code,
        reason = "the studies, which are not compiled for tests, use the rest"
    )
)]

mod animation;
mod claim;
mod grid;
#[cfg(not(test))]
mod measure;
#[cfg(not(test))]
mod options;
mod page;
mod plot;
#[cfg(not(test))]
mod progress;
#[cfg(not(test))]
mod run;
#[cfg(not(test))]
mod studies;
mod study;
#[cfg(not(test))]
mod systems;
mod table;

#[cfg(not(test))]
use systems::*;

/// References that the tests of contacts use as well.
#[cfg(not(test))]
#[path = "../../tests/oracles/tests/contacts/by_hand"]
#[expect(dead_code, reason = "the tests use more of the references")]
mod by_hand {
    pub(crate) mod ball;
    pub(crate) mod clearance;
    pub(crate) mod enumeration;
    pub(crate) mod graph;
    pub(crate) mod impacting;
    pub(crate) mod linear;
    pub(crate) mod located;
    pub(crate) mod rocking;
    pub(crate) mod walker;
    pub(crate) mod wall_pendulum;
}
#[cfg(not(test))]
#[path = "../../tests/oracles/tests/support"]
mod support {
    #[expect(dead_code, reason = "the tests use more of it")]
    pub(crate) mod order;
}

/// Without optimisation the studies take long to compile and longer to run. `cargo test` covers the code that draws and writes.
#[cfg(not(test))]
fn main() -> std::process::ExitCode {
    use std::process::ExitCode;
    match run::run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("gallery: {error}");
            ExitCode::from(2)
        }
    }
}
