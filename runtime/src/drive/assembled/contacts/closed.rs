//! The closed contacts of a node: their rows, one after the other, of which only the entries that are not zero are kept.
//!
//! Knows no step.

use alloc::vec::Vec;

use super::masses::Masses;
use crate::contacts::{ContactState, Law};
use crate::coordinate::CoordinateName;
use crate::drive::contact::{Pressed, Unsolved};
use crate::error::AnySizeFailure;
use crate::family::{ContactItem, Entries, FamilyContacts, GapAt};
use crate::{Failure, Lagrangian};
use extremal_numerics::block::at;
use extremal_numerics::{Scalar, Size};
use extremal_percussions::{ActiveContact, ContactFailure};

type ScalarOf<S> = <S as Lagrangian>::Scalar;

/// The closed contacts of a node, in ascending order, and what they do in the step. The memory is kept.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Closed<T> {
    pub(super) items: Vec<ContactItem>,
    pub(super) names: Vec<CoordinateName>,
    pub(super) gaps: Vec<T>,
    pub(super) contacts: Vec<Active<T>>,
    pub(super) states: Vec<ContactState>,
    /// W
    pub(super) directions: Rows<T>,
    /// η
    pub(super) rates: Vec<T>,
    /// γ⁻
    pub(super) before: Vec<T>,
    /// γ⁺
    pub(super) after: Vec<T>,
    /// e or `e_T` of the row.
    pub(super) restitution: Vec<T>,
    /// P, a guess before the step.
    pub(super) percussions: Vec<T>,
}

impl<T> Default for Closed<T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            names: Vec::new(),
            gaps: Vec::new(),
            contacts: Vec::new(),
            states: Vec::new(),
            directions: Rows::default(),
            rates: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
            restitution: Vec::new(),
            percussions: Vec::new(),
        }
    }
}

/// A closed contact and its first row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Active<T> {
    pub(super) first: usize,
    pub(super) of_problem: ActiveContact<T>,
    /// Of what has no gap.
    pub(super) pressed: Option<Pressed<T>>,
}

/// Rows of entries, in ascending order of their columns.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rows<T> {
    ends: Vec<usize>,
    entries: Vec<(usize, T)>,
    /// The entries of one item, as they are added: row, column, number of the entry, value.
    added: Vec<(usize, usize, usize, T)>,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self {
            ends: Vec::new(),
            entries: Vec::new(),
            added: Vec::new(),
        }
    }
}

impl<T: Scalar> Entries<T> for Rows<T> {
    fn add(&mut self, row: usize, column: usize, value: T) {
        self.added.push((row, column, self.added.len(), value));
    }
}

impl<T: Scalar> Rows<T> {
    pub(super) fn clear(&mut self) {
        self.ends.clear();
        self.entries.clear();
        self.added.clear();
    }

    /// Adds a row behind the others.
    pub(super) fn add_row(&mut self, row: &[(usize, T)]) {
        self.entries.extend_from_slice(row);
        self.ends.push(self.entries.len());
    }

    /// The number of rows.
    pub(super) fn count(&self) -> usize {
        self.ends.len()
    }

    /// The entries of a row; none beyond the last row.
    pub(super) fn row(&self, row: usize) -> &[(usize, T)] {
        let from = row.checked_sub(1).map_or(Some(0), |row| self.end(row));
        let range = from.zip(self.end(row));
        range
            .and_then(|(from, to)| self.entries.get(from..to))
            .unwrap_or_default()
    }

    fn end(&self, row: usize) -> Option<usize> {
        self.ends.get(row).copied()
    }

    /// Takes over what was added, as so many rows. Entries of one place add up in the order in which they came.
    pub(super) fn close(&mut self, rows: usize) {
        let Self { ends, entries, added } = self;
        added.sort_unstable_by_key(|&(row, column, number, _)| (row, column, number));
        let mut rest = added.iter().peekable();
        for row in 0..rows {
            let begin = entries.len();
            while let Some(&(_, column, _, value)) = rest.next_if(|entry| entry.0 == row) {
                match entries.get_mut(begin..).and_then(<[_]>::last_mut) {
                    Some((last, sum)) if *last == column => *sum = *sum + value,
                    _ => entries.push((column, value)),
                }
            }
            ends.push(entries.len());
        }
        added.clear();
    }
}

impl<T: Size> Closed<T> {
    pub(super) fn clear(&mut self) {
        self.items.clear();
        self.names.clear();
        self.gaps.clear();
        self.contacts.clear();
        self.states.clear();
        self.directions.clear();
        let numbers = [
            &mut self.rates,
            &mut self.before,
            &mut self.after,
            &mut self.restitution,
            &mut self.percussions,
        ];
        numbers.into_iter().for_each(Vec::clear);
    }

    /// How many rows all closed contacts have.
    pub(super) fn rows(&self) -> usize {
        self.directions.count()
    }

    /// Adds an item that is closed, with the velocity before the node. `pressed` tells what has no gap by its force.
    pub(super) fn add<S: FamilyContacts<Scalar = T> + ?Sized>(
        &mut self,
        system: &S,
        (item, gap): (ContactItem, GapAt<T>),
        (t, q, v): (T, &[T], &[T]),
        pressed: impl Fn(T) -> Pressed<T>,
    ) -> Result<(), Failure> {
        let law = system.law(item, t, q, v);
        check_law::<S>(item, &law)?;
        let slips = S::FORMS.get(item.form).map_or(0, |form| form.slips);
        let pressed = (!has_gap::<S>(item)).then(|| pressed(law.friction));
        let friction = pressed.map_or(law.friction, |_| Pressed::friction());
        let first = self.rows();
        let active = Active {
            first,
            of_problem: ActiveContact { slips, friction },
            pressed,
        };
        let rates = self.add_rows(system, (item, gap), (t, q), active);
        self.states.push(ContactState::Open);
        for (k, rate) in rates.into_iter().enumerate().take(1 + slips) {
            let [before, _] = product(self.directions.row(first + k), v);
            self.rates.push(rate);
            self.before.push(before + rate);
            self.after.push(before + rate);
            let e = if k == 0 {
                law.restitution
            } else {
                law.restitution_t
            };
            self.restitution.push(e);
            let normal = pressed.filter(|_| k == 0).map(|pressed| pressed.percussion());
            self.percussions.push(normal.unwrap_or_else(|| T::from_f64(0.0)));
        }
        Ok(())
    }

