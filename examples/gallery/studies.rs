//! The studies: one file a system, each from a declaration to rows and plots.

mod chain;
mod constraints;
mod double_pendulum;
mod driven_oscillator;
mod livens;
mod pendulum;
mod phase_area;
mod spring_masses;
mod thermacy;
mod thermo_pendulum;
mod thesis;
mod time_dependent;
mod work_precision;

use std::error::Error;

use crate::animation::Animation;
use crate::grid::{Cell, Grid};
use crate::measure::ErrorCurve;
use crate::plot::Plot;
use crate::progress::Progress;
use crate::table::{FactsRow, Row, Tally};

/// What a study has found.
#[derive(Debug)]
pub(crate) struct Study {
    /// Its name on the command line and in files.
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) about: &'static str,
    /// Signs that occur in it, and what they mean.
    pub(crate) terms: &'static [(&'static str, &'static str)],
    /// The example's source.
    pub(crate) source: &'static str,
    pub(crate) rows: Vec<Row>,
    /// Results that are easier read in a matrix.
    pub(crate) grids: Vec<Grid>,
    pub(crate) plots: Vec<Plot>,
    pub(crate) animations: Vec<Animation>,
    pub(crate) facts: Vec<FactsRow>,
}

impl Study {
    /// A study that has found nothing yet.
    pub(crate) fn new(
        name: &'static str,
        title: &'static str,
        about: &'static str,
        source: &'static str,
    ) -> Self {
        Self {
            name,
            title,
            about,
            terms: &[],
            source,
            rows: Vec::new(),
            grids: Vec::new(),
            plots: Vec::new(),
            animations: Vec::new(),
            facts: Vec::new(),
        }
    }

    /// The verdicts of its rows and of its grids.
    pub(crate) fn tally(&self) -> Tally {
        let rows = self.rows.iter().map(|row| (row.verdict, row.claim));
        let cells = self.grids.iter().flat_map(Grid::cells);
        let cells = cells.map(|cell| (cell.verdict, cell.claim.unwrap_or_default()));
        Tally::of(rows.chain(cells))
    }
}

pub(crate) type Outcome<T> = Result<T, Box<dyn Error>>;

/// From a system to what there is to show of it.
type StudyOf = fn(&Progress) -> Outcome<Study>;

/// Every system by its name on the command line.
pub(crate) const SYSTEMS: [(&str, StudyOf); 22] = [
    ("double_pendulum", double_pendulum::study),
    ("chain", chain::study),
    ("pendulum", pendulum::study),
    ("driven_oscillator", driven_oscillator::study),
    ("time_dependent", time_dependent::study),
    ("spring_masses", spring_masses::study),
    ("phase_area", phase_area::study),
    ("thermacy", thermacy::study),
    ("thermo_pendulum", thermo_pendulum::study),
    ("oscillator", thesis::oscillator::study),
    ("pendulum_elements", thesis::pendulum::study),
    ("two_body_elements", thesis::two_body::study),
    ("orders", thesis::orders::study),
    ("constrained_pendulum", constraints::pendulum::study),
    ("heavy_top", constraints::heavy_top::study),
    ("precessing_top", constraints::precession::study),
    ("slider_crank", constraints::slider_crank::study),
    ("tied_masses", constraints::orders::study),
    ("mass_spring", livens::mass_spring::study),
    ("spring_pendulum", livens::spring_pendulum::study),
    ("conservation", livens::conservation::study),
    ("work_precision", work_precision::study),
];

/// With step sizes that halve, the next term of the error, h² smaller, bends the line by less than this.
const ORDER_TOLERANCE: f64 = 0.1;

/// The orders of schemes in q and in p, one scheme a row.
fn order_grid<const N: usize>(curves: &[ErrorCurve; N], expected: [i32; N]) -> Grid {
    let row = |(curve, expected): (&ErrorCurve, i32)| {
        let (q, p) = curve.orders();
        let order = |slope| Cell::number(f64::from(expected), slope, ORDER_TOLERANCE);
        (
            curve.scheme.to_owned(),
            vec![Cell::noted(curve.step_sizes()), order(q), order(p)],
        )
    };
    Grid {
        caption: "Orders measured: slopes of the error at the end time over the step size. Elements of \
                  degree P have the order 2P.",
        columns: ["scheme", "step sizes", "order in q", "order in p"]
            .map(str::to_owned)
            .to_vec(),
        rows: curves.iter().zip(expected).map(row).collect(),
    }
}
