//! Pairs of points that are near each other, found in a grid of cells.
//!
//! Knows no contacts. Positions are compared in double precision.

use alloc::vec::Vec;

/// A point, and how far it reaches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub(super) at: [f64; 3],
    pub(super) reach: f64,
}

/// Squares of smaller numbers are finite.
const LARGEST: f64 = 1e150;

impl Point {
    /// A point is near everything if one of its numbers is none, or has a square that is none.
    pub(super) fn is_finite(&self) -> bool {
        let mut numbers = self.at.iter().chain([&self.reach]);
        numbers.all(|x| x.abs() < LARGEST)
    }

    /// The square of the distance of two points.
    pub(super) fn square_to(&self, other: &Self) -> f64 {
        let pairs = self.at.iter().zip(&other.at);
        pairs.fold(0.0, |sum, (a, b)| sum + (a - b) * (a - b))
    }

    /// Whether the distance is at most both reaches and the slack. Distances that are not numbers are.
    pub(super) fn is_near(&self, other: &Self, slack: f64) -> bool {
        let reach = self.reach + other.reach + slack;
        let is_far = reach < 0.0 || self.square_to(other) > reach * reach;
        !(is_far && self.is_finite() && other.is_finite())
    }
}

/// Cells are counted from 1 to 2²¹ − 2 in each direction; what is further out is in the last one. Neighbours stay neighbours.
const MOST: f64 = ((1_u64 << 21) - 2) as f64;
const BITS: u32 = 21;
const MIDDLE: f64 = (1_u64 << 20) as f64;
/// 2⁵²: the last place of larger numbers is 1.
const WHOLE: f64 = (1_u64 << 52) as f64;

/// The first and last cell of a row of cells.
type Row = (u64, u64);

/// Cells are crowded if they have more points than this. The mean is that over points, so that full cells count most.
const CROWD: usize = 64;
/// Then points that reach at least this part of the largest reach have a grid of their own.
const CLASS: f64 = 0.5;

/// The grid: for each point its cell, in the order of cells. Its memory is kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    placed: Vec<(u64, usize)>,
    /// Of crowded cells those that reach less.
    smaller: Vec<(u64, usize)>,
}

impl Cells {
    /// Calls `visit` with i < j for each pair of points that [is near](Point::is_near), in any order.
    ///
    /// The work grows with the number of points and of pairs in neighbouring cells, which are as wide as the largest reach.
    /// Where that crowds cells with small ones, the largest come first, with all that are near them, and the others have cells
    /// that are as wide as the largest of them.
    pub(super) fn each_pair(&mut self, points: &[Point], slack: f64, mut visit: impl FnMut(usize, usize)) {
        let mut below = f64::INFINITY;
        while let Some(largest) = self.place(points, below, slack) {
            let least = CLASS * largest;
            let reaches_less =
                |&(_, i): &(u64, usize)| points.get(i).is_some_and(|point| point.reach < least);
            self.smaller.clear();
            if largest > 0.0 && self.is_crowded() {
                self.smaller
                    .extend(self.placed.iter().filter(|placed| reaches_less(placed)));
                self.placed.retain(|placed| !reaches_less(placed));
            }
            self.each_placed(points, slack, &mut visit);
            if self.smaller.is_empty() {
                break;
            }
            below = least;
        }
        // Near everything, each of them once.
        for (i, _) in points.iter().enumerate().filter(|(_, point)| !point.is_finite()) {
            for (j, other) in points.iter().enumerate() {
                if j != i && (other.is_finite() || i < j) {
                    visit(i.min(j), i.max(j));
                }
            }
        }
    }

