//! Systems for variants and compositions: symmetries with a variable mass, constraints with and without it, forces, and an edge.

use extremal::Scalar;
use extremal::prelude::*;

use crate::equations::Tied;
use crate::support::by_hand::{ByHand, Number};

/// A system that is symmetric under all rotations.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[3]),
    kinetic = 0.5 * (1 + 0.3 * r.norm_squared()) * dt(r).norm_squared(),
    potential = 2 * (r.norm_squared() - 1).powi(2),
    symmetry(x = [0, -r[2], r[1]], y = [r[2], 0, -r[0]], z = [-r[1], r[0], 0]),
    discretize(Livens, Equivariant<Livens>)
)]
pub(crate) struct Rotating;

impl ByHand for Rotating {
    fn kinetic<T: Number>(&self, _t: T, q: &[T], v: &[T]) -> T {
        (squared(q) * 0.3 + 1.0) * squared(v) * 0.5
    }

    fn potential<T: Number>(&self, _t: T, q: &[T]) -> T {
        (squared(q) - 1.0).powi(2) * 2.0
    }
}

impl Tied for Rotating {}

fn squared<T: Number>(x: &[T]) -> T {
    x.iter().fold(T::from(0.0), |sum, x| sum + *x * *x)
}

/// A mass on the curve y = cos x, with a mass matrix that depends on the position.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (1 + 0.5 * sin(x) + 0.3 * y.powi(2)) * dt(x).powi(2) + 0.5 * (1 + 0.4 * x.powi(2)) * dt(y).powi(2)
        + 0.2 * x * y * dt(x) * dt(y),
    potential = 9.81 * y,
    constraint(curve = y - cos(x)),
    discretize(
        Livens,
        Stabilized<Livens>,
        Polarized<Livens>,
        Stabilized<Polarized<Livens>>,
    )
)]
pub(crate) struct Curve;

impl ByHand for Curve {
    fn kinetic<T: Number>(&self, _t: T, q: &[T], v: &[T]) -> T {
        let (x, y) = (q[0], q[1]);
        let masses = [x.sin() * 0.5 + y * y * 0.3 + 1.0, x * x * 0.4 + 1.0];
        (masses[0] * v[0] * v[0] + masses[1] * v[1] * v[1]) * 0.5 + x * y * v[0] * v[1] * 0.2
    }

    fn potential<T: Number>(&self, _t: T, q: &[T]) -> T {
        q[1] * 9.81
    }
}

impl Tied for Curve {
    fn constraints<T: Number>(&self, _t: T, q: &[T]) -> Vec<T> {
        vec![q[1] - q[0].cos()]
    }
}

/// A mass on a circle.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = 9.81 * r[1],
    constraint(length = 0.5 * (r.norm_squared() - 1)),
    discretize(
        Livens,
        Stabilized<Livens>,
    )
)]
pub(crate) struct Pendulum;

impl ByHand for Pendulum {
    fn kinetic<T: Number>(&self, _t: T, _q: &[T], v: &[T]) -> T {
        squared(v) * 0.5
    }

    fn potential<T: Number>(&self, _t: T, q: &[T]) -> T {
        q[1] * 9.81
    }
}

impl Tied for Pendulum {
    fn constraints<T: Number>(&self, _t: T, q: &[T]) -> Vec<T> {
        vec![(squared(q) - 1.0) * 0.5]
    }
}

/// The same with a force that depends on everything.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    inputs(u),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 9.81 * y,
    constraint(length = 0.5 * (x.powi(2) + y.powi(2) - 1)),
    force(x = u * y - 0.4 * dt(x), y = u * cos(x) - 0.7 * dt(y)),
    discretize(Stabilized<Livens>)
)]
pub(crate) struct Pushed;

/// Two coordinates, both with a mass of one (Hénon & Heiles).
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 0.5 * (x.powi(2) + y.powi(2)) + x.powi(2) * y - y.powi(3) / 3,
    discretize(Livens)
)]
pub(crate) struct HenonHeiles;

impl ByHand for HenonHeiles {
    fn kinetic<T: Number>(&self, _t: T, _q: &[T], v: &[T]) -> T {
        squared(v) * 0.5
    }

    fn potential<T: Number>(&self, _t: T, q: &[T]) -> T {
        squared(q) * 0.5 + q[0] * q[0] * q[1] - q[1].powi(3) / 3.0
    }
}

impl Tied for HenonHeiles {}

/// The potential is not a number beyond x = 1.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = (1 - x).powf(1.5),
    discretize(Livens)
)]
pub(crate) struct Edge<T: Scalar> {
    pub(crate) m: T,
}
