//! The course of Newton's method: when it ends, and how it goes on.
//!
//! Knows numbers in rows, and no system: an iteration does what it is told.

use extremal_numerics::block::all_finite;
use extremal_numerics::{Scalar, Size};

use super::Convergence;
use super::floor::{are_constraints_solved, is_rounding, is_rounding_of_way, largest_by_row, least, norm};
use crate::Failure;

/// Newton's method converges in a few iterations or not at all.
const MOST_ITERATIONS: usize = 30;

/// After this number of halvings a correction is negligible.
const MOST_HALVINGS: usize = 30;

/// After more iterations than this the motion of the coordinates is tested, too. Most solves have ended before.
const UNTESTED: usize = 2;

/// By what factor ρ may differ from iteration to iteration if it is noise.
const NOISE: f64 = 64.0;
/// The largest ρ that is noise: where more of an equation is left, its coordinates stand still for another reason.
const MOST_NOISE: f64 = 1e-3;

/// An iteration that has been made, from an unknown to a better one.
///
/// The course asks through a table of functions and not by type: it is compiled once, and not for each system and scheme.
pub(crate) trait Course<T: Scalar> {
    /// The numbers of this iteration, and the residual of the one before.
    fn iterate(&self) -> Iterate<'_, T>;
    /// Whether the residual is rounding.
    fn is_solved(&self) -> bool;
    /// How far the last correction moves the coordinates, relative to the largest one.
    fn motion(&self) -> T::Size;
    /// The largest correction of a velocity relative to the largest velocity, if that is at most √ε.
    fn small_change(&self) -> Option<T::Size>;
    /// Keeps the present residual as the one before.
    fn remember(&mut self);
    /// Halves the last correction.
    fn halve(&mut self);
    /// Makes an iteration with earlier factors, if that pays.
    fn simplified(&mut self) -> bool;
    /// Makes an iteration with a tangent of its own.
    fn next(&mut self) -> Result<(), Failure>;
}

/// The numbers of an iteration.
pub(crate) struct Iterate<'a, T> {
    /// The unknown after and before.
    pub(crate) x: &'a [T],
    pub(crate) from: &'a [T],
    /// The residual at `x`, and its row scales.
    pub(crate) r: &'a [T],
    pub(crate) scale: &'a [T],
    /// Both of the iteration before; what they contain means nothing if there was none.
    pub(crate) before: [&'a [T]; 2],
    /// The number of the last equations that are constraints.
    pub(crate) constraints: usize,
}

impl<T: Scalar> Iterate<'_, T> {
    fn is_finite(&self) -> bool {
        all_finite(self.r) && all_finite(self.scale)
    }

    /// ρ.
    fn residual(&self) -> T::Size {
        largest_by_row(self.r, self.scale)
    }

    /// ρ of the iteration before.
    fn residual_before(&self) -> T::Size {
        let [r, scale] = self.before;
        largest_by_row(r, scale)
    }

    /// ρ > ½ ρ of the iteration before, and ρ ≤ √ε.
    fn is_floor(&self) -> bool {
        let residual = self.residual();
        let [epsilon, half] = [T::EPSILON, 0.5].map(T::Size::from_f64);
        residual * residual <= epsilon && residual > half * self.residual_before()
    }

    /// Whether the correction is no larger than the rounding of the unknown.
    fn is_still(&self) -> bool {
        is_rounding(self.x, self.from)
    }

    /// Whether ρ does not fall any further, and may be noise. That of forces which are differences of much larger ones has no
    /// other mark where coordinates are displacements: their roundings are those of places that Newton's method does not see.
    fn has_stalled(&self) -> bool {
        let [most, half] = [MOST_NOISE, 0.5].map(T::Size::from_f64);
        let residual = self.residual();
        residual <= most && residual > half * self.residual_before()
    }

    /// Whether ρ can be noise: a small part of the summands, and not much more than before. A correction makes it larger than
    /// noise does if its tangent was nearly singular; the next one repairs that.
    fn is_noise(&self) -> bool {
        let [most, factor] = [MOST_NOISE, NOISE].map(T::Size::from_f64);
        let residual = self.residual();
        residual <= most && residual <= factor * self.residual_before()
    }

    /// Whether the equations of constraints are solved. They may still converge where their terms vanish.
    fn has_constraints(&self) -> bool {
        are_constraints_solved(self.r, self.scale, self.constraints)
    }

    /// R.
    fn norm(&self) -> T::Size {
        norm(self.r, self.scale, self.constraints)
    }
}

