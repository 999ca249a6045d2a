//! Motions from rest, and rest: displacements of h², which differences of energies at their ends do not resolve.
//!
//! A gradient that divides such a difference by |w| still keeps E, because the work of its error is below rounding. But it gives
//! another motion.

use extremal::blocks::{Block, Vector};
use extremal::drive::EnergyStep;
use extremal::prelude::*;
use extremal::system::VectorSpace;

use crate::equations::{Tied, solved};
use crate::motion::ends;
use crate::support::by_hand::{Continuous, dot, gradient};
use crate::systems::{Bead, DoublePendulum, Relativistic, Sphere, SpringPendulum};

/// ∂L/∂q − λ ∂g/∂q with at most one constraint, and M⁻¹ times it. With a constraint M is a multiple of the identity.
fn pull<S: Tied>(system: &S, q: &[f64]) -> [Vec<f64>; 2] {
    let at = Continuous::of(system, 0.0, q, &vec![0.0; q.len()], &[0.0]);
    let mut force = at.pull;
    if !system.constraints(0.0, q).is_empty() {
        let normal = gradient(|q| system.constraints(0.0.into(), q)[0], q);
        let factor = dot(&normal, &force) / dot(&normal, &normal);
        force.iter_mut().zip(normal).for_each(|(f, n)| *f -= factor * n);
    }
    let acceleration = solved(at.mass_matrix, force.clone());
    [force, acceleration]
}

/// v = a t and p = F t for small t, with p = 0 at rest.
fn starts<S, C>(system: S, q: &[f64])
where
    S: Tied
        + Discretize<Livens, Scalar = f64, Report = EnergyStep<f64, <S as Lagrangian>::Velocity, C>>
        + VectorSpace,
    C: Block<f64>,
{
    let [force, acceleration] = pull(&system, q);
    let at_rest = S::Configuration::from_fn(|_| 0.0);
    let start = [S::Configuration::from_fn(|k| q[k]), at_rest, at_rest];
    for h in [1e-5_f64, 1e-7, 1e-9, 1e-12] {
        for steps in [1_u32, 2, 10] {
            let made = ends(
                &system,
                (0.0, h),
                start,
                S::Inputs::from_fn(|_| 0.0),
                steps as usize,
            );
            let ([_, p, v], _) = made[made.len() - 1];
            let t = h * f64::from(steps);
            // Frequencies are below 40, so the next term is (40 t)² of the first; then rounding, also of coordinates with mass.
            let tolerance = 1600.0 * t * t + 1e-12;
            for (what, found, rate) in [("p", p, &force), ("v", v, &acceleration)] {
                let size = rate.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
                for (found, rate) in found.as_slice().iter().zip(rate) {
                    let error = (found / t - rate).abs();
                    assert!(
                        error <= tolerance * size,
                        "{what}, {h:e}, {steps}: {found:e}/t and not {rate}"
                    );
                }
            }
        }
    }
}

#[test]
fn motions_start_from_rest_with_any_step() {
    starts(
        SpringPendulum {
            m: 1.3,
            ea: 300.0,
            g: 9.81,
        },
        &[1.05, 1.2, 0.3],
    );
    starts(
        DoublePendulum {
            m: 1.3,
            g: 9.81,
            d: 0.0,
        },
        &[0.7, -0.4],
    );
    starts(Relativistic { c: 2.0, k: 1.0 }, &[1.0, 0.1]);
    starts(Sphere { m: 1.3, g: 9.81 }, &[0.6, 0.0, -0.8]);
    starts(Bead { k: 0.5, g: 9.81 }, &[0.5, -0.1875]);
}

/// Without forces nothing moves, to the bit: w = 0 is not a special case.
#[test]
fn a_system_at_rest_stays_at_rest() -> Result<(), extremal::Error> {
    let (m, g, d): (f64, f64, f64) = (1.3, 9.81, 0.0);
    for h in [0.1, 1e-8] {
        let mut motion = Integrator::new(DoublePendulum { m, g, d }, Livens, h, [0.0; 2], [0.0; 2])?;
        for _ in 0..10 {
            let report = motion.step_with([0.0])?;
            assert_eq!(report.velocity.as_slice(), [0.0; 2]);
        }
        assert_eq!(motion.state().q.as_slice(), [0.0; 2]);
        assert_eq!(motion.state().p.as_slice(), [0.0; 2]);
        let mut motion = Integrator::new(Sphere { m, g }, Livens, h, [0.0, 0.0, -1.0], [0.0; 3])?;
        for _ in 0..10 {
            let report = motion.step()?;
            // m g = −λ ∂g/∂z, with z = −1.
            assert!((report.multipliers[0] - m * g).abs() < 1e-14);
            assert_eq!(report.velocity.as_slice(), [0.0; 3]);
        }
        assert_eq!(motion.state().q.as_slice(), [0.0, 0.0, -1.0]);
    }
    Ok(())
}

/// A mass on a spring, with weight.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(y),
    kinetic = 0.5 * m * dt(y).powi(2),
    potential = 0.5 * k * y.powi(2) + m * g * y + 0.25 * y.powi(4),
    discretize(Livens, Midpoint)
)]
struct Hanging {
    m: f64,
    k: f64,
    g: f64,
}

/// Spring and weight cancel to their last digits; the momentum is not larger than the remainder.
#[test]
fn steps_succeed_when_large_forces_cancel() -> Result<(), extremal::Error> {
    for (m, k, g) in [(1.0, 3.0, 9.81), (0.7, 1e6, 9.81), (1.3, 1e10, 9.81e3)] {
        let system = Hanging { m, k, g };
        for (h, off) in [(0.1, 0.0), (0.1, 1e-12), (1e-3, 1e-12), (1e-3, 1e-6), (0.1, 1e-6)] {
            // The term of fourth degree moves it by less than `off`, or is the only cause of motion.
            let y = -m * g / k * (1.0 + off);
            let mut livens = Integrator::new(system, Livens, h, [y], [0.0])?;
            let mut midpoint = Integrator::new(system, Midpoint, h, [y], [0.0])?;
            let (energy, size) = (livens.energy(), m * g * y.abs());
            for _ in 0..200 {
                let change = (livens.step()?.energy - energy).abs();
                assert!(
                    change <= 64.0 * f64::EPSILON * size,
                    "{k} {h}: {change:e} of {size:e}"
                );
                midpoint.step()?;
            }
        }
    }
    Ok(())
}

/// Two springs and weight, with friction until only rounding moves it.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = 0.5 * k * (r.norm() - 1).powi(2) + 0.5 * k * (r[0] - 2).powi(2) + 9.81 * r[1],
    dissipation = 0.5 * c * dt(r).norm_squared(),
    discretize(Livens)
)]
struct Braked {
    k: f64,
    c: f64,
}

#[test]
fn a_system_that_comes_to_rest_stays_at_rest() -> Result<(), extremal::Error> {
    for (k, c, h, steps) in [
        (1e4, 500.0, 0.1, 2000),
        (1e4, 5.0, 0.01, 3000),
        (1e8, 500.0, 1e-3, 8000),
    ] {
        let mut motion = Integrator::new(Braked { k, c }, Livens, h, [0.8, -0.6], [0.0, 0.0])?;
        motion.step_many(steps)?;
        // Forces of size k round by ε k, and act for h.
        assert!(motion.state().p.norm() < 64.0 * f64::EPSILON * k * h.max(h * h * k));
    }
    Ok(())
}
