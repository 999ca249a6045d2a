//! The course of Newton's method: when it ends, and how it goes on.
//!
//! Knows no vectors: an iteration does what it is told.

use super::Convergence;
use crate::Failure;
use extremal_numerics::Size;

/// Newton's method converges in a few iterations or not at all.
pub(crate) const MOST_ITERATIONS: usize = 30;

/// After this number of halvings a correction is negligible.
pub(crate) const MOST_HALVINGS: usize = 30;

/// After more iterations than this the rounding inside of terms and the motion of the coordinates are tested, too. Most solves
/// have ended before.
const UNTESTED: usize = 2;

/// After more iterations than this a ρ that falls to a tenth, or less far, makes pivots doubtful: tangents at hand do better.
const SLOW: usize = 4;
const SLOWLY: f64 = 0.1;

/// The factor by which ρ may differ from iteration to iteration if it is noise.
const NOISE: f64 = 64.0;
/// The largest ρ that is noise: where more of an equation is left, its coordinates stand still for another reason.
const MOST_NOISE: f64 = 1e-3;

/// An iteration that has been made, from an unknown to a better one.
pub(crate) trait Course {
    /// The residual of an iteration before.
    type Before;
    /// The numbers that measure the unknowns: no other precision is linked.
    type Size: Size;

    /// Whether residual and row scales are finite.
    fn is_finite(&self) -> bool;
    /// Whether the residual is rounding.
    fn is_solved(&self) -> bool;
    /// ρ > ½ ρ of the iteration before, and ρ ≤ √ε.
    fn is_floor(&self, before: &Self::Before) -> bool;
    /// R relative to row scales that have the rounding inside of terms, too, if by these the residual is rounding.
    fn rounded(&mut self) -> Option<f64>;
    /// Whether the correction is no larger than the rounding of the unknown.
    fn is_still(&self) -> bool;
    /// Whether the correction moves no coordinate by more than the rounding of the largest one.
    fn is_at_rest(&self) -> bool;
    /// The largest correction of a velocity relative to the largest velocity, if that is at most √ε.
    fn small_change(&self) -> Option<Self::Size>;
    /// ρ > ½ ρ of the iteration before, and ρ is small enough for noise.
    fn has_stalled(&self, before: &Self::Before) -> bool;
    /// Whether ρ can be noise.
    fn is_noise(&self, before: &Self::Before) -> bool;
    /// The present residual, for later.
    fn remember(&mut self) -> Self::Before;
    /// ρ of an iteration before.
    fn residual_of(&self, before: &Self::Before) -> f64;
    /// ρ.
    fn residual(&self) -> f64;
    /// The report.
    fn convergence_after(&self, iterations: usize) -> Convergence;
    /// The report where rounding ended the iteration: the motion of the coordinates by the last correction, if that is
    /// smaller than R.
    fn convergence_at_rest_after(&self, iterations: usize) -> Convergence;
    /// Halves the last correction until r is finite; false if it never is.
    fn halve(&mut self) -> bool;
    /// Makes an iteration with earlier factors, if that pays.
    fn simplified(&mut self) -> bool;
    /// Whether ρ is above a tenth of that of the iteration before; false where pivots are chosen by row in any case.
    #[inline]
    fn is_slow(&self, _before: &Self::Before) -> bool {
        false
    }
    /// Chooses the pivots of later iterations by row; false if they are, or if rounding in a pivot makes no such ρ.
    #[inline]
    fn doubts_pivots(&mut self) -> bool {
        false
    }
    /// Makes an iteration with a tangent of its own.
    fn next(&mut self) -> Result<(), Failure>;
}

