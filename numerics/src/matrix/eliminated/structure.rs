//! What can be eliminated first, by the places of entries.

use alloc::vec::Vec;

use crate::matrix::set;

type Entry = (usize, usize);

/// The order of an elimination.
#[derive(Clone, Debug)]
pub(super) struct Structure {
    pub(super) size: usize,
    /// All places, in ascending order, with the slot of each.
    pub(super) places: Vec<(Entry, usize)>,
    /// How many slots there are.
    pub(super) values: usize,
    /// Rows that have one unknown each.
    pub(super) pairs: Vec<Pair>,
    /// The rows of the rest: of x, and behind them, if A is diagonal, none and those of λ.
    pub(super) kept: Vec<usize>,
    /// Entries of the rest in the columns of pairs: row of the rest, pair and slot.
    pub(super) beside: Vec<(usize, usize, usize)>,
    /// Entries of the second rows of pairs, but for their pivots: pair, column and slot.
    pub(super) left: Vec<(usize, usize, usize)>,
    /// Whether the rest has a diagonal A, and rows without a diagonal.
    pub(super) is_diagonal: bool,
    /// How many rows of x and of λ the rest has.
    pub(super) frees: usize,
    pub(super) constraints: usize,
    /// The entries of a rest without such rows, in the order of their slots.
    pub(super) inside: Vec<Entry>,
    /// The columns of C, row by row, which are the rows of B: `width` for each row. A row with less has the column behind all.
    pub(super) columns: Vec<usize>,
    pub(super) width: usize,
    /// The entries of S beside the diagonal, and the products of C and B that each is the sum of: `most_terms` for each.
    pub(super) products: Vec<Group>,
    pub(super) terms: Vec<[usize; 2]>,
    pub(super) most_terms: usize,
}

/// A row with one entry, in the column of another row, which has the only entry of the column of the first one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) multiplier: usize,
    pub(super) row: usize,
    /// The slots of both entries.
    pub(super) pivots: [usize; 2],
}

/// An entry of S.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) at: Entry,
}

/// The largest number of terms of S for each entry of C. With more, S would be nearly full.
const MOST_TERMS: usize = 16;

/// Lists in which all rows have the length of the longest one may be this many times as long as their numbers need.
const MOST_PLACES: usize = 4;

/// What becomes of a row and its column.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Part {
    /// In the pair of this number.
    First(usize),
    Second(usize),
    /// In the rest: its place among the rows of x, or among those of λ.
    Free(usize),
    Bound(usize),
}

impl Structure {
    /// `None` where nothing is to be eliminated.
    pub(super) fn of(has_diagonal: &[bool], beside: &[Entry]) -> Option<Self> {
        let n = has_diagonal.len();
        let is_inside = |&(row, column): &Entry| row < n && column < n;
        if !has_diagonal.contains(&false) || n >= u32::MAX as usize || !beside.iter().all(is_inside) {
            return None;
        }
        let is_bound: Vec<bool> = has_diagonal.iter().map(|has_diagonal| !has_diagonal).collect();
        let bound = |row: usize| at_or(&is_bound, row, false);
        if beside.iter().any(|&(row, column)| bound(row) && bound(column)) {
            return None;
        }
        let diagonal = has_diagonal
            .iter()
            .enumerate()
            .filter(|(_, has_diagonal)| **has_diagonal);
        let mut sorted: Vec<Entry> = diagonal.map(|(row, _)| (row, row)).collect();
        sorted.extend_from_slice(beside);
        sorted.sort_unstable();
        sorted.dedup();
        let parts = parts(&sorted, &is_bound)?;
        let mut of = Self::without_entries(n, &parts);
        let frees = of.frees;
        let in_rest = |row: usize| match parts.get(row) {
            Some(Part::Free(k)) => Some(*k),
            Some(Part::Bound(j)) => Some(frees + *j),
            _ => None,
        };
        let of_rest = sorted
            .iter()
            .filter_map(|&(row, column)| Some((in_rest(row)?, in_rest(column)?)));
        let rest: Vec<Entry> = of_rest.collect();
        let is_free = |k: usize| k < frees;
        of.is_diagonal = rest
            .iter()
            .all(|&(row, column)| row == column || !(is_free(row) && is_free(column)));
        if !of.is_diagonal && (of.pairs.is_empty() || of.constraints > 0) {
            return None;
        }
        match of.is_diagonal {
            true => {
                let bounds = is_bound.iter().enumerate().filter(|(_, is_bound)| **is_bound);
                let bounds = bounds
                    .map(|(row, _)| row)
                    .filter(|&row| matches!(parts.get(row), Some(Part::Bound(_))));
                of.kept.extend([usize::MAX].into_iter().chain(bounds));
                of.couple(&rest, frees)?;
            }
            false => of.inside = rest,
        }
        of.give_slots(&sorted, (&parts, frees));
        Some(of)
    }

