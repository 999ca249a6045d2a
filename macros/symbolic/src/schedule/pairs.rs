//! Common subexpressions of sums and products, two items at a time, the most frequent pair first. Items are numbers here;
//! a set is a product, or a sum with signs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::hash::{Map, Set};

/// An item of a set: its number, whether it is subtracted, and how often it occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Member {
    pub(crate) item: u32,
    pub(crate) negative: bool,
    pub(crate) times: u32,
}

/// Two items, and whether their signs differ; the first has the smaller number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Pair {
    pub(crate) first: u32,
    pub(crate) second: u32,
    pub(crate) differs: bool,
}

/// Longer sets form no pairs, because the number of pairs is quadratic in the length.
pub(crate) const LONGEST: usize = 24;

/// Replaces every pair that occurs at least twice in `sets` by a new item; `name` returns its number.
///
/// The pair (a, b) of a sum stands for a + b or a − b. If a is subtracted, the new item is subtracted.
pub(crate) fn share_pairs(sets: &mut [Vec<Member>], name: impl FnMut(Pair) -> u32) {
    let mut sharing = Sharing {
        sets,
        places: Map::default(),
        queue: BinaryHeap::new(),
        name,
    };
    sharing.start();
    while let Some((count, Reverse(pair))) = sharing.queue.pop() {
        let now = sharing.count(pair);
        if now == count {
            sharing.replace(pair);
        } else if now >= 2 {
            sharing.queue.push((now, Reverse(pair)));
        }
    }
}

struct Sharing<'a, F> {
    sets: &'a mut [Vec<Member>],
    /// The sets in which a pair occurs or occurred.
    places: Map<Pair, Vec<usize>>,
    queue: BinaryHeap<(u32, Reverse<Pair>)>,
    name: F,
}

impl<F: FnMut(Pair) -> u32> Sharing<'_, F> {
    fn start(&mut self) {
        let mut order = Vec::new();
        for at in 0..self.sets.len() {
            if self.sets[at].len() > LONGEST {
                continue;
            }
            for i in 0..self.sets[at].len() {
                for j in i..self.sets[at].len() {
                    let Some(pair) = pair_of(self.sets[at][i], self.sets[at][j]) else {
                        continue;
                    };
                    let places = self.places.entry(pair).or_insert_with(|| {
                        order.push(pair);
                        Vec::new()
                    });
                    places.push(at);
                }
            }
        }
        self.enqueue(&order);
    }

    fn enqueue(&mut self, pairs: &[Pair]) {
        for &pair in pairs {
            let count = self.count(pair);
            if count >= 2 {
                self.queue.push((count, Reverse(pair)));
            }
        }
    }

    fn count(&self, pair: Pair) -> u32 {
        let places = self.places.get(&pair).map_or(&[][..], Vec::as_slice);
        places.iter().map(|&at| occurrences(&self.sets[at], pair)).sum()
    }

    fn replace(&mut self, pair: Pair) {
        let item = (self.name)(pair);
        let mut new_pairs = Vec::new();
        for at in self.places.remove(&pair).unwrap_or_default() {
            let times = occurrences(&self.sets[at], pair);
            if times == 0 {
                continue;
            }
            let set = &mut self.sets[at];
            let negative = set.iter().any(|m| m.item == pair.first && m.negative);
            take(set, pair.first, times);
            take(set, pair.second, times);
            let member = Member {
                item,
                negative,
                times,
            };
            for other in set.iter().chain([&member]) {
                new_pairs.extend(pair_of(member, *other).map(|pair| (pair, at)));
            }
            set.push(member);
        }
        let mut order = Vec::new();
        let mut seen = Set::default();
        for (pair, at) in new_pairs {
            self.places.entry(pair).or_default().push(at);
            if seen.insert(pair) {
                order.push(pair);
            }
        }
        self.enqueue(&order);
    }
}

/// The pair of two members; a member pairs with itself only if it occurs more than once.
fn pair_of(a: Member, b: Member) -> Option<Pair> {
    if a.item == b.item && a.times < 2 {
        return None;
    }
    let (first, second) = (a.item.min(b.item), a.item.max(b.item));
    Some(Pair {
        first,
        second,
        differs: a.negative != b.negative,
    })
}

/// How often the pair can be taken out of the set.
fn occurrences(set: &[Member], pair: Pair) -> u32 {
    let find = |item| set.iter().find(|m| m.item == item);
    match (find(pair.first), find(pair.second)) {
        (Some(a), Some(_)) if pair.first == pair.second => a.times / 2,
        (Some(a), Some(b)) if (a.negative != b.negative) == pair.differs => a.times.min(b.times),
        _ => 0,
    }
}

fn take(set: &mut Vec<Member>, item: u32, times: u32) {
    set.retain_mut(|m| {
        if m.item == item {
            m.times -= times;
        }
        m.times > 0
    });
}
