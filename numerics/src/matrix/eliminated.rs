//! Matrices with rows that have no entry on the diagonal, as those of constraints: other unknowns are eliminated first.
//!
//! Knows no mechanics: what is eliminated follows from the places of entries.
//!
//! | file | idea |
//! | --- | --- |
//! | `structure` | what can be eliminated, by places |
//! | `lookup` | where each entry is kept |
//! | `products` | products with the rows of constraints |

mod lookup;
mod products;
mod structure;

use alloc::boxed::Box;
use alloc::vec::Vec;

use lookup::{Adding, Lookup};
use products::{Products, set_across, subtract_along};
use structure::Structure;

use super::{Matrix, Misplaced, Pattern, Storage, Stored, check_length};
use crate::block::at;
use crate::{LinearFailure, Scalar, Size, SizeOf};

/// ```text
/// ⎡ A  B ⎤ ⎡ x ⎤   ⎡ f ⎤
/// ⎣ C  0 ⎦ ⎣ λ ⎦ = ⎣ g ⎦     A diagonal:   S = C A⁻¹ B,   S λ = C A⁻¹ f − g,   x = A⁻¹ (f − B λ)
/// ```
///
/// A row of C with one entry, in a column of x whose row has the only entry of the column of that λ, gives this x at once, and
/// the row of x gives λ at last: both leave the equations before all others do. Without further rows of C, A may be any
/// matrix. S has a storage of its own: it is tridiagonal for rods in a row.
///
/// The elimination exchanges no rows, as all of A is, and that may cost digits. So a solution is put into the equations:
/// where it does not satisfy each row to twelve digits of its terms, it is corrected by the solution for what is left, and
/// where that does not help, or where a pivot is zero, the whole matrix is factored with exchanges of rows. Its storage is
/// made when it is first needed, which allocates.
#[derive(Clone, Debug)]
pub(super) struct Eliminated<T: Scalar> {
    structure: Structure,
    lookup: Lookup,
    /// First those of A, or of the rest of the matrix; those of C and of B; then all others.
    values: Vec<T>,
    /// 1/A and C A⁻¹, in the order of the values.
    reciprocals: Vec<T>,
    scaled: Vec<T>,
    /// S, or the rest of the matrix.
    rest: Storage<T>,
    /// The right-hand side of the rest.
    room: Vec<T>,
    /// The solution of the pairs, and the right-hand sides of their second rows.
    pairs: [Vec<T>; 2],
    /// A right-hand side, and what a solution leaves of it.
    right: Vec<T>,
    left: Vec<T>,
    whole: Option<Box<Storage<T>>>,
    is_whole: bool,
    /// Whether numbers of A are alike.
    are_alike: bool,
    misplaced: Misplaced,
}

/// How often a solution is corrected before the whole matrix is factored.
const CORRECTIONS: usize = 2;

/// What a row may leave, in roundings of its terms: 10⁻¹² in double precision.
const SMALL: f64 = 4096.0;

/// Numbers of A that differ by no more than this factor are alike: f/A counts beside x then, as in a rope at rest, in which
/// x is a small difference of what forces and tensions make.
const ALIKE: f64 = 1024.0;

impl<T: Scalar> Eliminated<T> {
    /// For rows with these entries beside the diagonal, in the order in which they will be added; `None` where nothing is to be
    /// eliminated so.
    pub(super) fn of(has_diagonal: &[bool], beside: &[(usize, usize)]) -> Option<Self> {
        let structure = Structure::of(has_diagonal, beside)?;
        let rest = match structure.is_diagonal {
            true => {
                let targets = structure.products.iter().map(|product| product.at).collect();
                Storage::of_part(&Pattern::of_entries(structure.constraints, targets).ok()?).ok()?
            }
            false => {
                let of_rest = structure.inside.iter().copied();
                let beside = of_rest.filter(|(row, column)| row != column).collect();
                Storage::joint(structure.kept.len(), beside).ok()?
            }
        };
        let zeros = |count: usize| (0..count).map(|_| T::from_f64(0.0)).collect::<Vec<T>>();
        let [couplings, pairs] = [structure.columns.len(), structure.pairs.len()];
        Some(Self {
            lookup: Lookup::of(beside, &structure),
            values: zeros(structure.values),
            reciprocals: zeros(structure.diagonals() + 1),
            scaled: zeros(couplings + 1),
            room: zeros(structure.kept.len()),
            pairs: [zeros(pairs), zeros(pairs)],
            right: zeros(structure.size),
            left: zeros(structure.size),
            rest,
            structure,
            whole: None,
            is_whole: false,
            are_alike: false,
            misplaced: Misplaced::default(),
        })
    }

