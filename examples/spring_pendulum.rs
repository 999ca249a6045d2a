//! A mass on a spring that swings in space, in spherical and in Cartesian coordinates: energy and angular momentum are conserved
//! together.
//!
//! ```text
//! T = ½ m (ṙ² + r² ϑ̇² + r² sin²ϑ φ̇²) = ½ m |ẋ|²,   V = ½ EA ε²,   ε = (r² − l²)/(2 l²),   r = |x|
//! ```
//!
//! `Livens` keeps the energy p·v − L at every step size. Its discrete gradient mixes all coordinates, so it does not keep the
//! momentum of the cyclic coordinate φ. `Equivariant<Livens>` takes the gradient through invariants of the declared symmetries,
//! and keeps both. In spherical coordinates the mass matrix depends on r and ϑ. Then p = M v holds only to second order, and
//! T + V oscillates, unlike p·v − L. In Cartesian coordinates both energies are equal. (P. L. Kinon & P. Betsch,
//! Energy-consistent integration of mechanical systems based on Livens principle, 2023, section 6.2.)

use extremal::StateOf;
use extremal::prelude::*;

/// A mass on a spring, in spherical coordinates.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r, theta, phi),
    let strain = (r.powi(2) - l.powi(2)) / (2 * l.powi(2)),
    kinetic = 0.5 * m * (dt(r).powi(2) + (r * dt(theta)).powi(2) + (r * sin(theta) * dt(phi)).powi(2)),
    potential = 0.5 * ea * strain.powi(2),
    symmetry(turn = [0, 0, 1]),
    discretize(Livens, Equivariant<Livens>, Polarized<Livens>, Verlet, Midpoint, Galerkin<3, Gauss<3>>, Galerkin<6, Gauss<6>>),
)]
pub(crate) struct SpringPendulum {
    pub(crate) m: f64,
    /// The spring's stiffness, a force.
    pub(crate) ea: f64,
    /// The length of the relaxed spring.
    pub(crate) l: f64,
}

/// The same system in Cartesian coordinates, with all rotations as symmetries.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[3]),
    let strain = (x.norm_squared() - l.powi(2)) / (2 * l.powi(2)),
    kinetic = 0.5 * m * dt(x).norm_squared(),
    potential = 0.5 * ea * strain.powi(2),
    symmetry(
        about_x = [0, -x[2], x[1]],
        about_y = [x[2], 0, -x[0]],
        about_z = [-x[1], x[0], 0],
    ),
    discretize(Livens, Equivariant<Livens>, Verlet, Midpoint, Galerkin<3, Gauss<3>>),
)]
pub(crate) struct CartesianSpringPendulum {
    pub(crate) m: f64,
    pub(crate) ea: f64,
    pub(crate) l: f64,
}

/// The parameters of the paper.
pub(crate) const UNIT: SpringPendulum = SpringPendulum {
    m: 1.0,
    ea: 300.0,
    l: 1.0,
};

/// The same parameters.
pub(crate) const CARTESIAN: CartesianSpringPendulum = CartesianSpringPendulum {
    m: UNIT.m,
    ea: UNIT.ea,
    l: UNIT.l,
};

/// (r, ϑ, φ): the spring is horizontal and stretched by five per cent.
pub(crate) const START: [f64; 3] = [1.05, core::f64::consts::FRAC_PI_2, 0.0];

/// The velocity is perpendicular to the spring.
pub(crate) const RATE: [f64; 3] = [0.0, 1.0, 1.0];

/// The same position and velocity in Cartesian coordinates.
pub(crate) const PLACE: ([f64; 3], [f64; 3]) = ([START[0], 0.0, 0.0], [0.0, START[0], -START[0]]);

fn main() -> Result<(), extremal::Error> {
    let h = 0.01;
    let mut plain = Integrator::new(UNIT, Livens, h, START, RATE)?;
    let mut equivariant = Integrator::new(UNIT, Equivariant(Livens), h, START, RATE)?;
    let mut cartesian = Integrator::new(CARTESIAN, Equivariant(Livens), h, PLACE.0, PLACE.1)?;
    let energy = plain.energy();
    let momentum = |state: StateOf<SpringPendulum>| UNIT.turn(&state) - START[0] * START[0];
    println!("             Livens                      Equivariant<Livens>    the same, Cartesian");
    println!("    t    E − E₀   T+V − E₀  p_φ − p_φ₀     E − E₀  p_φ − p_φ₀     E − E₀      L − L₀");
    for _ in 0..10 {
        for _ in 0..9 {
            plain.step()?;
            equivariant.step()?;
            cartesian.step()?;
        }
        let report = plain.step()?;
        equivariant.step()?;
        cartesian.step()?;
        println!(
            "{:5.2} {:9.0e} {:10.1e} {:11.1e} {:10.0e} {:11.0e} {:10.0e} {:11.0e}",
            plain.time(),
            report.energy - energy,
            report.total_energy - energy,
            momentum(plain.state()),
            equivariant.energy() - energy,
            momentum(equivariant.state()),
            cartesian.energy() - energy,
            CARTESIAN.about_z(&cartesian.state()) - START[0] * START[0],
        );
    }
    Ok(())
}
