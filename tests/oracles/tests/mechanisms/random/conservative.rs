//! Conservative systems with constraints that do not depend on time, declared and by hand.
//!
//! Contains names of schemes, and no checks. L is even in the velocities.

use extremal::prelude::*;

use super::Random;
use super::by_hand::Ties;
use crate::support::by_hand::{ByHand, Number};

/// A bead on a wire.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * dt(x).powi(2) + a * dt(y).powi(2),
    potential = 2.0 * y + 0.3 * x.powi(2) - cos(2 * x),
    constraint(wire = y - b * sin(x) - 0.2 * x.powi(3)),
    discretize(
        Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>, Galerkin<3, Gauss<3>>,
        NullSpace<Verlet>, NullSpace<Midpoint>, NullSpace<Galerkin<2, Gauss<2>>>, NullSpace<Galerkin<3, Gauss<3>>>
    )
)]
pub(crate) struct Wire {
    a: f64,
    b: f64,
}

impl Random for Wire {
    const NEAR: &'static [f64] = &[0.4, 0.5];

    fn with([a, b]: [f64; 2]) -> Self {
        Self { a, b }
    }
}

impl ByHand for Wire {
    fn kinetic<T: Number>(&self, _t: T, _q: &[T], v: &[T]) -> T {
        v[0].powi(2) * 0.5 + v[1].powi(2) * self.a
    }

    fn potential<T: Number>(&self, _t: T, q: &[T]) -> T {
        q[1] * 2.0 + q[0].powi(2) * 0.3 - (q[0] * 2.0).cos()
    }
}

impl Ties for Wire {
    fn ties<T: Number>(&self, _t: T, q: &[T]) -> Vec<T> {
        vec![q[1] - q[0].sin() * self.b - q[0].powi(3) * 0.2]
    }
}

/// A point on a curved surface, whose constraint is quadratic in part.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[3]),
    kinetic = 0.5 * a * dt(r).norm_squared(),
    potential = r[2] + 0.4 * cos(2 * r[0]) * r[1],
    constraint(surface = r[0].powi(2) + b * r[1].powi(2) + 0.5 * r[2].powi(4) + 0.2 * sin(r[0] * r[1]) - 1.5),
    discretize(
        Midpoint, Galerkin<2, Gauss<2>>, NullSpace<Verlet>, NullSpace<Midpoint>
    )
)]
pub(crate) struct Surface {
    a: f64,
    b: f64,
}

impl Random for Surface {
    const NEAR: &'static [f64] = &[0.9, 0.5, 0.8];

    fn with([a, b]: [f64; 2]) -> Self {
        Self { a, b }
    }
}

impl ByHand for Surface {
    fn kinetic<T: Number>(&self, _t: T, _q: &[T], v: &[T]) -> T {
        (v[0].powi(2) + v[1].powi(2) + v[2].powi(2)) * (0.5 * self.a)
    }

    fn potential<T: Number>(&self, _t: T, q: &[T]) -> T {
        q[2] + (q[0] * 2.0).cos() * q[1] * 0.4
    }
}

impl Ties for Surface {
    fn ties<T: Number>(&self, _t: T, q: &[T]) -> Vec<T> {
        let wave = (q[0] * q[1]).sin() * 0.2;
        vec![q[0].powi(2) + q[1].powi(2) * self.b + q[2].powi(4) * 0.5 + wave - 1.5]
    }
}

/// A curve in space, as two constraints, for a mass that depends on the place.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, z),
    kinetic = 0.5 * (1 + a * x.powi(2)) * dt(x).powi(2) + 0.5 * (1.5 + 0.3 * cos(y)) * dt(y).powi(2)
        + 0.2 * dt(x) * dt(y) + 0.5 * exp(0.2 * z) * dt(z).powi(2),
    potential = 0.5 * z.powi(2) + 0.3 * x * y,
    constraint(first = z - x * y - 0.2 * x.powi(3), second = y - b * sin(x) + 0.1 * z.powi(2)),
    discretize(
        Verlet, Midpoint, Galerkin<2, Gauss<2>>, NullSpace<Midpoint>, NullSpace<Galerkin<2, Gauss<2>>>
    )
)]
pub(crate) struct Curve {
    a: f64,
    b: f64,
}

impl Random for Curve {
    const NEAR: &'static [f64] = &[0.5, 0.4, 0.2];

    fn with([a, b]: [f64; 2]) -> Self {
        Self { a, b }
    }
}

