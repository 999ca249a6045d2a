//! An elastic bar between two walls, by linear and by cubic elements in space.
//!
//! The displacement u(X, t) along a bar of length L with mass ϱA per length and stiffness EA has
//!
//! ```text
//! L = ∫ (½ ϱA u̇² − ½ EA u′²) dX,   u(0, t) = u(L, t) = 0
//! ```
//!
//! Elements of length l interpolate u between nodes: linear ones from the values u, cubic ones (Hermite's) from u and the
//! strains u′. The quadratures over an element are exact here. What remains is a mechanical system with the numbers at the
//! nodes as coordinates, for any scheme in time. The first mode of the bar swings with ω = π c/L, c² = EA/ϱA.
//!
//! (J. C. Mergel, R. A. Sauer & S. Ober-Blöbaum, C¹-continuous space-time discretization based on Hamilton's law of varying
//! action, ZAMM 97 (2017) 433, section 6.)

use std::f64::consts::PI;

use extremal::prelude::*;

/// Eight linear elements: u at the seven nodes inside.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(u[7]),
    let kinetic_energy = |a, b| integrate(Gauss(2), |s| 0.5 * density * l * dt(linear(s, [a, b])).powi(2)),
    let strain_energy = |a, b| integrate(Gauss(1), |s| 0.5 * stiffness * l * (linear_slope(s, [a, b]) / l).powi(2)),
    kinetic = kinetic_energy(0, u[0]) + sum(0..6, |e| kinetic_energy(u[e], u[e + 1])) + kinetic_energy(u[6], 0),
    potential = strain_energy(0, u[0]) + sum(0..6, |e| strain_energy(u[e], u[e + 1])) + strain_energy(u[6], 0),
    discretize(Verlet, Midpoint, L1, Newmark, Hermite<P2>),
)]
pub(crate) struct LinearBar {
    /// ϱA, kg/m
    pub(crate) density: f64,
    /// EA, N
    pub(crate) stiffness: f64,
    /// The length of an element, m
    pub(crate) l: f64,
}

/// Four cubic elements: u at the three nodes inside, and u′ at all five.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(u[3], du[5]),
    let at = |e| [if e > 0 { u[e - 1] } else { 0 }, l * du[e], if e < 3 { u[e] } else { 0 }, l * du[e + 1]],
    kinetic = sum(0..4, |e| integrate(Gauss(4), |s| 0.5 * density * l * dt(hermite(s, at(e))).powi(2))),
    potential = sum(0..4, |e| integrate(Gauss(3), |s| 0.5 * stiffness * l * (hermite_slope(s, at(e)) / l).powi(2))),
    discretize(Midpoint, L1, Newmark, Hermite<P2>),
)]
pub(crate) struct HermiteBar {
    /// ϱA, kg/m
    pub(crate) density: f64,
    /// EA, N
    pub(crate) stiffness: f64,
    /// The length of an element, m
    pub(crate) l: f64,
}

/// A bar of length 1 with c = 1.
pub(crate) const LINEAR: LinearBar = LinearBar {
    density: 1.0,
    stiffness: 1.0,
    l: 0.125,
};

/// The same bar.
pub(crate) const HERMITE: HermiteBar = HermiteBar {
    density: 1.0,
    stiffness: 1.0,
    l: 0.25,
};

/// A sin(πX/L) at the nodes of linear elements.
pub(crate) fn linear_mode(amplitude: f64) -> [f64; 7] {
    core::array::from_fn(|i| amplitude * (PI * (i + 1) as f64 / 8.0).sin())
}

/// A sin(πX/L) and its slopes at the nodes of cubic elements.
pub(crate) fn hermite_mode(amplitude: f64) -> [f64; 8] {
    core::array::from_fn(|i| match i {
        0..3 => amplitude * (PI * (i + 1) as f64 / 4.0).sin(),
        _ => amplitude * PI * (PI * (i - 3) as f64 / 4.0).cos(),
    })
}

fn main() -> Result<(), extremal::Error> {
    let p2 = Hermite::<P2>::default();
    let mut linear = Integrator::new(LINEAR, p2, 0.02, linear_mode(0.01), [0.0; 7])?;
    let mut hermite = Integrator::new(HERMITE, p2, 0.02, hermite_mode(0.01), [0.0; 8])?;
    println!("    t   linear    cubic   the wave equation, in the middle");
    for _ in 0..10 {
        for _ in 0..10 {
            linear.step()?;
            hermite.step()?;
        }
        let (t, exact) = (linear.time(), 0.01 * (PI * linear.time()).cos());
        println!(
            "{t:5.1} {:9.6} {:9.6} {exact:9.6}",
            linear.state().q[3],
            hermite.state().q[1]
        );
    }
    Ok(())
}
