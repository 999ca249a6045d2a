//! The trial of modes, for planar friction: the last resort where iterations do not converge.
//!
//! A contact is open, sticks, or slips in one of two directions. Its percussions are then zero, between the edges of its cone
//! of friction, or on one of them, and all unknowns are numbers that are not negative:
//!
//! ```text
//! mode       unknowns ≥ 0     P_N       P_T          equations
//! open       ξ_N              0         0            that of ξ_N
//! sticks     x, y             x + y     μ (x − y)    ξ_N = 0, ξ_T = 0
//! slips ±    x, |ξ_T|         x         ± μ x        ξ_N = 0, ξ_T = ∓ |ξ_T|
//! ```
//!
//! So the modes are those of a solution if −c lies in a cone, and its place there tells the percussions. G need not be regular:
//! redundant contacts are edges that depend on others. Modes are walked through by exchanging the worst unknown, and those of
//! few contacts are then tried one after the other, the fewest changes first, but for those that [cannot be](refined).

mod combinations;
mod cone;
mod edges;
mod patterns;
mod refined;
mod turning;

use super::super::laws::Problem;
use super::super::lemke::is_planar;
use super::super::local::Local;
use super::super::tangent::Dense;
use super::super::{ContactProblem, floor};
use super::Search;
use crate::alart_curnier::Piece;
use combinations::{change, combinations};
use cone::Nearest;
use edges::Edges;
use extremal_numerics::Size;
use extremal_numerics::block::{at, copied};
use patterns::Patterns;

/// The modes of a contact, as numbers. Contacts without friction that are closed slip forward.
const OPEN: f64 = 0.0;
const FORWARD: f64 = 1.0;
const BACKWARD: f64 = 2.0;
const STICKS: f64 = 3.0;
/// Closed with any slip: the cone of all modes but the first.
const CLOSED: f64 = 4.0;

/// Exchanges for each contact: of the worst unknown, then as many of the first one that is negative, which ends most cycles.
const EXCHANGES: usize = 4;
/// All combinations of modes are tried if there are not more, as of eight contacts with friction.
const COMBINATIONS: usize = 65_536;
/// Combinations with up to this number of changes are tried one by one, those with just as many where their pattern may be.
const FEW: usize = 2;
/// Edges are dependent if they are nearer to the space of others than this many floors. The second and third are tried where
/// they make a difference: a contradiction of nearly redundant contacts is one only if they are independent.
const DEPENDENT: [f64; 3] = [1.0, 100.0, 1e4];

/// How the point of a cone is found.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Point {
    /// By the equations alone. Nearly dependent edges are no matter.
    Solved,
    /// Among the points of the cone the nearest one. Dependent edges share in any way.
    Nearest,
}

/// What a trial has shown.
#[derive(Clone, Copy, Debug)]
struct Tried {
    /// Whether a larger rounding would make a difference.
    is_vague: bool,
    /// Whether the modes have no other point.
    is_hopeless: bool,
}

impl<'p, T: Size> Search<'_, T, ContactProblem<'p, T>, Dense<'_, T>> {
    /// Tries modes like those of the best percussions.
    pub(in super::super) fn try_near_modes(&mut self) {
        self.measure_best();
        let [least, ..] = DEPENDENT.map(T::from_f64);
        self.walk(least * floor(self.problem));
    }

    /// Tries modes, beginning with those of the best percussions.
    pub(in super::super) fn try_modes(&mut self) {
        self.measure_best();
        let mut patterns = Patterns::new();
        for dependent in DEPENDENT {
            let rounding = T::from_f64(dependent) * floor(self.problem);
            patterns.forget();
            let is_vague = self.walk(rounding) | self.try_all(&mut patterns, rounding);
            if self.is_solved() || !is_vague {
                return;
            }
        }
    }

    /// The residual of the percussions that were found before.
    fn measure_best(&mut self) {
        copied(self.best, self.now);
        self.keep(self.problem.residuals(self.now).strict);
    }

    fn keep_resolved(&mut self) {
        if self.problem.is_resolved(self.now) {
            self.keep(self.problem.residuals(self.now).strict);
        }
    }

    /// Exchanges unknowns that are negative. Whether a larger rounding would make a difference.
    fn walk(&mut self, rounding: T) -> bool {
        self.read_modes();
        copied(self.swept, self.step);
        let mut is_vague = false;
        let count = EXCHANGES * self.problem.contacts().len();
        for exchange in 0..2 * count {
            is_vague |= self.try_point(Point::Solved, rounding).is_vague;
            if self.is_solved() || !self.exchange(exchange < count) {
                break;
            }
        }
        is_vague
    }

