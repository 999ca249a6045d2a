//! Bars by elements in space: figures 7 to 11 and table 8 of the paper on Hermite elements in time, and the cost of large bars.
//!
//! J. C. Mergel, R. A. Sauer & S. Ober-Blöbaum, C¹-continuous space-time discretization based on Hamilton's law of varying action,
//! ZAMM 97 (2017) 433, section 6. The constants of the bar, its boundary conditions, the numbers of elements and the tolerances of
//! table 8 are not in the text that we have. What is assumed is said where it is used.

#![cfg(not(debug_assertions))]

mod cost;
mod ends;
mod linear;
mod neo_hooke;
mod refined;
mod rods;
mod table_8;

/// The declarations of the examples, unchanged.
#[path = "../../.."]
#[expect(
    dead_code,
    reason = "studies use the declarations, and not the `main` of the examples"
)]
mod systems {
    pub(crate) mod bar;
    pub(crate) mod driven_bar;
    pub(crate) mod elastic_rods;
    pub(crate) mod neo_hooke_bar;
}

use extremal::Error;
use extremal::blocks::{IntoBlock, NoInputs, Vector};
use extremal::prelude::*;

use report::animation::Animation;
use report::grid::Grid;
use report::plot::Plot;
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::Row;

const ABOUT: &str = "An elastic bar between two walls, by linear elements and by Hermite's cubic ones in space. The declaration has one \
    element, as integrals of shape functions; the number of elements is a field. The paper's text has lost its constants. Assumed: \
    length, density and stiffness 1, fixed ends, the first mode with an amplitude of 0.01, two periods, and the ratios c h/l.";

const TERMS: &[(&str, &str)] = &[
    ("n", "number of elements"),
    ("l", "length of an element, 1/n"),
    ("c", "velocity of waves, 1"),
    ("T", "period of the first mode of the wave equation, 2"),
];

/// The amplitude of the first mode.
const AMPLITUDE: f64 = 0.01;

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(7);
    let linear = progress.part("linear bar", || linear::study(progress))?;
    let table = progress.part("table 8", table_8::study)?;
    let nonlinear = progress.part("Neo-Hooke", || neo_hooke::study(progress))?;
    let refined = progress.part("Neo-Hooke, orders", refined::study)?;
    let ends = progress.part("ends", ends::study)?;
    let rods = progress.part("rods", rods::study)?;
    let cost = progress.part("cost", || cost::study(progress))?;
    let mut all = Found::default();
    for found in [linear, table, nonlinear, refined, ends, rods, cost] {
        all.rows.extend(found.rows);
        all.grids.extend(found.grids);
        all.plots.extend(found.plots);
        all.animations.extend(found.animations);
    }
    Ok(Study {
        terms: TERMS,
        rows: all.rows,
        grids: all.grids,
        plots: all.plots,
        animations: all.animations,
        ..Study::new("bars", "Elastic bars", ABOUT, include_str!("../../../bar.rs"))
    })
}

/// What a part of the study found.
#[derive(Debug, Default)]
struct Found {
    rows: Vec<Row>,
    grids: Vec<Grid>,
    plots: Vec<Plot>,
    animations: Vec<Animation>,
}

/// A standing wave u = u₀ cos ωt at the first numbers of q.
struct Wave {
    shape: Vec<f64>,
    omega: f64,
    energy: f64,
}

/// The errors (58) to (60): roots of the mean squares over all steps and nodes, relative to the amplitudes of u and of its velocity,
/// and to the energy.
fn errors<S, D>(
    system: S,
    scheme: D,
    start: Vec<f64>,
    h: f64,
    steps: usize,
    wave: &Wave,
) -> Result<[f64; 3], Error>
where
    S: Discretize<D, Scalar = f64, Inputs: NoInputs>,
    Vec<f64>: IntoBlock<S::Configuration> + IntoBlock<S::Velocity>,
{
    let rest = vec![0.0; start.len()];
    let mut motion = Integrator::new(system, scheme, h, start, rest)?;
    let mut squares = [0.0_f64; 3];
    for _ in 0..steps {
        motion.step()?;
        let (sin, cos) = (wave.omega * motion.time()).sin_cos();
        let (q, v) = (motion.state().q, motion.velocity()?);
        for ((q, v), shape) in q.as_slice().iter().zip(v.as_slice()).zip(&wave.shape) {
            squares[0] += (q - shape * cos).powi(2);
            squares[1] += (v / wave.omega + shape * sin).powi(2);
        }
        squares[2] += (motion.energy() / wave.energy - 1.0).powi(2);
    }
    let count = (steps * wave.shape.len()) as f64;
    let [u, v] = [squares[0], squares[1]].map(|square| (square / count).sqrt() / AMPLITUDE);
    Ok([u, v, (squares[2] / steps as f64).sqrt()])
}
