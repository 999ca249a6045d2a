//! The systems, generic over the scalar.
//!
//! Does not know the schemes that step them.

use extremal::Scalar;
use extremal::prelude::*;

/// A point mass on a massless rod.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * m * (l * dt(theta)).powi(2),
    potential = -m * g * l * cos(theta),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
pub struct Pendulum<T: Scalar> {
    /// Mass.
    pub m: T,
    /// Length.
    pub l: T,
    /// Gravity.
    pub g: T,
}

impl<T: Scalar> Pendulum<T> {
    /// A mass of 1 kg on a rod of 1 m.
    #[must_use]
    pub fn unit() -> Self {
        let [m, l, g] = [1.0, 1.0, 9.81].map(T::from_f64);
        Self { m, l, g }
    }
}

/// Two of them, one below the other, with a motor and friction in the upper joint.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    inputs(torque),
    let first = [sin(a), -cos(a)],
    let second = first + [sin(b), -cos(b)],
    kinetic = 0.5 * (dt(first).norm_squared() + dt(second).norm_squared()),
    potential = 9.81 * (first[1] + second[1]),
    force(a = torque),
    dissipation = 0.5 * friction * dt(a).powi(2),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
pub struct DoublePendulum<T: Scalar> {
    /// Friction of the upper joint.
    pub friction: T,
}

/// A mass in the plane in a field that contains every function of formulas: each function must give the same bits everywhere.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    let r = sqrt(1.0 + x * x + y * y),
    kinetic = 0.5 * (dt(x).powi(2) + (2.0 + tanh(x)) * dt(y).powi(2)),
    potential = stiffness * (cosh(0.5 * x) + exp(-y) + y.powi(2)) + ln(r) + 0.1 * r.powf(1.5)
        + 0.2 * atan2(y, 3.0 + x * x) + 0.1 * atan(x) * sinh(0.3 * y) + 0.1 * asin(0.3 * x / r) * acos(0.3 * y / r)
        + 0.1 * tan(0.2 * sin(x)) + 0.05 * abs(x) + 0.01 * max(x, y) + 0.1 * hypot(2.0 + y, x),
    force(x = -0.01 * signum(dt(x)) * dt(x).powi(2), y = 0.02 * cos(3.0 * t)),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
pub struct Spring<T: Scalar> {
    /// Stiffness.
    pub stiffness: T,
}

/// Masses in a row between two walls, with springs of the fourth order: the length is a constant of the type, and all numbers
/// are in arrays.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[N]),
    let spring = |d| 0.5 * stiffness * d.powi(2) + 0.25 * d.powi(4),
    kinetic = sum(0..N, |i| 0.5 * m[i] * dt(q[i]).powi(2)),
    potential = spring(q[0]) + sum(1..N, |i| spring(q[i] - q[i - 1])) + spring(q[N - 1]),
    output(middle = sum(0..N, |i| q[i]) / N),
    discretize(Verlet, Midpoint, Livens, Galerkin<2, Gauss<2>>)
)]
pub struct Lattice<T: Scalar, const N: usize> {
    /// Masses.
    pub m: [T; N],
    /// Stiffness of the springs, where they are short.
    pub stiffness: T,
}

impl<T: Scalar, const N: usize> Lattice<T, N> {
    /// Masses of 1 kg, and springs of 2 N/m.
    #[must_use]
    pub fn unit() -> Self {
        let [m, stiffness] = [1.0, 2.0].map(T::from_f64);
        Self { m: [m; N], stiffness }
    }
}

/// Points in the plane with springs to their neighbours: the tangent is a band.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[N][2]),
    kinetic = sum(0..N, |i| 0.5 * m * dt(r[i]).norm_squared()),
    potential = sum(1..N, |i| 20 * ((r[i] - r[i - 1]).norm() - 1).powi(2)) + 20 * r[0].norm_squared()
        + sum(0..N, |i| 9.81 * m * r[i][1]),
    discretize(Verlet, Midpoint)
)]
pub struct Thread<T: Scalar, const N: usize> {
    /// Mass.
    pub m: T,
}
