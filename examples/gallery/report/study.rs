//! The results of a study: rows, grids, plots and animations.
//!
//! Does not know any particular study.

use std::error::Error;

use crate::animation::Animation;
use crate::grid::Grid;
use crate::plot::Plot;
use crate::table::{FactsRow, Row, Tally};

/// The results of a study.
#[derive(Debug)]
pub struct Study {
    /// The name on the command line and in file names.
    pub name: &'static str,
    /// The heading on the page.
    pub title: &'static str,
    /// The text below the heading.
    pub about: &'static str,
    /// Symbols in the results, and their meaning.
    pub terms: &'static [(&'static str, &'static str)],
    /// The source of the example.
    pub source: &'static str,
    /// Quantities with their expected values.
    pub rows: Vec<Row>,
    /// Results that are easier to read as a matrix.
    pub grids: Vec<Grid>,
    /// The plots.
    pub plots: Vec<Plot>,
    /// The animations.
    pub animations: Vec<Animation>,
    /// The facts that the derive found about the systems of the study.
    pub facts: Vec<FactsRow>,
}

impl Study {
    /// A study without results.
    pub fn new(name: &'static str, title: &'static str, about: &'static str, source: &'static str) -> Self {
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

    /// The verdicts of rows and grids.
    pub fn tally(&self) -> Tally {
        let rows = self.rows.iter().map(|row| (row.verdict, row.claim));
        let cells = self.grids.iter().flat_map(Grid::cells);
        let cells = cells.map(|cell| (cell.verdict, cell.claim.unwrap_or_default()));
        Tally::of(rows.chain(cells))
    }
}

/// The result of a study, or why it could not run.
pub type Outcome<T> = Result<T, Box<dyn Error>>;
