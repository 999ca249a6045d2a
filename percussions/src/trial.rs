//! The last resort of dense problems: what is tried where a solver has failed. It is slow, and solves nearly all that can be.

use super::laws::Problem;
use super::lemke::{COVERS, is_planar, pivoted, polished};
use super::newton::{attempts, search};
use super::{ContactProblem, Solved};
use crate::ContactFailure;
use extremal_numerics::{Block, Size};

/// After Newton's method: modes from the best percussions, and then pivots, of which each covering vector begins elsewhere.
#[cold]
#[inline(never)]
pub(super) fn last_resort<T: Size, V: Block<T>, D: Block<T>>(
    problem: &ContactProblem<'_, T>,
    percussions: &mut V,
    failure: ContactFailure,
) -> Result<Solved<T>, ContactFailure> {
    let before = *percussions;
    let solved = if is_planar(problem) {
        modes::<T, V, D>(problem, percussions)
    } else {
        states::<T, V, D>(problem, percussions)
    };
    let failure = match solved {
        Ok(solved) => return Ok(after(failure, solved)),
        Err(latest) => together(failure, latest),
    };
    // Other methods that follow begin where they have begun without this one.
    *percussions = before;
    if !is_planar(problem) {
        return Err(failure);
    }
    pivots::<T, V, D>(problem, percussions, 0).ok_or(failure)
}

/// After pivots from the first covering vector: from the others, then Newton's method from zero, and modes.
#[cold]
#[inline(never)]
pub(super) fn last_resort_of_pivots<T: Size, V: Block<T>, D: Block<T>>(
    problem: &ContactProblem<'_, T>,
    percussions: &mut V,
    failure: ContactFailure,
) -> Result<Solved<T>, ContactFailure> {
    if let Some(solved) = pivots::<T, V, D>(problem, percussions, 1) {
        return Ok(solved);
    }
    // No guess matters.
    let own = percussions.as_mut_slice().iter_mut().take(problem.rows());
    own.for_each(|percussion| *percussion = T::from_f64(0.0));
    let solved = attempts::<T, V, D>(problem, percussions);
    solved.or_else(|_| modes::<T, V, D>(problem, percussions).map_err(|_| failure))
}

/// The answer of the first covering vector, from one of them on, that leads to one. Percussions are those before if none does.
fn pivots<T: Size, V: Block<T>, D: Block<T>>(
    problem: &ContactProblem<'_, T>,
    percussions: &mut V,
    first: usize,
) -> Option<Solved<T>> {
    (first..COVERS).find_map(|cover| {
        let mut found = *percussions;
        let pivots = pivoted::<T, V, D>(problem, &mut found, cover).ok()?;
        let solved = polished::<T, V, D>(problem, &mut found, pivots);
        let solved = solved.or_else(|_| near::<T, V, D>(problem, &mut found)).ok()?;
        if !problem.is_resolved(found.as_slice()) {
            return None;
        }
        *percussions = found;
        Some(solved)
    })
}

/// The trial of modes.
fn modes<T: Size, V: Block<T>, D: Block<T>>(
    problem: &ContactProblem<'_, T>,
    percussions: &mut V,
) -> Result<Solved<T>, ContactFailure> {
    search::<T, V, D>(problem, percussions, |mut search| {
        search.try_modes();
        search.end(0)
    })
}

/// The trial of states.
fn states<T: Size, V: Block<T>, D: Block<T>>(
    problem: &ContactProblem<'_, T>,
    percussions: &mut V,
) -> Result<Solved<T>, ContactFailure> {
    search::<T, V, D>(problem, percussions, |mut search| {
        search.try_states();
        search.end(0)
    })
}

/// Modes like those of the percussions.
fn near<T: Size, V: Block<T>, D: Block<T>>(
    problem: &ContactProblem<'_, T>,
    percussions: &mut V,
) -> Result<Solved<T>, ContactFailure> {
    search::<T, V, D>(problem, percussions, |mut search| {
        search.try_near_modes();
        search.end(0)
    })
}

/// The report with the iterations that were made before.
fn after<T>(failure: ContactFailure, solved: Solved<T>) -> Solved<T> {
    match failure {
        ContactFailure::NotConverged { iterations, .. } => Solved {
            iterations: iterations + solved.iterations,
            ..solved
        },
        _ => solved,
    }
}

/// One failure of two attempts, with the smaller residual.
fn together(first: ContactFailure, second: ContactFailure) -> ContactFailure {
    match (first, second) {
        (
            ContactFailure::NotConverged {
                iterations,
                residual,
                contact,
            },
            ContactFailure::NotConverged {
                iterations: more,
                residual: least,
                contact: other,
            },
        ) => {
            // Residuals are not below zero, so that their bits are in order: a machine may have no double precision.
            let (residual, least) = (residual.to_bits(), least.to_bits());
            let contact = if least < residual { other } else { contact };
            ContactFailure::NotConverged {
                iterations: iterations + more,
                residual: f64::from_bits(residual.min(least)),
                contact,
            }
        }
        _ => first,
    }
}
