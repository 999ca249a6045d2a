//! Semismooth Newton iterations on the Alart–Curnier function.

use super::alart_curnier::{Piece, linearize};
use super::gauss_seidel::Sweeps;
use super::local::{Local, Triple, larger};
use super::path::{Path, SLIPS, STICKS};
use super::problem::Residuals;
use super::single::single;
use super::{ContactProblem, ContactSolver, Solved, floor, guess};
use crate::block::{at, zeros};
use crate::{Block, ContactFailure, Failure, Scalar, Size, lu};

/// Newton's method on the Alart–Curnier function, the default.
///
/// ```text
/// τ_N = P_N − ξ_N/a_N,   τ_T = P_T − ξ_T/a_T
/// F_N = P_N − max(τ_N, 0)
/// F_T = P_T − proj(τ_T, μ max(τ_N, 0))
/// ```
///
/// F = 0 if and only if P solves the problem. F is smooth on pieces, and the iterations linearize the piece at P:
///
/// | piece | equations |
/// | --- | --- |
/// | open: `τ_N` ≤ 0 | P = 0 |
/// | sticking: \|`τ_T`\| ≤ μ `τ_N` | ξ = 0 |
/// | slipping | `ξ_N` = 0, `P_T` = μ `τ_N` n with n = `τ_T`/\|`τ_T`\|, whose direction turns with P |
///
/// The matrix is not symmetric. It is eliminated with row pivoting, with G + δ diag(a) for G. The compliance δ = √ε/4 shares
/// loads among redundant contacts. F is that without δ, so that the solution is that without δ, too: an iteration reduces
/// errors by δ over the smallest non-zero eigenvalue of G relative to a. Letters and the residual are those of
/// [`ContactProblem::residual`].
///
/// A single contact without slip components takes no iteration, P = max(0, −c/G), and none in the plane, unless rounding
/// decides whether it is a Painlevé configuration.
///
/// A correction that increases the residual is halved, up to three times. If 20 + R iterations do not converge, the central
/// path of the problem is followed from far inside of the cones, p ∘ v = σ e with σ halved each step. It shows which contacts
/// open, stick and slip, and Newton's method then solves the equations of these states. This helps where redundant contacts
/// that stick contradict each other by a little: their shared loads have to grow, by the contradiction over δ in each
/// iteration, until one of them slips or opens. It takes about 90 iterations.
///
/// If that fails, too, up to twelve more attempts start in turn from Gauss–Seidel sweeps and from contacts that are all
/// pressed, with δ up to 0.1 times the residual.
///
/// P. Alart, A. Curnier, A mixed formulation for frictional contact problems prone to Newton like solution methods, Computer
/// Methods in Applied Mechanics and Engineering 92, 1991; Acary and Brogliato 2008, chapter 13.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SemismoothNewton;

/// Attempts from different starts.
const ATTEMPTS: usize = 13;
/// Newton iterations of an attempt, beside one for each row.
const ITERATIONS: usize = 20;
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
/// Sweeps before the second attempt; twice as many before each later one.
const SWEEPS: usize = 8;

impl ContactSolver for SemismoothNewton {
    fn solve<T: Size, V: Block<T>, D: Block<T>>(
        &self,
        problem: &ContactProblem<'_, T>,
        percussions: &mut V,
    ) -> Result<Solved<T>, Failure> {
        if let Some(solved) = single(problem, percussions.as_mut_slice()) {
            return Ok(solved);
        }
        guess(problem, percussions)?;
        let mut tangent = zeros();
        let mut search = Search::<T, V, D>::new(problem, percussions, &mut tangent);
        let sweeps = search.run();
        search.end(sweeps, percussions)
    }
}

/// Newton's method from percussions that solve the problem up to the rounding errors of another method.
pub(super) fn polish<T: Size, V: Block<T>, D: Block<T>>(
    problem: &ContactProblem<'_, T>,
    percussions: &mut V,
) -> Result<Solved<T>, Failure> {
    let mut tangent = zeros();
    let mut search = Search::<T, V, D>::new(problem, percussions, &mut tangent);
    search.iterate(*percussions, T::from_f64(0.0));
    search.end(0, percussions)
}

