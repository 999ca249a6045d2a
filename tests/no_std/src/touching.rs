//! Systems with contacts, generic over the scalar: without friction, with it, and beside a constraint.
//!
//! Does not know who steps them.

use extremal::blocks::Size;
use extremal::prelude::*;

/// A ball over a floor.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(y),
    kinetic = 0.5 * m * dt(y).powi(2),
    potential = 9.81 * m * y,
    contact(floor, gap = y, restitution = 0.8),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint)
)]
pub struct Ball<T: Size> {
    /// Mass.
    pub m: T,
}

/// The woodpecker toy: a sleeve with play on a pole, and a bird on a spring.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(y, sleeve, bird),
    let height = y + 0.010 * sleeve + 0.015 * bird,
    kinetic = 0.5 * (3e-4 * dt(y).powi(2) + 5e-9 * dt(sleeve).powi(2) + 4.5e-3 * dt(height).powi(2) + 7e-7 * dt(bird).powi(2)),
    potential = 9.81 * (3e-4 * y + 4.5e-3 * height) + 0.5 * stiffness * (sleeve - bird).powi(2),
    let along = dt(y) + 3.1e-3 * dt(sleeve),
    contact(beak, gap = 2.4e-3 - 0.020 * bird, slip = dt(y) + 0.010 * dt(sleeve) - 5.1e-3 * dt(bird), friction = mu,
        restitution = 0.5),
    contact(lower, gap = 6e-4 + 5.8e-3 * sleeve, slip = along, friction = mu),
    contact(upper, gap = 6e-4 - 5.8e-3 * sleeve, slip = along, friction = mu),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint)
)]
pub struct Woodpecker<T: Size> {
    /// The stiffness of the spring between sleeve and bird.
    pub stiffness: T,
    /// Friction of all contacts.
    pub mu: T,
}

impl<T: Size> Woodpecker<T> {
    /// The toy of the literature.
    #[must_use]
    pub fn toy() -> Self {
        let [stiffness, mu] = [5.6e-3, 0.3].map(T::from_f64);
        Self { stiffness, mu }
    }
}

/// A bob on a rod that bounces on a floor above its lowest point, with no restitution along the floor: the rod makes G singular.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = 9.81 * m * r[1],
    constraint(rod = 0.5 * (r.norm_squared() - 1)),
    contact(floor, gap = r[1] + 0.8, slip = dt(r[0]), friction = 0.2, restitution = 0.5),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint)
)]
pub struct FallingBob<T: Size> {
    /// Mass.
    pub m: T,
}

/// A puck that slides and bounces on a rough plate: friction in two directions.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[3]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = m * (9.81 * r[2] + 2 * (r[0].powi(2) + 2 * r[1].powi(2))),
    contact(plate, gap = r[2], slip = [dt(r[0]), dt(r[1])], friction = 0.05, restitution = 0.5),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint)
)]
pub struct Puck<T: Size> {
    /// Mass.
    pub m: T,
}

/// A mass on a spring that turns about a joint, in polar coordinates, and strikes a rough wall: masses that depend on q.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(length, angle),
    let x = length * sin(angle),
    let y = -length * cos(angle),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 9.81 * m * y + 20 * (length - 1).powi(2),
    contact(wall, gap = 0.3 + x, slip = dt(y), friction = 0.2, restitution = 0.6),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint)
)]
pub struct Sling<T: Size> {
    /// Mass.
    pub m: T,
}
