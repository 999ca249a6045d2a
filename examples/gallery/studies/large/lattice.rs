//! The square lattice: modes keep their shape, and turn with the frequencies that each scheme gives them.

use extremal::Error;
use extremal::blocks::NoInputs;
use extremal::prelude::*;

use crate::systems::lattice::{Lattice, mode};
use report::grid::{Cell, Grid};
use report::plot::{COLOURS, Chart, Curve, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const LATTICE: Lattice = Lattice { m: 0.5, s: 2.0 };
/// The largest frequency is 5.6.
const H: f64 = 0.1;
const MODES: [(usize, usize); 4] = [(1, 1), (2, 3), (5, 4), (8, 8)];

const ABOUT: &str = "Eight times eight masses with springs to their neighbours and to a frame. The declaration has one function \
    for a spring, and sums over rows and columns. Each mode is a product of two sines.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(2);
    let steps = progress.choose(10_000, 1000);
    let grid = progress.part("modes", || modes(steps))?;
    let rows = vec![progress.part("energy", || energy(steps))?];
    Ok(Study {
        rows,
        grids: vec![grid],
        plots: vec![dispersion()?],
        facts: vec![
            FactsRow::of::<Lattice, Verlet>("lattice", "Verlet"),
            FactsRow::of::<Lattice, Midpoint>("lattice", "Midpoint"),
        ],
        ..Study::new(
            "lattice",
            "Square lattice",
            ABOUT,
            include_str!("../../../lattice.rs"),
        )
    })
}

/// The phase of a step of Verlet for an oscillator: sin(φ/2) = ω h/2.
fn phase_of_verlet(omega: f64) -> f64 {
    2.0 * (0.5 * omega * H).asin()
}

/// That of the midpoint rule: tan(φ/2) = ω h/2.
fn phase_of_midpoint(omega: f64) -> f64 {
    2.0 * (0.5 * omega * H).atan()
}

/// The largest distance of a run from the mode, which starts at rest, times the cosine of the phase.
fn deviation<D>(scheme: D, (a, b): (usize, usize), phase: f64, steps: usize) -> Result<f64, Error>
where
    Lattice: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let shape = mode(a, b);
    let mut motion = Integrator::new(LATTICE, scheme, H, shape, [0.0; 64])?;
    let mut largest = 0.0_f64;
    for step in 1..=steps {
        motion.step()?;
        let amplitude = (step as f64 * phase).cos();
        for (q, shape) in motion.state().q.iter().zip(&shape) {
            largest = largest.max((q - amplitude * shape).abs());
        }
    }
    Ok(largest)
}

fn modes(steps: usize) -> Result<Grid, Error> {
    // A thousand steps round by ε √1000 each way; the phase of step n is n times a rounded number.
    let width = 1e-15 * steps as f64;
    let mut rows = Vec::new();
    for (a, b) in MODES {
        let omega = LATTICE.frequency(a, b);
        let verlet = deviation(Verlet, (a, b), phase_of_verlet(omega), steps)?;
        let midpoint = deviation(Midpoint, (a, b), phase_of_midpoint(omega), steps)?;
        let cells = vec![
            Cell::noted(format!("{omega:.4}")),
            Cell::below(10.0 * width, verlet),
            Cell::below(10.0 * width, midpoint),
        ];
        rows.push((format!("({a}, {b})"), cells));
    }
    Ok(Grid {
        caption: "Modes that start at rest with amplitude 1: the largest distance of any mass from the shape of the mode \
                  times cos(n φ), with sin(φ/2) = ω h/2 for Verlet and tan(φ/2) = ω h/2 for the midpoint rule, at h = 0.1. \
                  Only rounding remains.",
        columns: ["mode", "ω", "Verlet", "Midpoint"].map(str::to_owned).to_vec(),
        rows,
    })
}

/// The midpoint rule keeps quadratic energies.
fn energy(steps: usize) -> Result<Row, Error> {
    let start = core::array::from_fn(|k| if k == 27 { 1.0 } else { 0.0 });
    let mut motion = Integrator::new(LATTICE, Midpoint, H, start, [0.0; 64])?;
    let begin = motion.energy();
    let mut largest = 0.0_f64;
    for _ in 0..steps {
        motion.step()?;
        largest = largest.max((motion.energy() / begin - 1.0).abs());
    }
    Ok(Row::below(
        format!("max |E/E₀ − 1| of one mass that is released, Midpoint, {steps:e} steps"),
        // The energy is a sum of 144 squares, each rounded.
        1e-12,
        largest,
        "the midpoint rule keeps quadratic energies to rounding",
    ))
}

/// Frequencies of the lattice along its diagonal, and those that steps have.
fn dispersion() -> Outcome<Plot> {
    let curve = |of: &dyn Fn(f64) -> f64| -> Curve {
        (1..=8).map(|a| (a as f64, of(LATTICE.frequency(a, a)))).collect()
    };
    let mut chart = Chart::new("half waves in each direction", "angular frequency");
    chart.line("exact", COLOURS[0], curve(&|omega| omega));
    chart.points("Verlet", COLOURS[1], curve(&|omega| phase_of_verlet(omega) / H));
    chart.points(
        "Midpoint",
        COLOURS[2],
        curve(&|omega| phase_of_midpoint(omega) / H),
    );
    chart.render(
        "dispersion",
        "Modes with as many half waves in both directions: steps of 0.1 make the fast ones faster (Verlet) or slower (Midpoint).",
    )
}
