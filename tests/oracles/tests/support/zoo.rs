//! Systems that use the whole grammar of declarations, each with the same system written by hand.

use extremal::prelude::*;
use extremal::{Scalar, nalgebra};
use nalgebra::{SMatrix, SVector, Vector2};

use super::by_hand::{ByHand, Number};
use super::generated::Sample;
use super::point::Domain;

fn c<T: Scalar>(x: f64) -> T {
    T::from_f64(x)
}

const ANGLE: (f64, f64) = (-3.0, 3.0);
const AROUND_ZERO: (f64, f64) = (-1.5, 1.5);
const POSITIVE: (f64, f64) = (0.4, 1.6);

/// One scalar coordinate, kinetic energy by a power.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * m * (l * dt(theta)).powi(2),
    potential = -m * g * l * cos(theta),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Trapezoid<2>, Gauss<2>>, Galerkin<3, Lobatto<4>>,
        Galerkin<1, Left>, Galerkin<1, Right>, Galerkin<1, Gauss<2>, Left>, Galerkin<4, Gauss<4>>)
)]
pub(crate) struct Pendulum<T: Scalar> {
    m: T,
    l: T,
    g: T,
}

impl<T: Scalar> Sample for Pendulum<T> {
    const DOMAIN: Domain = Domain {
        q: &[ANGLE],
        v: AROUND_ZERO,
    };

    fn sample() -> Self {
        Self {
            m: c(1.3),
            l: c(0.8),
            g: c(9.81),
        }
    }
}

impl ByHand for Pendulum<f64> {
    fn kinetic<T: Number>(&self, _: T, _: &[T], v: &[T]) -> T {
        v[0] * v[0] * (0.5 * self.m * self.l * self.l)
    }

    fn potential<T: Number>(&self, _: T, q: &[T]) -> T {
        q[0].cos() * (-self.m * self.g * self.l)
    }
}

/// `let`, positions as arrays, and the time derivative of them.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    let first = [l[0] * sin(a), -l[0] * cos(a)],
    let second = first + [l[1] * b.sin(), -l[1] * b.cos()],
    kinetic = m[0] / 2.0 * dt(first).norm_squared() + 0.5 * m[1] * dt(second).dot(dt(second)),
    potential = g * (m[0] * first[1] + m[1] * second[1]),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>, Galerkin<1, Left, Right>)
)]
pub(crate) struct DoublePendulum<T: Scalar> {
    m: [T; 2],
    l: [T; 2],
    g: T,
}

impl<T: Scalar> Sample for DoublePendulum<T> {
    const DOMAIN: Domain = Domain {
        q: &[ANGLE, ANGLE],
        v: AROUND_ZERO,
    };

    fn sample() -> Self {
        Self {
            m: [c(1.2), c(0.7)],
            l: [c(0.9), c(1.1)],
            g: c(9.81),
        }
    }
}

impl ByHand for DoublePendulum<f64> {
    fn kinetic<T: Number>(&self, _: T, q: &[T], v: &[T]) -> T {
        let ([m1, m2], [l1, l2]) = (self.m, self.l);
        v[0] * v[0] * (0.5 * (m1 + m2) * l1 * l1)
            + v[1] * v[1] * (0.5 * m2 * l2 * l2)
            + v[0] * v[1] * (q[0] - q[1]).cos() * (m2 * l1 * l2)
    }

    fn potential<T: Number>(&self, _: T, q: &[T]) -> T {
        let ([m1, m2], [l1, l2]) = (self.m, self.l);
        q[0].cos() * (-(m1 + m2) * self.g * l1) - q[1].cos() * (m2 * self.g * l2)
    }
}

/// A vector coordinate, nalgebra's vectors, a term bᵀv from a magnetic field, `cross`, `norm`.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(r[3]),
    kinetic = 0.5 * m * dt(r).norm_squared() + 0.5 * charge * cross(field, r).dot(dt(r)),
    potential = -strength / norm(r - centre) + m * r.dot([0.0, 0.0, g]),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<3>>)
)]
pub(crate) struct Ion<T: Scalar> {
    m: T,
    charge: T,
    field: SVector<T, 3>,
    centre: [T; 3],
    strength: T,
    g: T,
}

impl<T: Scalar> Sample for Ion<T> {
    const DOMAIN: Domain = Domain {
        q: &[POSITIVE, POSITIVE, POSITIVE],
        v: AROUND_ZERO,
    };

    fn sample() -> Self {
        Self {
            m: c(1.4),
            charge: c(0.6),
            field: SVector::from([c(0.3), c(-0.2), c(1.1)]),
            centre: [c(-0.1), c(0.0), c(0.2)],
            strength: c(0.7),
            g: c(0.5),
        }
    }
}