/// All iterations after the first.
///
/// # Errors
///
/// The errors of [`iterate`](super::iterate).
#[inline]
pub(crate) fn course<C: Course>(made: &mut C) -> Result<Convergence, Failure> {
    let mut before: Option<C::Before> = None;
    let (mut is_simplified, mut are_spent) = (false, false);
    let mut last = Corrected::UNKNOWN;
    for iterations in 1..=MOST_ITERATIONS {
        if made.is_finite() {
            if iterations > UNTESTED
                && let Some(residual_norm) = made.rounded()
            {
                return Ok(Convergence {
                    iterations,
                    residual_norm,
                });
            }
            let is_floor = match &before {
                Some(before) => made.is_floor(before),
                None => false,
            };
            let now = Corrected::by(made, iterations);
            let has_ended = (is_floor || made.is_still()) && !is_simplified;
            let is_noise = match &before {
                Some(before) => now.is_noise(last, made, before, is_simplified),
                None => false,
            };
            if (has_ended || is_noise) && !made.doubts_pivots() {
                return Ok(made.convergence_at_rest_after(iterations));
            }
            are_spent |= is_floor;
            last = now;
        } else if made.halve() {
            last = Corrected::UNKNOWN;
        } else {
            return Err(Failure::Diverged {
                iterations,
                residual: residual_of(made, before.as_ref()),
            });
        }
        if iterations == MOST_ITERATIONS {
            break;
        }
        let is_slow = iterations > SLOW && !is_simplified;
        if is_slow && before.as_ref().is_some_and(|before| made.is_slow(before)) {
            made.doubts_pivots();
        }
        before = Some(made.remember());
        is_simplified = !are_spent && made.simplified();
        if !is_simplified && let Err(failure) = made.next() {
            let residual = residual_of(made, before.as_ref());
            return Err(diverged_if_not_finite(failure, iterations + 1, residual));
        }
        if made.is_solved() {
            return Ok(made.convergence_after(iterations + 1));
        }
    }
    Err(Failure::NotConverged {
        iterations: MOST_ITERATIONS,
        residual: made.residual(),
    })
}

/// How little a correction moved. Of the first ones, which are not tested, nothing is known.
#[derive(Clone, Copy)]
struct Corrected<T> {
    is_at_rest: bool,
    /// The relative change of velocities, if it is small.
    small: Option<T>,
}

impl<T: Size> Corrected<T> {
    const UNKNOWN: Self = Self {
        is_at_rest: false,
        small: None,
    };

    #[inline(always)]
    fn by<C: Course<Size = T>>(made: &C, iterations: usize) -> Self {
        if iterations <= UNTESTED {
            return Self::UNKNOWN;
        }
        Self {
            is_at_rest: made.is_at_rest(),
            small: made.small_change(),
        }
    }

    /// Whether what is left of the equations is noise: after two corrections that move nothing, or no less than before.
    #[inline(always)]
    fn is_noise<C: Course<Size = T>>(
        self,
        last: Self,
        made: &C,
        before: &C::Before,
        is_simplified: bool,
    ) -> bool {
        (self.is_at_rest && last.is_at_rest && made.is_noise(before))
            || (are_alike(self.small, last.small) && !is_simplified && made.has_stalled(before))
    }
}

/// Whether corrections do not fall any further. Those of a motion that converges do, whatever its equations are compared with.
fn are_alike<T: Size>(change: Option<T>, before: Option<T>) -> bool {
    matches!((change, before), (Some(change), Some(before)) if change > T::from_f64(0.25) * before)
}

/// Whether ρ does not fall any further, and may be noise. That of forces which are differences of much larger ones has no other
/// mark where coordinates are displacements: their roundings are those of places that Newton's method does not see.
#[cold]
pub(crate) fn has_stalled<T: Size>(residual: T, before: T) -> bool {
    let [most, half] = [MOST_NOISE, 0.5].map(T::from_f64);
    residual <= most && residual > half * before
}

/// Whether ρ can be noise: a small part of the summands, and not much more than before. A correction makes it larger than noise
/// does if its tangent was nearly singular; the next one repairs that.
#[cold]
pub(crate) fn is_noise<T: Size>(residual: T, before: T) -> bool {
    let [most, factor] = [MOST_NOISE, NOISE].map(T::from_f64);
    residual <= most && residual <= factor * before
}

/// Whether the last iteration, with a tangent of its own, made ρ little smaller.
#[cold]
pub(crate) fn is_slow<T: Size>(residual: T, before: T) -> bool {
    residual > T::from_f64(SLOWLY) * before
}

/// ρ of the iteration before; infinite if there was none.
#[cold]
fn residual_of<C: Course>(made: &C, before: Option<&C::Before>) -> f64 {
    match before {
        Some(before) => made.residual_of(before),
        None => f64::INFINITY,
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
