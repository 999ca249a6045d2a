//! Systems to which nothing adds energy, and some to which something does.

use extremal::prelude::*;

/// Two masses on springs that harden, with friction between them.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * dt(x).powi(2) + 0.5 * dt(y).powi(2),
    potential = 0.5 * k * x.powi(2) + 0.5 * (y - x).powi(2) + 0.25 * a * (y - x).powi(4),
    dissipation = 0.5 * c * (dt(y) - dt(x)).powi(2),
    discretize(Verlet, Midpoint, Livens, Newmark, Hermite<P2>, Hermite<V2>, Galerkin<1, Lobatto<2>>, Galerkin<2, Gauss<2>>,
        Galerkin<2, Lobatto<3>>, Galerkin<3, Gauss<3>>, Galerkin<2, Gauss<3>>, ProlongationCollocation<Gauss<2>>),
)]
pub(super) struct Springs {
    pub(super) m: f64,
    pub(super) k: f64,
    pub(super) a: f64,
    pub(super) c: f64,
}

/// A mass on a rod, on a spring.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = 0.5 * k * (r[0].powi(2) + (r[1] - 2).powi(2)),
    constraint(rod = r.norm_squared() - 1),
    discretize(Verlet, Midpoint, Livens, NullSpace<Midpoint>, Galerkin<2, Gauss<2>>),
)]
pub(super) struct Rod {
    pub(super) m: f64,
    pub(super) k: f64,
}

/// A ball on a floor, with a stiff spring to a second one.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * dt(x).powi(2) + 0.5 * dt(y).powi(2),
    potential = 9.81 * (m * x + y) + 0.5 * k * (y - x - 1).powi(2),
    contact(floor, gap = x, restitution = 0.3),
    discretize(Moreau, VariationalMoreau, SymmetricMoreau, Theta),
)]
pub(super) struct Balls {
    pub(super) m: f64,
    pub(super) k: f64,
}

#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[n]),
    kinetic = sum(0..n, |i| 0.5 * m * dt(x[i]).powi(2)),
    potential = 0.5 * k * x[0].powi(2) + 0.5 * k * x[n - 1].powi(2) + sum(1..n, |i| 0.5 * k * (x[i] - x[i - 1]).powi(2) + 0.25 * a * (x[i] - x[i - 1]).powi(4)),
    dissipation = sum(1..n, |i| 0.5 * c * (dt(x[i]) - dt(x[i - 1])).powi(2)),
    discretize(Verlet, Midpoint, Livens, Newmark, Galerkin<2, Lobatto<3>>),
)]
pub(super) struct Chain {
    pub(super) n: usize,
    pub(super) m: f64,
    pub(super) k: f64,
    pub(super) a: f64,
    pub(super) c: f64,
}

/// A cart that a motor pulls away, on a rail that may end in a spring.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    inputs(push),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = 0.5 * k * x.powi(2),
    force(x = push),
    discretize(Verlet, Midpoint),
)]
pub(super) struct Cart {
    pub(super) m: f64,
    pub(super) k: f64,
}

/// A swing whose friction may be below zero, and whose support shakes.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * k * x.powi(2) + shake * x * cos(sqrt(k) * t),
    dissipation = 0.5 * c * dt(x).powi(2),
    discretize(Verlet, Midpoint),
)]
pub(super) struct Swing {
    pub(super) k: f64,
    pub(super) c: f64,
    pub(super) shake: f64,
}

/// A pendulum on its head with friction of either sign.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = offset + k * cos(x),
    dissipation = 0.5 * c * dt(x).powi(2),
    discretize(Verlet, Midpoint, Livens),
)]
pub(super) struct Inverted {
    pub(super) k: f64,
    pub(super) c: f64,
    pub(super) offset: f64,
}

/// Friction that pushes where x is small.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * x.powi(2),
    dissipation = 0.5 * (x.powi(2) - 1) * dt(x).powi(2),
    discretize(Verlet),
)]
pub(super) struct VanDerPol;

/// A block on a belt that moves.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * dt(x).powi(2) + 0.5 * dt(y).powi(2),
    potential = y,
    contact(belt, gap = y, slip = dt(x) - 1, friction = 0.3),
    discretize(Moreau),
)]
pub(super) struct Block;

/// A rocket whose mass burns off, in a field of force.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (1 - burnt * t) * dt(x).powi(2) + 0.5 * dt(y).powi(2),
    potential = 0.5 * (x - y).powi(2),
    discretize(Verlet, Midpoint, Livens, Galerkin<2, Gauss<2>>),
)]
pub(super) struct Rocket {
    pub(super) burnt: f64,
}

/// A mass that another coordinate takes away.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (1 + y) * dt(x).powi(2) + 0.5 * dt(y).powi(2),
    potential = 0,
    discretize(Verlet, Midpoint),
)]
pub(super) struct Unloaded;
