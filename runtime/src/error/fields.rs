//! Fields that do not fit each other, of systems whose size is known only when the program runs.

mod sentences;

use core::fmt;

/// Why the fields of a system whose size is known only when the program runs do not describe one.
///
/// Rows are counted from 0.
///
/// ```
/// use extremal::{Failure, error::FieldFailure};
///
/// let failure = Failure::from(FieldFailure::Index { field: "edges", row: 17, found: 205, range: 200 });
/// assert_eq!(failure.to_string(), "the field `edges` names item 205 in row 17; it must be below 200");
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
        /// The bound: the index must be below it.
        range: usize,
    },
    /// A field or a coordinate has fewer items than formulas read.
    Length {
        /// The name of the field or the coordinate.
        field: &'static str,
        /// The formula that reads it: "`x[i + 1]` with `i` in `0..n`".
        read: &'static str,
        /// The number of items that are read.
        expected: usize,
        /// The number of items that are there.
        found: usize,
    },
    /// A list has more items than formulas read, where it is known how many they read, and more than each coordinate.
    Longer {
        /// The name of the field.
        field: &'static str,
        /// How many items are read at most, as the declaration has it: "`n`".
        read: &'static str,
        /// The largest number of items that are read.
        expected: usize,
        /// The number of items that are there.
        found: usize,
    },
    /// A list within a field has fewer items than formulas read.
    Row {
        /// The name of the field.
        field: &'static str,
        /// Its row.
        row: usize,
        /// The number of items of the row that are read.
        expected: usize,
        /// The number of items that are there.
        found: usize,
    },
    /// A range from one entry of a field to another ends before it begins.
    Falls {
        /// The name of the field.
        field: &'static str,
        /// The range, as the declaration has it: "`first[i]..first[i + 1]`".
        range: &'static str,
        /// The row of the field at which it begins.
        row: usize,
        /// Where it begins.
        first: usize,
        /// Where it ends.
        beyond: usize,
    },
    /// A formula reads a field or a coordinate at an index below 0, as `q[i - 1]` does for i = 0.
    BeforeFirst {
        /// The name of the field or the coordinate.
        field: &'static str,
    },
    /// A number of a field is NaN or infinite.
    NotFinite {
        /// The name of the field.
        field: &'static str,
        /// Its row, if it has rows.
        row: Option<usize>,
    },
    /// A point of a contact that is declared with `near(..)` reaches less far than 0, or its reach is not finite.
    Reach {
        /// The name of the contact.
        contact: &'static str,
        /// The index of the point.
        point: usize,
    },
    /// All points of a contact that is declared with `near(..)` have the reach 0, so that no pair would be found.
    NoReach {
        /// The name of the contact.
        contact: &'static str,
    },
    /// An integer by which lengths or indices are divided is 0.
    Divisor {
        /// The integer as the declaration has it.
        divisor: &'static str,
    },
    /// There are no coordinates.
    Empty {
        /// The name of the length that is 0, or below.
        range: &'static str,
    },
}

impl fmt::Display for FieldFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            FieldFailure::Index {
                field,
                row,
                found,
                range,
            } => sentences::index(f, (field, row), found, range),
            FieldFailure::BeforeFirst { field } => sentences::before_first(f, field),
            FieldFailure::Falls {
                field,
                range,
                row,
                first,
                beyond,
            } => sentences::falls(f, range, (field, row), [first, beyond]),
            FieldFailure::Divisor { divisor } => {
                write!(f, "`{divisor}` is 0, and a length or an index is divided by it")
            }
            FieldFailure::Length {
                field,
                read,
                expected,
                found,
            } => sentences::length(f, field, read, [expected, found]),
            FieldFailure::Longer {
                field,
                read,
                expected,
                found,
            } => sentences::longer(f, field, read, [expected, found]),
            FieldFailure::Row {
                field,
                row,
                expected,
                found,
            } => sentences::row(f, (field, row), [expected, found]),
            FieldFailure::Empty { range } => sentences::empty(f, range),
            FieldFailure::NotFinite { field, row } => sentences::not_finite(f, field, row),
            FieldFailure::Reach { contact, point } => sentences::reach(f, contact, point),
            FieldFailure::NoReach { contact } => sentences::no_reach(f, contact),
        }
    }
}

impl From<FieldFailure> for super::Failure {
    fn from(failure: FieldFailure) -> Self {
        super::Failure::Field(failure)
    }
}
