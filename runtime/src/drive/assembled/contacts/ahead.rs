//! Closed contacts that are held at the end of a step: their gaps there, as velocities, and Newton's method on them.
//!
//! ```text
//! ξ_N = [g(q₁) − ĝ]/h ≈ [g(q*) + W_N(q*) (q₁ − q*) − ĝ]/h,   q* = q₀ + h u*,   q₁ = q₀ + h u
//! ```
//!
//! ĝ is where a contact is held: zero, or as deep as it is at the start. Slips are those at the start of the step.
//!
//! Knows no scheme.

use alloc::vec::Vec;

use super::closed::{Closed, Rows, product};
use super::find::check_gap;
use crate::Failure;
use crate::drive::contact::{larger_error, rate_of_gap};
use crate::family::FamilyContacts;
use extremal_numerics::block::at;
use extremal_numerics::{Scalar, Size};

/// A step from q₀ at t₀ of the length h.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way<'a, T> {
    pub(super) t: T,
    pub(super) h: T,
    pub(super) q: &'a [T],
}

/// The velocities ξ of closed contacts, as the laws of a step see them, linearized at u*. The memory is kept.
#[derive(Clone, Debug)]
pub(super) struct Ahead<T> {
    /// The rows of ∂ξ/∂u.
    pub(super) directions: Rows<T>,
    /// ξ at u = 0, and the sums of the magnitudes of its summands.
    rates: Vec<[T; 2]>,
    /// ĝ of each contact.
    pub(super) targets: Vec<T>,
    /// q₀ + h u
    moved: Vec<T>,
    /// The rows of one contact.
    there: Rows<T>,
}

impl<T> Default for Ahead<T> {
    fn default() -> Self {
        Self {
            directions: Rows::default(),
            rates: Vec::new(),
            targets: Vec::new(),
            moved: Vec::new(),
            there: Rows::default(),
        }
    }
}

impl<T: Size> Ahead<T> {
    /// Linearizes at `u`.
    ///
    /// # Errors
    ///
    /// [`AnySizeFailure::Gap`](crate::error::AnySizeFailure::Gap) where the step ends at gaps that are none.
    pub(super) fn set<S: FamilyContacts<Scalar = T>>(
        &mut self,
        system: &S,
        closed: &Closed<T>,
        way: Way<'_, T>,
        u: &[T],
    ) -> Result<(), Failure> {
        self.move_by(way, u);
        self.directions.clear();
        self.rates.clear();
        let (h, t) = (way.h, way.t + way.h);
        for (i, (&item, contact)) in closed.items.iter().zip(&closed.contacts).enumerate() {
            let mut rows = contact.first..=contact.first + contact.of_problem.slips;
            if contact.pressed.is_none() {
                rows.next();
                self.there.clear();
                let mut rates = [T::from_f64(0.0); 3];
                system.directions(item, t, &self.moved, &mut self.there, &mut rates);
                self.there.close(1 + contact.of_problem.slips);
                let normal = self.there.row(0);
                let gap = system.gap(item, t, &self.moved, u);
                check_gap::<S>(item, gap.gap)?;
                let numbers = [gap.gap, gap.scale, at(&self.targets, i)].map(|number| number / h);
                self.rates.push(rate_of_gap(numbers, product(normal, u)));
                self.directions.add_row(normal);
            }
            for row in rows {
                let rate = at(&closed.rates, row);
                self.rates.push([rate, Scalar::abs(rate)]);
                self.directions.add_row(closed.directions.row(row));
            }
        }
        Ok(())
    }

    /// ξ of a row with its scale.
    pub(super) fn free(&self, row: usize, u: &[T]) -> [T; 2] {
        let [sum, size] = product(self.directions.row(row), u);
        let [rate, own] = self.rates.get(row).copied().unwrap_or([T::from_f64(0.0); 2]);
        [sum + rate, size + own]
    }

    /// The largest difference of gaps at the end of the step from the linearized ones, in units of their rounding.
    pub(super) fn error<S: FamilyContacts<Scalar = T>>(
        &mut self,
        system: &S,
        closed: &Closed<T>,
        way: Way<'_, T>,
        u: &[T],
    ) -> T {
        self.move_by(way, u);
        let (h, t) = (way.h, way.t + way.h);
        let held = closed.items.iter().zip(&closed.contacts).zip(&self.targets);
        let held = held.filter(|((_, contact), _)| contact.pressed.is_none());
        held.fold(T::from_f64(0.0), |most, ((&item, contact), &target)| {
            let gap = system.gap(item, t, &self.moved, u).gap;
            larger_error(most, [gap / h, target / h], self.free(contact.first, u))
        })
    }

    fn move_by(&mut self, Way { h, q, .. }: Way<'_, T>, u: &[T]) {
        self.moved.clear();
        self.moved.extend(q.iter().zip(u).map(|(&q, &u)| q + h * u));
    }
}
