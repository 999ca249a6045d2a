//! Events of contacts between one step and the next.
//!
//! Knows reports, and no scheme.

use core::fmt;

use super::{ContactReport, ScalarOf};
use crate::Contacts;
use crate::contacts::ContactState;
use crate::drive::AroundReport;
use extremal_numerics::Size;

/// What happens to a contact at a node.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ContactEvent<T, N = &'static str> {
    /// The time of the node. An event between two nodes has the time of the later one.
    pub t: T,
    /// The name of the contact; of systems of any size a [`CoordinateName`](crate::system::CoordinateName).
    pub contact: N,
    /// How the contact changes.
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
        let before = before.into_iter().flat_map(Self::at_node);
        between(self.right.t, before, self.at_node())
    }

    fn at_node(&self) -> impl Iterator<Item = AtNode<usize, &'static str>> {
        let contacts = self.contacts().enumerate().filter(|(_, at)| at.is_closed);
        contacts.map(|(key, at)| AtNode::new((key, at.contact.has_gap), at.contact.name, at.state, at.before))
    }
}

/// A contact that is closed at a node.
#[derive(Clone, Copy, Debug)]
pub(in crate::drive) struct AtNode<K, N> {
    key: K,
    has_gap: bool,
    name: N,
    state: ContactState,
    approaches: bool,
}

impl<K, N> AtNode<K, N> {
    /// The contact with the rates γ⁻ `before` the node. `key` is its place in the order of contacts, with whether it has a gap.
    pub(in crate::drive) fn new<T: Size>(
        (key, has_gap): (K, bool),
        name: N,
        state: ContactState,
        before: &[T],
    ) -> Self {
        let approaches = before.first().is_some_and(|&rate| rate < T::from_f64(0.0));
        Self {
            key,
            has_gap,
            name,
            state,
            approaches,
        }
    }
}

/// The events at the time `t`, of the contacts that were closed at the node before and of those that are now, both in ascending
/// order.
pub(in crate::drive) fn between<T: Copy, K: Ord + Copy, N: Copy>(
    t: T,
    before: impl Iterator<Item = AtNode<K, N>>,
    now: impl Iterator<Item = AtNode<K, N>>,
) -> impl Iterator<Item = ContactEvent<T, N>> {
    let (mut before, mut now) = (before.peekable(), now.peekable());
    let both = core::iter::from_fn(move || {
        let keys = [before.peek(), now.peek()].map(|at| at.map(|at| at.key));
        let next = keys.into_iter().flatten().min()?;
        let was = before.next_if(|at| at.key == next);
        let is = now.next_if(|at| at.key == next);
        Some((is.or(was)?.name, changes(was, is)))
    });
    both.flat_map(move |(contact, changes)| {
        let changes = changes.into_iter().flatten();
        changes.map(move |change| ContactEvent { t, contact, change })
    })
}

/// At most two changes of a contact, `None` where it is not closed.
fn changes<K, N>(was: Option<AtNode<K, N>>, now: Option<AtNode<K, N>>) -> [Option<ContactChange>; 2] {
    use ContactChange::{Closing, Impact, Opening, SlipToStick, StickToSlip};
    let is_impact = now
        .as_ref()
        .is_some_and(|at| at.approaches && at.state != ContactState::Open);
    // What has no gap neither closes nor opens.
    if [&was, &now].into_iter().flatten().any(|at| !at.has_gap) && (was.is_none() || now.is_none()) {
        return [None, None];
    }
    match [was, now].map(|at| at.map(|at| at.state)) {
        [None, Some(_)] => [Some(Closing), is_impact.then_some(Impact)],
        [Some(_), None] => [Some(Opening), None],
        [Some(ContactState::Stick), Some(ContactState::Slip)] => [Some(StickToSlip), None],
        [Some(ContactState::Slip), Some(ContactState::Stick)] => [Some(SlipToStick), None],
        _ => [None, None],
    }
}
