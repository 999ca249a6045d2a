//! Linear equations with a constant tangent in which few coordinates have constraints, and each other one is alone.
//!
//! ```text
//! r_k + A_kk x_k = 0   without a constraint,   r + A x = 0   of all others, with their impulses
//! ```
//!
//! A pass over all coordinates solves the first ones, as that of an explicit step; the others are a small matrix.
//! Knows no scheme.

use alloc::vec::Vec;

use nalgebra::DVector;

use crate::drive::assembled::memory::zeros;
use crate::drive::assembled::parts::Parts;
use crate::drive::assembled::sums::Sums;
use crate::drive::assembly::{Assembly, Dependence, OwnStart};
use crate::family::AnySize;
use extremal_numerics::Scalar;
use extremal_numerics::block::at;
use extremal_numerics::matrix::{Matrix, Storage, Stored};

/// Factors of the equations.
#[derive(Clone, Debug)]
pub(super) struct Bound<T: Scalar> {
    /// −1/A(k, k) of the coordinates that are alone; any numbers for others.
    weights: DVector<T>,
    are_equal: bool,
    /// The coordinates with constraints.
    touched: Vec<usize>,
    coordinates: usize,
    matrix: Storage<T>,
    /// The entries of all equations.
    entries: Vec<Entry<T>>,
    /// Their equations, and then the solution.
    solution: DVector<T>,
    /// Zeros, one for each unknown, and what the offsets are added to.
    none: DVector<T>,
    rows: [DVector<T>; 2],
}

/// At most one coordinate in this many has constraints. Where more have them, all coordinates are solved together.
const RARE: usize = 8;

impl<T: Scalar> Bound<T> {
    /// The factors; `None` where the equations are others, or singular.
    pub(super) fn of<S: Assembly<D, Scalar = T> + AnySize, D>(sums: &Sums<'_, S, D>) -> Option<Self> {
        let is_so = S::TANGENT == Dependence::Constant && S::GROUPS == 1 && S::IMPULSES == 1;
        if !is_so || S::HAS_OFFSETS_OF_MOTION || S::CARRIES_VELOCITY || !sums.still.is_empty() {
            return None;
        }
        let (n, constraints) = (sums.known.q.len(), sums.system.constraint_count());
        let none: DVector<T> = zeros(n + constraints);
        let mut rows = [none.clone(), none.clone()];
        let mut entries: Vec<(usize, usize, T)> = Vec::new();
        let [r, _] = &mut rows;
        sums.add_tangent(
            &mut Parts::one(),
            (none.as_slice(), r.as_mut_slice()),
            &mut entries,
        );
        r.fill(T::from_f64(0.0));
        let touched = touched(n, &entries);
        if touched.len().saturating_mul(RARE) > n {
            return None;
        }
        let size = touched.len() + constraints;
        let (places, of_touched) = (Places { touched: &touched, n }, entries.as_slice());
        let matrix = Storage::for_places(size, |visit| {
            places
                .each(of_touched)
                .for_each(|(row, column, _)| visit(row, column));
        });
        let mut bound = Self {
            weights: zeros(n),
            are_equal: false,
            coordinates: n,
            matrix: matrix.ok()?,
            solution: zeros(size),
            touched,
            entries,
            none,
            rows,
        };
        bound.factor()?;
        Some(bound)
    }

    /// The same for steps of another length, in the same memory.
    pub(super) fn again<S: Assembly<D, Scalar = T> + AnySize, D>(
        mut self,
        sums: &Sums<'_, S, D>,
    ) -> Option<Self> {
        let [r, _] = &mut self.rows;
        let at = (self.none.as_slice(), r.as_mut_slice());
        self.entries.clear();
        sums.add_tangent(&mut Parts::one(), at, &mut self.entries);
        r.fill(T::from_f64(0.0));
        self.factor()?;
        Some(self)
    }

    /// The factors of the rows of coordinates with constraints, and −1/A(k, k) of all others; `None` if there are none.
    fn factor(&mut self) -> Option<()> {
        let places = Places {
            touched: &self.touched,
            n: self.coordinates,
        };
        self.matrix.clear();
        for (row, column, x) in places.each(&self.entries) {
            self.matrix.add_entry(row, column, x);
        }
        self.matrix.factor().ok()?;
        let zero = T::from_f64(0.0);
        self.weights.fill(zero);
        for &(row, column, x) in &self.entries {
            if let Some(weight) = self.weights.as_mut_slice().get_mut(row).filter(|_| row == column) {
                *weight = *weight + x;
            }
        }
        for (k, weight) in self.weights.iter_mut().enumerate() {
            if *weight == zero {
                self.touched.binary_search(&k).ok()?;
            } else {
                *weight = -weight.recip();
            }
        }
        let all = self.weights.as_slice();
        self.are_equal = all
            .first()
            .is_some_and(|first| all.iter().all(|weight| weight == first));
        Some(())
    }

