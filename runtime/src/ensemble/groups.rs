//! How members are cut into groups, and how groups are merged: by the number of members alone.

use core::ops::Range;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
#[cfg(feature = "shards")]
use std::vec::Vec;

/// The largest number of members whose values are added one by one.
const MOST: usize = 1024;

/// As many groups are made of fewer members: enough for many threads, of which some are slower.
const GROUPS: usize = 1024;

/// The members of an ensemble in groups of neighbours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Groups {
    members: usize,
    size: usize,
}

impl Groups {
    pub(super) fn of(members: usize) -> Self {
        Self {
            members,
            size: (members / GROUPS).clamp(1, MOST),
        }
    }

    pub(super) fn count(self) -> usize {
        self.members.div_ceil(self.size)
    }

    /// The group of a member.
    pub(super) fn group_of(self, member: usize) -> usize {
        member / self.size
    }

    /// The number of groups in a task: the least whose members can go so many together, with none left over.
    pub(super) fn fill(self, together: usize) -> usize {
        let (mut divisor, mut rest) = (self.size, together.max(1));
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        together.max(1) / divisor
    }

    pub(super) fn members(self, group: usize) -> Range<usize> {
        let first = group * self.size;
        first..(first + self.size).min(self.members)
    }

    /// The members of several groups.
    pub(super) fn members_of(self, groups: &Range<usize>) -> Range<usize> {
        let member = |group: usize| (group * self.size).min(self.members);
        member(groups.start)..member(groups.end)
    }
}

/// Groups that come in any order, merged in pairs: groups 2k and 2k + 1, then pairs of these, and so on. Which ones are merged
/// depends on their numbers alone. Where they come nearly in order, it has few of them at any time: their number grows with
/// the logarithm of that of all groups.
pub(super) struct Pairs<G> {
    /// By the first group in it; each with the logarithm of the number of groups in it.
    merged: BTreeMap<usize, (u32, G)>,
}

impl<G> Pairs<G> {
    pub(super) fn new() -> Self {
        Self {
            merged: BTreeMap::new(),
        }
    }

    /// Puts 2^`level` groups in, of which `first` is the first, and a multiple of their number.
    pub(super) fn put(&mut self, first: usize, level: u32, groups: G, merge: impl Fn(&mut G, G)) {
        let (mut first, mut level, mut all) = (first, level, groups);
        loop {
            let other = first ^ (1 << level);
            match self.merged.entry(other) {
                Entry::Occupied(entry) if entry.get().0 == level => {
                    let (_, mut before) = entry.remove();
                    if first < other {
                        core::mem::swap(&mut before, &mut all);
                    }
                    merge(&mut before, all);
                    (first, level, all) = (first.min(other), level + 1, before);
                }
                _ => break,
            }
        }
        self.merged.insert(first, (level, all));
    }

    /// The number of groups that are kept.
    #[cfg(feature = "shards")]
    pub(super) fn len(&self) -> usize {
        self.merged.len()
    }

    /// Each with its first group and the logarithm of the number of groups in it, in their order.
    #[cfg(feature = "shards")]
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, u32, &G)> {
        self.merged
            .iter()
            .map(|(&first, (level, all))| (first, *level, all))
    }

    /// Those of the other, of which none are in this one.
    #[cfg(feature = "shards")]
    pub(super) fn put_all(&mut self, others: Self, merge: impl Fn(&mut G, G)) {
        for (first, (level, all)) in others.merged {
            self.put(first, level, all, &merge);
        }
    }

    /// The groups that are in it.
    #[cfg(feature = "shards")]
    pub(super) fn ranges(&self) -> Vec<Range<usize>> {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for (first, level, _) in self.iter() {
            let end = first + (1 << level);
            match ranges.last_mut() {
                Some(last) if last.end == first => last.end = end,
                _ => ranges.push(first..end),
            }
        }
        ranges
    }

    /// All of them; `None` without groups.
    pub(super) fn all(self, merge: impl Fn(&mut G, G)) -> Option<G> {
        let groups = self.merged.into_values().map(|(_, group)| group);
        groups.rev().reduce(|later, mut before| {
            merge(&mut before, later);
            before
        })
    }
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::{String, ToString};

    use super::*;

    #[test]
    fn each_member_is_in_one_group_and_groups_are_in_order() {
        for members in [0, 1, 2, 63, 1023, 1024, 2047, 100_000, 3_000_001] {
            let groups = Groups::of(members);
            let mut next = 0;
            for group in 0..groups.count() {
                let range = groups.members(group);
                assert!(range.start == next && !range.is_empty() && range.len() <= MOST);
                next = range.end;
            }
            assert_eq!(next, members);
        }
    }

    #[test]
    fn members_of_a_task_go_together_with_none_left_over() {
        for members in [1, 1023, 2047, 10_000, 64_600, 100_000, 3_000_001] {
            let groups = Groups::of(members);
            for together in 1..=64 {
                let fill = groups.fill(together);
                assert!((1..=together).contains(&fill));
                assert_eq!(
                    fill * groups.size % together,
                    0,
                    "{members} members, {together} together"
                );
                // Fewer groups have some left over.
                assert!((1..fill).all(|fewer| !(fewer * groups.size).is_multiple_of(together)));
            }
        }
    }

    /// Merged in this order, written with brackets.
    fn tree_of(order: impl Iterator<Item = usize>) -> (String, usize) {
        let (mut pairs, mut most) = (Pairs::new(), 0);
        let merge = |before: &mut String, later: String| *before = format!("({before} {later})");
        for k in order {
            pairs.put(k, 0, k.to_string(), merge);
            most = most.max(pairs.merged.len());
        }
        (pairs.all(merge).unwrap_or_default(), most)
    }

    #[test]
    fn groups_are_merged_by_their_numbers_and_few_are_kept() {
        assert_eq!(tree_of(0..7).0, "(((0 1) (2 3)) ((4 5) 6))");
        for count in 0..70_usize {
            let (tree, most) = tree_of(0..count);
            assert!(most <= 7);
            // Backwards; in three threads of unlike speed; and the second half first.
            assert_eq!(tree_of((0..count).rev()).0, tree);
            let nearly = (0..count.div_ceil(3) * 3).map(|k| k / 3 * 3 + [2, 0, 1][k % 3]);
            let (other, most) = tree_of(nearly.filter(|&k| k < count));
            assert!(other == tree && most <= 9, "{count}: {most}");
            assert_eq!(tree_of((count / 2..count).chain(0..count / 2)).0, tree);
        }
    }
}
