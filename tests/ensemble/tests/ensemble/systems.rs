//! The systems of these tests.

use extremal::ensemble::Failed;
use extremal::prelude::*;

/// A point mass on a massless rod.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * (l * dt(theta)).powi(2),
    potential = -9.81 * l * cos(theta),
    discretize(Verlet, Midpoint),
)]
pub(crate) struct Pendulum {
    pub(crate) l: f64,
}

/// Two of them.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    let first = [l * sin(a), -l * cos(a)],
    let second = first + [sin(b), -cos(b)],
    kinetic = 0.5 * (dt(first).norm_squared() + dt(second).norm_squared()),
    potential = 9.81 * (first[1] + second[1]),
    discretize(Midpoint),
)]
pub(crate) struct DoublePendulum {
    pub(crate) l: f64,
}

/// A bead on a ring, by a constraint.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = g * r[1],
    constraint(ring = 0.5 * (r.norm_squared() - 1)),
    discretize(Midpoint),
)]
pub(crate) struct Bead {
    pub(crate) g: f64,
}

/// A ball above the ground.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 9.81 * y,
    contact(ground, gap = y, slip = dt(x), friction = 0.3, restitution = e),
    discretize(Moreau),
)]
pub(crate) struct Ball {
    pub(crate) e: f64,
}

/// Masses in a row between springs, as many as the program says.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[masses]),
    kinetic = sum(0..masses, |i| 0.5 * dt(x[i]).powi(2)),
    potential = sum(0..masses - 1, |i| 0.5 * (x[i + 1] - x[i]).powi(2) + 0.25 * (x[i + 1] - x[i]).powi(4)),
    discretize(Verlet, Midpoint),
)]
pub(crate) struct Row {
    pub(crate) masses: usize,
}

/// The bits of numbers.
pub(crate) fn bits<'a>(numbers: impl IntoIterator<Item = &'a f64>) -> Vec<u64> {
    numbers.into_iter().map(|x| x.to_bits()).collect()
}

/// The bits of all members, and the failures.
pub(crate) fn bits_of<const N: usize>(values: &[Result<[f64; N], Failed>]) -> Vec<Result<Vec<u64>, Failed>> {
    values
        .iter()
        .map(|value| value.map(|value| bits(&value)))
        .collect()
}
