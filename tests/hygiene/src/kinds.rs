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
