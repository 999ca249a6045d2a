//! The two-body problem: a planet in the field of a fixed star.
//!
//! A point mass m in the plane at the position r. The star is at the origin, and GM is G times its mass:
//!
//! ```text
//! L = ½ m |ṙ|² + GM m / |r|     and so     m r̈ = −GM m r / |r|³
//! ```
//!
//! Orbits are ellipses. Energy and angular momentum determine their shape. The error of the planet's position on the ellipse
//! depends on the order of the scheme.

use extremal::prelude::*;

/// A planet that orbits a star.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = -gm * m / r.norm(),
    discretize(Verlet, Galerkin<1, Gauss<1>>, Galerkin<2, Gauss<2>>, Galerkin<3, Gauss<3>>,
        Galerkin<4, Gauss<4>>, Galerkin<5, Gauss<5>>, Galerkin<6, Gauss<6>>,
        Galerkin<2, Trapezoid<2>, Gauss<2>>),
)]
pub(crate) struct TwoBody {
    /// The planet's mass.
    pub(crate) m: f64,
    /// The gravitational constant times the star's mass.
    pub(crate) gm: f64,
}

fn main() -> Result<(), extremal::Error> {
    let system = TwoBody { m: 1.0, gm: 1.0 };
    let (r, v) = ([2.0, 0.0], [0.0, 0.6]);
    let mut second = Integrator::new(&system, Verlet, 0.1, r, v)?;
    let mut eighth = Integrator::new(&system, Galerkin::<4, Gauss<4>>::default(), 0.1, r, v)?;
    let energy = eighth.energy();
    println!("                  order 8, h = 0.1                  Verlet, h = 0.1");
    println!("     t          x          y  energy error          x          y  energy error");
    for _ in 0..10 {
        for _ in 0..13 {
            second.step()?;
            eighth.step()?;
        }
        let (best, other) = (eighth.state(), second.state());
        println!(
            "{:6.2} {:10.6} {:10.6} {:13.1e} {:10.6} {:10.6} {:13.1e}",
            best.t,
            best.q[0],
            best.q[1],
            eighth.energy() - energy,
            other.q[0],
            other.q[1],
            second.energy() - energy,
        );
    }
    Ok(())
}
