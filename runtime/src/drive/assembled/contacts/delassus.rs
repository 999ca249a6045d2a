//! The contact problem of a step: G of the closed contacts by rows, c and its scales.
//!
//! ```text
//! A = ∂r/∂x,   x_f = x − A⁻¹ r,   G = −W A⁻¹ Wᵀ,   c = W x_f + η + e γ⁻
//! ```
//!
//! Where contacts are held at the end of a step, the first W is that of the velocities which the laws see, and G is not
//! symmetric.
//!
//! Where A is diagonal, rows meet that share a coordinate. Otherwise there is one solve for each row.

use alloc::vec::Vec;

use nalgebra::DVector;

use super::closed::{Closed, Rows, product};
use crate::Failure;
use crate::drive::assembled::memory::{resize, zeros};
use crate::drive::contact::{Noise, by_mass};
use extremal_numerics::block::at;
use extremal_numerics::matrix::{Matrix, Storage};
use extremal_numerics::{Scalar, Size};
use extremal_percussions::SparseContactProblem;

/// Entries of at most this many ε of their summands are rounding.
const ROUNDING: f64 = 16.0;

/// G entry by entry, as it is put together. The memory is kept.
#[derive(Clone, Debug)]
pub(super) struct Delassus<T> {
    pub(super) problem: SparseContactProblem<T>,
    /// The rows of W that touch a coordinate k: those from `starts[k]` to `starts[k + 1]`.
    starts: Vec<usize>,
    touching: Vec<(usize, T)>,
    /// The entries of G, row by row or column by column: row, column, number.
    entries: Vec<(usize, usize, T)>,
    /// A row of G with the sizes of its summands, and which of its numbers are set.
    row: Vec<(T, T)>,
    set: Vec<usize>,
    /// 1/A(k, k) where A is diagonal.
    weights: DVector<T>,
    /// Whether `weights` belong to factors that do not change.
    are_known: bool,
    /// A⁻¹ w
    moved: DVector<T>,
}

impl<T: Scalar> Default for Delassus<T> {
    fn default() -> Self {
        Self {
            problem: SparseContactProblem::new(),
            starts: Vec::new(),
            touching: Vec::new(),
            entries: Vec::new(),
            row: Vec::new(),
            set: Vec::new(),
            weights: zeros(0),
            are_known: false,
            moved: zeros(0),
        }
    }
}

/// A as it was factored.
pub(super) struct Factored<'a, T: Scalar> {
    pub(super) tangent: &'a mut Storage<T>,
    /// Whether it never changes.
    pub(super) is_constant: bool,
    /// The size of M(k, k) for each coordinate, where constraints may block contacts; otherwise empty.
    pub(super) masses: &'a [T],
    /// The rounding in the velocities of contacts that constraints block.
    pub(super) noise: Noise<T>,
}

impl<T: Size> Delassus<T> {
    /// The problem of these contacts and of the W that the laws see, where `free` tells c of a row with its scale.
    pub(super) fn state(
        &mut self,
        (closed, seen): (&Closed<T>, &Rows<T>),
        free: impl Fn(usize) -> [T; 2],
        factored: Factored<'_, T>,
    ) -> Result<(), Failure> {
        let Factored {
            tangent,
            is_constant,
            masses,
            noise,
        } = factored;
        self.entries.clear();
        if tangent.name() == "diagonal" {
            self.weigh(tangent, is_constant)?;
            self.by_coordinates(closed, seen);
        } else {
            self.by_solves((closed, seen), tangent)?;
        }
        self.block(closed, masses);
        self.fill(closed, free, masses, noise);
        Ok(())
    }

    /// The reciprocals of a diagonal A.
    fn weigh(&mut self, tangent: &mut Storage<T>, is_constant: bool) -> Result<(), Failure> {
        if self.are_known && is_constant && self.weights.len() == tangent.size() {
            return Ok(());
        }
        resize(&mut self.weights, tangent.size());
        self.weights.fill(T::from_f64(1.0));
        tangent.solve(self.weights.as_mut_slice())?;
        self.are_known = is_constant;
        Ok(())
    }

    /// Row by row: `G(i, j) = −Σ w_ik w_jk / A(k, k)`.
    fn by_coordinates(&mut self, closed: &Closed<T>, seen: &Rows<T>) {
        self.touch(closed);
        let Self {
            starts,
            touching,
            entries,
            row,
            set,
            weights,
            ..
        } = self;
        let zero = T::from_f64(0.0);
        row.clear();
        row.resize(closed.rows(), (zero, zero));
        for i in 0..closed.rows() {
            for &(k, w) in seen.row(i) {
                let factor = -w * at(weights.as_slice(), k);
                for &(j, other) in touched(starts, touching, k) {
                    let Some((sum, size)) = row.get_mut(j) else {
                        continue;
                    };
                    if *size == zero {
                        set.push(j);
                    }
                    let term = factor * other;
                    (*sum, *size) = (*sum + term, *size + Scalar::abs(term));
                }
            }
            // A term of zero leaves its row unset, so that it may be there twice.
            set.sort_unstable();
            set.dedup();
            for j in set.drain(..) {
                if let Some(place) = row.get_mut(j) {
                    let (sum, size) = core::mem::replace(place, (zero, zero));
                    push(entries, (i, j), sum, size);
                }
            }
        }
    }

