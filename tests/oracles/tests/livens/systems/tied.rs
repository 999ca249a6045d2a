//! Systems with constraints: of second and fourth degree, one that depends on time, and two at once.

use extremal::Scalar;
use extremal::prelude::*;

use crate::equations::Tied;
use crate::support::by_hand::{ByHand, Number};

/// A spherical pendulum.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[3]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = m * g * r[2],
    constraint(length = 0.5 * (r.norm_squared() - 1)),
    sensitivities(g),
    symmetry(turn = [-r[1], r[0], 0]),
    discretize(Livens, Equivariant<Livens>, Stabilized<Livens>, Stabilized<Equivariant<Livens>>)
)]
pub(crate) struct Sphere<T: Scalar> {
    pub(crate) m: T,
    pub(crate) g: T,
}

impl ByHand for Sphere<f64> {
    fn kinetic<T: Number>(&self, _t: T, _q: &[T], v: &[T]) -> T {
        (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) * (0.5 * self.m)
    }

    fn potential<T: Number>(&self, _t: T, q: &[T]) -> T {
        q[2] * (self.m * self.g)
    }
}

impl Tied for Sphere<f64> {
    fn constraints<T: Number>(&self, _t: T, q: &[T]) -> Vec<T> {
        vec![(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] - 1.0) * 0.5]
    }
}

/// A bead on the wire y = x⁴ − x², heavier where x is large.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (1 + k * x.powi(2)) * (dt(x).powi(2) + dt(y).powi(2)),
    potential = g * y,
    constraint(wire = y - x.powi(4) + x.powi(2)),
    discretize(Livens, Stabilized<Livens>, Polarized<Livens>, Stabilized<Polarized<Livens>>)
)]
pub(crate) struct Bead<T: Scalar> {
    pub(crate) k: T,
    pub(crate) g: T,
}

impl ByHand for Bead<f64> {
    fn kinetic<T: Number>(&self, _t: T, q: &[T], v: &[T]) -> T {
        (v[0] * v[0] + v[1] * v[1]) * (q[0] * q[0] * self.k + 1.0) * 0.5
    }

    fn potential<T: Number>(&self, _t: T, q: &[T]) -> T {
        q[1] * self.g
    }
}

impl Tied for Bead<f64> {
    fn constraints<T: Number>(&self, _t: T, q: &[T]) -> Vec<T> {
        vec![q[1] - q[0].powi(4) + q[0] * q[0]]
    }
}

/// A mass on the curve y = x³ (1 + a sin 2t).
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)) + 0.2 * x * dt(x) * dt(y),
    potential = 9.81 * y + cos(x),
    constraint(curve = y - x.powi(3) * (1 + a * sin(2 * t))),
    discretize(Livens, Stabilized<Livens>)
)]
pub(crate) struct Moving<T: Scalar> {
    pub(crate) m: T,
    pub(crate) a: T,
}

impl ByHand for Moving<f64> {
    fn kinetic<T: Number>(&self, _t: T, q: &[T], v: &[T]) -> T {
        (v[0] * v[0] + v[1] * v[1]) * (0.5 * self.m) + q[0] * v[0] * v[1] * 0.2
    }

    fn potential<T: Number>(&self, _t: T, q: &[T]) -> T {
        q[1] * 9.81 + q[0].cos()
    }
}

impl Tied for Moving<f64> {
    fn constraints<T: Number>(&self, t: T, q: &[T]) -> Vec<T> {
        vec![q[1] - q[0].powi(3) * ((t * 2.0).sin() * self.a + 1.0)]
    }
}

/// Masses one and m at the ends of two rods.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(a[2], b[2]),
    kinetic = 0.5 * dt(a).norm_squared() + 0.5 * m * dt(b).norm_squared(),
    potential = g * (a[1] + m * b[1]),
    constraint(upper = 0.5 * (a.norm_squared() - 1), lower = 0.5 * ((b - a).norm_squared() - 0.64)),
    discretize(Livens, Stabilized<Livens>)
)]
pub(crate) struct Rods<T: Scalar> {
    pub(crate) m: T,
    pub(crate) g: T,
}

impl ByHand for Rods<f64> {
    fn kinetic<T: Number>(&self, _t: T, _q: &[T], v: &[T]) -> T {
        (v[0] * v[0] + v[1] * v[1]) * 0.5 + (v[2] * v[2] + v[3] * v[3]) * (0.5 * self.m)
    }

    fn potential<T: Number>(&self, _t: T, q: &[T]) -> T {
        (q[1] + q[3] * self.m) * self.g
    }
}

impl Tied for Rods<f64> {
    fn constraints<T: Number>(&self, _t: T, q: &[T]) -> Vec<T> {
        let (x, y) = (q[2] - q[0], q[3] - q[1]);
        vec![
            (q[0] * q[0] + q[1] * q[1] - 1.0) * 0.5,
            (x * x + y * y - 0.64) * 0.5,
        ]
    }
}
