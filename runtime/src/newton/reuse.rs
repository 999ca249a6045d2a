//! Simplified iterations, with the factors of an earlier tangent.

use super::Iteration;
use super::floor::{largest, norm, tolerance};
use crate::equations::Equations;
use crate::equations::has_small_growth;
use extremal_numerics::block::{at, difference};
use extremal_numerics::{Block, Scalar, SizeOf, Vector, lu};

/// dx = −A⁻¹r with the factors of the last tangent that was factorised, if that is accurate enough.
///
/// ```text
/// θ = |dx| / |dx of the iteration before|,   accurate enough if R (2θ)³ ≤ N ε
/// ```
///
/// At the solution, the tangent of the iterate before the last has a relative error of about 2θ, so that three iterations
/// with it converge. They cost less than a new tangent and the residual that checks it.
#[inline]
pub(super) fn correction<E: Equations<D> + ?Sized, D>(last: &Iteration<E, D>) -> Option<E::Unknown> {
    if !(E::Factors::LEN > 0 && has_small_growth::<E::Scalar>(last.growth)) {
        return None;
    }
    let mut dx = E::Unknown::from_fn(|i| -at(last.r.as_slice(), i));
    lu::substitute(last.factors.as_slice(), dx.as_mut_slice());
    let contraction =
        SizeOf::<E::Scalar>::from_f64(2.0) * largest(&dx) / largest(&difference(&last.x, &last.from));
    let residual = norm(&last.r, &last.scale, E::CONSTRAINTS);
    let expected = residual * contraction * contraction * contraction;
    (expected <= tolerance(&last.r)).then_some(dx)
}

#[cfg(test)]
mod tests {
    use super::super::iterate;
    use super::*;
    use extremal_numerics::block::zeros;

    /// x² = 2, with the factors of its tangent. Records whether the last correction had a tangent of its own.
    struct Kept {
        is_fresh: core::cell::Cell<bool>,
    }

    impl Equations<()> for Kept {
        type Scalar = f64;
        type Known = ();
        type Unknown = [f64; 1];
        type Tangent = [[f64; 1]; 1];
        type Factors = [[f64; 1]; 1];

        const LINEAR: bool = false;

        fn residual(&self, (): &(), x: &[f64; 1], r: &mut [f64; 1], scale: &mut [f64; 1]) {
            (*r, *scale) = ([x[0] * x[0] - 2.0], [4.0]);
        }

        fn tangent(&self, (): &(), x: &[f64; 1], r: &mut [f64; 1], a: &mut [[f64; 1]; 1]) {
            (*r, *a) = ([x[0] * x[0] - 2.0], [[2.0 * x[0]]]);
        }

        fn correction(&self, (): &(), x: &[f64; 1], dx: &mut [f64; 1], factors: &mut [[f64; 1]; 1]) -> f64 {
            self.is_fresh.set(true);
            *factors = [[0.5 / x[0]]];
            *dx = [(2.0 - x[0] * x[0]) * factors[0][0]];
            1.0
        }
    }

    /// The noise is above the tolerance, and a new tangent more than halves it: the two kinds of iteration must not
    /// alternate.
    #[test]
    fn noise_that_old_factors_amplify_is_a_floor() {
        let kept = Kept {
            is_fresh: core::cell::Cell::new(false),
        };
        let mut x = [1.4];
        let check = |x: &[f64; 1], r: &mut [f64; 1], scale: &mut [f64; 1]| {
            let noise = if kept.is_fresh.take() { 1.6e-15 } else { 4e-15 };
            *scale = [4.0];
            r[0] = if (x[0] - core::f64::consts::SQRT_2).abs() < 1e-14 {
                noise
            } else {
                x[0] * x[0] - 2.0
            };
        };
        let convergence = iterate::<_, ()>(&kept, &(), &mut x, check, zeros);
        assert!(convergence.is_ok_and(|c| c.iterations <= 8), "{convergence:?}");
    }

    /// ln x = 1, with the factors of its tangent. From far above e a correction leads below zero.
    struct Logarithm;

    impl Equations<()> for Logarithm {
        type Scalar = f64;
        type Known = ();
        type Unknown = [f64; 1];
        type Tangent = [[f64; 1]; 1];
        type Factors = [[f64; 1]; 1];

        const LINEAR: bool = false;

        fn residual(&self, (): &(), x: &[f64; 1], r: &mut [f64; 1], scale: &mut [f64; 1]) {
            (*r, *scale) = ([x[0].ln() - 1.0], [x[0].ln().abs() + 1.0]);
        }

        fn tangent(&self, (): &(), x: &[f64; 1], r: &mut [f64; 1], a: &mut [[f64; 1]; 1]) {
            (*r, *a) = ([x[0].ln() - 1.0], [[1.0 / x[0]]]);
        }

        fn correction(&self, (): &(), x: &[f64; 1], dx: &mut [f64; 1], factors: &mut [[f64; 1]; 1]) -> f64 {
            (*dx, *factors) = ([(1.0 - x[0].ln()) * x[0]], [[x[0]]]);
            1.0
        }
    }

    /// A residual that is not finite says nothing about the factors. They are judged by the residual after halving.
    #[test]
    fn factors_are_judged_by_the_residual_after_halving() {
        for start in [5.0, 20.0, 50.0, 1e3, 1e4] {
            let mut x = [start];
            let check = |x: &[f64; 1], r: &mut [f64; 1], scale: &mut [f64; 1]| {
                Logarithm.residual(&(), x, r, scale);
            };
            let convergence = iterate::<_, ()>(&Logarithm, &(), &mut x, check, zeros);
            assert!(
                convergence.is_ok_and(|c| c.iterations <= 10),
                "{start} {convergence:?}"
            );
            assert!((x[0] - core::f64::consts::E).abs() < 1e-15);
        }
    }
}
