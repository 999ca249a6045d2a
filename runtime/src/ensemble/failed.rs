//! Members that have no value, and why.

use core::fmt;

use crate::Error;

/// A member of an ensemble that has no value.
///
/// ```
/// use extremal::ensemble::{Failed, Reason};
///
/// let failed = Failed { member: 7, reason: Reason::Cancelled };
/// assert_eq!(failed.to_string(), "member 7: cancelled before it began");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Failed {
    /// Its number.
    pub member: usize,
    /// Why it has none.
    pub reason: Reason,
}

/// Why a member has no value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reason {
    /// Its start or one of its steps failed.
    Error(Error),
    /// The ensemble was stopped before it began.
    Cancelled,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "member {}: {}", self.member, self.reason)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Error(error) => write!(f, "{error}"),
            Self::Cancelled => f.write_str("cancelled before it began"),
        }
    }
}

impl core::error::Error for Failed {}
