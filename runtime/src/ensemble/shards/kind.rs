//! What is made of the values of members, and how it is written and read: a list of them, or a reduction.

use std::vec::Vec;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::stored::Stored;
use crate::ensemble::failed::{Failed, Reason};
use crate::ensemble::reduction::{Gather, Reduced, Reduction};

/// What [`Shards`](super::Shards) make of the values `V` of members: a list, or a reduction.
///
/// Of a member that failed its number is written. Its error is found again by [`Shards::merge`](super::Shards::merge), because
/// names in it are parts of the program; until then it counts as cancelled.
pub trait Kind<V>: Sync {
    /// What is made.
    type All: Gather<V>;
    /// Its type in files.
    type Data;

    /// Of no members.
    fn empty(&self) -> Self::All;

    /// Writes what was made of neighbouring members.
    fn write(&self, all: &Self::All, to: Vec<u8>) -> postcard::Result<Vec<u8>>;

    /// Reads what was made of members from `first` on, and what follows.
    fn read<'b>(&self, first: usize, from: &'b [u8]) -> Option<(Self::All, &'b [u8])>;

    /// The failures that are kept.
    fn failures(all: &mut Self::All) -> impl Iterator<Item = &mut Failed>;
}

/// A list of the values of members, see [`Runs::collect_shards`](crate::ensemble::Runs::collect_shards).
#[derive(Clone, Copy, Debug)]
pub struct Listed;

impl<V: Send + Serialize + DeserializeOwned> Kind<V> for Listed {
    type All = Vec<Result<V, Failed>>;
    type Data = V;

    fn empty(&self) -> Self::All {
        Vec::new()
    }

    fn write(&self, all: &Self::All, to: Vec<u8>) -> postcard::Result<Vec<u8>> {
        let to = postcard::to_extend(&all.len(), to)?;
        let mut values = all.iter().map(|value| value.as_ref().ok());
        values.try_fold(to, |to, value| postcard::to_extend(&value, to))
    }

    fn read<'b>(&self, first: usize, from: &'b [u8]) -> Option<(Self::All, &'b [u8])> {
        let (count, mut rest) = postcard::take_from_bytes::<usize>(from).ok()?;
        let mut all = Vec::new();
        for member in (first..).take(count) {
            let value;
            (value, rest) = postcard::take_from_bytes::<Option<V>>(rest).ok()?;
            all.push(value.ok_or_else(|| unknown(member)));
        }
        Some((all, rest))
    }

    fn failures(all: &mut Self::All) -> impl Iterator<Item = &mut Failed> {
        all.iter_mut().filter_map(|value| value.as_mut().err())
    }
}

/// A reduction of the values of members, see [`Runs::reduce_shards`](crate::ensemble::Runs::reduce_shards).
#[derive(Clone, Copy, Debug)]
pub struct ReducedBy<R>(pub(in crate::ensemble) R);

impl<V, R: Reduction<V> + Stored> Kind<V> for ReducedBy<R> {
    type All = Reduced<R>;
    type Data = R::Data;

    fn empty(&self) -> Reduced<R> {
        Reduced::of_none(&self.0)
    }

    fn write(&self, all: &Reduced<R>, to: Vec<u8>) -> postcard::Result<Vec<u8>> {
        let failures: Vec<usize> = all.failures.iter().map(|failed| failed.member).collect();
        postcard::to_extend(&(all.value.data(), all.failed, failures), to)
    }

    fn read<'b>(&self, _: usize, from: &'b [u8]) -> Option<(Reduced<R>, &'b [u8])> {
        type Written<D> = (D, usize, Vec<usize>);
        let ((data, failed, failures), rest) = postcard::take_from_bytes::<Written<R::Data>>(from).ok()?;
        let reduced = Reduced {
            value: self.0.with(data)?,
            failed,
            cancelled: 0,
            failures: failures.into_iter().map(unknown).collect(),
        };
        Some((reduced, rest))
    }

    fn failures(all: &mut Reduced<R>) -> impl Iterator<Item = &mut Failed> {
        all.failures.iter_mut()
    }
}

/// A member that failed, whose error is not in the file.
fn unknown(member: usize) -> Failed {
    let reason = Reason::Cancelled;
    Failed { member, reason }
}
