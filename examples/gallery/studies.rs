//! The studies: one file a system, each from a declaration to rows and plots.

mod chain;
mod double_pendulum;
mod driven_oscillator;
mod pendulum;
mod thesis;

use std::error::Error;

use crate::measure::ErrorCurve;
use crate::plot::Plot;
use crate::progress::Progress;
use crate::table::{FactsRow, Row};

/// What a study has found.
#[derive(Debug)]
pub(crate) struct Study {
    /// Its name on the command line and in files.
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) about: &'static str,
    /// The example's source.
    pub(crate) source: &'static str,
    pub(crate) rows: Vec<Row>,
    pub(crate) plots: Vec<Plot>,
    pub(crate) facts: Vec<FactsRow>,
}

pub(crate) type Outcome<T> = Result<T, Box<dyn Error>>;

/// From a system to what there is to show of it.
type StudyOf = fn(&Progress) -> Outcome<Study>;

/// Every system by its name on the command line.
pub(crate) const SYSTEMS: [(&str, StudyOf); 8] = [
    ("pendulum", pendulum::study),
    ("pendulum_elements", thesis::pendulum::study),
    ("oscillator", thesis::oscillator::study),
    ("two_body_elements", thesis::two_body::study),
    ("orders", thesis::orders::study),
    ("double_pendulum", double_pendulum::study),
    ("driven_oscillator", driven_oscillator::study),
    ("chain", chain::study),
];

/// Two rows: the order of a scheme in q and in p.
fn order_rows(curve: &ErrorCurve, expected: i32) -> [Row; 2] {
    // With step sizes that halve, the next term of the error, h² smaller, bends the line by less than this.
    let tolerance = 0.1;
    let reason = "2P, P the degree of the elements";
    let (q, p) = curve.orders();
    [("q", q), ("p", p)].map(|(what, slope)| {
        let quantity = format!("order of {} in {what}", curve.scheme);
        Row::number(quantity, f64::from(expected), slope, tolerance, reason)
    })
}