impl ByHand for Ion<f64> {
    fn kinetic<T: Number>(&self, _: T, q: &[T], v: &[T]) -> T {
        let [x, y, z] = [q[0], q[1], q[2]];
        let [bx, by, bz] = [self.field[0], self.field[1], self.field[2]];
        let field = v[0] * (z * by - y * bz) + v[1] * (x * bz - z * bx) + v[2] * (y * bx - x * by);
        (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) * (0.5 * self.m) + field * (0.5 * self.charge)
    }

    fn potential<T: Number>(&self, _: T, q: &[T]) -> T {
        let distance = (0..3).map(|k| (q[k] - self.centre[k]).powi(2)).sum::<T>().sqrt();
        distance.recip() * -self.strength + q[2] * (self.m * self.g)
    }
}

/// A mass matrix that depends on q and t, out of a matrix field and expressions.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    let coupling = 0.3 * cos(x - y) * (1.0 + 0.1 * sin(t)),
    mass_matrix = root.transpose() * root + [[0.2 * y * y, coupling], [coupling, 0.1 * exp(-x)]],
    potential = 0.5 * k * (x - y).powi(2) + 0.25 * x.powi(4),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
pub(crate) struct Shaped<T: Scalar> {
    root: SMatrix<T, 2, 2>,
    k: T,
}

impl<T: Scalar> Sample for Shaped<T> {
    const DOMAIN: Domain = Domain {
        q: &[AROUND_ZERO, AROUND_ZERO],
        v: AROUND_ZERO,
    };

    fn sample() -> Self {
        // nalgebra's arrays are columns: a root of [[1.45, 0.22], [0.22, 1.01]].
        Self {
            root: SMatrix::from([[c(1.2), c(0.1)], [c(0.1), c(1.0)]]),
            k: c(2.5),
        }
    }
}

impl ByHand for Shaped<f64> {
    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let coupling = (q[0] - q[1]).cos() * (t.sin() * 0.1 + 1.0) * 0.3 + 0.22;
        let (first, second) = (q[1] * q[1] * 0.2 + 1.45, (-q[0]).exp() * 0.1 + 1.01);
        (first * v[0] * v[0] + second * v[1] * v[1]) * 0.5 + coupling * v[0] * v[1]
    }

    fn potential<T: Number>(&self, _: T, q: &[T]) -> T {
        (q[0] - q[1]).powi(2) * (0.5 * self.k) + q[0].powi(4) * 0.25
    }
}

/// Explicit time: a pendulum whose pivot is driven, so that T has terms of degree two, one and zero in v.
#[derive(Clone, Lagrangian)]
#[lagrangian(coordinates(theta))]
#[lagrangian(
    let bob = {
        let pivot = amplitude * sin(omega * t);
        [pivot + l * sin(theta), -l * cos(theta)]
    },
    kinetic = 0.5 * dt(bob).norm_squared(),
    potential = g * bob[1],
)]
#[lagrangian(discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>))]
pub(crate) struct Driven<T: Scalar> {
    l: T,
    g: T,
    amplitude: T,
    omega: T,
}

impl<T: Scalar> Sample for Driven<T> {
    const DOMAIN: Domain = Domain {
        q: &[ANGLE],
        v: AROUND_ZERO,
    };

    fn sample() -> Self {
        Self {
            l: c(0.8),
            g: c(9.81),
            amplitude: c(0.3),
            omega: c(2.2),
        }
    }
}

impl ByHand for Driven<f64> {
    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let pivot = (t * self.omega).cos() * (self.amplitude * self.omega);
        let (x, y) = (pivot + q[0].cos() * v[0] * self.l, q[0].sin() * v[0] * self.l);
        (x * x + y * y) * 0.5
    }

    fn potential<T: Number>(&self, _: T, q: &[T]) -> T {
        q[0].cos() * (-self.g * self.l)
    }
}

/// A Lagrangian that is not a polynomial in the velocities: L = −m c √(c² − v²) − V.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    lagrangian = -m * c * sqrt(c.powi(2) - dt(x).powi(2) - dt(y) * dt(y)) - 0.5 * k * (x * x + 2 * y.powi(2)),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
pub(crate) struct Relativistic<T: Scalar> {
    m: T,
    c: T,
    k: T,
}

impl<T: Scalar> Sample for Relativistic<T> {
    // At most 0.8 of the speed of light.
    const DOMAIN: Domain = Domain {
        q: &[AROUND_ZERO, AROUND_ZERO],
        v: (-1.1, 1.1),
    };

