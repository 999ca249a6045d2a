//! Events of contacts between one step and the next.
//!
//! Knows reports, and no scheme.

use core::fmt;

use super::{ContactReport, ScalarOf};
use crate::Contacts;
use crate::contacts::{Contact, ContactState};
use crate::drive::AroundReport;
use extremal_numerics::block::at;
use extremal_numerics::{Scalar, Size, Vector};

/// What happens to a contact at a node.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ContactEvent<T, N = &'static str> {
    /// The time of the node. An event between two nodes has the time of the later one.
    pub t: T,
    /// The name of the contact; of systems of any size a [`CoordinateName`](crate::system::CoordinateName).
    pub contact: N,
    /// What happens.
    pub change: ContactChange,
}

/// How a contact changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ContactChange {
    /// Its gap was above zero, and is not any more.
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

/// With the precision of the formatter for the time: `{event:.3}` is ``t = 0.452: impact of `floor` ``.
impl<T: fmt::Display, N: fmt::Display> fmt::Display for ContactEvent<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("t = ")?;
        self.t.fmt(f)?;
        write!(f, ": {} of `{}`", self.change, self.contact)
    }
}

/// The report of a step with contacts.
#[diagnostic::on_unimplemented(
    message = "the motion has no contacts, and so no events of them",
    label = "expected the report of a step with contacts, and not `{Self}`",
    note = "declare a contact, as in `contact(floor, gap = y)`, and list a scheme for contacts"
)]
pub trait TellsContactEvents: Sized {
    /// The type of times.
    type Scalar;
    /// The type of names of contacts.
    type Name: fmt::Display;

    /// [`ContactReport::events`].
    fn events_since(
        &self,
        before: Option<&Self>,
    ) -> impl Iterator<Item = ContactEvent<Self::Scalar, Self::Name>>;
}

#[diagnostic::do_not_recommend]
impl<R: AroundReport<Inside: TellsContactEvents>> TellsContactEvents for R {
    type Scalar = <R::Inside as TellsContactEvents>::Scalar;
    type Name = <R::Inside as TellsContactEvents>::Name;

    fn events_since(
        &self,
        before: Option<&Self>,
    ) -> impl Iterator<Item = ContactEvent<Self::Scalar, Self::Name>> {
        self.inside().events_since(before.map(R::inside))
    }
}

impl<S: Contacts> TellsContactEvents for ContactReport<S>
where
    ScalarOf<S>: Size,
{
    type Scalar = ScalarOf<S>;
    type Name = &'static str;

    fn events_since(&self, before: Option<&Self>) -> impl Iterator<Item = ContactEvent<ScalarOf<S>>> {
        self.events(before)
    }
}

impl<S: Contacts> ContactReport<S>
where
    ScalarOf<S>: Size,
{
    /// The events between the step before, of which `before` is the report, and this one. Before the first step of a motion
    /// all contacts count as open.
    ///
    /// A contact that closes by an impact gives two events, [`ContactChange::Closing`] and [`ContactChange::Impact`]. One that
    /// begins at rest on its other body only closes.
    pub fn events(&self, before: Option<&Self>) -> impl Iterator<Item = ContactEvent<ScalarOf<S>>> {
        let t = self.right.t;
        let before = before.copied();
        let contacts = S::CONTACTS.iter().scan(0, |next, contact| {
            let normal = *next;
            *next += 1 + contact.slips;
            Some((normal, contact))
        });
        let report = *self;
        contacts.enumerate().flat_map(move |(i, (normal, contact))| {
            let now = report.state_at(i);
            let was = before.map_or((false, ContactState::Open), |before| before.state_at(i));
            let approaches = at(report.before.as_slice(), normal) < ScalarOf::<S>::from_f64(0.0);
            changes(was, now, approaches)
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

/// At most two changes, of a contact that was and now is closed or not, and does something.
pub(in crate::drive) fn changes(
    was: (bool, ContactState),
    now: (bool, ContactState),
    approaches: bool,
) -> [Option<ContactChange>; 2] {
    use ContactChange::{Closing, Impact, Opening, SlipToStick, StickToSlip};
    match (was, now) {
        ((false, _), (true, now)) => {
            let is_impact = approaches && now != ContactState::Open;
            [Some(Closing), is_impact.then_some(Impact)]
        }
        ((true, _), (false, _)) => [Some(Opening), None],
        ((true, ContactState::Stick), (true, ContactState::Slip)) => [Some(StickToSlip), None],
        ((true, ContactState::Slip), (true, ContactState::Stick)) => [Some(SlipToStick), None],
        _ => [None, None],
    }
}
