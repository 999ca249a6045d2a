//! The report of a step of a system of any size with contacts.

use core::fmt;

use super::closed::Closed;
use super::memory::Shared;
use crate::Lagrangian;
use crate::contacts::{Contact, ContactState};
use crate::coordinate::CoordinateName;
use crate::drive::contact::{self, AtNode, between};
use crate::drive::{AtContact, AtItem, ContactEvent, StepReport, TellsContactEvents};
use crate::family::{ContactForm, ContactItem, FamilyContacts};
use crate::newton::Convergence;
use extremal_numerics::{Scalar, Size};
use extremal_percussions::SolvedIslands;

/// The report of a step from node k to node k + 1 of a system of any size with contacts.
///
/// It has the contacts that are closed at node k, at the start of the step, where their percussions act. The numbers are shared
/// with the memory of the integrator: a report that is kept costs the next step some memory, one that is dropped costs none.
///
/// [`NonsmoothMidpoint`](type@crate::schemes::NonsmoothMidpoint), and [`Midpoint`](crate::schemes::Midpoint) with dry friction,
/// have percussions at both ends of a step. Their report is that of node k + 1: it has the contacts that are closed there, P
/// are the sums of both, and γ⁻ and γ⁺ are the contact velocities before and after those at node k + 1.
///
/// ```text
/// γ = W v + η,   p⁺ − p⁻ = Wᵀ P
/// ```
pub struct AssembledContactReport<S: Lagrangian> {
    /// How the equations of the step were solved.
    pub convergence: Convergence,
    /// How the last contact problem of the step was solved; zeros if no contact is closed.
    pub solved: SolvedIslands<S::Scalar>,
    /// The time of the node of this report.
    pub t: S::Scalar,
    pub(super) closed: Shared<Closed<S::Scalar>>,
    /// [`work`](Self::work)
    pub(super) worked: S::Scalar,
    /// s in [0, 1]: restitutions of this step are s e and s `e_T`. Less than one only with
    /// [`NonsmoothMidpoint`](type@crate::schemes::NonsmoothMidpoint), where Newton's law has no solution for the contacts that
    /// are closed together, or would gain energy.
    pub restitution: S::Scalar,
}

impl<S: Lagrangian> Clone for AssembledContactReport<S> {
    fn clone(&self) -> Self {
        Self {
            closed: self.closed.clone(),
            ..*self
        }
    }
}

impl<S: Lagrangian> fmt::Debug for AssembledContactReport<S>
where
    S::Scalar: Size,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AssembledContactReport")
            .field("convergence", &self.convergence)
            .field("solved", &self.solved)
            .field("t", &self.t)
            .field("contacts", &self.contacts().collect::<alloc::vec::Vec<_>>())
            .field("worked", &self.worked)
            .field("restitution", &self.restitution)
            .finish()
    }
}

/// Reports are equal if they have the same numbers of the same contacts.
impl<S: Lagrangian> PartialEq for AssembledContactReport<S>
where
    S::Scalar: Size,
{
    fn eq(&self, other: &Self) -> bool {
        self.convergence == other.convergence
            && self.solved == other.solved
            && self.t == other.t
            && self.contacts().eq(other.contacts())
            && self.worked == other.worked
            && self.restitution == other.restitution
    }
}

/// The report of a solver that had nothing to solve.
pub(super) fn unsolved<T: Scalar>() -> SolvedIslands<T> {
    SolvedIslands {
        solved: contact::unsolved(),
        islands: 0,
        most: 0,
    }
}

impl<S: Lagrangian> AssembledContactReport<S>
where
    S::Scalar: Size,
{
    /// The closed contacts, in the order declared, those of an array in the order of their indices.
    ///
    /// The others are open, and have no percussion.
    pub fn contacts(&self) -> impl ExactSizeIterator<Item = AtItem<'_, S::Scalar>> {
        (0..self.closed.items.len()).map(|i| self.closed.at(i))
    }

    /// The number of closed contacts.
    #[must_use]
    pub fn closed_count(&self) -> usize {
        self.closed.items.len()
    }

    /// The closed contact with this number; `None` if it is open.
    #[must_use]
    pub fn contact(&self, item: ContactItem) -> Option<AtItem<'_, S::Scalar>> {
        let found = self.closed.items.binary_search(&item).ok();
        found.map(|i| self.closed.at(i))
    }

    /// The largest −g of closed contacts, at least zero: how far bodies are in each other.
    #[must_use]
    pub fn penetration(&self) -> S::Scalar {
        contact::penetration(&self.closed.gaps)
    }

    /// ½ P·(γ⁺ + γ⁻), the work of the percussions on the bodies: see
    /// [`ContactReport::work`](crate::drive::ContactReport::work).
    #[must_use]
    pub fn work(&self) -> S::Scalar {
        self.worked
    }

    /// The events between the step before, of which `before` is the report, and this one, in the order of the contacts: see
    /// [`ContactReport::events`](crate::drive::ContactReport::events).
    pub fn events(
        &self,
        before: Option<&Self>,
    ) -> impl Iterator<Item = ContactEvent<S::Scalar, CoordinateName>> {
        let before = before.into_iter().flat_map(Self::at_node);
        between(self.t, before, self.at_node())
    }

    fn at_node(&self) -> impl Iterator<Item = AtNode<ContactItem, CoordinateName>> {
        let contacts = self.contacts().zip(&self.closed.contacts);
        contacts.map(|(at, contact)| {
            let key = (at.item, contact.pressed.is_none());
            AtNode::new(key, at.name, at.state, at.before)
        })
    }
}

impl<S: Lagrangian> TellsContactEvents for AssembledContactReport<S>
where
    S::Scalar: Size,
{
    type Scalar = S::Scalar;
    type Name = CoordinateName;

    fn events_since(
        &self,
        before: Option<&Self>,
    ) -> impl Iterator<Item = ContactEvent<S::Scalar, CoordinateName>> {
        self.events(before)
    }
}

impl<T: Size, V, S: FamilyContacts + Lagrangian<Scalar = T>> StepReport<T, V> for AssembledContactReport<S> {
    const CONTACTS: &'static [Contact] = &[];
    const FORMS: &'static [ContactForm] = S::FORMS;

    fn end_velocity(&self) -> Option<V> {
        None
    }

    fn each_contact(&self, _: &mut dyn FnMut(AtContact<'_, T>)) {}

    fn each_item(&self, visit: &mut dyn FnMut(AtItem<'_, T>)) {
        self.contacts().for_each(visit);
    }
}

impl<T: Size> Closed<T> {
    /// ½ P·(γ⁺ + γ⁻)
    pub(super) fn work(&self) -> T {
        contact::work(&self.percussions, &self.before, &self.after)
    }

    /// The closed contact i; one without rows beyond the last.
    pub(super) fn at(&self, i: usize) -> AtItem<'_, T> {
        let contact = self.contacts.get(i);
        let rows = contact.map_or(0..0, |contact| {
            contact.first..contact.first + 1 + contact.of_problem.slips
        });
        let [percussions, before, after] = [&self.percussions, &self.before, &self.after]
            .map(|numbers| numbers.get(rows.clone()).unwrap_or_default());
        AtItem {
            item: self.items.get(i).copied().unwrap_or_default(),
            name: self
                .names
                .get(i)
                .copied()
                .unwrap_or_else(|| CoordinateName::new("", &[])),
            state: self.states.get(i).copied().unwrap_or(ContactState::Open),
            gap: extremal_numerics::block::at(&self.gaps, i),
            percussions,
            before,
            after,
        }
    }
}
