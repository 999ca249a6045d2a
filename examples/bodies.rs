//! Twenty bodies that attract each other: a sum over pairs.
//!
//! ```text
//! T = Σᵢ ½ mᵢ |ṙᵢ|²,   V = −γ Σᵢ Σⱼ mᵢ mⱼ / |rᵢ − rⱼ|,   j < i
//! ```
//!
//! The inner range ends at the outer index, so that each pair occurs once. `Verlet` is explicit: a step evaluates the force of
//! each of the 190 pairs once.

use extremal::prelude::*;

/// Point masses with gravity between them.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[20][3]),
    kinetic = sum(0..20, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = -sum(0..20, |i| sum(0..i, |j| gamma * m[i] * m[j] / (r[i] - r[j]).norm())),
    discretize(Verlet),
)]
pub(crate) struct Bodies {
    /// kg
    pub(crate) m: [f64; 20],
    /// m³/(kg s²)
    pub(crate) gamma: f64,
}

/// A heavy body, and 19 light ones on circles around it.
pub(crate) fn start() -> (Bodies, [f64; 60], [f64; 60]) {
    let m = core::array::from_fn(|i| if i == 0 { 1.0 } else { 1e-5 });
    let (mut q, mut v) = ([0.0; 60], [0.0; 60]);
    for i in 1..20 {
        let (radius, angle) = (1.0 + 0.2 * i as f64, 2.4 * i as f64);
        let speed = (1.0 / radius).sqrt();
        q[3 * i] = radius * angle.cos();
        q[3 * i + 1] = radius * angle.sin();
        v[3 * i] = -speed * angle.sin();
        v[3 * i + 1] = speed * angle.cos();
    }
    (Bodies { m, gamma: 1.0 }, q, v)
}

fn main() -> Result<(), extremal::Error> {
    let (bodies, q, v) = start();
    let mut motion = Integrator::new(&bodies, Verlet, 0.01, q, v)?;
    let energy = motion.energy();
    println!("    t   distance of the first and of the last   energy error");
    for _ in 0..10 {
        for _ in 0..1000 {
            motion.step()?;
        }
        let State { t, q, .. } = motion.state();
        let distance = |i: usize| (0..3).map(|k| (q[3 * i + k] - q[k]).powi(2)).sum::<f64>().sqrt();
        let change = (motion.energy() - energy) / energy.abs();
        println!(
            "{t:5.0} {:20.6} {:20.6} {change:+14.1e}",
            distance(1),
            distance(19)
        );
    }
    Ok(())
}
