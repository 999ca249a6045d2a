//! Rows of quantity, expected value, computed value and verdict. Each tolerance comes with its reason, in the code and on the
//! page.

use std::fmt::Write;
use std::iter::Sum;

use extremal::{Discretize, Facts};

use crate::claim::Claim;

/// Whether a computed value is the expected one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is.
    Holds,
    /// It is not.
    Fails,
    /// A value without a verdict.
    Noted,
}

impl Verdict {
    /// The verdict on a value that is compared.
    pub fn of(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::Fails }
    }

    /// The class in the style sheet of the page.
    pub fn class(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Fails => "fails",
            Self::Noted => "noted",
        }
    }

    /// For the terminal.
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Fails => "FAILS",
            Self::Noted => "",
        }
    }
}

/// A quantity with its expected and its computed value.
#[derive(Debug)]
pub struct Row {
    /// What is computed.
    pub quantity: String,
    /// Empty if nothing is expected.
    pub expected: String,
    /// The computed value.
    pub computed: String,
    /// Whether it is the expected one.
    pub verdict: Verdict,
    /// The reason for the tolerance, or the source of the expected value.
    pub reason: &'static str,
    /// The statement of a paper about the quantity.
    pub claim: Claim,
}

impl Row {
    /// A number, to within `tolerance`.
    pub fn number(
        quantity: impl Into<String>,
        expected: f64,
        computed: f64,
        tolerance: f64,
        reason: &'static str,
    ) -> Self {
        let (expected, computed, verdict) = number(expected, computed, tolerance);
        Self {
            quantity: quantity.into(),
            expected,
            computed,
            verdict,
            reason,
            claim: Claim::Silent,
        }
    }

    /// A magnitude that stays below `bound`.
    pub fn below(quantity: impl Into<String>, bound: f64, computed: f64, reason: &'static str) -> Self {
        Self {
            quantity: quantity.into(),
            expected: format!("≤ {}", short(bound)),
            computed: short(computed),
            verdict: Verdict::of(computed <= bound),
            reason,
            claim: Claim::Silent,
        }
    }

    /// A word.
    pub fn word(
        quantity: impl Into<String>,
        expected: impl Into<String>,
        computed: impl Into<String>,
        reason: &'static str,
    ) -> Self {
        let (expected, computed) = (expected.into(), computed.into());
        Self {
            quantity: quantity.into(),
            verdict: Verdict::of(expected == computed),
            expected,
            computed,
            reason,
            claim: Claim::Silent,
        }
    }

    /// A number between two others, for a value that a paper gives in words or in a figure.
    pub fn between(
        quantity: impl Into<String>,
        range: (f64, f64),
        computed: f64,
        reason: &'static str,
    ) -> Self {
        let (expected, computed, verdict) = between(range, computed);
        Self {
            quantity: quantity.into(),
            expected,
            computed,
            verdict,
            reason,
            claim: Claim::Silent,
        }
    }

    /// A paper states the same as the expectation, in these words.
    pub fn says(mut self, words: &'static str) -> Self {
        self.claim = Claim::judged(words, [self.verdict]);
        self
    }

    /// A paper states something else, in these words.
    pub fn contradicts(mut self, words: &'static str) -> Self {
        self.claim = Claim::Differs(words);
        self
    }

    /// A value without a verdict.
    pub fn noted(quantity: impl Into<String>, computed: impl Into<String>, reason: &'static str) -> Self {
        Self {
            quantity: quantity.into(),
            expected: String::new(),
            computed: computed.into(),
            verdict: Verdict::Noted,
            reason,
            claim: Claim::Silent,
        }
    }
}

/// The number of verdicts, of failed verdicts, and of results that differ from a paper.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Verdicts.
    pub checked: usize,
    /// Failed verdicts.
    pub failed: usize,
    /// Results that differ from the statement of a paper.
    pub differing: usize,
}

impl Tally {
    /// Counts results.
    pub fn of(results: impl Iterator<Item = (Verdict, Claim)>) -> Self {
        let mut tally = Self::default();
        for (verdict, claim) in results {
            tally.checked += usize::from(verdict != Verdict::Noted);
            tally.failed += usize::from(verdict == Verdict::Fails);
            tally.differing += usize::from(claim.differs());
        }
        tally
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), |sum, tally| Self {
            checked: sum.checked + tally.checked,
            failed: sum.failed + tally.failed,
            differing: sum.differing + tally.differing,
        })
    }
}

/// The expected and the computed number, with one digit beyond the tolerance, and the verdict.
pub fn number(expected: f64, computed: f64, tolerance: f64) -> (String, String, Verdict) {
    let digits = (1.0 - tolerance.log10()).ceil().clamp(0.0, 16.0);
    #[expect(clippy::cast_possible_truncation, reason = "between 0 and 16")]
    let digits = digits as usize;
    (
        format!("{expected:.digits$} ± {}", short(tolerance)),
        format!("{computed:.digits$}"),
        Verdict::of((computed - expected).abs() <= tolerance),
    )
}

/// The range, a number with two digits, and whether it is in the range.
pub fn between((low, high): (f64, f64), computed: f64) -> (String, String, Verdict) {
    let holds = low <= computed && computed <= high;
    (
        format!("{low} to {high}"),
        format!("{computed:.2}"),
        Verdict::of(holds),
    )
}

/// Three decimals near 1, otherwise two digits with an exponent.
pub fn short(x: f64) -> String {
    match x.abs() {
        0.0 => "0".to_owned(),
        size if (1e-2..1e4).contains(&size) => {
            let fixed = format!("{x:.3}");
            fixed.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        _ => format!("{x:.1e}").replace(".0e", "e"),
    }
}

/// The facts that the derive found about one scheme for one system.
#[derive(Debug)]
pub struct FactsRow {
    /// The name of the system.
    pub system: &'static str,
    /// The name of the scheme.
    pub scheme: &'static str,
    /// The facts.
    pub facts: Facts,
    /// The equations of the system, as MathML.
    pub equations: &'static str,
}

impl FactsRow {
    /// The facts about a scheme for a system.
    pub fn of<S: Discretize<D>, D>(system: &'static str, scheme: &'static str) -> Self {
        let facts = S::FACTS;
        Self {
            system,
            scheme,
            facts,
            equations: S::describe_mathml(),
        }
    }
}

/// The rows in aligned columns.
pub fn to_text(rows: &[Row]) -> String {
    let cells = |row: &Row| {
        let texts = [
            row.quantity.as_str(),
            &row.expected,
            &row.computed,
            row.verdict.word(),
        ];
        texts.map(str::to_owned)
    };
    let head = ["quantity", "expected", "computed", "verdict"].map(str::to_owned);
    let mut widths = head.each_ref().map(|cell| cell.chars().count());
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(cells(row)) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    let mut line = |cells: [String; 4], claim: &str| {
        let mut line = String::new();
        for (cell, width) in cells.iter().zip(widths) {
            let _ = write!(line, "  {cell:width$}");
        }
        let _ = write!(line, "  {claim}");
        text.push_str(line.trim_end());
        text.push('\n');
    };
    line(head, "");
    for row in rows {
        line(cells(row), &row.claim.to_text());
    }
    text
}
