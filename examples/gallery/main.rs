//! The gallery: runs every example's system, sets its figures beside those expected, and draws it.
//!
//! ```text
//! cargo run --release --example gallery -- [--out DIR] [--only NAME] [--quick]
//! ```
//!
//! Each study takes the declaration of an example as it is, computes rows and plots, and knows nothing of the
//! others. What comes out is a table on the terminal, one SVG file a plot, and one page. The exit code is 1
//! when a verdict fails, 2 when the gallery could not run.

mod animation;
mod claim;
mod grid;
mod measure;
mod options;
mod page;
mod plot;
mod progress;
mod studies;
mod table;

#[path = "../chain.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
mod chain;
#[path = "../constrained_pendulum.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
mod constrained_pendulum;
#[path = "../double_pendulum.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declarations, not the example's `main`"
)]
mod double_pendulum;
#[path = "../driven_oscillator.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declarations, not the example's `main`"
)]
mod driven_oscillator;
#[path = "../heavy_top.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
mod heavy_top;
#[path = "../mass_spring.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
mod mass_spring;
#[path = "../oscillator.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
mod oscillator;
#[path = "../pendulum.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
mod pendulum;
#[path = "../precessing_top.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
mod precessing_top;
#[path = "../slider_crank.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declarations, not the example's `main`"
)]
mod slider_crank;
#[path = "../spring_masses.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
mod spring_masses;
#[path = "../spring_pendulum.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declarations, not the example's `main`"
)]
mod spring_pendulum;
#[path = "../thermacy.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declarations, not the example's `main`"
)]
mod thermacy;
#[path = "../thermo_pendulum.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
mod thermo_pendulum;
#[path = "../tied_masses.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
mod tied_masses;
#[path = "../time_dependent.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declarations, not the example's `main`"
)]
mod time_dependent;
#[path = "../two_body.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
mod two_body;

use std::error::Error;
use std::fs;
use std::process::ExitCode;
use std::time::Instant;

use crate::options::{Options, Request};
use crate::progress::Progress;
use crate::studies::{SYSTEMS, Study};
use crate::table::Tally;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("gallery: {error}");
            ExitCode::from(2)
        }
    }
}

/// Whether every verdict holds.
fn run() -> Result<bool, Box<dyn Error>> {
    let options = match options::parse()? {
        Request::Help => {
            println!("{}", options::usage());
            return Ok(true);
        }
        Request::Run(options) => options,
    };
    fs::create_dir_all(&options.out).map_err(|error| format!("{}: {error}", options.out.display()))?;
    let begin = Instant::now();
    let studies = run_studies(&options)?;
    let seconds = begin.elapsed().as_secs_f64();
    let page = options.out.join("index.html");
    fs::write(&page, page::render(&studies, seconds, options.quick))?;

    let tally: Tally = studies.iter().map(Study::tally).sum();
    let Tally {
        checked,
        failed,
        differing,
    } = tally;
    println!(
        "{} of {checked} verdicts hold; {differing} results differ from what the paper says; {seconds:.1} s",
        checked - failed
    );
    println!("page: {}", page.display());
    Ok(failed == 0)
}

fn run_studies(options: &Options) -> Result<Vec<Study>, Box<dyn Error>> {
    let mut studies = Vec::new();
    for (name, study) in SYSTEMS.iter().filter(|(name, _)| options.selects(name)) {
        let progress = Progress::new(name, options.quick);
        let study = study(&progress).map_err(|error| format!("{name}: {error}"))?;
        progress.finish();
        println!("{}\n\n{}", study.title, table::to_text(&study.rows));
        for grid in &study.grids {
            println!("{}", grid.to_text());
        }
        for plot in &study.plots {
            let path = options.out.join(format!("{name}-{}.svg", plot.name));
            fs::write(&path, &plot.svg).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        studies.push(study);
    }
    Ok(studies)
}
