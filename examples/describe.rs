//! The description of a system, as text and as facts that are known at compile time.
//!
//! A pendulum that swings in space, hung from a point that is driven around a circle:
//!
//! ```text
//! r = (ρ cos ωt + l sin θ cos φ, ρ sin ωt + l sin θ sin φ, −l cos θ),   T = ½ m |ṙ|²,   V = m g r_z
//! ```
//!
//! The same pendulum with a support at rest, ρ = 0, has an L that does not depend on φ: the momentum of φ is constant.

use extremal::prelude::*;
use extremal::structure::{MassMatrix, Structure};

/// A pendulum in space, in spherical angles.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(theta, phi),
    let r = [l * sin(theta) * cos(phi), l * sin(theta) * sin(phi), -l * cos(theta)],
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = m * g * r[2],
)]
pub(crate) struct Spherical {
    pub(crate) m: f64,
    pub(crate) l: f64,
    pub(crate) g: f64,
}

/// The same pendulum with its support on a turning wheel, and with drag in its joint.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(theta, phi),
    let support = [rho * cos(omega * t), rho * sin(omega * t), 0.0],
    let r = support + [l * sin(theta) * cos(phi), l * sin(theta) * sin(phi), -l * cos(theta)],
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = m * g * r[2],
    dissipation = 0.5 * d * (dt(theta).powi(2) + dt(phi).powi(2)),
    discretize(Midpoint, Galerkin<2, Gauss<2>>),
)]
pub(crate) struct OnWheel {
    pub(crate) m: f64,
    pub(crate) l: f64,
    pub(crate) g: f64,
    pub(crate) rho: f64,
    pub(crate) omega: f64,
    pub(crate) d: f64,
}

/// Two masses on springs.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 0.5 * k * x.powi(2) + 0.5 * k * (y - x).powi(2) + a * (y - x).powi(4) / 4,
)]
pub(crate) struct Springs {
    pub(crate) m: f64,
    pub(crate) k: f64,
    pub(crate) a: f64,
}

// A program can assert the facts on which it relies. These lines cost nothing at run time.
const _: () = {
    let Structure { is_conservative, .. } = Spherical::STRUCTURE;
    assert!(is_conservative && Spherical::STRUCTURE.is_cyclic("phi"));
    assert!(!OnWheel::STRUCTURE.is_conservative && !OnWheel::STRUCTURE.is_cyclic("phi"));
    assert!(matches!(
        OnWheel::STRUCTURE.mass_matrix,
        MassMatrix::OfConfiguration
    ));
    assert!(Springs::STRUCTURE.is_separable && Springs::STRUCTURE.has_constant_mass_matrix());
    assert!(<Springs as Discretize<Verlet>>::EXPLICIT);
    assert!(!<Springs as Discretize<Midpoint>>::EXPLICIT);
};

fn main() {
    let texts = [Spherical::describe(), OnWheel::describe(), Springs::describe()];
    println!("{}", texts.join("\n\n\n"));
}
