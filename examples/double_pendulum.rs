//! A double pendulum, typed twice: by its formula in the angles, and from the positions of its masses.
//!
//! Two point masses m on two massless rods of length l, which have the angles α and β from hanging down:
//!
//! ```text
//! T = ½ m l² (2 α̇² + β̇² + 2 α̇ β̇ cos(α − β)),   V = −m g l (2 cos α + cos β)
//! ```
//!
//! You need not derive this formula. `dt(..)` is the total time derivative, so ½ m |ẋ|² of each mass is enough. Both
//! declarations describe the same system and give the same motion.

use extremal::prelude::*;

/// Two point masses on two massless rods, by the formula in absolute angles.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(alpha, beta),
    kinetic = 0.5 * m * l.powi(2) * (2.0 * dt(alpha).powi(2) + dt(beta).powi(2)
        + 2.0 * dt(alpha) * dt(beta) * cos(alpha - beta)),
    potential = -m * g * l * (2.0 * cos(alpha) + cos(beta)),
    discretize(Verlet, Midpoint, Galerkin<1, Gauss<1>>, Galerkin<2, Gauss<2>>, Galerkin<3, Gauss<3>>,
        Galerkin<4, Gauss<4>>, Galerkin<5, Gauss<5>>, Galerkin<6, Gauss<6>>, Livens, Polarized<Livens>),
)]
pub(crate) struct DoublePendulum {
    pub(crate) m: f64,
    pub(crate) l: f64,
    pub(crate) g: f64,
}

/// The same system from the positions of its masses.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(alpha, beta),
    let upper = [l * sin(alpha), -l * cos(alpha)],
    let lower = upper + [l * sin(beta), -l * cos(beta)],
    kinetic = 0.5 * m * (dt(upper).norm_squared() + dt(lower).norm_squared()),
    potential = m * g * (upper[1] + lower[1]),
    discretize(Midpoint),
)]
pub(crate) struct DoublePendulumFromPositions {
    pub(crate) m: f64,
    pub(crate) l: f64,
    pub(crate) g: f64,
}

fn main() -> Result<(), extremal::Error> {
    let (m, l, g) = (1.0, 1.0, 9.81);
    let from_formula = DoublePendulum { m, l, g };
    let from_positions = DoublePendulumFromPositions { m, l, g };
    let mut motion = Integrator::new(&from_formula, Midpoint, 1e-3, [2.0, 1.5], [0.0, 0.0])?;
    let mut other = Integrator::new(&from_positions, Midpoint, 1e-3, [2.0, 1.5], [0.0, 0.0])?;
    println!("     t      alpha       beta     energy   difference of the two declarations");
    for _ in 0..10 {
        for _ in 0..200 {
            motion.step()?;
            other.step()?;
        }
        let State { t, q, .. } = motion.state();
        let difference = (q - other.state().q).amax();
        println!(
            "{t:6.2} {:10.6} {:10.6} {:10.6}   {difference:.1e}",
            q[0],
            q[1],
            motion.energy()
        );
    }
    Ok(())
}
