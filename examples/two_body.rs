//! A body in the field of another that stays where it is: Kepler's ellipse.
//!
//! ```text
//! L = ½ m ṙ·ṙ + G M m / |r|     and so     r̈ = −G M r / |r|³
//! ```
//!
//! Energy, angular momentum and the direction of the ellipse are conserved by the motion; the schemes keep the
//! second exactly and the first up to a bounded error.

use extremal::prelude::*;

/// A body of mass m in the field of a fixed one.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = -gm * m / r.norm(),
    discretize(
        Verlet, Galerkin<1, Gauss<1>>, Galerkin<2, Gauss<2>>, Galerkin<3, Gauss<3>>,
        Galerkin<4, Gauss<4>>, Galerkin<5, Gauss<5>>, Galerkin<6, Gauss<6>>,
        Galerkin<2, Trapezoid<2>, Gauss<2>>
    ),
)]
pub(crate) struct TwoBody {
    pub(crate) m: f64,
    /// G times the mass of the fixed body.
    pub(crate) gm: f64,
}

fn main() -> Result<(), extremal::Error> {
    let bodies = TwoBody { m: 1.0, gm: 1.0 };
    let mut motion = Integrator::new(&bodies, Verlet, 0.05, [2.0, 0.0], [0.0, 0.6])?;
    for _ in 0..5 {
        for _ in 0..50 {
            motion.step()?;
        }
        let State { t, q, p } = motion.state();
        let angular_momentum = q[0] * p[1] - q[1] * p[0];
        println!(
            "t = {t:4.1}  r = ({:7.4}, {:7.4})  angular momentum = {angular_momentum:.12}  energy = {:.6}",
            q[0],
            q[1],
            motion.energy()
        );
    }
    Ok(())
}
