//! A receding horizon: plans that follow each other.

use std::f64::consts::PI;

use extremal::planning::{Lqr, OptimalControl, Plan, Quadratic, Weights, lqr};
use extremal::prelude::*;

use crate::systems::Cart;

const H: f64 = 0.04;

/// What deviations from upright cost from now on: the end costs as much as a regulator does.
fn regulation() -> (Quadratic<f64, 4, 1>, Lqr<f64, 4, 1>) {
    let upright = Integrator::new(Cart::OF_KELLY, Midpoint, H, [0.0, PI], [0.0, 0.0]).expect("a start");
    let [state, inputs] = [[10.0, 10.0, 1.0, 1.0], [0.1; 4]];
    let of_step = Weights::diagonal(state.map(|weight| H * weight), [H * inputs[0]]);
    let step = upright.linearize_with([0.0]).expect("a derivative");
    let regulator = lqr(&step, &of_step).expect("a regulator");
    let cost = Quadratic {
        running: Weights::diagonal(state, [inputs[0]]),
        terminal: regulator.cost_to_go,
        state: [0.0, PI, 0.0, 0.0].into(),
        inputs: [0.0].into(),
    };
    (cost, regulator)
}

fn horizon(
    from: &Integrator<Cart, Midpoint>,
    before: Option<&Plan<Cart, 4, 1>>,
    bound: Option<f64>,
) -> Plan<Cart, 4, 1> {
    let mut plan = OptimalControl::new(from, 40, regulation().0);
    if let Some(bound) = bound {
        plan = plan.inputs_within([-bound], [bound]);
    }
    if let Some(before) = before {
        plan = plan.warm_start(before, 1);
    }
    plan.solve().expect("a plan")
}

/// Near upright the first input is that of the regulator, to the square of the deviation.
#[test]
fn a_horizon_with_the_cost_of_a_regulator_is_one() {
    let (_, regulator) = regulation();
    let deviation = [1e-4, -2e-4, 1e-4, 0.0];
    let [x, angle, p_x, p_angle] = deviation;
    let mut from = Integrator::new(Cart::OF_KELLY, Midpoint, H, [0.0, PI], [0.0, 0.0]).expect("a start");
    from.set_state(State {
        t: 0.0,
        q: [x, PI + angle].into(),
        p: [p_x, p_angle].into(),
    })
    .expect("a state");
    let found = horizon(&from, None, None).inputs[0][0];
    let expected = regulator.correction(deviation)[0];
    // Cubes of 2e-4, times derivatives of some ten thousands.
    assert!(
        (found - expected).abs() < 1e-5 * expected.abs(),
        "{found} {expected}"
    );
}

/// A pole that is pushed twice, with a force of at most six: each plan begins with the one before.
#[test]
fn a_pushed_pole_is_caught() {
    for bound in [None, Some(6.0)] {
        let mut motion =
            Integrator::new(Cart::OF_KELLY, Midpoint, H, [0.0, PI], [0.0, 0.0]).expect("a start");
        motion.kick([0.0, 0.05]).expect("a kick");
        let mut plan = horizon(&motion, None, bound);
        let (mut warm, mut cold, mut most): (usize, usize, f64) = (0, 0, 0.0);
        for k in 0..100 {
            most = most.max(plan.inputs[0][0].abs());
            motion.step_with(plan.inputs[0]).expect("a step");
            if k == 30 {
                motion.kick([0.1, -0.08]).expect("a kick");
            }
            let next = horizon(&motion, Some(&plan), bound);
            let anew = horizon(&motion, None, bound);
            // To 1e-9 of what numbers as large as π cost, which is about 100.
            assert!(
                (next.cost - anew.cost).abs() <= 1e-7,
                "{k}: {} {}",
                next.cost,
                anew.cost
            );
            warm += next.iterations;
            cold += anew.iterations;
            plan = next;
        }
        println!("{bound:?}: {warm} iterations warm, {cold} cold, largest input {most}");
        assert!(warm < cold, "{warm} {cold}");
        assert!(bound.is_none_or(|bound| most <= bound), "{most}");
        let at = motion.state();
        assert!((at.q[0]).abs() + (at.q[1] - PI).abs() < 1e-2, "{at:?}");
    }
}
