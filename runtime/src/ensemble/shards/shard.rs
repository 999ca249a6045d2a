//! Which part of an ensemble a job computes: shard i of n.

use core::fmt;
use core::ops::Range;
use core::str::FromStr;

use std::string::{String, ToString};
use std::vec::Vec;

use super::failure::ShardFailure;

/// Shard i of n of an ensemble, with i from 1 to n: as text `i/n`.
///
/// ```
/// use extremal::ensemble::Shard;
///
/// let shard: Shard = "3/8".parse()?;
/// assert_eq!((shard.index(), shard.count(), shard.to_string()), (3, 8, "3/8".to_string()));
/// let failure = "0/8".parse::<Shard>().err().expect("they count from 1");
/// assert_eq!(failure.to_string(), "`0/8` is not a shard; expected one of `1/n`, `2/n`, .., `n/n`");
/// # Ok::<(), extremal::ensemble::ShardFailure>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    count: usize,
}

impl Shard {
    /// All of an ensemble.
    pub const ALL: Self = Self { index: 1, count: 1 };

    /// Shard `index` of `count`; `None` unless 1 ≤ `index` ≤ `count`.
    #[must_use]
    pub fn new(index: usize, count: usize) -> Option<Self> {
        (1 <= index && index <= count).then_some(Self { index, count })
    }

    /// Its number, from 1.
    #[must_use]
    pub fn index(self) -> usize {
        self.index
    }

    /// The number of shards.
    #[must_use]
    pub fn count(self) -> usize {
        self.count
    }

    /// Those of `count` shards that have a part of `all` groups, which may be far fewer.
    pub(super) fn with_parts(count: usize, all: usize) -> impl Iterator<Item = Self> {
        let of_group = move |group: usize| {
            // The last shard that begins at this group or before it.
            let shards = (group as u128 + 1) * count as u128;
            usize::try_from(shards.div_ceil(all as u128)).unwrap_or(count)
        };
        let mut last = 0;
        let first_groups = (0..all)
            .map(of_group)
            .filter(move |&index| index != core::mem::replace(&mut last, index));
        first_groups.filter_map(move |index| Self::new(index, count))
    }

    /// Its part of what is to be done: parts of neighbouring shards are neighbours, and their sizes differ by at most 1.
    pub(super) fn part_of(self, todo: &[Range<usize>]) -> Vec<Range<usize>> {
        let all: usize = todo.iter().map(Range::len).sum();
        let border = |index: usize| {
            // Its first factor alone may be too large for a number.
            let border = all as u128 * index as u128 / self.count as u128;
            usize::try_from(border).unwrap_or(all)
        };
        let (first, end) = (border(self.index - 1), border(self.index));
        let mut before = 0;
        let mut part = Vec::new();
        for range in todo {
            let place = |k: usize| range.start + k.saturating_sub(before).min(range.len());
            let mine = place(first)..place(end);
            before += range.len();
            if !mine.is_empty() {
                part.push(mine);
            }
        }
        part
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = ShardFailure;

    fn from_str(text: &str) -> Result<Self, ShardFailure> {
        let numbers = text.split_once('/');
        let shard = numbers.and_then(|(index, count)| Self::new(index.parse().ok()?, count.parse().ok()?));
        shard.ok_or_else(|| ShardFailure::Text {
            text: text.to_string(),
        })
    }
}

/// The shards with these numbers, in words.
pub(super) fn listed(shards: &[Shard]) -> String {
    let words: Vec<String> = shards.iter().map(Shard::to_string).collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use std::vec;

    use super::*;

    #[test]
    fn parts_are_all_of_what_is_to_be_done_once_and_alike() {
        let ten = 0..10;
        for todo in [vec![ten], vec![], vec![2..3, 5..40, 41..41, 100..107]] {
            let all: Vec<usize> = todo.iter().cloned().flatten().collect();
            for count in 1..60 {
                let part = |index| Shard { index, count }.part_of(&todo);
                let parts: Vec<Vec<usize>> = (1..=count)
                    .map(|k| part(k).into_iter().flatten().collect())
                    .collect();
                assert_eq!(parts.concat(), all);
                let sizes = parts.iter().map(Vec::len);
                assert!(sizes.clone().max() <= sizes.min().map(|least| least + 1));
                let with_parts: Vec<Shard> = (1..=count)
                    .filter_map(|index| Shard::new(index, count))
                    .filter(|shard| !shard.part_of(&todo).is_empty())
                    .collect();
                assert_eq!(
                    Shard::with_parts(count, all.len()).collect::<Vec<_>>(),
                    with_parts
                );
            }
        }
    }
}
