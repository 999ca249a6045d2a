//! How percussions at the start of a step change the velocity that is carried beside the momentum: they are iterated until that
//! velocity is the one after them. The same for systems of fixed and of any size.
//!
//! ```text
//! r(x; p₀ + Wᵀ P, v₀ + M⁻¹ Wᵀ P) = 0
//! ```
//!
//! The laws and the momentum are solved together, as in other steps; the velocity, on which r depends by O(h), is iterated.
//! Knows neither the equations of a step nor where their numbers are kept.

use crate::Failure;
use extremal_numerics::{Scalar, Size};

/// The most velocities that are tried.
pub(in crate::drive) const MOST_JUMPS: usize = 50;
/// Impulses that differ by this many ε of their summands are the same.
const ROUNDING: f64 = 16.0;
/// Those that differ by this many are, once differences no longer shrink: equations are solved to the rounding of their terms.
const ROUNDING_OF_EQUATIONS: f64 = 1024.0;

/// The impulse of percussions on one coordinate. Where frictions share a load in more than one way it alone is unique.
#[derive(Clone, Copy, Debug)]
pub(in crate::drive) struct Impulse<T> {
    /// The difference of the impulse from which the velocity was, and the one that was found with it.
    pub(in crate::drive) difference: T,
    /// The sum of the magnitudes of p₀ and of the summands of the impulse.
    pub(in crate::drive) size: T,
    /// The same sum with the bounds of all percussions, and without p₀.
    pub(in crate::drive) bound: T,
}

impl<T: Size> Impulse<T> {
    /// The difference in units of ε: of its size, and of the bound.
    fn errors(&self) -> [T; 2] {
        let (zero, difference) = (T::from_f64(0.0), Scalar::abs(self.difference));
        // What is not a number is no zero.
        if difference == zero {
            return [zero, zero];
        }
        let difference = difference / T::from_f64(T::EPSILON);
        [self.size, self.bound].map(|size| difference / size)
    }
}

/// The course of the iteration.
pub(in crate::drive) struct Jumping<T> {
    error: T,
}

impl<T: Size> Jumping<T> {
    pub(in crate::drive) fn new() -> Self {
        Self { error: T::INFINITY }
    }

    /// Whether it ends with these impulses.
    pub(in crate::drive) fn ends_with(&mut self, impulses: impl Iterator<Item = Impulse<T>>) -> bool {
        let zero = T::from_f64(0.0);
        let [error, of_bound] = impulses.fold([zero, zero], |[most, most_of_bound], impulse| {
            let [error, of_bound] = impulse.errors();
            [worse(most, error), worse(most_of_bound, of_bound)]
        });
        let [rounding, of_equations, half] = [ROUNDING, ROUNDING_OF_EQUATIONS, 0.5].map(T::from_f64);
        // Forces are known to the rounding of their bound.
        let is_near = error <= of_equations || of_bound <= rounding;
        let no_longer_shrinks = self.error < T::INFINITY && error >= half * self.error;
        self.error = error;
        error <= rounding || (is_near && no_longer_shrinks)
    }

    /// That it has not ended.
    pub(in crate::drive) fn failure(&self) -> Failure {
        Failure::NotConverged {
            iterations: MOST_JUMPS,
            residual: (self.error * T::from_f64(T::EPSILON)).to_f64(),
        }
    }
}

/// The larger one; what is not a number is infinite.
fn worse<T: Size>(most: T, error: T) -> T {
    if error > most {
        error
    } else if error <= most {
        most
    } else {
        T::INFINITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At rest under a lock a first guess of the velocity may give no impulse: the velocity from which it was is none, however
    /// small the guess is beside the bound.
    #[test]
    fn a_first_guess_beside_a_large_bound_is_no_end() {
        let impulse = |difference| Impulse {
            difference,
            size: 0.0,
            bound: 1e18,
        };
        let mut jumping = Jumping::<f64>::new();
        assert!(!jumping.ends_with([impulse(1.5e-3)].into_iter()));
        assert!(jumping.ends_with([impulse(0.0)].into_iter()));
    }
}
