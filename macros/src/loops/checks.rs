//! Tests of fields that do not fit each other, and of numbers that are not finite, before a step reads them: each is made once.

use std::collections::BTreeSet;

use crate::loops::nest::Nest;
use crate::model::{Integer, Range};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Check {
    /// A length is above zero.
    NotEmpty(Integer),
    /// A divisor is not zero.
    Divisor(Integer),
    /// An entry or a field is not too large to have a sign.
    Sign { of: Row, found: Integer },
    /// An index that a field of integers gives is below a count; else that field is wrong.
    Index { of: Row, found: Integer, count: Count },
    /// An index that runs over these ranges is below a count; else the list of this name is too short.
    Length {
        name: String,
        ranges: Vec<Range>,
        found: Integer,
        expected: Integer,
        count: Count,
    },
    /// An index of a list within a row of a field is below its length.
    Within {
        field: usize,
        row: Integer,
        index: Integer,
        count: Integer,
    },
    /// A range does not end before it begins.
    Rising { of: Row, ends: [Integer; 2] },
    /// A parameter is finite.
    Finite { parameter: usize, of: Option<Row> },
}

/// A field, or a row of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Row {
    pub(crate) field: usize,
    pub(crate) at: Option<Integer>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Count {
    Of(Integer),
    /// The items of a field.
    Rows(usize),
    /// The items of which a constraint is a row.
    Constraint(usize),
}

/// Checks for each item.
#[derive(Clone, Debug)]
pub(crate) struct Checks {
    /// They are made if this range has items.
    pub(crate) guard: Option<Range>,
    pub(crate) nest: Nest<Check>,
}

impl Checks {
    pub(crate) fn always(nest: Nest<Check>) -> Self {
        Self { guard: None, nest }
    }
}

/// The checks already made, with the loops around each.
#[derive(Debug, Default)]
pub(crate) struct Made(BTreeSet<(Vec<Range>, Check)>);

impl Made {
    /// The checks that are not made yet. What is behind a guard may not be made at all, and stands for no other.
    pub(crate) fn others(&mut self, mut checks: Checks) -> Checks {
        let mut made = self.0.clone();
        let Nest { ranges, levels } = &mut checks.nest;
        for (at, level) in levels.iter_mut().enumerate() {
            level
                .before
                .retain(|check| made.insert((ranges[..at].to_vec(), check.clone())));
        }
        if checks.guard.is_none() {
            self.0 = made;
        }
        checks
    }
}
