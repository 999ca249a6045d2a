//! Reactions: those of a step, and the multiplier of the continuous motion as an output.

use extremal::prelude::*;

use super::systems::{NEAR, PUSH, SLED, Sled, reaction_of_sled};

/// The output is λ of the reduced equations at the state.
#[test]
fn multipliers_are_those_of_the_reduced_equations() {
    let (q, v) = SLED.project(0.0, NEAR.0, NEAR.1).expect("a start near");
    let p = SLED.momentum(0.7, &q, &v);
    let found = SLED.side(0.7, &q, &v, &[PUSH]).expect("masses");
    let exact = reaction_of_sled(0.7, [q[0], q[1], q[2], p[0], p[1], p[2]]);
    assert!((found - exact).abs() < 1e-14, "{found} is not {exact}");
    let multipliers = SLED.multipliers(0.7, &q, &v, &[PUSH]).expect("masses");
    assert_eq!(multipliers, [found]);
    assert_eq!(<Sled<f64> as Constrained>::ROLLING, 1);
    assert_eq!(<Sled<f64> as Constrained>::CONSTRAINTS, ["blade"]);
    assert_eq!(SLED.constraints(0.7, &q), [0.0]);
}

/// The largest error of the reactions at the start of all steps but the first.
fn error<D>(scheme: D, steps: usize) -> f64
where
    Sled<f64>:
        Discretize<D, Inputs = [f64; 1], Report = extremal::drive::ConstrainedStep<[[f64; 1]; 1], [f64; 1]>>,
{
    let (q, v) = SLED.project(0.0, NEAR.0, NEAR.1).expect("a start near");
    let mut motion = Integrator::new(SLED, scheme, 2.0 / steps as f64, q, v).expect("a start that rolls");
    let mut most: f64 = 0.0;
    for k in 0..steps {
        let State { t, q, p } = motion.state();
        let report = motion.step_with([PUSH]).expect("a regular step");
        assert_eq!(report.impulses, [report.end_impulses]);
        let exact = reaction_of_sled(t, [q[0], q[1], q[2], p[0], p[1], p[2]]);
        if k > 0 {
            most = most.max((report.reactions[0] - exact).abs());
        }
    }
    most
}

/// Half of the impulse of each step around a node: the alternating part of either cancels.
#[test]
fn reactions_of_steps_are_of_second_order() {
    let ratios = [
        error(Midpoint, 160) / error(Midpoint, 320),
        error(Verlet, 160) / error(Verlet, 320),
    ];
    println!("{ratios:?}");
    assert!(ratios.iter().all(|ratio| (ratio - 4.0).abs() < 0.3), "{ratios:?}");
}
