//! The chain of Fermi, Pasta, Ulam and Tsingou, of any length: the energy of the first mode leaves it, and comes back.
//!
//! ```text
//! T = Σᵢ ½ q̇ᵢ²,   V = Σᵢ w(qᵢ₊₁ − qᵢ),   w(d) = ½ d² + ⅓ α d³,   both ends held
//! ```
//!
//! The number of masses is a field, so that both sums are loops: they are derived once, for any length. With 31 masses, α = ¼
//! and the first mode with amplitude 1, all but 2 % of the energy is back in that mode after 146 of its periods. The return was
//! found by E. Fermi, J. Pasta, S. Ulam and M. Tsingou (Studies of nonlinear problems, 1955).

use std::f64::consts::PI;

use extremal::prelude::*;

/// Unit masses in a row, with springs between neighbours and to a wall at each end.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    let w = |d| 1 / 2 * d.powi(2) + 1 / 3 * alpha * d.powi(3),
    kinetic = sum(0..masses, |i| 1 / 2 * dt(q[i]).powi(2)),
    potential = w(q[0]) + sum(0..masses - 1, |i| w(q[i + 1] - q[i])) + w(-q[masses - 1]),
    discretize(Verlet, Midpoint),
)]
pub(crate) struct Chain {
    /// How many there are.
    pub(crate) masses: usize,
    /// The share of the cubic term of a spring.
    pub(crate) alpha: f64,
}

impl Chain {
    /// ω of the mode k, from 1, without the cubic term.
    pub(crate) fn frequency(&self, k: usize) -> f64 {
        2.0 * (0.5 * PI * k as f64 / (self.masses + 1) as f64).sin()
    }

    /// sin(π k i/(n + 1)) for the masses i = 1 .. n.
    pub(crate) fn mode(&self, k: usize) -> Vec<f64> {
        let wave = |i: usize| (PI * (k * i) as f64 / (self.masses + 1) as f64).sin();
        (1..=self.masses).map(wave).collect()
    }

    /// The energy of the mode k: ½ (ȧ² + ω² a²), with a = √(2/(n + 1)) Σᵢ qᵢ sin(π k i/(n + 1)).
    pub(crate) fn energy_of_mode(&self, k: usize, q: &[f64], v: &[f64]) -> f64 {
        let (shape, size) = (self.mode(k), (2.0 / (self.masses + 1) as f64).sqrt());
        let along = |x: &[f64]| size * x.iter().zip(&shape).map(|(x, s)| x * s).sum::<f64>();
        0.5 * (along(v).powi(2) + (self.frequency(k) * along(q)).powi(2))
    }
}

fn main() -> Result<(), extremal::Error> {
    let chain = Chain {
        masses: 31,
        alpha: 0.25,
    };
    let steps = 640;
    let h = 2.0 * PI / chain.frequency(1) / steps as f64;
    let mut motion = Integrator::new(&chain, Verlet, h, chain.mode(1), vec![0.0; chain.masses])?;
    println!("periods   energy in mode 1      mode 2      mode 3      mode 4");
    for row in 0..=16 {
        let State { q, p, .. } = motion.state();
        let energy = |k| chain.energy_of_mode(k, q.as_slice(), p.as_slice());
        println!(
            "{:7} {:18.5} {:11.5} {:11.5} {:11.5}",
            10 * row,
            energy(1),
            energy(2),
            energy(3),
            energy(4)
        );
        motion.step_many(10 * steps)?;
    }
    Ok(())
}
