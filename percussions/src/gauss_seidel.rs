//! Projected Gauss–Seidel sweeps: proximal points, contact by contact.

use super::laws::Problem;
use super::local::{larger, onto_disc};
use super::single::{alone, single};
use super::{ContactProblem, ContactSolver, Solved, floor, guess};
#[cfg(feature = "alloc")]
use super::{
    SolvedIslands, SparseContactProblem, SparseContactRoom, SparseContactSolver,
    islands::{self, SolvesIslands},
    large::Large,
};
use crate::ContactFailure;
use extremal_numerics::{Block, Size};

/// Projected Gauss–Seidel iterations: slow, and of little memory.
///
/// A sweep corrects the contacts one after the other, each with the percussions of the others as they are then:
///
/// ```text
/// P_N ← max(0, P_N − ω ξ_N/a_N)
/// P_T ← proj(P_T − ω ξ_T/a_T, μ P_N)
/// ```
///
/// Letters are those of [`ContactProblem::residual`]. ω is 1. It is halved if 64 sweeps did not reduce the residual.
///
/// Convergence is linear, and slow where contacts share loads. Contacts that a large friction couples with the normal direction
/// may cycle. The residual is tested after each 64 sweeps. [`SemismoothNewton`](super::SemismoothNewton) takes some sweeps if
/// its own iterations cycle. A single contact without slip components or in the plane is solved as there, in closed form.
///
/// Acary and Brogliato 2008, chapter 13: projected successive overrelaxation, with step lengths from the diagonal of G.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GaussSeidel {
    /// The largest number of sweeps; 100 000 by default.
    pub sweeps: usize,
}

impl Default for GaussSeidel {
    fn default() -> Self {
        Self { sweeps: 100_000 }
    }
}

/// Sweeps between two tests.
const PERIOD: usize = 64;

impl ContactSolver for GaussSeidel {
    fn solve<T: Size, V: Block<T>, D: Block<T>>(
        &self,
        problem: &ContactProblem<'_, T>,
        percussions: &mut V,
    ) -> Result<Solved<T>, ContactFailure> {
        if let Some(solved) = single(problem, percussions.as_mut_slice()) {
            return Ok(solved);
        }
        self.sweep_all(problem, guess(problem, percussions.as_mut_slice())?)
    }

    #[inline]
    fn solve_one<T: Size>(&self, delassus: T, free: (T, T)) -> Option<(T, Solved<T>)> {
        alone(delassus, free)
    }
}

impl GaussSeidel {
    /// Sweeps until the residual is at the rounding floor.
    fn sweep_all<T: Size>(
        self,
        problem: &impl Problem<T>,
        percussions: &mut [T],
    ) -> Result<Solved<T>, ContactFailure> {
        let mut state = Sweeps::from(problem.residuals(percussions).strict);
        while state.residual > floor(problem) {
            if state.sweeps >= self.sweeps {
                return Err(state.failure(problem.worst(percussions)));
            }
            let count = (self.sweeps - state.sweeps).min(PERIOD);
            state.sweep(problem, percussions, count);
        }
        Ok(Solved {
            iterations: 0,
            sweeps: state.sweeps,
            residual: state.residual,
        })
    }
}

#[cfg(feature = "alloc")]
impl SparseContactSolver for GaussSeidel {
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
impl SolvesIslands for GaussSeidel {
    fn large<T: Size>(
        &self,
        problem: &SparseContactProblem<T>,
        percussions: &mut [T],
        _: &mut Large<T>,
    ) -> Result<Solved<T>, ContactFailure> {
        self.sweep_all(problem, guess(problem, percussions)?)
    }
}

/// Sweeps as far as they are made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sweeps<T> {
    pub(super) sweeps: usize,
    pub(super) residual: T,
    relaxation: T,
}

impl<T: Size> Sweeps<T> {
    /// Before the first sweep, at percussions with this residual.
    pub(super) fn from(residual: T) -> Self {
        Self {
            sweeps: 0,
            residual,
            relaxation: T::from_f64(1.0),
        }
    }

    /// Before the first sweep, with corrections multiplied by `relaxation`.
    #[cfg(feature = "alloc")]
    pub(super) fn relaxed(relaxation: T) -> Self {
        let sweeps = Self::from(T::INFINITY);
        Self { relaxation, ..sweeps }
    }

    /// Makes some sweeps. Percussions that overflow begin anew from zero, with shorter corrections.
    pub(super) fn sweep(&mut self, problem: &impl Problem<T>, percussions: &mut [T], count: usize) {
        for _ in 0..count {
            correct_each(problem, percussions, self.relaxation);
        }
        self.sweeps += count;
        let residual = problem.residuals(percussions).strict;
        if residual >= self.residual || residual.is_nan() {
            self.relaxation = self.relaxation * T::from_f64(0.5);
        }
        if !residual.is_finite() {
            percussions.fill(T::from_f64(0.0));
        }
        self.residual = residual;
    }

    fn failure(&self, contact: Option<usize>) -> ContactFailure {
        ContactFailure::NotConverged {
            iterations: self.sweeps,
            residual: self.residual.to_f64(),
            contact,
        }
    }
}

/// One sweep.
pub(super) fn correct_each<T: Size>(problem: &impl Problem<T>, percussions: &mut [T], relaxation: T) {
    for local in problem.each() {
        let zero = T::from_f64(0.0);
        let (velocity, _) = problem.velocity(local.first, percussions);
        let [normal, slip_1, slip_2] = local.of(percussions);
        let normal = larger(normal - relaxation * velocity / local.normal, zero);
        local.write(percussions, [normal, slip_1, slip_2]);
        if local.slips == 0 {
            continue;
        }
        let ([_, velocity_1, velocity_2], _) = local.velocities(problem, percussions);
        let corrected = [(slip_1, velocity_1), (slip_2, velocity_2)]
            .map(|(slip, velocity)| slip - relaxation * velocity / local.tangential);
        let [slip_1, slip_2] = onto_disc(corrected, local.friction * normal);
        local.write(percussions, [normal, slip_1, slip_2]);
    }
}
