//! Contact problems without an answer, by the name of the contact that has none: the same for systems of fixed and of any size.

use crate::Failure;
use crate::contacts::Contacts;
use extremal_percussions::ContactFailure;

/// What a failure tells of one contact.
pub(in crate::drive) enum Unsolved<N> {
    /// Nothing moves it.
    Immovable { contact: N },
    /// Its law is least satisfied.
    Least {
        contact: N,
        iterations: usize,
        residual: f64,
    },
}

impl<N> Unsolved<N> {
    /// That of the contact of the failure, where there is one that has a name; otherwise the failure.
    pub(in crate::drive) fn of(
        failure: ContactFailure,
        name: impl FnOnce(usize) -> Option<N>,
    ) -> Result<Self, Failure> {
        let found = match failure {
            ContactFailure::Immovable { contact } => name(contact).map(|contact| Self::Immovable { contact }),
            ContactFailure::NotConverged {
                iterations,
                residual,
                contact,
            } => contact.and_then(name).map(|contact| Self::Least {
                contact,
                iterations,
                residual,
            }),
            _ => None,
        };
        found.ok_or_else(|| failure.into())
    }
}

/// The failure of a problem of some contacts, given by their places among all contacts, in the order of the problem.
pub(super) fn named<S: Contacts>(
    failure: ContactFailure,
    mut contacts: impl Iterator<Item = usize>,
) -> Failure {
    let name = |contact: usize| {
        let place = contacts.nth(contact)?;
        S::CONTACTS.get(place).map(|contact| contact.name)
    };
    match Unsolved::of(failure, name) {
        Ok(Unsolved::Immovable { contact }) => Failure::ImmovableContact { contact },
        Ok(Unsolved::Least {
            contact,
            iterations,
            residual,
        }) => Failure::UnsolvedContact {
            contact,
            iterations,
            residual,
        },
        Err(failure) => failure,
    }
}
