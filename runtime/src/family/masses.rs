//! Mass matrices of systems of any size: the entries that are not zero.
//!
//! Knows no system.

#[cfg(feature = "alloc")]
mod listed;

use core::marker::PhantomData;

#[cfg(feature = "alloc")]
pub use listed::AssembledMasses;

use super::{Adding, Entries};
use crate::Failure;
use crate::system::Masses;
use extremal_numerics::block::at;
use extremal_numerics::matrix::Stored;
use extremal_numerics::{Scalar, Vector};

/// A mass matrix that is a sum over items.
pub trait SummedMasses<T: Scalar>: Masses<T> {
    /// The sum of these entries, of a matrix with `size` rows.
    fn summed(size: usize, entries: &impl Adding<T>) -> Self;
}

/// The mass matrix of a system whose length is a constant of its type: a band around the diagonal.
///
/// `V` holds 2 k + 1 numbers for each row, from column i − k to column i + k, and `W` one; `M` solves linear equations.
#[derive(Clone, Debug)]
pub struct BandedMasses<T, V, W, M, const HALF: usize> {
    rows: V,
    kinds: PhantomData<(T, W, M)>,
}

impl<T: Scalar, V: Vector<T>, W: Vector<T>, M: Stored<T>, const HALF: usize> PartialEq
    for BandedMasses<T, V, W, M, HALF>
{
    fn eq(&self, other: &Self) -> bool {
        self.rows == other.rows
    }
}

impl<T: Scalar, V: Vector<T>, W: Vector<T>, M: Stored<T>, const HALF: usize> BandedMasses<T, V, W, M, HALF> {
    const WIDTH: usize = 2 * HALF + 1;

    /// The number n of rows, which is that of columns.
    #[must_use]
    pub fn size(&self) -> usize {
        self.rows.as_slice().len() / Self::WIDTH
    }

    /// M(i, j).
    #[must_use]
    pub fn get(&self, i: usize, j: usize) -> T {
        match (i.max(j) < self.size(), Self::place(i, j)) {
            (true, Some(place)) => at(self.rows.as_slice(), place),
            _ => T::from_f64(0.0),
        }
    }

    /// Row, column and value of each entry, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize, T)> {
        let rows = self.rows.as_slice().chunks_exact(Self::WIDTH).enumerate();
        let all = rows.flat_map(|(i, row)| {
            row.iter()
                .enumerate()
                .map(move |(k, &x)| (i, (i + k).checked_sub(HALF), x))
        });
        let size = self.size();
        all.filter_map(move |(i, column, x)| Some((i, column.filter(|&j| j < size)?, x)))
    }

    /// Where the number at a row and a column is.
    fn place(i: usize, j: usize) -> Option<usize> {
        let within = (j + HALF).checked_sub(i).filter(|&within| within < Self::WIDTH)?;
        Some(Self::WIDTH * i + within)
    }
}

impl<T: Scalar, V: Vector<T>, W: Vector<T>, M: Stored<T>, const HALF: usize> Entries<T>
    for BandedMasses<T, V, W, M, HALF>
{
    #[inline]
    fn add(&mut self, row: usize, column: usize, value: T) {
        let place = Self::place(row, column);
        if let Some(entry) = place.and_then(|place| self.rows.as_mut_slice().get_mut(place)) {
            *entry = *entry + value;
        }
    }
}

impl<T: Scalar, V: Vector<T>, W: Vector<T>, M: Stored<T>, const HALF: usize> SummedMasses<T>
    for BandedMasses<T, V, W, M, HALF>
{
    fn summed(size: usize, entries: &impl Adding<T>) -> Self {
        let mut masses = Self {
            rows: V::with_len(Self::WIDTH * size, |_| T::from_f64(0.0)),
            kinds: PhantomData,
        };
        entries.add_to(&mut masses);
        masses
    }
}

impl<T: Scalar, V: Vector<T>, W: Vector<T>, M: Stored<T>, const HALF: usize> Masses<T>
    for BandedMasses<T, V, W, M, HALF>
{
    fn diagonal(&self, k: usize) -> T {
        self.get(k, k)
    }

    fn each_entry(&self, visit: &mut dyn FnMut(usize, usize, T)) {
        self.iter().for_each(|(i, j, x)| visit(i, j, x));
    }

    fn solve_consistent(&mut self, b: &mut [T]) {
        solve_consistent::<T, M, W>(|visit| self.each_entry(visit), b);
    }
}

/// Overwrites `b` by x with M x = b. A coordinate at which the elimination finds no pivot gets zero, and the others are solved
/// for again. Where there is no storage for M, all are zero. `each` calls its argument with each entry of M.
fn solve_consistent<T: Scalar, M: Stored<T>, W: Vector<T>>(
    each: impl Fn(&mut dyn FnMut(usize, usize, T)),
    b: &mut [T],
) {
    let (zero, one) = (T::from_f64(0.0), T::from_f64(1.0));
    let right = W::with_len(b.len(), |k| at(b, k));
    // One for each coordinate that gets zero.
    let mut fixed = W::with_len(b.len(), |_| one);
    each(&mut |row, _, value| {
        if let (Some(fixed), true) = (fixed.as_mut_slice().get_mut(row), value.real() != zero.real()) {
            *fixed = zero;
        }
    });
    for _ in 0..=right.as_slice().len() {
        b.iter_mut()
            .zip(right.as_slice())
            .for_each(|(b, &right)| *b = right);
        match solve_fixed::<T, M>(&each, fixed.as_slice(), b) {
            Ok(()) => return,
            Err(Failure::SingularTangent { pivot, .. }) => match fixed.as_mut_slice().get_mut(pivot) {
                Some(fixed) if *fixed == zero => *fixed = one,
                _ => break,
            },
            Err(_) => break,
        }
    }
    b.fill(zero);
}

/// Overwrites `b` by x with M x = b, where the coordinates in `fixed` have x = 0 instead of their equation.
fn solve_fixed<T: Scalar, M: Stored<T>>(
    each: &impl Fn(&mut dyn FnMut(usize, usize, T)),
    fixed: &[T],
    b: &mut [T],
) -> Result<(), Failure> {
    let zero = T::from_f64(0.0);
    let mut m = M::for_places(b.len(), |visit| {
        each(&mut |row, column, _| visit(row, column));
        // Fixed coordinates get a one.
        (0..b.len()).for_each(|k| visit(k, k));
    })?;
    let is_fixed = |k: usize| at(fixed, k) != zero;
    each(&mut |row, column, value| {
        if !(is_fixed(row) || is_fixed(column)) {
            m.add_entry(row, column, value);
        }
    });
    for (k, b) in b.iter_mut().enumerate().filter(|(k, _)| is_fixed(*k)) {
        m.add_entry(k, k, T::from_f64(1.0));
        *b = zero;
    }
    m.factor()?;
    Ok(m.solve(b)?)
}
