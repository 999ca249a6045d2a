//! The search for many contacts at once: a bounded effort, and then the best percussions found.

use super::super::accelerated::{Effort, accelerated};
use super::super::blocks::Blocks;
use super::super::gauss_seidel::Sweeps;
use super::super::laws::{ACCEPTED, Problem};
use super::super::local::{Local, larger};
use super::super::path::Path;
use super::super::path::leap::{Course, load};
use super::super::sparse::SparseContactProblem;
use super::super::sparse_tangent::SparseTangent;
use super::super::tangent::Tangent;
use super::{Search, compliance};
use crate::floor;
use extremal_numerics::Size;
use extremal_numerics::block::copied;

/// Islands of more contacts are not solved to rounding.
pub(in super::super) const MANY: usize = 32;
/// The search ends at a residual of this size, or below.
pub(in super::super) const GOAL: f64 = 1e-8;
/// Newton steps from the guess, and steps that may pass without halving the residual.
const STEPS: usize = 8;
const PATIENCE: usize = 4;
/// Extrapolated sweeps before a path is taken, in two parts, and Newton steps after each of them.
const APPROACHES: [usize; 2] = [100, 300];
const CLOSING: usize = 3;
/// The load of a guess that contacts may hold by pressing against each other alone.
const JAMMED: f64 = 100.0;
/// Steps along the central path, and those that may pass without halving the gap; a shorter one ends the path.
const LEAPS: usize = 45;
const UNHALVED: usize = 12;
/// Another path is taken where sweeps and steps in turn do not lead from the end of the last one to what is accepted.
const COURSES: [Course; 3] = [
    Course {
        share: 1.0,
        start: 1.0,
    },
    Course {
        share: 0.3,
        start: 1.0,
    },
    Course {
        share: 1.0,
        start: 0.1,
    },
];
const SHORTEST: f64 = 1e-7;
/// The gap at which the states of contacts are first tried, and by which it falls before the next trial.
const FIRST: f64 = 3e-6;
const NEXT: f64 = 0.03;
/// Newton steps from what the states give, and below a gap from the path itself.
const CORRECTIONS: usize = 6;
const CLOSE: f64 = 1e-7;
/// Turns of some sweeps and a step.
const TURNS: usize = 10;
const SWEEPS_OF_A_TURN: usize = 20;
/// A turn that does not help brings more sweeps to the next one, with shorter corrections: cycles end.
const MOST_FAILURES: usize = 8;
const RELAXATION: f64 = 1.5;
const SHORTER: f64 = 0.8;

