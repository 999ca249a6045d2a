//! The sparse matrix of a linear step, for islands with many contacts.
//!
//! Factors by what suits the pattern: a band, or the sparse factors of the feature `sparse`.

use alloc::vec::Vec;

use super::sparse::SparseContactProblem;
use super::tangent::Tangent;
use extremal_numerics::block::at;
use extremal_numerics::matrix::{Matrix, Pattern, Storage};
use extremal_numerics::{LinearFailure, Scalar, Size};

/// Numbers wherever two contacts meet. The pattern is symmetric.
#[derive(Clone, Debug)]
pub(super) struct SparseTangent<T: Size> {
    /// The pattern of G that this one was made for.
    ends: Vec<usize>,
    columns_of_g: Vec<usize>,
    /// Row r has the entries from `starts[r]` to `starts[r + 1]`.
    starts: Vec<usize>,
    columns: Vec<usize>,
    numbers: Vec<T>,
    /// The place of the entry on the other side of the diagonal.
    transposed: Vec<usize>,
    storage: Storage<T>,
    /// The numbers whose factors are known.
    factored: Vec<T>,
}

impl<T: Size> SparseTangent<T> {
    pub(super) fn new(problem: &SparseContactProblem<T>) -> Result<Self, LinearFailure> {
        let (starts, columns) = pattern(problem);
        let mut next = starts.clone();
        // Row by row, the entries of column c are met in the order in which they stand in row c.
        let transposed: Vec<usize> = columns
            .iter()
            .map(|&column| {
                let next = next.get_mut(column);
                next.map_or(0, |next| core::mem::replace(next, *next + 1))
            })
            .collect();
        let storage = Storage::of_any(&Pattern::of_rows(starts.clone(), columns.clone()))?;
        let (ends, columns_of_g) = problem.pattern();
        Ok(Self {
            ends: ends.to_vec(),
            columns_of_g: columns_of_g.to_vec(),
            numbers: columns.iter().map(|_| T::from_f64(0.0)).collect(),
            starts,
            columns,
            transposed,
            storage,
            factored: Vec::new(),
        })
    }

    /// Whether this is a matrix for the problem.
    pub(super) fn is_of(&self, problem: &SparseContactProblem<T>) -> bool {
        problem.pattern() == (&self.ends, &self.columns_of_g)
    }

    fn range(&self, row: usize) -> core::ops::Range<usize> {
        let range = self.starts.get(row).zip(self.starts.get(row + 1));
        range.map_or(0..0, |(&from, &to)| from..to)
    }

