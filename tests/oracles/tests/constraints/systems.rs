//! The systems, each with constraints and in minimal coordinates.

use extremal::Scalar;
use extremal::prelude::*;

/// Two masses on rods, and a stiffening spring from the second one to the ceiling.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(a[2], b[2]),
    kinetic = 0.5 * m * (dt(a).norm_squared() + 2 * dt(b).norm_squared()),
    potential = m * g * (a[1] + 2 * b[1]) + 0.25 * c * ((b[0] - 1).powi(2) + b[1].powi(2)).powi(2),
    constraint(upper = 0.5 * (a.norm_squared() - 1), lower = 0.5 * ((b - a).norm_squared() - 1)),
    discretize(
        Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>, Galerkin<3, Gauss<3>>, Galerkin<3, Lobatto<4>>,
        NullSpace<Verlet>, NullSpace<Midpoint>, NullSpace<Galerkin<2, Gauss<2>>>, NullSpace<Galerkin<3, Lobatto<4>>>,
        Hermite<P2>, Hermite<P2, Gauss<3>>, Hermite<V2>, Hermite<P1V0>, Hermite<P1V1>, Hermite<P0V0>, Hermite<P0V1>
    )
)]
pub(crate) struct Rods {
    pub(crate) m: f64,
    pub(crate) g: f64,
    pub(crate) c: f64,
}

/// The same system in angles.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[2]),
    let a = [sin(q[0]), -cos(q[0])],
    let b = a + [sin(q[1]), -cos(q[1])],
    kinetic = 0.5 * m * (dt(a).norm_squared() + 2 * dt(b).norm_squared()),
    potential = m * g * (a[1] + 2 * b[1]) + 0.25 * c * ((b[0] - 1).powi(2) + b[1].powi(2)).powi(2),
    output(places = [a[0], a[1], b[0], b[1]], velocities = dt([a[0], a[1], b[0], b[1]])),
    discretize(Galerkin<4, Gauss<4>>)
)]
pub(crate) struct Angles {
    pub(crate) m: f64,
    pub(crate) g: f64,
    pub(crate) c: f64,
}

pub(crate) const RODS: Rods = Rods {
    m: 1.3,
    g: 9.81,
    c: 4.0,
};
pub(crate) const ANGLES: Angles = Angles {
    m: 1.3,
    g: 9.81,
    c: 4.0,
};

impl Angles {
    /// Positions and velocities of both masses.
    pub(crate) fn masses(&self, q: [f64; 2], v: [f64; 2]) -> ([f64; 4], [f64; 4]) {
        let (q, v) = (q.into(), v.into());
        (
            self.places(0.0, &q, &v).into(),
            self.velocities(0.0, &q, &v).into(),
        )
    }
}

/// A pendulum whose support moves along the x-axis as b sin ω t, in Cartesian coordinates of both.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(support, r[2]),
    kinetic = 0.5 * m * dt(r).norm_squared() + 0.5 * n * dt(support).powi(2),
    potential = m * g * r[1],
    constraint(drive = support - b * sin(omega * t)),
    constraint(rod = (r[0] - support).powi(2) + r[1].powi(2) - l.powi(2)),
    discretize(
        Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<3, Lobatto<4>>,
        NullSpace<Verlet>, NullSpace<Midpoint>, NullSpace<Galerkin<2, Gauss<2>>>, NullSpace<Galerkin<3, Lobatto<4>>>,
        Hermite<P2>
    )
)]
pub(crate) struct Driven<T: Scalar> {
    pub(crate) m: T,
    pub(crate) n: T,
    pub(crate) g: T,
    pub(crate) l: T,
    pub(crate) b: T,
    pub(crate) omega: T,
}

/// The same system in the angle.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(theta),
    let r = [b * sin(omega * t) + l * sin(theta), -l * cos(theta)],
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = m * g * r[1],
    output(place = r, velocity_of_mass = dt(r)),
    discretize(Galerkin<4, Gauss<4>>)
)]
pub(crate) struct DrivenAngle {
    pub(crate) m: f64,
    pub(crate) g: f64,
    pub(crate) l: f64,
    pub(crate) b: f64,
    pub(crate) omega: f64,
}

/// A spherical pendulum in Cartesian coordinates.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[3]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = m * g * r[2],
    constraint(length = 0.5 * (r.norm_squared() - l.powi(2))),
    symmetry(vertical = [-r[1], r[0], 0]),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
pub(crate) struct Sphere {
    pub(crate) m: f64,
    pub(crate) g: f64,
    pub(crate) l: f64,
}
