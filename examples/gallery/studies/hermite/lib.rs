//! Cubic Hermite elements in time: the figures and tables of the paper on them, its open questions, and the stability of all schemes.
//!
//! J. C. Mergel, R. A. Sauer & S. Ober-Blöbaum, C¹-continuous space-time discretization based on Hamilton's law of varying action,
//! ZAMM 97 (2017) 433, section 5.

#![cfg(not(debug_assertions))]

mod orders;
mod oscillator;
mod questions;
mod stability;

use extremal::prelude::*;

use report::grid::Grid;
use report::plot::Plot;
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

/// m = c = 1: the period is 2π, and h is ω h.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * x.powi(2),
    discretize(
        Hermite<P2>, Hermite<V2>, Hermite<P1V0>, Hermite<P1V1>, Hermite<P0V0>, Hermite<P0V1>,
        Verlet, Midpoint, Livens, Newmark, L1, Galerkin<2, Gauss<2>>, Galerkin<2, Gauss<3>>, Galerkin<2, Lobatto<3>>,
        ProlongationCollocation<Gauss<4>>, ProlongationCollocation<EulerMaclaurin>
    )
)]
struct Oscillator;

/// Calls a function that is generic over schemes with the names of the paper and its schemes, stable ones first.
macro_rules! for_each_pair {
    ($then:expr) => {
        [
            ($then)("p2", Hermite::<P2>::default())?,
            ($then)("v2", Hermite::<V2>::default())?,
            ($then)("p1v0", Hermite::<P1V0>::default())?,
            ($then)("p1v1 (Géradin)", Hermite::<P1V1>::default())?,
            ($then)("p0v0", Hermite::<P0V0>::default())?,
            ($then)("p0v1", Hermite::<P0V1>::default())?,
        ]
    };
}
use for_each_pair;

/// Results of one part.
#[derive(Debug, Default)]
struct Found {
    rows: Vec<Row>,
    grids: Vec<Grid>,
    plots: Vec<Plot>,
}

impl Found {
    fn add(&mut self, other: Self) {
        self.rows.extend(other.rows);
        self.grids.extend(other.grids);
        self.plots.extend(other.plots);
    }
}

const ABOUT: &str = "Cubic Hermite elements in time have coordinates and velocities at the nodes, and the motion is C¹. Of four \
    equations of an element two make a scheme: p2 matches both momenta, v2 makes the action stationary in both velocities, four \
    mixed ones have one of each. Figures 3 to 6 and tables 4 and 5 of the paper, its open questions, and the stability of all \
    schemes by the eigenvalues of their steps.";

const TERMS: &[(&str, &str)] = &[
    (
        "ω h",
        "step size times angular frequency; a period has 2π/(ω h) steps",
    ),
    (
        "ρ",
        "the largest |λ| of a step's eigenvalues: above 1 the scheme is unstable",
    ),
    (
        "period error",
        "period of the computed oscillation over the exact one, less one",
    ),
    (
        "damping ratio",
        "−ln |λ|/arg λ: a damped oscillator with this ratio loses as much in a period",
    ),
    ("L1", "linear variational integrator: Galerkin<1, Gauss<2>>"),
    ("PC", "prolongation–collocation of Leok and Shingel with cubics"),
];

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(5);
    let mut found = progress.part("figure 3", oscillator::motion)?;
    found.add(progress.part("figure 4", oscillator::energies)?);
    found.add(progress.part("figure 5", || stability::study(progress.choose(400, 100)))?);
    found.add(progress.part("figure 6", orders::study)?);
    found.add(progress.part("open questions", questions::study)?);
    let Found { rows, grids, plots } = found;
    Ok(Study {
        terms: TERMS,
        rows,
        grids,
        plots,
        facts: vec![
            FactsRow::of::<Oscillator, Hermite<P2>>("oscillator", "Hermite<P2>"),
            FactsRow::of::<questions::Pendulum, Hermite<P2, Gauss<6>>>("pendulum", "Hermite<P2, Gauss<6>>"),
        ],
        ..Study::new(
            "hermite",
            "Hermite elements in time",
            ABOUT,
            include_str!("lib.rs"),
        )
    })
}
