//! Declarations with every key, for the test that asks rust-analyzer about each of their words.

use extremal::Lagrangian;

/// Two masses on an axle that is driven, with damping and a stop; the axle's length is a constraint.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    crate = ::extremal,
    coordinates(a[2], b[2], r#type),
    inputs(push, pull[2]),
    let along = b - a,
    let stop = { let deep = max(0, a[0] - wall); deep * deep },
    kinetic = 0.5 * self.m * (dt(a).norm_squared() + dt(b).norm_squared()) + 0.5 * inertia[0] * dt(r#type).powi(2),
    potential = if t < PI { stop } else { 0.5 * stop } - m * cos(r#type) / 2,
    force(a[1] = push, b = pull),
    dissipation = 0.5 * damping * dt(r#type).powi(2),
    constraint(axle = along.norm_squared() - 1),
    output(along, height = 0.5 * (a[1] + b[1])),
    sensitivities(m),
    discretize(Verlet, extremal::schemes::Midpoint, NullSpace<Galerkin<2, Gauss<2>>>),
)]
pub struct Axle<T: extremal::Scalar> {
    /// The mass of each end.
    pub m: T,
    /// Where the stop begins.
    pub wall: T,
    /// Two moments.
    pub inertia: [T; 2],
    /// A coefficient.
    pub damping: T,
}

/// A planet in the plane.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    lagrangian = 0.5 * dt(r).norm_squared() + 1 / norm(r),
    symmetry(assume rotation = [-r[1], r[0]]),
    discretize(Midpoint, Equivariant<Livens>),
)]
pub struct Planet;

/// Rods one below the other.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(angle[4]),
    let high = |place| place[1],
    let at = scan(0..angle.len(), [0, 0], |before, i| before + [sin(angle[i]), -cos(angle[i])]),
    kinetic = 0.5 * sum(0..4, |i| dt(at[i]).norm_squared()),
    potential = 0.1 * sum(array(0..4, |j| high(at[j]))) * product(0..1, |j| 1),
)]
pub struct Rods;

/// An oscillator by its mass matrix.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(coordinates(x), mass_matrix = mass, potential = 0.5 * x.powi(2), modified_energy)]
pub struct Oscillator {
    /// A mass.
    pub mass: f64,
}

/// A kite whose tug and ropes are functions.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = ropes[1](r[0]),
    force(r[0] = tug(r)),
)]
pub struct Kite<F: extremal::Function<1>, G: extremal::Function<2>> {
    /// The tug by the place.
    pub tug: G,
    /// Two potentials.
    pub ropes: [F; 2],
}

/// A beam of one cubic element, and a bar of one linear element.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(bend, strain),
    kinetic = integrate(Gauss(4), |place_in| 0.5 * dt(hermite(place_in, [0, 0, bend, 0])).powi(2) + 0.5 * dt(linear(place_in, [0, strain])).powi(2)),
    potential = integrate(Lobatto(2), |s| hermite_curvature(s, [0, 0, bend, 0]).powi(2) + linear_slope(s, [0, strain]).powi(2)),
    output(steep = hermite_slope(0.5)),
)]
pub struct Elements;

/// A ball above a floor.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(lift, roll),
    kinetic = 0.5 * dt(lift).powi(2) + 0.5 * dt(roll).powi(2),
    contact(floor, gap = lift - rest, slip = dt(roll), friction = 0.2, restitution = 0.5, restitution_t = 0.1),
    discretize(Moreau),
)]
pub struct Ball {
    /// Where the ball rests.
    pub rest: f64,
}