    fn sample() -> Self {
        Self {
            m: c(1.2),
            c: c(2.0),
            k: c(0.8),
        }
    }
}

impl ByHand for Relativistic<f64> {
    const GENERAL: bool = true;

    fn kinetic<T: Number>(&self, _: T, q: &[T], v: &[T]) -> T {
        let slow = (-v[0] * v[0] - v[1] * v[1] + self.c * self.c).sqrt() * (-self.m * self.c);
        slow - (q[0] * q[0] + q[1] * q[1] * 2.0) * (0.5 * self.k)
    }
}

/// Forces, inputs, dissipation, and `if` in all of them.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x, theta),
    inputs(push, torque),
    kinetic = 0.5 * (cart + bob) * dt(x).powi(2) + bob * l * dt(x) * dt(theta) * theta.cos()
        + 0.5 * bob * l * l * dt(theta).powi(2),
    potential = -bob * g * l * cos(theta) + if x > wall && !(x > 10) { 0.5 * k * (x - wall).powi(2) } else { 0.0 },
    force(x = push * (1.0 + 0.1 * cos(t)) - 0.2 * dt(x) * dt(x).abs(), theta = torque * (2 - theta.cos()) + 0.05 * push),
    dissipation = 0.5 * d * (dt(theta) - 0.3 * dt(x)).powi(2) * if theta < 0 { 1 } else { 1 + theta },
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Trapezoid<2>, Gauss<3>>, Galerkin<1, Left>)
)]
pub(crate) struct Crane<T: Scalar> {
    cart: T,
    bob: T,
    l: T,
    g: T,
    k: T,
    wall: T,
    d: T,
}

impl<T: Scalar> Sample for Crane<T> {
    const DOMAIN: Domain = Domain {
        q: &[AROUND_ZERO, ANGLE],
        v: AROUND_ZERO,
    };

    fn sample() -> Self {
        Self {
            cart: c(2.0),
            bob: c(0.7),
            l: c(0.9),
            g: c(9.81),
            k: c(30.0),
            wall: c(0.4),
            d: c(0.6),
        }
    }
}

impl ByHand for Crane<f64> {
    fn kinetic<T: Number>(&self, _: T, q: &[T], v: &[T]) -> T {
        let bob = [v[0] + q[1].cos() * v[1] * self.l, q[1].sin() * v[1] * self.l];
        v[0] * v[0] * (0.5 * self.cart) + (bob[0] * bob[0] + bob[1] * bob[1]) * (0.5 * self.bob)
    }

    fn potential<T: Number>(&self, _: T, q: &[T]) -> T {
        let pressed = q[0] - self.wall;
        let wall = if pressed.re() > 0.0 {
            pressed * pressed * (0.5 * self.k)
        } else {
            T::from(0.0)
        };
        wall - q[1].cos() * (self.bob * self.g * self.l)
    }

    fn force<T: Number>(&self, t: T, q: &[T], v: &[T], u: &[T]) -> Vec<T> {
        let steep = if q[1].re() < 0.0 { T::from(1.0) } else { q[1] + 1.0 };
        let rate = (v[1] - v[0] * 0.3) * steep * self.d;
        vec![
            u[0] * (t.cos() * 0.1 + 1.0) - v[0] * v[0].abs() * 0.2 + rate * 0.3,
            u[1] * (-q[1].cos() + 2.0) + u[0] * 0.05 - rate,
        ]
    }
}

/// Functions of one and of two arguments, as calls and as methods.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    mass_matrix = [[1.0 + cosh(0.3 * x), 0.2 * tanh(y)], [0.2 * y.tanh(), 1.5 + 0.1 * sinh(x) / (1 + x * x)]],
    potential = (x * y).atan() + asin(0.4 * x) - acos(0.3 * y) + (2 + x).ln() + sqrt(2 + y) + hypot(x, 1 + y)
        + atan2(x - 3, y) + (y + 2).powf(1.7) + x.powf(3.0) + (3 + x).powf(b) + recip(3 + x) + (x + 2).powi(-2)
        + tan(0.3 * x) + exp(x * y) + (2 * x).min(y) + max(x, y * y) + abs(x - 0.1) * x * x.signum() + PI * x.sin(),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
pub(crate) struct Functions<T: Scalar> {
    b: T,
}

impl<T: Scalar> Sample for Functions<T> {
    // A domain without kinks near a node: the orders of 2x and y, and of x and y², and the sign of x do not change.
    const DOMAIN: Domain = Domain {
        q: &[(0.6, 1.0), (-0.4, 0.4)],
        v: (-0.5, 0.5),
    };

