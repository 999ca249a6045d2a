//! What was made of some members of an ensemble, as the content of a file.

use core::ops::Range;

use std::any::type_name;
use std::string::{String, ToString};
use std::vec::Vec;

use serde::{Deserialize, Serialize};

use super::Members;
use super::failure::Difference;
use super::kind::Kind;
use super::shard::Shard;
use crate::ensemble::groups::Pairs;
use crate::ensemble::reduction::Gather;
use crate::fingerprint::Fingerprint;

/// What tells an ensemble, and what is made of it, from others.
#[derive(Serialize, Deserialize, PartialEq)]
pub(super) struct Key {
    members: usize,
    name: String,
    /// Of the types of values, and of a reduction without members.
    values: u64,
    /// Of the first and the last member.
    starts: u64,
}

impl Key {
    pub(super) fn of<R: Members, K: Kind<R::Value>>(runs: &R, kind: &K) -> Self {
        let mut values = Fingerprint::default();
        let names = [type_name::<R::Value>(), type_name::<K::Data>()];
        let bytes = names.into_iter().flat_map(str::bytes);
        let empty = kind.write(&kind.empty(), Vec::new()).unwrap_or_default();
        bytes
            .chain(empty)
            .for_each(|byte| values.add_bits(u64::from(byte)));
        Self {
            members: runs.count(),
            name: runs.name().to_string(),
            values: values.number(),
            starts: runs.mark(),
        }
    }

    /// In what the ensemble of a file differs from this one.
    pub(super) fn difference(&self, found: &Self) -> Option<Difference> {
        if self.members != found.members {
            let (expected, found) = (self.members, found.members);
            Some(Difference::Members { expected, found })
        } else if self.name != found.name {
            let (expected, found) = (self.name.clone(), found.name.clone());
            Some(Difference::Name { expected, found })
        } else if self.values != found.values {
            Some(Difference::Values)
        } else {
            (self.starts != found.starts).then_some(Difference::Starts)
        }
    }
}

/// The results of groups of members, merged in pairs, and the shard that they belong to.
pub(super) struct Part<G> {
    pub(super) shard: Option<Shard>,
    pub(super) pairs: Pairs<G>,
}

impl<G> Part<G> {
    /// The content of a file.
    pub(super) fn written<V, K: Kind<V, All = G>>(&self, key: &Key, kind: &K) -> postcard::Result<Vec<u8>> {
        let shard = self.shard.map(|shard| (shard.index(), shard.count()));
        let head = postcard::to_extend(&(key, shard, self.pairs.len()), Vec::new())?;
        self.pairs.iter().try_fold(head, |to, (first, level, all)| {
            kind.write(all, postcard::to_extend(&(first, level), to)?)
        })
    }

    /// What the content of a file says; `None` if it says nothing.
    pub(super) fn read<V, K>(
        content: &[u8],
        key: &Key,
        kind: &K,
        first_of: impl Fn(usize) -> usize,
    ) -> Option<Read<G>>
    where
        G: Gather<V>,
        K: Kind<V, All = G>,
    {
        type Head = (Key, Option<(usize, usize)>, usize);
        let ((found, shard, count), mut rest) = postcard::take_from_bytes::<Head>(content).ok()?;
        if let Some(difference) = key.difference(&found) {
            return Some(Err(difference));
        }
        let shard = match shard {
            Some((index, count)) => Some(Shard::new(index, count)?),
            None => None,
        };
        let mut pairs = Pairs::new();
        for _ in 0..count {
            let ((first, level), after) = postcard::take_from_bytes::<(usize, u32)>(rest).ok()?;
            let (all, after) = kind.read(first_of(first), after)?;
            rest = after;
            pairs.put(first, level, all, G::merge);
        }
        rest.is_empty().then_some(Ok(Self { shard, pairs }))
    }
}

/// A part, or why it is of another ensemble.
type Read<G> = Result<Part<G>, Difference>;

/// What of `todo` is not done. Both are in order, and their ranges do not overlap.
pub(super) fn without(todo: &[Range<usize>], done: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut left = Vec::new();
    for range in todo {
        let mut next = range.start;
        for done in done {
            let end = done.start.min(range.end);
            if next < end {
                left.push(next..end);
            }
            next = next.max(done.end);
        }
        if next < range.end {
            left.push(next..range.end);
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_what_is_not_done() {
        let ranges = |bits: u32| -> Vec<Range<usize>> {
            let bits = (0..6).filter(move |k| bits >> k & 1 == 1);
            bits.map(|k| 3 * k..3 * k + [1, 3][k % 2]).collect()
        };
        let members = |ranges: &[Range<usize>]| -> Vec<usize> { ranges.iter().cloned().flatten().collect() };
        for todo in 0..64 {
            for done in 0..64 {
                let (todo, done) = (ranges(todo), ranges(done));
                let expected: Vec<usize> = members(&todo)
                    .into_iter()
                    .filter(|k| !members(&done).contains(k))
                    .collect();
                assert_eq!(members(&without(&todo, &done)), expected);
            }
        }
    }
}
