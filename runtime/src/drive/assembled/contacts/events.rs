//! Events of contacts of systems of any size between one step and the next.

use super::AssembledContactReport;
use super::closed::Closed;
use crate::Lagrangian;
use crate::contacts::ContactState;
use crate::coordinate::CoordinateName;
use crate::drive::ContactEvent;
use crate::drive::TellsContactEvents;
use crate::drive::contact::changes;
use crate::family::ContactItem;
use extremal_numerics::{Scalar, Size};

impl<S: Lagrangian> AssembledContactReport<S>
where
    S::Scalar: Size,
{
    /// The events between the step before, of which `before` is the report, and this one, in the order of the contacts: see
    /// [`ContactReport::events`](crate::drive::ContactReport::events).
    pub fn events(
        &self,
        before: Option<&Self>,
    ) -> impl Iterator<Item = ContactEvent<S::Scalar, CoordinateName>> {
        let t = self.t;
        let (now, was) = (self.closed.clone(), before.map(|before| before.closed.clone()));
        let (mut i, mut j) = (0, 0);
        let both = core::iter::from_fn(move || {
            let (of_now, of_was) = (item(Some(&now), i), item(was.as_deref(), j));
            let next = [of_now, of_was].into_iter().flatten().min()?;
            let (is_closed, was_closed) = (of_now == Some(next), of_was == Some(next));
            let at = is_closed.then(|| now.at(i));
            let old = was.as_deref().filter(|_| was_closed).map(|was| was.at(j));
            let states = [old, at].map(|at| at.map_or((false, ContactState::Open), |at| (true, at.state)));
            let approaches = at.is_some_and(|at| {
                at.before
                    .first()
                    .is_some_and(|&rate| rate < S::Scalar::from_f64(0.0))
            });
            let name = at.or(old).map(|at| at.name)?;
            i += usize::from(is_closed);
            j += usize::from(was_closed);
            let [old, new] = states;
            Some((name, changes(old, new, approaches)))
        });
        both.flat_map(move |(contact, changes)| {
            let changes = changes.into_iter().flatten();
            changes.map(move |change| ContactEvent { t, contact, change })
        })
    }
}

fn item<T>(closed: Option<&Closed<T>>, i: usize) -> Option<ContactItem> {
    closed.and_then(|closed| closed.items.get(i).copied())
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
