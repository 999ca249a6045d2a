//! Elastic rods in a row, thrown with a spin: the rod with linear strain, whose discrete Lagrangian has a closed form.
//!
//! A rod joins two points r and s, its mass ϱA l₀ is spread evenly between them, and its energy is quadratic in its strain:
//!
//! ```text
//! T = ⅙ ϱA l₀ (|ṙ|² + ṙ·ṡ + |ṡ|²),   ψ = K/(2 l₀²) (|s − r| − l₀)²
//! ```
//!
//! With the midpoint rule the integral of L over a step is that of a rod with mean velocities at the mean place:
//!
//! ```text
//! L_d = h T(Δr/h, Δs/h) − h ψ(½ (r₀ + r₁), ½ (s₀ + s₁))
//! ```
//!
//! Along a line it is ½ h (Δu/h · M Δu/h − ū · K ū) with the matrices of a linear element, ϱA l₀/6 (2 1; 1 2) and K/l₀² (1 −1; −1 1),
//! where K = EA l₀. The rule keeps the momentum and the spin.
//!
//! (D. Kern, Variational integrators for mechanical systems, lectures, 2016: Example for an elastic bar.)

use extremal::prelude::*;

/// Points in a plane with rods between neighbours.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[rods + 1][2]),
    kinetic = sum(0..rods, |e| 1 / 6 * density * length
        * (dt(r[e]).norm_squared() + dt(r[e]).dot(dt(r[e + 1])) + dt(r[e + 1]).norm_squared())),
    potential = sum(0..rods, |e| stiffness / (2 * length.powi(2)) * ((r[e + 1] - r[e]).norm() - length).powi(2)),
    output(centre = sum(0..rods, |e| 0.5 * (r[e] + r[e + 1])) / rods),
    discretize(Midpoint),
)]
pub(crate) struct ElasticRods {
    pub(crate) rods: usize,
    /// ϱA, kg/m
    pub(crate) density: f64,
    /// K, J
    pub(crate) stiffness: f64,
    /// l₀, m
    pub(crate) length: f64,
}

impl ElasticRods {
    /// A row of one metre and one kilogram.
    pub(crate) fn of(rods: usize) -> Self {
        Self {
            rods,
            density: 1.0,
            stiffness: 800.0 / rods as f64,
            length: 1.0 / rods as f64,
        }
    }

    /// The places of the points of a straight row, and the velocities of a throw with a spin.
    pub(crate) fn thrown(&self, spin: f64) -> [Vec<f64>; 2] {
        let along = (0..=self.rods).map(|i| self.length * (i as f64 - 0.5 * self.rods as f64));
        let places = along.clone().flat_map(|x| [x, 0.0]).collect();
        [places, along.flat_map(|x| [1.0, 2.0 + spin * x]).collect()]
    }
}

/// Σ rᵢ × pᵢ
pub(crate) fn spin(r: &[f64], p: &[f64]) -> f64 {
    let points = r.chunks(2).zip(p.chunks(2));
    points.map(|(r, p)| r[0] * p[1] - r[1] * p[0]).sum()
}

fn main() -> Result<(), extremal::Error> {
    let rods = ElasticRods::of(20);
    let [r, v] = rods.thrown(3.0);
    let mut motion = Integrator::new(rods, Midpoint, 0.01, r, v)?;
    let energy = motion.energy();
    println!("    t       centre of the row    ends apart           spin   energy error");
    for _ in 0..10 {
        motion.step_many(10)?;
        let (State { t, q, p }, centre) = (motion.state(), motion.outputs()?);
        let (r, p) = (q.as_slice(), p.as_slice());
        let apart = (r[40] - r[0]).hypot(r[41] - r[1]);
        let error = motion.energy() / energy - 1.0;
        println!(
            "{t:5.1} {:12.6} {:12.6} {apart:13.6} {:.12} {error:+14.1e}",
            centre[0],
            centre[1],
            spin(r, p)
        );
    }
    Ok(())
}
