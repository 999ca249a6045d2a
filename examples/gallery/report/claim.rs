//! The statement of a paper about a quantity, and whether the computed value agrees with it.
//!
//! Verdicts are separate: a verdict is about the expected value of a study, which may contradict the paper.

use crate::table::Verdict;

/// A statement of the paper that a study follows: short, in the paper's words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Claim {
    /// The paper does not mention the quantity, or the study does not follow a paper.
    #[default]
    Silent,
    /// The computed value agrees with the statement.
    Agrees(&'static str),
    /// The computed value differs from the statement.
    Differs(&'static str),
}

impl Claim {
    /// A claim that is also the expectation of the study: it agrees if all verdicts hold.
    pub fn judged(words: &'static str, verdicts: impl IntoIterator<Item = Verdict>) -> Self {
        let fails = verdicts.into_iter().any(|verdict| verdict == Verdict::Fails);
        if fails {
            Self::Differs(words)
        } else {
            Self::Agrees(words)
        }
    }

    /// Whether the computed value differs from the statement.
    pub fn differs(self) -> bool {
        matches!(self, Self::Differs(_))
    }

    /// Whether there is no statement.
    pub fn is_silent(self) -> bool {
        self == Self::Silent
    }

    /// The statement itself, or a dash.
    pub fn words(self) -> &'static str {
        match self {
            Self::Silent => "—",
            Self::Agrees(words) | Self::Differs(words) => words,
        }
    }

    /// For the terminal.
    pub fn to_text(self) -> String {
        match self {
            Self::Silent => String::new(),
            Self::Agrees(words) => format!("agrees with the paper: {words}"),
            Self::Differs(words) => format!("DIFFERS from the paper: {words}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Claim;
    use crate::table::{Row, Verdict};

    #[test]
    fn a_claim_differs_if_its_expectation_fails() {
        let row = |computed| Row::number("slope", 2.0, computed, 0.1, "").says("quadratic");
        assert_eq!(row(2.0).claim, Claim::Agrees("quadratic"));
        assert_eq!(row(3.0).claim, Claim::Differs("quadratic"));
    }

    #[test]
    fn an_expectation_may_hold_where_the_paper_is_contradicted() {
        let row = Row::number("slope", 1.0, 1.0, 0.1, "").contradicts("continuous");
        assert_eq!(row.verdict, Verdict::Holds);
        assert!(row.claim.differs());
        assert_eq!(row.claim.to_text(), "DIFFERS from the paper: continuous");
    }
}
