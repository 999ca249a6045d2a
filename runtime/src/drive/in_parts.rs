//! Sums over items in parts, each of which has numbers of its own, so that several threads can add at a time.
//!
//! Items are cut by their number alone, and the sums of parts are added in the order of parts: the bits are the same for any
//! number of threads. Knows no scheme.

use core::ops::Range;
use std::vec::Vec;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

use super::assembly::{Assembly, Known};
use crate::Lagrangian;
use crate::family::{Entries, Part};
use extremal_numerics::Scalar;

type ScalarOf<S> = <S as Lagrangian>::Scalar;

/// Operations of a pass below which one thread is as fast as two: to enter the pool takes 20 µs, the forces of 200 bodies
/// take 57 µs.
const FEWEST_OPERATIONS: usize = 500_000;
/// To clear a number of a part and to add it to the sum takes 1.1 ns, as seven operations. Two threads gain from twice as
/// many on.
const OPERATIONS_OF_A_SUM: usize = 14;
/// More than there are threads: parts have as many outer indices, but not as many items.
const PARTS: usize = 32;
/// The length of the pieces in which the sums of parts are added up.
const PIECE: usize = 2048;
/// Windows that are nearer to each other are one.
const NEAR: usize = 16;

/// A pass over the items, and where its sums go.
#[derive(Debug)]
pub enum ItemPass<'a, T> {
    /// [`Assembly::add_nodes`]
    Nodes {
        /// N
        impulses: &'a mut [T],
    },
    /// [`Assembly::add_rows`]
    Rows {
        /// The unknowns.
        x: &'a [T],
        /// r
        rows: &'a mut [T],
        /// The sizes of its terms.
        scales: &'a mut [T],
    },
    /// [`Assembly::add_rows_and_ends`]
    RowsAndEnds {
        /// The unknowns.
        x: &'a [T],
        /// r
        rows: &'a mut [T],
        /// The sizes of its terms.
        scales: &'a mut [T],
        /// p₁
        momenta: &'a mut [T],
    },
    /// [`Assembly::add_rows_and_tangent`]; the entries of ∂r/∂x stay with the parts.
    RowsAndTangent {
        /// The unknowns.
        x: &'a [T],
        /// r
        rows: &'a mut [T],
    },
}

/// The kind of a pass over the items, without its vectors.
#[derive(Clone, Copy)]
enum Kind {
    Nodes,
    Rows,
    RowsAndEnds,
    RowsAndTangent,
}

/// The vectors to which the sums of parts are added, in the order of those of a part. A pass without one has an empty slice.
type Totals<'a, T> = [&'a mut [T]; 3];

/// A part of the items, and what they add.
#[derive(Clone, Debug)]
pub struct PartSums<T> {
    part: Part,
    /// The coordinates that its items touch, in ascending order.
    coordinates: Vec<Range<usize>>,
    /// The equations of these coordinates and of the constraints of its items.
    equations: Vec<Range<usize>>,
    /// r or N, sizes of terms, p₁. Numbers outside of the windows are not touched.
    sums: [Vec<T>; 3],
    /// ∂r/∂x in the order of items.
    entries: Vec<(usize, usize, T)>,
}

/// The parts of the items of a system, if one thread is not as fast: this depends on the system alone.
pub(super) fn several<S: Assembly<D> + ?Sized, D>(system: &S) -> Option<Vec<PartSums<ScalarOf<S>>>> {
    let operations = system.operations();
    if operations < FEWEST_OPERATIONS {
        return None;
    }
    let mut parts = Vec::new();
    for part in Part::all(PARTS) {
        parts.push(PartSums::of(system, part));
    }
    is_worth(operations, &parts).then_some(parts)
}

fn is_worth<T>(operations: usize, parts: &[PartSums<T>]) -> bool {
    let windows = parts.iter().flat_map(|part| &part.coordinates);
    let sums: usize = windows.map(ExactSizeIterator::len).sum();
    operations >= sums.saturating_mul(OPERATIONS_OF_A_SUM)
}

/// A pass over all parts on the threads of rayon's pool.
///
/// The derive calls it for systems that are declared `parallel`.
pub fn in_parts<S, D>(
    system: &S,
    known: &Known<'_, S, D>,
    pass: ItemPass<'_, ScalarOf<S>>,
    parts: &mut [PartSums<ScalarOf<S>>],
) where
    S: Assembly<D> + Sync + ?Sized,
    S::Scalar: Send + Sync,
    S::Inputs: Sync,
    D: Sync,
{
    let (kind, x, totals) = opened(pass);
    // One entry into the pool: each takes some microseconds from a thread outside of it.
    rayon::scope(|_| {
        let each = parts.par_iter_mut().with_max_len(1);
        each.for_each(|part| part.add(system, known, kind, x));
        add_up(kind, parts, totals);
    });
}