    fn sample() -> Self {
        Self { b: c(1.4) }
    }
}

impl ByHand for Functions<f64> {
    fn kinetic<T: Number>(&self, _: T, q: &[T], v: &[T]) -> T {
        let [x, y] = [q[0], q[1]];
        let masses = [(x * 0.3).cosh() + 1.0, x.sinh() * 0.1 / (x * x + 1.0) + 1.5];
        (masses[0] * v[0] * v[0] + masses[1] * v[1] * v[1]) * 0.5 + y.tanh() * v[0] * v[1] * 0.2
    }

    fn potential<T: Number>(&self, _: T, q: &[T]) -> T {
        let [x, y] = [q[0], q[1]];
        let inverse = (x * y).atan() + (x * 0.4).asin() - (y * 0.3).acos() + (x - 3.0).atan2(y);
        let roots = (x + 2.0).ln() + (y + 2.0).sqrt() + (x * x + (y + 1.0) * (y + 1.0)).sqrt();
        let powers = (y + 2.0).powf(1.7) + x * x * x + ((x + 3.0).ln() * self.b).exp() + (x + 3.0).recip();
        let smooth = (x + 2.0).powi(-2) + (x * 0.3).tan() + (x * y).exp() + x.sin() * core::f64::consts::PI;
        // On the domain: min is y, max is x, |x − 0.1| is x − 0.1, the sign is one.
        inverse + roots + powers + smooth + y + x + (x - 0.1) * x
    }
}

/// Explicit time all over, in a general L: Vujanović's damped oscillator.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x),
    lagrangian = 0.5 * (dt(x).powi(2) - omega * omega * x.powi(2)) * exp(2 * damping * t),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<3, Gauss<3>>)
)]
pub(crate) struct Vujanovic<T: Scalar> {
    omega: T,
    damping: T,
}

impl<T: Scalar> Sample for Vujanovic<T> {
    const DOMAIN: Domain = Domain {
        q: &[AROUND_ZERO],
        v: AROUND_ZERO,
    };

    fn sample() -> Self {
        Self {
            omega: c(1.7),
            damping: c(0.2),
        }
    }
}

impl ByHand for Vujanovic<f64> {
    const GENERAL: bool = true;

    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let growth = (t * (2.0 * self.damping)).exp();
        (v[0] * v[0] - q[0] * q[0] * (self.omega * self.omega)) * growth * 0.5
    }
}

/// A temperature as a velocity: L has its logarithm, and a force divides by it.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(l, alpha),
    let theta = dt(alpha),
    let cold = k * (theta - 1 - theta * ln(theta)),
    lagrangian = 0.5 * dt(l).powi(2) - 0.5 * stiffness * ln(l).powi(2) + beta * (theta - 1) * ln(l) - cold,
    force(alpha = -kappa * (theta - 1) / theta),
    discretize(Midpoint, Verlet, Galerkin<2, Gauss<2>>)
)]
pub(crate) struct Thermal<T: Scalar> {
    k: T,
    stiffness: T,
    beta: T,
    kappa: T,
}

impl<T: Scalar> Sample for Thermal<T> {
    const DOMAIN: Domain = Domain {
        q: &[POSITIVE, AROUND_ZERO],
        v: (0.5, 1.5),
    };

    fn sample() -> Self {
        Self {
            k: c(5.0),
            stiffness: c(10.0),
            beta: c(1.0),
            kappa: c(0.5),
        }
    }
}

impl ByHand for Thermal<f64> {
    const GENERAL: bool = true;

    fn kinetic<T: Number>(&self, _: T, q: &[T], v: &[T]) -> T {
        let (strain, theta) = (q[0].ln(), v[1]);
        let cold = (theta - 1.0 - theta * theta.ln()) * self.k;
        v[0] * v[0] * 0.5 - strain * strain * (0.5 * self.stiffness) + (theta - 1.0) * strain * self.beta
            - cold
    }

    fn force<T: Number>(&self, _: T, _: &[T], v: &[T], _: &[T]) -> Vec<T> {
        vec![T::from(0.0), (v[1] - 1.0) / v[1] * -self.kappa]
    }
}

/// Vector coordinates with vector inputs, arrays of vectors, forces on components, products of matrices.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x, r[2]),
    inputs(u[2]),
    let turned = turn * r,
    kinetic = 0.5 * (dt(r).transpose() * inertia.transpose() * inertia * dt(r)) + 0.5 * [[1.2, 0.1], [0.1, 0.9]][0][0] * dt(x).powi(2),
    potential = 0.5 * (r - anchors[1]).norm_squared() + turned[0] * x + (anchors[0] * r.transpose())[(0, 1)],
    force(r = u + [0.1 * x, -dt(x)], x = u.dot(r)),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
