//! The gallery: runs every example's system, sets its figures beside those expected, and draws it.
//!
//! ```text
//! cargo run --release --example gallery -- [--out DIR] [--only NAME] [--quick]
//! ```
//!
//! Each study takes the declaration of an example as it is, computes rows and plots, and knows nothing of the
//! others. What comes out is a table on the terminal, one SVG file a plot, and one page. The exit code is 1
//! when a verdict fails, 2 when the gallery could not run.

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

/// Without optimisation the studies take long to compile and longer to run: `cargo test` sees what draws and writes.
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
