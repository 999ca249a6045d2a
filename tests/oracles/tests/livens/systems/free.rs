//! Systems without constraints: mass matrices that depend on q or on t, terms linear in v, and an L that is not a polynomial in v.

use extremal::Scalar;
use extremal::prelude::*;

use crate::equations::Tied;
use crate::support::by_hand::{ByHand, Number};

/// A mass on a spring with Green's strain, in spherical coordinates (Kinon & Betsch, 6.2), with weight.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r, theta, phi),
    kinetic = 0.5 * m * (dt(r).powi(2) + (r * dt(theta)).powi(2) + (r * sin(theta) * dt(phi)).powi(2)),
    potential = 0.5 * ea * (0.5 * (r.powi(2) - 1)).powi(2) + m * g * r * cos(theta),
    symmetry(turn = [0, 0, 1]),
    discretize(Livens, Equivariant<Livens>, Polarized<Livens>)
)]
pub(crate) struct SpringPendulum<T: Scalar> {
    pub(crate) m: T,
    pub(crate) ea: T,
    pub(crate) g: T,
}

impl ByHand for SpringPendulum<f64> {
    fn kinetic<T: Number>(&self, _t: T, q: &[T], v: &[T]) -> T {
        let (s, r) = (q[1].sin(), q[0]);
        (v[0] * v[0] + (r * v[1]) * (r * v[1]) + (r * s * v[2]) * (r * s * v[2])) * (0.5 * self.m)
    }

    fn potential<T: Number>(&self, _t: T, q: &[T]) -> T {
        let strain = (q[0] * q[0] - 1.0) * 0.5;
        strain * strain * (0.5 * self.ea) + q[0] * q[1].cos() * (self.m * self.g)
    }
}

impl Tied for SpringPendulum<f64> {}

/// Two rods of length one, masses one and m; pulled by u, braked by air.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    inputs(u),
    let first = [sin(a), -cos(a)],
    let second = first + [sin(b), -cos(b)],
    kinetic = 0.5 * dt(first).norm_squared() + 0.5 * m * dt(second).norm_squared(),
    potential = g * (first[1] + m * second[1]),
    force(a = u * cos(b), b = 2 * u * a),
    dissipation = 0.5 * d * (dt(a).powi(2) + (1 + a.powi(2)) * dt(b).powi(2)),
    sensitivities(m, d),
    discretize(
        Livens,
        Polarized<Livens>,
    )
)]
pub(crate) struct DoublePendulum<T: Scalar> {
    pub(crate) m: T,
    pub(crate) g: T,
    pub(crate) d: T,
}

impl ByHand for DoublePendulum<f64> {
    fn kinetic<T: Number>(&self, _t: T, q: &[T], v: &[T]) -> T {
        let coupled = v[0] * v[1] * (q[0] - q[1]).cos() * self.m;
        v[0] * v[0] * (0.5 * (1.0 + self.m)) + v[1] * v[1] * (0.5 * self.m) + coupled
    }

    fn potential<T: Number>(&self, _t: T, q: &[T]) -> T {
        -(q[0].cos() * (1.0 + self.m) + q[1].cos() * self.m) * self.g
    }

    fn force<T: Number>(&self, _t: T, q: &[T], v: &[T], u: &[T]) -> Vec<T> {
        let u = u.first().copied().unwrap_or(T::from(0.0));
        vec![
            u * q[1].cos() - v[0] * self.d,
            u * q[0] * 2.0 - v[1] * (q[0] * q[0] + 1.0) * self.d,
        ]
    }
}

impl Tied for DoublePendulum<f64> {}

/// A charge around another one; c is the speed of light.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    lagrangian = -c.powi(2) * sqrt(1 - dt(r).norm_squared() / c.powi(2)) + k / r.norm_squared().sqrt(),
    symmetry(turn = [-r[1], r[0]]),
    discretize(Livens, Equivariant<Livens>)
)]
pub(crate) struct Relativistic<T: Scalar> {
    pub(crate) c: T,
    pub(crate) k: T,
}

impl ByHand for Relativistic<f64> {
    const GENERAL: bool = true;

    fn kinetic<T: Number>(&self, _t: T, q: &[T], v: &[T]) -> T {
        let squared = self.c * self.c;
        let slow = (-(v[0] * v[0] + v[1] * v[1]) / squared + 1.0).sqrt();
        (q[0] * q[0] + q[1] * q[1]).sqrt().recip() * self.k - slow * squared
    }
}

impl Tied for Relativistic<f64> {}

/// A charge in a magnetic field that is not uniform, and in a trap.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[3]),
    kinetic = 0.5 * (1 + 0.2 * r[1].powi(2)) * dt(r).norm_squared() + b * r[0] * r[2] * (r[0] * dt(r[1]) - r[1] * dt(r[0])),
    potential = k * sqrt(1 + r.norm_squared()) + 0.3 * sin(r[0]) * r[2],
    discretize(Livens, Polarized<Livens>)
)]
pub(crate) struct Charged<T: Scalar> {
    pub(crate) b: T,
    pub(crate) k: T,
}

impl ByHand for Charged<f64> {
    fn kinetic<T: Number>(&self, _t: T, q: &[T], v: &[T]) -> T {
        let squared = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
        let turning = q[0] * v[1] - q[1] * v[0];
        squared * (q[1] * q[1] * 0.2 + 1.0) * 0.5 + q[0] * q[2] * turning * self.b
    }

    fn potential<T: Number>(&self, _t: T, q: &[T]) -> T {
        let squared = q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
        (squared + 1.0).sqrt() * self.k + q[0].sin() * q[2] * 0.3
    }
}

impl Tied for Charged<f64> {}

/// Mass, momentum and potential that depend on time.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * (2 + cos(x) + a * sin(3 * t)) * dt(x).powi(2) + b * t * x.powi(2) * dt(x),
    potential = 0.25 * x.powi(4) * (1 + a * cos(2 * t)),
    discretize(Livens, Polarized<Livens>)
)]
pub(crate) struct Timed<T: Scalar> {
    pub(crate) a: T,
    pub(crate) b: T,
}

impl ByHand for Timed<f64> {
    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let mass = q[0].cos() + (t * 3.0).sin() * self.a + 2.0;
        mass * v[0] * v[0] * 0.5 + t * q[0] * q[0] * v[0] * self.b
    }

    fn potential<T: Number>(&self, t: T, q: &[T]) -> T {
        q[0].powi(4) * ((t * 2.0).cos() * self.a + 1.0) * 0.25
    }
}

impl Tied for Timed<f64> {}
