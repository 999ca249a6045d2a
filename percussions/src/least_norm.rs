//! Percussions of least norm: what redundant contacts carry where only their sum is determined. Knows no solver of its own.

mod basis;
mod dual;
mod states;

use super::laws::Problem;
use super::local::larger;
use super::search::largest_accepted;
use super::{ContactProblem, ContactSolver, Solved, SolvesToRounding, floor};
#[cfg(feature = "alloc")]
use super::{
    SolvedIslands, SparseContactProblem, SparseContactRoom, SparseContactSolver, islands, large::Large,
};
use crate::ContactFailure;
use basis::orthonormalize;
use dual::Dual;
use extremal_numerics::block::{copied, dot, zeros};
use extremal_numerics::{Block, Size};
use states::{State, count, scaled};

/// Vectors of R numbers.
const SLICES: usize = 10;

/// A solver, and then the percussions of least norm among all that cause the same motion.
///
/// The percussions of redundant contacts, as of a table on four feet, are not unique: G is singular, and only G P, and with it
/// Wᵀ P and the motion, is determined. Wrapped solvers find some percussions; which ones depends on their start. This one
/// chooses among all P′ that cause the same motion those of
///
/// ```text
/// min Σ aᵢ P′ᵢ²   with   G P′ = G P                       the motion stays, to rounding
///                        P′_N ≥ 0,  |P′_T| ≤ μ P′_N       where the contact sticks
///                        P′_N ≥ 0,  P′_T = P′_N t         where it slips: t = P_T/P_N, its direction and its μ stay
///                        P′ = 0                           where it opens
/// ```
///
/// a are the entries of G on its diagonal, for the two slips of a contact the larger one, as in
/// [`ContactProblem::residual`]. The norm is that of percussions in units in which G has unit rows, so that it depends neither
/// on units nor on the order of contacts. P is unique by this choice alone: it is that of feet with compliances in proportion
/// to a, a model, and not what a real table with other compliances has.
///
/// What is promised:
///
/// | | |
/// | --- | --- |
/// | no redundancy | the percussions of the wrapped solver, bit for bit |
/// | the motion | G P′ = G P to rounding |
/// | the laws | the residual is accepted as that of the wrapped solver, at most 64 R ε; else its percussions stay |
/// | the norm | the least one, to rounding, also where contacts would pull or leave their cones without these conditions |
/// | unique | one answer for each motion: whatever the guess, the wrapped solver and the order of the contacts |
/// | failures | those of the wrapped solver |
///
/// The answer is known as well as G P: up to rounding over the smallest pivot of G that counts. A velocity is zero, so that a
/// contact is closed or sticks, if it is at most 64 R ε of its summands, or the residual of the wrapped solver where that is
/// larger. Where the condition G P′ = G P leaves no room inside of the cones, as where a contact that sticks has to be at the
/// limit of its friction, multipliers λ need not exist. If the residual is then too large, the percussions of the wrapped
/// solver stay, as of one in a thousand random problems. The norm is the least one up to rounding times |λ|, which is large
/// where little room is left.
///
/// If the motion itself is not unique, as of a peg that friction holds between walls, the wrapped solver chooses it by its
/// guess, the percussions of the step before. Those of least norm hold the peg with no more than is needed, so that a push
/// which others would resist moves it.
///
/// # Rank
///
/// Rows of G are divided by √aᵢ, its columns by √aⱼ. The longest row comes first, is taken out of the others, and so on, until
/// the longest one that is left is at most 8 R ε of the first one. The number of rows that were taken is the
/// [`rank`](Self::rank) of G. It is R if no contact is redundant. The same is done with the columns of what contacts may carry.
/// It takes about R³ operations, and for islands of any size two blocks of R × R numbers: some hundred contacts that influence
/// each other are many.
///
/// The conditions above are a projection onto a convex cone, and are solved by Newton's method for the multipliers λ of G P′ =
/// G P, in the orthonormal rows B that were taken:
///
/// ```text
/// y = √a P′ = proj_K(Bᵀ λ),   B proj_K(Bᵀ λ) = b
/// ```
///
/// ```
/// use extremal_percussions::{ActiveContact, ContactProblem, ContactSolver, LeastNorm, SemismoothNewton};
///
/// // A bar of 2 kg and 2 kg m² falls with 3 m/s on three feet at −1, 0 and 1 m.
/// let (places, free) = ([-1.0, 0.0, 1.0], [-3.0; 3]);
/// let delassus: [f64; 9] = core::array::from_fn(|k| 0.5 + 0.5 * places[k / 3] * places[k % 3]);
/// let contacts = [ActiveContact { slips: 0, friction: 0.0 }; 3];
/// let problem = ContactProblem::new(&delassus, &free, &contacts)?;
/// let solver = LeastNorm(SemismoothNewton);
/// let mut percussions = [6.0, 0.0, 0.0];
/// solver.solve::<f64, _, [[f64; 3]; 3]>(&problem, &mut percussions)?;
/// assert_eq!(solver.rank::<f64, [f64; 3], [[f64; 3]; 3]>(&problem)?, 2);
/// // Σ P = 6 and no moment. The foot in the middle has half the a, and carries twice as much.
/// for (percussion, share) in percussions.into_iter().zip([1.5, 3.0, 1.5]) {
///     assert!((percussion - share).abs() < 1e-14);
/// }
/// # Ok::<(), extremal_percussions::ContactFailure>(())
/// ```
///
/// Å. Björck, *Numerical Methods for Least Squares Problems*, SIAM, 1996, has the modified Gram–Schmidt method. H. Qi, D. Sun,
/// A quadratically convergent Newton method for computing the nearest correlation matrix, SIAM Journal on Matrix Analysis and
/// Applications 28, 2006, has Newton's method for the multipliers of a projection onto another cone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeastNorm<C>(pub C);

