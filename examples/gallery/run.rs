//! Runs the requested studies, and writes their results.

use std::error::Error;
use std::fs;
use std::thread::{self, JoinHandle};
use std::time::Instant;

use crate::options::{self, Options, Request};
use crate::studies::{LONG, SYSTEMS, StudyOf};
use report::progress::{Bars, Progress};
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

/// A study, or why it could not run.
type Ran = Result<Study, String>;

/// A study that runs in a thread of its own, or one that waits for its turn.
enum Run {
    Beside(JoinHandle<Ran>),
    InTurn,
}

fn run_studies(options: &Options) -> Result<Vec<Study>, String> {
    let bars = Bars::new();
    let selected = SYSTEMS.into_iter().filter(|(name, _)| options.selects(name));
    let started: Vec<_> = selected
        .map(|entry| (entry, start(entry, options.quick, &bars)))
        .collect();
    let mut studies = Vec::new();
    for (entry, run) in started {
        let study = match run {
            Run::Beside(thread) => thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Run::InTurn => run_study(entry, options.quick, &bars),
        }?;
        bars.suspend(|| print(&study));
        let plots = study.plots.iter();
        let plots = plots.map(|plot| (plot.name.to_owned(), plot.svg.clone()));
        let animations = study.animations.iter();
        let moving =
            animations.map(|animation| (format!("{}-moving", animation.name), animation.to_moving_svg()));
        for (name, svg) in plots.chain(moving) {
            let path = options.out.join(format!("{}-{name}.svg", study.name));
            fs::write(&path, svg).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        studies.push(study);
    }
    Ok(studies)
}

fn start(entry: (&'static str, StudyOf), quick: bool, bars: &Bars) -> Run {
    if entry.0 != LONG {
        return Run::InTurn;
    }
    let bars = bars.clone();
    Run::Beside(thread::spawn(move || run_study(entry, quick, &bars)))
}

fn run_study((name, study): (&'static str, StudyOf), quick: bool, bars: &Bars) -> Ran {
    let progress = Progress::new(name, quick, bars);
    let study = study(&progress).map_err(|error| format!("{name}: {error}"))?;
    progress.finish();
    Ok(study)
}

fn print(study: &Study) {
    println!("{}\n\n{}", study.title, table::to_text(&study.rows));
    for grid in &study.grids {
        println!("{}", grid.to_text());
    }
}
