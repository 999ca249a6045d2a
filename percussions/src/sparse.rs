//! Contact problems of any size: G by rows, and only the entries that are not zero.

use alloc::vec::Vec;
use core::ops::Range;

use super::ActiveContact;
use super::laws::Problem;
use crate::ContactFailure;
use extremal_numerics::block::at;
use extremal_numerics::{Scalar, Size};

/// The data G, c, σ and μ of a contact problem of any size. See [the module](super) for its equations.
///
/// Contacts are added one after the other, each with its normal row and then its slip rows. The memory is kept from problem to
/// problem.
///
/// ```
/// use extremal_percussions::{ActiveContact, SparseContactProblem};
///
/// // Two balls on the ground, which do not meet.
/// let mut problem = SparseContactProblem::new();
/// for ball in 0..2 {
///     problem.add_contact(ActiveContact { slips: 0, friction: 0.0 });
///     problem.add_row(-1.0, 1.0, [(ball, 0.5)]);
/// }
/// problem.check()?;
/// assert_eq!(problem.rows(), 2);
/// assert!(problem.residual(&[2.0, 2.0]) < 1e-15);
/// # Ok::<(), extremal_percussions::ContactFailure>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SparseContactProblem<T> {
    contacts: Vec<ActiveContact<T>>,
    /// The first row of each contact.
    firsts: Vec<usize>,
    /// The number of rows that the contacts have.
    expected: usize,
    /// Row r has the entries from `starts[r]` to `starts[r + 1]`; the first start, 0, is left out.
    ends: Vec<usize>,
    columns: Vec<usize>,
    entries: Vec<T>,
    diagonal: Vec<T>,
    free: Vec<T>,
    scales: Vec<T>,
}

impl<T> Default for SparseContactProblem<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> SparseContactProblem<T> {
    /// The problem without contacts.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            contacts: Vec::new(),
            firsts: Vec::new(),
            expected: 0,
            ends: Vec::new(),
            columns: Vec::new(),
            entries: Vec::new(),
            diagonal: Vec::new(),
            free: Vec::new(),
            scales: Vec::new(),
        }
    }

    /// Forgets all contacts, and keeps the memory.
    pub fn clear(&mut self) {
        self.contacts.clear();
        self.firsts.clear();
        self.expected = 0;
        self.ends.clear();
        self.columns.clear();
        self.entries.clear();
        self.diagonal.clear();
        self.free.clear();
        self.scales.clear();
    }
}

impl<T: Size> SparseContactProblem<T> {
    /// Adds a contact. Its rows are added next: the normal row, then `contact.slips` slip rows.
    pub fn add_contact(&mut self, contact: ActiveContact<T>) {
        self.firsts.push(self.expected);
        self.expected = self.expected.saturating_add(1).saturating_add(contact.slips);
        self.contacts.push(contact);
    }

    /// Adds a row: its c, the scale σ of c, and its entries of G as (column, number), in ascending order of the columns.
    ///
    /// σ is the sum of the magnitudes of the summands of c, or |c|: see
    /// [`ContactProblem::with_scales`](crate::ContactProblem::with_scales). Columns may belong to contacts that are added
    /// later. A row of G that is nothing but rounding errors has to be empty or zero.
    pub fn add_row(&mut self, free: T, scale: T, entries: impl IntoIterator<Item = (usize, T)>) {
        let row = self.free.len();
        let mut diagonal = T::from_f64(0.0);
        for (column, entry) in entries {
            if column == row {
                diagonal = entry;
            }
            self.columns.push(column);
            self.entries.push(entry);
        }
        self.ends.push(self.columns.len());
        self.diagonal.push(diagonal);
        self.free.push(free);
        self.scales.push(scale);
    }

    /// Whether the data are a problem. Solvers ask first.
    ///
    /// # Errors
    ///
    /// [`ContactFailure::Problem`] if a contact has more than two slip components or other than 1 + slips rows, a friction is
    /// negative or not finite, G, c or σ is not finite, columns do not ascend, or a column has no row.
    pub fn check(&self) -> Result<(), ContactFailure> {
        let refuse = |what| Err(ContactFailure::Problem { what });
        if self.contacts.iter().any(|contact| contact.slips > 2) {
            return refuse("a contact has more than two slip components");
        }
        let is_friction = |friction: T| friction >= T::from_f64(0.0) && friction.is_finite();
        if !self.contacts.iter().all(|contact| is_friction(contact.friction)) {
            return refuse("a friction is negative or not finite");
        }
        if self.free.len() != self.expected {
            return refuse("there are more or fewer rows than the contacts have");
        }
        let finite = |numbers: &[T]| numbers.iter().all(|x| x.is_finite());
        if !(finite(&self.entries) && finite(&self.free)) {
            return refuse("G or c is not finite");
        }
        if !finite(&self.scales) {
            return refuse("the scales of c are not finite");
        }
        let ascend = |row: usize| {
            let (columns, _) = self.row(row);
            let pairs = columns.iter().zip(columns.iter().skip(1));
            pairs.fold(true, |ascend, (left, right)| ascend & (left < right))
                && columns.last().is_none_or(|&last| last < self.rows())
        };
        if !(0..self.rows()).all(ascend) {
            return refuse("columns of a row of G do not ascend, or have no row");
        }
        Ok(())
    }