/// Adds the sums of the parts on the threads of rayon's pool. Knows no system, so that it is compiled once.
fn add_up<T: Scalar + Send + Sync>(
    kind: Kind,
    parts: &[PartSums<T>],
    [rows, scales, momenta]: Totals<'_, T>,
) {
    let add_up = |at: usize, total: &mut [T]| {
        let pieces = total.par_chunks_mut(PIECE).enumerate();
        pieces.for_each(|(piece, total)| {
            for part in parts {
                part.add_to(kind, at, PIECE * piece, total);
            }
        });
    };
    rayon::join(
        || add_up(0, rows),
        || rayon::join(|| add_up(1, scales), || add_up(2, momenta)),
    );
}

/// A pass over all parts on one thread, with the same bits.
pub(super) fn in_order<S: Assembly<D> + ?Sized, D>(
    system: &S,
    known: &Known<'_, S, D>,
    pass: ItemPass<'_, ScalarOf<S>>,
    parts: &mut [PartSums<ScalarOf<S>>],
) {
    let (kind, x, totals) = opened(pass);
    for part in &mut *parts {
        part.add(system, known, kind, x);
    }
    for (at, total) in totals.into_iter().enumerate() {
        for part in &*parts {
            part.add_to(kind, at, 0, total);
        }
    }
}

fn opened<T>(pass: ItemPass<'_, T>) -> (Kind, &[T], Totals<'_, T>) {
    match pass {
        ItemPass::Nodes { impulses } => (Kind::Nodes, &[], [impulses, &mut [], &mut []]),
        ItemPass::Rows { x, rows, scales } => (Kind::Rows, x, [rows, scales, &mut []]),
        ItemPass::RowsAndEnds {
            x,
            rows,
            scales,
            momenta,
        } => (Kind::RowsAndEnds, x, [rows, scales, momenta]),
        ItemPass::RowsAndTangent { x, rows } => (Kind::RowsAndTangent, x, [rows, &mut [], &mut []]),
    }
}

impl<T: Scalar> PartSums<T> {
    pub(super) fn of<S: Assembly<D, Scalar = T> + ?Sized, D>(system: &S, part: Part) -> Self {
        let counts = [system.coordinate_count(), system.constraint_count()];
        let touched = Touched::by(counts, |of_coordinates, of_constraints| {
            system.touched(part, of_coordinates, of_constraints);
        });
        Self::new(part, &touched, [S::GROUPS, S::IMPULSES])
    }

    /// A part with `groups` unknowns for each coordinate and `impulses` for each constraint. Compiled once for all systems.
    fn new(part: Part, touched: &Touched, [groups, impulses]: [usize; 2]) -> Self {
        let (n, m) = (touched.coordinates.len(), touched.constraints.len());
        let coordinates = windows(&touched.coordinates);
        let scaled = |windows: &[Range<usize>], first: usize, each: usize| -> Vec<Range<usize>> {
            let windows = windows.iter();
            windows
                .map(|window| first + each * window.start..first + each * window.end)
                .collect()
        };
        let mut equations = scaled(&coordinates, 0, groups);
        equations.extend(scaled(&windows(&touched.constraints), groups * n, impulses));
        let size = groups * n + impulses * m;
        Self {
            part,
            coordinates,
            equations,
            sums: [size.max(n), size, n].map(|size| std::vec![T::from_f64(0.0); size]),
            entries: Vec::new(),
        }
    }

    /// The entries of the last tangent, in the order of items.
    pub(super) fn add_entries(&self, to: &mut impl Entries<T>) {
        for &(row, column, value) in &self.entries {
            to.add(row, column, value);
        }
    }

