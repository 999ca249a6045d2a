//! Rows of quantity, expected, computed, verdict. A tolerance comes with its reason, here and on the page.

use std::fmt::Write;
use std::iter::Sum;

use extremal::{Discretize, Facts};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Holds,
    Fails,
    /// Told, not judged.
    Noted,
}

impl Verdict {
    pub(crate) fn of(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::Fails }
    }

    /// Its name in the page's style.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Fails => "fails",
            Self::Noted => "noted",
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Fails => "FAILS",
            Self::Noted => "",
        }
    }
}

#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) quantity: String,
    pub(crate) expected: String,
    pub(crate) computed: String,
    pub(crate) verdict: Verdict,
    /// Why this tolerance, or where the expected value comes from.
    pub(crate) reason: &'static str,
}

impl Row {
    /// A number, to within `tolerance`.
    pub(crate) fn number(
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
        }
    }

    /// A magnitude that stays below `bound`.
    pub(crate) fn below(
        quantity: impl Into<String>,
        bound: f64,
        computed: f64,
        reason: &'static str,
    ) -> Self {
        Self {
            quantity: quantity.into(),
            expected: format!("≤ {}", short(bound)),
            computed: short(computed),
            verdict: Verdict::of(computed <= bound),
            reason,
        }
    }

    /// A word.
    pub(crate) fn word(
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
        }
    }

    /// A figure that is told and not judged.
    pub(crate) fn noted(
        quantity: impl Into<String>,
        computed: impl Into<String>,
        reason: &'static str,
    ) -> Self {
        Self {
            quantity: quantity.into(),
            expected: String::new(),
            computed: computed.into(),
            verdict: Verdict::Noted,
            reason,
        }
    }
}

/// How many verdicts there are, and how many of them fail.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) checked: usize,
    pub(crate) failed: usize,
}

impl Tally {
    pub(crate) fn of(verdicts: impl Iterator<Item = Verdict>) -> Self {
        let mut tally = Self::default();
        for verdict in verdicts {
            tally.checked += usize::from(verdict != Verdict::Noted);
            tally.failed += usize::from(verdict == Verdict::Fails);
        }
        tally
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), |sum, tally| Self {
            checked: sum.checked + tally.checked,
            failed: sum.failed + tally.failed,
        })
    }
}

/// A number and the one expected, in one digit more than the tolerance makes significant, and the verdict.
pub(crate) fn number(expected: f64, computed: f64, tolerance: f64) -> (String, String, Verdict) {
    let digits = (1.0 - tolerance.log10()).ceil().clamp(0.0, 16.0);
    #[expect(clippy::cast_possible_truncation, reason = "between 0 and 16")]
    let digits = digits as usize;
    (
        format!("{expected:.digits$} ± {}", short(tolerance)),
        format!("{computed:.digits$}"),
        Verdict::of((computed - expected).abs() <= tolerance),
    )
}

/// Three figures: fixed near 1, with an exponent elsewhere.
pub(crate) fn short(x: f64) -> String {
    match x.abs() {
        0.0 => "0".to_owned(),
        size if (1e-2..1e4).contains(&size) => {
            let fixed = format!("{x:.3}");
            fixed.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        _ => format!("{x:.1e}").replace(".0e", "e"),
    }
}

/// What the derive found out about one scheme for one system.
#[derive(Debug)]
pub(crate) struct FactsRow {
    pub(crate) system: &'static str,
    pub(crate) scheme: &'static str,
    pub(crate) facts: Facts,
}

impl FactsRow {
    pub(crate) fn of<S: Discretize<D>, D>(system: &'static str, scheme: &'static str) -> Self {
        let facts = S::FACTS;
        Self {
            system,
            scheme,
            facts,
        }
    }
}

/// The rows in aligned columns.
pub(crate) fn to_text(rows: &[Row]) -> String {
    let cells = |row: &Row| [row.quantity.clone(), row.expected.clone(), row.computed.clone()];
    let head = ["quantity", "expected", "computed"].map(str::to_owned);
    let mut widths = head.each_ref().map(|cell| cell.chars().count());
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(cells(row)) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    let mut line = |cells: [String; 3], verdict: &str| {
        for (cell, width) in cells.iter().zip(widths) {
            let _ = write!(text, "  {cell:width$}");
        }
        let _ = writeln!(text, "  {verdict}");
    };
    line(head, "verdict");
    for row in rows {
        line(cells(row), row.verdict.word());
    }
    text
}
