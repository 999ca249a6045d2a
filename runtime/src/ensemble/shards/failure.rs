//! Why a shard is not computed, or shards are not merged.

use core::fmt;
use core::ops::Range;

use std::io;
use std::path::PathBuf;
use std::string::String;
use std::vec::Vec;

use super::shard::{Shard, listed};

/// A shard was not computed, or shards were not merged.
#[derive(Debug)]
#[non_exhaustive]
pub enum ShardFailure {
    /// A text is not `i/n` with 1 ≤ i ≤ n.
    Text {
        /// The text.
        text: String,
    },
    /// A file could not be read or written.
    File {
        /// Its path.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file is not what was written: it was cut off or changed, or it never was a shard.
    Torn {
        /// Its path.
        path: PathBuf,
    },
    /// A value cannot be written: its `Serialize` says so.
    NotWritten {
        /// The path of the file.
        path: PathBuf,
    },
    /// A file has results of another ensemble.
    Foreign {
        /// Its path.
        path: PathBuf,
        /// In what it differs.
        what: Difference,
    },
    /// A file is another one of n shards, or one of another number of shards.
    Other {
        /// Its path.
        path: PathBuf,
        /// The shard that is in it; `None` for a part that was computed by [`Shards::run_rest`](super::Shards::run_rest).
        found: Option<Shard>,
        /// The shard that was asked for, or one of those before it.
        expected: Option<Shard>,
    },
    /// Two files have the same members.
    Double {
        /// The paths of the files.
        paths: [PathBuf; 2],
        /// The first members that both have.
        members: Range<usize>,
    },
    /// Members are in no file.
    Missing {
        /// The shards without a file.
        shards: Vec<Shard>,
        /// The shards that were stopped before all of their members had run: they go on if they are run again.
        unfinished: Vec<Shard>,
        /// The first members that are missing.
        members: Range<usize>,
    },
    /// A member failed where its shard was computed, and does not fail here.
    FailedThere {
        /// The number of the member.
        member: usize,
    },
}

/// In what two ensembles differ.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Difference {
    /// In the number of their members.
    Members {
        /// That of this ensemble.
        expected: usize,
        /// That in the file.
        found: usize,
    },
    /// In their names ([`Ensemble::named`](crate::ensemble::Ensemble::named)).
    Name {
        /// That of this ensemble.
        expected: String,
        /// That in the file.
        found: String,
    },
    /// In the type of values, or in the reduction.
    Values,
    /// In the number of steps, in the system or the scheme, or in the start or the energy of the first or the last member.
    Starts,
}

/// Members that no file has, and where they would be.
fn missing(
    f: &mut fmt::Formatter<'_>,
    shards: &[Shard],
    unfinished: &[Shard],
    members: &Range<usize>,
) -> fmt::Result {
    write!(f, "members {} to {} are missing", members.start, members.end - 1)?;
    if !shards.is_empty() {
        write!(f, "; shards without a file: {}", listed(shards))?;
    }
    if !unfinished.is_empty() {
        let unfinished = listed(unfinished);
        write!(
            f,
            "; unfinished shards, which go on if they are run again: {unfinished}"
        )?;
    }
    Ok(())
}

impl fmt::Display for ShardFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { text } => write!(
                f,
                "`{text}` is not a shard; expected one of `1/n`, `2/n`, .., `n/n`"
            ),
            Self::File { path, error } => write!(f, "`{}`: {error}", path.display()),
            Self::Torn { path } => write!(
                f,
                "`{}` is not a whole file of a shard: it was cut off or changed; remove it and run its shard again",
                path.display()
            ),
            Self::NotWritten { path } => write!(f, "`{}`: a value cannot be written", path.display()),
            Self::Foreign { path, what } => write!(f, "`{}` is of another ensemble: {what}", path.display()),
            Self::Other {
                path,
                found,
                expected,
            } => {
                write!(f, "`{}` has ", path.display())?;
                named(f, *found)?;
                f.write_str("; expected ")?;
                named(f, *expected)?;
                f.write_str(", or others of as many")
            }
            Self::Double {
                paths: [one, other],
                members,
            } => write!(
                f,
                "`{}` and `{}` both have members {} to {}",
                one.display(),
                other.display(),
                members.start,
                members.end - 1
            ),
            Self::Missing {
                shards,
                unfinished,
                members,
            } => missing(f, shards, unfinished, members),
            Self::FailedThere { member } => write!(
                f,
                "member {member} failed where its shard was computed, and does not fail here: by another program, or on \
                 another instruction set"
            ),
        }
    }
}

fn named(f: &mut fmt::Formatter<'_>, shard: Option<Shard>) -> fmt::Result {
    match shard {
        Some(shard) => write!(f, "shard {shard}"),
        None => f.write_str("the rest of other files"),
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Members { expected, found } => write!(f, "it has {found} members, and this one {expected}"),
            Self::Name { expected, found } => {
                write!(f, "its name is `{found}`, and that of this one `{expected}`")
            }
            Self::Values => f.write_str("its values are of another type, or reduced otherwise"),
            Self::Starts => f.write_str("its members start otherwise, or make another number of steps"),
        }
    }
}

/// The error of a file is not its source, because the sentence has it already.
impl core::error::Error for ShardFailure {}
