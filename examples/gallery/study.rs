//! What a study has found: rows, grids, plots and animations.
//!
//! Refuses to know any study.

use std::error::Error;

use crate::animation::Animation;
use crate::grid::Grid;
use crate::plot::Plot;
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
