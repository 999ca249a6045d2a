//! What closed contacts do in a solution, and how far above zero their next gaps count as closed.

use super::{Percussed, Solution, UnknownOf};
use crate::Contacts;
use crate::contacts::ContactState;
use crate::drive::contact::bounds::{Tried, sizes, slide};
use crate::drive::contact::state::{Struck, clearance, state_of};
use crate::drive::contact::{ContactScheme, ScalarOf};
use crate::kernels::Derived;
use extremal_numerics::block::{at, write, zeros};
use extremal_numerics::{Block, Size, Vector};

impl<S, T> Solution<'_, S, T>
where
    S: Contacts + Derived<T>,
    ScalarOf<S>: Size,
{
    /// The reactions on which friction depends: the impulses of constraints over the time of friction.
    pub(in crate::drive::contact) fn reactions(&self) -> S::Reactions {
        let impulses = impulses::<S>(self.x.as_slice());
        match self.closed.time_of_friction() {
            Some(time) if S::Reactions::LEN > 0 => {
                S::Reactions::from_fn(|k| at(impulses.as_slice(), k) / time)
            }
            _ => zeros(),
        }
    }

    /// The state of each contact, for the velocity of the step.
    pub(in crate::drive::contact) fn states(&self, velocity: &S::Velocity) -> S::States {
        let mut states = S::States::from_fn(|_| ContactState::Open);
        for place in self.closed.places() {
            if let Some(state) = states.as_mut_slice().get_mut(place.contact) {
                let normal = at(self.active.as_slice(), place.first);
                let slip = |k: usize| self.struck(place.first + 1 + k, velocity.as_slice());
                *state = state_of((normal, place.pressed), place.slips, slip, place.friction);
            }
        }
        states
    }

    /// How far above zero the next gaps still count as closed; of what has no gap the length of the step.
    pub(in crate::drive::contact) fn clearance(&self, h: ScalarOf<S>, velocity: &S::Velocity) -> S::Gaps {
        let mut all: S::Gaps = zeros();
        for place in self.closed.places() {
            let normal = self.struck(place.first, velocity.as_slice());
            // Where contacts are held, the gap at the end over h.
            let after = match self.ahead {
                Some(_) => normal.xi,
                None => self.closed.rate(place.first, velocity.as_slice()),
            };
            let left = place.pressed.map_or_else(|| clearance(h, normal, after), |_| h);
            write(&mut all, place.contact, left);
        }
        all
    }

    fn struck(&self, row: usize, velocity: &[ScalarOf<S>]) -> Struck<ScalarOf<S>> {
        let [xi, size] = self.slip(row, velocity);
        Struck {
            percussion: at(self.active.as_slice(), row),
            xi,
            size,
            moved: at(self.diagonal.as_slice(), row),
        }
    }

    /// ξ of a row, and the sum of the magnitudes of its summands.
    pub(in crate::drive::contact) fn slip(&self, row: usize, velocity: &[ScalarOf<S>]) -> [ScalarOf<S>; 2] {
        let [slip, scale] = match self.ahead {
            Some(ahead) => ahead.free(row, velocity),
            None => self.closed.free(row, velocity),
        };
        [slip, scale + at(self.scales.as_slice(), row)]
    }
}

impl<S, D, T> Percussed<'_, S, D, T>
where
    S: Contacts + Derived<T>,
    ScalarOf<S>: Size,
    D: ContactScheme<Equations = T>,
{
    /// What a solution leaves for the bounds of frictions.
    pub(super) fn tried(&self, x: &UnknownOf<S, T>) -> Tried<S> {
        let (scales, diagonal) = (self.scales.get(), self.diagonal.get());
        let of_row = |row| [&scales, &diagonal].map(|of| at(of.as_slice(), row));
        Tried {
            impulses: impulses::<S>(x.as_slice()),
            sizes: sizes(self.closed, of_row),
            slides: slide(self.closed, &self.percussions.get()),
        }
    }
}

/// The impulses of constraints in the unknowns of a step, behind its velocity.
fn impulses<S: Contacts>(x: &[ScalarOf<S>]) -> S::Reactions {
    S::Reactions::from_fn(|k| at(x, S::Velocity::LEN + k))
}
