//! Why the multipliers of Hermite elements are linear in time: with impulses at the nodes `P2` loses two orders. A pendulum in Cartesian
//! coordinates by hand, from the integrals of a cubic.

use extremal::nalgebra::{SMatrix, SVector};

use crate::support::element_of_textbooks::{BY_SLOPES, MEANS};
use crate::support::order::extrapolated;
use crate::support::slope::slope;

const GRAVITY: f64 = 9.81;
const END: f64 = 1.0;

/// (q₁ − q₀)/h, v₁, and the two impulses.
type Unknown = SVector<f64, 6>;
type State = [f64; 4];

/// Two equations, by the ends that they vary: q₀, v₀, q₁, v₁ have the numbers 0 to 3.
#[derive(Clone, Copy, Debug)]
struct Pair([usize; 2]);

/// q₀, h v₀, q₁ and h v₁ of one coordinate.
fn ends(h: f64, z: State, x: &Unknown, k: usize) -> [f64; 4] {
    [z[k], h * z[2 + k], z[k] + h * x[k], h * x[2 + k]]
}

/// Momenta balance with impulses at their node; so do variations of velocities, with impulses of the rate of the constraint.
fn residual(Pair(equations): Pair, h: f64, z: State, x: &Unknown) -> Unknown {
    let mut residual = Unknown::zeros();
    for k in 0..2 {
        let ends = ends(h, z, x, k);
        for (at, &equation) in equations.iter().enumerate() {
            let inertia: f64 = (0..4).map(|j| BY_SLOPES[equation][j] * ends[j]).sum();
            let weight = if k == 1 { -GRAVITY * MEANS[equation] } else { 0.0 };
            let momentum = match equation {
                0 => z[2 + k],
                2 => -x[2 + k],
                _ => 0.0,
            };
            let node = if equation < 2 { z[k] } else { ends[2] };
            residual[2 * at + k] = inertia / (30.0 * h) + h * weight + momentum - node * x[4 + at];
        }
    }
    let q = [0, 1].map(|k| ends(h, z, x, k)[2]);
    residual[4] = 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0) / h;
    residual[5] = q[0] * x[2] + q[1] * x[3];
    residual
}

/// By Newton's method, with differences: residuals are quadratic, and central differences exact for them.
fn step(pair: Pair, h: f64, z: State) -> Unknown {
    let mut x = Unknown::from([z[2], z[3], z[2], z[3], 0.0, 0.0]);
    for _ in 0..30 {
        let column = |j: usize| {
            let aside = |by: f64| residual(pair, h, z, &(x + Unknown::ith(j, by)));
            (aside(0.5) - aside(-0.5)).into_owned()
        };
        let tangent = SMatrix::<f64, 6, 6>::from_columns(&[0, 1, 2, 3, 4, 5].map(column));
        let change = tangent
            .lu()
            .solve(&residual(pair, h, z, &x))
            .expect("regular equations");
        x -= change;
    }
    x
}

/// The order of q, and the errors of the last impulse over h as a multiplier.
fn measured(pair: Pair) -> (f64, [f64; 4]) {
    let start = [1.0, 0.0, 0.0, -1.0];
    let exact = extrapolated(
        |_, [x, y, v, w]| {
            let multiplier = v * v + w * w - GRAVITY * y;
            [v, w, -multiplier * x, -multiplier * y - GRAVITY]
        },
        start,
        END,
        40,
    );
    let multiplier = exact[2].powi(2) + exact[3].powi(2) - GRAVITY * exact[1];
    let found = [20, 40, 80, 160].map(|steps| {
        let h = END / steps as f64;
        let (mut z, mut last) = (start, 0.0);
        for _ in 0..steps {
            let x = step(pair, h, z);
            z = [z[0] + h * x[0], z[1] + h * x[1], x[2], x[3]];
            last = x[5];
        }
        // The share of its variation in a constant force.
        let share = MEANS[pair.0[1]].abs();
        let error = (z[0] - exact[0]).abs().max((z[1] - exact[1]).abs());
        (steps, error, (last.abs() / (share * h) - multiplier).abs())
    });
    let order = slope(found.iter().map(|&(steps, error, _)| (steps, error)), 1e-13);
    (order, found.map(|(_, _, multiplier)| multiplier))
}

#[test]
fn impulses_at_the_nodes_lose_orders() {
    for pair in [Pair([0, 2]), Pair([1, 3])] {
        let (order, multipliers) = measured(pair);
        assert!((order - 2.0).abs() < 0.1, "{pair:?}: {order}");
        // Multipliers of order one, where the last error is not yet a half.
        let ratio = multipliers[2] / multipliers[3];
        assert!((1.8..2.1).contains(&ratio), "{pair:?}: {multipliers:?}");
    }
}
