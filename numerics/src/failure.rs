//! Why linear equations have no solution, with the numbers that explain it.

use core::fmt;

/// Why a matrix was not made, not factored, or not solved.
///
/// ```
/// use extremal_numerics::{LinearFailure, lu};
///
/// let failure = lu::solve(&mut [1.0, 2.0, 2.0, 4.0], &mut [1.0, 1.0]).err();
/// assert_eq!(failure, Some(LinearFailure::Singular { pivot: 1, size: 0.0 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LinearFailure {
    /// The linear equations have no unique solution.
    Singular {
        /// The column, from 0, in which no pivot was found.
        pivot: usize,
        /// The largest candidate, relative to the entries of its row.
        size: f64,
    },
    /// A number is NaN or infinite.
    NotFinite {
        /// The name of the quantity.
        what: &'static str,
    },
    /// A number was added to a [matrix](crate::matrix) at a place that its storage does not have.
    Misplaced {
        /// Its row, from 0.
        row: usize,
        /// Its column, from 0.
        column: usize,
    },
    /// There is not one number for each row.
    Length {
        /// The name of the vector.
        what: &'static str,
        /// The number of rows.
        expected: usize,
        /// The number of numbers.
        found: usize,
    },
    /// A [matrix](crate::matrix) needs sparse factors: the feature `sparse`, and numbers of the type `f64` or `f32`.
    NeedsSparse {
        /// The half bandwidth in the best order that was found.
        half_bandwidth: usize,
    },
    /// There is no memory for the factors of a [matrix](crate::matrix).
    TooLarge {
        /// The number of its rows.
        size: usize,
    },
}

impl fmt::Display for LinearFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Singular { pivot, size } => {
                write!(f, "the matrix is singular: column {pivot} {}", Pivot(*size))
            }
            Self::NotFinite { what } => write!(f, "{what}: not a finite number"),
            Self::Misplaced { row, column } => write!(
                f,
                "the storage of the matrix has no place at row {row}, column {column}; it was made for another pattern"
            ),
            Self::Length {
                what,
                expected,
                found,
            } => write!(
                f,
                "{what}: expected one number for each of the {expected} rows, found {found}"
            ),
            Self::NeedsSparse { half_bandwidth } => write!(
                f,
                "the matrix of the step has entries {half_bandwidth} columns beside the diagonal, too many for a band; \
                 enable the feature `sparse` of extremal, which factors matrices of `f64` and `f32`"
            ),
            Self::TooLarge { size } => {
                write!(f, "there is no memory for the factors of a matrix of {size} rows")
            }
        }
    }
}

impl core::error::Error for LinearFailure {}

/// The missing pivot of a column, by the size of its largest candidate.
#[derive(Clone, Copy, Debug)]
pub struct Pivot(pub f64);

impl fmt::Display for Pivot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0.0 => f.write_str("has no non-zero pivot"),
            size => write!(f, "has no pivot larger than {size:e} relative to its row"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::LinearFailure;

    #[test]
    fn failures_are_sentences() {
        let check = |failure: LinearFailure, sentence: &str| assert_eq!(failure.to_string(), sentence);
        check(
            LinearFailure::Singular { pivot: 2, size: 0.0 },
            "the matrix is singular: column 2 has no non-zero pivot",
        );
        check(
            LinearFailure::Length {
                what: "right-hand side",
                expected: 3,
                found: 2,
            },
            "right-hand side: expected one number for each of the 3 rows, found 2",
        );
    }
}
