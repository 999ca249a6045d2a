//! Singular mass matrices, compared with the same systems in coordinates whose mass matrix is regular.
//!
//! Gonzalez' gradient depends on the measure of length: with x, y = x + w and z a step has the length √(2 Δx² + Δz²), and without y
//! √(Δx² + Δz²). So both agree to rounding in the coordinate √2 x, or if the correction is zero, and otherwise to second order.

use std::f64::consts::SQRT_2;

use extremal::prelude::*;

use crate::systems::{MassSpring, Reduced, Series};

const SPRINGS: MassSpring<f64> = MassSpring {
    m: [2.0, 1.0],
    c: 0.5,
    stiff: 1.0,
    w: 1.1,
};

/// The largest difference of x, z and their velocities over a time of 5, between the singular system and the reduced one.
fn far(stiff: f64, scale: f64, steps: usize) -> Result<f64, extremal::Error> {
    let MassSpring { m, c, .. } = SPRINGS;
    let h = 5.0 / steps as f64;
    let singular = MassSpring { stiff, ..SPRINGS };
    let mut singular = Integrator::new(singular, Livens, h, [0.0, 1.1, 0.0], [1.0, 1.0, -1.0])?;
    let reduced = Reduced { m, c, stiff, scale };
    let mut reduced = Integrator::new(reduced, Livens, h, [0.0, 0.0], [scale, -1.0])?;
    let mut far = 0.0_f64;
    for _ in 0..steps {
        let (v, u) = (singular.step()?.velocity, reduced.step()?.velocity);
        let (q, r) = (singular.state().q, reduced.state().q);
        let pairs = [
            (q[0], r[0] / scale),
            (q[2], r[1]),
            (v[0], u[0] / scale),
            (v[1], u[0] / scale),
            (v[2], u[1]),
        ];
        far = pairs.iter().fold(far, |far, (a, b)| far.max((a - b).abs()));
    }
    Ok(far)
}

/// Fifty steps of rounding. A velocity is twice that in the middle minus the previous one, so its rounding adds up.
const ROUNDING: f64 = 1e-13;

#[test]
fn in_the_same_lengths_the_reduced_motion_is_the_same() -> Result<(), extremal::Error> {
    let found = far(1.0, SQRT_2, 50)?;
    assert!(found < ROUNDING, "{found:e}");
    Ok(())
}

/// Midpoint gradients of quadratic potentials need no correction, whatever the length.
#[test]
fn with_linear_springs_the_reduced_motion_is_the_same() -> Result<(), extremal::Error> {
    for scale in [1.0, SQRT_2, 3.0] {
        let found = far(0.0, scale, 50)?;
        assert!(found < ROUNDING, "{found:e}");
    }
    Ok(())
}

#[test]
fn in_other_lengths_the_reduced_motion_is_another_one_of_second_order() -> Result<(), extremal::Error> {
    let (coarse, fine) = (far(1.0, 1.0, 100)?, far(1.0, 1.0, 200)?);
    let order = (coarse / fine).log2();
    // Symmetric schemes: the next term is h² smaller.
    assert!(fine > 1e-7 && (order - 2.0).abs() < 0.1, "{coarse:e} {fine:e}");
    Ok(())
}

/// x, its velocity and s at t = 3.
fn series(system: Series, x: f64, s: f64, steps: usize) -> Result<[f64; 3], extremal::Error> {
    let mut motion = Integrator::new(system, Livens, 3.0 / steps as f64, [x, s], [0.0, 0.0])?;
    let start = motion.energy();
    for _ in 0..steps {
        let report = motion.step()?;
        // Terms below two.
        assert!(
            (report.energy - start).abs() < 1e-12,
            "{:e}",
            report.energy - start
        );
        // A massless coordinate has no momentum: its ∂L/∂v in the state is zero.
        assert!(motion.state().p[1].abs() < 1e-14, "{:e}", motion.state().p[1]);
    }
    let (q, v) = (motion.state().q, motion.velocity()?);
    Ok([q[0], v[0], q[1]])
}

/// Linear springs in series are one spring k/(1 + k); the midpoint rule of it has the angle 2 arctan(ω h/2) in each step.
#[test]
fn a_coordinate_without_mass_follows_the_potential() -> Result<(), extremal::Error> {
    let (m, k) = (0.8, 3.0);
    let stiff = 0.0;
    let (steps, x0) = (60, 1.2);
    let s0 = k * x0 / (1.0 + k);
    let [x, v, s] = series(Series { m, k, stiff }, x0, s0, steps)?;
    let omega = (k / (1.0 + k) / m).sqrt();
    let angle = 2.0 * steps as f64 * (0.5 * omega * 3.0 / steps as f64).atan();
    // Sixty steps of rounding.
    for (found, expected) in [
        (x, x0 * angle.cos()),
        (v, -x0 * omega * angle.sin()),
        (s, s0 * angle.cos()),
    ] {
        assert!((found - expected).abs() < ROUNDING, "{found} {expected}");
    }
    Ok(())
}

/// s + s³ = k (x − s), solved by Newton's method.
fn held(k: f64, x: f64) -> f64 {
    (0..50).fold(x, |s, _| {
        s - (s + s.powi(3) - k * (x - s)) / (1.0 + 3.0 * s * s + k)
    })
}

#[test]
fn a_coordinate_without_mass_is_of_order_two() -> Result<(), extremal::Error> {
    let (m, k, stiff, x0) = (0.8, 3.0, 1.0, 1.2);
    let ends = [200, 400, 800].map(|steps| series(Series { m, k, stiff }, x0, held(k, x0), steps));
    let [coarse, middle, fine] = ends;
    let (coarse, middle, fine) = (coarse?, middle?, fine?);
    // Verlet in x alone, with Richardson's extrapolation: errors below 1e-9.
    let verlet = |steps: usize| {
        let h = 3.0 / steps as f64;
        let pull = |x: f64| -k * (x - held(k, x)) / m;
        (0..steps).fold((x0, 0.0), |(x, v): (f64, f64), _| {
            let half = v + 0.5 * h * pull(x);
            let end = x + h * half;
            (end, half + 0.5 * h * pull(end))
        })
    };
    let (a, b) = (verlet(2000), verlet(4000));
    let (x, v) = (b.0 + (b.0 - a.0) / 3.0, b.1 + (b.1 - a.1) / 3.0);
    let exact = [x, v, held(k, x)];
    for part in 0..3 {
        let [c, m, f] = [coarse, middle, fine].map(|end| (end[part] - exact[part]).abs());
        let orders = [(c / m).log2(), (m / f).log2()];
        assert!(
            orders.iter().all(|order| (order - 2.0).abs() < 0.1) && f < 1e-4,
            "{part}: {c:e} {m:e} {f:e}"
        );
    }
    Ok(())
}
