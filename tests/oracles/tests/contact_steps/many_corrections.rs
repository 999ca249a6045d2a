//! Stiff forces beside a closed contact, for which Newton's method takes many corrections: each of them has percussions.

use extremal::prelude::*;
use extremal::schemes::Theta;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    potential = k * x.powi(8) / 8.0 + 9.81 * m * y,
    contact(floor, gap = y),
    discretize(Theta)
)]
struct Stiff {
    m: f64,
    k: f64,
}

/// The implicit Euler step `m u = p₀ − h k x₁⁷, x₁ = x₀ + h u`, and the floor carries the weight. Newton's method falls to 6/7 of
/// its error in each correction where x⁷ is large, so that pivots are doubted after the fourth of them.
#[test]
fn each_of_many_corrections_has_percussions() -> Result<(), extremal::Error> {
    let (m, h, mut most) = (1.0, 0.1, 0);
    for k in [1.0, 1e2, 1e4, 1e6] {
        for (x, v) in [(0.5, 100.0), (2.0, 0.0), (2.0, 10.0), (10.0, 0.0), (10.0, 1.0)] {
            let mut motion = Integrator::new(Stiff { m, k }, Theta { theta: 1.0 }, h, [x, 0.0], [v, 0.0])?;
            for _ in 0..20 {
                let before = motion.state();
                let report = motion.step()?;
                let State { q, p, .. } = motion.state();
                let pull = h * k * q[0].powi(7);
                // Newton's method leaves N ε of the largest terms. x₁ is the difference of larger numbers, whose rounding x⁷ magnifies.
                let magnified = 7.0 * h * k * q[0].powi(6) * (q[0].abs() + before.q[0].abs());
                let of_momenta = p[0].abs() + before.p[0].abs() + magnified + m * 9.81 * h;
                let rounding = 64.0 * f64::EPSILON * of_momenta;
                assert!((p[0] - before.p[0] + pull).abs() <= rounding);
                let moved = (q[0] - before.q[0] - h * p[0] / m).abs();
                assert!(moved <= h * rounding / m + 16.0 * f64::EPSILON * before.q[0].abs());
                let floor = report.contact("floor").expect("its name");
                assert!((floor.percussions[0] - m * 9.81 * h).abs() <= rounding);
                most = most.max(report.convergence.iterations);
            }
        }
    }
    assert!(most > 8, "{most}");
    Ok(())
}
