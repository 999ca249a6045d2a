//! Singular mass matrices, and the same systems without the massless coordinates.

use extremal::Scalar;
use extremal::prelude::*;

use crate::equations::Tied;
use crate::support::by_hand::{ByHand, Number};

/// Two masses on hardening springs (Kinon & Betsch, 6.1): `x` and `z` are the elongations, `y` the position of the second spring.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, z),
    kinetic = 0.5 * m[0] * dt(x).powi(2) + 0.5 * m[1] * (dt(y) + dt(z)).powi(2),
    potential = c * (x.powi(2) + stiff * x.powi(4)) + 3 * c * (z.powi(2) + stiff * z.powi(4)),
    constraint(joint = y - (x + w)),
    discretize(Livens, Stabilized<Livens>, Polarized<Livens>)
)]
pub(crate) struct MassSpring<T: Scalar> {
    pub(crate) m: [T; 2],
    pub(crate) c: T,
    /// One in the paper, zero for linear springs.
    pub(crate) stiff: T,
    pub(crate) w: T,
}

impl ByHand for MassSpring<f64> {
    fn kinetic<T: Number>(&self, _t: T, _q: &[T], v: &[T]) -> T {
        let second = v[1] + v[2];
        v[0] * v[0] * (0.5 * self.m[0]) + second * second * (0.5 * self.m[1])
    }

    fn potential<T: Number>(&self, _t: T, q: &[T]) -> T {
        let spring = |x: T| x * x + x.powi(4) * self.stiff;
        spring(q[0]) * self.c + spring(q[2]) * (3.0 * self.c)
    }
}

impl Tied for MassSpring<f64> {
    fn constraints<T: Number>(&self, _t: T, q: &[T]) -> Vec<T> {
        vec![q[1] - q[0] - self.w]
    }
}

/// The same with the constraint as the paper prints it.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, z),
    kinetic = 0.5 * m[0] * dt(x).powi(2) + 0.5 * m[1] * (dt(y) + dt(z)).powi(2),
    potential = c * (x.powi(2) + x.powi(4)) + 3 * c * (z.powi(2) + z.powi(4)),
    constraint(joint = 0.5 * ((y - x).powi(2) - w.powi(2))),
    discretize(Livens)
)]
pub(crate) struct Joint {
    pub(crate) m: [f64; 2],
    pub(crate) c: f64,
    pub(crate) w: f64,
}

/// `MassSpring` without y; the first coordinate is `scale` times x.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(scaled, z),
    let x = scaled / scale,
    kinetic = 0.5 * m[0] * dt(x).powi(2) + 0.5 * m[1] * (dt(x) + dt(z)).powi(2),
    potential = c * (x.powi(2) + stiff * x.powi(4)) + 3 * c * (z.powi(2) + stiff * z.powi(4)),
    discretize(Livens)
)]
pub(crate) struct Reduced {
    pub(crate) m: [f64; 2],
    pub(crate) c: f64,
    pub(crate) stiff: f64,
    pub(crate) scale: f64,
}

/// A mass on two springs in series: only the potential determines the position s of the point between them.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, s),
    massless(s),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = 0.5 * k * (x - s).powi(2) + 0.5 * s.powi(2) + 0.25 * stiff * s.powi(4),
    discretize(Livens)
)]
pub(crate) struct Series {
    pub(crate) m: f64,
    pub(crate) k: f64,
    pub(crate) stiff: f64,
}

/// A free rigid body in Euler parameters: M q = 0, and the constraint takes the place of that mass.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[4]),
    let w = [
        2 * (q[0] * dt(q[1]) - q[1] * dt(q[0]) - q[2] * dt(q[3]) + q[3] * dt(q[2])),
        2 * (q[0] * dt(q[2]) + q[1] * dt(q[3]) - q[2] * dt(q[0]) - q[3] * dt(q[1])),
        2 * (q[0] * dt(q[3]) - q[1] * dt(q[2]) + q[2] * dt(q[1]) - q[3] * dt(q[0])),
    ],
    kinetic = 0.5 * (j[0] * w[0].powi(2) + j[1] * w[1].powi(2) + j[2] * w[2].powi(2)),
    constraint(unit = q.norm_squared() - 1),
    discretize(Livens, Polarized<Livens>, Stabilized<Livens>)
)]
pub(crate) struct Turning {
    pub(crate) j: [f64; 3],
}

/// A mass that glides, and a height without mass that the constraint alone determines: x'' = -k x.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    massless(y),
    kinetic = 0.5 * dt(x).powi(2),
    potential = k * y,
    constraint(height = y - 0.5 * x.powi(2)),
    discretize(Livens)
)]
pub(crate) struct Height {
    pub(crate) k: f64,
}
