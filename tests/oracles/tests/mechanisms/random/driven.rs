//! Systems with constraints that depend on time, forces, dissipation and inputs, declared and by hand.
//!
//! Contains names of schemes, and no checks.

use extremal::prelude::*;

use super::Random;
use super::by_hand::Ties;
use crate::support::by_hand::{ByHand, Number};
use crate::support::rates::slopes;

/// A constraint that depends on time, forces that depend on an input, and terms of L of the first degree in the velocities.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, z),
    inputs(u),
    kinetic = 0.5 * (dt(x).powi(2) + a * dt(y).powi(2) + dt(z).powi(2)) + 0.1 * sin(t) * x * dt(y),
    potential = 0.5 * b * (x.powi(2) + z.powi(2)) + y * cos(t),
    dissipation = 0.1 * (dt(x) - dt(y)).powi(2),
    force(x = u * cos(y), z = u.powi(2) - 0.3 * dt(z).powi(3)),
    constraint(moving = x * cos(t) + y + b * sin(x * z) - 0.3 * sin(2 * t)),
    discretize(
        Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>, Galerkin<3, Gauss<3>>,
        NullSpace<Verlet>, NullSpace<Midpoint>, NullSpace<Galerkin<2, Gauss<2>>>, NullSpace<Galerkin<3, Gauss<3>>>
    )
)]
pub(crate) struct Moving {
    a: f64,
    b: f64,
}

impl Random for Moving {
    const NEAR: &'static [f64] = &[0.3, 0.2, 0.5];

    fn with([a, b]: [f64; 2]) -> Self {
        Self { a, b }
    }
}

impl Moving {
    fn dissipation<T: Number>(v: &[T]) -> T {
        (v[0] - v[1]).powi(2) * 0.1
    }
}

impl ByHand for Moving {
    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let squares = v[0].powi(2) + v[1].powi(2) * self.a + v[2].powi(2);
        squares * 0.5 + t.sin() * q[0] * v[1] * 0.1
    }

    fn potential<T: Number>(&self, t: T, q: &[T]) -> T {
        (q[0].powi(2) + q[2].powi(2)) * (0.5 * self.b) + q[1] * t.cos()
    }

    fn force<T: Number>(&self, t: T, q: &[T], v: &[T], u: &[T]) -> Vec<T> {
        let lost = slopes(t, q, v, |_, _, v| Self::dissipation(v));
        vec![
            u[0] * q[1].cos() - lost[0],
            -lost[1],
            u[0].powi(2) - v[2].powi(3) * 0.3 - lost[2],
        ]
    }
}

impl Ties for Moving {
    fn ties<T: Number>(&self, t: T, q: &[T]) -> Vec<T> {
        let wave = (q[0] * q[2]).sin() * self.b;
        vec![q[0] * t.cos() + q[1] + wave - (t * 2.0).sin() * 0.3]
    }
}

/// A position that follows two other coordinates, one of which is driven by time.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[3], c, d),
    inputs(u[2]),
    kinetic = 0.5 * (1.2 + 0.3 * sin(c) * d) * dt(r).norm_squared() + 0.5 * a * dt(c).powi(2)
        + 0.5 * (1 + 0.1 * r[1].powi(2)) * dt(d).powi(2),
    potential = r[2] + 0.3 * c.powi(4) + 0.5 * d.powi(2) * r[0],
    dissipation = 0.05 * dt(c).powi(2) * (1 + r[0].powi(2)),
    force(c = u[0] - 0.2 * dt(d), d = u[1] * sin(t) * r[0]),
    constraint(place = [r[0] - a * cos(c) - 0.1 * t, r[1] - a * sin(c) * d]),
    constraint(height = r[2] + c * d - b * cos(t)),
    discretize(
        Verlet, Midpoint, Galerkin<2, Gauss<2>>, NullSpace<Midpoint>
    )
)]
pub(crate) struct Place {
    a: f64,
    b: f64,
}

impl Random for Place {
    const NEAR: &'static [f64] = &[0.9, 0.4, 0.1, 0.5, 0.8];

