//! Runs the requested studies, and writes their results.

use std::error::Error;
use std::fs;
use std::time::Instant;

use crate::options::{self, Options, Request};
use crate::studies::SYSTEMS;
use report::progress::Progress;
use report::study::Study;
use report::table::{self, Tally};

/// Runs the gallery; true if every verdict holds.
pub(crate) fn run() -> Result<bool, Box<dyn Error>> {
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
    fs::write(&page, report::render(&studies, seconds, options.quick))?;

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