    /// The weights, once if all are equal.
    pub(super) fn weights(&self) -> &[T] {
        match self.weights.as_slice() {
            all @ [first, ..] if self.are_equal => all.get(..1).unwrap_or(core::slice::from_ref(first)),
            all => all,
        }
    }

    /// Solves the equations of the coordinates with constraints.
    pub(super) fn solve<S: Assembly<D, Scalar = T> + AnySize, D>(
        &mut self,
        sums: &Sums<'_, S, D>,
        parts: &mut Parts<T>,
    ) -> Result<(), crate::Failure> {
        let n = self.coordinates;
        let [r, scale] = &mut self.rows;
        if S::HAS_OFFSETS {
            let rows = (r.as_mut_slice(), scale.as_mut_slice());
            parts.add_rows(sums.system, &sums.known, self.none.as_slice(), rows);
        }
        let zero = T::from_f64(0.0);
        let (own, impulses) = self.solution.as_mut_slice().split_at_mut(self.touched.len());
        for (own, &k) in own.iter_mut().zip(&self.touched) {
            let (mut row, mut scale) = ([zero], [zero]);
            S::own_rows(&sums.known, start(sums, k), &[zero], &mut row, &mut scale);
            let [row] = row;
            *own = row;
        }
        let offsets = r.as_mut_slice().iter_mut().skip(n);
        for (impulse, offset) in impulses.iter_mut().zip(offsets) {
            (*impulse, *offset) = (*offset, zero);
        }
        self.matrix.solve(self.solution.as_mut_slice())?;
        self.solution.iter_mut().for_each(|x| *x = -*x);
        Ok(())
    }

    /// The coordinates with constraints, with their unknowns.
    pub(super) fn coordinates(&self) -> impl Iterator<Item = (usize, T)> {
        self.touched.iter().copied().zip(self.solution.iter().copied())
    }

    /// The velocities at a node with this momentum: those of its own coordinates are the solution.
    pub(super) fn velocities(&self, momentum: &[T]) -> DVector<T> {
        let weights = self.weights.iter();
        let alone = momentum.iter().zip(weights).map(|(&p, &weight)| weight * p);
        let mut velocities = DVector::from_iterator(momentum.len(), alone);
        for (k, of_k) in self.coordinates() {
            velocities
                .as_mut_slice()
                .get_mut(k)
                .into_iter()
                .for_each(|v| *v = of_k);
        }
        velocities
    }

    /// The impulses.
    pub(super) fn impulses(&self) -> &[T] {
        self.solution
            .as_slice()
            .get(self.touched.len()..)
            .unwrap_or_default()
    }
}

/// The start of a coordinate.
pub(super) fn start<S: Assembly<D> + AnySize, D>(sums: &Sums<'_, S, D>, k: usize) -> OwnStart<S::Scalar> {
    let p = at(sums.momentum, k);
    OwnStart {
        q: at(sums.known.q, k),
        p: if S::HAS_NODES { p + at(sums.nodes, k) } else { p },
        v: S::Scalar::from_f64(0.0),
    }
}

/// A row, a column and a number.
type Entry<T> = (usize, usize, T);

/// The coordinates with an entry beside the diagonal, in ascending order.
fn touched<T>(n: usize, entries: &[Entry<T>]) -> Vec<usize> {
    let beside = entries.iter().filter(|(row, column, _)| row != column);
    let all = beside.flat_map(|&(row, column, _)| [row, column]);
    let mut touched: Vec<usize> = all.filter(|&k| k < n).collect();
    touched.sort_unstable();
    touched.dedup();
    touched
}

/// Where coordinates with constraints, and constraints, are among each other.
struct Places<'a> {
    touched: &'a [usize],
    n: usize,
}

impl Places<'_> {
    fn of(&self, k: usize) -> Option<usize> {
        match k.checked_sub(self.n) {
            Some(constraint) => Some(self.touched.len() + constraint),
            None => self.touched.binary_search(&k).ok(),
        }
    }

    /// Their entries.
    fn each<T: Copy>(&self, entries: &[Entry<T>]) -> impl Iterator<Item = Entry<T>> {
        let entries = entries.iter();
        entries.filter_map(|&(row, column, x)| Some((self.of(row)?, self.of(column)?, x)))
    }
}
