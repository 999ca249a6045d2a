// Which items there are is known only when the program runs, but not that these are not among them, or that they are all one.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[n]),
    inputs(f[n + 1]),
    kinetic = sum(0..n, |i| 0.5 * dt(q[i]).powi(2)),
    potential = sum(0..n, |i| 0.5 * (q[i + 1] - q[i]).powi(2)) + sum(0..n, |i| 0.5 * (q[i] - q[i - 1]).powi(2)) + q[n].powi(2)
        + sum(1..=n, |i| sum(0..2, |j| q[i] * j)),
    force(q = array(0..n, |i| f[i + 2] + f[i + 1])),
    constraint(held = array(0..n, |i| q[0] - q[1]), apart = array(0..n - 1, |i| q[i + 1] - q[i] - 1)),
)]
struct Chain {
    n: usize,
}

fn main() {}
