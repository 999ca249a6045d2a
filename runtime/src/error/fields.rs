//! Fields that do not fit each other, of systems whose size is known only when the program runs.

use core::fmt;

/// Why the fields of a system whose size is known only when the program runs do not describe one.
///
/// Rows are counted from 0.
///
/// ```
/// use extremal::{Failure, FieldFailure};
///
/// let failure = Failure::from(FieldFailure::Index { field: "edges", row: 17, found: 205, range: 200 });
/// assert_eq!(failure.to_string(), "the field `edges` names item 205 in row 17; it must be below 200");
/// let failure = Failure::from(FieldFailure::BelowZero { field: "q", below: 1 });
/// assert_eq!(failure.to_string(), "the item -1 of `q` is read; items are counted from 0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldFailure {
    /// An index in a field, or one that a formula computes for it, is out of range.
    Index {
        /// The name of the field.
        field: &'static str,
        /// The row of the field, or the item of the sum.
        row: usize,
        /// The index.
        found: usize,
        /// What it must be below.
        range: usize,
    },
    /// A field has another number of rows than the sums that read it.
    Length {
        /// The name of the field.
        field: &'static str,
        /// The number of rows that are read.
        expected: usize,
        /// The number of rows that are there.
        found: usize,
    },
    /// A sum reads what is before the first row of a field.
    BelowZero {
        /// The name of the field.
        field: &'static str,
        /// How far before it.
        below: usize,
    },
    /// A number of a field is NaN or infinite.
    NotFinite {
        /// The name of the field.
        field: &'static str,
        /// Its row.
        row: usize,
    },
    /// There are no coordinates.
    Empty {
        /// The name of the length that is 0.
        range: &'static str,
    },
}

impl fmt::Display for FieldFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FieldFailure::Index {
                field,
                row,
                found,
                range,
            } => write!(
                f,
                "the field `{field}` names item {found} in row {row}; it must be below {range}"
            ),
            FieldFailure::Length {
                field,
                expected,
                found,
            } => write!(f, "the field `{field}` has {found} rows, and {expected} are read"),
            FieldFailure::BelowZero { field, below } => {
                write!(
                    f,
                    "the item -{below} of `{field}` is read; items are counted from 0"
                )
            }
            FieldFailure::NotFinite { field, row } => {
                write!(
                    f,
                    "the field `{field}` has a number in row {row} that is not finite"
                )
            }
            FieldFailure::Empty { range } => {
                write!(f, "`{range}` is 0; a system has at least one coordinate")
            }
        }
    }
}

impl From<FieldFailure> for super::Failure {
    fn from(failure: FieldFailure) -> Self {
        super::Failure::Field(failure)
    }
}