    fn rows(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    fn row(&mut self, row: usize) -> (&[usize], &mut [T]) {
        let range = self.range(row);
        let columns = self.columns.get(range.clone()).unwrap_or_default();
        (columns, self.numbers.get_mut(range).unwrap_or_default())
    }

    /// Takes unknowns that are known, as those of open contacts, out of the other rows.
    fn eliminate_known(&mut self, b: &mut [T]) {
        let zero = T::from_f64(0.0);
        for row in 0..self.rows() {
            let range = self.range(row);
            let entries = || {
                range
                    .clone()
                    .map(|k| (k, at_index(&self.columns, k), at(&self.numbers, k)))
            };
            let is_known = entries().all(|(_, column, number)| column == row || number == zero);
            let Some((_, _, own)) = entries().find(|&(_, column, _)| column == row) else {
                continue;
            };
            if !is_known || own == zero {
                continue;
            }
            let known = at(b, row) / own;
            for k in range {
                let (column, other) = (at_index(&self.columns, k), at_index(&self.transposed, k));
                if column == row {
                    continue;
                }
                if let (Some(b), Some(number)) = (b.get_mut(column), self.numbers.get_mut(other)) {
                    *b = *b - *number * known;
                    *number = zero;
                }
            }
        }
    }

    /// Makes the matrix symmetric, if nothing but rounding errors keep it from that: then it has cheaper factors.
    fn symmetrize(&mut self) {
        let places = || {
            self.transposed
                .iter()
                .enumerate()
                .filter(|&(k, &other)| k < other)
        };
        let bound = T::from_f64(64.0 * T::EPSILON);
        let is_near = places().all(|(k, &other)| {
            let (one, two) = (at(&self.numbers, k), at(&self.numbers, other));
            let (row, column) = (at_index(&self.columns, other), at_index(&self.columns, k));
            let size = |row: usize| Scalar::abs(self.diagonal(row));
            let difference = one - two;
            difference * difference <= bound * bound * (size(row) * size(column))
        });
        if !is_near {
            return;
        }
        let half = T::from_f64(0.5);
        for (k, &other) in self.transposed.iter().enumerate() {
            if k < other {
                let mean = half * (at(&self.numbers, k) + at(&self.numbers, other));
                for place in [k, other] {
                    if let Some(number) = self.numbers.get_mut(place) {
                        *number = mean;
                    }
                }
            }
        }
    }

    fn diagonal(&self, row: usize) -> T {
        let range = self.range(row);
        let columns = self.columns.get(range.clone()).unwrap_or_default();
        let place = columns.binary_search(&row).unwrap_or_default();
        at(&self.numbers, range.start + place)
    }

    /// The solution of a further right-hand side, with the factors of the last solve. Only for a matrix without known unknowns.
    pub(super) fn solve_again(&mut self, b: &mut [T]) -> Result<(), LinearFailure> {
        self.storage.solve(b)
    }

    fn factor(&mut self) -> Result<(), LinearFailure> {
        if self.factored == self.numbers {
            return Ok(());
        }
        self.factored.clear();
        self.storage.clear();
        for row in 0..self.rows() {
            let range = self.range(row);
            let columns = self.columns.get(range.clone()).unwrap_or_default();
            let numbers = self.numbers.get(range).unwrap_or_default();
            self.storage.add(&[row], columns, numbers);
        }
        self.storage.factor()?;
        self.factored.extend_from_slice(&self.numbers);
        Ok(())
    }
}

impl<T: Size> Tangent<T, SparseContactProblem<T>> for SparseTangent<T> {
    fn clear(&mut self, _: &SparseContactProblem<T>) {
        self.numbers.fill(T::from_f64(0.0));
    }

    fn add(&mut self, row: usize, column: usize, number: T) {
        let (columns, numbers) = self.row(row);
        let place = columns.binary_search(&column).ok();
        if let Some(entry) = place.and_then(|place| numbers.get_mut(place)) {
            *entry = *entry + number;
        }
    }

    fn add_row(
        &mut self,
        problem: &SparseContactProblem<T>,
        row: usize,
        of: usize,
        number: impl Fn(usize, T) -> T,
    ) {
        let (columns, numbers) = self.row(row);
        let mut entries = columns.iter().zip(numbers);
        let (columns, coefficients) = problem.row(of);
        for (column, &g) in columns.iter().zip(coefficients) {
            if let Some((_, entry)) = entries.find(|(own, _)| *own == column) {
                *entry = *entry + number(*column, g);
            }
        }
    }

    fn solve(&mut self, b: &mut [T]) -> Result<(), LinearFailure> {
        self.eliminate_known(b);
        self.symmetrize();
        self.factor()?;
        self.storage.solve(b)
    }
}

fn at_index(numbers: &[usize], k: usize) -> usize {
    numbers.get(k).copied().unwrap_or_default()
}

/// The starts of the rows and their columns: all rows of a contact have those of all contacts that one of them meets.
fn pattern<T: Size>(problem: &SparseContactProblem<T>) -> (Vec<usize>, Vec<usize>) {
    let count = problem.contacts().len();
    let mut owners = Vec::with_capacity(problem.rows());
    for contact in 0..count {
        owners.extend(problem.rows_of(contact).map(|_| contact));
    }
    let mut pairs: Vec<(usize, usize)> = (0..count).map(|contact| (contact, contact)).collect();
    for contact in 0..count {
        let mut last = contact;
        for row in problem.rows_of(contact) {
            for &column in problem.row(row).0 {
                let other = owners.get(column).copied().unwrap_or(contact);
                if other != last && other != contact {
                    pairs.extend([(contact, other), (other, contact)]);
                    last = other;
                }
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    let (mut starts, mut columns) = (Vec::with_capacity(problem.rows() + 1), Vec::new());
    starts.push(0);
    let mut meets = pairs.chunk_by(|(one, _), (other, _)| one == other);
    for contact in 0..count {
        let meets = meets.next().unwrap_or_default();
        for _ in problem.rows_of(contact) {
            columns.extend(meets.iter().flat_map(|&(_, other)| problem.rows_of(other)));
            starts.push(columns.len());
        }
    }
    (starts, columns)
}
