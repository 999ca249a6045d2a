//! The derivative of a correction: that of the equations which it satisfies, with the same gaps closed.
//!
//! ```text
//! M(q₁) (q₁ − q*) + G(q₁)ᵀ κ = W_N(q₁)ᵀ ν,   g(q₁) = 0 of constraints, and of contacts with ν > 0,   A(q₁) (q₁ − q*) = 0
//! p₁ = p* + ∂L/∂v(q₁, u) − ∂L/∂v(q*, u)
//! ```
//!
//! Derivatives of M d, A d and ∂L/∂v are those of the equations of a step of length zero, r = p₀ − ∂L/∂v(q, x) − G(q)ᵀ λ and
//! A(q) x + b. So M must not depend on velocities.

use alloc::vec::Vec;

use nalgebra::DVector;

use super::super::branch::ListOf;
use super::Gaps;
use super::linearized::Place;
use crate::contacts::zero_gap;
use crate::drive::OnTheHeap;
use crate::drive::assembled::linearization::MovedEnd;
use crate::drive::assembly::Known;
use crate::drive::contact::{EndGaps, settled};
use crate::error::{AnySizeFailure, ContactKink};
use crate::family::{ContactItem, FamilyContacts};
use crate::structure::MassMatrix;
use crate::{Failure, Lagrangian};
use extremal_numerics::block::at;
use extremal_numerics::{Scalar, Size, Vector};
use extremal_percussions::SparseContactSolver;

