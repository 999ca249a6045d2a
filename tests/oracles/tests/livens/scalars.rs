//! The same code over numbers other than doubles.

use extremal::prelude::*;
use num_dual::Dual64;

use crate::motion::{energy, made};
use crate::systems::{DoublePendulum, Sphere, SpringPendulum};

/// Increments of E are at the rounding of single precision, even for displacements below an ulp of the coordinates.
#[test]
fn single_precision_keeps_energy_to_its_own_rounding() -> Result<(), extremal::Error> {
    let single = SpringPendulum::<f32> {
        m: 1.0,
        ea: 300.0,
        g: 9.81,
    };
    let double = SpringPendulum::<f64> {
        m: 1.0,
        ea: 300.0,
        g: 9.81,
    };
    let (q, v) = ([1.05, 1.2, 0.3], [0.2, 0.7, 0.9]);
    for h in [0.014_f32, 1e-3, 1e-5, 1e-8] {
        let mut motion = Integrator::new(double, Livens, h.into(), q, v)?;
        let steps = made(&mut motion, 200, []);
        let sizes = steps
            .iter()
            .map(|step| energy(&double, step.t, step.h, &step.end).1);
        let size = sizes.fold(0.0, f64::max);
        let mut motion = Integrator::new(single, Livens, h, [1.05, 1.2, 0.3], [0.2, 0.7, 0.9])?;
        let mut before = motion.energy();
        for _ in 0..200 {
            let now = motion.step()?.energy;
            // Terms are as large as those of doubles.
            let bound = 64.0 * f64::from(f32::EPSILON) * size;
            assert!(
                f64::from((now - before).abs()) <= bound,
                "{h:e}: {:e}",
                now - before
            );
            before = now;
        }
    }
    Ok(())
}

#[test]
fn single_precision_follows_doubles() -> Result<(), extremal::Error> {
    let mut single = Integrator::new(
        Sphere::<f32> { m: 1.3, g: 9.81 },
        Livens,
        0.02,
        [0.6, 0.0, -0.8],
        [0.4, 1.5, 0.3],
    )?;
    let mut double = Integrator::new(
        Sphere::<f64> { m: 1.3, g: 9.81 },
        Livens,
        0.02,
        [0.6, 0.0, -0.8],
        [0.4, 1.5, 0.3],
    )?;
    for step in made(&mut double, 100, []) {
        let report = single.step()?;
        for k in 0..3 {
            let found = [single.state().q[k], report.velocity[k], single.state().p[k]].map(f64::from);
            let expected = [step.end.q[k], step.end.v[k], step.end.p[k]];
            for (found, expected) in found.iter().zip(expected) {
                // A hundred steps of numbers up to four, each with a few ε.
                assert!((found - expected).abs() < 1e-3, "{found} {expected}");
            }
        }
        assert!(f64::from(report.constraints[0].abs()) < 16.0 * f64::from(f32::EPSILON));
    }
    Ok(())
}

/// Real parts of dual numbers are the doubles, and derivatives of E are constant in time.
#[test]
fn energy_in_dual_numbers_keeps_its_derivative() -> Result<(), extremal::Error> {
    let system = DoublePendulum {
        m: Dual64::new(1.3, 1.0),
        g: 9.81.into(),
        d: 0.0.into(),
    };
    let (q, v) = ([2.0.into(), 1.5.into()], [0.7.into(), (-1.2).into()]);
    let mut motion = Integrator::new(system, Livens, 0.02.into(), q, v)?;
    let start = motion.energy();
    // ∂E/∂m at the start: ½ |v₂|² + g y₂.
    let (a, b, u, w) = (2.0_f64, 1.5_f64, 0.7, -1.2);
    let by_mass = 0.5 * (u * u + w * w + 2.0 * u * w * (a - b).cos()) - 9.81 * (a.cos() + b.cos());
    assert!((start.eps - by_mass).abs() < 1e-14);
    for _ in 0..100 {
        let energy = motion.step_with([0.0.into()])?.energy;
        // Derivatives of the motion grow to a hundred, and their rounding grows with them.
        assert!((energy.re - start.re).abs() < 1e-12);
        assert!(
            (energy.eps - start.eps).abs() < 1e-11,
            "{:e}",
            energy.eps - start.eps
        );
    }
    Ok(())
}