    /// Lists the rows that touch each coordinate.
    fn touch(&mut self, closed: &Closed<T>) {
        let Self { starts, touching, .. } = self;
        let zero = T::from_f64(0.0);
        let all =
            || (0..closed.rows()).flat_map(|i| closed.directions.row(i).iter().map(move |&entry| (i, entry)));
        starts.clear();
        starts.resize(self.weights.len() + 2, 0);
        for (_, (k, _)) in all() {
            if let Some(count) = starts.get_mut(k + 2) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in starts.iter_mut() {
            sum += *start;
            *start = sum;
        }
        touching.clear();
        touching.resize(sum, (0, zero));
        // Afterwards the start k + 1 is the end of k.
        for (i, (k, w)) in all() {
            let Some(next) = starts.get_mut(k + 1) else {
                continue;
            };
            if let Some(place) = touching.get_mut(*next) {
                *place = (i, w);
            }
            *next += 1;
        }
    }

    /// Column by column: `G(i, j) = −w_i A⁻¹ w_j`.
    fn by_solves(
        &mut self,
        (closed, seen): (&Closed<T>, &Rows<T>),
        tangent: &mut Storage<T>,
    ) -> Result<(), Failure> {
        let Self { entries, moved, .. } = self;
        resize(moved, tangent.size());
        for j in 0..closed.rows() {
            moved.fill(T::from_f64(0.0));
            for &(k, w) in closed.directions.row(j) {
                if let Some(place) = moved.as_mut_slice().get_mut(k) {
                    *place = -w;
                }
            }
            tangent.solve(moved.as_mut_slice())?;
            for i in 0..closed.rows() {
                let [sum, size] = product(seen.row(i), moved.as_slice());
                push(entries, (i, j), sum, size);
            }
        }
        // Row by row; no two have the same place.
        entries.sort_unstable_by_key(|&(i, j, _)| (i, j));
        Ok(())
    }

    /// Leaves out rows and columns of contacts that constraints block: those that are nothing beside the velocities that the
    /// same percussions would give to coordinates without constraints.
    fn block(&mut self, closed: &Closed<T>, masses: &[T]) {
        self.set.clear();
        if masses.is_empty() {
            return;
        }
        for i in 0..closed.rows() {
            let own = diagonal(&self.entries, i);
            if Scalar::abs(own) <= blocked::<T>() * by_mass(with_masses(closed.directions.row(i), masses)) {
                self.set.push(i);
            }
        }
        let set = &self.set;
        let is_blocked = |row: &usize| set.binary_search(row).is_ok();
        self.entries.retain(|(i, j, _)| !is_blocked(i) && !is_blocked(j));
    }

    /// Hands the rows over to the problem: those of [`state`](Self::state), with the c that `free` tells.
    pub(super) fn fill(
        &mut self,
        closed: &Closed<T>,
        free: impl Fn(usize) -> [T; 2],
        masses: &[T],
        noise: Noise<T>,
    ) {
        let Self {
            problem,
            entries,
            set,
            ..
        } = self;
        problem.clear();
        let mut rest = entries.iter().peekable();
        for contact in &closed.contacts {
            problem.add_contact(contact.of_problem);
            let mut rows = contact.first..=contact.first + contact.of_problem.slips;
            if let Some(pressed) = &contact.pressed {
                rows.next();
                let diagonal = rows.clone().map(|row| diagonal(entries, row));
                let [own, c] = pressed.normal(diagonal);
                problem.add_row(c, Scalar::abs(c), core::iter::once((contact.first, own)));
            }
            for row in rows {
                let [mut c, scale] = free(row);
                let is_blocked = !masses.is_empty() && set.binary_search(&row).is_ok();
                let noise = || noise.of_row(with_masses(closed.directions.row(row), masses));
                if is_blocked && Scalar::abs(c) <= blocked::<T>() * scale + noise() {
                    c = T::from_f64(0.0);
                }
                let own = core::iter::from_fn(|| rest.next_if(|&&(i, ..)| i == row));
                problem.add_row(c, scale, own.map(|&(_, j, g)| (j, g)));
            }
        }
    }
}

/// G of a row with itself.
fn diagonal<T: Scalar>(entries: &[(usize, usize, T)], row: usize) -> T {
    let own = entries.binary_search_by_key(&(row, row), |&(i, j, _)| (i, j));
    let own = own.ok().and_then(|place| entries.get(place));
    own.map_or(T::from_f64(0.0), |&(_, _, g)| g)
}

/// A row of G of so many ε is the rounding of solves with constraints, whose refinement ends at 1e-12.
fn blocked<T: Scalar>() -> T {
    T::from_f64(16384.0 * T::EPSILON)
}

/// The entries of a row, each with its mass.
fn with_masses<T: Scalar>(row: &[(usize, T)], masses: &[T]) -> impl Iterator<Item = [T; 2]> {
    row.iter().map(|&(k, w)| [at(masses, k), w])
}

/// Entries that are nothing but rounding are left out.
fn push<T: Size>(entries: &mut Vec<(usize, usize, T)>, (i, j): (usize, usize), sum: T, size: T) {
    if Scalar::abs(sum) > T::from_f64(ROUNDING * T::EPSILON) * size {
        entries.push((i, j, sum));
    }
}

/// The rows that touch a coordinate.
fn touched<'a, T>(starts: &[usize], touching: &'a [(usize, T)], k: usize) -> &'a [(usize, T)] {
    let range = starts.get(k).zip(starts.get(k + 1));
    range
        .and_then(|(&from, &to)| touching.get(from..to))
        .unwrap_or_default()
}