    /// How many numbers A has.
    pub(super) fn diagonals(&self) -> usize {
        if self.is_diagonal { self.frees } else { 0 }
    }

    /// A, and C with B; behind each of these is a zero.
    pub(super) fn groups<'a, T>(&self, values: &'a [T]) -> (&'a [T], [&'a [T]; 2]) {
        let (from, count) = (self.diagonals(), self.columns.len() + 1);
        let diagonal = values.get(..from).unwrap_or_default();
        let across = values.get(from..from + count).unwrap_or_default();
        let along = values.get(from + count..from + 2 * count).unwrap_or_default();
        (diagonal, [across, along])
    }

    fn without_entries(n: usize, parts: &[Part]) -> Self {
        let rows = |is: fn(&Part) -> bool| {
            let rows = parts.iter().enumerate();
            rows.filter(move |(_, part)| is(part)).map(|(row, _)| row)
        };
        let frees = rows(|part| matches!(part, Part::Free(_)));
        let bounds = rows(|part| matches!(part, Part::Bound(_)));
        let mut pairs: Vec<Pair> = Vec::new();
        for multiplier in rows(|part| matches!(part, Part::First(_))) {
            pairs.push(Pair {
                multiplier,
                row: 0,
                pivots: [0; 2],
            });
        }
        for (row, part) in parts.iter().enumerate() {
            if let Part::Second(pair) = part
                && let Some(pair) = pairs.get_mut(*pair)
            {
                pair.row = row;
            }
        }
        let (free_count, constraints) = (frees.clone().count(), bounds.count());
        Self {
            size: n,
            places: Vec::new(),
            values: 0,
            pairs,
            kept: frees.collect(),
            frees: free_count,
            beside: Vec::new(),
            left: Vec::new(),
            is_diagonal: false,
            constraints,
            inside: Vec::new(),
            columns: Vec::new(),
            width: 0,
            products: Vec::new(),
            terms: Vec::new(),
            most_terms: 0,
        }
    }

    /// C and B with one pattern, and the products that make S; `None` if S is full, or some rows are much longer than others.
    fn couple(&mut self, rest: &[Entry], frees: usize) -> Option<()> {
        let mut places: Vec<Entry> = Vec::new();
        for &(row, column) in rest.iter().filter(|(row, column)| row != column) {
            places.push(match row.checked_sub(frees) {
                Some(bound) => (bound, column),
                None => (column - frees, row),
            });
        }
        places.sort_unstable();
        places.dedup();
        let rows = || places.chunk_by(|a, b| a.0 == b.0);
        let width = rows().map(<[Entry]>::len).max().unwrap_or(0);
        if rows().count() < self.constraints || width * self.constraints > MOST_PLACES * places.len() {
            return None;
        }
        self.width = width;
        self.columns = (0..width * self.constraints).map(|_| frees).collect();
        let mut of_columns: Vec<(usize, usize, usize)> = Vec::new();
        for (row, of_row) in rows().enumerate() {
            for (k, &(_, column)) in of_row.iter().enumerate() {
                of_columns.push((column, row, width * row + k));
                set(&mut self.columns, width * row + k, column);
            }
        }
        of_columns.sort_unstable();
        let alike = || of_columns.chunk_by(|a, b| a.0 == b.0);
        let terms: usize = alike().map(|column| column.len() * column.len()).sum();
        if terms > MOST_TERMS * places.len() {
            return None;
        }
        let mut products: Vec<(Entry, [usize; 2])> = Vec::new();
        for column in alike() {
            for &(_, row, c) in column {
                let others = column.iter().filter(|other| other.1 != row);
                products.extend(others.map(|&(_, other, b)| ((row, other), [c, b])));
            }
        }
        products.sort_unstable();
        let groups = || products.chunk_by(|a, b| a.0 == b.0);
        self.most_terms = groups().map(<[_]>::len).max().unwrap_or(0);
        if self.most_terms * groups().count() > MOST_PLACES * products.len() {
            return None;
        }
        for group in groups() {
            let &(at, _) = group.first()?;
            self.products.push(Group { at });
            // Behind all of C and B there is a zero.
            let zeros = core::iter::repeat([self.columns.len(); 2]);
            let terms = group.iter().map(|product| product.1).chain(zeros);
            self.terms.extend(terms.take(self.most_terms));
        }
        Some(())
    }

    fn give_pivot(&mut self, pair: usize, which: usize, slot: usize) -> usize {
        let pivot = self
            .pairs
            .get_mut(pair)
            .and_then(|pair| pair.pivots.get_mut(which));
        pivot.into_iter().for_each(|pivot| *pivot = slot);
        slot
    }

    /// The slot of each entry.
    fn give_slots(&mut self, sorted: &[Entry], (parts, frees): (&[Part], usize)) {
        // One more for the zero behind all.
        let (couplings, width) = (self.columns.len() + 1, self.width);
        let coupled = |columns: &[usize], bound: usize, column: usize| {
            let of_row = columns
                .get(width * bound..width * (bound + 1))
                .unwrap_or_default();
            width * bound + of_row.partition_point(|&other| other < column)
        };
        let mut inside = 0;
        let mut next = match self.is_diagonal {
            true => frees + 2 * couplings,
            false => self.inside.len(),
        };
        let mut other = || {
            next += 1;
            next - 1
        };
        for &(row, column) in sorted {
            let both = (parts.get(row).copied(), parts.get(column).copied());
            let (Some(of_row), Some(of_column)) = both else {
                continue;
            };
            let slot = match (of_row, of_column) {
                (Part::Free(_), Part::Free(_)) if !self.is_diagonal => {
                    inside += 1;
                    inside - 1
                }
                (Part::Free(k), Part::Free(_)) => k,
                (Part::Bound(j), Part::Free(k)) => frees + coupled(&self.columns, j, k),
                (Part::Free(k), Part::Bound(j)) => frees + couplings + coupled(&self.columns, j, k),
                (Part::First(pair), _) => self.give_pivot(pair, 0, other()),
                (_, Part::First(pair)) => self.give_pivot(pair, 1, other()),
                (Part::Second(pair), _) => {
                    let slot = other();
                    self.left.push((pair, column, slot));
                    slot
                }
                (Part::Free(k) | Part::Bound(k), Part::Second(pair)) => {
                    let slot = other();
                    let row = match of_row {
                        Part::Bound(_) => frees + 1 + k,
                        _ => k,
                    };
                    self.beside.push((row, pair, slot));
                    slot
                }
                (Part::Bound(_), Part::Bound(_)) => other(),
            };
            self.places.push(((row, column), slot));
        }
        self.values = next;
    }
}