    /// Sets the numbers of this part.
    fn add<S: Assembly<D, Scalar = T> + ?Sized, D>(
        &mut self,
        system: &S,
        known: &Known<'_, S, D>,
        kind: Kind,
        x: &[T],
    ) {
        let known = &Known {
            part: self.part,
            ..*known
        };
        let size = S::GROUPS * system.coordinate_count() + S::IMPULSES * system.constraint_count();
        let equations = &self.equations[..];
        let [rows, scales, momenta] = &mut self.sums;
        match kind {
            Kind::Nodes => {
                let impulses = first(rows, system.coordinate_count());
                clear(impulses, &self.coordinates);
                system.add_nodes(known, impulses);
            }
            Kind::Rows => {
                let rows = first(rows, size);
                clear(rows, equations);
                clear(scales, equations);
                system.add_rows(known, x, rows, scales);
            }
            Kind::RowsAndEnds => {
                let rows = first(rows, size);
                clear(rows, equations);
                clear(scales, equations);
                clear(momenta, &self.coordinates);
                system.add_rows_and_ends(known, x, rows, scales, momenta);
            }
            Kind::RowsAndTangent => {
                let rows = first(rows, size);
                clear(rows, equations);
                self.entries.clear();
                system.add_rows_and_tangent(known, x, rows, &mut Listed(&mut self.entries));
            }
        }
    }

    /// Adds one vector of sums to a piece of the whole, which begins at the number `start`.
    fn add_to(&self, kind: Kind, at: usize, start: usize, piece: &mut [T]) {
        let windows = match (kind, at) {
            (Kind::Nodes, _) | (_, 2) => &self.coordinates,
            _ => &self.equations,
        };
        let Some(sums) = self.sums.get(at) else {
            return;
        };
        let end = start.saturating_add(piece.len());
        let begin = windows.partition_point(|window| window.end <= start);
        for window in windows.iter().skip(begin).take_while(|window| window.start < end) {
            let common = window.start.max(start)..window.end.min(end);
            let to = piece.get_mut(common.start - start..common.end - start);
            let from = sums.get(common);
            let pairs = to.into_iter().flatten().zip(from.into_iter().flatten());
            pairs.for_each(|(to, &from)| *to = *to + from);
        }
    }
}

/// Which coordinates and constraints the items of a part touch.
struct Touched {
    coordinates: Vec<bool>,
    constraints: Vec<bool>,
}

/// Is called with each number that is touched.
type Mark<'a> = &'a mut dyn FnMut(usize);

impl Touched {
    fn by([coordinates, constraints]: [usize; 2], visit: impl FnOnce(Mark<'_>, Mark<'_>)) -> Self {
        let [mut coordinates, mut constraints] =
            [coordinates, constraints].map(|count| std::vec![false; count]);
        visit(&mut |k| mark(&mut coordinates, k), &mut |j| {
            mark(&mut constraints, j);
        });
        Self {
            coordinates,
            constraints,
        }
    }
}

fn mark(touched: &mut [bool], at: usize) {
    if let Some(touched) = touched.get_mut(at) {
        *touched = true;
    }
}

/// Entries that are listed.
struct Listed<'a, T>(&'a mut Vec<(usize, usize, T)>);

impl<T> Entries<T> for Listed<'_, T> {
    #[inline]
    fn add(&mut self, row: usize, column: usize, value: T) {
        self.0.push((row, column, value));
    }
}

fn first<T>(numbers: &mut [T], count: usize) -> &mut [T] {
    numbers.get_mut(..count).unwrap_or_default()
}

fn clear<T: Scalar>(numbers: &mut [T], windows: &[Range<usize>]) {
    for window in windows {
        if let Some(numbers) = numbers.get_mut(window.clone()) {
            numbers.fill(T::from_f64(0.0));
        }
    }
}

/// The ranges of marked places, with what is between near ones.
fn windows(marked: &[bool]) -> Vec<Range<usize>> {
    let mut windows: Vec<Range<usize>> = Vec::new();
    let places = marked.iter().enumerate().filter(|(_, marked)| **marked);
    for (at, _) in places {
        match windows.last_mut() {
            Some(last) if at < last.end.saturating_add(NEAR) => last.end = at.saturating_add(1),
            _ => windows.push(at..at.saturating_add(1)),
        }
    }
    windows
}

#[cfg(test)]
mod tests {
    use super::{NEAR, windows};

    #[test]
    fn windows_have_all_marked_places() {
        let mut marked = [false; 100];
        for at in [3, 4, 5, 5 + NEAR, 90, 99] {
            marked[at] = true;
        }
        assert_eq!(windows(&marked), [3..6 + NEAR, 90..100]);
        assert_eq!(windows(&[false; 9]), []);
        assert_eq!(windows(&[true; 9]), core::slice::from_ref(&(0..9)));
    }
}
