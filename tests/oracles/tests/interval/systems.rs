//! What is solved.

use extremal::Scalar;
use extremal::prelude::*;

/// Two rods in a row: M(q), friction, an input, and a force that depends on t.
#[derive(Lagrangian, Debug)]
#[lagrangian(
    coordinates(a, b),
    inputs(u),
    kinetic = dt(a).powi(2) + 0.5 * dt(b).powi(2) + dt(a) * dt(b) * cos(a - b),
    potential = -4.0 * cos(a) - 2.0 * cos(b) + 0.3 * a * sin(2.0 * t),
    force(a = u - 0.1 * dt(a), b = -0.2 * dt(b)),
    discretize(Verlet, Midpoint, Galerkin<3, Gauss<3>>, Livens, Newmark, Hermite<P2>),
)]
pub(crate) struct Arm;

/// A mass on a rod, with friction.
#[derive(Lagrangian, Debug)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = 9.81 * r[1],
    constraint(rod = r.norm_squared() - 1.0),
    force(r = -0.1 * dt(r)),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Livens, NullSpace<Midpoint>, Stabilized<Livens>),
)]
pub(crate) struct Rod;

/// θ̈ = −k sin θ.
#[derive(Lagrangian, Debug)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * dt(theta).powi(2),
    potential = -k * cos(theta),
    discretize(Midpoint, Galerkin<2, Gauss<2>>, Galerkin<6, Gauss<6>>),
)]
pub(crate) struct Pendulum<T: Scalar> {
    pub(crate) k: T,
}

/// ẍ = k x.
#[derive(Lagrangian, Debug)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = -0.5 * k * x.powi(2),
    discretize(Midpoint),
)]
pub(crate) struct Linear {
    pub(crate) k: f64,
}

/// The same, stepped explicitly.
#[derive(Lagrangian, Debug)]
#[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = -0.5 * k * x.powi(2), discretize(Verlet))]
pub(crate) struct Explicit {
    pub(crate) k: f64,
}

/// A push that is over after some s, about the time t0.
#[derive(Lagrangian, Debug)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * x.powi(2),
    force(x = exp(-((t - t0) / s).powi(2))),
    discretize(Midpoint),
)]
pub(crate) struct Pulse {
    pub(crate) t0: f64,
    pub(crate) s: f64,
}

/// Around a planet in kilometres and seconds.
#[derive(Lagrangian, Debug)]
#[lagrangian(
    coordinates(r[3]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = -398600.0 / r.norm(),
    discretize(Galerkin<6, Gauss<6>>),
)]
pub(crate) struct Satellite;

/// Three equal bodies in the plane.
#[derive(Lagrangian, Debug)]
#[lagrangian(
    coordinates(a[2], b[2], c[2]),
    kinetic = 0.5 * (dt(a).norm_squared() + dt(b).norm_squared() + dt(c).norm_squared()),
    potential = -1.0 / (a - b).norm() - 1.0 / (b - c).norm() - 1.0 / (a - c).norm(),
    discretize(Galerkin<4, Gauss<4>>),
)]
pub(crate) struct Bodies;

/// A pendulum beside a mass that nothing moves.
#[derive(Lagrangian, Debug)]
#[lagrangian(
    coordinates(theta, y),
    kinetic = 0.5 * dt(theta).powi(2) + 0.5 * m * dt(y).powi(2),
    potential = -cos(theta),
    discretize(Galerkin<1, Left>),
)]
pub(crate) struct Beside {
    pub(crate) m: f64,
}

/// A pendulum that is pushed in time.
#[derive(Lagrangian, Debug)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * dt(theta).powi(2),
    potential = -cos(theta),
    force(theta = a * sin(t)),
    discretize(Midpoint),
)]
pub(crate) struct Pushed {
    pub(crate) a: f64,
}

/// V = ½ k x² − k x/3.
#[derive(Lagrangian, Debug)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * k * x.powi(2) - k * x / 3.0,
    discretize(Midpoint),
)]
pub(crate) struct Stiff {
    pub(crate) k: f64,
}
