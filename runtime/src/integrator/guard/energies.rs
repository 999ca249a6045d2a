//! The energies at a look.

use extremal_numerics::{Scalar, Size};

/// ½ p·v and E.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Energies<Z> {
    pub(crate) kinetic: Z,
    pub(crate) energy: Z,
}

impl<Z: Size> Energies<Z> {
    fn potential(self) -> Z {
        self.energy - self.kinetic
    }

    /// T at both ends, and the change of V.
    pub(super) fn around(self, other: Self) -> Z {
        self.kinetic + other.kinetic + Scalar::abs(self.potential() - other.potential())
    }

    /// These energies, grown as those from `from` to `to`: T by the same factor, E by the same amount.
    pub(super) fn grown(self, from: Self, to: Self) -> Self {
        let kinetic = self.kinetic / from.kinetic * to.kinetic;
        Self {
            kinetic: if kinetic.is_finite() { kinetic } else { to.kinetic },
            energy: self.energy + (to.energy - from.energy),
        }
    }

    pub(super) fn is_finite(self) -> bool {
        self.kinetic.is_finite() && self.energy.is_finite()
    }
}
