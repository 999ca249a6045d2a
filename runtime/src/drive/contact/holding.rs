//! How gaps are held at the end of a step: Newton's method on them, and how fast deep contacts are raised. The same for systems
//! of fixed and of any size.
//!
//! Knows neither the equations of a step nor where their numbers are kept.

use crate::Failure;
use extremal_numerics::{Scalar, Size};

/// The most linearizations of gaps at the end of a step.
pub(in crate::drive) const MOST_HOLDS: usize = 30;
/// The part of its depth by which a closed contact is raised in a step.
const RAISED: f64 = 0.25;
/// A gap errs by this many ε of its summands.
const ROUNDING: f64 = 16.0;
/// A difference of energies errs by this many ε of them.
const OF_ENERGY: f64 = 64.0;

/// The course of Newton's method on gaps.
///
/// Where it fails from a guess it begins again from rest, with gaps linearized at the start of the step. Rows of percussions
/// and of velocities are those of one place there, so that G is as symmetric as A, and percussions that stop the contacts are a
/// solution. Elsewhere there may be none: two discs between walls of no play, one of which is a little higher at the guess, are
/// nearer to each other than any gap allows, however they are pressed.
pub(in crate::drive) struct Holding<T> {
    before: T,
}

impl<T: Size> Holding<T> {
    pub(in crate::drive) fn new() -> Self {
        Self { before: T::INFINITY }
    }

    /// Whether the method ends with this error, in units of rounding.
    pub(in crate::drive) fn ends_with(&mut self, error: T) -> bool {
        let [one, half] = [1.0, 0.5].map(T::from_f64);
        let small = Scalar::recip(Scalar::sqrt(T::from_f64(T::EPSILON)));
        let ends = error <= one || (error <= small && error >= half * self.before);
        self.before = error;
        ends
    }

    /// That it has not ended.
    pub(in crate::drive) fn failure(&self) -> Failure {
        Failure::NotConverged {
            iterations: MOST_HOLDS,
            residual: (self.before * T::from_f64(T::EPSILON)).to_f64(),
        }
    }
}

/// ξ of a held contact at u = 0, and its scale, from its gap, the scale of that and its target, all of them over h, and from
/// W u with its size.
pub(in crate::drive) fn rate_of_gap<T: Size>([gap, scale, target]: [T; 3], [by, size]: [T; 2]) -> [T; 2] {
    [(gap - target) - by, scale + Scalar::abs(target) + size]
}

/// The larger one of `most` and the error of a linearized gap with its size, in units of rounding. Gap and target are over h.
pub(in crate::drive) fn larger_error<T: Size>(most: T, [gap, target]: [T; 2], [linear, size]: [T; 2]) -> T {
    let error = Scalar::abs((gap - target) - linear);
    let rounding = T::from_f64(ROUNDING * T::EPSILON) * size;
    let error = if error > T::from_f64(0.0) {
        error / rounding
    } else {
        T::from_f64(0.0)
    };
    // A gap that is not a number is an error, too.
    if error <= most { most } else { error }
}

/// How deep a contact is: its gap, and zero if that is not below zero.
pub(in crate::drive) fn depth<T: Size>(gap: T) -> T {
    let zero = T::from_f64(0.0);
    if gap < zero { gap } else { zero }
}

/// Where a deep contact is held instead: less deep by a part of its depth, or at zero if that is within the motion of a rest,
/// √ε h of the size of ξ.
pub(in crate::drive) fn target<T: Size>(depth: T, (h, size): (T, T)) -> T {
    let rest = h * Scalar::sqrt(T::from_f64(T::EPSILON));
    let left = if -depth <= rest * size { 0.0 } else { 1.0 - RAISED };
    T::from_f64(left) * depth
}

/// Whether the energy that percussions have `lost` pays for coordinates that are raised. What they add is a difference of
/// energies of about this size: less than its rounding pays for nothing, and work that is rounding leaves as much in each step.
pub(in crate::drive) fn pays<T: Size>(lost: T, energy: T) -> bool {
    lost > T::from_f64(OF_ENERGY * T::EPSILON) * Scalar::abs(energy)
}

/// The energy that raised coordinates take from what percussions have `lost` before: what they add, if they are raised; half of
/// it, if they cannot be, so that it is not tried for ever. They are raised if that adds no more than was lost, or if all
/// contacts come to zero from a rest.
pub(in crate::drive) fn energy_of_raise<T: Size>(added: Option<T>, lost: T, is_rest: bool) -> (bool, T) {
    match added {
        Some(energy) if is_rest || energy <= lost => (true, energy),
        _ => (false, T::from_f64(0.5) * lost),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A heap that stands still leaves work of rounding, of either sign, in each step: it is not raised in each step.
    #[test]
    fn work_of_rounding_pays_for_nothing() {
        let (energy, mut lost, mut tried) = (10.0_f64, 1.0, 0);
        for _ in 0..1000 {
            if pays(lost, energy) {
                tried += 1;
                let (is_raised, given) = energy_of_raise(None, lost, false);
                assert!(!is_raised);
                lost -= given;
            }
            lost += 1e-17;
        }
        // From 1 to 64 ε of 10 by halves.
        assert!((20..50).contains(&tried), "{tried}");
        assert!(!pays(f64::NAN, energy) && !pays(lost, f64::NAN) && pays(1e-3, -energy));
    }
}
