//! A square lattice of masses and springs: sums over rows and columns, with its edges held.
//!
//! Each mass moves out of the plane by `w[i][j]`. A spring of tension s is on each edge between neighbours; the outer masses have
//! a spring to the frame as well. For small motions the eigenfrequencies are known:
//!
//! ```text
//! T = Σ ½ m ẇᵢⱼ²,   V = Σ ½ s (w − w')² over all edges,   ω² = 4 s/m [sin²(π a/18) + sin²(π b/18)],   a, b = 1 .. 8
//! ```

use extremal::prelude::*;

/// Eight times eight masses.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(w[8][8]),
    let edge = |a, b| 0.5 * s * (a - b).powi(2),
    kinetic = 0.5 * m * sum(0..8, |i| sum(0..8, |j| dt(w[i][j]).powi(2))),
    potential = sum(0..9, |i| sum(0..8, |j| edge(if i < 8 { w[i][j] } else { 0 }, if i > 0 { w[i - 1][j] } else { 0 })
        + edge(if i < 8 { w[j][i] } else { 0 }, if i > 0 { w[j][i - 1] } else { 0 }))),
    discretize(Verlet, Midpoint),
)]
pub(crate) struct Lattice {
    /// kg
    pub(crate) m: f64,
    /// N/m
    pub(crate) s: f64,
}

/// The mode with a half waves in one direction and b in the other.
pub(crate) fn mode(a: usize, b: usize) -> [f64; 64] {
    let wave = |k: usize, at: usize| (std::f64::consts::PI * (k * (at + 1)) as f64 / 9.0).sin();
    core::array::from_fn(|at| wave(a, at / 8) * wave(b, at % 8))
}

impl Lattice {
    /// The angular frequency of a mode.
    pub(crate) fn frequency(&self, a: usize, b: usize) -> f64 {
        let part = |k: usize| (std::f64::consts::PI * k as f64 / 18.0).sin().powi(2);
        (4.0 * self.s / self.m * (part(a) + part(b))).sqrt()
    }
}

fn main() -> Result<(), extremal::Error> {
    let lattice = Lattice { m: 0.5, s: 2.0 };
    let omega = lattice.frequency(2, 3);
    let mut motion = Integrator::new(&lattice, Verlet, 0.01, mode(2, 3), [0.0; 64])?;
    println!("    t   amplitude of mode (2, 3)   cos(ω t)");
    let shape = mode(2, 3);
    let size: f64 = shape.iter().map(|x| x * x).sum();
    for _ in 0..10 {
        for _ in 0..50 {
            motion.step()?;
        }
        let State { t, q, .. } = motion.state();
        let amplitude: f64 = q.iter().zip(&shape).map(|(q, shape)| q * shape).sum::<f64>() / size;
        println!("{t:5.1} {amplitude:20.6} {:16.6}", (omega * t).cos());
    }
    Ok(())
}
