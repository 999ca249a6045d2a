//! Tables without a spline: each mistake with its place and its numbers.

use std::string::ToString;
use std::{vec, vec::Vec};

use crate::function::{Axis, Ends, Spline, Spline2};

#[track_caller]
fn check<T: core::fmt::Debug>(spline: Result<T, super::super::SplineError>, expected: &str) {
    assert_eq!(spline.expect_err("a mistake").to_string(), expected);
}

#[test]
fn each_mistake_has_its_sentence() {
    let spline = |knots: Vec<f64>, values: Vec<f64>| Spline::new(Axis::new(knots), values);
    check(spline(vec![], vec![]), "x₁ has 0 knots; at least 2 are needed");
    check(
        spline(vec![-1e308, 0.0, 1e308], vec![1.0, 2.0, 3.0]),
        "knot 1 of x₁ is 0 after -1e308, a distance that is too large or too small to compute with; use other units",
    );
    check(
        spline(vec![0.0, 1e-320], vec![1.0, 1.0]),
        "knot 1 of x₁ is 1e-320 after 0, a distance that is too large or too small to compute with; use other units",
    );
    assert!(
        spline(
            vec![0.0, 1.0, 2.0, 3.0],
            vec![f64::MAX, -f64::MAX, f64::MAX, -f64::MAX]
        )
        .is_err()
    );
    check(
        spline(vec![1.0], vec![1.0]),
        "x₁ has 1 knot; at least 2 are needed",
    );
    check(
        spline(vec![1.0, 2.0], vec![1.0]),
        "x₁ has 2 knots, and there are 1 values along it",
    );
    check(
        spline(vec![1.0, f64::NAN], vec![1.0; 2]),
        "knot 1 of x₁ is NaN, which is not a finite number",
    );
    check(
        spline(vec![0.0, 1.0, 1.0], vec![0.0; 3]),
        "knot 2 of x₁ is 1 after 1; knots have to increase",
    );
    check(
        spline(vec![0.0, 1.0], vec![0.0, f64::INFINITY]),
        "the value in row 1, column 0 is inf, which is not a finite number",
    );
    check(
        spline(vec![0.0, 1e-300, 1.0], vec![0.0, 1e9, 0.0]),
        "a second derivative in row 0, column 0 is too large for a number: knots are too close or values too far apart",
    );
    let periodic = Axis::new([0.0, 1.0, 2.0]).ends(Ends::Periodic);
    check(
        Spline::new(periodic, [0.5, 1.0, 0.25]),
        "x₁ is periodic, and the values at its ends differ: 0.5 and 0.25 in column 0",
    );
    let short = Axis::new([0.0, 1.0]).ends(Ends::Periodic);
    check(
        Spline::new(short, [0.5, 0.5]),
        "x₁ has 2 knots; at least 3 are needed",
    );
    let clamped = Ends::Clamped {
        first: 0.0,
        last: f64::NAN,
    };
    check(
        Spline::new(Axis::new([0.0, 1.0]).ends(clamped), [0.5, 0.5]),
        "a slope at the ends of x₁ is NaN, which is not a finite number",
    );
}

#[test]
fn grids_name_axis_row_and_column() {
    let three = Axis::new([0.0, 1.0, 2.0]);
    let periodic = three.ends(Ends::Periodic);
    let values = [[0.0, 1.0, 2.0], [3.0, 4.0, 3.0], [0.0, 6.0, 7.0]];
    check(
        Spline2::new(three, Axis::new([0.0, -1.0, 2.0]), values),
        "knot 1 of x₂ is -1 after 0; knots have to increase",
    );
    check(
        Spline2::new(three, periodic, values),
        "x₂ is periodic, and the values at its ends differ: 0 and 2 in row 0",
    );
    check(
        Spline2::new(periodic, three, values),
        "x₁ is periodic, and the values at its ends differ: 1 and 6 in column 1",
    );
    let mut holed = values;
    holed[2][1] = f64::NAN;
    check(
        Spline2::new(three, three, holed),
        "the value in row 2, column 1 is NaN, which is not a finite number",
    );
    let ragged = vec![vec![0.0; 3], vec![0.0; 2], vec![0.0; 3]];
    let axis = Axis::new(vec![0.0, 1.0, 2.0]);
    check(
        Spline2::new(axis.clone(), axis.clone(), ragged),
        "x₂ has 3 knots, and there are 2 values along it",
    );
    check(
        Spline2::new(axis.clone(), axis, vec![vec![0.0; 3]; 4]),
        "x₁ has 3 knots, and there are 4 values along it",
    );
}
