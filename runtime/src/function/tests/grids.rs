//! Splines of two variables: products of splines of one, continuity, orders, symmetry.

use std::vec::Vec;

use super::{Axis, Ends, KNOTS, Spline, bell, close, even, parts};
use crate::function::{Function, Outside, Spline2, Value};

const OTHERS: [f64; 5] = [0.0, 0.4, 1.3, 1.5, 2.5];

/// f, ∂₁, ∂₂, ∂₁₁, ∂₁₂, ∂₂₂.
fn all(spline: &impl Function<2>, x: [f64; 2]) -> [f64; 6] {
    let (f, gradient, [[xx, xy], [yx, yy]]) = spline.hessian(x);
    assert_eq!(xy.to_bits(), yx.to_bits());
    assert_eq!(spline.gradient(x), (f, gradient));
    assert_eq!(spline.value(x), f);
    [f, gradient[0], gradient[1], xx, xy, yy]
}

/// A function of two variables that is no product, with its derivatives.
fn saddle([x, y]: [f64; 2]) -> [f64; 6] {
    let inner = x * y + 0.5 * y;
    let (s, c) = (libm::sin(inner), libm::cos(inner));
    let (by_x, by_y) = (y, x + 0.5);
    [
        s,
        c * by_x,
        c * by_y,
        -s * by_x * by_x,
        c - s * by_x * by_y,
        -s * by_y * by_y,
    ]
}

#[test]
fn tables_of_products_are_products_of_splines() {
    let clamped = Ends::Clamped {
        first: 0.0,
        last: 0.0,
    };
    let of_first = [Ends::NotAKnot, Ends::Natural, clamped, Ends::Periodic];
    for (ends, others) in of_first
        .into_iter()
        .zip([clamped, Ends::NotAKnot, Ends::Periodic, Ends::Natural])
    {
        let u = core::array::from_fn(|i| bell(KNOTS[if ends == Ends::Periodic { i % 8 } else { i }])[0]);
        let w = core::array::from_fn(|j| libm::cos(OTHERS[if others == Ends::Periodic { j % 4 } else { j }]));
        let x_axis = Axis::new(KNOTS).ends(ends).outside(Outside::Linear);
        let y_axis = Axis::new(OTHERS).ends(others).outside(Outside::Held);
        let values = u.map(|u| w.map(|w| u * w));
        let both = Spline2::new(x_axis, y_axis, values).expect("a grid");
        let (u, w) = (Spline::new(x_axis, u), Spline::new(y_axis, w));
        let (u, w) = (u.expect("a table"), w.expect("a table"));
        for x in even::<23>([-2.0, 6.0]) {
            for y in even::<17>([-1.0, 3.0]) {
                let ([f, f1, f2], [g, g1, g2]) = (parts(&u, x), parts(&w, y));
                let expected = [f * g, f1 * g, f * g1, f2 * g, f1 * g1, f * g2];
                close(all(&both, [x, y]), expected, 1e-13);
            }
        }
    }
}

/// Slopes that differ from zero: the values are those of a product whose slope along each edge is the same, u' w with w = 1.
#[test]
fn slopes_along_edges_are_met() {
    let (first, second) = (
        Ends::Clamped {
            first: 3.0,
            last: -2.0,
        },
        Ends::Clamped {
            first: -1.0,
            last: 4.0,
        },
    );
    let values = KNOTS.map(|x| OTHERS.map(|y| saddle([x, y])[0]));
    let spline = Spline2::new(
        Axis::new(KNOTS).ends(first),
        Axis::new(OTHERS).ends(second),
        values,
    );
    let spline = spline.expect("a grid");
    for y in even::<9>([0.0, 2.5]) {
        let [low, high] = [-1.0, 5.0].map(|x| all(&spline, [x, y])[1]);
        close([low, high], [3.0, -2.0], 1e-13);
    }
    for x in even::<9>([-1.0, 5.0]) {
        let [low, high] = [0.0, 2.5].map(|y| all(&spline, [x, y])[2]);
        close([low, high], [-1.0, 4.0], 1e-13);
    }
}

#[test]
fn grids_go_through_their_points_and_are_continuous_twice() {
    let values = KNOTS.map(|x| OTHERS.map(|y| saddle([x, y])[0]));
    let spline = Spline2::new(Axis::new(KNOTS), Axis::new(OTHERS), values).expect("a grid");
    for (x, row) in KNOTS.into_iter().zip(values) {
        for (y, value) in OTHERS.into_iter().zip(row) {
            assert_eq!(all(&spline, [x, y])[0], value);
        }
    }
    for y in even::<11>([0.0, 2.5]) {
        for x in &KNOTS[1..8] {
            close(
                all(&spline, [x.next_down(), y]),
                all(&spline, [x.next_up(), y]),
                1e-13,
            );
        }
    }
    for x in even::<11>([-1.0, 5.0]) {
        for y in &OTHERS[1..4] {
            close(
                all(&spline, [x, y.next_down()]),
                all(&spline, [x, y.next_up()]),
                1e-13,
            );
        }
    }
}