pub(crate) struct Sheet<T: Scalar> {
    turn: [[T; 2]; 2],
    inertia: nalgebra::Matrix2<T>,
    anchors: [Vector2<T>; 2],
}

impl<T: Scalar> Sample for Sheet<T> {
    const DOMAIN: Domain = Domain {
        q: &[AROUND_ZERO, AROUND_ZERO, AROUND_ZERO],
        v: AROUND_ZERO,
    };

    fn sample() -> Self {
        Self {
            turn: [[c(0.6), c(-0.8)], [c(0.8), c(0.6)]],
            // nalgebra's arrays are columns.
            inertia: SMatrix::from([[c(1.1), c(0.2)], [c(-0.3), c(0.9)]]),
            anchors: [SVector::from([c(0.4), c(0.5)]), SVector::from([c(-0.2), c(0.7)])],
        }
    }
}

impl ByHand for Sheet<f64> {
    fn kinetic<T: Number>(&self, _: T, _: &[T], v: &[T]) -> T {
        let spun = [v[1] * 1.1 - v[2] * 0.3, v[1] * 0.2 + v[2] * 0.9];
        (spun[0] * spun[0] + spun[1] * spun[1] + v[0] * v[0] * 1.2) * 0.5
    }

    fn potential<T: Number>(&self, _: T, q: &[T]) -> T {
        let away = [q[1] + 0.2, q[2] - 0.7];
        (away[0] * away[0] + away[1] * away[1]) * 0.5 + (q[1] * 0.6 - q[2] * 0.8) * q[0] + q[2] * 0.4
    }

    fn force<T: Number>(&self, _: T, q: &[T], v: &[T], u: &[T]) -> Vec<T> {
        vec![u[0] * q[1] + u[1] * q[2], u[0] + q[0] * 0.1, u[1] - v[0]]
    }
}

/// Spherical coordinates: the spring pendulum of Kinon and Betsch (2023), 6.2.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(r, theta, phi),
    let position = r * [sin(theta) * cos(phi), sin(theta) * sin(phi), -cos(theta)],
    kinetic = 0.5 * m * dt(position).norm_squared(),
    potential = m * g * position[2] + 0.5 * k * (r - 1.0).powi(2),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
pub(crate) struct Spherical<T: Scalar> {
    m: T,
    g: T,
    k: T,
}

impl<T: Scalar> Sample for Spherical<T> {
    // Away from the pole.
    const DOMAIN: Domain = Domain {
        q: &[POSITIVE, (0.6, 2.5), ANGLE],
        v: AROUND_ZERO,
    };

    fn sample() -> Self {
        Self {
            m: c(1.1),
            g: c(9.81),
            k: c(50.0),
        }
    }
}

impl ByHand for Spherical<f64> {
    fn kinetic<T: Number>(&self, _: T, q: &[T], v: &[T]) -> T {
        let around = q[0] * q[1].sin() * v[2];
        (v[0] * v[0] + (q[0] * v[1]).powi(2) + around * around) * (0.5 * self.m)
    }

    fn potential<T: Number>(&self, _: T, q: &[T]) -> T {
        q[0] * q[1].cos() * (-self.m * self.g) + (q[0] - 1.0).powi(2) * (0.5 * self.k)
    }
}

/// No fields at all: the scalar is `f64`.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * (2.0 + cos(x)) * dt(x).powi(2),
    potential = x.powi(4) / 4,
    dissipation = 0.05 * dt(x).powi(2) + 0.01 * dt(x).powi(4)
)]
pub(crate) struct Bare;

impl Sample for Bare {
    const DOMAIN: Domain = Domain {
        q: &[AROUND_ZERO],
        v: AROUND_ZERO,
    };

    fn sample() -> Self {
        Self
    }
}

impl ByHand for Bare {
    fn kinetic<T: Number>(&self, _: T, q: &[T], v: &[T]) -> T {
        (q[0].cos() + 2.0) * v[0] * v[0] * 0.5
    }

    fn potential<T: Number>(&self, _: T, q: &[T]) -> T {
        q[0].powi(4) * 0.25
    }

    fn force<T: Number>(&self, _: T, _: &[T], v: &[T], _: &[T]) -> Vec<T> {
        vec![v[0] * -0.1 - v[0].powi(3) * 0.04]
    }
}
