//! Dry friction without a gap: what takes the place of a normal percussion in the contact problem.
//!
//! Knows neither a step nor where its numbers are kept.
//!
//! ```text
//! |P_T| ≤ τ f:   μ = 1,   ξ_N = a P_N − a τ f = 0,   a = G_TT:   P_N = τ f
//! ```
//!
//! The normal row meets no other one, and has no direction W: mechanics does not know it, and solvers need not.

use super::ContactScheme;
use extremal_numerics::{Scalar, Size};

/// What presses where there is no gap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::drive) struct Pressed<T> {
    /// τ, the time for which percussions stand.
    pub(in crate::drive) time: T,
    /// f
    pub(in crate::drive) force: T,
}

impl<T: Size> Pressed<T> {
    /// In a step of length h, after one of length `before`, which is zero at a start.
    #[inline]
    pub(in crate::drive) fn of<D: ContactScheme>(h: T, before: T, force: T) -> Self {
        let half = T::from_f64(0.5);
        let time = if D::HOLDS_CONTACTS {
            half * h
        } else if D::ACTS_AT_NODES {
            half * (before + h)
        } else {
            h
        };
        Self { time, force }
    }

    /// μ in the contact problem.
    pub(in crate::drive) fn friction() -> T {
        T::from_f64(1.0)
    }

    /// τ f
    pub(in crate::drive) fn percussion(&self) -> T {
        self.time * self.force
    }

    /// G and c of the normal row with itself, from the diagonal of G in the slip rows.
    pub(in crate::drive) fn normal(&self, diagonal: impl Iterator<Item = T>) -> [T; 2] {
        let zero = T::from_f64(0.0);
        let largest = diagonal
            .map(Scalar::abs)
            .fold(zero, |most, g| if g > most { g } else { most });
        let own = if largest > zero { largest } else { T::from_f64(1.0) };
        [own, -(own * self.percussion())]
    }
}
