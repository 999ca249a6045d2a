//! Why the percussions of closed contacts were not found.

use core::fmt;

use extremal_numerics::LinearFailure;

/// Why a [`ContactSolver`](crate::ContactSolver) has no percussions.
///
/// ```
/// use extremal_percussions::ContactFailure;
///
/// let failure = ContactFailure::NotConverged { iterations: 40, residual: 0.5, contact: Some(2) };
/// assert_eq!(
///     failure.to_string(),
///     "the percussions of the contacts were not found: no convergence in 40 iterations, relative residual 5e-1 at contact 2"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ContactFailure {
    /// The iterations did not converge. There may be no solution.
    NotConverged {
        /// The number of iterations made.
        iterations: usize,
        /// The smallest residual found, as [`Solved::residual`](crate::Solved::residual).
        residual: f64,
        /// The contact of that residual among those of the problem, from 0; none if no percussions were found.
        contact: Option<usize>,
    },
    /// No percussion can satisfy the law of this contact: the bodies approach, and no percussion changes their velocity.
    Immovable {
        /// The number of the contact among those of the problem, from 0.
        contact: usize,
    },
    /// Lemke's method ended on a ray. The problem has no solution, or, where friction couples strongly with the normal
    /// direction, none that the method can find.
    Ray {
        /// The number of pivots made.
        pivots: usize,
    },
    /// The data are not a contact problem for this solver.
    Problem {
        /// The mistake in the data, as a phrase.
        what: &'static str,
    },
    /// The linear equations of a large problem: there is no memory for their factors, or they need the feature `sparse`.
    Linear(LinearFailure),
}

impl fmt::Display for ContactFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !matches!(self, ContactFailure::Linear(_)) {
            f.write_str("the percussions of the contacts were not found: ")?;
        }
        match self {
            ContactFailure::NotConverged {
                iterations,
                residual,
                contact,
            } => {
                let plural = if *iterations == 1 { "" } else { "s" };
                write!(
                    f,
                    "no convergence in {iterations} iteration{plural}, relative residual {residual:e}"
                )?;
                contact.map_or(Ok(()), |contact| write!(f, " at contact {contact}"))
            }
            ContactFailure::Immovable { contact } => write!(
                f,
                "the bodies of contact {contact} approach, and no percussion changes their velocity"
            ),
            ContactFailure::Ray { pivots } => {
                write!(f, "Lemke's method ended on a ray after {pivots} pivots")
            }
            ContactFailure::Problem { what } => f.write_str(what),
            ContactFailure::Linear(failure) => write!(f, "{failure}"),
        }
    }
}

impl core::error::Error for ContactFailure {}

impl From<LinearFailure> for ContactFailure {
    fn from(failure: LinearFailure) -> Self {
        Self::Linear(failure)
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::ContactFailure;

    #[test]
    fn failures_of_contact_solvers_are_sentences() {
        let check = |failure: ContactFailure, end: &str| {
            let start = "the percussions of the contacts were not found: ";
            assert_eq!(failure.to_string().strip_prefix(start), Some(end));
        };
        check(
            ContactFailure::Immovable { contact: 2 },
            "the bodies of contact 2 approach, and no percussion changes their velocity",
        );
        check(
            ContactFailure::Ray { pivots: 7 },
            "Lemke's method ended on a ray after 7 pivots",
        );
        check(
            ContactFailure::Problem {
                what: "a friction is negative",
            },
            "a friction is negative",
        );
    }
}