impl<T: Size> Search<'_, T, SparseContactProblem<T>, SparseTangent<T>> {
    /// Newton steps from the guess as long as they help, then extrapolated sweeps, and then the central path. Where it gets
    /// lost, sweeps and steps in turn, then other paths. Returns the number of sweeps.
    pub(in super::super) fn run_many(&mut self, blocks: &mut Blocks<T>) -> usize {
        self.largest_error = Some(T::from_f64(ACCEPTED));
        // What was found before is measured anew.
        self.residual = T::INFINITY;
        let mut load = larger(load(self.problem, self.now), T::from_f64(1.0));
        // Newton steps may lead astray. Sweeps do not, but keep what contacts press against each other.
        copied(self.now, self.swept);
        if load > T::from_f64(JAMMED) {
            self.swept.fill(T::from_f64(0.0));
        }
        self.gain(STEPS);
        let mut sweeps = self.approach(blocks);
        for course in COURSES {
            if !self.is_at_goal() {
                self.leap(course, load);
                sweeps += self.take_turns();
                // The guess may have led astray.
                load = T::from_f64(1.0);
            }
            if self.is_accepted() {
                return sweeps;
            }
        }
        self.enough = T::from_f64(ACCEPTED);
        copied(self.best, self.now);
        sweeps += self.take_long_turns();
        if !self.is_solved() {
            sweeps += self.run_large();
        }
        sweeps
    }

    fn is_accepted(&self) -> bool {
        self.residual <= T::from_f64(ACCEPTED) && self.error < T::from_f64(ACCEPTED)
    }

    fn is_at_goal(&self) -> bool {
        self.residual <= T::from_f64(GOAL) && self.error < T::from_f64(ACCEPTED)
    }

    /// Extrapolated sweeps from `swept`, the guess, and Newton steps from where they lead. Returns the number of sweeps.
    ///
    /// What is at the goal and not at rounding gains a little: at rest that is the next guess, so that steps end at rounding.
    fn approach(&mut self, blocks: &mut Blocks<T>) -> usize {
        if self.is_solved() {
            return 0;
        }
        let problem = self.problem;
        blocks.set(problem);
        let mut sweeps = 0;
        for count in APPROACHES {
            let effort = Effort {
                sweeps: count,
                enough: floor(problem),
            };
            let [one, two, three, ..] = &mut self.path;
            let sweep = |p: &mut [T], relaxation| blocks.sweep(problem, p, relaxation);
            let slices = [&mut **one, &mut **two, &mut **three];
            sweeps += accelerated(problem, effort, sweep, self.swept, slices).sweeps;
            copied(self.swept, self.now);
            self.gain(CLOSING);
            if self.is_at_goal() {
                break;
            }
        }
        sweeps
    }

    /// Along the central path, with corrections for the states of contacts that it shows.
    fn leap(&mut self, course: Course, load: T) {
        let mut path = Path::new(self.problem, core::mem::take(&mut self.path)).on(course, load);
        let mut tried = T::from_f64(FIRST);
        let (mut halved, mut waited) = (T::INFINITY, 0);
        for _ in 0..LEAPS {
            let Ok(length) = path.leap(self.tangent) else {
                break;
            };
            self.iterations += 1;
            let gap = path.gap();
            // NaN ends the path, too.
            let goes_on = length > T::from_f64(SHORTEST) && gap.is_finite();
            if gap < T::from_f64(0.5) * halved {
                (halved, waited) = (gap, 0);
            } else {
                waited += 1;
            }
            if !goes_on || waited > UNHALVED {
                break;
            }
            if gap < tried {
                self.correct_path(&mut path);
                tried = T::from_f64(NEXT) * gap;
            }
            if self.is_at_goal() {
                break;
            }
        }
        copied(path.percussions(), self.swept);
        self.path = path.end();
    }

    /// Newton steps near the end of the path: for the states that it shows, then for those that the percussions show.
    fn correct_path(&mut self, path: &mut Path<'_, '_, T, SparseContactProblem<T>>) {
        copied(path.percussions(), self.now);
        self.keep(self.problem.residuals(self.now).strict);
        self.hold(path.states());
        if !self.is_at_goal() {
            self.gain(CORRECTIONS);
        }
        if !self.is_at_goal() && path.gap() < T::from_f64(CLOSE) {
            copied(path.percussions(), self.now);
            self.gain(CORRECTIONS);
        }
    }
}

/// Whether errors are small beside the velocities without percussions, too. Those of a problem without a solution, as of a row
/// between walls that approach each other, are not, whatever the percussions are. Errors below the rounding of summands
/// say nothing.
pub(in super::super) fn is_answer<T: Size>(problem: &impl Problem<T>, percussions: &[T]) -> Result<(), T> {
    let error = problem.error(percussions, T::from_f64(0.0));
    if error <= T::from_f64(ACCEPTED) && problem.is_resolved(percussions) {
        Ok(())
    } else {
        Err(error)
    }
}

impl<T: Size, P: Problem<T>, M: Tangent<T, P>> Search<'_, T, P, M> {
    /// Sweeps and a step in turn, from where the path ended. Returns the number of sweeps.
    fn take_turns(&mut self) -> usize {
        let (mut sweeps, mut failures) = (0, 0);
        let mut relaxation = T::from_f64(RELAXATION);
        for _ in 0..TURNS {
            if self.residual <= T::from_f64(GOAL) && self.error < T::from_f64(ACCEPTED) {
                break;
            }
            let count = SWEEPS_OF_A_TURN * (1 + failures);
            Sweeps::relaxed(relaxation).sweep(self.problem, self.swept, count);
            sweeps += count;
            copied(self.swept, self.now);
            self.keep(self.problem.residuals(self.now).strict);
            let before = self.measure();
            self.gain(1);
            if self.measure() < before {
                copied(self.best, self.swept);
                (failures, relaxation) = (0, T::from_f64(RELAXATION));
            } else if failures < MOST_FAILURES {
                failures += 1;
                relaxation = T::from_f64(SHORTER) * relaxation;
            }
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
