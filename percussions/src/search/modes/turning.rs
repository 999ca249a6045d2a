//! The trial of states, for friction in space: slips whose directions turn.
//!
//! Open contacts and those that stick have linear equations. Those that slip do not, so that the states of a combination are
//! solved by Newton's method. Its compliances are far below those of other iterations, for contacts that are redundant up to a
//! part in 10⁵. The last one is zero: equations of redundant contacts depend on others, and their percussions stay.

use super::OPEN;
use super::combinations::{change, combinations};
use crate::ContactProblem;
use crate::alart_curnier::{Piece, linearize};
use crate::laws::Problem;
use crate::local::{Local, Triple, length};
use crate::path::{SLIPS, STICKS};
use crate::search::{Search, least_compliance};
use crate::tangent::Dense;
use extremal_numerics::block::{at, copied};
use extremal_numerics::{Scalar, Size, lu};

/// All combinations of states are tried if there are not more, as of six contacts with friction.
const COMBINATIONS: usize = 729;
/// Iterations for known states, and those that may pass without halving the residual.
const ITERATIONS: usize = 20;
const PATIENCE: usize = 6;

impl<T: Size> Search<'_, T, ContactProblem<'_, T>, Dense<'_, T>> {
    /// Tries states, beginning with those of the best percussions.
    pub(in super::super::super) fn try_states(&mut self) {
        self.measure_best();
        for compliance in compliances() {
            copied(self.best, self.now);
            self.turn(Local::piece, compliance);
            if self.is_solved() {
                return;
            }
        }
        self.read_states();
        let problem = self.problem;
        let Some(combinations) = combinations(problem, count_of_states, COMBINATIONS) else {
            return;
        };
        for changes in 0..=problem.contacts().len() {
            for combination in 0..combinations {
                let [.., states] = &mut self.path;
                let states = (&*self.swept, &mut **states);
                if change(problem, count_of_states, combination, states) != changes {
                    continue;
                }
                for (start, compliance) in starts() {
                    self.begin(start);
                    self.try_held(compliance);
                    if self.is_solved() {
                        return;
                    }
                }
            }
        }
    }

    /// Writes the states of the best percussions to `swept`.
    fn read_states(&mut self) {
        for local in self.problem.each() {
            let (velocities, _) = local.velocities(self.problem, self.best);
            let state = match local.piece(local.of(self.best), velocities) {
                _ if local.is_idle(self.problem) => OPEN,
                Piece::Open => OPEN,
                Piece::Slip { .. } if local.has_friction() => SLIPS,
                Piece::Stick | Piece::Slip { .. } => STICKS,
            };
            local.write(self.swept, [T::from_f64(state); 3]);
        }
    }

    /// Percussions from which Newton's method begins.
    fn begin(&mut self, start: Start) {
        match start {
            Start::Best => copied(self.best, self.next),
            Start::Free => self.next.fill(T::from_f64(0.0)),
        }
        copied(self.next, self.now);
        for local in self.problem.each() {
            let [.., states] = &self.path;
            if at(states, local.first) >= T::from_f64(SLIPS) {
                let own = self.begun(&local);
                local.write(self.now, own);
            }
        }
    }

    /// Newton's method on the equations of the states.
    fn try_held(&mut self, compliance: T) {
        let [.., states] = &mut self.path;
        let (states, zero) = (core::mem::take(states), T::from_f64(0.0));
        self.turn(
            |local: &Local<T>, p: Triple<T>, v: Triple<T>| {
                let state = at(states, local.first);
                if state < T::from_f64(STICKS) {
                    Piece::Open
                } else if state >= T::from_f64(SLIPS) {
                    local.slipping(p, v)
                } else if local.has_friction() {
                    Piece::Stick
                } else {
                    let (direction, share) = ([zero; 2], zero);
                    Piece::Slip { direction, share }
                }
            },
            compliance,
        );
        let [.., place] = &mut self.path;
        *place = states;
    }

    /// The percussion with which a contact begins to slip: against what it would do otherwise.
    fn begun(&self, local: &Local<T>) -> Triple<T> {
        let zero = T::from_f64(0.0);
        let ([_, v_1, v_2], _) = local.velocities(self.problem, self.next);
        let [normal, p_1, p_2] = local.of(self.next);
        let [free, ..] = local.of(self.problem.free());
        let normal = if normal > zero {
            normal
        } else {
            Scalar::abs(free) / local.normal
        };
        let [x, y] = [p_1 - v_1 / local.tangential, p_2 - v_2 / local.tangential];
        let size = length([x, y]);
        let size = if size > zero { size } else { T::from_f64(1.0) };
        let radius = local.friction * normal;
        [normal, x / size * radius, y / size * radius]
    }

    /// Newton's method, with full steps.
    fn turn(&mut self, piece: impl Fn(&Local<T>, Triple<T>, Triple<T>) -> Piece<T> + Copy, compliance: T) {
        let (mut last, mut waited) = (T::INFINITY, 0);
        for _ in 0..ITERATIONS {
            let residual = self.problem.residuals(self.now).strict;
            self.keep_resolved();
            if residual < T::from_f64(0.5) * last {
                (last, waited) = (residual, 0);
            } else {
                waited += 1;
            }
            if self.is_solved() || waited > PATIENCE || !residual.is_finite() {
                return;
            }
            linearize(
                (self.problem, self.now),
                piece,
                compliance,
                self.tangent,
                self.step,
            );
            if compliance == T::from_f64(0.0) {
                self.solve_what_is_independent();
            } else if lu::solve(self.tangent.numbers(), self.step).is_err() {
                return;
            }
            self.iterations += 1;
            self.move_by(T::from_f64(1.0));
            core::mem::swap(&mut self.now, &mut self.next);
        }
        self.keep_resolved();
    }

    /// Solves for the step, in percussions times √a. Those that depend on others stay.
    fn solve_what_is_independent(&mut self) {
        let [units, ..] = &mut self.path;
        for local in self.problem.each() {
            local.write(units, local.roots().map(Scalar::recip));
        }
        let rows = self.problem.rows();
        for row in self.tangent.numbers().chunks_exact_mut(rows.max(1)) {
            row.iter_mut()
                .zip(&**units)
                .for_each(|(entry, &unit)| *entry = *entry * unit);
        }
        lu::solve_consistent(self.tangent.numbers(), self.step);
        self.step
            .iter_mut()
            .zip(&**units)
            .for_each(|(step, &unit)| *step = *step * unit);
    }
}

/// Where Newton's method begins: at the best percussions, or without any.
#[derive(Clone, Copy, Debug)]
enum Start {
    Best,
    Free,
}

/// The starts and compliances for each combination of states.
fn starts<T: Size>() -> impl Iterator<Item = (Start, T)> {
    let best = compliances()
        .into_iter()
        .map(|compliance| (Start::Best, compliance));
    best.chain([(Start::Free, T::from_f64(0.0)), (Start::Free, least_compliance())])
}

/// Smaller and smaller ones, and none.
fn compliances<T: Size>() -> [T; 4] {
    let part = Scalar::sqrt(Scalar::sqrt(Scalar::sqrt(T::from_f64(T::EPSILON))));
    let first = part * least_compliance();
    [first, part * first, part * part * first, T::from_f64(0.0)]
}

fn count_of_states<T: Size>(problem: &impl Problem<T>, local: &Local<T>) -> usize {
    if local.is_idle(problem) {
        1
    } else if local.has_friction() {
        3
    } else {
        2
    }
}
