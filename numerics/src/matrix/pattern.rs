//! Which entries a matrix has, and orders of its rows that keep them near the diagonal.

use alloc::vec::Vec;

use crate::LinearFailure;

/// The places of the entries of a matrix that is assembled from items, each of which couples all its coordinates.
///
/// ```
/// use extremal_numerics::matrix::Pattern;
///
/// // A ring of six masses: around the ring, one half of it goes up and the other down.
/// let ring = Pattern::new(6, |visit| (0..6).for_each(|i| visit(&[i, (i + 1) % 6])))?;
/// assert_eq!((ring.half_bandwidth(), ring.half_bandwidth_in(&ring.order())), (5, 2));
/// # Ok::<(), extremal_numerics::LinearFailure>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// Row r has the columns from `starts[r]` to `starts[r + 1]`.
    starts: Vec<usize>,
    columns: Vec<usize>,
    is_symmetric: bool,
}

impl Pattern {
    /// The pattern of a matrix of `n` rows. `items` calls its argument with the coordinates of each item.
    ///
    /// # Errors
    ///
    /// [`LinearFailure::Misplaced`] if a coordinate is not below `n`.
    pub fn new(n: usize, items: impl FnOnce(&mut dyn FnMut(&[usize]))) -> Result<Self, LinearFailure> {
        let mut places: Vec<(usize, usize)> = (0..n).map(|row| (row, row)).collect();
        let mut largest = 0;
        items(&mut |item| {
            for &row in item {
                largest = largest.max(row + usize::from(row < usize::MAX));
                let others = item.iter().filter(|&&column| column != row);
                places.extend(others.map(|&column| (row, column)));
            }
        });
        if largest > n {
            let row = largest - 1;
            return Err(LinearFailure::Misplaced { row, column: row });
        }
        places.sort_unstable();
        places.dedup();
        let mut starts = Vec::with_capacity(n + 1);
        for (at, &(row, _)) in places.iter().enumerate() {
            if starts.len() == row {
                starts.push(at);
            }
        }
        starts.push(places.len());
        let columns = places.into_iter().map(|(_, column)| column).collect();
        Ok(Self {
            starts,
            columns,
            is_symmetric: true,
        })
    }

    /// The pattern of a matrix with these entries, with a place for the mirror image of each.
    ///
    /// # Errors
    ///
    /// The errors of [`new`](Self::new).
    #[doc(hidden)]
    pub fn of_entries(n: usize, mut entries: Vec<(usize, usize)>) -> Result<Self, LinearFailure> {
        entries.sort_unstable();
        entries.dedup();
        let has_mirror = |&(row, column): &(usize, usize)| entries.binary_search(&(column, row)).is_ok();
        let is_symmetric = entries.iter().all(has_mirror);
        let pattern = Self::new(n, |visit| {
            let above = entries
                .iter()
                .filter(|&&(row, column)| row < column || !is_symmetric);
            above.for_each(|&(row, column)| visit(&[row, column]));
        })?;
        Ok(Self {
            is_symmetric,
            ..pattern
        })
    }

    /// Whether each entry has a mirror image: not only a place for it.
    #[cfg(feature = "sparse")]
    pub(super) fn is_symmetric(&self) -> bool {
        self.is_symmetric
    }

    /// The pattern with these columns, in ascending order in each row, the diagonal among them. Row r has those from
    /// `starts[r]` to `starts[r + 1]`, and it has column c if row c has column r.
    #[doc(hidden)]
    pub fn of_rows(starts: Vec<usize>, columns: Vec<usize>) -> Self {
        Self {
            starts,
            columns,
            is_symmetric: true,
        }
    }

    /// n.
    #[must_use]
    pub fn size(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The columns of a row, in ascending order, the diagonal among them.
    #[must_use]
    pub fn row(&self, row: usize) -> &[usize] {
        let places = self
            .starts
            .get(row)
            .copied()
            .zip(self.starts.get(row + 1).copied());
        places
            .and_then(|(from, to)| self.columns.get(from..to))
            .unwrap_or_default()
    }

    /// The number of entries, those on the diagonal among them.
    #[cfg(feature = "sparse")]
    pub(super) fn entry_count(&self) -> usize {
        self.columns.len()
    }

    #[cfg(feature = "sparse")]
    pub(super) fn into_parts(self) -> (Vec<usize>, Vec<usize>) {
        (self.starts, self.columns)
    }

    /// The largest |row − column|.
    #[must_use]
    pub fn half_bandwidth(&self) -> usize {
        self.half_bandwidth_by(|row| row)
    }

    /// The largest difference of the places of a row and a column in another order.
    #[must_use]
    pub fn half_bandwidth_in(&self, order: &[usize]) -> usize {
        let places = inverse(order);
        self.half_bandwidth_by(|row| places.get(row).copied().unwrap_or(row))
    }

    fn half_bandwidth_by(&self, place: impl Fn(usize) -> usize) -> usize {
        let of_row = |row: usize| {
            self.row(row)
                .iter()
                .map(|&column| place(row).abs_diff(place(column)))
                .max()
                .unwrap_or(0)
        };
        (0..self.size()).map(of_row).max().unwrap_or(0)
    }

    /// The reverse Cuthill–McKee order: the row that comes first, second, ... Neighbours are near each other.
    ///
    /// Breadth first from a row at the edge, few neighbours first (E. Cuthill and others, 1969; reversed after A. George,
    /// 1971).
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        let n = self.size();
        let mut is_seen: Vec<bool> = (0..n).map(|_| false).collect();
        let mut order = Vec::with_capacity(n);
        for row in 0..n {
            if is_seen.get(row).copied().unwrap_or(true) {
                continue;
            }
            let start = order.len();
            // The row found last is far from the first one: twice, then it is at the edge.
            let mut edge = row;
            for _ in 0..3 {
                order
                    .drain(start..)
                    .for_each(|row: usize| mark(&mut is_seen, row, false));
                self.spread(edge, &mut order, &mut is_seen);
                edge = order.last().copied().unwrap_or(row);
            }
        }
        order.reverse();
        order
    }

    /// All rows that are connected with `first`, by their distance from it.
    fn spread(&self, first: usize, order: &mut Vec<usize>, is_seen: &mut [bool]) {
        let mut at = order.len();
        order.push(first);
        mark(is_seen, first, true);
        while let Some(&row) = order.get(at) {
            at += 1;
            let from = order.len();
            for &other in self.row(row) {
                if !is_seen.get(other).copied().unwrap_or(true) {
                    mark(is_seen, other, true);
                    order.push(other);
                }
            }
            order
                .get_mut(from..)
                .unwrap_or_default()
                .sort_by_key(|&row| self.row(row).len());
        }
    }
}

fn mark(is_seen: &mut [bool], row: usize, seen: bool) {
    super::set(is_seen, row, seen);
}

/// The place of each row in an order.
pub(super) fn inverse(order: &[usize]) -> Vec<usize> {
    let mut places: Vec<usize> = order.iter().map(|_| 0).collect();
    order
        .iter()
        .enumerate()
        .for_each(|(place, &row)| super::set(&mut places, row, place));
    places
}
