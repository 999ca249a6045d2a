//! Semismooth Newton iterations on the Alart–Curnier function.

use super::alart_curnier::{Piece, linearize};
use super::gauss_seidel::Sweeps;
use super::laws::{Problem, Residuals};
use super::local::{Local, Triple, larger};
use super::path::{self, Path, SLIPS, STICKS};
use super::single::single;
use super::tangent::{Dense, Tangent};
use super::{ContactProblem, ContactSolver, Solved, floor, guess};
#[cfg(feature = "alloc")]
use super::{
    SolvedIslands, SparseContactProblem, SparseContactRoom, SparseContactSolver,
    islands::{self, SolvesIslands},
    large::Large,
};
use crate::block::{at, zeros};
use crate::{Block, ContactFailure, Failure, Scalar, Size};

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
/// A correction that increases the residual is halved, up to three times. If 20 + min(R, 100) iterations do not converge, the central
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
        guess(problem, percussions.as_mut_slice())?;
        search::<T, V, D>(problem, percussions, |mut search| {
            let sweeps = search.run();
            search.end(sweeps)
        })
    }
}

#[cfg(feature = "alloc")]
impl SparseContactSolver for SemismoothNewton {
    fn solve_sparse<T: Size>(
        &self,
        problem: &SparseContactProblem<T>,
        percussions: &mut [T],
        room: &mut SparseContactRoom<T>,
    ) -> Result<SolvedIslands<T>, Failure> {
        islands::solve(self, problem, percussions, room)
    }
}

#[cfg(feature = "alloc")]
impl<T: Size> SolvesIslands<T> for SemismoothNewton {
    fn small<const N: usize>(
        &self,
        problem: &ContactProblem<'_, T>,
        percussions: &mut [T; N],
    ) -> Result<Solved<T>, Failure> {
        self.solve::<T, _, [[T; N]; N]>(problem, percussions)
    }

    fn large(
        &self,
        problem: &SparseContactProblem<T>,
        percussions: &mut [T],
        room: &mut Large<T>,
    ) -> Result<Solved<T>, Failure> {
        let best = guess(problem, percussions)?;
        let (tangent, slices) = room.of(problem)?;
        let mut search = Search::new(problem, best, tangent, slices);
        let sweeps = search.run();
        search.end(sweeps)
    }
}

/// Newton's method from percussions that solve the problem up to the rounding errors of another method.
pub(super) fn polish<T: Size, V: Block<T>, D: Block<T>>(
    problem: &ContactProblem<'_, T>,
    percussions: &mut V,
) -> Result<Solved<T>, Failure> {
    search::<T, V, D>(problem, percussions, |mut search| {
        search.iterate(T::from_f64(0.0));
        search.end(0)
    })
}

/// A search in blocks on the stack.
fn search<T: Size, V: Block<T>, D: Block<T>>(
    problem: &ContactProblem<'_, T>,
    percussions: &mut V,
    solve: impl FnOnce(Search<'_, T, ContactProblem<'_, T>, Dense<'_, T>>) -> Result<Solved<T>, Failure>,
) -> Result<Solved<T>, Failure> {
    let rows = problem.rows();
    // One large block, which is not moved.
    let mut tangent: D = zeros();
    let mut tangent = Dense::new(tangent.as_mut_slice(), rows);
    let mut room: [V; SLICES] = core::array::from_fn(|_| zeros());
    let slices = room.each_mut().map(|block| first(block.as_mut_slice(), rows));
    let best = first(percussions.as_mut_slice(), rows);
    solve(Search::new(problem, best, &mut tangent, slices))
}

fn first<T>(numbers: &mut [T], count: usize) -> &mut [T] {
    numbers.get_mut(..count).unwrap_or_default()
}

/// The number of slices that a search needs, beside the percussions.
pub(super) const SLICES: usize = 5 + path::SLICES;

/// A problem, the best percussions found, and memory.
pub(super) struct Search<'a, T, P, M> {
    problem: &'a P,
    best: &'a mut [T],
    residual: T,
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
    /// From a guess. Each slice has R numbers.
    pub(super) fn new(
        problem: &'a P,
        best: &'a mut [T],
        tangent: &'a mut M,
        slices: [&'a mut [T]; SLICES],
    ) -> Self {
        let [now, next, step, inside, swept, path @ ..] = slices;
        copy(now, best);
        Self {
            problem,
            best,
            residual: T::INFINITY,
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
    pub(super) fn end(self, sweeps: usize) -> Result<Solved<T>, Failure> {
        let (iterations, mut residual) = (self.iterations, self.residual);
        let accepted = largest_accepted(self.problem);
        copy(self.inside, self.best);
        if self.problem.release(self.best) {
            let released = self.problem.residuals(self.best).strict;
            if released <= accepted {
                residual = released;
            } else {
                copy(self.best, self.inside);
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
    pub(super) fn run(&mut self) -> usize {
        copy(self.swept, self.now);
        let mut sweeps = Sweeps::from(T::INFINITY);
        let mut count = SWEEPS;
        for attempt in 0..ATTEMPTS {
            copy(self.now, self.swept);
            if attempt > 0 && attempt % 2 == 0 {
                self.press(T::from_count(attempt));
            }
            self.iterate(T::from_f64(if attempt == 0 { 0.0 } else { 0.1 }));
            if attempt == 0 && !self.is_solved() {
                self.follow();
            }
            if self.is_solved() || attempt + 1 == ATTEMPTS {
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

    fn is_solved(&self) -> bool {
        self.residual <= largest_accepted(self.problem)
    }

    /// Along the central path, with corrections for the states of contacts that it shows.
    fn follow(&mut self) {
        let mut path = Path::new(self.problem, core::mem::take(&mut self.path));
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
            copy(self.now, path.percussions());
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
    ) -> Result<(), Failure> {
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
        copy(self.inside, self.now);
        if self.problem.project(self.inside) {
            residual = self.problem.residuals(self.inside).strict;
        }
        if residual < self.residual {
            copy(self.best, self.inside);
            self.residual = residual;
        }
    }
}

/// A copy without a panic, which that of slices has for other lengths.
fn copy<T: Copy>(to: &mut [T], from: &[T]) {
    to.iter_mut().zip(from).for_each(|(to, &from)| *to = from);
}

/// δ: the residual between √ε/4 and `largest`.
fn compliance<T: Size>(residual: T, largest: T) -> T {
    let least = T::from_f64(0.25) * Scalar::sqrt(T::from_f64(T::EPSILON));
    let most = if residual < largest { residual } else { largest };
    if most > least { most } else { least }
}

/// The largest accepted residual. Summands of a row may be differences of larger ones.
fn largest_accepted<T: Size>(problem: &impl Problem<T>) -> T {
    T::from_f64(8.0) * floor(problem)
}