    /// R.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.free.len()
    }

    /// The contacts.
    #[must_use]
    pub fn contacts(&self) -> &[ActiveContact<T>] {
        &self.contacts
    }

    /// The first row of each contact.
    #[must_use]
    pub fn firsts(&self) -> &[usize] {
        &self.firsts
    }

    /// The rows of a contact.
    pub(super) fn rows_of(&self, contact: usize) -> Range<usize> {
        let first = self.firsts.get(contact).copied();
        let slips = self.contacts.get(contact).map(|contact| contact.slips);
        first
            .zip(slips)
            .map_or(0..0, |(first, slips)| first..first + 1 + slips)
    }

    /// Adds a contact of another problem. `place` tells the column of each of its columns.
    pub(super) fn add_contact_of(
        &mut self,
        other: &Self,
        contact: usize,
        place: impl Fn(usize) -> Option<usize>,
    ) {
        let Some(&active) = other.contacts.get(contact) else {
            return;
        };
        self.add_contact(active);
        for row in other.rows_of(contact) {
            let (columns, entries) = other.row(row);
            let entries = columns.iter().zip(entries);
            let entries = entries.filter(|(_, g)| **g != T::from_f64(0.0));
            let entries = entries.filter_map(|(&column, &g)| Some((place(column)?, g)));
            self.add_row(at(&other.free, row), at(&other.scales, row), entries);
        }
    }

    /// The end of each row among the columns of all rows, and these columns.
    pub(super) fn pattern(&self) -> (&[usize], &[usize]) {
        (&self.ends, &self.columns)
    }

    /// c.
    #[must_use]
    pub fn free(&self) -> &[T] {
        &self.free
    }

    /// The columns and the numbers of a row of G; none beyond the last row.
    #[must_use]
    pub fn row(&self, row: usize) -> (&[usize], &[T]) {
        let from = row
            .checked_sub(1)
            .map_or(Some(0), |row| self.ends.get(row).copied());
        let range = from.zip(self.ends.get(row).copied());
        let range = range.map_or(0..0, |(from, to)| from..to);
        let columns = self.columns.get(range.clone()).unwrap_or_default();
        (columns, self.entries.get(range).unwrap_or_default())
    }

    /// ξᵢ = (G P + c)ᵢ, and the sum of the magnitudes of its summands.
    #[must_use]
    pub fn velocity(&self, row: usize, percussions: &[T]) -> (T, T) {
        Problem::velocity(self, row, percussions)
    }

    /// The largest error of the contact laws: [`ContactProblem::residual`](crate::ContactProblem::residual).
    #[must_use]
    pub fn residual(&self, percussions: &[T]) -> T {
        self.residuals(percussions).strict
    }
}

impl<T: Size> Problem<T> for SparseContactProblem<T> {
    fn free(&self) -> &[T] {
        &self.free
    }

    fn scales(&self) -> &[T] {
        &self.scales
    }

    fn contacts(&self) -> &[ActiveContact<T>] {
        &self.contacts
    }

    fn diagonal(&self, row: usize) -> T {
        at(&self.diagonal, row)
    }

    fn is_zero(&self, row: usize) -> bool {
        let zero = T::from_f64(0.0);
        self.row(row).1.iter().all(|&g| g == zero)
    }

    fn entries(&self, row: usize) -> impl Iterator<Item = (usize, T)> {
        let (columns, entries) = self.row(row);
        columns.iter().copied().zip(entries.iter().copied())
    }

    fn product(&self, row: usize, percussions: &[T], start: (T, T)) -> (T, T) {
        let (columns, entries) = self.row(row);
        let coefficients = columns.iter().zip(entries);
        coefficients.fold(start, |(sum, scale), (&column, &g)| {
            let product = g * at(percussions, column);
            (sum + product, scale + Scalar::abs(product))
        })
    }
}