    fn with([a, b]: [f64; 2]) -> Self {
        Self { a, b }
    }
}

impl Place {
    fn dissipation<T: Number>(q: &[T], v: &[T]) -> T {
        v[3].powi(2) * (q[0].powi(2) + 1.0) * 0.05
    }
}

impl ByHand for Place {
    fn kinetic<T: Number>(&self, _t: T, q: &[T], v: &[T]) -> T {
        let place = v[0].powi(2) + v[1].powi(2) + v[2].powi(2);
        let mass = q[3].sin() * q[4] * 0.3 + 1.2;
        let last = (q[1].powi(2) * 0.1 + 1.0) * v[4].powi(2);
        (mass * place + v[3].powi(2) * self.a + last) * 0.5
    }

    fn potential<T: Number>(&self, _t: T, q: &[T]) -> T {
        q[2] + q[3].powi(4) * 0.3 + q[4].powi(2) * q[0] * 0.5
    }

    fn force<T: Number>(&self, t: T, q: &[T], v: &[T], u: &[T]) -> Vec<T> {
        let lost = slopes(t, q, v, |_, q, v| Self::dissipation(q, v));
        let declared = [u[0] - v[4] * 0.2, u[1] * t.sin() * q[0]];
        vec![
            -lost[0],
            -lost[1],
            -lost[2],
            declared[0] - lost[3],
            declared[1] - lost[4],
        ]
    }
}

impl Ties for Place {
    fn ties<T: Number>(&self, t: T, q: &[T]) -> Vec<T> {
        vec![
            q[0] - q[3].cos() * self.a - t * 0.1,
            q[1] - q[3].sin() * q[4] * self.a,
            q[2] + q[3] * q[4] - t.cos() * self.b,
        ]
    }
}

/// L as a whole, gyroscopic and not quadratic in the velocities.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, z, w),
    lagrangian = 0.5 * (1 + a * x.powi(2)) * dt(x).powi(2) + 0.5 * dt(y).powi(2) + b * dt(z).powi(2)
        + 0.5 * dt(w).powi(2) + 0.05 * dt(w).powi(4) + (1 + 0.2 * z) * (x * dt(y) - y * dt(x))
        - 0.5 * (x.powi(2) + z.powi(2) * w) * (1 + 0.2 * cos(t)),
    dissipation = 0.1 * dt(w).powi(2),
    constraint(first = w - x * y - 0.3 * sin(t), second = z + 0.4 * x.powi(2) - y.powi(2) * t),
    discretize(
        Verlet, Midpoint, NullSpace<Midpoint>, NullSpace<Galerkin<2, Gauss<2>>>
    )
)]
pub(crate) struct General {
    a: f64,
    b: f64,
}

impl Random for General {
    const NEAR: &'static [f64] = &[0.4, -0.3, 0.1, 0.0];

    fn with([a, b]: [f64; 2]) -> Self {
        Self { a, b }
    }
}

impl ByHand for General {
    const GENERAL: bool = true;

    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let squares = (q[0].powi(2) * self.a + 1.0) * v[0].powi(2) + v[1].powi(2) + v[3].powi(2);
        let turning = (q[2] * 0.2 + 1.0) * (q[0] * v[1] - q[1] * v[0]);
        let spring = (q[0].powi(2) + q[2].powi(2) * q[3]) * (t.cos() * 0.2 + 1.0);
        squares * 0.5 + v[2].powi(2) * self.b + v[3].powi(4) * 0.05 + turning - spring * 0.5
    }

    fn force<T: Number>(&self, _t: T, _q: &[T], v: &[T], _u: &[T]) -> Vec<T> {
        let zero = T::from(0.0);
        vec![zero, zero, zero, -v[3] * 0.2]
    }
}

impl Ties for General {
    fn ties<T: Number>(&self, t: T, q: &[T]) -> Vec<T> {
        vec![
            q[3] - q[0] * q[1] - t.sin() * 0.3,
            q[2] + q[0].powi(2) * 0.4 - q[1].powi(2) * t,
        ]
    }
}
