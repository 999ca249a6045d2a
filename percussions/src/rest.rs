//! Percussions of the step before that are an answer still, as those of a body at rest: one look, and no iteration.
//!
//! The answer has the bits of Newton's method, which makes no step from such a guess.

use super::laws::Problem;
use super::local::Local;
use super::{ContactProblem, Solved, floor};
use extremal_numerics::block::zeros;
use extremal_numerics::{Block, Size};

/// The report, if the percussions solve the problem to rounding; otherwise they are unchanged.
#[inline(never)]
pub(super) fn rest<T: Size, V: Block<T>>(
    problem: &ContactProblem<'_, T>,
    percussions: &mut V,
) -> Option<Solved<T>> {
    let (mut held, mut velocities, floor): (V, V, T) = (*percussions, zeros(), floor(problem));
    let own = held.as_mut_slice().get_mut(..problem.rows())?;
    if !own.iter().all(|p| p.is_finite()) {
        return None;
    }
    let velocities = velocities.as_mut_slice();
    let mut residuals = problem.residuals_with(own, |local, velocity| local.write(velocities, velocity));
    // NaN is no answer.
    let is_answer = residuals.merit <= floor;
    if !is_answer {
        return None;
    }
    // What the cones cut off is rounding, and so is what that leaves.
    for _ in 0..2 {
        if !problem.project(own) {
            break;
        }
        residuals = problem.residuals_with(own, |local, velocity| local.write(velocities, velocity));
    }
    let opens = |local: &Local<T>| {
        let ([normal, ..], [velocity, ..]) = (local.of(own), local.of(velocities));
        let zero = T::from_f64(0.0);
        let is_pressed = local.of(own) != [zero; 3];
        is_pressed && (local.normal * normal <= velocity || local.is_idle(problem))
    };
    let is_answer = residuals.strict <= floor;
    if !is_answer || problem.each().any(|local| opens(&local)) {
        return None;
    }
    *percussions = held;
    Some(Solved {
        iterations: 0,
        sweeps: 0,
        residual: residuals.strict,
    })
}
