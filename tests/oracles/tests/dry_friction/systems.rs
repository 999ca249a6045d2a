//! Systems with dry friction, and their motions by other means.

use extremal::prelude::*;

/// A mass of 1 kg on a spring, in a seal.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * k * x.powi(2) - load * x,
    friction(seal, slip = dt(x), force = f),
    discretize(Midpoint, NonsmoothMidpoint, Livens)
)]
pub(crate) struct Sprung {
    pub(crate) k: f64,
    pub(crate) load: f64,
    pub(crate) f: f64,
}

pub(crate) const SPRUNG: Sprung = Sprung {
    k: 100.0,
    load: 0.0,
    f: 3.0,
};

/// Two components and two masses: friction turns the slip.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + 4 * dt(y).powi(2)),
    potential = 2 * (x.powi(2) + y.powi(2)),
    friction(seal, slip = [dt(x), dt(y)], force = 0.5),
    discretize(Midpoint, NonsmoothMidpoint, Livens)
)]
pub(crate) struct Turned;

/// A mass on a spring in polar coordinates, in dust: M and W depend on q, and so does the bound.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r, phi),
    kinetic = 0.5 * (dt(r).powi(2) + (r * dt(phi)).powi(2)),
    potential = 5 * (r - 1).powi(2) - 9.81 * r * cos(phi),
    friction(dust, slip = [dt(r), r * dt(phi)], force = 0.5 + 0.1 * r),
    discretize(Midpoint, NonsmoothMidpoint, Livens)
)]
pub(crate) struct Dusty;

/// A pendulum in Cartesian coordinates, whose rod is a constraint, with friction in its hinge.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 9.81 * y,
    constraint(rod = 0.5 * (x.powi(2) + y.powi(2) - 1)),
    friction(hinge, slip = x * dt(y) - y * dt(x), force = 2),
    discretize(Midpoint, NonsmoothMidpoint)
)]
pub(crate) struct Hinged;

/// q and v at the end of a motion with the accelerations a(q, v): the method of Runge and Kutta with steps whose error is below
/// 1e-12.
pub(crate) fn reference<const N: usize>(
    acceleration: impl Fn([f64; N], [f64; N]) -> [f64; N],
    (mut q, mut v): ([f64; N], [f64; N]),
    span: f64,
) -> ([f64; N], [f64; N]) {
    let steps = 4000;
    let h = span / f64::from(steps);
    let moved = |x: [f64; N], h: f64, k: [f64; N]| -> [f64; N] { std::array::from_fn(|i| x[i] + h * k[i]) };
    let mean = |k: [[f64; N]; 4]| -> [f64; N] {
        std::array::from_fn(|i| (k[0][i] + 2.0 * (k[1][i] + k[2][i]) + k[3][i]) / 6.0)
    };
    for _ in 0..steps {
        let (v1, a1) = (v, acceleration(q, v));
        let v2 = moved(v, 0.5 * h, a1);
        let a2 = acceleration(moved(q, 0.5 * h, v1), v2);
        let v3 = moved(v, 0.5 * h, a2);
        let a3 = acceleration(moved(q, 0.5 * h, v2), v3);
        let v4 = moved(v, h, a3);
        let a4 = acceleration(moved(q, h, v3), v4);
        (q, v) = (
            moved(q, h, mean([v1, v2, v3, v4])),
            moved(v, h, mean([a1, a2, a3, a4])),
        );
    }
    (q, v)
}
