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
pub(crate) struct Study {
    /// The name on the command line and in file names.
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) about: &'static str,
    /// Symbols in the results, and their meaning.
    pub(crate) terms: &'static [(&'static str, &'static str)],
    /// The source of the example.
    pub(crate) source: &'static str,
    pub(crate) rows: Vec<Row>,
    /// Results that are easier to read as a matrix.
    pub(crate) grids: Vec<Grid>,
    pub(crate) plots: Vec<Plot>,
    pub(crate) animations: Vec<Animation>,
    pub(crate) facts: Vec<FactsRow>,
}

impl Study {
    /// A study without results.
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

    /// The verdicts of rows and grids.
    pub(crate) fn tally(&self) -> Tally {
        let rows = self.rows.iter().map(|row| (row.verdict, row.claim));
        let cells = self.grids.iter().flat_map(Grid::cells);
        let cells = cells.map(|cell| (cell.verdict, cell.claim.unwrap_or_default()));
        Tally::of(rows.chain(cells))
    }
}

pub(crate) type Outcome<T> = Result<T, Box<dyn Error>>;
