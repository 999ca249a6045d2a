//! Splines against B-splines, polynomials, and the functions that they were made from.

mod b_splines;
#[cfg(feature = "num-dual")]
mod duals;
mod grids;
mod mistakes;
mod outside;

use std::vec::Vec;

use super::{Axis, Ends, Function, Spline};

/// Knots at uneven distances, at most 1/2 apart from the even ones.
const KNOTS: [f64; 9] = [-1.0, -0.6, 0.2, 0.7, 1.9, 2.4, 3.2, 3.9, 5.0];

/// A function that no polynomial equals, and its first two derivatives.
fn bell(x: f64) -> [f64; 3] {
    let f = libm::exp(libm::sin(x));
    let slope = libm::cos(x);
    [f, f * slope, f * (slope * slope - libm::sin(x))]
}

fn parts(spline: &impl Function<1>, x: f64) -> [f64; 3] {
    let (value, gradient, hessian) = spline.hessian([x]);
    assert_eq!(spline.gradient([x]), (value, gradient));
    assert_eq!(spline.value([x]), value);
    [value, gradient[0], hessian[0][0]]
}

#[track_caller]
fn close<const N: usize>(a: [f64; N], b: [f64; N], tolerance: f64) {
    let is_close = a
        .iter()
        .zip(b)
        .all(|(a, b)| (a - b).abs() <= tolerance * (1.0 + b.abs()));
    assert!(is_close, "{a:?} {b:?}");
}

/// With K knots, [first, last] and no end.
fn even<const K: usize>([first, last]: [f64; 2]) -> [f64; K] {
    core::array::from_fn(|i| first + (last - first) * i as f64 / (K - 1) as f64)
}

/// Values, slopes and curvatures just below and just above.
fn sides(spline: &impl Function<1>, x: f64) -> [[f64; 3]; 2] {
    [x.next_down(), x.next_up()].map(|x| parts(spline, x))
}

#[test]
fn splines_go_through_their_points_and_are_continuous_twice() {
    let values = KNOTS.map(|x| bell(x)[0]);
    let closed = core::array::from_fn(|i| values[i % 8]);
    for (ends, values) in [
        (Ends::NotAKnot, values),
        (Ends::Natural, values),
        (
            Ends::Clamped {
                first: 2.0,
                last: -1.0,
            },
            values,
        ),
        (Ends::Periodic, closed),
    ] {
        let spline = Spline::new(Axis::new(KNOTS).ends(ends), values).expect("a table");
        for (x, value) in KNOTS.into_iter().zip(values) {
            assert_eq!(parts(&spline, x)[0], value, "{ends:?}");
        }
        for x in &KNOTS[1..8] {
            // One bit of x moves f'' by f''' ε: less than 1e-14 here.
            let [below, above] = sides(&spline, *x);
            close(below, above, 1e-14);
        }
        let [first, last] = [-1.0, 5.0].map(|x| parts(&spline, x));
        match ends {
            Ends::Natural => assert_eq!([first[2], last[2]], [0.0, 0.0]),
            Ends::Clamped { first: a, last: b } => close([first[1], last[1]], [a, b], 1e-14),
            Ends::Periodic => close(first, last, 1e-14),
            Ends::NotAKnot => {
                // f''' is a difference of f'' in a piece.
                let third = |a: f64, b: f64| (parts(&spline, b)[2] - parts(&spline, a)[2]) / (b - a);
                close([third(-0.9, -0.7)], [third(-0.5, 0.1)], 1e-12);
                close([third(4.0, 4.9)], [third(3.3, 3.8)], 1e-12);
            }
        }
    }
}

/// A polynomial from its coefficients, with two derivatives.
fn polynomial(coefficients: &[f64], x: f64) -> [f64; 3] {
    coefficients.iter().rev().fold([0.0; 3], |[f, first, second], c| {
        [f * x + c, first * x + f, second * x + 2.0 * first]
    })
}