impl<S, C> Gaps<'_, '_, S, C>
where
    S: FamilyContacts + Lagrangian,
    S::Scalar: Size,
    C: SparseContactSolver,
{
    /// The equations of the correction to `q` that the step with the `known` start ended with; none if nothing was moved.
    ///
    /// # Errors
    ///
    /// [`AnySizeFailure::ContactChanges`] where a change of the start would open a closed gap, or leave one to be corrected.
    pub(super) fn derivative<D>(
        &mut self,
        known: &Known<'_, S, D>,
        q: &DVector<S::Scalar>,
    ) -> Result<Option<MovedEnd<S::Scalar>>, Failure>
    where
        S: OnTheHeap<D>,
    {
        self.linearized.begin(self.place.from);
        let was_moved = self.mark(self.place.from)?;
        if !was_moved {
            let first = self.linearized.first();
            return first.map_or(Ok(None), |item| Err(changes::<S>(item, ContactKink::End)));
        }
        let penetrating: Vec<ContactItem> = self.linearized.pushes().map(|(item, _)| item).collect();
        self.linearized.begin(self.place.from);
        self.mark(q)?;
        self.mark_moved(&penetrating, q);
        let mut image = q.clone();
        self.set_moved(q, &mut image)?;
        settled(self.place.from, q, &image)?;
        let Some(first) = self.linearized.first() else {
            let first = penetrating.first();
            return first.map_or(Ok(None), |&item| Err(changes::<S>(item, ContactKink::End)));
        };
        if S::STRUCTURE.mass_matrix == MassMatrix::OfVelocity {
            let contact = S::contact_name(first);
            return Err(AnySizeFailure::ContactCorrected { contact }.into());
        }
        if self.place.system.sensitivity_count() > 0 {
            let contact = S::contact_name(first);
            return Err(AnySizeFailure::ContactCorrectedByFields { contact }.into());
        }
        if let Some(item) = self.linearized.unpressed() {
            return Err(changes::<S>(item, ContactKink::End));
        }
        Ok(Some(self.equations(known, q)))
    }

    /// Marks those of the items whose gaps are zero by the rounding of the place from where they were moved.
    fn mark_moved(&mut self, items: &[ContactItem], q: &DVector<S::Scalar>) {
        let Place {
            system,
            t,
            from,
            velocity,
        } = self.place;
        let gap = |item, q: &DVector<S::Scalar>| system.gap(item, t, q.as_slice(), velocity.as_slice());
        self.linearized.look_again();
        for &item in items {
            if gap(item, q).gap <= zero_gap(gap(item, from).scale) {
                self.linearized.mark(item);
            }
        }
        self.linearized.sort();
    }

    /// Gaps that follow from each other have no equations with one solution.
    pub(super) fn redundant(&self, failure: Failure) -> Failure {
        match (failure, self.linearized.first()) {
            (Failure::SingularTangent { .. }, Some(item)) => {
                let contact = S::contact_name(item);
                AnySizeFailure::ContactsCorrectedTogether { contact }.into()
            }
            (failure, _) => failure,
        }
    }

    /// The equations of q₁, κ and ν.
    fn equations<D>(&self, known: &Known<'_, S, D>, q: &DVector<S::Scalar>) -> MovedEnd<S::Scalar>
    where
        S: OnTheHeap<D>,
    {
        let Place {
            system,
            t,
            from,
            velocity,
        } = self.place;
        let (n, constraints) = (q.len(), system.constraint_count());
        let (at_q, u) = (q.as_slice(), velocity.as_slice());
        let size = n + constraints + self.linearized.closed().rows();
        let rest = self.unknowns::<D>(&|_| S::Scalar::from_f64(0.0), &[]);
        let with_u = self.unknowns::<D>(&|k| at(u, k), &[]);
        let moving = self.unknowns::<D>(
            &|k| at(at_q, k) - at(from.as_slice(), k),
            self.linearized.multipliers(),
        );
        let (mut masses, mut before) = (ListOf::new(), ListOf::new());
        system.add_masses(t, at_q, u, &mut masses);
        system.add_masses(t, from.as_slice(), u, &mut before);
        let mut tangent = masses.clone();
        // r has −M d and −Gᵀ κ in the first rows, and A d in those of constraints on velocities.
        for (x, of_momenta) in [(&rest, 1.0), (&moving, -1.0)] {
            tangent.extend(self.varied(known, q, x).into_iter().map(|(row, column, value)| {
                let sign = if row < n { of_momenta } else { -of_momenta };
                (row, column, S::Scalar::from_f64(sign) * value)
            }));
        }
        let mut constraints = ListOf::new();
        system.add_constraint_jacobian(t, at_q, &mut constraints);
        self.add_gaps(at_q, &constraints, &mut tangent);
        let behind = |list: ListOf<S::Scalar>, by: usize| {
            let moved = list.into_iter();
            moved.map(move |(row, column, value)| (size + row, by + column, value))
        };
        let mut by_end = negative(masses.clone());
        let rolling = constraints.into_iter().filter(|&(j, ..)| j >= self.holonomic());
        by_end.extend(rolling.map(|(j, k, value)| (n + j, k, -value)));
        by_end.extend(behind(self.momenta(known, from, &with_u), 0));
        by_end.extend(behind(masses, 2 * n));
        by_end.extend(behind(negative(before), 2 * n));
        MovedEnd {
            size,
            tangent,
            by_end,
            by_unknowns: negative(self.momenta(known, q, &with_u)),
        }
    }

    /// ∂r/∂q of momenta and of constraints on velocities, for a step of length zero with these unknowns.
    fn varied<D>(
        &self,
        known: &Known<'_, S, D>,
        place: &DVector<S::Scalar>,
        x: &DVector<S::Scalar>,
    ) -> ListOf<S::Scalar>
    where
        S: OnTheHeap<D>,
    {
        let Place {
            system, t, velocity, ..
        } = self.place;
        let still = Known {
            t,
            h: S::Scalar::from_f64(0.0),
            q: place.as_slice(),
            v: velocity.as_slice(),
            ..*known
        };
        let mut entries = ListOf::new();
        system.add_variations(&still, x.as_slice(), &mut entries, &mut ListOf::new());
        let (n, holonomic) = (place.len(), self.holonomic());
        let rolling = n + holonomic..n + system.constraint_count();
        entries.retain(|&(row, column, _)| (row < n || rolling.contains(&row)) && column < n);
        entries
    }

    /// The same of momenta alone.
    fn momenta<D>(
        &self,
        known: &Known<'_, S, D>,
        place: &DVector<S::Scalar>,
        x: &DVector<S::Scalar>,
    ) -> ListOf<S::Scalar>
    where
        S: OnTheHeap<D>,
    {
        let mut entries = self.varied(known, place, x);
        entries.retain(|&(row, ..)| row < place.len());
        entries
    }

    /// How many constraints are on coordinates: they come first.
    fn holonomic(&self) -> usize {
        let system = self.place.system;
        system.constraint_count().saturating_sub(system.rolling_count())
    }

    /// The unknowns of a step with these velocities, and with a multiplier of each constraint.
    fn unknowns<D>(&self, v: &dyn Fn(usize) -> S::Scalar, multipliers: &[S::Scalar]) -> DVector<S::Scalar>
    where
        S: OnTheHeap<D>,
    {
        let (n, impulses) = (self.place.from.len(), S::IMPULSES.max(1));
        let count = n + S::IMPULSES * self.place.system.constraint_count();
        DVector::with_len(count, |k| match k.checked_sub(n) {
            None => v(k),
            Some(j) if j % impulses == 0 => at(multipliers, j / impulses),
            Some(_) => S::Scalar::from_f64(0.0),
        })
    }

    /// Adds G and W with their transposes, and the derivative of −Wᵀ ν.
    fn add_gaps(&self, q: &[S::Scalar], constraints: &ListOf<S::Scalar>, tangent: &mut ListOf<S::Scalar>) {
        let Place {
            system, t, velocity, ..
        } = self.place;
        let (n, zero) = (q.len(), S::Scalar::from_f64(0.0));
        for &(j, k, value) in constraints {
            tangent.extend([(n + j, k, value), (k, n + j, value)]);
        }
        let (first, closed) = (n + system.constraint_count(), self.linearized.closed());
        for (i, &item) in closed.items.iter().enumerate() {
            let pushes = [self.linearized.push_of(i), zero, zero];
            let (mut impulses, place) = (ListOf::new(), (t, q, velocity.as_slice()));
            system.contact_variations(item, place, &pushes, &mut impulses, &mut ListOf::new());
            tangent.extend(negative(impulses));
            for &(k, w) in closed.directions.row(i) {
                tangent.extend([(first + i, k, w), (k, first + i, -w)]);
            }
        }
    }
}

fn changes<S: FamilyContacts>(item: ContactItem, between: ContactKink) -> Failure {
    let contact = S::contact_name(item);
    AnySizeFailure::ContactChanges { contact, between }.into()
}

fn negative<T: Scalar>(mut list: ListOf<T>) -> ListOf<T> {
    list.iter_mut().for_each(|(_, _, value)| *value = -*value);
    list
}
