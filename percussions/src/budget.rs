//! Sweeps within a budget: the best percussions found, whatever their residual is.

use super::accelerated::{Effort, SLICES, accelerated};
use super::gauss_seidel::correct_each;
use super::laws::Problem;
use super::single::single;
use super::{ContactProblem, ContactSolver, Solved, floor, guess};
#[cfg(feature = "alloc")]
use super::{
    SolvedIslands, SparseContactProblem, SparseContactRoom, SparseContactSolver,
    islands::{self, SolvesIslands},
    large::Large,
};
use crate::ContactFailure;
use extremal_numerics::block::zeros;
use extremal_numerics::{Block, Size};

/// A number of sweeps at most, and then the best percussions found: for games and control, where a step has a deadline.
///
/// A sweep is that of [`GaussSeidel`](super::GaussSeidel). From sweep to sweep percussions are extrapolated:
///
/// ```text
/// P_{k+1} = sweep(Y_k),   Y_k = P_k + min((t_k − 1)/t_{k+1}, 0.95) (P_k − P_{k−1}),   t_{k+1} = ½ (1 + √(1 + 4 t_k²))
/// ```
///
/// t begins anew from 1 where a sweep leads back: where the step of the sweep from `Y_k` and the one from `P_k` have opposite
/// directions, weighted by the diagonal of G. Where residuals stall, corrections become shorter: sweeps of contacts that slide
/// may run in a circle. A pile of 500 discs that hit each other is solved to 1e-4 with 100 to 1000 sweeps of some 20 µs;
/// without extrapolation it takes up to some thousand, and without shorter corrections some frames stay at 1e-3.
///
/// What is promised:
///
/// | | |
/// | --- | --- |
/// | the time | at most `sweeps` sweeps for each group of contacts that influence each other |
/// | the residual | [`Solved::residual`] is that of the percussions returned, as [`ContactProblem::residual`] tells it |
/// | not worse | it is at most that of the guess in its cones, unless that is so large that its rounding hides velocities |
/// | the cones | `P_N` ≥ 0 and \|`P_T`\| ≤ μ `P_N`, up to the last place of \|`P_T`\| |
/// | failures | never for want of convergence: only for data that are no problem, and for immovable contacts |
///
/// Nothing is promised about how small the residual is. Tests of it are made before the first sweep, after each sixteenth and
/// after the last one; each takes about as long as two sweeps. Other solvers fail where this one takes what it has.
///
/// ```
/// use extremal_percussions::{ActiveContact, Budget, ContactProblem, ContactSolver};
///
/// // Two equal balls on each other fall with 1 m/s: ξ = G P − 1 for the floor, and 0 between the balls.
/// let (delassus, free) = ([1.0, -1.0, -1.0, 2.0], [-1.0, 0.0]);
/// let contacts = [ActiveContact { slips: 0, friction: 0.0 }; 2];
/// let problem = ContactProblem::new(&delassus, &free, &contacts)?;
/// let mut percussions = [0.0; 2];
/// let few = Budget { sweeps: 3, ..Budget::default() };
/// let report = few.solve::<f64, _, [[f64; 2]; 2]>(&problem, &mut percussions)?;
/// assert_eq!(report.sweeps, 3);
/// assert_eq!(report.residual, problem.residual(&percussions));
/// // Not yet (2, 1).
/// assert!(report.residual > 1e-3 && report.residual < 0.5);
/// # Ok::<(), extremal_percussions::ContactFailure>(())
/// ```
///
/// Y. Nesterov, A method of solving a convex programming problem with convergence rate O(1/k²), 1983; B. O'Donoghue,
/// E. Candès, Adaptive restart for accelerated gradient schemes, Foundations of Computational Mathematics 15, 2015: the
/// condition on the gradient.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// The largest number of sweeps; 200 by default. With 0 the guess is the answer, but for one contact alone, which has a
    /// closed form.
    pub sweeps: usize,
    /// Sweeps end early at this residual. 0 by default: at rounding errors, where other solvers end.
    pub enough: f64,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            sweeps: 200,
            enough: 0.0,
        }
    }
}

impl Budget {
    fn effort<T: Size>(self, problem: &impl Problem<T>) -> Effort<T> {
        let (floor, enough) = (floor(problem), T::from_f64(self.enough));
        Effort {
            sweeps: self.sweeps,
            enough: if enough > floor { enough } else { floor },
        }
    }
}

impl ContactSolver for Budget {
    fn solve<T: Size, V: Block<T>, D: Block<T>>(
        &self,
        problem: &ContactProblem<'_, T>,
        percussions: &mut V,
    ) -> Result<Solved<T>, ContactFailure> {
        if let Some(solved) = single(problem, percussions.as_mut_slice()) {
            return Ok(solved);
        }
        let best = guess(problem, percussions.as_mut_slice())?;
        let mut room: [V; SLICES] = core::array::from_fn(|_| zeros());
        let slices = room
            .each_mut()
            .map(|block| block.as_mut_slice().get_mut(..problem.rows()).unwrap_or_default());
        let sweep = |percussions: &mut [T], relaxation| correct_each(problem, percussions, relaxation);
        Ok(accelerated(problem, self.effort(problem), sweep, best, slices))
    }
}

#[cfg(feature = "alloc")]
impl SparseContactSolver for Budget {
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
impl SolvesIslands for Budget {
    fn large<T: Size>(
        &self,
        problem: &SparseContactProblem<T>,
        percussions: &mut [T],
        room: &mut Large<T>,
    ) -> Result<Solved<T>, ContactFailure> {
        let best = guess(problem, percussions)?;
        let (blocks, slices) = room.of_sweeps(problem);
        let sweep = |percussions: &mut [T], relaxation| blocks.sweep(problem, percussions, relaxation);
        Ok(accelerated(problem, self.effort(problem), sweep, best, slices))
    }
}
