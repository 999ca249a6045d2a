//! The gallery: runs the system of every example, compares the results with expected values, and draws plots.
//!
//! ```text
//! cargo run --release --example gallery -- [--out DIR] [--only NAME] [--quick]
//! ```
//!
//! Each study uses the declaration of an example unchanged, computes rows and plots, and is independent of the other
//! studies. Studies of the same systems form a crate, so that a system is derived once, and crates are compiled side by
//! side. What they share is the crate `report`: measurements, rows, plots and the page.
//!
//! The gallery prints tables to the terminal, and writes one SVG file per plot and one page. The exit code is 1 if a verdict
//! fails, and 2 if the gallery could not run.

#[cfg(not(debug_assertions))]
mod options;
#[cfg(not(debug_assertions))]
mod run;
#[cfg(not(debug_assertions))]
mod studies;

use std::process::ExitCode;

#[cfg(not(debug_assertions))]
fn main() -> ExitCode {
    match run::run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("gallery: {error}");
            ExitCode::from(2)
        }
    }
}

/// Without optimisation the studies take long to compile and longer to run, so their crates are empty.
#[cfg(debug_assertions)]
fn main() -> ExitCode {
    eprintln!("gallery: the studies need optimisation: cargo run --release --example gallery");
    ExitCode::from(2)
}
