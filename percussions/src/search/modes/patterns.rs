//! Which contacts are closed, for patterns of them: those whose cone, with any slip of the closed contacts, has no point hold
//! no solution, so that none of their combinations is tried.
//!
//! That a cone has no point is shown by a vector, and is true whatever counts as rounding. That it may have one is not.

use super::{CLOSED, OPEN, choices};
use crate::ContactProblem;
use crate::laws::Problem;
use crate::local::Local;
use crate::search::Search;
use crate::tangent::Dense;
use extremal_numerics::Size;
use extremal_numerics::block::{at, copied};

/// The patterns of eight contacts. Those of more are not kept.
const PATTERNS: usize = 256;

/// What is known of patterns: the number of the bits of closed contacts.
pub(super) struct Patterns {
    states: [State; PATTERNS],
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Unknown,
    Possible,
    Impossible,
}

impl Patterns {
    pub(super) fn new() -> Self {
        Self {
            states: [State::Unknown; PATTERNS],
        }
    }

    /// Forgets what depends on rounding.
    pub(super) fn forget(&mut self) {
        let states = self.states.iter_mut();
        let possible = states.filter(|state| **state == State::Possible);
        possible.for_each(|state| *state = State::Unknown);
    }

    fn of(&self, pattern: usize) -> State {
        self.states.get(pattern).copied().unwrap_or(State::Unknown)
    }

    fn set(&mut self, pattern: usize, is_possible: bool) {
        if let Some(state) = self.states.get_mut(pattern) {
            *state = if is_possible {
                State::Possible
            } else {
                State::Impossible
            };
        }
    }
}

impl<T: Size> Search<'_, T, ContactProblem<'_, T>, Dense<'_, T>> {
    /// Whether the pattern of the modes in `step` may have a solution.
    pub(super) fn may_be(&mut self, patterns: &mut Patterns, rounding: T) -> bool {
        let pattern = self.pattern();
        let state = patterns.of(pattern);
        if state != State::Unknown {
            return state == State::Possible;
        }
        copied(self.step, self.next);
        self.allow_any_slip();
        let is_possible = self.is_possible(rounding);
        copied(self.next, self.step);
        patterns.set(pattern, is_possible);
        is_possible
    }

    /// The bits of closed contacts.
    fn pattern(&self) -> usize {
        let free = self
            .problem
            .each()
            .filter(|local| choices(self.problem, local) > 1);
        free.enumerate().fold(0, |pattern, (bit, local)| {
            let is_closed = at(self.step, local.first) != T::from_f64(OPEN);
            pattern | usize::from(is_closed) << bit
        })
    }

    fn allow_any_slip(&mut self) {
        for local in self.problem.each().filter(Local::has_friction) {
            if at(self.step, local.first) != T::from_f64(OPEN) {
                local.write(self.step, [T::from_f64(CLOSED); 3]);
            }
        }
    }
}