impl<C: SolvesToRounding> SolvesToRounding for LeastNorm<C> {}

impl<C: SolvesToRounding> ContactSolver for LeastNorm<C> {
    fn solve<T: Size, V: Block<T>, D: Block<T>>(
        &self,
        problem: &ContactProblem<'_, T>,
        percussions: &mut V,
    ) -> Result<Solved<T>, ContactFailure> {
        let mut solved = self.0.solve::<T, V, D>(problem, percussions)?;
        let rows = problem.rows();
        let residual = in_blocks::<T, V, D, _>(rows, |room| {
            let percussions = percussions.as_mut_slice().get_mut(..rows)?;
            shared(problem, percussions, room)
        });
        solved.residual = residual.unwrap_or(solved.residual);
        Ok(solved)
    }

    #[inline]
    fn solve_one<T: Size>(&self, delassus: T, free: (T, T)) -> Option<(T, Solved<T>)> {
        self.0.solve_one(delassus, free)
    }
}

#[cfg(feature = "alloc")]
impl<C: SolvesToRounding + SparseContactSolver> SparseContactSolver for LeastNorm<C> {
    fn solve_sparse<T: Size>(
        &self,
        problem: &SparseContactProblem<T>,
        percussions: &mut [T],
        room: &mut SparseContactRoom<T>,
    ) -> Result<SolvedIslands<T>, ContactFailure> {
        let mut solved = self.0.solve_sparse(problem, percussions, room)?;
        let (mut largest, mut has_changed) = (T::from_f64(0.0), false);
        islands::each(problem, percussions, room, |part, own, large| {
            let changed = Room::of_numbers(part.rows(), large).and_then(|room| shared(part, own, room));
            has_changed |= changed.is_some();
            largest = larger(changed.unwrap_or_else(|| part.residual(own)), largest);
            Ok(())
        })?;
        if has_changed {
            solved.solved.residual = largest;
        }
        Ok(solved)
    }
}

impl<C: SolvesToRounding> LeastNorm<C> {
    /// The rank of G, as [above](Self#rank): R minus the number of percussions that may be chosen.
    ///
    /// The blocks are those of [`ContactSolver::solve`].
    ///
    /// # Errors
    ///
    /// [`ContactFailure::Problem`] if the blocks have fewer rows than the problem.
    pub fn rank<T: Size, V: Block<T>, D: Block<T>>(
        &self,
        problem: &ContactProblem<'_, T>,
    ) -> Result<usize, ContactFailure> {
        let rank = in_blocks::<T, V, D, _>(problem.rows(), |room| Some(rank_of(problem, room)));
        let what = "the blocks have fewer rows than the problem";
        rank.ok_or(ContactFailure::Problem { what })
    }

