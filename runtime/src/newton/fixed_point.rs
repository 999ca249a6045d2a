//! Stages by a fixed point, where it contracts: no tangent, and no elimination.
//!
//! Knows neither steps nor stages: corrections are the caller's.

use super::Convergence;
use super::course::MOST_ITERATIONS;
use super::floor::{is_above_rounding, is_floor, is_solved, largest, norm};
use extremal_numerics::block::{sum, zeros};
use extremal_numerics::{Block, Scalar, Size};

/// The largest ratio of a correction to the one before. Stages of a step contract by (h ω)², and those of a step that is long
/// for its motion, or stiff, are for Newton's method, which is dearer than some ten corrections.
const CONTRACTION: f64 = 0.125;

/// Iterates x ← x + dx(r(x)) in place from a guess. `None` where corrections do not fall to an eighth from one to the next:
/// then nothing is known of the equations.
///
/// `check` evaluates the residual and its scale, and was called last at the result; `correct` is dx(r).
///
/// The result is that of Newton's method: the residual is rounding, or ρ stands still below ε^¾, nearer than in
/// [`iterate`](super::iterate). A row that hardly moves may stand still for another reason: above ε^¾ it is left to Newton.
pub(crate) fn contract<T: Scalar, U: Block<T>>(
    x: &mut U,
    mut check: impl FnMut(&U, &mut U, &mut U),
    correct: impl Fn(&U, &mut U),
) -> Option<Convergence> {
    let (mut r, mut scale): (U, U) = (zeros(), zeros());
    let (mut size, mut has_contracted) = (T::Size::INFINITY, false);
    check(x, &mut r, &mut scale);
    for iterations in 1..=MOST_ITERATIONS {
        let mut dx: U = zeros();
        correct(&r, &mut dx);
        let correction = largest(&dx);
        let before = (r, scale);
        let moved = sum(x, &dx);
        check(&moved, &mut r, &mut scale);
        *x = moved;
        let has_ended = is_solved(&r, &scale, 0);
        if has_ended {
            // What is left has the same sign in each step, and would add up. Another correction leaves an eighth of it where it
            // contracts; where it does not, Newton's method follows.
            correct(&r, &mut dx);
            *x = sum(x, &dx);
            check(x, &mut r, &mut scale);
            if !is_solved(&r, &scale, 0) {
                return None;
            }
        }
        let stands = has_contracted && is_floor((&r, &scale), (&before.0, &before.1), 0);
        if stands && !has_ended && is_above_rounding(&r, &scale) {
            // A row that hardly moves may grow below the corrections of the others.
            return None;
        }
        if has_ended || stands {
            return Some(Convergence {
                iterations: iterations + usize::from(has_ended),
                residual_norm: norm(&r, &scale, 0).to_f64(),
            });
        }
        // False for NaN.
        let contracts = correction < T::Size::from_f64(CONTRACTION) * size;
        if !contracts {
            return None;
        }
        has_contracted = size < T::Size::INFINITY;
        size = correction;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// r = a − x + θ sin x, x = a + θ sin x, with noise in r.
    fn solved(theta: f64, noise: f64) -> Option<([f64; 2], Convergence)> {
        let mut count = 0_u32;
        let mut x = [1.0, 2.0];
        let check = |x: &[f64; 2], r: &mut [f64; 2], scale: &mut [f64; 2]| {
            count += 1;
            let sign = if count.is_multiple_of(2) { noise } else { -noise };
            *r = [0.7, 1.1].map(|a| a + sign);
            for (r, x) in r.iter_mut().zip(x) {
                *r += theta * x.sin() - x;
            }
            *scale = [1.0; 2];
        };
        let report = contract(&mut x, check, |r, dx| *dx = *r)?;
        Some((x, report))
    }

    #[test]
    fn a_contraction_ends_at_its_fixed_point() {
        for theta in [1e-8, 1e-3, 0.05, -0.1] {
            let (x, report) = solved(theta, 0.0).expect("a contraction");
            for (x, a) in x.iter().zip([0.7, 1.1]) {
                assert!((x - a - theta * x.sin()).abs() < 1e-15, "{theta} {x}");
            }
            assert!(report.residual_norm <= 2.0 * f64::EPSILON, "{report:?}");
        }
    }

    #[test]
    fn what_does_not_contract_is_left_to_others() {
        for theta in [0.5, 0.9, -2.0, 1e9, f64::NAN] {
            assert!(solved(theta, 0.0).is_none(), "{theta}");
        }
    }

    /// An equation that nothing solves: its residual stands still far above rounding.
    #[test]
    fn a_residual_that_stands_still_is_rounding_below_the_root_of_epsilon_alone() {
        let (_, report) = solved(1e-3, 1e-13).expect("a floor");
        assert!(
            report.residual_norm > 1e-14 && report.iterations < 10,
            "{report:?}"
        );
        assert!(solved(1e-3, 1e-6).is_none());
    }
}