impl ByHand for Curve {
    fn kinetic<T: Number>(&self, _t: T, q: &[T], v: &[T]) -> T {
        let masses = [
            q[0].powi(2) * self.a + 1.0,
            q[1].cos() * 0.3 + 1.5,
            (q[2] * 0.2).exp(),
        ];
        let squares = masses[0] * v[0].powi(2) + masses[1] * v[1].powi(2) + masses[2] * v[2].powi(2);
        squares * 0.5 + v[0] * v[1] * 0.2
    }

    fn potential<T: Number>(&self, _t: T, q: &[T]) -> T {
        q[2].powi(2) * 0.5 + q[0] * q[1] * 0.3
    }
}

impl Ties for Curve {
    fn ties<T: Number>(&self, _t: T, q: &[T]) -> Vec<T> {
        vec![
            q[2] - q[0] * q[1] - q[0].powi(3) * 0.2,
            q[1] - q[0].sin() * self.b + q[2].powi(2) * 0.1,
        ]
    }
}

/// Two bars, as a constraint with two components.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2], s[2]),
    kinetic = 0.5 * dt(r).norm_squared() + 0.5 * a * dt(s).norm_squared(),
    potential = r[1] + a * s[1] + 0.25 * (s[0] - 1).powi(4),
    constraint(bars = [0.5 * (r.norm_squared() - 1), 0.5 * ((s - r).norm_squared() - b.powi(2))]),
    discretize(
        Verlet, Midpoint, Galerkin<2, Gauss<2>>, NullSpace<Verlet>, NullSpace<Midpoint>, NullSpace<Galerkin<2, Gauss<2>>>
    )
)]
pub(crate) struct Bars {
    a: f64,
    b: f64,
}

impl Random for Bars {
    const NEAR: &'static [f64] = &[0.6, -0.8, 1.2, -1.4];

    fn with([a, b]: [f64; 2]) -> Self {
        Self { a, b }
    }
}

impl ByHand for Bars {
    fn kinetic<T: Number>(&self, _t: T, _q: &[T], v: &[T]) -> T {
        (v[0].powi(2) + v[1].powi(2)) * 0.5 + (v[2].powi(2) + v[3].powi(2)) * (0.5 * self.a)
    }

    fn potential<T: Number>(&self, _t: T, q: &[T]) -> T {
        q[1] + q[3] * self.a + (q[2] - 1.0).powi(4) * 0.25
    }
}

impl Ties for Bars {
    fn ties<T: Number>(&self, _t: T, q: &[T]) -> Vec<T> {
        let second = (q[2] - q[0]).powi(2) + (q[3] - q[1]).powi(2);
        vec![
            (q[0].powi(2) + q[1].powi(2) - 1.0) * 0.5,
            (second - self.b.powi(2)) * 0.5,
        ]
    }
}

/// Two points in space, whose masses depend on where they are, with a scalar constraint and a vector.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[3], s[3]),
    kinetic = 0.5 * (a + 0.2 * sin(s[2])) * dt(r).norm_squared() + 0.5 * dt(s).norm_squared()
        + 0.1 * dt(r).dot(dt(s)),
    potential = r[2] + s[2] + 0.3 * r.dot(s),
    constraint(sphere = r.norm_squared() - b.powi(2)),
    constraint(tie = [s[0] - r[1] * s[2], s[1] + 0.3 * r[0] * r[2] - 0.2]),
    discretize(
        Verlet, Midpoint, NullSpace<Verlet>, NullSpace<Midpoint>
    )
)]
pub(crate) struct Space {
    a: f64,
    b: f64,
}

impl Random for Space {
    const NEAR: &'static [f64] = &[0.7, 0.3, 0.8, 0.1, 0.0, 0.4];

    fn with([a, b]: [f64; 2]) -> Self {
        Self { a, b }
    }
}

impl ByHand for Space {
    fn kinetic<T: Number>(&self, _t: T, q: &[T], v: &[T]) -> T {
        let square = |v: &[T]| v[0].powi(2) + v[1].powi(2) + v[2].powi(2);
        let both = v[0] * v[3] + v[1] * v[4] + v[2] * v[5];
        (q[5].sin() * 0.2 + self.a) * square(&v[..3]) * 0.5 + square(&v[3..]) * 0.5 + both * 0.1
    }

    fn potential<T: Number>(&self, _t: T, q: &[T]) -> T {
        q[2] + q[5] + (q[0] * q[3] + q[1] * q[4] + q[2] * q[5]) * 0.3
    }
}

impl Ties for Space {
    fn ties<T: Number>(&self, _t: T, q: &[T]) -> Vec<T> {
        vec![
            q[0].powi(2) + q[1].powi(2) + q[2].powi(2) - self.b.powi(2),
            q[3] - q[1] * q[5],
            q[4] + q[0] * q[2] * 0.3 - 0.2,
        ]
    }
}
