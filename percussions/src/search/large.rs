//! The search for many contacts: fewer attempts, and then sweeps and steps in turn.

use super::{HALVINGS, Search, least_compliance};
use crate::gauss_seidel::Sweeps;
use crate::laws::Problem;
use crate::local::{Local, larger};
use crate::tangent::Tangent;
use extremal_numerics::Size;
use extremal_numerics::block::copied;

/// Large islands have fewer attempts. Then they take turns: sweeps, and one Newton step.
const FEW_ATTEMPTS: usize = 5;
const TURNS: usize = 100;
const SWEEPS_OF_A_TURN: usize = 100;
/// Each step that fails brings more sweeps before the next one, up to nine times as many.
const MOST_FAILURES: usize = 8;

impl<T: Size, P: Problem<T>, M: Tangent<T, P>> Search<'_, T, P, M> {
    /// Fewer attempts, and then sweeps and steps in turn: for many contacts.
    pub(crate) fn run_large(&mut self) -> usize {
        let sweeps = self.run(FEW_ATTEMPTS);
        copied(self.swept, self.now);
        let sweeps = sweeps + self.take_long_turns();
        // What follows begins with percussions of a bounded size.
        copied(self.swept, self.now);
        sweeps
    }

    /// A hundred sweeps and a step in turn, which reduces Σ a F² or is not taken. Returns the number of sweeps.
    pub(super) fn take_long_turns(&mut self) -> usize {
        let mut sweeps = 0;
        let (mut failures, mut compliance) = (0, T::from_f64(1e-3));
        for _ in 0..TURNS {
            if self.is_solved() {
                break;
            }
            let count = SWEEPS_OF_A_TURN * (1 + failures);
            Sweeps::from(T::INFINITY).sweep(self.problem, self.now, count);
            sweeps += count;
            self.keep(self.problem.residuals(self.now).strict);
            if self.correct(Local::piece, compliance).is_err() {
                break;
            }
            let ten = T::from_f64(10.0);
            if let Some(length) = self.descend() {
                failures = 0;
                if length == T::from_f64(1.0) {
                    compliance = larger(compliance / ten, least_compliance());
                }
            } else {
                failures = (failures + 1).min(MOST_FAILURES);
                compliance = if compliance < T::from_f64(0.01) {
                    compliance * ten
                } else {
                    compliance
                };
            }
            self.keep(self.problem.residuals(self.now).strict);
        }
        sweeps
    }

    /// Takes the longest of a few steps that reduces Σ a F² well. Its length, or none, and then nothing moves.
    fn descend(&mut self) -> Option<T> {
        let [one, tenth] = [1.0, 0.1].map(T::from_f64);
        let before = self.problem.squares(self.now);
        let mut length = one;
        for _ in 0..=HALVINGS {
            self.move_by(length);
            if self.problem.squares(self.next) < (one - tenth * length) * before {
                core::mem::swap(&mut self.now, &mut self.next);
                return Some(length);
            }
            length = length * T::from_f64(0.5);
        }
        None
    }
}
