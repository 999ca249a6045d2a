//! Toda's lattice on a ring, of any size: an integrable system, against its exact integrals and its soliton.
//!
//! ```text
//! T = Σᵢ ½ q̇ᵢ²,   V = Σᵢ exp(−dᵢ) + dᵢ − 1,   dᵢ = qᵢ₊₁ − qᵢ + stretch,   q_n = q₀
//! ```
//!
//! Beside the momentum and the energy it keeps Σ ⅓ pᵢ³ + (pᵢ + pᵢ₊₁) exp(−dᵢ), and as many more as there are masses (M. Hénon,
//! Integrals of the Toda lattice, Phys. Rev. B 9, 1974). One compression runs around it without a change of its shape, faster
//! than sound (M. Toda, 1967):
//!
//! ```text
//! exp(−dᵢ) − 1 = β² sech²(κ i − β t),   β = sinh κ,   speed β/κ
//! ```

use extremal::StateOf;
use extremal::prelude::*;

/// Unit masses on a ring.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    let longer = |i| q[(i + 1) % masses] - q[i] + stretch,
    kinetic = sum(0..masses, |i| 1 / 2 * dt(q[i]).powi(2)),
    potential = sum(0..masses, |i| exp(-longer(i)) + longer(i) - 1),
    discretize(Verlet, Midpoint),
)]
pub(crate) struct Toda {
    /// How many there are.
    pub(crate) masses: usize,
    /// What each spring is longer than between masses at qᵢ = 0.
    pub(crate) stretch: f64,
}

impl Toda {
    /// exp(−dᵢ)
    fn pull(&self, q: &[f64], i: usize) -> f64 {
        (q[i] - q[(i + 1) % self.masses] - self.stretch).exp()
    }

    /// Hénon's integral of the third degree.
    pub(crate) fn third_integral(&self, q: &[f64], p: &[f64]) -> f64 {
        let item = |i: usize| p[i].powi(3) / 3.0 + (p[i] + p[(i + 1) % self.masses]) * self.pull(q, i);
        (0..self.masses).map(item).sum()
    }

    /// Where the ring is compressed: the mean place of exp(−dᵢ) − 1, if it is not near the first mass.
    pub(crate) fn place(&self, q: &[f64]) -> f64 {
        let weights: Vec<f64> = (0..self.masses).map(|i| self.pull(q, i) - 1.0).collect();
        let moment: f64 = weights.iter().enumerate().map(|(i, w)| i as f64 * w).sum();
        moment / weights.iter().sum::<f64>()
    }

    /// A ring with a soliton at the mass `at`, its coordinates and velocities:
    /// qᵢ = ln[(1 + e^{2(κ(i − 1) − βt)})/(1 + e^{2(κi − βt)})] + 2κ i/n, since the springs of the ring share what the soliton takes.
    pub(crate) fn with_soliton(masses: usize, kappa: f64, at: f64) -> (Self, Vec<f64>, Vec<f64>) {
        let (beta, share) = (kappa.sinh(), 2.0 * kappa / masses as f64);
        let rise = |x: f64| (2.0 * kappa * x).exp();
        let of_mass = |i: usize| {
            let (before, here) = (rise(i as f64 - 1.0 - at), rise(i as f64 - at));
            let q = before.ln_1p() - here.ln_1p() + share * i as f64;
            let v = 2.0 * beta * (here / (1.0 + here) - before / (1.0 + before));
            (q, v)
        };
        let (q, v) = (0..masses).map(of_mass).unzip();
        (
            Self {
                masses,
                stretch: -share,
            },
            q,
            v,
        )
    }
}

fn main() -> Result<(), extremal::Error> {
    let kappa = 0.5_f64;
    let speed = kappa.sinh() / kappa;
    let (ring, q, v) = Toda::with_soliton(200, kappa, 50.0);
    let mut motion = Integrator::new(&ring, Verlet, 0.02, q, v)?;
    let integral = |state: &StateOf<Toda>| ring.third_integral(state.q.as_slice(), state.p.as_slice());
    let begin = integral(&motion.state());
    println!("    t    place   50 + speed t   error of the energy   of the third integral");
    let energy = motion.energy();
    for _ in 0..=5 {
        let state = motion.state();
        println!(
            "{:5.0} {:8.3} {:14.3} {:21.1e} {:23.1e}",
            state.t,
            ring.place(state.q.as_slice()),
            50.0 + speed * state.t,
            motion.energy() / energy - 1.0,
            integral(&state) / begin - 1.0,
        );
        motion.step_many(1000)?;
    }
    Ok(())
}