    /// Whether a factorization takes little more time than a solve.
    pub(super) fn has_cheap_factors(&self) -> bool {
        self.rest.has_cheap_factors() && self.structure.columns.is_empty()
    }

    /// Whether a factorization takes several times as long as a solve.
    pub(super) fn has_dear_factors(&self) -> bool {
        self.rest.has_dear_factors()
    }

    /// Eliminates without exchanges; false where that finds no pivot.
    fn eliminate(&mut self) -> bool {
        let zero = SizeOf::<T>::from_f64(0.0);
        let pivots = self.structure.pairs.iter().flat_map(|pair| pair.pivots);
        if pivots
            .into_iter()
            .any(|slot| at(&self.values, slot).divisor_size() == zero)
        {
            return false;
        }
        if !self.structure.is_diagonal {
            self.rest.clear();
            let inside = self.structure.inside.as_slice();
            self.rest.assemble(Added(inside, &self.values));
            return self.rest.factor().is_ok();
        }
        let (diagonal, [across, along]) = self.structure.groups(&self.values);
        let sizes = || diagonal.iter().map(|a| a.divisor_size());
        let most = sizes().fold(zero, |a, b| if b > a { b } else { a });
        let least = sizes().fold(most, |a, b| if b < a { b } else { a });
        if least == zero && !diagonal.is_empty() {
            return false;
        }
        self.are_alike = most <= SizeOf::<T>::from_f64(ALIKE) * least;
        let reciprocals = self.reciprocals.iter_mut().zip(diagonal);
        reciprocals.for_each(|(reciprocal, a)| *reciprocal = a.recip());
        let couplings = self.structure.columns.iter().zip(across);
        for ((&column, &c), scaled) in couplings.zip(&mut self.scaled) {
            *scaled = c * at(&self.reciprocals, column);
        }
        self.rest.clear();
        self.rest.assemble(Products {
            structure: &self.structure,
            scaled: &self.scaled,
            along,
        });
        self.rest.factor().is_ok()
    }

    /// Factors the whole matrix.
    #[cold]
    fn factor_whole(&mut self) -> Result<(), LinearFailure> {
        let n = self.size();
        if self.whole.is_none() {
            let beside = self.lookup.each().map(|(row, column, _)| (row, column));
            let beside = beside.filter(|(row, column)| row != column).collect();
            self.whole = Some(Box::new(Storage::joint_of_any(n, beside)?));
        }
        let Some(whole) = &mut self.whole else {
            return Ok(());
        };
        whole.clear();
        for (row, column, slot) in self.lookup.each() {
            whole.add_entry(row, column, at(&self.values, slot));
        }
        whole.factor()
    }

    /// A⁻¹ and S⁻¹ at the numbers of the rest.
    fn solve_diagonal(&mut self) -> Result<(), LinearFailure> {
        let Structure { columns, width, .. } = &self.structure;
        let (_, [_, along]) = self.structure.groups(&self.values);
        let Some((f, lambda)) = self.room.split_at_mut_checked(self.reciprocals.len()) else {
            return Ok(());
        };
        if !lambda.is_empty() {
            set_across(columns, (*width, &self.scaled), f, lambda);
            self.rest.solve(lambda)?;
            subtract_along(columns, (*width, along), f, lambda);
        }
        for (f, &reciprocal) in f.iter_mut().zip(&self.reciprocals) {
            *f = *f * reciprocal;
        }
        Ok(())
    }

    /// The right-hand side becomes the solution by elimination.
    fn substitute(&mut self, b: &mut [T]) -> Result<(), LinearFailure> {
        let values = &self.values;
        let [firsts, seconds] = &mut self.pairs;
        for (pair, (first, second)) in self.structure.pairs.iter().zip(firsts.iter_mut().zip(seconds)) {
            let [across, _] = pair.pivots;
            *first = at(b, pair.multiplier) / at(values, across);
            *second = at(b, pair.row);
        }
        let (zero, kept) = (T::from_f64(0.0), self.room.iter_mut().zip(&self.structure.kept));
        kept.for_each(|(room, &row)| *room = b.get(row).copied().unwrap_or(zero));
        for &(row, pair, slot) in &self.structure.beside {
            if let Some(room) = self.room.get_mut(row) {
                *room = *room - at(values, slot) * at(firsts, pair);
            }
        }
        match self.structure.is_diagonal {
            true => self.solve_diagonal()?,
            false => self.rest.solve(&mut self.room)?,
        }
        let kept = self.room.iter().zip(&self.structure.kept);
        kept.for_each(|(&room, &row)| super::set(b, row, room));
        let [firsts, seconds] = &mut self.pairs;
        for (pair, &first) in self.structure.pairs.iter().zip(&*firsts) {
            super::set(b, pair.row, first);
        }
        for &(pair, column, slot) in &self.structure.left {
            if let Some(second) = seconds.get_mut(pair) {
                *second = *second - at(&self.values, slot) * at(b, column);
            }
        }
        for (pair, &second) in self.structure.pairs.iter().zip(&*seconds) {
            let [_, along] = pair.pivots;
            super::set(b, pair.multiplier, second / at(&self.values, along));
        }
        Ok(())
    }