    /// All combinations, if there are few: first the modes of the best percussions, then those that differ at one contact, at
    /// two, and so on. Whether a larger rounding would make a difference.
    fn try_all(&mut self, patterns: &mut Patterns, rounding: T) -> bool {
        let mut is_vague = false;
        let problem = self.problem;
        let Some(combinations) = combinations(problem, choices, COMBINATIONS) else {
            return is_vague;
        };
        self.read_modes();
        for changes in 0..=FEW {
            for combination in 0..combinations {
                let modes = (&*self.swept, &mut *self.step);
                if change(problem, choices, combination, modes) != changes {
                    continue;
                }
                if changes == FEW && !self.may_be(patterns, rounding) {
                    continue;
                }
                is_vague |= self.try_both(rounding);
                if self.is_solved() {
                    return is_vague;
                }
            }
        }
        is_vague | self.try_refined(patterns, rounding)
    }

    /// The modes in `step`. Whether a larger rounding would make a difference.
    fn try_both(&mut self, rounding: T) -> bool {
        let solved = self.try_point(Point::Solved, rounding);
        if solved.is_hopeless || self.is_solved() {
            return solved.is_vague;
        }
        solved.is_vague | self.try_point(Point::Nearest, rounding).is_vague
    }

    /// Writes the modes of the best percussions to `swept`.
    fn read_modes(&mut self) {
        for local in self.problem.each() {
            let (velocities, _) = local.velocities(self.problem, self.best);
            let is_free = choices(self.problem, &local) > 1;
            let mode = match local.piece(local.of(self.best), velocities) {
                Piece::Open => OPEN,
                _ if !is_free => OPEN,
                _ if !local.has_friction() => FORWARD,
                Piece::Stick => STICKS,
                Piece::Slip {
                    direction: [x, _], ..
                } if x < T::from_f64(0.0) => BACKWARD,
                Piece::Slip { .. } => FORWARD,
            };
            local.write(self.swept, [T::from_f64(mode); 3]);
        }
    }

    /// Keeps the percussions of the modes in `step`, if they are better.
    fn try_point(&mut self, point: Point, rounding: T) -> Tried {
        let (mut nearest, edges, percussions) = self.cone(rounding);
        match point {
            Point::Solved => nearest.solve(&edges),
            Point::Nearest => nearest.find(&edges),
        }
        let tried = Tried {
            is_vague: nearest.is_vague,
            is_hopeless: nearest.is_hopeless(),
        };
        edges.percussions(nearest.x, percussions);
        self.iterations += 1;
        self.keep_resolved();
        tried
    }

    /// The cone of the modes in `step`, and the place of its percussions.
    fn cone(&mut self, rounding: T) -> (Nearest<'_, T>, Edges<'_, 'p, T>, &mut [T]) {
        let [
            weights,
            kinds,
            ratios,
            units,
            spare,
            diagonal,
            x,
            next,
            rest,
            uses,
        ] = &mut self.path;
        let edges = Edges::new(self.problem, self.step, [weights, kinds, ratios, units, spare]);
        let nearest = Nearest {
            factors: self.tangent.numbers(),
            diagonal,
            x,
            next,
            rest,
            uses,
            rounding,
            rank: 0,
            is_vague: false,
        };
        (nearest, edges, &mut *self.now)
    }

    /// Changes the mode in `step` of the contact of a negative unknown: of the worst one, or of the first. Whether there is
    /// one.
    fn exchange(&mut self, is_worst: bool) -> bool {
        let [.., x, _, _, _] = &self.path;
        let zero = T::from_f64(0.0);
        let (mut least, mut found) = (zero, None);
        for local in self.problem.each() {
            for (k, row) in local.rows().enumerate() {
                if at(x, row) < least && (is_worst || found.is_none()) {
                    (least, found) = (at(x, row), Some((local, k)));
                }
            }
        }
        let Some((local, k)) = found else { return false };
        let mode = at(self.step, local.first);
        let mode = if mode == T::from_f64(OPEN) {
            if local.has_friction() { STICKS } else { FORWARD }
        } else if mode == T::from_f64(STICKS) {
            let [one, other, _] = local.of(x);
            if one < zero && other < zero {
                OPEN
            } else if k == 0 {
                BACKWARD
            } else {
                FORWARD
            }
        } else if k == 0 {
            OPEN
        } else {
            STICKS
        };
        local.write(self.step, [T::from_f64(mode); 3]);
        true
    }
}

/// Whether all combinations of modes are tried where nothing else helps: in the plane, of few contacts.
pub(in super::super) fn are_few<T: Size>(problem: &ContactProblem<'_, T>) -> bool {
    is_planar(problem) && combinations(problem, choices, COMBINATIONS).is_some()
}

/// The number of modes that a contact may have.
fn choices<T: Size>(problem: &impl Problem<T>, local: &Local<T>) -> usize {
    if local.is_idle(problem) {
        1
    } else if local.has_friction() {
        4
    } else {
        2
    }
}
