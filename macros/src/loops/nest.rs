//! A loop nest: ranges within each other, and statements before and after the loop within each level.

use std::collections::BTreeSet;

use crate::model::{Integer, Range};

#[derive(Clone, Debug)]
pub(crate) struct Nest<S> {
    /// From the outside in.
    pub(crate) ranges: Vec<Range>,
    /// One more than there are ranges: the first is outside of all of them.
    pub(crate) levels: Vec<Level<S>>,
}

/// What is done before the next loop, and after it.
#[derive(Clone, Debug)]
pub(crate) struct Level<S> {
    pub(crate) before: Vec<S>,
    pub(crate) after: Vec<S>,
}

impl<S> Nest<S> {
    /// Loops around nothing.
    pub(crate) fn over(ranges: &[Range]) -> Self {
        let level = |_| Level {
            before: Vec::new(),
            after: Vec::new(),
        };
        Self {
            ranges: ranges.to_vec(),
            levels: (0..=ranges.len()).map(level).collect(),
        }
    }

    pub(crate) fn innermost(&mut self) -> &mut Vec<S> {
        &mut self.levels[self.ranges.len()].before
    }

    /// Whether nothing is done from a level inwards.
    pub(crate) fn is_empty_from(&self, level: usize) -> bool {
        let mut levels = self.levels.iter().skip(level);
        levels.all(|level| level.before.is_empty() && level.after.is_empty())
    }

    pub(crate) fn statements(&self) -> impl Iterator<Item = &S> {
        let levels = self.levels.iter();
        levels.flat_map(|level| level.before.iter().chain(&level.after))
    }

    pub(crate) fn retain(&mut self, kept: impl Fn(&S) -> bool) {
        for level in &mut self.levels {
            level.before.retain(&kept);
            level.after.retain(&kept);
        }
    }
}

/// The level of the loops within which an integer changes: 0 outside all of them.
pub(crate) fn level(ranges: &[Range], integer: &Integer) -> usize {
    let mut running = BTreeSet::new();
    integer.collect_running(&mut running);
    let last = ranges.iter().rposition(|range| running.contains(&range.index));
    last.map_or(0, |last| last + 1)
}
