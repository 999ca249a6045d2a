//! Which residuals are rounding.

use super::*;

const NONE: Alone = Alone {
    constraints: 0,
    massless: &[],
};
const LAST: Alone = Alone {
    constraints: 1,
    massless: &[],
};

/// ε, as the rows of these tests count it: twice, for two equations.
const UNIT: f64 = 2.0 * f64::EPSILON;

#[test]
fn a_row_may_be_64_times_the_rounding_of_its_own_summands() {
    // The other row has summands whose rounding is far above both residuals.
    let with = |r: f64| is_solved(&[r * UNIT, 0.0], &[1.0, 1e6], NONE);
    assert!(with(63.0) && !with(65.0));
    // Constraints may not: their summands are places.
    let with = |r: f64| is_solved(&[0.0, r * UNIT], &[1e6, 1.0], LAST);
    assert!(with(0.9) && !with(1.1));
    // Neither may a row be larger than the rounding of all.
    let with = |r: f64| is_solved(&[r * UNIT, 0.0], &[1.0, 1.0], NONE);
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

#[test]
fn rows_with_units_of_their_own_are_not_measured_by_others() {
    let alone = Alone {
        constraints: 1,
        massless: &[false, true],
    };
    let (scale, small) = ([1e6, 1.0, 1.0], f64::EPSILON);
    for (r, holds) in [
        ([1e6 * small, 0.9 * small, 2.9 * small], true),
        ([1e6 * small, 1.1 * small, 2.9 * small], false),
        ([1e6 * small, 0.9 * small, 3.1 * small], false),
    ] {
        assert_eq!(is_solved(&r, &scale, alone), holds, "{r:?}");
        assert_eq!(is_clearly_solved(&r, &scale, alone), holds, "{r:?}");
    }
}

/// Each row has to be within its own bound; what is no number is in none, and no bound.
#[test]
fn rounding_is_that_of_each_row() {
    let small = f64::EPSILON;
    let none = Alone {
        constraints: 0,
        massless: &[],
    };
    let (own, wide) = ([1e-3, 1e-2], [1.001, 10.01]);
    assert!(is_within(&[7.9 * small, 79.0 * small], &own, &wide, none));
    assert!(!is_within(&[8.1 * small, 79.0 * small], &own, &wide, none));
    assert!(!is_within(&[f64::NAN, 0.0], &own, &wide, none));
    for bound in [f64::NAN, f64::INFINITY] {
        assert!(!is_within(&[0.0], &[1.0], &[bound], none));
        assert!(!is_within(&[0.0], &[bound], &[bound], none));
    }
}

/// Rows without rounding inside of their terms, and balances without mass, are solved as well as by the first criterion.
#[test]
fn what_does_not_cancel_is_solved_as_before() {
    let small = f64::EPSILON;
    let [none, first] = [&[][..], &[true]].map(|massless| Alone {
        constraints: 0,
        massless,
    });
    assert!(is_within(&[0.9 * small], &[1.0], &[1.0], none));
    assert!(!is_within(&[1.1 * small], &[1.0], &[1.0], none));
    assert!(is_within(&[1.9 * small, 0.0], &[1.0; 2], &[1.0; 2], none));
    assert!(!is_within(&[2.1 * small, 0.0], &[1.0; 2], &[1.0; 2], none));
    assert!(!is_within(&[1.1 * small], &[1.0], &[2.0], first));
    assert!(is_within(&[0.9 * small], &[1.0], &[2.0], first));
}
