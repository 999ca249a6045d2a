//! Combinations of modes from coarse to fine: first which contacts are open, then how the closed ones slip.
//!
//! A closed contact with any slip has the cone of all of its closed modes. Where that cone, with those of the other contacts,
//! is without a point, so are all combinations in it, which are left out. Nearly all are.

use super::patterns::Patterns;
use super::{CLOSED, FEW, FORWARD, OPEN, STICKS, choices};
use crate::ContactProblem;
use crate::laws::Problem;
use crate::search::Search;
use crate::search::modes::BACKWARD;
use crate::tangent::Dense;
use extremal_numerics::Size;
use extremal_numerics::block::at;

impl<T: Size> Search<'_, T, ContactProblem<'_, T>, Dense<'_, T>> {
    /// The combinations with more than a few changes of the modes in `swept`, the fewest changes of open contacts first.
    /// Whether a larger rounding would make a difference.
    pub(super) fn try_refined(&mut self, patterns: &mut Patterns, rounding: T) -> bool {
        let problem = self.problem;
        let count = problem.each().filter(|local| choices(problem, local) > 1).count();
        let mut is_vague = false;
        for changes in 0..=count {
            let each = (0..1_usize << count).filter(|changed| changed.count_ones() as usize == changes);
            for changed in each {
                self.open_or_close(changed);
                if self.may_be(patterns, rounding) {
                    is_vague |= self.refine(0, rounding);
                }
                if self.is_solved() {
                    return is_vague;
                }
            }
        }
        is_vague
    }

    /// Writes to `step` which contacts are open: those of the modes in `swept`, but for the ones whose bit is set.
    fn open_or_close(&mut self, mut changed: usize) {
        for local in self.problem.each() {
            let mut is_open = at(self.swept, local.first) == T::from_f64(OPEN);
            if choices(self.problem, &local) > 1 {
                is_open ^= changed & 1 == 1;
                changed >>= 1;
            }
            let mode = if is_open {
                OPEN
            } else if local.has_friction() {
                CLOSED
            } else {
                FORWARD
            };
            local.write(self.step, [T::from_f64(mode); 3]);
        }
    }

    /// The modes in `step` with all slips of closed contacts from a place on. Whether a larger rounding would make a
    /// difference.
    fn refine(&mut self, from: usize, rounding: T) -> bool {
        let mut closed = self.problem.each().enumerate().skip(from);
        let next = closed.find(|(_, local)| at(self.step, local.first) == T::from_f64(CLOSED));
        let Some((place, local)) = next else {
            return self.has_more_changes() && self.try_both(rounding);
        };
        let mut is_vague = false;
        for mode in [STICKS, FORWARD, BACKWARD] {
            local.write(self.step, [T::from_f64(mode); 3]);
            if self.is_possible(rounding) {
                is_vague |= self.refine(place + 1, rounding);
            }
            if self.is_solved() {
                return is_vague;
            }
        }
        local.write(self.step, [T::from_f64(CLOSED); 3]);
        is_vague
    }

    /// Whether the modes in `step` have not been tried with those of few changes.
    fn has_more_changes(&self) -> bool {
        let places = self.problem.each().map(|local| local.first);
        places
            .filter(|&first| at(self.step, first) != at(self.swept, first))
            .count()
            > FEW
    }

    /// Whether the cone of the modes in `step` may have a point.
    pub(super) fn is_possible(&mut self, rounding: T) -> bool {
        self.iterations += 1;
        let (mut nearest, edges, _) = self.cone(rounding);
        !nearest.is_without_point(&edges)
    }
}
