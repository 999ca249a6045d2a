//! Grids: tables with a heading for each row and each column, and a verdict in each cell.
//!
//! Knows neither the measurements nor the style of the page.

use std::fmt::Write;

use crate::claim::Claim;
use crate::table::{Verdict, between, number, short};

/// A matrix of results, such as orders by degree and number of points.
#[derive(Debug)]
pub struct Grid {
    /// What the grid shows, and why these values are expected.
    pub caption: &'static str,
    /// The headings of the columns; the first one is above the headings of the rows.
    pub columns: Vec<String>,
    /// The heading of each row, and its cells: one fewer than there are columns.
    pub rows: Vec<(String, Vec<Cell>)>,
}

/// The heading of the column of [`stated`].
pub const STATED: &str = "the paper says";

/// A row whose last cell is the statement of a paper about it. The statement agrees if every cell holds.
pub fn stated(head: impl Into<String>, cells: impl Into<Vec<Cell>>, claim: Claim) -> (String, Vec<Cell>) {
    let mut cells = cells.into();
    let claim = match claim {
        Claim::Agrees(words) => Claim::judged(words, cells.iter().map(|cell| cell.verdict)),
        Claim::Silent | Claim::Differs(_) => claim,
    };
    cells.push(Cell::claim(claim));
    (head.into(), cells)
}

impl Grid {
    /// The cells of all rows.
    pub fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.rows.iter().flat_map(|(_, cells)| cells)
    }

    /// The grid in aligned columns.
    pub fn to_text(&self) -> String {
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

/// The expected and the computed value of one cell.
#[derive(Debug)]
pub struct Cell {
    /// Empty if nothing is expected.
    pub expected: String,
    /// The computed value.
    pub computed: String,
    /// Whether the computed value is the expected one.
    pub verdict: Verdict,
    /// The statement of a paper about the row. A cell with a claim contains nothing else.
    pub claim: Option<Claim>,
}

impl Cell {
    /// A number, to within `tolerance`.
    pub fn number(expected: f64, computed: f64, tolerance: f64) -> Self {
        let (expected, computed, verdict) = number(expected, computed, tolerance);
        Self {
            expected,
            computed,
            verdict,
            claim: None,
        }
    }

    /// A number between two others.
    pub fn between(range: (f64, f64), computed: f64) -> Self {
        let (expected, computed, verdict) = between(range, computed);
        Self {
            expected,
            computed,
            verdict,
            claim: None,
        }
    }

    /// A number that must not exceed `bound`.
    pub fn below(bound: f64, computed: f64) -> Self {
        Self {
            expected: format!("≤ {}", short(bound)),
            computed: short(computed),
            verdict: Verdict::of(computed <= bound),
            claim: None,
        }
    }

    /// The statement of a paper about the row.
    pub fn claim(claim: Claim) -> Self {
        Self {
            claim: Some(claim),
            ..Self::noted("")
        }
    }

    /// A value without a verdict.
    pub fn noted(computed: impl Into<String>) -> Self {
        Self {
            expected: String::new(),
            computed: computed.into(),
            verdict: Verdict::Noted,
            claim: None,
        }
    }

    fn to_text(&self) -> String {
        if let Some(claim) = self.claim {
            return claim.to_text();
        }
        match self.verdict {
            Verdict::Fails => format!("{} FAILS {}", self.computed, self.expected),
            Verdict::Holds | Verdict::Noted => self.computed.clone(),
        }
    }
}
