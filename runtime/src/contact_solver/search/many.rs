//! The search for many contacts at once: a bounded effort, and then the best percussions found.

use super::super::gauss_seidel::Sweeps;
use super::super::laws::Problem;
use super::super::local::Local;
use super::super::tangent::Tangent;
use super::{Search, compliance, copy};
use crate::Size;
use crate::contact_solver::floor;

/// Islands of more contacts are not solved to rounding.
pub(in super::super) const MANY: usize = 32;
/// The search ends at a residual of this size. The velocities of a pile are then known to some 1e-6 of those that meet in its
/// contacts: impacts of many bodies at once are modelled far less exactly, by one coefficient of restitution for each contact.
const GOAL: f64 = 1e-6;
/// What is accepted of a search that does not get there: a part in ten thousand of the velocities.
pub(in super::super) const ACCEPTED: f64 = 1e-4;
/// Newton steps from the guess, and steps that may pass without halving the residual.
const STEPS: usize = 8;
const PATIENCE: usize = 4;
/// Turns of some sweeps and a step.
const TURNS: usize = 12;
const SWEEPS_OF_A_TURN: usize = 20;
/// A turn that does not help brings more sweeps to the next one, with shorter corrections: cycles end.
const MOST_FAILURES: usize = 8;
const RELAXATION: f64 = 1.5;
const SHORTER: f64 = 0.8;

impl<T: Size, P: Problem<T>, M: Tangent<T, P>> Search<'_, T, P, M> {
    /// Newton steps from the guess as long as they help, then turns of sweeps and a step, and then the attempts of fewer
    /// contacts. Returns the number of sweeps.
    pub(in super::super) fn run_many(&mut self) -> usize {
        self.gain(STEPS);
        copy(self.swept, self.best);
        let (mut sweeps, mut failures) = (0, 0);
        let mut relaxation = T::from_f64(RELAXATION);
        for _ in 0..TURNS {
            if self.residual <= T::from_f64(GOAL) {
                return sweeps;
            }
            let count = SWEEPS_OF_A_TURN * (1 + failures);
            Sweeps::relaxed(relaxation).sweep(self.problem, self.swept, count);
            sweeps += count;
            copy(self.now, self.swept);
            self.keep(self.problem.residuals(self.now).strict);
            let before = self.residual;
            self.gain(1);
            if self.residual < before {
                copy(self.swept, self.best);
                (failures, relaxation) = (0, T::from_f64(RELAXATION));
            } else if failures < MOST_FAILURES {
                failures += 1;
                relaxation = T::from_f64(SHORTER) * relaxation;
            }
        }
        self.enough = T::from_f64(GOAL);
        if !self.is_solved() {
            copy(self.now, self.best);
            sweeps += self.run_large();
        }
        sweeps
    }

    /// Newton steps, as long as some of them in turn halve the residual.
    fn gain(&mut self, most: usize) {
        let mut residuals = self.problem.residuals(self.now);
        let (mut waited, mut last) = (0, T::INFINITY);
        for _ in 0..most {
            if residuals.merit <= floor(self.problem) && self.problem.project(self.now) {
                residuals = self.problem.residuals(self.now);
            }
            self.keep(residuals.strict);
            if self.residual < T::from_f64(0.5) * last {
                (waited, last) = (0, self.residual);
            } else {
                waited += 1;
            }
            let compliance = compliance(residuals.merit, T::from_f64(0.0));
            if self.is_solved()
                || waited > PATIENCE
                || !residuals.merit.is_finite()
                || self.correct(Local::piece, compliance).is_err()
            {
                return;
            }
            residuals = self.line_search(residuals);
        }
        self.keep(residuals.strict);
    }
}
