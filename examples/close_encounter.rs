//! A comet that all but falls into the sun, in a time of its own.
//!
//! Constant steps in t have to be as short everywhere as near the sun, where the comet is a million times as fast. In the
//! time τ with dt = s dτ, s = |r|^(3/2), constant steps are short near the sun and long far away. The motion in τ is that of
//! another Lagrangian, with the energy e of the orbit:
//!
//! ```text
//! L = ½ |r′|²/s − s (V(r) − e),   r′ = dr/dτ = s ṙ
//! ```
//!
//! Its energy is s (H − e), and zero on this orbit. The physical time is the integral of s over τ.

use std::f64::consts::PI;

use extremal::prelude::*;

/// A comet about a sun with GM = 1.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    let s = r.norm().powf(1.5),
    kinetic = 0.5 * dt(r).norm_squared() / s,
    potential = s * (-1 / r.norm() - e),
    output(pace = s),
    discretize(Galerkin<4, Gauss<4>>),
)]
pub(crate) struct Comet {
    /// The energy of the orbit: ½ |ṙ|² − 1/|r| at the start.
    pub(crate) e: f64,
}

/// One turn: how far the comet is from its start, and the time that it took.
pub(crate) fn turn(eccentricity: f64, steps: usize) -> Result<[f64; 2], Box<dyn std::error::Error>> {
    // Far from the sun, with the semi-major axis 1.
    let (r, v) = (
        1.0 + eccentricity,
        ((1.0 - eccentricity) / (1.0 + eccentricity)).sqrt(),
    );
    let comet = Comet {
        e: 0.5 * v * v - 1.0 / r,
    };
    let s = r.powf(1.5);
    let h = length_of_turn(eccentricity) / steps as f64;
    let scheme = Galerkin::<4, Gauss<4>>::default();
    let trajectory = Integrator::new(comet, scheme, h, [r, 0.0], [0.0, s * v])?.run(steps)?;
    let time = trajectory.integral(|point| comet.pace(point.t, &point.q, &point.v))?;
    let end = trajectory.last().map_or([f64::NAN; 2], |end| end.q.into());
    Ok([(end[0] - r).hypot(end[1]), time])
}

/// ∫ dt/s over one turn: with the eccentric anomaly E it is ∫ dE/√(1 − e cos E), a periodic function that any equidistant sum
/// integrates to rounding.
fn length_of_turn(eccentricity: f64) -> f64 {
    let points = 20_000;
    let step = 2.0 * PI / f64::from(points);
    (0..points)
        .map(|k| step / (1.0 - eccentricity * (step * f64::from(k)).cos()).sqrt())
        .sum()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("eccentricity  steps  distance from the start  error of the period");
    for eccentricity in [0.9, 0.99, 0.9999] {
        for steps in [25, 50, 100] {
            let [distance, time] = turn(eccentricity, steps)?;
            println!(
                "{eccentricity:12} {steps:6} {distance:24.1e} {:20.1e}",
                time - 2.0 * PI
            );
        }
    }
    Ok(())
}
