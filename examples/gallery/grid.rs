//! Tables of their own kind: a head for each row and each column, cells that hold or fail.
//!
//! Knows neither what is measured nor how the page looks.

use std::fmt::Write;

use crate::claim::Claim;
use crate::table::{Verdict, between, number, short};

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

/// The head of the column of [`stated`].
pub(crate) const STATED: &str = "the paper says";

/// A row whose last cell is what a paper says of it; what agrees has to hold in each cell.
pub(crate) fn stated(
    head: impl Into<String>,
    cells: impl Into<Vec<Cell>>,
    claim: Claim,
) -> (String, Vec<Cell>) {
    let mut cells = cells.into();
    let claim = match claim {
        Claim::Agrees(words) => Claim::judged(words, cells.iter().map(|cell| cell.verdict)),
        Claim::Silent | Claim::Differs(_) => claim,
    };
    cells.push(Cell::claim(claim));
    (head.into(), cells)
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
    /// What a paper says of the row; the only thing in its cell.
    pub(crate) claim: Option<Claim>,
}

impl Cell {
    /// A number, to within `tolerance`.
    pub(crate) fn number(expected: f64, computed: f64, tolerance: f64) -> Self {
        let (expected, computed, verdict) = number(expected, computed, tolerance);
        Self {
            expected,
            computed,
            verdict,
            claim: None,
        }
    }

    /// A number between two others.
    pub(crate) fn between(range: (f64, f64), computed: f64) -> Self {
        let (expected, computed, verdict) = between(range, computed);
        Self {
            expected,
            computed,
            verdict,
            claim: None,
        }
    }

    /// A number that is to be at most `bound`.
    pub(crate) fn below(bound: f64, computed: f64) -> Self {
        Self {
            expected: format!("≤ {}", short(bound)),
            computed: short(computed),
            verdict: Verdict::of(computed <= bound),
            claim: None,
        }
    }

    /// What a paper says of the row.
    pub(crate) fn claim(claim: Claim) -> Self {
        Self {
            claim: Some(claim),
            ..Self::noted("")
        }
    }

    /// What is told and not judged.
    pub(crate) fn noted(computed: impl Into<String>) -> Self {
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
