//! The branch of one closed contact: the equations of its rows, and whether rounding decides between two branches.
//!
//! Knows neither a step nor where its numbers are kept.
//!
//! ```text
//! open: dP = 0;   closed: dξ_N = 0;   stick: dξ_T = 0;   slip: d(P_T + μ P_N ξ_T/|ξ_T|) = 0
//! without a gap: d(P_N − τ f) = 0 in place of dξ_N = 0, and μ = 1
//! ```

use super::pressed::Pressed;
use crate::contacts::ContactState;
use crate::error::ContactKink;
use extremal_numerics::block::{at, rows};
use extremal_numerics::{Scalar, Size};

/// Numbers of at most this many ε of their summands may be zero: a contact is then between two branches.
pub(in crate::drive) const KINK: f64 = 4096.0;

/// Redundant rows contradict each other if they do by more than this many ε of their summands.
const INCONSISTENT: f64 = 65536.0;

/// A closed contact in a step: the normal row, then its slips. Rows that it does not have are zero.
pub(in crate::drive) struct OnBranch<T> {
    pub(in crate::drive) state: ContactState,
    /// μ
    pub(in crate::drive) friction: T,
    /// P
    pub(in crate::drive) percussions: [T; 3],
    /// ξ
    pub(in crate::drive) xi: [T; 3],
    /// What presses where there is no gap.
    pub(in crate::drive) pressed: Option<Pressed<T>>,
}

/// The equation of a row.
pub(in crate::drive) enum Equation<T> {
    /// dP = 0
    Open,
    /// dP = τ df, where there is no gap, with f in the place of μ
    Pressed {
        /// τ
        time: T,
    },
    /// dξ = 0
    Closed,
    /// dP + (`P_N` dμ + μ `dP_N`) a + μ `P_N`/|ξ| (dξ − a a·dξ) = 0
    Slide {
        normal: T,
        friction: T,
        /// a = ξ/|ξ|, and zero in the normal row.
        along: [T; 3],
        /// μ `P_N`/|ξ|
        turning: T,
    },
}

/// Changes of the percussions and of ξ of a contact, and of μ, or of f without a gap.
pub(super) struct Change<T> {
    pub(super) percussions: [T; 3],
    pub(super) xi: [T; 3],
    pub(super) friction: T,
}

impl<T: Size> OnBranch<T> {
    /// The state of the contact; without friction it slips.
    fn state(&self) -> ContactState {
        match self.state {
            ContactState::Stick if self.friction == T::from_f64(0.0) => ContactState::Slip,
            state => state,
        }
    }

    /// Between which branches the contact is. `size` is the sum of the magnitudes of the summands of `ξ_N`.
    pub(in crate::drive) fn kink(&self, size: T) -> Option<ContactKink> {
        let tolerance = T::from_f64(KINK * T::EPSILON);
        let ([xi, ..], [normal, ..]) = (self.xi, self.percussions);
        match self.state() {
            ContactState::Open => (xi <= tolerance * size).then_some(ContactKink::Percussion),
            ContactState::Slip => None,
            ContactState::Stick => {
                let largest = (T::from_f64(1.0) - tolerance) * (self.friction * normal);
                (size_of_slips(self.percussions) >= largest).then_some(ContactKink::Friction)
            }
        }
    }

    /// The equation of the normal row, 0, or of a slip.
    pub(in crate::drive) fn equation(&self, row: usize) -> Equation<T> {
        let [_, one, two] = self.xi;
        let size = size_of_slips(self.xi);
        match self.state() {
            ContactState::Open => Equation::Open,
            _ if row == 0
                && let Some(Pressed { time, .. }) = self.pressed =>
            {
                Equation::Pressed { time }
            }
            ContactState::Slip if row > 0 && size == T::from_f64(0.0) => Equation::Open,
            ContactState::Slip if row > 0 => {
                let ([normal, ..], friction) = (self.percussions, self.friction);
                // Without a gap μ is 1 and does not change.
                let by_friction = self.pressed.map_or(normal, |_| T::from_f64(0.0));
                Equation::Slide {
                    normal: by_friction,
                    friction,
                    along: [T::from_f64(0.0), one / size, two / size],
                    turning: friction * normal / size,
                }
            }
            ContactState::Stick | ContactState::Slip => Equation::Closed,
        }
    }
}

impl<T: Scalar> Equation<T> {
    /// Its value in a row.
    pub(super) fn of(&self, row: usize, change: &Change<T>) -> T {
        let [percussion, xi] = [&change.percussions, &change.xi].map(|changes| at(changes, row));
        match *self {
            Self::Open => percussion,
            Self::Pressed { time } => percussion - time * change.friction,
            Self::Closed => xi,
            Self::Slide {
                normal,
                friction,
                along,
                turning,
            } => {
                let ([by_normal, ..], [_, one, two]) = (change.percussions, change.xi);
                let [_, a, b] = along;
                let (stretched, along) = (a * one + b * two, at(&along, row));
                let limit = change.friction * normal + friction * by_normal;
                percussion + limit * along + turning * (xi - along * stretched)
            }
        }
    }
}

/// |·| of the slip rows.
fn size_of_slips<T: Scalar>([_, one, two]: [T; 3]) -> T {
    Scalar::sqrt(one * one + two * two)
}

/// Whether x solves the equations to rounding, which have as many rows as it has numbers. Where contacts are redundant, the
/// change of one may contradict that of another: one of them would open.
pub(in crate::drive) fn is_solution<T: Scalar>(matrix: &[T], right: &[T], x: &[T]) -> bool {
    let bound = T::Size::from_f64(INCONSISTENT * T::EPSILON);
    let mut equations = rows(matrix, x.len()).zip(right).take(x.len());
    equations.all(|(row, &right)| {
        let start = (-right, right.magnitude());
        let (rest, scale) = row.iter().zip(x).fold(start, |(sum, scale), (&a, &x)| {
            (sum + a * x, scale + (a * x).magnitude())
        });
        rest.magnitude() <= bound * scale
    })
}