fn at_or<T: Copy>(list: &[T], k: usize, other: T) -> T {
    list.get(k).copied().unwrap_or(other)
}

/// Counts an entry of a row or of a column.
fn count(entries: &mut [(usize, usize)], at: usize, other: usize) {
    if let Some((count, last)) = entries.get_mut(at) {
        (*count, *last) = (*count + 1, other);
    }
}

/// What becomes of each row; `None` if a row without a diagonal has no entry, or its column has none.
fn parts(sorted: &[Entry], is_bound: &[bool]) -> Option<Vec<Part>> {
    let n = is_bound.len();
    let nothing = || (0..n).map(|_| (0_usize, 0_usize)).collect::<Vec<_>>();
    // How many entries the row and the column of each λ have, and the other end of the last one.
    let [mut rows, mut columns] = [nothing(), nothing()];
    for &(row, column) in sorted {
        if at_or(is_bound, row, false) {
            count(&mut rows, row, column);
        }
        if at_or(is_bound, column, false) {
            count(&mut columns, column, row);
        }
    }
    let mut parts: Vec<Option<Part>> = (0..n).map(|_| None).collect();
    let mut pairs = 0;
    for (row, _) in is_bound.iter().enumerate().filter(|(_, is_bound)| **is_bound) {
        let [(of_row, x), (of_column, y)] = [&rows, &columns].map(|list| at_or(list, row, (0, 0)));
        if of_row == 0 || of_column == 0 {
            return None;
        }
        if (of_row, of_column) == (1, 1) && x == y && at_or(&parts, x, None).is_none() {
            set(&mut parts, row, Some(Part::First(pairs)));
            set(&mut parts, x, Some(Part::Second(pairs)));
            pairs += 1;
        }
    }
    let [mut frees, mut bounds] = [0, 0];
    let all = parts.into_iter().zip(is_bound).map(|(part, is_bound)| {
        let count = if *is_bound { &mut bounds } else { &mut frees };
        part.unwrap_or_else(|| {
            *count += 1;
            if *is_bound {
                Part::Bound(*count - 1)
            } else {
                Part::Free(*count - 1)
            }
        })
    });
    Some(all.collect())
}
