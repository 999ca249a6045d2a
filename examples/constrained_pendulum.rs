//! A pendulum in Cartesian coordinates: a point mass, a constraint in place of an angle, and the force in the rod.
//!
//! ```text
//! L = ½ m |ṙ|² − m g y,   g(r) = ½ (|r|² − l²) = 0
//! ```
//!
//! The constraint force is −∇g λ = −r λ, so λ l is the tension of the rod. At the angle θ from hanging down the
//! tension is known: m g cos θ + m l θ̇². A step enforces both the constraint and its rate r·ṙ = 0, and reports
//! the multipliers.

use extremal::prelude::*;

/// A point mass on a massless rod, in Cartesian coordinates.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = m * g * r[1],
    constraint(length = 0.5 * (r.norm_squared() - l.powi(2))),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>),
)]
pub(crate) struct ConstrainedPendulum {
    pub(crate) m: f64,
    pub(crate) l: f64,
    pub(crate) g: f64,
}

impl ConstrainedPendulum {
    /// The known tension of the rod: m g cos θ + m l θ̇², with cos θ = −y/l and l θ̇ = |ṙ|.
    pub(crate) fn tension(&self, r: [f64; 2], v: [f64; 2]) -> f64 {
        let speed_squared = v[0] * v[0] + v[1] * v[1];
        self.m * (speed_squared - self.g * r[1]) / self.l
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pendulum = ConstrainedPendulum {
        m: 1.0,
        l: 1.0,
        g: 9.81,
    };
    // At rest at the angle 2. `project` moves these rounded numbers onto the constraint.
    let (r, v) = pendulum.project(0.0, [0.909, 0.416], [0.0, 0.0])?;
    let mut motion = Integrator::new(&pendulum, Midpoint, 0.005, r, v)?;
    let energy = motion.energy();
    println!("    t          x          y   |r| − l      r·v  energy error  tension  by its formula");
    for _ in 0..10 {
        for _ in 0..39 {
            motion.step()?;
        }
        // The reactions in a report are those at the start of the step.
        let (r, v) = (motion.state().q, motion.velocity()?);
        let tension = pendulum.tension(r.into(), v.into());
        let report = motion.step()?;
        println!(
            "{:5.2} {:10.6} {:10.6} {:9.0e} {:8.0e} {:13.1e} {:8.4} {:15.4}",
            motion.time(),
            r[0],
            r[1],
            r.norm() - pendulum.l,
            r.dot(&v),
            motion.energy() - energy,
            report.reactions[0] * pendulum.l,
            tension
        );
    }
    Ok(())
}
