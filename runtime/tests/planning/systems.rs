//! Systems that the tests share.

use extremal::prelude::*;

/// A block that a force moves.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(coordinates(x), inputs(u), kinetic = 0.5 * dt(x).powi(2), force(x = u), discretize(Midpoint))]
pub(crate) struct Block;

/// Kelly's pole on a cart: m₁ = 1, m₂ = 0.3, l = 0.5.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, angle),
    inputs(u),
    let bob = [x + 0.5 * sin(angle), -0.5 * cos(angle)],
    kinetic = 0.5 * dt(x).powi(2) + 0.5 * m * dt(bob).norm_squared(),
    potential = 9.81 * m * bob[1],
    force(x = u),
    sensitivities(m),
    discretize(Midpoint),
)]
pub(crate) struct Cart {
    pub(crate) m: f64,
}

impl Cart {
    pub(crate) const OF_KELLY: Self = Self { m: 0.3 };
}

/// A slider with a pendulum, of the tests of bioptim (`test_variational_integrator_examples.py`).
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(y, angle),
    inputs(u),
    let com = [y + 0.0688 * cos(angle) + 0.9542 * sin(angle), 0.0688 * sin(angle) - 0.9542 * cos(angle)],
    kinetic = 0.5 * dt(com).norm_squared() + 0.5 * 0.0391 * dt(angle).powi(2),
    potential = 9.81 * com[1],
    force(y = u),
    discretize(Verlet),
)]
pub(crate) struct Slider;

/// A mass over a floor, that an input lifts.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(y),
    inputs(u),
    kinetic = 0.5 * dt(y).powi(2),
    potential = 9.81 * y,
    force(y = u),
    contact(floor, gap = y, restitution = e),
    discretize(Moreau),
)]
pub(crate) struct Lifted {
    pub(crate) e: f64,
}
