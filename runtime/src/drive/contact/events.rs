//! Events of contacts between one step and the next.
//!
//! Knows reports, and no scheme.

use core::fmt;

use super::{ContactReport, ScalarOf};
use crate::{Contact, ContactState, Contacts, Vector};

/// What happens to a contact at a node.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ContactEvent<T> {
    /// The time of the node. An event that lies between two nodes is told at the later one.
    pub t: T,
    /// The name of the contact.
    pub contact: &'static str,
    /// What happens.
    pub change: ContactChange,
}

/// How a contact changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ContactChange {
    /// Its gap is no longer above zero.
    Closing,
    /// It closes, and its percussion stops the approach.
    Impact,
    /// Its gap is above zero again.
    Opening,
    /// It had stuck, and slides.
    StickToSlip,
    /// It had slid, and sticks.
    SlipToStick,
}

impl fmt::Display for ContactChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Closing => "closing",
            Self::Impact => "impact",
            Self::Opening => "opening",
            Self::StickToSlip => "stick to slip",
            Self::SlipToStick => "slip to stick",
        })
    }
}

impl<S: Contacts> ContactReport<S> {
    /// The events between the step before, of which `before` is the report, and this one. Before the first step of a motion
    /// all contacts count as open.
    ///
    /// A contact that closes by an impact gives two events, [`ContactChange::Closing`] and [`ContactChange::Impact`].
    pub fn events(&self, before: Option<&Self>) -> impl Iterator<Item = ContactEvent<ScalarOf<S>>> {
        let t = self.right.t;
        let before = before.copied();
        let contacts = S::CONTACTS.iter().enumerate();
        let report = *self;
        contacts.flat_map(move |(i, contact)| {
            let now = report.state_at(i);
            let was = before.map_or((false, ContactState::Open), |before| before.state_at(i));
            changes(was, now)
                .into_iter()
                .flatten()
                .map(move |change| event(t, contact, change))
        })
    }

    /// Whether a contact is closed, and what it does.
    fn state_at(&self, i: usize) -> (bool, ContactState) {
        let of = |states: &S::States| states.as_slice().get(i).copied().unwrap_or(ContactState::Open);
        (of(&self.closed) != ContactState::Open, of(&self.states))
    }
}

fn event<T>(t: T, contact: &'static Contact, change: ContactChange) -> ContactEvent<T> {
    ContactEvent {
        t,
        contact: contact.name,
        change,
    }
}

/// At most two changes.
fn changes(was: (bool, ContactState), now: (bool, ContactState)) -> [Option<ContactChange>; 2] {
    use ContactChange::{Closing, Impact, Opening, SlipToStick, StickToSlip};
    match (was, now) {
        ((false, _), (true, ContactState::Open)) => [Some(Closing), None],
        ((false, _), (true, _)) => [Some(Closing), Some(Impact)],
        ((true, _), (false, _)) => [Some(Opening), None],
        ((true, ContactState::Stick), (true, ContactState::Slip)) => [Some(StickToSlip), None],
        ((true, ContactState::Slip), (true, ContactState::Stick)) => [Some(SlipToStick), None],
        _ => [None, None],
    }
}