    /// Places the points whose reach is smaller than `below` in cells as wide as the largest reach among them needs. Returns
    /// that reach, or `None` without points.
    fn place(&mut self, points: &[Point], below: f64, slack: f64) -> Option<f64> {
        let is_placed = |point: &Point| point.is_finite() && point.reach < below;
        let placed = || points.iter().enumerate().filter(|(_, point)| is_placed(point));
        let largest = placed().map(|(_, point)| point.reach).reduce(f64::max)?;
        // A little more, so that rounding leaves no cell between two that are near.
        let width = (2.0 * largest.max(0.0) + slack) * (1.0 + 1e-8);
        let width = if width > 0.0 { width } else { 1.0 };
        let center = placed().next().map_or([0.0; 3], |(_, point)| point.at);
        self.placed.clear();
        self.placed
            .extend(placed().map(|(i, point)| (cell(point.at, center, width), i)));
        self.placed.sort_unstable();
        Some(largest)
    }

    /// Σ count² of the cells is that of the pairs that share one.
    fn is_crowded(&self) -> bool {
        let cells = self.placed.chunk_by(|(a, _), (b, _)| a == b);
        let shared: usize = cells.map(|cell| cell.len() * cell.len()).sum();
        shared > CROWD * self.placed.len()
    }

    /// The pairs of placed points, and of one of them with one that reaches less.
    fn each_placed(&self, points: &[Point], slack: f64, visit: &mut impl FnMut(usize, usize)) {
        let mut rest = self.placed.as_slice();
        while let Some((&(cell, i), behind)) = rest.split_first() {
            // Those of the same cell and of the next one in its row follow.
            let near = behind.iter().take_while(|(other, _)| *other <= cell + 1);
            visit_near(points, slack, i, near.map(|&(_, j)| j), visit);
            for row in rows_ahead(cell) {
                visit_near(points, slack, i, in_row(behind, row), visit);
            }
            if !self.smaller.is_empty() {
                for row in rows_around(cell) {
                    visit_near(points, slack, i, in_row(&self.smaller, row), visit);
                }
            }
            rest = behind;
        }
    }
}

/// The points in a row of cells.
fn in_row(placed: &[(u64, usize)], (first, last): Row) -> impl Iterator<Item = usize> {
    let from = placed.partition_point(|(other, _)| *other < first);
    let row = placed.get(from..).unwrap_or_default().iter();
    row.take_while(move |(other, _)| *other <= last).map(|&(_, j)| j)
}

fn visit_near(
    points: &[Point],
    slack: f64,
    i: usize,
    others: impl Iterator<Item = usize>,
    visit: &mut impl FnMut(usize, usize),
) {
    let Some(point) = points.get(i) else { return };
    for j in others {
        if points.get(j).is_some_and(|other| point.is_near(other, slack)) {
            visit(i.min(j), i.max(j));
        }
    }
}

/// The cell of a place: z, x, y, each with its own bits, so that neighbours along y follow each other.
fn cell([x, y, z]: [f64; 3], center: [f64; 3], width: f64) -> u64 {
    let [x0, y0, z0] = center;
    let count = |x: f64, x0: f64| {
        let place = extremal_numerics::Size::floor((x - x0) / width) + MIDDLE;
        // What is far out is in the last cell.
        let place = if place >= 1.0 { place.min(MOST) } else { 1.0 };
        // Its last bits are those of the whole number.
        (place + WHOLE).to_bits() & ((1 << BITS) - 1)
    };
    (((count(z, z0) << BITS) + count(x, x0)) << BITS) + count(y, y0)
}

/// The neighbours of a cell behind its own row: x + 1, and the three rows of z + 1, each from y − 1 to y + 1.
fn rows_ahead(cell: u64) -> [Row; 4] {
    let (x, z) = (1 << BITS, 1_u64 << (2 * BITS));
    [cell + x, cell + z - x, cell + z, cell + z + x].map(|middle| (middle - 1, middle + 1))
}

/// The rows of a cell and of all its neighbours.
fn rows_around(cell: u64) -> impl Iterator<Item = Row> {
    let (x, z) = (1 << BITS, 1_u64 << (2 * BITS));
    let columns = [cell - z, cell, cell + z];
    let middles = columns
        .into_iter()
        .flat_map(move |cell| [cell - x, cell, cell + x]);
    middles.map(|middle| (middle - 1, middle + 1))
}

#[cfg(test)]
mod tests;
