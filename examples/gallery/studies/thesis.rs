//! The figures of G. Capobianco, Time finite element methods for mechanical systems in minimal coordinates, master
//! thesis, University of Stuttgart, 2015, chapter 5, A.1 and A.2: the curves of the single-field formulation.
//!
//! Each study uses the parameters of a figure. Its rows compare the statements of the thesis with computed values.

mod elements;
mod energy;
mod initial;
pub(super) mod orders;
pub(super) mod oscillator;
pub(super) mod pendulum;
mod portrait;
mod reference;
mod rules;
pub(super) mod two_body;
mod velocity;

use crate::grid::Grid;
use crate::plot::Plot;
use crate::table::Row;

/// Results for one or several figures.
#[derive(Debug, Default)]
struct Found {
    rows: Vec<Row>,
    grids: Vec<Grid>,
    plots: Vec<Plot>,
}

impl Found {
    /// Appends the results for other figures.
    fn add(&mut self, other: Self) {
        self.rows.extend(other.rows);
        self.grids.extend(other.grids);
        self.plots.extend(other.plots);
    }
}

/// The symbols of the thesis that label rows and plots.
const TERMS: &[(&str, &str)] = &[
    (
        "√e",
        "the root of (5.3), e = 1/T ∫ |q* − q|² dt: the root mean square of the error of q over time, including the inside of \
         the elements. The thesis does not say whether it plots e or its root; its slopes are those of the root",
    ),
    (
        "at the nodes",
        "the same mean over the nodes only, without interpolation",
    ),
    (
        "e_E",
        "the relative energy error (5.4), (E − E*)/E*: with E of (q, p) at the nodes, or T + V of (q, q̇) inside the \
         elements",
    ),
    (
        "linear, quadratic",
        "elements of degree 1 and 2; quadratic elements have the trapezoidal rule on both halves",
    ),
];
