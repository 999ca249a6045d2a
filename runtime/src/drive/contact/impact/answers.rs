//! What constraints answer at the end of a step: the reactions on which friction depends.
//!
//! Knows neither how percussions are found nor what friction makes of reactions.
//!
//! ```text
//! M v⁺ = p + Wᵀ Λ − Gᵀ κ,   G v⁺ + ∂g/∂t = 0
//! ```

use super::Problem;
use crate::Contacts;
use crate::drive::contact::bounds::{Tried, sizes, slide};
use crate::drive::contact::{ContactScheme, Moving, ScalarOf};
use crate::equations::{Acceleration, Equations};
use extremal_numerics::block::{at, zeros};
use extremal_numerics::{Block, Size, Vector};

impl<S, D> Problem<'_, S, D>
where
    D: ContactScheme,
    S: Contacts + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
    ScalarOf<S>: Size,
{
    /// What the solution that is kept leaves for the bounds of frictions, after the momentum of the step and that within
    /// constraints.
    pub(super) fn tried(&self, momenta: [&S::Momentum; 2]) -> Tried<S> {
        let rows = self.closed.rows;
        let of_row = |row| {
            let moved = at(self.delassus.as_slice(), (rows + 1) * row);
            [at(self.kept.scales.as_slice(), row), moved]
        };
        Tried {
            impulses: self.impulses(momenta),
            sizes: sizes(self.closed, of_row),
            slides: slide(self.closed, &self.kept.percussions),
        }
    }

    /// κ, with which constraints answer to the end of the step and to its percussions.
    fn impulses(&self, [unheld, held]: [&S::Momentum; 2]) -> S::Reactions {
        let impulse = self.closed.impulse(&self.kept.percussions);
        let pushed = S::Momentum::from_fn(|k| {
            at(unheld.as_slice(), k) - at(held.as_slice(), k) + at(impulse.as_slice(), k)
        });
        S::Reactions::from_fn(|k| self.masses.answer(k, pushed.as_slice()))
    }

    /// κ/τ
    pub(super) fn reactions(&self, momenta: [&S::Momentum; 2]) -> S::Reactions {
        let impulses = self.impulses(momenta);
        match self.closed.time_of_friction() {
            Some(time) => S::Reactions::from_fn(|k| at(impulses.as_slice(), k) / time),
            None => zeros(),
        }
    }
}