#[test]
fn exchanged_axes_give_the_same_spline() {
    let values = KNOTS.map(|x| OTHERS.map(|y| saddle([x, y])[0]));
    let exchanged = OTHERS.map(|y| KNOTS.map(|x| saddle([x, y])[0]));
    let spline = Spline2::new(Axis::new(KNOTS), Axis::new(OTHERS), values).expect("a grid");
    let vectors = values.map(|row| row.to_vec()).to_vec();
    let vectors = Spline2::new(Axis::new(KNOTS.to_vec()), Axis::new(OTHERS.to_vec()), vectors);
    let vectors = vectors.expect("a grid");
    let exchanged = Spline2::new(Axis::new(OTHERS), Axis::new(KNOTS), exchanged).expect("a grid");
    for x in even::<13>([-1.0, 5.0]) {
        for y in even::<13>([0.0, 2.5]) {
            let [f, f1, f2, f11, f12, f22] = all(&exchanged, [y, x]);
            close(all(&spline, [x, y]), [f, f2, f1, f22, f12, f11], 1e-12);
            assert_eq!(all(&vectors, [x, y]), all(&spline, [x, y]));
        }
    }
}

#[test]
fn bicubic_polynomials_are_reproduced() {
    let of = |[x, y]: [f64; 2]| {
        let (u, u1, u2) = (1.0 - x + 0.2 * x * x * x, -1.0 + 0.6 * x * x, 1.2 * x);
        let (w, w1, w2) = (y * y * y - 2.0 * y, 3.0 * y * y - 2.0, 6.0 * y);
        [u * w + x, u1 * w + 1.0, u * w1, u2 * w, u1 * w1, u * w2]
    };
    let values = KNOTS.map(|x| OTHERS.map(|y| of([x, y])[0]));
    let spline = Spline2::new(Axis::new(KNOTS), Axis::new(OTHERS), values).expect("a grid");
    for x in even::<13>([-1.0, 5.0]) {
        for y in even::<13>([0.0, 2.5]) {
            // Values up to 200.
            close(all(&spline, [x, y]), of([x, y]), 1e-11);
        }
    }
}

#[test]
fn orders_are_four_three_and_two() {
    let errors = |pieces: u32| {
        let (low, length) = ([-1.0, 0.0], 2.5 / f64::from(pieces));
        let place = |axis: usize, i: u32, part: f64| low[axis] + (f64::from(i) + part) * length;
        let [first, second] =
            [0, 1].map(|axis| (0..=pieces).map(|i| place(axis, i, 0.0)).collect::<Vec<_>>());
        let row = |x: &f64| second.iter().map(|y| saddle([*x, *y])[0]).collect::<Vec<_>>();
        let values = first.iter().map(row).collect();
        let spline = Spline2::new(Axis::new(first), Axis::new(second), values).expect("a grid");
        let mut largest = [0.0; 6];
        // The same places in every piece, so that coarse and fine are compared at alike ones.
        let parts = [0.0, 0.2, 0.5, 0.8];
        let pairs = parts.iter().flat_map(|a| parts.iter().map(move |b| (a, b)));
        for (i, j) in (0..pieces).flat_map(|i| (0..pieces).map(move |j| (i, j))) {
            for (a, b) in pairs.clone() {
                let at = [place(0, i, *a), place(1, j, *b)];
                let (computed, exact) = (all(&spline, at), saddle(at));
                largest = core::array::from_fn(|i| f64::max(largest[i], (computed[i] - exact[i]).abs()));
            }
        }
        largest
    };
    let (coarse, fine) = (errors(64), errors(128));
    for (i, expected) in [4.0, 3.0, 3.0, 2.0, 3.0, 2.0].into_iter().enumerate() {
        let order = libm::log2(coarse[i] / fine[i]);
        // Within the next term of the error, h smaller.
        assert!((order - expected).abs() < 0.15, "{i}: {order}");
    }
}

#[test]
fn outside_both_axes_hold() {
    let values = KNOTS.map(|x| OTHERS.map(|y| saddle([x, y])[0]));
    let (linear, held) = (
        Axis::new(KNOTS).outside(Outside::Linear),
        Axis::new(OTHERS).outside(Outside::Held),
    );
    let spline = Spline2::new(linear, held, values).expect("a grid");
    let [f, f1, _, _, _, _] = all(&spline, [5.0, 2.5]);
    close(
        all(&spline, [7.0, 9.0]),
        [f + 2.0 * f1, f1, 0.0, 0.0, 0.0, 0.0],
        1e-13,
    );
    let strict = Spline2::new(Axis::new(KNOTS), held, values).expect("a grid");
    let [beyond, beside]: [f64; 2] = [[5.1, 1.0], [0.0, 7.0]].map(|x| strict.value(x));
    assert!(beyond.is_nan() && beside.is_finite());
}