/// A problem, the best percussions found, and memory.
struct Search<'a, T, V, D> {
    problem: &'a ContactProblem<'a, T>,
    best: V,
    residual: T,
    iterations: usize,
    step: V,
    /// One block, which is not moved: it may be large.
    tangent: &'a mut D,
}

impl<'a, T: Size, V: Block<T>, D: Block<T>> Search<'a, T, V, D> {
    fn new(problem: &'a ContactProblem<'a, T>, percussions: &V, tangent: &'a mut D) -> Self {
        Self {
            problem,
            best: *percussions,
            residual: T::INFINITY,
            iterations: 0,
            step: zeros(),
            tangent,
        }
    }

    /// The report, and the best percussions also after a failure.
    fn end(self, sweeps: usize, percussions: &mut V) -> Result<Solved<T>, Failure> {
        *percussions = self.best;
        let (iterations, mut residual) = (self.iterations, self.residual);
        let accepted = largest_accepted(self.problem);
        if self.problem.release(percussions.as_mut_slice()) {
            let released = self.problem.residual(percussions.as_slice());
            if released <= accepted {
                residual = released;
            } else {
                *percussions = self.best;
            }
        }
        if residual <= accepted {
            Ok(Solved {
                iterations,
                sweeps,
                residual,
            })
        } else {
            let residual = residual.to_f64();
            Err(ContactFailure::NotConverged { iterations, residual }.into())
        }
    }

    /// Attempts from different starts, until one succeeds. Returns the number of sweeps.
    fn run(&mut self) -> usize {
        let mut swept = self.best;
        let mut sweeps = Sweeps::from(T::INFINITY);
        let mut count = SWEEPS;
        for attempt in 0..ATTEMPTS {
            let mut start = swept;
            if attempt > 0 && attempt % 2 == 0 {
                self.press(start.as_mut_slice(), T::from_count(attempt));
            }
            self.iterate(start, T::from_f64(if attempt == 0 { 0.0 } else { 0.1 }));
            if attempt == 0 && !self.is_solved() {
                self.follow();
            }
            if self.is_solved() || attempt + 1 == ATTEMPTS {
                break;
            }
            let numbers = swept.as_mut_slice().get_mut(..self.problem.rows());
            sweeps.sweep(self.problem, numbers.unwrap_or_default(), count);
            count *= 2;
        }
        sweeps.sweeps
    }

    /// A start at which all contacts are closed.
    fn press(&self, percussions: &mut [T], factor: T) {
        for local in self.problem.each() {
            let [free, ..] = local.of(self.problem.free());
            let zero = T::from_f64(0.0);
            local.write(
                percussions,
                [factor * Scalar::abs(free) / local.normal, zero, zero],
            );
        }
    }

    /// Newton's method from `start`, with a compliance of at most `largest`.
    fn iterate(&mut self, start: V, largest: T) {
        let mut percussions = start;
        let mut residuals = self.problem.residuals(start.as_slice());
        for _ in 0..ITERATIONS + self.problem.rows() {
            if residuals.merit <= floor(self.problem) {
                // What the cones cut off is rounding, but it may be coupled with rows of smaller summands.
                if self.problem.project(percussions.as_mut_slice()) {
                    residuals = self.problem.residuals(percussions.as_slice());
                }
            }
            let (was_solved, last) = (self.is_solved(), self.residual);
            self.keep(&percussions, residuals.strict);
            let is_better = self.residual < T::from_f64(0.5) * last;
            if was_solved && !is_better {
                return;
            }
            let compliance = compliance(residuals.merit, largest);
            // NaN ends the iterations, too.
            if self.residual <= floor(self.problem)
                || !residuals.merit.is_finite()
                || self.correct(&percussions, Local::piece, compliance).is_err()
            {
                return;
            }
            self.iterations += 1;
            (percussions, residuals) = self.line_search(percussions, residuals);
        }
        self.keep(&percussions, residuals.strict);
    }

    fn is_solved(&self) -> bool {
        self.residual <= largest_accepted(self.problem)
    }

