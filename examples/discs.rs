//! A dozen discs that fall into a box: 102 contacts with friction.
//!
//! Every pair of discs, and every disc with the floor and both walls, is a contact. Pair k of the 66 is
//!
//! ```text
//! i = k mod 12,   j = (i + ⌊k/12⌋ + 1) mod 12
//! gap = |rᵢ − rⱼ| − Rᵢ − Rⱼ,   slip = t·(ṙᵢ − ṙⱼ) − Rᵢ φ̇ᵢ − Rⱼ φ̇ⱼ,   t across rᵢ − rⱼ
//! ```
//!
//! The discs hit each other ever more often until they rest. No impact is located: all that happen in a step are solved together.
//!
//! One restitution serves both directions of all contacts, so that percussions never gain energy, and so that discs which are
//! jammed between others contradict each other in no step.

use extremal::prelude::*;

/// Discs of uniform density in a box with the floor y = 0 and the walls x = 0 and x = `width`.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[12][2], turn[12]),
    kinetic = sum(0..12, |i| 0.5 * m[i] * dt(r[i]).norm_squared() + 0.25 * m[i] * radius[i].powi(2) * dt(turn[i]).powi(2)),
    potential = sum(0..12, |i| m[i] * g * r[i][1]),
    contact(pair,
        gap = array(0..66, |k| (r[k % 12] - r[(k % 12 + k / 12 + 1) % 12]).norm() - radius[k % 12]
            - radius[(k % 12 + k / 12 + 1) % 12]),
        slip = array(0..66, |k| {
            let n = r[k % 12] - r[(k % 12 + k / 12 + 1) % 12];
            let v = dt(r[k % 12]) - dt(r[(k % 12 + k / 12 + 1) % 12]);
            (n[0] * v[1] - n[1] * v[0]) / n.norm() - radius[k % 12] * dt(turn[k % 12])
                - radius[(k % 12 + k / 12 + 1) % 12] * dt(turn[(k % 12 + k / 12 + 1) % 12])
        }),
        friction = mu, restitution = e, restitution_t = e),
    contact(floor, gap = array(0..12, |i| r[i][1] - radius[i]),
        slip = array(0..12, |i| dt(r[i][0]) + radius[i] * dt(turn[i])), friction = mu, restitution = e, restitution_t = e),
    contact(left, gap = array(0..12, |i| r[i][0] - radius[i]),
        slip = array(0..12, |i| dt(r[i][1]) - radius[i] * dt(turn[i])), friction = mu, restitution = e, restitution_t = e),
    contact(right, gap = array(0..12, |i| width - r[i][0] - radius[i]),
        slip = array(0..12, |i| dt(r[i][1]) + radius[i] * dt(turn[i])), friction = mu, restitution = e, restitution_t = e),
    discretize(Moreau),
)]
pub(crate) struct Discs {
    pub(crate) m: [f64; 12],
    pub(crate) radius: [f64; 12],
    pub(crate) width: f64,
    pub(crate) g: f64,
    pub(crate) mu: f64,
    pub(crate) e: f64,
}

/// Discs of three sizes, three in a row over each other, and their coordinates.
pub(crate) fn start() -> (Discs, [f64; 36]) {
    let radius = core::array::from_fn(|i| [0.04, 0.05, 0.06][(i + i / 3) % 3]);
    let discs = Discs {
        m: radius.map(|radius| 100.0 * radius * radius),
        radius,
        width: 0.45,
        g: 9.81,
        mu: 0.3,
        e: 0.4,
    };
    let mut q = [0.0; 36];
    for i in 0..12 {
        // Not one exactly over the other.
        q[2 * i] = 0.085 + 0.14 * (i % 3) as f64 + 0.01 * (i / 3 % 2) as f64;
        q[2 * i + 1] = 0.07 + 0.13 * (i / 3) as f64;
    }
    (discs, q)
}

fn main() -> Result<(), extremal::Error> {
    let (discs, q) = start();
    let mut motion = Integrator::new(&discs, Moreau, 1e-3, q, [0.0; 36])?;
    println!("   t   energy   fastest   closed   iterations: mean  worst   penetration");
    for _ in 0..10 {
        let (mut sum, mut worst, mut penetration, mut closed) = (0, 0, 0.0_f64, 0);
        for _ in 0..200 {
            let report = motion.step()?;
            sum += report.solved.iterations;
            worst = worst.max(report.solved.iterations);
            penetration = penetration.max(report.penetration());
            closed = report.contacts().filter(|contact| contact.is_closed).count();
        }
        let fastest = motion.velocity()?.amax();
        println!(
            "{:4.1} {:8.4} {fastest:9.1e} {closed:8} {:18.1} {worst:6} {penetration:13.1e}",
            motion.time(),
            motion.energy(),
            sum as f64 / 200.0,
        );
    }
    Ok(())
}
