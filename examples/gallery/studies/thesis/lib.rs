//! The figures of G. Capobianco, Time finite element methods for mechanical systems in minimal coordinates, master
//! thesis, University of Stuttgart, 2015, chapter 5, A.1 and A.2: the curves of the single-field formulation.
//!
//! Each study uses the parameters of a figure. Its rows compare the statements of the thesis with computed values.

#![cfg(not(debug_assertions))]

pub mod elements;
pub mod energy;
mod initial;
pub mod oscillator;
pub mod reference;

/// The declarations of the examples, unchanged.
#[path = "../../.."]
#[expect(
    dead_code,
    reason = "studies use the declarations, and not the `main` of the examples"
)]
mod systems {
    pub(crate) mod oscillator;
}

use report::grid::Grid;
use report::plot::Plot;
use report::table::Row;

/// Results for one or several figures.
#[derive(Debug, Default)]
pub struct Found {
    /// Quantities with their expected values.
    pub rows: Vec<Row>,
    /// Tables.
    pub grids: Vec<Grid>,
    /// The figures.
    pub plots: Vec<Plot>,
}

impl Found {
    /// Appends the results for other figures.
    pub fn add(&mut self, other: Self) {
        self.rows.extend(other.rows);
        self.grids.extend(other.grids);
        self.plots.extend(other.plots);
    }
}

/// The symbols of the thesis that label rows and plots.
pub const TERMS: &[(&str, &str)] = &[
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