    /// The rank of G of a problem of any size: the sum of those of its islands.
    ///
    /// # Errors
    ///
    /// [`ContactFailure::Problem`] as [`SparseContactProblem::check`].
    #[cfg(feature = "alloc")]
    pub fn rank_sparse<T: Size>(
        &self,
        problem: &SparseContactProblem<T>,
        room: &mut SparseContactRoom<T>,
    ) -> Result<usize, ContactFailure> {
        let mut none = alloc::vec![T::from_f64(0.0); problem.rows()];
        let mut rank = 0;
        islands::each(problem, &mut none, room, |part, _, large| {
            rank += Room::of_numbers(part.rows(), large).map_or(0, |room| rank_of(part, room));
            Ok(())
        })?;
        Ok(rank)
    }
}

/// Memory for one problem of R rows: two blocks of R × R numbers, and vectors.
struct Room<'a, T> {
    basis: &'a mut [T],
    matrix: &'a mut [T],
    slices: [&'a mut [T]; SLICES],
}

#[cfg(feature = "alloc")]
impl<'a, T: Size> Room<'a, T> {
    /// The memory of an island. `None` if the program can have no such memory.
    fn of_numbers(rows: usize, large: &'a mut Large<T>) -> Option<Self> {
        let square = rows.checked_mul(rows)?;
        let count = square.checked_mul(2)?.checked_add(SLICES * rows)?;
        let (basis, rest) = large.numbers(count).split_at_mut_checked(square)?;
        let (matrix, rest) = rest.split_at_mut_checked(square)?;
        let mut slices = rest.chunks_exact_mut(rows.max(1));
        let slices = core::array::from_fn(|_| slices.next().unwrap_or_default());
        Some(Self {
            basis,
            matrix,
            slices,
        })
    }
}

/// What is done in blocks on the stack. `None` if they are too small.
#[inline(never)]
fn in_blocks<T: Size, V: Block<T>, D: Block<T>, R>(
    rows: usize,
    act: impl FnOnce(Room<'_, T>) -> Option<R>,
) -> Option<R> {
    let [mut basis, mut matrix]: [D; 2] = core::array::from_fn(|_| zeros());
    let mut slices: [V; SLICES] = core::array::from_fn(|_| zeros());
    if V::LEN < rows {
        return None;
    }
    act(Room {
        basis: basis.as_mut_slice().get_mut(..rows * rows)?,
        matrix: matrix.as_mut_slice().get_mut(..rows * rows)?,
        slices: slices
            .each_mut()
            .map(|block| block.as_mut_slice().get_mut(..rows).unwrap_or_default()),
    })
}

/// The rank of G.
fn rank_of<T: Size>(problem: &impl Problem<T>, room: Room<'_, T>) -> usize {
    let [states, row, ..] = room.slices;
    for local in problem.each() {
        State::cone(&local).write(&local, states);
    }
    scaled(problem, states, row, room.basis);
    orthonormalize(room.basis, problem.rows(), floor(problem))
}

/// Percussions of least norm in the place of others, and their residual. `None` if the others stay.
fn shared<T: Size>(problem: &impl Problem<T>, percussions: &mut [T], room: Room<'_, T>) -> Option<T> {
    let (rows, floor) = (problem.rows(), floor(problem));
    let [states, target, best, row, rest @ ..] = room.slices;
    let before = problem.residuals(percussions).strict;
    let accepted = larger(largest_accepted(problem), before);
    for local in problem.each() {
        let state = State::of(problem, &local, percussions, accepted);
        state.write(&local, states);
        local.write(best, state.coordinates(&local, local.of(percussions)));
    }
    scaled(problem, states, row, room.basis);
    let rank = orthonormalize(room.basis, rows, floor);
    if rank >= count(problem, states) {
        return None;
    }
    let (basis, target) = (room.basis.get(..rank * rows)?, target.get_mut(..rank)?);
    for (target, row) in target.iter_mut().zip(basis.chunks_exact(rows.max(1))) {
        *target = dot(row, best);
    }
    let [multipliers, next, missing, step, free, inside] = rest;
    let dual = Dual {
        problem,
        states,
        basis,
        target,
        matrix: room.matrix.get_mut(..rank * rank)?,
        multipliers: multipliers.get_mut(..rank)?,
        next: next.get_mut(..rank)?,
        missing: missing.get_mut(..rank)?,
        step: step.get_mut(..rank)?,
        free,
        inside,
        turned: row,
    };
    dual.solve(best);
    for local in problem.each() {
        let state = State::read(&local, states);
        let own = state.percussions(&local, local.of(best));
        local.write(best, own);
    }
    // What the cones cut off is rounding.
    problem.project(best);
    let after = problem.residuals(best).strict;
    let is_answer = after <= accepted;
    is_answer.then(|| {
        copied(best, percussions);
        after
    })
}
