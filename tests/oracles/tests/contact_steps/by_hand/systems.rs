//! Two systems with contacts by hand: a body above a shaken floor, and a four-bar linkage on a rough floor.

use extremal::prelude::*;

use crate::support::by_hand::{ByHand, Number};
use crate::support::contacts::Body;
use crate::support::percussions::{Law, Touching};

impl ByHand for Body {
    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let [m, tenth] = [self.m, 0.1].map(T::from);
        (q[1].sin() * 0.3 + 1.0) * m * v[0] * v[0] * 0.5
            + m * v[1] * v[1] * 0.5
            + q[0].cos() * v[0] * v[1] * 0.2
            + tenth * t.sin() * q[0] * v[1]
    }

    fn potential<T: Number>(&self, _: T, q: &[T]) -> T {
        let square = q[0] * q[0];
        q[1] * (9.81 * self.m) + square * (0.5 * self.k) + square * square * 0.2
    }

    fn force<T: Number>(&self, _: T, q: &[T], v: &[T], u: &[T]) -> Vec<T> {
        vec![u[0] - (q[1] * q[1] + 1.0) * v[0] * 0.1, T::from(0.0)]
    }
}

impl Touching for Body {
    fn gaps<T: Number>(&self, t: T, q: &[T]) -> Vec<T> {
        vec![
            q[1] - (q[0] * 2.0).sin() * 0.1 - (t * 3.0).sin() * 0.02,
            -(q[0] + q[1] * 0.1 - 1.5),
        ]
    }

    fn slips<T: Number>(&self, t: T, q: &[T], v: &[T]) -> Vec<Option<T>> {
        vec![Some(v[0] + q[0] * v[1] * 0.3 - t.cos() * self.belt), None]
    }

    fn laws(&self, q: &[f64]) -> Vec<Law> {
        let friction = self.mu * (1.0 + 0.1 * q[0]);
        [(friction, self.e_t), (0.0, 0.0)]
            .map(|(friction, restitution_t)| Law {
                friction,
                restitution: self.e,
                restitution_t,
            })
            .to_vec()
    }
}

/// A four-bar linkage whose second pivot is on a sprung slide. The tip of its coupler touches a rough floor, and its rocker a stop.
///
/// ```text
/// A = a (cos α, sin α),   B = A + b (cos β, sin β) = (d + x, 0) + c (cos γ, sin γ),   tip = A + reach (cos β, sin β)
/// ```
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(alpha, beta, gamma, x),
    inputs(motor),
    let joint = a * [cos(alpha), sin(alpha)],
    let coupler = [cos(beta), sin(beta)],
    let middle = joint + 0.5 * b * coupler,
    let tip = joint + reach * coupler,
    kinetic = 0.5 * m * dt(middle).norm_squared() + 0.5 * m * dt(x).powi(2)
        + 0.05 * dt(alpha).powi(2) + 0.03 * dt(beta).powi(2) + 0.04 * dt(gamma).powi(2),
    potential = 9.81 * m * middle[1] + 0.5 * k * x.powi(2),
    dissipation = 0.5 * 0.02 * dt(gamma).powi(2),
    force(alpha = motor),
    constraint(closed = joint + b * coupler - [d + x, 0] - c * [cos(gamma), sin(gamma)]),
    contact(floor, gap = tip[1] - height, slip = dt(tip[0]), friction = mu, restitution = 0.4, restitution_t = 0.1),
    contact(stop, gap = gamma - least, restitution = 0.2),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta),
)]
pub(super) struct Linkage {
    pub(super) a: f64,
    pub(super) b: f64,
    pub(super) c: f64,
    pub(super) d: f64,
    pub(super) reach: f64,
    pub(super) m: f64,
    pub(super) k: f64,
    pub(super) mu: f64,
    pub(super) height: f64,
    pub(super) least: f64,
}

pub(super) const LINKAGE: Linkage = Linkage {
    a: 0.4,
    b: 1.0,
    c: 0.7,
    d: 0.9,
    reach: 1.6,
    m: 1.2,
    k: 60.0,
    mu: 0.3,
    height: 0.0,
    least: -4.0,
};

