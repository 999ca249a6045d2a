//! Fields that do not fit each other, of systems whose size is known only when the program runs.

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
        /// What it must be below.
        range: usize,
    },
    /// A field or a coordinate has fewer items than formulas read.
    Length {
        /// The name of the field or the coordinate.
        field: &'static str,
        /// What reads it: "`x[i + 1]` with `i` in `0..n`".
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
        /// The same as a number.
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
        match self {
            // Indices are computed without signs.
            FieldFailure::Index {
                field, row, found, ..
            } if *found > usize::MAX / 2 => {
                write!(f, "the field `{field}` names an item below 0 in row {row}")
            }
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
                read,
                expected,
                found,
            } => {
                write!(f, "`{field}` has length {found}, ")?;
                match found.checked_sub(1) {
                    Some(last) => write!(f, "so that its last item is {last}, ")?,
                    None => f.write_str("no item, ")?,
                }
                write!(f, "and {read} reads item {}", expected.saturating_sub(1))
            }
            FieldFailure::Longer {
                field,
                read,
                expected,
                found,
            } => write!(
                f,
                "`{field}` has length {found}, and formulas read at most {read} items of it, which is {expected}; drop the others"
            ),
            FieldFailure::Row {
                field,
                row,
                expected,
                found,
            } => write!(
                f,
                "the field `{field}` has length {found} in row {row}, and formulas read {expected} items of it"
            ),
            FieldFailure::Falls {
                field,
                range,
                row,
                first,
                beyond,
            } => write!(
                f,
                "the range `{range}` begins at {first} in row {row} of `{field}` and ends at {beyond}, before that; one without \
                 items ends where it begins"
            ),
            FieldFailure::BeforeFirst { field } => write!(
                f,
                "formulas read `{field}` at an index below 0; begin the range at 1, or write `(i + n - 1) % n` in a ring of n items"
            ),
            FieldFailure::NotFinite { field, row: None } => {
                write!(f, "the field `{field}` is not a finite number")
            }
            FieldFailure::NotFinite {
                field,
                row: Some(row),
            } => {
                write!(
                    f,
                    "the field `{field}` has a number in row {row} that is not finite"
                )
            }
            FieldFailure::Reach { contact, point } => {
                write!(
                    f,
                    "the point {point} in `near` of the contact `{contact}` reaches less far than 0, or not by a finite number"
                )
            }
            FieldFailure::NoReach { contact } => {
                write!(
                    f,
                    "all points in `near` of the contact `{contact}` reach as far as 0, and no pair would be found; the reach of a \
                     point is the largest distance from it at which it may touch, such as the radius of a disc"
                )
            }
            FieldFailure::Divisor { divisor } => {
                write!(f, "`{divisor}` is 0, and a length or an index is divided by it")
            }
            FieldFailure::Empty { range } => {
                write!(
                    f,
                    "`{range}` has to be above 0, and no more than memory holds: a system has at least one coordinate"
                )
            }
        }
    }
}

impl From<FieldFailure> for super::Failure {
    fn from(failure: FieldFailure) -> Self {
        super::Failure::Field(failure)
    }
}