/// All iterations after the first.
///
/// # Errors
///
/// Those of [`iterate`](super::iterate).
pub(crate) fn course<T: Scalar>(made: &mut dyn Course<T>) -> Result<Convergence, Failure> {
    let mut has_before = false;
    let (mut is_simplified, mut are_spent) = (false, false);
    let (mut was_at_rest, mut small_before) = (false, None);
    for iterations in 1..=MOST_ITERATIONS {
        let now = made.iterate();
        if now.is_finite() {
            let is_floor = has_before && now.is_floor();
            let is_tested = iterations > UNTESTED;
            let is_at_rest = is_tested && is_rounding_of_way::<T>(made.motion(), now.x.len());
            let small = if is_tested && now.has_constraints() {
                made.small_change()
            } else {
                None
            };
            let has_ended = (is_floor || now.is_still()) && !is_simplified;
            let is_noise = has_before
                && ((is_at_rest && was_at_rest && now.is_noise())
                    || (are_alike(small, small_before) && !is_simplified && now.has_stalled()));
            if has_ended || is_noise {
                return Ok(Convergence {
                    iterations,
                    // The motion of the coordinates by the last correction, if that is smaller.
                    residual_norm: least(now.norm(), made.motion()).to_f64(),
                });
            }
            are_spent |= is_floor;
            (was_at_rest, small_before) = (is_at_rest, small);
        } else if halved(made) {
            (was_at_rest, small_before) = (false, None);
        } else {
            return Err(Failure::Diverged {
                iterations,
                residual: residual_before(made, has_before),
            });
        }
        if iterations == MOST_ITERATIONS {
            break;
        }
        made.remember();
        has_before = true;
        is_simplified = !are_spent && made.simplified();
        if !is_simplified && let Err(failure) = made.next() {
            let residual = residual_before(made, has_before);
            return Err(diverged_if_not_finite(failure, iterations + 1, residual));
        }
        if made.is_solved() {
            return Ok(Convergence {
                iterations: iterations + 1,
                residual_norm: made.iterate().norm().to_f64(),
            });
        }
    }
    Err(Failure::NotConverged {
        iterations: MOST_ITERATIONS,
        residual: made.iterate().residual().to_f64(),
    })
}

/// Halves the last correction until r is finite; false if it never is.
#[cold]
fn halved<T: Scalar>(made: &mut dyn Course<T>) -> bool {
    for _ in 0..MOST_HALVINGS {
        made.halve();
        if made.iterate().is_finite() {
            return true;
        }
    }
    false
}

/// from + ½ (x − from).
pub(crate) fn set_middle<T: Scalar>(x: &mut [T], from: &[T]) {
    let half = T::from_f64(0.5);
    for (x, &from) in x.iter_mut().zip(from) {
        *x = from + (*x - from) * half;
    }
}

/// Whether corrections do not fall any further. Those of a motion that converges do, whatever its equations are compared with.
fn are_alike<T: Size>(change: Option<T>, before: Option<T>) -> bool {
    matches!((change, before), (Some(change), Some(before)) if change > T::from_f64(0.25) * before)
}

/// ρ of the iteration before; infinite if there was none.
#[cold]
fn residual_before<T: Scalar>(made: &dyn Course<T>, has_before: bool) -> f64 {
    if has_before {
        made.iterate().residual_before().to_f64()
    } else {
        f64::INFINITY
    }
}

/// A tangent that is not finite means that the iterate diverged.
#[cold]
pub(crate) fn diverged_if_not_finite(failure: Failure, iterations: usize, residual: f64) -> Failure {
    match failure {
        Failure::NotFinite { .. } => Failure::Diverged { iterations, residual },
        other => other,
    }
}
