//! The report of a step with contacts as it is written and read, and checks of the rules that a corrupt file may break.
//!
//! Knows nothing of steps.

use alloc::vec::Vec;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::AssembledContactReport;
use super::closed::{Active, Closed};
use super::memory::Shared;
use crate::Lagrangian;
use crate::contacts::ContactState;
use crate::drive::contact::Pressed;
use crate::family::{ContactItem, FamilyContacts};
use crate::newton::Convergence;
use extremal_numerics::Size;
use extremal_percussions::{ActiveContact, SolvedIslands};

#[derive(Serialize, Deserialize)]
#[serde(rename = "AssembledContactReport")]
struct Stored<T, C> {
    convergence: Convergence,
    solved: SolvedIslands<T>,
    t: T,
    contacts: Vec<C>,
    worked: T,
    restitution: T,
}

/// An [`AtItem`](crate::drive::AtItem) as it is read. Its name follows from its number.
#[derive(Deserialize)]
#[serde(rename = "AtItem")]
struct StoredItem<T> {
    item: ContactItem,
    state: ContactState,
    gap: T,
    percussions: Vec<T>,
    before: Vec<T>,
    after: Vec<T>,
}

impl<S: Lagrangian> Serialize for AssembledContactReport<S>
where
    S::Scalar: Size + Serialize,
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let stored = Stored {
            convergence: self.convergence,
            solved: self.solved,
            t: self.t,
            contacts: self.contacts().collect::<Vec<_>>(),
            worked: self.worked,
            restitution: self.restitution,
        };
        stored.serialize(serializer)
    }
}

impl<'de, S: FamilyContacts> Deserialize<'de> for AssembledContactReport<S>
where
    S::Scalar: Size + Deserialize<'de>,
{
    fn deserialize<Z: Deserializer<'de>>(deserializer: Z) -> Result<Self, Z::Error> {
        let Stored {
            convergence,
            solved,
            t,
            contacts,
            worked,
            restitution,
        } = Stored::<S::Scalar, StoredItem<S::Scalar>>::deserialize(deserializer)?;
        let mut closed = Closed::default();
        for contact in &contacts {
            closed.read::<S>(contact).map_err(Z::Error::custom)?;
        }
        Ok(Self {
            convergence,
            solved,
            t,
            closed: Shared::new(closed),
            worked,
            restitution,
        })
    }
}

impl<T: Size> Closed<T> {
    /// Adds a contact that was stored, with what is reported of it.
    fn read<S: FamilyContacts<Scalar = T>>(&mut self, contact: &StoredItem<T>) -> Result<(), &'static str> {
        let &StoredItem { item, state, gap, .. } = contact;
        let form = S::FORMS.get(item.form);
        let form = form.ok_or("corrupt report: the system has no contact of this number")?;
        if self.items.last().is_some_and(|last| *last >= item) {
            return Err("corrupt report: its contacts must ascend");
        }
        let rows = [&contact.percussions, &contact.before, &contact.after];
        if rows.iter().any(|numbers| numbers.len() != 1 + form.slips) {
            return Err("corrupt report: a contact must have a number for its gap and for each of its slips");
        }
        self.items.push(item);
        self.names.push(S::contact_name(item));
        self.gaps.push(gap);
        self.states.push(state);
        self.contacts.push(Active {
            first: self.percussions.len(),
            of_problem: ActiveContact {
                slips: form.slips,
                friction: T::from_f64(0.0),
            },
            pressed: (!form.has_gap).then(|| Pressed {
                time: T::from_f64(0.0),
                force: T::from_f64(0.0),
            }),
        });
        self.percussions.extend(&contact.percussions);
        self.before.extend(&contact.before);
        self.after.extend(&contact.after);
        Ok(())
    }
}
