//! Contact problems without an answer, by the name of the contact that has none.

use crate::Failure;
use crate::contacts::Contacts;
use extremal_percussions::ContactFailure;

/// The failure of a problem of some contacts, given by their places among all contacts, in the order of the problem.
pub(super) fn named<S: Contacts>(
    failure: ContactFailure,
    mut contacts: impl Iterator<Item = usize>,
) -> Failure {
    let mut name = |contact: usize| {
        let place = contacts.nth(contact)?;
        S::CONTACTS.get(place).map(|contact| contact.name)
    };
    match failure {
        ContactFailure::Immovable { contact } if let Some(contact) = name(contact) => {
            Failure::ImmovableContact { contact }
        }
        ContactFailure::NotConverged {
            iterations,
            residual,
            contact,
        } if let Some(contact) = contact.and_then(name) => Failure::UnsolvedContact {
            contact,
            iterations,
            residual,
        },
        failure => failure.into(),
    }
}
