//! Semismooth Newton iterations on the Alart–Curnier function: the solver, and where it has its memory.

use super::rest::rest;
use super::search::modes::are_few;
use super::search::{SLICES, Search};
use super::single::{alone, single};
use super::tangent::Dense;
use super::trial::last_resort;
use super::{ContactProblem, ContactSolver, Kept, Solved, guess};
#[cfg(feature = "alloc")]
use super::{
    SolvedIslands, SparseContactProblem, SparseContactRoom, SparseContactSolver,
    islands::{self, SolvesIslands},
    large::Large,
    laws::{ACCEPTED, Problem},
    search::many::{MANY, is_answer},
};
use crate::ContactFailure;
use extremal_numerics::block::zeros;
use extremal_numerics::{Block, Size};

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
/// A correction that increases the residual is halved, up to three times. If 20 + min(R, 100) iterations do not converge,
/// the central path of the problem is followed from far inside of the cones, p ∘ v = σ e with σ halved each step. It shows
/// which contacts open, stick and slip, and Newton's method then solves the equations of these states. This helps where
/// redundant contacts that stick contradict each other by a little: their shared loads have to grow, by the contradiction
/// over δ in each iteration, until one of them slips or opens. It takes about 90 iterations.
///
/// If that fails, too, up to twelve more attempts start in turn from Gauss–Seidel sweeps and from contacts that are all
/// pressed, with δ up to 0.1 times the residual; four in the plane with up to eight contacts, whose modes are all tried next.
///
/// The last resort tries modes. In the plane a contact is open, sticks, or slips in one of two directions, and the
/// percussions of given modes are the coordinates of −c in a cone. Least squares find them, also for redundant contacts.
/// From the modes of the best percussions on, one unknown with the wrong sign is exchanged after the other. Then all modes
/// of up to eight contacts are tried, the fewest changes first. Those with two changes or more are first tried in groups,
/// with the same open contacts and any slip of the others. A group has no solution if −c is outside of its cone. That is
/// shown by a vector whose products with the edges are not positive, and whose product with −c is positive. At last come
/// [`Lemke`](super::Lemke)'s pivots. So nearly every planar problem of up to eight contacts that has a solution is solved:
/// of 10⁶ random ones of up to six contacts with a known solution, with masses over six orders and redundant contacts, one
/// was missed. Friction in space has Newton's method for all states of up to six contacts instead, and δ down to 1e-15: of
/// 10⁵ such problems 268 were missed. The last resort takes milliseconds, and in space up to a second where there is no
/// solution. Islands of more than 48 rows have no last resort.
///
/// Islands of more than 48 rows have a sparse matrix, whose pattern is analysed once, and whose factors are kept while its
/// numbers are the same. After five attempts, sweeps and steps follow in turn: a hundred sweeps tell what each contact does,
/// and a step, as long as it reduces Σ a F², corrects all of them at once. Islands that are not solved to rounding, of any
/// size, are searched again as those of many contacts.
///
/// Islands of more than 32 contacts take a few Newton steps from the guess, which are enough where little has changed, as at
/// rest. Else up to 400 sweeps follow, extrapolated as those of [`Budget`](super::Budget), and a few Newton steps. If they do
/// not lead to a residual of 1e-8, the central path is followed with long steps, a predictor and a corrector for each
/// factorization, to that residual and below. That takes fifteen to forty factorizations, whatever the number of contacts.
///
/// Some paths get lost where many redundant contacts share loads by large friction, as in a pile shortly before it rests. Then
/// sweeps and steps follow in turn, and their percussions are the answer if the residual is at most 1e-4. Each velocity is then
/// known up to 1e-4 of the sum of the magnitudes that the percussions around it contribute, and up to 1e-4 of the largest
/// velocity without percussions, both with masses of 1. With the masses that bodies have, it is known up to 1e-3 of the largest
/// one, however much heavier one body is than another. Percussions themselves may be known less well. Those of which a part in
/// 10¹⁰ would be such an error are taken only if there are no smaller ones. Else up to two other paths follow, then more sweeps
/// and steps, and at last the attempts above. Percussions lie in their cones exactly. [`Solved::residual`] tells the error.
/// Larger ones are a failure, as of a problem without a solution.
///
/// P. Alart, A. Curnier, A mixed formulation for frictional contact problems prone to Newton like solution methods, Computer
/// Methods in Applied Mechanics and Engineering 92, 1991; Acary and Brogliato 2008, chapter 13.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SemismoothNewton;

