//! A fast heavy top in Euler parameters: four coordinates without singularities, and one constraint.
//!
//! A rigid body turns about a fixed point, under gravity along −z. Its rotation matrix is R(e) for the unit
//! quaternion e = (e₀, e₁, e₂, e₃), its centre of mass R(e) X with X = (0, 1, 0), its angular velocity in the
//! body ω = 2 G(e) ė:
//!
//! ```text
//! T = ½ ω·J ω + tr(J) (e·ė)²,   V = m g (R(e) X)_z = 2 m g (e₂ e₃ + e₀ e₁),   g(e) = ½ (|e|² − 1) = 0
//! ```
//!
//! The second term of T vanishes for unit quaternions, and makes the mass matrix regular. V is the quadratic form in
//! e, which is not normalised between the nodes. (D. Kern, Variational integrators for mechanical systems, 2016; the
//! numbers are those of O. Brüls & A. Cardona, 2010.)

use extremal::StateOf;
use extremal::prelude::*;

/// A rigid body about a fixed point. Its centre of mass is on the body's second axis, at the distance 1.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(e[4]),
    let omega = [
        2 * (-e[1] * dt(e[0]) + e[0] * dt(e[1]) + e[3] * dt(e[2]) - e[2] * dt(e[3])),
        2 * (-e[2] * dt(e[0]) - e[3] * dt(e[1]) + e[0] * dt(e[2]) + e[1] * dt(e[3])),
        2 * (-e[3] * dt(e[0]) + e[2] * dt(e[1]) - e[1] * dt(e[2]) + e[0] * dt(e[3])),
    ],
    let trace = j[0] + j[1] + j[2],
    kinetic = 0.5 * (j[0] * omega[0].powi(2) + j[1] * omega[1].powi(2) + j[2] * omega[2].powi(2))
        + trace * e.dot(dt(e)).powi(2),
    potential = 2 * m * g * (e[2] * e[3] + e[0] * e[1]),
    constraint(norm = 0.5 * (e.norm_squared() - 1)),
    symmetry(about_vertical = 0.5 * [-e[3], -e[2], e[1], e[0]]),
    discretize(Midpoint, Galerkin<3, Gauss<3>>, Verlet, Livens, Equivariant<Livens>, Stabilized<Livens>,
        Stabilized<Equivariant<Livens>>, Polarized<Livens>, Stabilized<Polarized<Livens>>),
)]
pub(crate) struct HeavyTop {
    pub(crate) m: f64,
    pub(crate) g: f64,
    /// Moments of inertia about the fixed point.
    pub(crate) j: [f64; 3],
}

/// The top of Brüls and Cardona: m = 15, and the inertia diag(0.234375, 0.46875, 0.234375) about the centre of mass.
pub(crate) const FAST: HeavyTop = HeavyTop {
    m: 15.0,
    g: 9.81,
    j: [15.234_375, 0.468_75, 15.234_375],
};

/// The body's axes along those of space.
pub(crate) const START: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

/// ½ Gᵀω at the start, for ω = (0, 150, −4.61538): a fast spin about the body's second axis.
pub(crate) const RATE: [f64; 4] = [0.0, 0.0, 75.0, -0.5 * 4.615_38];

/// R(e) X.
pub(crate) fn centre_of_mass(e: &[f64; 4]) -> [f64; 3] {
    [
        2.0 * (e[1] * e[2] - e[0] * e[3]),
        e[0] * e[0] - e[1] * e[1] + e[2] * e[2] - e[3] * e[3],
        2.0 * (e[2] * e[3] + e[0] * e[1]),
    ]
}

/// The vertical angular momentum: p·ξ with ξ = ½ (−e₃, −e₂, e₁, e₀), a rotation about the vertical.
pub(crate) fn vertical_momentum(e: &[f64; 4], p: &[f64; 4]) -> f64 {
    0.5 * (-e[3] * p[0] - e[2] * p[1] + e[1] * p[2] + e[0] * p[3])
}

fn main() -> Result<(), extremal::Error> {
    let mut motion = Integrator::new(FAST, Midpoint, 1e-3, START, RATE)?;
    let energy = motion.energy();
    let momentum = |state: &StateOf<HeavyTop>| vertical_momentum(&state.q.into(), &state.p.into());
    let vertical = momentum(&motion.state());
    println!("    t     centre of mass                |e|² − 1    H/H₀ − 1    L/L₀ − 1");
    for _ in 0..10 {
        for _ in 0..200 {
            motion.step()?;
        }
        let state = motion.state();
        let [x, y, z] = centre_of_mass(&state.q.into());
        println!(
            "{:5.2} {x:9.5} {y:9.5} {z:9.5} {:10.0e} {:11.1e} {:11.1e}",
            state.t,
            state.q.norm_squared() - 1.0,
            motion.energy() / energy - 1.0,
            momentum(&state) / vertical - 1.0,
        );
    }
    Ok(())
}