#[test]
fn not_a_knot_reproduces_cubics_and_fewer_points_their_polynomials() {
    let cubic = |x| polynomial(&[0.3, -1.2, 0.7, 0.4], x);
    let parabola = |x| polynomial(&[0.3, -1.2, 0.7], x);
    let line = |x| polynomial(&[0.3, -1.2], x);
    let nine = Spline::new(Axis::new(KNOTS), KNOTS.map(|x| cubic(x)[0])).expect("a table");
    let four = [-1.0, 0.3, 2.0, 5.0];
    let four = Spline::new(Axis::new(four), four.map(|x| cubic(x)[0])).expect("a table");
    let three = [-1.0, 0.3, 5.0];
    let three = Spline::new(Axis::new(three), three.map(|x| parabola(x)[0])).expect("a table");
    let two = Spline::new(Axis::new([-1.0, 5.0]), [-1.0, 5.0].map(|x| line(x)[0])).expect("a table");
    // Hermite's cubic, through two points with two slopes.
    let ends = Ends::Clamped {
        first: cubic(-1.0)[1],
        last: cubic(5.0)[1],
    };
    let hermite = [-1.0, 5.0].map(|x| cubic(x)[0]);
    let hermite = Spline::new(Axis::new([-1.0, 5.0]).ends(ends), hermite).expect("a table");
    let nine_clamped = Spline::new(Axis::new(KNOTS).ends(ends), KNOTS.map(|x| cubic(x)[0])).expect("a table");
    for x in even::<50>([-1.0, 5.0]) {
        // Rounding of values up to 60 and of second differences.
        close(parts(&nine, x), cubic(x), 1e-13);
        close(parts(&four, x), cubic(x), 1e-13);
        close(parts(&three, x), parabola(x), 1e-13);
        close(parts(&two, x), line(x), 1e-13);
        close(parts(&hermite, x), cubic(x), 1e-13);
        close(parts(&nine_clamped, x), cubic(x), 1e-13);
    }
}

/// The largest errors of f, f' and f'' between K even knots on [−1, 5].
fn errors<const K: usize>(ends: Ends) -> [f64; 3] {
    let knots = even::<K>([-1.0, 5.0]);
    let spline = Spline::new(Axis::new(knots).ends(ends), knots.map(|x| bell(x)[0])).expect("a table");
    even::<1000>([-1.0, 5.0])
        .into_iter()
        .fold([0.0; 3], |largest, x| {
            let (computed, exact) = (parts(&spline, x), bell(x));
            core::array::from_fn(|i| f64::max(largest[i], (computed[i] - exact[i]).abs()))
        })
}

#[test]
fn orders_are_four_three_and_two() {
    let clamped = Ends::Clamped {
        first: bell(-1.0)[1],
        last: bell(5.0)[1],
    };
    for (ends, expected) in [
        (Ends::NotAKnot, [4.0, 3.0, 2.0]),
        (clamped, [4.0, 3.0, 2.0]),
        // f'' of the function is not zero at the ends.
        (Ends::Natural, [2.0, 1.0, 0.0]),
    ] {
        let (coarse, fine) = (errors::<129>(ends), errors::<257>(ends));
        for i in 0..3 {
            let order = libm::log2(coarse[i] / fine[i]);
            // Within the next term of the error, h smaller.
            assert!((order - expected[i]).abs() < 0.15, "{ends:?} {i}: {order}");
        }
    }
}

#[test]
fn a_period_of_a_smooth_function_has_order_four() {
    fn error<const K: usize>() -> f64 {
        let knots = even::<K>([0.0, core::f64::consts::TAU]);
        let mut values = knots.map(|x| bell(x)[0]);
        values[K - 1] = values[0];
        let spline = Spline::new(Axis::new(knots).ends(Ends::Periodic), values).expect("a table");
        even::<500>([-20.0, 30.0]).into_iter().fold(0.0, |largest, x| {
            f64::max(largest, (parts(&spline, x)[0] - bell(x)[0]).abs())
        })
    }
    let order = libm::log2(error::<33>() / error::<65>());
    assert!((order - 4.0).abs() < 0.1, "{order}");
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to single precision is the subject"
)]
#[test]
fn single_precision_and_vectors_have_the_same_splines() {
    let values = KNOTS.map(|x| bell(x)[0]);
    let spline = Spline::new(Axis::new(KNOTS), values).expect("a table");
    let vectors = Spline::new(Axis::new(KNOTS.to_vec()), values.to_vec()).expect("a table");
    let [knots, values] = [KNOTS, values].map(|column| column.map(|x| x as f32));
    let single = Spline::new(Axis::new(knots), values).expect("a table");
    for x in even::<100>([-1.0, 5.0]) {
        assert_eq!(parts(&vectors, x), parts(&spline, x));
        let (f, [slope], [[curvature]]) = single.hessian([x as f32]);
        // Second differences divide the rounding of values, 1e-7, by distances squared, 0.2.
        close([f, slope, curvature].map(f64::from), parts(&spline, x), 2e-5);
    }
}

#[test]
fn splines_are_functions_at_run_time() {
    let flat = Spline::new(Axis::new([0.0, 1.0]), [2.0, 2.0]).expect("a table");
    let steep = Spline::new(Axis::new(std::vec![0.0, 1.0]), std::vec![2.0, 5.0]).expect("a table");
    let chosen: Vec<&dyn Function<1>> = std::vec![&flat, &steep];
    assert_eq!(
        [0, 1].map(|i| chosen[i].gradient([0.5])),
        [(2.0, [0.0]), (3.5, [3.0])]
    );
}
