//! The search of Newton's method: attempts from different starts, line searches, the best percussions found.

#[cfg(feature = "alloc")]
mod large;
#[cfg(feature = "alloc")]
pub(super) mod many;
pub(super) mod modes;

use super::alart_curnier::{Piece, linearize};
use super::gauss_seidel::Sweeps;
use super::laws::{Problem, Residuals};
use super::local::{Local, Triple, larger};
use super::path::{self, Path, SLIPS, STICKS};
use super::tangent::Tangent;
use super::{Solved, floor};
use crate::ContactFailure;
use extremal_numerics::block::at;
use extremal_numerics::block::copied;
use extremal_numerics::{Scalar, Size};

/// Newton iterations of an attempt, beside one for each row up to a hundred.
const ITERATIONS: usize = 20;
const MOST: usize = 100;
/// Halvings of a Newton step that increases the residual.
const HALVINGS: usize = 3;
/// Steps along the central path: their gaps fall from 1 to the square of a rounding error.
const STEPS: usize = 150;
/// The part of its gap that a step along the path leaves. Where a tenth is left, one in a hundred paths gets lost.
const HALF: f64 = 0.5;
/// A step that is shorter ends the path.
const SHORTEST: f64 = 1e-3;
/// Iterations for known states.
const HELD: usize = 4;
/// The share of its summands that counts as an error of a velocity: of percussions that are alike the smaller ones are better.
const LOADED: f64 = 1e-10;
/// Errors of this part of the largest one do not count.
const SMALL: f64 = 0.01;
/// Sweeps before the second attempt; twice as many before each later one.
const SWEEPS: usize = 8;

/// The number of slices that a search needs, beside the percussions.
pub(super) const SLICES: usize = 5 + path::SLICES;

/// A problem, the best percussions found, and memory.
pub(super) struct Search<'a, T, P, M> {
    problem: &'a P,
    best: &'a mut [T],
    residual: T,
    /// Their error over the velocities without percussions, zero where it does not count, and the largest one of a solution.
    error: T,
    largest_error: Option<T>,
    /// The residual at which the search ends.
    enough: T,
    iterations: usize,
    /// The matrix is one block, which is not moved: it may be large.
    tangent: &'a mut M,
    /// The percussions of an iteration, those of the next one, and the difference.
    now: &'a mut [T],
    next: &'a mut [T],
    step: &'a mut [T],
    inside: &'a mut [T],
    swept: &'a mut [T],
    path: [&'a mut [T]; path::SLICES],
}