    /// Along the central path, with corrections for the states of contacts that it shows.
    fn follow(&mut self) {
        let mut path = Path::<T, V>::new(self.problem);
        let (mut states, mut tried) = (path.states, T::INFINITY);
        let mut reduction = HALF;
        for _ in 0..STEPS {
            let target = T::from_f64(reduction) * path.gap();
            let Ok(length) = path.advance(target, self.tangent.as_mut_slice()) else {
                return;
            };
            self.iterations += 1;
            // NaN ends the path, too.
            let is_long = length > T::from_f64(SHORTEST);
            if !is_long || path.is_lost() {
                return;
            }
            let percussions = path.percussions();
            self.keep(&percussions, self.problem.residual(percussions.as_slice()));
            let is_same = path.states.as_slice() == states.as_slice();
            if is_same && path.gap() < T::from_f64(0.3) * tried {
                self.hold(percussions, states.as_slice());
                tried = path.gap();
            }
            if self.is_solved() {
                return;
            }
            states = path.states;
            // A short step is one from a point that is not central.
            reduction = if length > T::from_f64(0.5) { HALF } else { 1.0 };
        }
    }

    /// Newton's method on the equations of states that are known.
    fn hold(&mut self, mut percussions: V, states: &[T]) {
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
            if self.correct(&percussions, state, compliance).is_err() {
                return;
            }
            self.iterations += 1;
            let residuals;
            (percussions, residuals) = self.moved(&percussions, T::from_f64(1.0));
            self.keep(&percussions, residuals.strict);
            let is_better = residuals.strict < T::from_f64(0.1) * last;
            if self.is_solved() || !is_better {
                return;
            }
            last = residuals.strict;
        }
    }

    fn correct(
        &mut self,
        percussions: &V,
        piece: impl Fn(&Local<T>, Triple<T>, Triple<T>) -> Piece<T>,
        compliance: T,
    ) -> Result<(), Failure> {
        let n = self.problem.rows();
        let step = self.step.as_mut_slice().get_mut(..n).unwrap_or_default();
        let tangent = self.tangent.as_mut_slice().get_mut(..n * n).unwrap_or_default();
        let at = (self.problem, percussions.as_slice());
        linearize(at, piece, compliance, tangent, step);
        lu::solve(tangent, step)
    }

    /// The longest of a few steps that reduces the merit, or the shortest one. A merit of rounding errors says nothing.
    fn line_search(&self, percussions: V, before: Residuals<T>) -> (V, Residuals<T>) {
        let bound = larger(before.merit, floor(self.problem));
        let mut length = T::from_f64(1.0);
        for _ in 0..HALVINGS {
            let (trial, residuals) = self.moved(&percussions, length);
            if residuals.merit < bound {
                return (trial, residuals);
            }
            length = length * T::from_f64(0.5);
        }
        self.moved(&percussions, length)
    }

    fn moved(&self, percussions: &V, length: T) -> (V, Residuals<T>) {
        let mut moved = *percussions;
        let pairs = moved.as_mut_slice().iter_mut().zip(self.step.as_slice());
        pairs
            .take(self.problem.rows())
            .for_each(|(p, &step)| *p = *p + length * step);
        let residuals = self.problem.residuals(moved.as_slice());
        (moved, residuals)
    }

    /// Keeps percussions whose residual is the smallest one within their cones, which rounding errors leave.
    fn keep(&mut self, percussions: &V, mut residual: T) {
        let mut inside = *percussions;
        if self.problem.project(inside.as_mut_slice()) {
            residual = self.problem.residual(inside.as_slice());
        }
        if residual < self.residual {
            (self.best, self.residual) = (inside, residual);
        }
    }
}

/// δ: the residual between √ε/4 and `largest`.
fn compliance<T: Size>(residual: T, largest: T) -> T {
    let least = T::from_f64(0.25) * Scalar::sqrt(T::from_f64(T::EPSILON));
    let most = if residual < largest { residual } else { largest };
    if most > least { most } else { least }
}

/// The largest accepted residual. Summands of a row may be differences of larger ones.
fn largest_accepted<T: Size>(problem: &ContactProblem<'_, T>) -> T {
    T::from_f64(8.0) * floor(problem)
}
