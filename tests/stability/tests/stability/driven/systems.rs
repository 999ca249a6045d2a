//! Systems that time drives, and systems of any size with masses that vary.

use extremal::prelude::*;

/// A spring under a force that depends on time.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * k * x.powi(2),
    force(x = a * sin(0.7 * t)),
    discretize(Newmark),
)]
pub(super) struct Driven {
    pub(super) k: f64,
    pub(super) a: f64,
}

/// Two masses with a stiff spring between them.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * dt(x).powi(2) + 0.5 * dt(y).powi(2),
    potential = 0.5 * k * (x - y).powi(2) + 0.5 * y.powi(2),
    force(y = sin(0.3 * t)),
    discretize(Midpoint, Livens, Galerkin<2, Gauss<2>>),
)]
pub(super) struct Two {
    pub(super) m: f64,
    pub(super) k: f64,
}

/// A mass that grows and shrinks.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * (1 + 0.1 * sin(t)) * dt(x).powi(2),
    potential = 0.5 * k * x.powi(2),
    discretize(Midpoint),
)]
pub(super) struct Breathing {
    pub(super) k: f64,
}

/// Hangs at rest by a stiff spring, under a force that is nearly nothing.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * dt(x).powi(2) + 0.5 * dt(y).powi(2),
    potential = 0.5 * x.powi(2) + 0.5 * k * (x - y).powi(2) + 9.81 * y,
    force(x = a * cos(t)),
    discretize(Midpoint, Livens),
)]
pub(super) struct Resting {
    pub(super) k: f64,
    pub(super) a: f64,
}

/// A spring and a dashpot without a mass.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(y),
    massless(y),
    potential = y.powi(2),
    dissipation = 0.25 * dt(y).powi(2),
    force(y = 1.1 * sin(3 * t)),
    discretize(Livens),
)]
pub(super) struct Relaxing;

/// A spring as a force, of which nothing says that it conserves an energy.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    force(x = -x),
    discretize(Verlet, Galerkin<1, Left>, Galerkin<1, Right>),
)]
pub(super) struct Pushed;

/// Between two walls.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = -ln(1 - x.powi(2)),
    discretize(Verlet, Midpoint),
)]
pub(super) struct Well;

/// A chain of masses that depend on their places.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[n]),
    kinetic = sum(0..n, |i| 0.5 * (1 + b * x[i].powi(2)) * dt(x[i]).powi(2)),
    potential = 0.5 * k * x[0].powi(2) + 0.5 * k * x[n - 1].powi(2) + sum(1..n, |i| 0.5 * k * (x[i] - x[i - 1]).powi(2)),
    discretize(Verlet, Midpoint, Galerkin<2, Lobatto<3>>, Livens),
)]
pub(super) struct Sliders {
    pub(super) n: usize,
    pub(super) b: f64,
    pub(super) k: f64,
}

/// Masses on two springs in series, whose joint has none.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[n], joint[n]),
    massless(joint),
    kinetic = sum(0..n, |i| 0.5 * dt(x[i]).powi(2)),
    potential = sum(0..n, |i| 0.5 * k * (x[i] - joint[i]).powi(2) + 0.5 * k * joint[i].powi(2)),
    discretize(Midpoint),
)]
pub(super) struct Joints {
    pub(super) n: usize,
    pub(super) k: f64,
}

/// A chain of masses that burn off.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[n]),
    kinetic = sum(0..n, |i| 0.5 * (1 - burnt * t) * dt(x[i]).powi(2)),
    potential = sum(1..n, |i| 0.5 * (x[i] - x[i - 1]).powi(2)),
    discretize(Verlet, Midpoint),
)]
pub(super) struct Rockets {
    pub(super) n: usize,
    pub(super) burnt: f64,
}

/// Masses that end where they go.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[n]),
    kinetic = sum(0..n, |i| 0.5 * (1 - x[i].powi(2)) * dt(x[i]).powi(2)),
    potential = 0,
    discretize(Verlet, Midpoint),
)]
pub(super) struct Fan {
    pub(super) n: usize,
}
