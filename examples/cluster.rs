//! Bodies that attract each other, as many as one likes: a sum over all pairs that stays a loop.
//!
//! ```text
//! T = Σᵢ ½ mᵢ |ṙᵢ|²,   V = −γ Σᵢ Σⱼ mᵢ mⱼ / √(|rᵢ − rⱼ|² + ε²),   j < i
//! ```
//!
//! The number of bodies is the length of the field `m`. A step of `Verlet` evaluates the force of each pair once.

use extremal::prelude::*;

/// Bodies with gravity between them, softened within the distance ε.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[m.len()][3]),
    kinetic = sum(0..m.len(), |i| 1 / 2 * m[i] * dt(r[i]).norm_squared()),
    potential = -sum(0..m.len(), |i| sum(0..i, |j| gamma * m[i] * m[j] / sqrt((r[i] - r[j]).norm_squared() + soft.powi(2)))),
    discretize(Verlet),
)]
pub(crate) struct Cluster {
    /// kg
    pub(crate) m: Vec<f64>,
    /// m³/(kg s²)
    pub(crate) gamma: f64,
    /// m
    pub(crate) soft: f64,
}

impl Cluster {
    /// Bodies of one mass in all, at rest in a ball, evenly spread by the golden angle; the coordinates.
    pub(crate) fn ball(bodies: usize) -> (Self, Vec<f64>) {
        let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
        let at = |i: usize| {
            let share = (i as f64 + 0.5) / bodies as f64;
            let (radius, z, angle) = (share.cbrt(), 1.0 - 2.0 * (share * 7.0).fract(), golden * i as f64);
            let across = (1.0 - z * z).sqrt();
            [
                radius * across * angle.cos(),
                radius * across * angle.sin(),
                radius * z,
            ]
        };
        let cluster = Self {
            m: vec![1.0 / bodies as f64; bodies],
            gamma: 1.0,
            soft: 0.05,
        };
        (cluster, (0..bodies).flat_map(at).collect())
    }
}

fn main() -> Result<(), extremal::Error> {
    let (cluster, q) = Cluster::ball(1000);
    let v = vec![0.0; q.len()];
    let mut motion = Integrator::new(&cluster, Verlet, 0.005, q, v)?;
    let energy = motion.energy();
    println!("    t   mean distance from the centre   energy error");
    for _ in 0..=8 {
        let State { t, q, .. } = motion.state();
        let distance = |r: &[f64]| r.iter().map(|x| x * x).sum::<f64>().sqrt();
        let mean = q.as_slice().chunks(3).map(distance).sum::<f64>() / cluster.m.len() as f64;
        println!("{t:5.2} {mean:31.4} {:+14.1e}", motion.energy() / energy - 1.0);
        motion.step_many(40)?;
    }
    Ok(())
}
