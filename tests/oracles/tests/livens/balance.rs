//! Work: E changes exactly by the work of forces, dissipation and inputs, and by explicit time.

use extremal::prelude::*;

use crate::motion::{Made, energy, made};
use crate::support::by_hand::{ByHand, Continuous, Oracle, dot};
use crate::systems::{DoublePendulum, Timed};

/// The same bound as for the increments of systems without forces.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// The work over a step: its length, times velocity and force in the middle.
fn work(system: &dyn Oracle, made: &Made, inputs: &[f64]) -> f64 {
    let ways = made.start.q.iter().zip(&made.middle);
    let half_way: Vec<f64> = ways.map(|(q, v)| q + 0.5 * made.h * v).collect();
    let at = Continuous::of(system, made.t + 0.5 * made.h, &half_way, &made.middle, inputs);
    made.h * dot(&made.middle, &at.force)
}

#[test]
fn energy_changes_by_the_work_of_forces() -> Result<(), extremal::Error> {
    let system = DoublePendulum {
        m: 1.7,
        g: 9.81,
        d: 0.8,
    };
    for h in [0.1, 1e-2, 1e-3, 1e-5, 1e-8] {
        let mut motion = Integrator::new(system, Livens, h, [2.0, 1.5], [0.7, -1.2])?;
        let (mut braked, mut driven) = (0.0, 0.0);
        for u in [0.0, 2.5, -4.0] {
            for step in made(&mut motion, 100, [u]) {
                let work = work(&system, &step, &[u]);
                let (_, size) = energy(&system, step.t, step.h, &step.end);
                let error = (step.increment() - work).abs();
                assert!(
                    error <= ROUNDING * size.max(work.abs()),
                    "{h:e} {u}: {error:e} of {size}"
                );
                if u == 0.0 {
                    // Dissipation alone only decreases E.
                    assert!(work < 0.0);
                    braked -= work;
                } else {
                    driven += work.abs();
                }
            }
        }
        // A check that the work matters: it is more than h times the energy.
        assert!(
            braked > 50.0 * h && driven > 50.0 * h,
            "{h:e}: {braked:e} {driven:e}"
        );
    }
    Ok(())
}

/// ```text
/// E₁ − E₀ = [L(q₁, v₁, t_½) − L(q₁, v₁, t₁)] + [L(q₀, v₀, t₀) − L(q₀, v₀, t_½)]
/// ```
///
/// This is the change of L with time alone, while nothing moves.
#[test]
fn energy_changes_by_explicit_time_alone() -> Result<(), extremal::Error> {
    let system = Timed { a: 0.6, b: 0.4 };
    for h in [0.2, 1e-2, 1e-3, 1e-5, 1e-8] {
        let mut motion = Integrator::new(system, Livens, h, [1.1], [0.6])?.starting_at(0.3)?;
        let mut changed = 0.0;
        for step in made(&mut motion, 200, Default::default()) {
            let lagrangian = |t: f64, node: &crate::equations::Node| {
                system.kinetic(t, &node.q, &node.v) - system.potential(t, &node.q)
            };
            let [t0, half, t1] = [0.0, 0.5, 1.0].map(|s| step.t + s * h);
            let expected = (lagrangian(half, &step.end) - lagrangian(t1, &step.end))
                + (lagrangian(t0, &step.start) - lagrangian(half, &step.start));
            let (_, size) = energy(&system, t1, h, &step.end);
            let error = (step.increment() - expected).abs();
            assert!(error <= ROUNDING * size.max(1.0), "{h:e}: {error:e}");
            changed += expected.abs();
        }
        // Rates of size one over 200 h.
        assert!(changed > 20.0 * h, "{h:e}: {changed:e}");
    }
    Ok(())
}