impl Linkage {
    pub(super) fn tip<T: Number>(&self, q: &[T]) -> [T; 2] {
        [
            q[0].cos() * self.a + q[1].cos() * self.reach,
            q[0].sin() * self.a + q[1].sin() * self.reach,
        ]
    }

    /// Coordinates and velocities of an assembled linkage from those of its crank and its slide.
    pub(super) fn assembled(&self, [alpha, x]: [f64; 2], [va, vx]: [f64; 2]) -> ([f64; 4], [f64; 4]) {
        let Self { a, b, c, d, .. } = *self;
        let joint = [a * alpha.cos(), a * alpha.sin()];
        let span = [d + x - joint[0], -joint[1]];
        let length = span[0].hypot(span[1]);
        let beta = span[1].atan2(span[0]) + ((b * b + length * length - c * c) / (2.0 * b * length)).acos();
        let at = [joint[0] + b * beta.cos() - d - x, joint[1] + b * beta.sin()];
        let gamma = at[1].atan2(at[0]);
        // b β̇ (−sin β, cos β) − c γ̇ (−sin γ, cos γ) = (ẋ, 0) − a α̇ (−sin α, cos α), by Cramer's rule.
        let right = [vx + a * va * alpha.sin(), -a * va * alpha.cos()];
        let (first, second) = (
            [-b * beta.sin(), b * beta.cos()],
            [c * gamma.sin(), -c * gamma.cos()],
        );
        let det = |u: [f64; 2], w: [f64; 2]| u[0] * w[1] - u[1] * w[0];
        let whole = det(first, second);
        let rates = [det(right, second) / whole, det(first, right) / whole];
        ([alpha, beta, gamma, x], [va, rates[0], rates[1], vx])
    }
}

impl ByHand for Linkage {
    fn kinetic<T: Number>(&self, _: T, q: &[T], v: &[T]) -> T {
        let Self { a, b, m, .. } = *self;
        let across = -(q[0].sin() * v[0] * a) - q[1].sin() * v[1] * (0.5 * b);
        let up = q[0].cos() * v[0] * a + q[1].cos() * v[1] * (0.5 * b);
        (across * across + up * up + v[3] * v[3]) * (0.5 * m)
            + v[0] * v[0] * 0.05
            + v[1] * v[1] * 0.03
            + v[2] * v[2] * 0.04
    }

    fn potential<T: Number>(&self, _: T, q: &[T]) -> T {
        (q[0].sin() * self.a + q[1].sin() * (0.5 * self.b)) * (9.81 * self.m) + q[3] * q[3] * (0.5 * self.k)
    }

    fn force<T: Number>(&self, _: T, _: &[T], v: &[T], u: &[T]) -> Vec<T> {
        let zero = T::from(0.0);
        vec![u[0], zero, -(v[2] * 0.02), zero]
    }
}

impl Touching for Linkage {
    fn ties<T: Number>(&self, q: &[T]) -> Vec<T> {
        let Self { a, b, c, d, .. } = *self;
        vec![
            q[0].cos() * a + q[1].cos() * b - q[3] - q[2].cos() * c - d,
            q[0].sin() * a + q[1].sin() * b - q[2].sin() * c,
        ]
    }

    fn gaps<T: Number>(&self, _: T, q: &[T]) -> Vec<T> {
        vec![self.tip(q)[1] - self.height, q[2] - self.least]
    }

    fn slips<T: Number>(&self, _: T, q: &[T], v: &[T]) -> Vec<Option<T>> {
        let tip = -(q[0].sin() * v[0] * self.a) - q[1].sin() * v[1] * self.reach;
        vec![Some(tip), None]
    }

    fn laws(&self, _: &[f64]) -> Vec<Law> {
        let law = |friction, restitution, restitution_t| Law {
            friction,
            restitution,
            restitution_t,
        };
        vec![law(self.mu, 0.4, 0.1), law(0.0, 0.2, 0.0)]
    }
}