impl<'a, T: Size, P: Problem<T>, M: Tangent<T, P>> Search<'a, T, P, M> {
    /// A search from a guess. Each slice has R numbers.
    pub(super) fn new(
        problem: &'a P,
        best: &'a mut [T],
        tangent: &'a mut M,
        slices: [&'a mut [T]; SLICES],
    ) -> Self {
        let [now, next, step, inside, swept, path @ ..] = slices;
        copied(best, now);
        Self {
            problem,
            best,
            residual: T::INFINITY,
            error: T::from_f64(0.0),
            largest_error: None,
            enough: largest_accepted(problem),
            iterations: 0,
            tangent,
            now,
            next,
            step,
            inside,
            swept,
            path,
        }
    }

    /// The report, and the best percussions also after a failure.
    pub(super) fn end(self, sweeps: usize) -> Result<Solved<T>, ContactFailure> {
        let accepted = largest_accepted(self.problem);
        self.end_at(sweeps, accepted)
    }

    /// As [`end`](Self::end), where a larger residual is accepted. Percussions of contacts that open are made zero if that
    /// costs nothing.
    pub(super) fn end_at(self, sweeps: usize, accepted: T) -> Result<Solved<T>, ContactFailure> {
        let (iterations, mut residual) = (self.iterations, self.residual);
        copied(self.best, self.inside);
        if self.problem.release(self.best) {
            let released = self.problem.residuals(self.best).strict;
            if released <= larger(residual, largest_accepted(self.problem)) {
                residual = released;
            } else {
                copied(self.inside, self.best);
            }
        }
        if residual <= accepted {
            Ok(Solved {
                iterations,
                sweeps,
                residual,
            })
        } else {
            Err(ContactFailure::NotConverged {
                iterations,
                residual: residual.to_f64(),
                contact: self.problem.worst(self.best),
            })
        }
    }

    /// Attempts from different starts, until one succeeds. Returns the number of sweeps.
    pub(super) fn run(&mut self, attempts: usize) -> usize {
        copied(self.now, self.swept);
        let mut sweeps = Sweeps::from(T::INFINITY);
        let mut count = SWEEPS;
        for attempt in 0..attempts {
            copied(self.swept, self.now);
            if attempt > 0 && attempt % 2 == 0 {
                self.press(T::from_count(attempt));
            }
            self.iterate(T::from_f64(if attempt == 0 { 0.0 } else { 0.1 }));
            if attempt == 0 && !self.is_solved() {
                self.follow();
            }
            if self.is_solved() || attempt + 1 == attempts {
                break;
            }
            sweeps.sweep(self.problem, self.swept, count);
            count *= 2;
        }
        sweeps.sweeps
    }

    /// A start at which all contacts are closed.
    fn press(&mut self, factor: T) {
        for local in self.problem.each() {
            let [free, ..] = local.of(self.problem.free());
            let zero = T::from_f64(0.0);
            local.write(self.now, [factor * Scalar::abs(free) / local.normal, zero, zero]);
        }
    }

    /// Newton's method with a compliance of at most `largest`.
    pub(super) fn iterate(&mut self, largest: T) {
        let mut residuals = self.problem.residuals(self.now);
        for _ in 0..ITERATIONS + self.problem.rows().min(MOST) {
            if residuals.merit <= floor(self.problem) {
                // What the cones cut off is rounding, but it may be coupled with rows of smaller summands.
                if self.problem.project(self.now) {
                    residuals = self.problem.residuals(self.now);
                }
            }
            let (was_solved, last) = (self.is_solved(), self.residual);
            self.keep(residuals.strict);
            let is_better = self.residual < T::from_f64(0.5) * last;
            if was_solved && !is_better {
                return;
            }
            let compliance = compliance(residuals.merit, largest);
            // NaN ends the iterations, too.
            if self.residual <= floor(self.problem)
                || !residuals.merit.is_finite()
                || self.correct(Local::piece, compliance).is_err()
            {
                return;
            }
            residuals = self.line_search(residuals);
        }
        self.keep(residuals.strict);
    }

    /// Whether the best percussions have errors of rounding only.
    pub(super) fn is_solved(&self) -> bool {
        self.residual <= self.enough && self.largest_error.is_none_or(|largest| self.error <= largest)
    }

    /// The larger one of the residual and of the error.
    fn measure(&self) -> T {
        larger(self.residual, self.error)
    }

    /// Along the central path, with corrections for the states of contacts that it shows.
    fn follow(&mut self) {
        let mut path = Path::new(self.problem, core::mem::take(&mut self.path));
        self.follow_to_its_end(&mut path);
        self.path = path.end();
    }

    fn follow_to_its_end(&mut self, path: &mut Path<'_, '_, T, P>) {
        let (mut tried, mut reduction) = (T::INFINITY, HALF);
        for _ in 0..STEPS {
            let target = T::from_f64(reduction) * path.gap();
            let Ok(length) = path.advance(target, self.tangent) else {
                return;
            };
            self.iterations += 1;
            // NaN ends the path, too.
            let is_long = length > T::from_f64(SHORTEST);
            if !is_long || path.is_lost() {
                return;
            }
            copied(path.percussions(), self.now);
            self.keep(self.problem.residuals(self.now).strict);
            if path.has_states() && path.gap() < T::from_f64(0.3) * tried {
                self.hold(path.states());
                tried = path.gap();
            }
            if self.is_solved() {
                return;
            }
            // A short step is one from a point that is not central.
            reduction = if length > T::from_f64(0.5) { HALF } else { 1.0 };
        }
    }

    /// Newton's method on the equations of states that are known.
    fn hold(&mut self, states: &[T]) {
        let state = |local: &Local<T>, p: Triple<T>, v: Triple<T>| {
            let state = at(states, local.first);
            if state >= T::from_f64(SLIPS) {
                local.slipping(p, v)
            } else if state >= T::from_f64(STICKS) {
                Piece::Stick
            } else {
                Piece::Open
            }
        };
        let mut last = T::INFINITY;
        for _ in 0..HELD {
            let compliance = compliance(T::from_f64(0.0), T::from_f64(0.0));
            if self.correct(state, compliance).is_err() {
                return;
            }
            let residuals = self.move_by(T::from_f64(1.0));
            core::mem::swap(&mut self.now, &mut self.next);
            self.keep(residuals.strict);
            let is_better = residuals.strict < T::from_f64(0.1) * last;
            if self.is_solved() || !is_better {
                return;
            }
            last = residuals.strict;
        }
    }

    /// The step of one iteration.
    fn correct(
        &mut self,
        piece: impl Fn(&Local<T>, Triple<T>, Triple<T>) -> Piece<T>,
        compliance: T,
    ) -> Result<(), ContactFailure> {
        let at = (self.problem, &*self.now);
        linearize(at, piece, compliance, self.tangent, self.step);
        self.tangent.solve(self.step)?;
        self.iterations += 1;
        Ok(())
    }

    /// Takes the longest of a few steps that reduces the merit, or the shortest one. A merit of rounding errors says nothing.
    fn line_search(&mut self, before: Residuals<T>) -> Residuals<T> {
        let bound = larger(before.merit, floor(self.problem));
        let mut length = T::from_f64(1.0);
        let mut residuals = self.move_by(length);
        for _ in 0..HALVINGS {
            if residuals.merit < bound {
                break;
            }
            length = length * T::from_f64(0.5);
            residuals = self.move_by(length);
        }
        core::mem::swap(&mut self.now, &mut self.next);
        residuals
    }

    /// The residuals of `next`, which is a part of the step from `now`.
    fn move_by(&mut self, length: T) -> Residuals<T> {
        let parts = self.now.iter().zip(&*self.step);
        for (next, (&now, &step)) in self.next.iter_mut().zip(parts) {
            *next = now + length * step;
        }
        self.problem.residuals(self.next)
    }

    /// Keeps percussions whose residual is the smallest one within their cones, which rounding errors leave.
    fn keep(&mut self, mut residual: T) {
        copied(self.now, self.inside);
        if self.problem.project(self.inside) {
            residual = self.problem.residuals(self.inside).strict;
        }
        let most = self.measure();
        if residual < most {
            let zero = T::from_f64(0.0);
            let error = self.largest_error.map_or(zero, |largest| {
                let [own, loaded] =
                    [0.0, LOADED].map(|share| self.problem.error(self.inside, T::from_f64(share)));
                if loaded <= T::from_f64(SMALL) * largest {
                    zero
                } else if own <= largest && loaded > largest {
                    // An answer, which better ones replace.
                    largest
                } else {
                    loaded
                }
            });
            if error < most {
                copied(self.inside, self.best);
                (self.residual, self.error) = (residual, error);
            }
        }
    }
}

/// δ: the residual between √ε/4 and `largest`.
fn compliance<T: Size>(residual: T, largest: T) -> T {
    let least = least_compliance();
    let most = if residual < largest { residual } else { largest };
    if most > least { most } else { least }
}

fn least_compliance<T: Size>() -> T {
    T::from_f64(0.25) * Scalar::sqrt(T::from_f64(T::EPSILON))
}

/// The largest accepted residual. Summands of a row may be differences of larger ones.
pub(super) fn largest_accepted<T: Size>(problem: &impl Problem<T>) -> T {
    T::from_f64(8.0) * floor(problem)
}
