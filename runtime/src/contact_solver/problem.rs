//! The contact problem: its data.

use crate::{ContactFailure, Failure, Size};

/// A closed contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActiveContact<T> {
    /// The number of slip components: 0, 1 or 2.
    pub slips: usize,
    /// μ ≥ 0.
    pub friction: T,
}

/// Percussions P are sought with
///
/// ```text
/// ξ = G P + c
/// P_N ≥ 0,  ξ_N ≥ 0,  P_N ξ_N = 0                             −ξ_N ∈ N_{R₀⁺}(P_N)
/// |P_T| ≤ μ P_N,  P_T = −μ P_N ξ_T/|ξ_T| where ξ_T ≠ 0        −ξ_T ∈ N_{C(μ P_N)}(P_T)
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ContactProblem<'a, T> {
    delassus: &'a [T],
    free: &'a [T],
    contacts: &'a [ActiveContact<T>],
}

impl<'a, T: Size> ContactProblem<'a, T> {
    /// The problem with R rows: contact by contact the normal row, then its slip rows.
    ///
    /// `delassus` is G, R × R numbers row by row. It need not be symmetric, nor regular. `free` is c, R numbers.
    /// Longer slices are cut, so that blocks for all contacts of a system can be passed: the first R · R numbers of
    /// `delassus` are G.
    ///
    /// # Errors
    ///
    /// [`ContactFailure::Problem`] if a slice is too short, a contact has more than two slip components, a friction is
    /// negative or not finite, or G or c is not finite.
    pub fn new(delassus: &'a [T], free: &'a [T], contacts: &'a [ActiveContact<T>]) -> Result<Self, Failure> {
        let refuse = |what| Err(ContactFailure::Problem { what }.into());
        if contacts.iter().any(|contact| contact.slips > 2) {
            return refuse("a contact has more than two slip components");
        }
        let zero = T::from_f64(0.0);
        if !contacts
            .iter()
            .all(|contact| contact.friction >= zero && contact.friction.is_finite())
        {
            return refuse("a friction is negative or not finite");
        }
        let rows = contacts.iter().fold(0, |rows, contact| rows + 1 + contact.slips);
        let (Some(delassus), Some(free)) = (delassus.get(..rows * rows), free.get(..rows)) else {
            return refuse("G or c has fewer rows than the contacts");
        };
        if !delassus.iter().chain(free).all(|x| x.is_finite()) {
            return refuse("G or c is not finite");
        }
        Ok(Self {
            delassus,
            free,
            contacts,
        })
    }

    /// R.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.free.len()
    }

    /// G, row by row.
    #[must_use]
    pub fn delassus(&self) -> &'a [T] {
        self.delassus
    }

    /// c.
    #[must_use]
    pub fn free(&self) -> &'a [T] {
        self.free
    }

    /// The contacts.
    #[must_use]
    pub fn contacts(&self) -> &'a [ActiveContact<T>] {
        self.contacts
    }
}