    /// Adds the gap of an item, without friction: its normal row. Returns η.
    pub(super) fn add_gap<S: FamilyContacts<Scalar = T> + ?Sized>(
        &mut self,
        system: &S,
        of: (ContactItem, GapAt<T>),
        (t, q): (T, &[T]),
    ) -> [T; 3] {
        let (slips, friction) = (0, T::from_f64(0.0));
        let active = Active {
            first: self.rows(),
            of_problem: ActiveContact { slips, friction },
            pressed: None,
        };
        self.add_rows(system, of, (t, q), active)
    }

    /// Adds an item with its first rows of W. Returns η.
    fn add_rows<S: FamilyContacts<Scalar = T> + ?Sized>(
        &mut self,
        system: &S,
        (item, gap): (ContactItem, GapAt<T>),
        (t, q): (T, &[T]),
        active: Active<T>,
    ) -> [T; 3] {
        let mut rates = [T::from_f64(0.0); 3];
        system.directions(item, t, q, &mut self.directions, &mut rates);
        self.directions.close(1 + active.of_problem.slips);
        self.items.push(item);
        self.names.push(S::contact_name(item));
        self.gaps.push(gap.gap);
        self.contacts.push(active);
        rates
    }

    /// γ of a row, and the sum of the magnitudes of its terms.
    pub(super) fn rate(&self, row: usize, velocity: &[T]) -> [T; 2] {
        let rate = at(&self.rates, row);
        let [sum, size] = product(self.directions.row(row), velocity);
        [sum + rate, size + Scalar::abs(rate)]
    }

    /// c of a row with its scale: γ + e γ⁻ for the velocity without percussions.
    pub(super) fn free(&self, row: usize, velocity: &[T]) -> [T; 2] {
        let [rate, before, e] = [&self.rates, &self.before, &self.restitution].map(|block| at(block, row));
        let [sum, size] = product(self.directions.row(row), velocity);
        let back = e * before;
        [sum + rate + back, size + Scalar::abs(rate) + Scalar::abs(back)]
    }

    /// Adds Wᵀ P, each term changed by `of`.
    pub(super) fn add_impulse(&self, percussions: &[T], to: &mut [T], of: impl Fn(T) -> T) {
        for (row, &p) in (0..self.rows()).zip(percussions) {
            for &(column, w) in self.directions.row(row) {
                if let Some(sum) = to.get_mut(column) {
                    *sum = *sum + of(w * p);
                }
            }
        }
    }

    /// Sets `masses.both` to M⁻¹ Wᵀ P, within constraints.
    pub(super) fn set_jump(&self, percussions: &[T], masses: &mut Masses<T>) -> Result<(), Failure> {
        masses.both.fill(T::from_f64(0.0));
        self.add_impulse(percussions, masses.both.as_mut_slice(), |term| -term);
        masses.solve()
    }

    /// γ⁺ with the velocity of the step.
    pub(super) fn set_after(&mut self, velocity: &[T]) {
        for row in 0..self.rows() {
            let [rate, _] = self.rate(row, velocity);
            if let Some(after) = self.after.get_mut(row) {
                *after = rate;
            }
        }
    }
}

/// w v, and the sum of the magnitudes of its terms.
pub(super) fn product<T: Scalar>(row: &[(usize, T)], v: &[T]) -> [T; 2] {
    let zero = T::from_f64(0.0);
    row.iter().fold([zero, zero], |[sum, size], &(column, w)| {
        let term = w * at(v, column);
        [sum + term, size + Scalar::abs(term)]
    })
}

/// Whether an item has a gap, and is no dry friction.
pub(super) fn has_gap<S: FamilyContacts + ?Sized>(item: ContactItem) -> bool {
    S::FORMS.get(item.form).is_none_or(|form| form.has_gap)
}

/// Checks that 0 ≤ μ < ∞, 0 ≤ e ≤ 1 and 0 ≤ `e_T` ≤ 1.
pub(super) fn check_law<S>(item: ContactItem, law: &Law<ScalarOf<S>>) -> Result<(), Failure>
where
    S: FamilyContacts + ?Sized,
    ScalarOf<S>: Size,
{
    match law.first_that_is_none(has_gap::<S>(item)) {
        None => Ok(()),
        Some((law, value)) => Err(AnySizeFailure::ContactLaw {
            contact: S::contact_name(item),
            law,
            value,
        }
        .into()),
    }
}

/// A failure of the solver with the name of the contact.
pub(super) fn named<T>(closed: &Closed<T>, failure: ContactFailure) -> Failure {
    match Unsolved::of(failure, |contact| closed.names.get(contact).copied()) {
        Ok(Unsolved::Immovable { contact }) => AnySizeFailure::ImmovableContact { contact }.into(),
        Ok(Unsolved::Least {
            contact,
            iterations,
            residual,
        }) => AnySizeFailure::UnsolvedContact {
            contact,
            iterations,
            residual,
        }
        .into(),
        Err(failure) => failure,
    }
}
