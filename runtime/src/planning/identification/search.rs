//! Levenberg and Marquardt's iteration: the unknowns that make a sum of squares least.
//!
//! Knows residuals with derivatives, and no motion.

use std::vec::Vec;

use super::singular::Singular;
use super::triangle::Triangle;

/// λ at the start, of the largest singular value of scaled columns.
const DAMPING: f64 = 1e-3;
/// With more of it a step is shorter than rounding.
const MOST_DAMPING: f64 = 1e16;
/// λ falls by no more than this factor from step to step.
const LESS_DAMPING: f64 = 0.1;
/// The part of the promised descent that a step has to bring.
const DESCENT: f64 = 1e-4;
/// A step that reduces the optimality by this factor needs no descent that is above rounding.
const CONTRACTION: f64 = 0.5;
/// Rounding of a residual, relative to the data: ε after a thousand steps.
const ROUNDING: f64 = 1e3 * f64::EPSILON;
/// Residuals below this part of the data are as good as none.
const NONE: f64 = 1e-4;
/// The optimality that is accepted where rounding stops the descent: unknowns are off by a millionth of what the residuals
/// leave open. (Bates and Watts accept a thousandth.)
const AT_ROUNDING: f64 = 1e-6;

/// Residuals with their derivatives.
#[derive(Clone, Debug)]
pub(super) struct Residuals {
    pub(super) triangle: Triangle,
    /// Σ of squares of the data that unknowns move, or of what was computed in their place if that is larger.
    pub(super) data: f64,
    /// How many there are.
    pub(super) count: usize,
}

/// The unknowns, and what is known there.
#[derive(Clone, Debug)]
pub(super) struct Point {
    pub(super) x: Vec<f64>,
    pub(super) residuals: Residuals,
    /// The norm of each column of J; zero for unknowns without effect.
    pub(super) norms: Vec<f64>,
    /// Singular values with these norms as sizes.
    pub(super) singular: Singular,
    /// As [`Identified::optimality`](super::Identified::optimality).
    pub(super) optimality: f64,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum End<E> {
    /// At an optimum.
    Converged,
    /// At the limit of iterations, or where no step descends.
    NotConverged,
    /// Where steps that descend fail.
    Failed(E),
}

impl Point {
    /// An unknown that changes less than rounding of the data if it changes by its size has no effect: its derivative is what
    /// is left of terms that cancel. A size of zero is unknown.
    fn of(x: Vec<f64>, residuals: Residuals, sizes: &[f64]) -> Self {
        let mut norms = residuals.triangle.norms();
        for (norm, &size) in norms.iter_mut().zip(sizes) {
            if size > 0.0 && *norm * size <= ROUNDING * residuals.data.sqrt() {
                *norm = 0.0;
            }
        }
        let singular = residuals.triangle.over(&norms);
        let offset = singular.offset();
        let size = residuals.triangle.moved.sqrt().max(NONE * residuals.data.sqrt());
        Self {
            optimality: if offset > 0.0 { offset / size } else { 0.0 },
            x,
            residuals,
            norms,
            singular,
        }
    }

    /// The part of the promised descent that another point brings; `None` if that is not enough.
    fn gain(&self, other: &Self, promised: f64) -> Option<f64> {
        // What no unknown moves is no part of a descent.
        let [before, after] = [self, other].map(|at| at.residuals.triangle.moved);
        let gain = (before - after) / promised;
        let rounding = ROUNDING * (self.residuals.data * before).sqrt();
        let is_better = other.optimality <= CONTRACTION * self.optimality && after <= before + rounding;
        match (gain >= DESCENT, is_better) {
            (true, _) => Some(gain),
            (false, true) => Some(1.0),
            (false, false) => None,
        }
    }
}

/// From x to the nearest least sum of squares, with the sizes of unknowns that are known: the best point, the number of
/// iterations, and how they ended.
///
/// Steps are scaled as in J. J. Moré, The Levenberg–Marquardt algorithm, Lecture Notes in Mathematics 630 (1978); λ follows the
/// gain as in H. B. Nielsen, Damping parameter in Marquardt's method, IMM-REP-1999-05.
pub(super) fn search<E>(
    mut evaluate: impl FnMut(&[f64]) -> Result<Residuals, E>,
    (x, known): (Vec<f64>, &[f64]),
    (tolerance, most): (f64, usize),
) -> Result<(Point, usize, End<E>), E> {
    let residuals = evaluate(&x)?;
    let mut here = Point::of(x, residuals, known);
    let mut sizes = here.norms.clone();
    let (mut damping, mut growth) = (DAMPING, 2.0);
    for iteration in 0..most {
        if here.optimality <= tolerance {
            return Ok((here, iteration, End::Converged));
        }
        let (step, promised) = here.residuals.triangle.over(&sizes).step(damping);
        let moved = step
            .iter()
            .zip(&sizes)
            .map(|(step, &size)| if size > 0.0 { step / size } else { *step });
        let trial: Vec<f64> = here.x.iter().zip(moved).map(|(x, by)| x + by).collect();
        let there = evaluate(&trial).map(|residuals| Point::of(trial, residuals, known));
        let gain = there.as_ref().ok().and_then(|there| here.gain(there, promised));
        match (there, gain) {
            (Ok(there), Some(gain)) => {
                here = there;
                sizes
                    .iter_mut()
                    .zip(&here.norms)
                    .for_each(|(size, &norm)| *size = size.max(norm));
                let better = 2.0 * gain - 1.0;
                damping *= (1.0 - better * better * better).clamp(LESS_DAMPING, 2.0);
                growth = 2.0;
            }
            (there, _) => {
                (damping, growth) = (damping * growth, 2.0 * growth);
                if damping > MOST_DAMPING {
                    let end = match there {
                        _ if here.optimality <= AT_ROUNDING => End::Converged,
                        Ok(_) => End::NotConverged,
                        Err(failure) => End::Failed(failure),
                    };
                    return Ok((here, iteration + 1, end));
                }
            }
        }
    }
    let end = if here.optimality <= tolerance {
        End::Converged
    } else {
        End::NotConverged
    };
    Ok((here, most, end))
}
