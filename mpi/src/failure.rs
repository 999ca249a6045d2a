//! Why ranks have no result.

use core::fmt;

use extremal::ensemble::ShardFailure;

/// An ensemble on ranks has no result.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// Files of this rank.
    Shard(ShardFailure),
    /// Files of another rank, which has the reason.
    Elsewhere {
        /// Its number.
        rank: i32,
    },
    /// Members were stopped. What has run is in files: the ensemble goes on if it is run again.
    Stopped {
        /// The number of members that did not run.
        left: usize,
    },
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shard(failure) => write!(f, "{failure}"),
            Self::Elsewhere { rank } => write!(f, "files of rank {rank} could not be read or written"),
            Self::Stopped { left } => write!(f, "stopped before {left} members ran"),
        }
    }
}

impl core::error::Error for Failure {}
