//! Names that generated code uses as well, and names that are keywords.

use ::core::clone::Clone;
use ::core::fmt::Debug;
use ::core::marker::Copy;
use ::physics::Lagrangian;

/// Keywords as names.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    crate = ::physics,
    coordinates(r#type, r#match[2]),
    inputs(r#in),
    let r#let = r#type * r#struct,
    kinetic = 0.5 * r#struct * dt(r#type).powi(2) + 0.5 * dt(r#match).norm_squared(),
    potential = r#let * r#match[0],
    force(r#type = r#in),
    output(r#fn = r#let, r#mod = r#match),
    sensitivities(r#struct),
)]
pub struct Rotor {
    /// Mass.
    r#struct: f64,
}

/// A struct with the name of an item of the runtime; its fields have the names of arguments and parts of generated code.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    crate = ::physics,
    coordinates(q, v, p, x, c, u, time, interval, parameters, t0, s0, c0),
    kinetic = 0.5 * kernels * (dt(q) * dt(q) + dt(v) * dt(v) + dt(p) * dt(p) + dt(x) * dt(x) + dt(c) * dt(c)
        + dt(u) * dt(u) + dt(time) * dt(time) + dt(interval) * dt(interval) + dt(parameters) * dt(parameters)
        + dt(t0) * dt(t0) + dt(s0) * dt(s0) + dt(c0) * dt(c0)),
    potential = scalar * sin(q) * step + residual * lagrangian,
    output(_x = q, known = scalar * sin(q)),
    discretize(Midpoint),
)]
pub struct Integrator {
    /// Mass.
    kernels: f64,
    /// A number.
    lagrangian: f64,
    /// A number.
    residual: f64,
    /// A number.
    scalar: f64,
    /// A number.
    step: f64,
}
