//! An elastic bar between two walls, by any number of linear or of cubic elements in space.
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
//! J. C. Mergel, R. A. Sauer & S. Ober-Blöbaum, C¹-continuous space-time discretization based on Hamilton's law of varying
//! action, ZAMM 97 (2017) 433, section 6.

use std::f64::consts::PI;

use extremal::prelude::*;

/// Linear elements: u at the nodes between the walls.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(u[elements - 1]),
    let kinetic_energy = |a, b| integrate(Gauss(2), |s| 0.5 * density * l * dt(linear(s, [a, b])).powi(2)),
    let strain_energy = |a, b| integrate(Gauss(1), |s| 0.5 * stiffness * l * (linear_slope(s, [a, b]) / l).powi(2)),
    kinetic = kinetic_energy(0, u[0]) + kinetic_energy(u[elements - 2], 0)
        + sum(1..elements - 1, |e| kinetic_energy(u[e - 1], u[e])),
    potential = strain_energy(0, u[0]) + strain_energy(u[elements - 2], 0)
        + sum(1..elements - 1, |e| strain_energy(u[e - 1], u[e])),
    discretize(Verlet, Midpoint, L1, Newmark, Hermite<P2>),
)]
pub(crate) struct LinearBar {
    /// At least two.
    pub(crate) elements: usize,
    /// ϱA, kg/m
    pub(crate) density: f64,
    /// EA, N
    pub(crate) stiffness: f64,
    /// The length of an element, m
    pub(crate) l: f64,
}

/// Cubic elements: u at the nodes between the walls, and u′ at all nodes.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(u[elements - 1], du[elements + 1]),
    let at = |a, da, b, db| [a, l * da, b, l * db],
    let kinetic_energy = |nodes| integrate(Gauss(4), |s| 0.5 * density * l * dt(hermite(s, nodes)).powi(2)),
    let strain_energy = |nodes| integrate(Gauss(3), |s| 0.5 * stiffness * l * (hermite_slope(s, nodes) / l).powi(2)),
    let first = at(0, du[0], u[0], du[1]),
    let last = at(u[elements - 2], du[elements - 1], 0, du[elements]),
    kinetic = kinetic_energy(first) + kinetic_energy(last)
        + sum(1..elements - 1, |e| kinetic_energy(at(u[e - 1], du[e], u[e], du[e + 1]))),
    potential = strain_energy(first) + strain_energy(last)
        + sum(1..elements - 1, |e| strain_energy(at(u[e - 1], du[e], u[e], du[e + 1]))),
    discretize(Midpoint, L1, Newmark, Hermite<P2>),
)]
pub(crate) struct HermiteBar {
    /// At least two.
    pub(crate) elements: usize,
    /// ϱA, kg/m
    pub(crate) density: f64,
    /// EA, N
    pub(crate) stiffness: f64,
    /// The length of an element, m
    pub(crate) l: f64,
}

/// X/L at the nodes from a first to a last one.
fn places(elements: usize, nodes: impl Iterator<Item = usize>) -> impl Iterator<Item = f64> {
    nodes.map(move |node| node as f64 / elements as f64)
}

impl LinearBar {
    /// A bar of length 1 with waves of velocity 1.
    pub(crate) fn of(elements: usize) -> Self {
        Self {
            elements,
            density: 1.0,
            stiffness: 1.0,
            l: 1.0 / elements as f64,
        }
    }

    /// A sin(kπX/L) at the nodes.
    pub(crate) fn mode(&self, k: usize, amplitude: f64) -> Vec<f64> {
        let angles = places(self.elements, 1..self.elements).map(|x| k as f64 * PI * x);
        angles.map(|angle| amplitude * angle.sin()).collect()
    }

    /// ω of the elements in that mode: above k π c/L, by the share (k π l)²/24 for long waves.
    pub(crate) fn frequency(&self, k: usize) -> f64 {
        let cos = (k as f64 * PI / self.elements as f64).cos();
        (6.0 * (1.0 - cos) / (2.0 + cos) * self.stiffness / self.density).sqrt() / self.l
    }
}

impl HermiteBar {
    /// A bar of length 1 with waves of velocity 1.
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
        let u = places(self.elements, 1..self.elements).map(|x| amplitude * (PI * x).sin());
        let length = self.l * self.elements as f64;
        let du =
            places(self.elements, 0..self.elements + 1).map(|x| amplitude * PI / length * (PI * x).cos());
        u.chain(du).collect()
    }
}

fn main() -> Result<(), extremal::Error> {
    let p2 = Hermite::<P2>::default();
    let (linear, hermite) = (LinearBar::of(16), HermiteBar::of(4));
    println!(
        "the first frequency of 16 linear elements is {:.5}, that of the bar {PI:.5}",
        linear.frequency(1)
    );
    let mut linear = Integrator::new(linear, p2, 0.02, linear.mode(1, 0.01), vec![0.0; 15])?;
    let mut hermite = Integrator::new(hermite, p2, 0.02, hermite.mode(0.01), vec![0.0; 8])?;
    println!("    t  16 linear   4 cubic   the wave equation, in the middle");
    for _ in 0..10 {
        for _ in 0..10 {
            linear.step()?;
            hermite.step()?;
        }
        let (t, exact) = (linear.time(), 0.01 * (PI * linear.time()).cos());
        let [one, other] = [linear.state().q[7], hermite.state().q[1]];
        println!("{t:5.1} {one:10.6} {other:9.6} {exact:9.6}");
    }
    Ok(())
}
