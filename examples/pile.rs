//! Discs that fall into a box, any number of them, and come to rest on each other.
//!
//! Every pair of discs, and every disc with the floor and both walls, is a contact with friction:
//!
//! ```text
//! gap = |rᵢ − rⱼ| − Rᵢ − Rⱼ,   slip = t·(ṙᵢ − ṙⱼ) − Rᵢ φ̇ᵢ − Rⱼ φ̇ⱼ,   t across rᵢ − rⱼ
//! ```
//!
//! All pairs are declared in one line. `near(r, radius)` says that discs touch only where their centres are near each
//! other, so that a step looks at neighbours alone. The percussions of all contacts that are closed in a step are solved together.
//!
//! The number of discs is an argument: `cargo run --release --example pile 100`; sixty without one.

use extremal::prelude::*;

/// Discs of uniform density in a box with the floor y = 0 and the walls x = 0 and x = `width`.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[discs][2], turn[discs]),
    kinetic = sum(0..discs, |i| 0.5 * m[i] * dt(r[i]).norm_squared() + 0.25 * m[i] * radius[i].powi(2) * dt(turn[i]).powi(2)),
    potential = sum(0..discs, |i| m[i] * g * r[i][1]),
    contact(pair,
        gap = array(0..discs, |i| array(0..i, |j| (r[i] - r[j]).norm() - radius[i] - radius[j])),
        slip = array(0..discs, |i| array(0..i, |j| {
            let n = r[i] - r[j];
            let v = dt(r[i]) - dt(r[j]);
            (n[0] * v[1] - n[1] * v[0]) / n.norm() - radius[i] * dt(turn[i]) - radius[j] * dt(turn[j])
        })),
        near(r, radius), friction = mu, restitution = e, restitution_t = e),
    contact(floor, gap = array(0..discs, |i| r[i][1] - radius[i]),
        slip = array(0..discs, |i| dt(r[i][0]) + radius[i] * dt(turn[i])), friction = mu, restitution = e, restitution_t = e),
    contact(left, gap = array(0..discs, |i| r[i][0] - radius[i]),
        slip = array(0..discs, |i| dt(r[i][1]) - radius[i] * dt(turn[i])), friction = mu, restitution = e, restitution_t = e),
    contact(right, gap = array(0..discs, |i| width - r[i][0] - radius[i]),
        slip = array(0..discs, |i| dt(r[i][1]) + radius[i] * dt(turn[i])), friction = mu, restitution = e, restitution_t = e),
    discretize(Moreau),
)]
pub(crate) struct Pile {
    pub(crate) discs: usize,
    pub(crate) m: Vec<f64>,
    pub(crate) radius: Vec<f64>,
    pub(crate) width: f64,
    pub(crate) g: f64,
    pub(crate) mu: f64,
    pub(crate) e: f64,
}

/// Discs of three sizes, `columns` in a row over each other, and their coordinates.
pub(crate) fn start(discs: usize, columns: usize) -> (Pile, Vec<f64>) {
    let size = |i: usize| [0.045, 0.05, 0.055][(i + i / columns) % 3];
    let radius: Vec<f64> = (0..discs).map(size).collect();
    let mut q = vec![0.0; 3 * discs];
    for i in 0..discs {
        let (column, row) = (i % columns, i / columns);
        // Not one exactly over the other.
        q[2 * i] = 0.06 + 0.112 * column as f64 + 0.01 * (row % 2) as f64;
        q[2 * i + 1] = 0.056 + 0.111 * row as f64;
    }
    let pile = Pile {
        discs,
        m: radius.iter().map(|radius| 100.0 * radius * radius).collect(),
        radius,
        width: 0.112 * columns as f64 + 0.02,
        g: 9.81,
        mu: 0.3,
        e: 0.1,
    };
    (pile, q)
}

fn main() -> Result<(), extremal::Error> {
    let discs = std::env::args().nth(1).and_then(|count| count.parse().ok());
    let discs: usize = discs.unwrap_or(60);
    let (pile, q) = start(discs, (discs / 6).clamp(9, 40));
    let still = vec![0.0; q.len()];
    let mut motion = Integrator::new(pile, Moreau, 1e-3, q, still)?;
    println!("   t     energy   fastest   closed   iterations: mean  worst   penetration");
    for _ in 0..16 {
        let (mut sum, mut worst, mut penetration, mut closed) = (0, 0, 0.0_f64, 0);
        for _ in 0..250 {
            let report = motion.step()?;
            sum += report.solved.solved.iterations;
            worst = worst.max(report.solved.most);
            penetration = penetration.max(report.penetration());
            closed = report.closed_count();
        }
        let fastest = motion.velocity()?.amax();
        println!(
            "{:5.2} {:9.3} {fastest:9.1e} {closed:8} {:18.1} {worst:6} {penetration:13.1e}",
            motion.time(),
            motion.energy(),
            f64::from(u32::try_from(sum).unwrap_or(u32::MAX)) / 250.0,
        );
    }
    Ok(())
}