    /// Sets what a solution leaves of the right-hand side; whether that is small beside the terms of each row.
    fn is_solved_by(&mut self, x: &[T]) -> bool {
        let most = SizeOf::<T>::from_f64(SMALL * T::EPSILON);
        let mut is_solved = true;
        let rows = self.lookup.rows().zip(self.left.iter_mut().zip(&self.right));
        for ((columns, slots), (left, &b)) in rows {
            let (mut rest, mut size) = (b, b.magnitude());
            for (&column, &slot) in columns.iter().zip(slots) {
                let term = at(&self.values, slot) * at(x, column);
                (rest, size) = (rest - term, size + term.magnitude());
            }
            *left = rest;
            if self.are_alike {
                let entries = columns.iter().zip(slots);
                let of_forces = entries.filter_map(|(&column, &slot)| {
                    let reciprocal = at(&self.reciprocals, self.lookup.diagonal(column)?);
                    Some(at(&self.values, slot) * at(&self.right, column) * reciprocal)
                });
                size = of_forces.fold(size, |size, term| size + term.magnitude());
            }
            // Not where something is not finite.
            is_solved &= rest.magnitude() <= most * size;
        }
        is_solved
    }

    /// The entries that are added next.
    #[inline]
    pub(super) fn adding(&mut self) -> Adding<'_, T> {
        self.lookup.adding(&mut self.values, &mut self.misplaced)
    }
}

/// How many numbers are looked at at once.
const LANES: usize = 8;

/// Whether all numbers are finite: their sum is, or each of them.
fn are_finite<T: Scalar>(numbers: &[T]) -> bool {
    let mut sums = [T::from_f64(0.0); LANES];
    let (chunks, others) = numbers.as_chunks::<LANES>();
    for chunk in chunks.iter().map(<[T; LANES]>::as_slice).chain([others]) {
        chunk.iter().zip(&mut sums).for_each(|(&x, sum)| *sum = *sum + x);
    }
    let is_finite = |x: &T| x.magnitude() < SizeOf::<T>::INFINITY;
    sums.iter().all(is_finite) || numbers.iter().all(is_finite)
}

/// Entries with their values.
struct Added<'a, T>(&'a [(usize, usize)], &'a [T]);

impl<T: Scalar> super::Assembling<T> for Added<'_, T> {
    fn add_to(self, mut matrix: impl Matrix<T>) {
        for (&(row, column), &value) in self.0.iter().zip(self.1) {
            matrix.add_entry(row, column, value);
        }
    }
}

impl<T: Scalar> Matrix<T> for Eliminated<T> {
    fn size(&self) -> usize {
        self.structure.size
    }

    fn clear(&mut self) {
        self.values.fill(T::from_f64(0.0));
        self.lookup.restart();
        self.misplaced = Misplaced::default();
    }

    fn add_entry(&mut self, row: usize, column: usize, value: T) {
        self.adding().add_entry(row, column, value);
    }

    fn factor(&mut self) -> Result<(), LinearFailure> {
        self.misplaced.check()?;
        if !are_finite(&self.values) {
            return Err(LinearFailure::NotFinite { what: "tangent" });
        }
        self.is_whole = !self.eliminate();
        if self.is_whole {
            return self.factor_whole();
        }
        Ok(())
    }

    fn solve(&mut self, b: &mut [T]) -> Result<(), LinearFailure> {
        check_length(self.size(), b.len())?;
        if self.is_whole || !self.structure.is_diagonal {
            return self.solve_roughly(b);
        }
        self.right.copy_from_slice(b);
        self.substitute(b)?;
        for _ in 0..CORRECTIONS {
            if self.is_solved_by(b) {
                return Ok(());
            }
            let mut left = core::mem::take(&mut self.left);
            let corrected = self.substitute(&mut left);
            b.iter_mut().zip(&left).for_each(|(x, &more)| *x = *x + more);
            self.left = left;
            corrected?;
        }
        if self.is_solved_by(b) {
            return Ok(());
        }
        self.is_whole = true;
        self.factor_whole()?;
        b.copy_from_slice(&self.right);
        self.solve_roughly(b)
    }

    fn solve_roughly(&mut self, b: &mut [T]) -> Result<(), LinearFailure> {
        check_length(self.size(), b.len())?;
        match (self.is_whole, &mut self.whole) {
            (true, Some(whole)) => whole.solve(b),
            _ => self.substitute(b),
        }
    }
}
