//! The tested splines in another basis: B-splines by their recursion, and a dense solve of all conditions at once.

use std::vec::Vec;

use super::{Axis, Ends, KNOTS, Spline, bell, close, even, parts};

/// The d-th derivative of the B-spline number i of degree k at x, on knots t.
fn basis(t: &[f64], i: usize, k: usize, d: usize, x: f64) -> f64 {
    if k == 0 {
        let last = t[t.len() - 1];
        // The last piece contains its right end.
        let is_inside = t[i] <= x && (x < t[i + 1] || (x == last && t[i] < last && t[i + 1] == last));
        return if is_inside && d == 0 { 1.0 } else { 0.0 };
    }
    let over = |factor: f64, span: f64| if span > 0.0 { factor / span } else { 0.0 };
    let (left, right) = (t[i + k] - t[i], t[i + k + 1] - t[i + 1]);
    if d > 0 {
        return over(k as f64, left) * basis(t, i, k - 1, d - 1, x)
            - over(k as f64, right) * basis(t, i + 1, k - 1, d - 1, x);
    }
    over(x - t[i], left) * basis(t, i, k - 1, 0, x)
        + over(t[i + k + 1] - x, right) * basis(t, i + 1, k - 1, 0, x)
}

/// Value, slope and curvature of the spline at some places.
fn by_b_splines(knots: &[f64], values: &[f64], ends: Ends, at: &[f64]) -> Vec<[f64; 3]> {
    let (first, last) = (knots[0], knots[knots.len() - 1]);
    let inner = &knots[1..knots.len() - 1];
    let t = [&[first; 4], inner, &[last; 4]].concat();
    let n = knots.len() + 2;
    let row = |d: usize, x: f64| (0..n).map(|i| basis(&t, i, 3, d, x)).collect::<Vec<_>>();
    let minus = |a: Vec<f64>, b: Vec<f64>| a.iter().zip(b).map(|(a, b)| a - b).collect::<Vec<_>>();
    let middle = |i: usize| 0.5 * (knots[i] + knots[i + 1]);
    let mut rows: Vec<Vec<f64>> = knots.iter().map(|x| row(0, *x)).collect();
    let mut known = values.to_vec();
    let pieces = knots.len() - 1;
    let (conditions, numbers) = match ends {
        Ends::Natural => ([row(2, first), row(2, last)], [0.0; 2]),
        Ends::Clamped { first: a, last: b } => ([row(1, first), row(1, last)], [a, b]),
        Ends::Periodic => ([1, 2].map(|d| minus(row(d, first), row(d, last))), [0.0; 2]),
        Ends::NotAKnot => (
            [
                minus(row(3, middle(0)), row(3, middle(1))),
                minus(row(3, middle(pieces - 1)), row(3, middle(pieces - 2))),
            ],
            [0.0; 2],
        ),
    };
    rows.extend(conditions);
    known.extend(numbers);
    extremal_numerics::lu::solve(&mut rows.concat(), &mut known).expect("one spline");
    let part = |d: usize, x: f64| row(d, x).iter().zip(&known).map(|(b, c)| b * c).sum();
    at.iter().map(|x| [0, 1, 2].map(|d| part(d, *x))).collect()
}

fn check<const K: usize>(knots: [f64; K], ends: Ends) {
    let mut values = knots.map(|x| bell(x)[0]);
    if ends == Ends::Periodic {
        values[K - 1] = values[0];
    }
    let spline = Spline::new(Axis::new(knots).ends(ends), values).expect("a table");
    let places = even::<57>([knots[0], knots[K - 1]]);
    for (x, expected) in places
        .into_iter()
        .zip(by_b_splines(&knots, &values, ends, &places))
    {
        // The dense solve loses two digits.
        close(parts(&spline, x), expected, 1e-12);
    }
}

#[test]
fn all_ends_agree_with_b_splines() {
    let clamped = Ends::Clamped {
        first: 0.7,
        last: -0.3,
    };
    for ends in [Ends::NotAKnot, Ends::Natural, clamped, Ends::Periodic] {
        check(KNOTS, ends);
        check([0.0, 1.0, 1.1, 3.0], ends);
        check([0.0, 1.0, 1.1, 3.0, 3.05], ends);
    }
    for ends in [Ends::Natural, clamped, Ends::Periodic] {
        check([0.0, 1.0, 3.0], ends);
    }
    for ends in [Ends::Natural, clamped] {
        check([0.5, 3.0], ends);
    }
}
