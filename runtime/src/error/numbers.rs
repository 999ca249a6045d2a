//! Failures of linear equations and of contact problems, as those of a step.

use extremal_numerics::LinearFailure;
use extremal_percussions::ContactFailure;

use super::Failure;

impl From<LinearFailure> for Failure {
    #[inline]
    fn from(failure: LinearFailure) -> Self {
        match failure {
            LinearFailure::Singular { pivot, size } => Failure::SingularTangent { pivot, size },
            LinearFailure::NotFinite { what } => Failure::NotFinite { what },
            LinearFailure::Misplaced { row, column } => Failure::Misplaced { row, column },
            LinearFailure::Length {
                what,
                expected,
                found,
            } => Failure::Length {
                what,
                expected,
                found,
            },
            LinearFailure::NeedsSparse { half_bandwidth } => Failure::NeedsSparse { half_bandwidth },
            LinearFailure::TooLarge { size } => Failure::TooLarge { size },
        }
    }
}

impl From<ContactFailure> for Failure {
    #[inline]
    fn from(failure: ContactFailure) -> Self {
        match failure {
            ContactFailure::Linear(failure) => failure.into(),
            other => Failure::Percussions(other),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::ToString;

    use super::{ContactFailure, Failure, LinearFailure};

    /// Nothing is lost, and the sentences are those of the crates below, but for the equations of a step.
    #[test]
    fn failures_of_numbers_keep_their_words() {
        for failure in [
            LinearFailure::NotFinite { what: "tangent" },
            LinearFailure::Misplaced { row: 1, column: 2 },
            LinearFailure::NeedsSparse { half_bandwidth: 900 },
            LinearFailure::TooLarge { size: 7 },
        ] {
            let step = Failure::from(failure);
            assert_eq!(step.to_string(), failure.to_string());
            assert_eq!(Failure::from(ContactFailure::Linear(failure)), step);
        }
        let ray = ContactFailure::Ray { pivots: 7 };
        assert_eq!(Failure::from(ray), Failure::Percussions(ray));
        assert_eq!(Failure::from(ray).to_string(), ray.to_string());
        let (pivot, size) = (3, 1e-18);
        assert_eq!(
            Failure::from(LinearFailure::Singular { pivot, size }),
            Failure::SingularTangent { pivot, size }
        );
    }
}
