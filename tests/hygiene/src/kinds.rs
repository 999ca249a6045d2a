//! Systems of every kind: inputs, outputs, forces, type parameters, vectors, every family of schemes.

use ::core::clone::Clone;
use ::core::fmt::Debug;
use ::core::marker::Copy;
use ::physics::{Function, Lagrangian, Scalar};

/// Inputs, dissipation, a force, time, an output of each shape, and a sensitivity; every family of schemes.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    crate = ::physics,
    coordinates(x, phi),
    inputs(u, w[2]),
    let tip = [x + length * sin(phi), -length * cos(phi)],
    kinetic = 0.5 * cart * dt(x).powi(2) + 0.5 * load * dt(tip).norm_squared(),
    potential = 9.81 * load * tip[1] + 0.5 * max(0, x - 3.141592).powi(2) + 1.0e-3 * abs(x),
    force(x = u + w[0] * cos(t), phi = if x < 1 { w[1] } else { -w[1] }),
    dissipation = 0.5 * drag * dt(x).powi(2) + 0.01 * dt(phi).powi(4),
    output(tip, height = tip[1], rates = [[dt(x), dt(phi)], [x, t]]),
    sensitivities(length),
    discretize(
        Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<3, Lobatto<4>>, Galerkin<1, Trapezoid<3>, Gauss<2>>,
        Galerkin<1, Left, Right>, Galerkin<1, Right>,
    ),
)]
pub struct Driven {
    /// Mass.
    cart: f64,
    /// Friction.
    drag: f64,
    /// Length of the rope.
    length: f64,
    /// Mass.
    load: f64,
}

/// Over any scalar.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    crate = ::physics,
    coordinates(a, b),
    kinetic = 0.5 * mass * (dt(a).powi(2) + dt(b).powi(2) + dt(a) * dt(b) * cos(a - b)),
    potential = -mass * (cos(a) + cos(b)).powf(1.5),
    output(energy_of_a = 0.5 * mass * dt(a).powi(2)),
    discretize(Midpoint, Galerkin<2, Gauss<2>>),
)]
pub struct Generic<S>
where
    S: Scalar,
{
    /// Mass.
    mass: S,
}

/// The same with the bound at the parameter.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(crate = ::physics, coordinates(x), kinetic = 0.5 * mass * dt(x).powi(2), potential = x.powi(4))]
pub struct Bounded<S: Scalar> {
    /// Mass.
    mass: S,
}

/// Fields of every shape, a general Lagrangian, single precision.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    crate = ::physics,
    coordinates(r[3]),
    lagrangian = 0.5 * dt(r).transpose() * inertia * dt(r) - (r - anchor).norm() - dt(r)[0] * r[1],
)]
pub struct Shaped {
    /// The position of the support.
    anchor: [f32; 3],
    /// A matrix of masses.
    inertia: [[f32; 3]; 3],
}

/// Numbers under another name.
pub type Number = f64;

/// Fields whose type is a number for the compiler alone, in impls of every kind.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    crate = ::physics,
    coordinates(r[2]),
    inputs(u),
    kinetic = 0.5 * mass * dt(r).norm_squared(),
    potential = mass * 9.81 * (r[1] - anchor[1]),
    force(r = [u, 0]),
    constraint(rod = (r - anchor).norm_squared() - 1),
    output(height = r[1], push = u),
    sensitivities(mass),
    discretize(Midpoint, Galerkin<2, Gauss<2>>, NullSpace<Midpoint>, Livens),
)]
pub struct Renamed {
    /// The position of the support.
    anchor: [Number; 2],
    /// Mass.
    mass: Number,
}

/// Fields that are called: type parameters and an array of functions, in potentials, forces and outputs.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    crate = ::physics,
    coordinates(x, y),
    kinetic = 0.5 * mass * (dt(x).powi(2) + dt(y).powi(2)),
    potential = self.springs[0](x) + springs[1](y),
    force(x = drag(x, dt(x)) + tide(t, y)),
    output(pull = dt(springs[0](x)), push = tide(t, y)),
    discretize(Midpoint, Livens),
)]
pub struct Called<F, D>
where
    F: Function<1>,
    D: Function<2>,
{
    /// Friction.
    drag: D,
    /// Mass.
    mass: f64,
    /// Potentials.
    springs: [F; 2],
    /// The pull of the moon.
    tide: D,
}

/// Masses in a row: loops over items whose number is a constant of the type.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    crate = ::physics,
    coordinates(q[N]),
    inputs(u),
    let stretch = array(0..N - 1, |i| q[i + 1] - q[i]),
    kinetic = sum(0..N, |i| 0.5 * mass[i] * dt(q[i]).powi(2)),
    potential = sum(0..N - 1, |i| 0.5 * stiffness[i % 2] * stretch[i].powi(2) + stretch[i].powi(4) / N) + q[0].powi(2),
    dissipation = sum(0..N, |i| 0.1 * dt(q[i]).powi(2)),
    force(q = array(0..N, |i| u * mass[i])),
    output(center = sum(0..N, |i| mass[i] * q[i]), end = q[N - 1]),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Livens, Hermite<P2>),
)]
pub struct Row<S: Scalar, const N: usize> {
    /// Masses.
    mass: [S; N],
    /// Stiffness.
    stiffness: [S; 2],
}

/// Points in space: items with several numbers.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    crate = ::physics,
    coordinates(r[N][3]),
    kinetic = sum(0..N, |i| 0.5 * dt(r[i]).norm_squared()),
    potential = sum(1..N, |i| ((r[i] - r[i - 1]).norm() - length).powi(2)) + sum(0..N, |i| r[i][2]),
    discretize(Verlet, Midpoint),
)]
pub struct Points<const N: usize> {
    /// The length of a spring at rest.
    length: f32,
}
