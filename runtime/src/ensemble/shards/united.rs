//! The parts of an ensemble in several files.

use core::ops::Range;

use std::path::{Path, PathBuf};
use std::vec::Vec;

use super::failure::ShardFailure;
use super::part::{Part, without};
use super::shard::Shard;
use crate::ensemble::groups::{Groups, Pairs};

/// Parts of several files.
pub(super) struct United<G> {
    pub(super) pairs: Pairs<G>,
    /// What was in which file.
    files: Vec<(PathBuf, Option<Shard>, Vec<Range<usize>>)>,
}

impl<G> United<G> {
    pub(super) fn new() -> Self {
        Self {
            pairs: Pairs::new(),
            files: Vec::new(),
        }
    }

    pub(super) fn add(
        &mut self,
        path: &Path,
        part: Part<G>,
        groups: Groups,
        merge: impl Fn(&mut G, G),
    ) -> Result<(), ShardFailure> {
        let ranges = part.pairs.ranges();
        for (other, shard, others) in &self.files {
            if shard.map(Shard::count) != part.shard.map(Shard::count) {
                return Err(ShardFailure::Other {
                    path: path.into(),
                    found: part.shard,
                    expected: *shard,
                });
            }
            let rest = without(&ranges, others);
            if let Some(both) = without(&ranges, &rest).first() {
                return Err(ShardFailure::Double {
                    paths: [other.clone(), path.into()],
                    members: groups.members_of(both),
                });
            }
        }
        self.files.push((path.into(), part.shard, ranges));
        self.pairs.put_all(part.pairs, merge);
        Ok(())
    }

    /// That these groups are missing, and whose they are.
    pub(super) fn missing(&self, groups: Groups, first: &Range<usize>) -> ShardFailure {
        let counted = self.files.first().and_then(|(_, shard, _)| *shard);
        let count = counted.map_or(0, Shard::count);
        let all = Shard::with_parts(count, groups.count());
        let there = |wanted: &Shard| self.files.iter().find(|(_, shard, _)| *shard == Some(*wanted));
        let mut shards = Vec::new();
        let mut unfinished = Vec::new();
        for shard in all {
            let part = shard.part_of(std::slice::from_ref(&(0..groups.count())));
            match there(&shard) {
                None => shards.push(shard),
                Some((_, _, ranges)) if *ranges != part => unfinished.push(shard),
                _ => {}
            }
        }
        ShardFailure::Missing {
            shards,
            unfinished,
            members: groups.members_of(first),
        }
    }
}