/// Attempts from different starts.
const ATTEMPTS: usize = 13;
/// Attempts where all modes are tried after them, which takes less time than the sweeps of more attempts.
const BEFORE_MODES: usize = 5;

impl ContactSolver for SemismoothNewton {
    fn solve<T: Size, V: Block<T>, D: Block<T>>(
        &self,
        problem: &ContactProblem<'_, T>,
        percussions: &mut V,
    ) -> Result<Solved<T>, ContactFailure> {
        if let Some(solved) = single(problem, percussions.as_mut_slice()) {
            return Ok(solved);
        }
        if let Some(solved) = rest(problem, percussions) {
            return Ok(solved);
        }
        guess(problem, percussions.as_mut_slice())?;
        let solved = attempts::<T, V, D>(problem, percussions);
        solved.or_else(|failure| last_resort::<T, V, D>(problem, percussions, failure))
    }

    #[inline]
    fn solve_one<T: Size>(&self, delassus: T, free: (T, T)) -> Option<(T, Solved<T>)> {
        alone(delassus, free)
    }

    #[inline]
    fn keep<T: Size>(&self, kept: &Kept<'_, T>) -> Option<Solved<T>> {
        kept.solved()
    }
}

#[cfg(feature = "alloc")]
impl SparseContactSolver for SemismoothNewton {
    fn solve_sparse<T: Size>(
        &self,
        problem: &SparseContactProblem<T>,
        percussions: &mut [T],
        room: &mut SparseContactRoom<T>,
    ) -> Result<SolvedIslands<T>, ContactFailure> {
        islands::solve(self, problem, percussions, room)
    }
}

#[cfg(feature = "alloc")]
impl SolvesIslands for SemismoothNewton {
    const TAKES_LESS_THAN_ROUNDING: bool = true;

    fn large<T: Size>(
        &self,
        problem: &SparseContactProblem<T>,
        percussions: &mut [T],
        room: &mut Large<T>,
    ) -> Result<Solved<T>, ContactFailure> {
        let best = guess(problem, percussions)?;
        let (tangent, blocks, slices) = room.of(problem)?;
        let mut search = Search::new(problem, best, tangent, slices);
        let mut sweeps = 0;
        if problem.contacts().len() <= MANY {
            sweeps = search.run_large();
            if search.is_solved() {
                return search.end(sweeps);
            }
        }
        sweeps += search.run_many(blocks);
        let solved = search.end_at(sweeps, T::from_f64(ACCEPTED))?;
        is_answer(problem, percussions).map_err(|_| ContactFailure::NotConverged {
            iterations: solved.iterations,
            residual: solved.residual.to_f64(),
            contact: problem.worst(percussions),
        })?;
        Ok(solved)
    }
}

/// All attempts from a guess.
pub(super) fn attempts<T: Size, V: Block<T>, D: Block<T>>(
    problem: &ContactProblem<'_, T>,
    percussions: &mut V,
) -> Result<Solved<T>, ContactFailure> {
    let attempts = if are_few(problem) { BEFORE_MODES } else { ATTEMPTS };
    search::<T, V, D>(problem, percussions, |mut search| {
        let sweeps = search.run(attempts);
        search.end(sweeps)
    })
}

/// Newton's method from percussions that solve the problem up to the rounding errors of another method.
pub(super) fn polish<T: Size, V: Block<T>, D: Block<T>>(
    problem: &ContactProblem<'_, T>,
    percussions: &mut V,
) -> Result<Solved<T>, ContactFailure> {
    search::<T, V, D>(problem, percussions, |mut search| {
        search.iterate(T::from_f64(0.0));
        search.end(0)
    })
}

/// A search in blocks on the stack.
pub(super) fn search<T: Size, V: Block<T>, D: Block<T>>(
    problem: &ContactProblem<'_, T>,
    percussions: &mut V,
    solve: impl FnOnce(Search<'_, T, ContactProblem<'_, T>, Dense<'_, T>>) -> Result<Solved<T>, ContactFailure>,
) -> Result<Solved<T>, ContactFailure> {
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
