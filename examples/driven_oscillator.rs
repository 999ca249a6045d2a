//! A damped oscillator, driven in two ways: by a force that is a formula of time, and by an input.
//!
//! ```text
//! m ẍ + d ẋ + c x = F cos(Ω t)        dissipation R = ½ d ẋ², force f = F cos(Ω t)
//! m ẍ + d ẋ + c x = u                 u is an input, constant over each step
//! ```
//!
//! The equations are linear. The derive finds this, and no scheme iterates. With m = c = 1 the steady motion has the
//! amplitude F / √((1 − Ω²)² + (d Ω)²), to which the first part below converges. The second part shows a
//! controller: an input that depends on the state at the start of the step.

use extremal::prelude::*;

/// A damped mass on a spring, driven by a force that is a formula of time.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = 0.5 * c * x.powi(2),
    dissipation = 0.5 * d * dt(x).powi(2),
    force(x = amplitude * cos(frequency * t)),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>),
)]
pub(crate) struct DrivenOscillator {
    pub(crate) m: f64,
    pub(crate) c: f64,
    pub(crate) d: f64,
    pub(crate) amplitude: f64,
    pub(crate) frequency: f64,
}

/// The same mass on the same spring, with an input in place of the formula.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    inputs(u),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = 0.5 * c * x.powi(2),
    dissipation = 0.5 * d * dt(x).powi(2),
    force(x = u),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>),
)]
pub(crate) struct ControlledOscillator {
    pub(crate) m: f64,
    pub(crate) c: f64,
    pub(crate) d: f64,
}

fn main() -> Result<(), extremal::Error> {
    let (m, c, d) = (1.0, 1.0, 0.1);
    let driven = DrivenOscillator {
        m,
        c,
        d,
        amplitude: 1.0,
        frequency: 1.2,
    };
    let mut motion = Integrator::new(&driven, Midpoint, 0.01, [0.0], [0.0])?;
    let mut largest = 0.0_f64;
    for _ in 0..30_000 {
        motion.step()?;
        if motion.time() > 200.0 {
            largest = largest.max(motion.state().q[0].abs());
        }
    }
    let expected = 1.0 / f64::hypot(1.0 - 1.2 * 1.2, d * 1.2);
    println!("steady amplitude at Ω = 1.2: {largest:.5}, expected {expected:.5}");

    let controlled = ControlledOscillator { m, c, d };
    let mut motion = Integrator::new(&controlled, Midpoint, 0.01, [1.0], [0.0])?;
    for _ in 0..1000 {
        let velocity = motion.velocity()?[0];
        motion.step_with([-0.9 * velocity])?; // damping by feedback
    }
    println!(
        "under feedback, after ten seconds: x = {:.5}",
        motion.state().q[0]
    );
    Ok(())
}
