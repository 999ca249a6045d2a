//! Bodies with all pairs: nested sums, whose inner range depends on the outer index.

use extremal::prelude::*;

use crate::support::compared::{numbers, same};

#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[bodies][3]),
    kinetic = sum(0..bodies, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = -sum(0..bodies, |i| sum(i + 1..bodies, |j| g * m[i] * m[j] / (r[j] - r[i]).norm())),
    discretize(Verlet, Midpoint),
)]
struct Bodies {
    bodies: usize,
    m: Vec<f64>,
    g: f64,
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[4][3]),
    kinetic = sum(0..4, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = -sum(0..4, |i| sum(i + 1..4, |j| g * m[i] * m[j] / (r[j] - r[i]).norm())),
    discretize(Verlet, Midpoint),
)]
struct Four {
    m: [f64; 4],
    g: f64,
}

#[test]
fn bodies_move_as_written_out() {
    let m = [1.0, 2.0, 0.5, 1.5];
    let bodies = || Bodies {
        bodies: 4,
        m: m.to_vec(),
        g: 0.3,
    };
    let four = Four { m, g: 0.3 };
    let q: Vec<f64> = numbers(12, 0.3)
        .iter()
        .enumerate()
        .map(|(k, x)| x + 4.0 * (k / 3) as f64)
        .collect();
    let v: Vec<f64> = numbers(12, 1.1).iter().map(|v| 0.1 * v).collect();
    same((bodies(), four), Verlet, (&q, &v));
    same((bodies(), four), Midpoint, (&q, &v));
}

/// A body alone: the inner range is empty, and it moves on a line.
#[test]
fn a_body_alone_moves_on_a_line() {
    let alone = Bodies {
        bodies: 1,
        m: vec![2.0],
        g: 1.0,
    };
    let mut motion =
        Integrator::new(&alone, Verlet, 0.5, [1.0, 2.0, 3.0], [1.0, 0.0, -1.0]).expect("a good start");
    motion.step().expect("a line");
    assert_eq!(motion.state().q.as_slice(), [1.5, 2.0, 2.5]);
}
