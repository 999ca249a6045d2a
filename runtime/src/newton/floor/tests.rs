//! Which residuals are rounding.

use super::*;

/// ε, as the rows of these tests count it: twice, for two equations.
const UNIT: f64 = 2.0 * f64::EPSILON;

#[test]
fn a_row_may_be_64_times_the_rounding_of_its_own_summands() {
    // The other row has summands whose rounding is far above both residuals.
    let with = |r: f64| is_solved(&[r * UNIT, 0.0], &[1.0, 1e6], 0);
    assert!(with(63.0) && !with(65.0));
    // Constraints may not: their summands are places.
    let with = |r: f64| is_solved(&[0.0, r * UNIT], &[1e6, 1.0], 1);
    assert!(with(0.9) && !with(1.1));
    // Neither may a row be larger than the rounding of all.
    let with = |r: f64| is_solved(&[r * UNIT, 0.0], &[1.0, 1.0], 0);
    assert!(with(0.9) && !with(1.1));
}

#[test]
fn a_way_is_rounding_by_both_its_bounds() {
    // 1024 ε is far below √ε in double precision.
    let double = 1024.0 * f64::EPSILON;
    assert!(is_rounding_of_way::<f64>(0.9 * double, 1) && !is_rounding_of_way::<f64>(1.1 * double, 1));
    // In single precision 64 · 1024 ε is far above √ε.
    let single = f32::EPSILON.sqrt();
    assert!(is_rounding_of_way::<f32>(0.9 * single, 64) && !is_rounding_of_way::<f32>(1.1 * single, 64));
    assert!(!is_rounding_of_way::<f64>(f64::NAN, 1));
}

/// Each row has to be within its own bound. NaN is within none, and infinity is no bound.
#[test]
fn rounding_is_that_of_each_row() {
    let small = f64::EPSILON;
    // 8 ε τ, and the first criterion besides: 128 ε σ.
    let (own, wide) = ([1e-8, 1e-7], [1.0, 10.0]);
    assert!(is_within(&[7.9 * small, 79.0 * small], &own, &wide, 0));
    assert!(!is_within(&[8.1 * small, 79.0 * small], &own, &wide, 0));
    assert!(!is_within(&[7.9 * small, 81.0 * small], &own, &wide, 0));
    assert!(!is_within(&[f64::NAN, 0.0], &own, &wide, 0));
    for bound in [f64::NAN, f64::INFINITY] {
        assert!(!is_within(&[7.9 * small, 79.0 * small], &own, &[1.0, bound], 0));
        assert!(!is_within(
            &[7.9 * small, 79.0 * small],
            &[1e-8, bound],
            &[1.0, bound],
            0
        ));
    }
    // The last one is a constraint, which has to be solved by its own summands.
    for (r, holds) in [(0.9 * UNIT * 1e-7, true), (1.1 * UNIT * 1e-7, false)] {
        assert_eq!(is_within(&[7.9 * small, r], &own, &wide, 1), holds);
    }
    // Where ρ is below √ε, it has to fall to its floor.
    assert!(!is_above_floor(&[1.4e-8, 1.4e-8], &[1.0, 1.0]));
    assert!(is_above_floor(&[1.4e-8, 1.6e-8], &[1.0, 1.0]));
    assert!(!is_above_floor(&[f64::NAN, 1.0], &[1.0, 1.0]));
    // Bounds beyond a sixteenth of the summands: all digits are lost.
    for (of, holds) in [(0.06, true), (0.07, false)] {
        let wide = of / (8.0 * small);
        assert_eq!(is_within(&[0.05, 0.05], &[1.0, 1.0], &[wide, wide], 0), holds);
    }
}
