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
//! J. C. Mergel, R. A. Sauer & S. Ober-Blöbaum, C¹-continuous space-time discretization based on Hamilton's law of varying
//! action, ZAMM 97 (2017) 433, section 6.3, and appendix D.

use std::f64::consts::PI;

use extremal::prelude::*;

/// Cubic elements: u at the nodes between the walls, and u′ at all nodes.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(u[elements - 1], du[elements + 1]),
    let at = |a, da, b, db| [a, l * da, b, l * db],
    let kinetic_energy = |nodes| integrate(Gauss(4), |s| 0.5 * density * l * dt(hermite(s, nodes)).powi(2)),
    let w = |f| 0.25 * stiffness * (f.powi(2) - 1 - 2 * ln(f)),
    let strain_energy = |nodes| l * integrate(Gauss(4), |s| w(1 + hermite_slope(s, nodes) / l)),
    let first = at(0, du[0], u[0], du[1]),
    let last = at(u[elements - 2], du[elements - 1], 0, du[elements]),
    kinetic = kinetic_energy(first) + kinetic_energy(last)
        + sum(1..elements - 1, |e| kinetic_energy(at(u[e - 1], du[e], u[e], du[e + 1]))),
    potential = strain_energy(first) + strain_energy(last)
        + sum(1..elements - 1, |e| strain_energy(at(u[e - 1], du[e], u[e], du[e + 1]))),
    discretize(Midpoint, L1, Newmark, Hermite<P2>),
)]
pub(crate) struct NeoHookeBar {
    /// At least two.
    pub(crate) elements: usize,
    /// ϱA, kg/m
    pub(crate) density: f64,
    /// EA, N
    pub(crate) stiffness: f64,
    /// The length of an element, m
    pub(crate) l: f64,
}

impl NeoHookeBar {
    /// A bar of length 1 whose waves of small strains have the velocity 1.
    pub(crate) fn of(elements: usize) -> Self {
        Self {
            elements,
            density: 1.0,
            stiffness: 1.0,
            l: 1.0 / elements as f64,
        }
    }

    /// A sin(πX/L) and its slopes at the nodes.
    pub(crate) fn mode(&self, amplitude: f64) -> Vec<f64> {
        let angle = |node: usize| PI * node as f64 / self.elements as f64;
        let u = (1..self.elements).map(|node| amplitude * angle(node).sin());
        let du = (0..=self.elements).map(|node| amplitude * PI * angle(node).cos());
        u.chain(du).collect()
    }
}

fn main() -> Result<(), extremal::Error> {
    let bar = NeoHookeBar::of(8);
    let start = bar.mode(0.1);
    let mut motion = Integrator::new(bar, Hermite::<P2>::default(), 0.0125, start, vec![0.0; 16])?;
    let energy = motion.energy();
    println!("    t   u in the middle   strain at the wall   energy error");
    for _ in 0..10 {
        for _ in 0..160 {
            motion.step()?;
        }
        let (t, q) = (motion.time(), motion.state().q);
        let error = motion.energy() / energy - 1.0;
        println!("{t:5.0} {:17.6} {:20.6} {error:+14.1e}", q[3], q[7]);
    }
    Ok(())
}
