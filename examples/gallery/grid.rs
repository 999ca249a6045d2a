//! Tables of their own kind: a head for each row and each column, cells that hold or fail.
//!
//! Knows neither what is measured nor how the page looks.

use std::fmt::Write;

use crate::table::{Verdict, number};

/// A matrix of results, such as orders by degree and number of points.
#[derive(Debug)]
pub(crate) struct Grid {
    /// What is to be seen, and why it is expected.
    pub(crate) caption: &'static str,
    /// The heads of the columns; the first one stands above the heads of the rows.
    pub(crate) columns: Vec<String>,
    /// The head of each row, and its cells: one fewer than there are columns.
    pub(crate) rows: Vec<(String, Vec<Cell>)>,
}

impl Grid {
    pub(crate) fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.rows.iter().flat_map(|(_, cells)| cells)
    }

    /// In aligned columns.
    pub(crate) fn to_text(&self) -> String {
        let texts = |(head, cells): &(String, Vec<Cell>)| {
            let mut texts = vec![head.clone()];
            texts.extend(cells.iter().map(Cell::to_text));
            texts
        };
        let lines: Vec<_> = std::iter::once(self.columns.clone())
            .chain(self.rows.iter().map(texts))
            .collect();
        let width = |column: usize| {
            let cells = lines.iter().filter_map(|line| line.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let mut text = format!("  {}\n", self.caption);
        for line in &lines {
            for (column, cell) in line.iter().enumerate() {
                let _ = write!(text, "  {cell:width$}", width = width(column));
            }
            text.push('\n');
        }
        text
    }
}

/// What was expected at one place, and what was computed.
#[derive(Debug)]
pub(crate) struct Cell {
    /// Empty where nothing is expected.
    pub(crate) expected: String,
    pub(crate) computed: String,
    pub(crate) verdict: Verdict,
}

impl Cell {
    /// A number, to within `tolerance`.
    pub(crate) fn number(expected: f64, computed: f64, tolerance: f64) -> Self {
        let (expected, computed, verdict) = number(expected, computed, tolerance);
        Self {
            expected,
            computed,
            verdict,
        }
    }

    /// What is told and not judged.
    pub(crate) fn noted(computed: impl Into<String>) -> Self {
        Self {
            expected: String::new(),
            computed: computed.into(),
            verdict: Verdict::Noted,
        }
    }

    fn to_text(&self) -> String {
        match self.verdict {
            Verdict::Fails => format!("{} FAILS {}", self.computed, self.expected),
            Verdict::Holds | Verdict::Noted => self.computed.clone(),
        }
    }
}
