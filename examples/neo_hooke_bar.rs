//! A bar of Neo-Hooke's material between two walls: large strains, by cubic elements in space.
//!
//! With the stretch F = 1 + u′ and no lateral contraction,
//!
//! ```text
//! L = ∫ (½ ϱA u̇² − W(u′)) dX,   W = ¼ EA (F² − 1 − 2 ln F),   W″(0) = EA
//! ```
//!
//! W grows without bound where the bar is pressed together (F → 0). The integral of W over an element is not that of a
//! polynomial, so that its rule is a choice. The first mode of the linear bar does not keep its shape here: it turns into
//! many waves, whose energy the integrator keeps.
//!
//! (J. C. Mergel, R. A. Sauer & S. Ober-Blöbaum, C¹-continuous space-time discretization based on Hamilton's law of varying
//! action, ZAMM 97 (2017) 433, section 6.3, and appendix D.)

use std::f64::consts::PI;

use extremal::prelude::*;

/// Four cubic elements: u at the three nodes inside, and u′ at all five.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(u[3], du[5]),
    let at = |e| [if e > 0 { u[e - 1] } else { 0 }, l * du[e], if e < 3 { u[e] } else { 0 }, l * du[e + 1]],
    let w = |f| 0.25 * stiffness * (f.powi(2) - 1 - 2 * ln(f)),
    kinetic = sum(0..4, |e| integrate(Gauss(4), |s| 0.5 * density * l * dt(hermite(s, at(e))).powi(2))),
    potential = sum(0..4, |e| integrate(Gauss(4), |s| l * w(1 + hermite_slope(s, at(e)) / l))),
    discretize(Midpoint, L1, Newmark, Hermite<P2>),
)]
pub(crate) struct NeoHookeBar {
    /// ϱA, kg/m
    pub(crate) density: f64,
    /// EA, N
    pub(crate) stiffness: f64,
    /// The length of an element, m
    pub(crate) l: f64,
}

/// A bar of length 1, and a velocity of waves of small strains of 1.
pub(crate) const BAR: NeoHookeBar = NeoHookeBar {
    density: 1.0,
    stiffness: 1.0,
    l: 0.25,
};

/// A sin(πX) and its slopes at the nodes.
pub(crate) fn mode(amplitude: f64) -> [f64; 8] {
    core::array::from_fn(|i| match i {
        0..3 => amplitude * (PI * (i + 1) as f64 / 4.0).sin(),
        _ => amplitude * PI * (PI * (i - 3) as f64 / 4.0).cos(),
    })
}

fn main() -> Result<(), extremal::Error> {
    let p2 = Hermite::<P2>::default();
    let mut motion = Integrator::new(BAR, p2, 0.03125, mode(0.1), [0.0; 8])?;
    let energy = motion.energy();
    println!("    t   u in the middle   strain at the wall   energy error");
    for _ in 0..10 {
        for _ in 0..160 {
            motion.step()?;
        }
        let State { t, q, .. } = motion.state();
        let error = motion.energy() / energy - 1.0;
        println!("{t:5.0} {:17.6} {:20.6} {error:+14.1e}", q[1], q[3]);
    }
    Ok(())
}
