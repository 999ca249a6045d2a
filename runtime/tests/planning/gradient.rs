//! Gradients against the propagated derivatives of all steps, with memories of all sizes.

use extremal::planning::{At, Checkpoints, Cost, Expansion, Gradient, gradient};
use extremal::prelude::*;
use extremal::{Failure, nalgebra::SMatrix};

use crate::systems::{Cart, Lifted};

/// Something of everything: u² (1 + q₀), and the kinetic part of the end.
struct Mixed;

impl Cost<f64, 4, 1> for Mixed {
    fn running(&self, at: &At<f64, 4, 1>, to: &mut Expansion<f64, 4, 1>) {
        let (h, u, x) = (at.h, at.u[0], at.z[0] + at.t);
        to.value += h * u * u * (1.0 + x);
        to.by_state[0] += h * u * u;
        to.by_inputs[0] += 2.0 * h * u * (1.0 + x);
    }

    fn terminal(&self, at: &At<f64, 4, 1>, to: &mut Expansion<f64, 4, 1>) {
        to.value += 0.5 * at.z.norm_squared();
        to.by_state += at.z;
    }
}

fn inputs(steps: usize) -> Vec<[f64; 1]> {
    (0..steps).map(|k| [f64::sin(0.3 * k as f64)]).collect()
}

fn start() -> Integrator<Cart, Midpoint> {
    Integrator::new(Cart::OF_KELLY, Midpoint, 0.02, [0.1, 0.5], [0.0, -0.3]).expect("a start")
}

fn found(steps: usize, memory: Checkpoints) -> Gradient<f64, 4, 1, 1> {
    gradient(&start(), &inputs(steps), &Mixed, memory).expect("a motion")
}

/// Forwards: dz by one number at a time, the chain rule from step to step.
#[test]
fn a_sweep_backwards_gives_what_derivatives_forwards_do() {
    let steps = 60;
    let gradient = found(steps, Checkpoints::ALL);
    let mut motion = start();
    let mut by_start = SMatrix::<f64, 4, 4>::identity();
    let mut by_mass = SMatrix::<f64, 4, 1>::zeros();
    let mut by_input = SMatrix::<f64, 4, 1>::zeros();
    let (mut cost, mut of_start, mut of_mass, mut of_input) = (0.0, SMatrix::<f64, 1, 4>::zeros(), 0.0, 0.0);
    let watched = 17;
    for (k, u) in inputs(steps).into_iter().enumerate() {
        let state = motion.state();
        let factor = 0.02 * u[0] * u[0];
        cost += factor * (1.0 + state.q[0] + state.t);
        of_start += by_start.row(0) * factor;
        of_mass += by_mass[0] * factor;
        of_input += by_input[0] * factor;
        if k == watched {
            of_input += 2.0 * 0.02 * u[0] * (1.0 + state.q[0] + state.t);
        }
        let (_, step) = motion.step_linearized_with(u).expect("a step");
        by_start = step.by_state * by_start;
        by_mass = step.by_state * by_mass + step.by_parameters;
        by_input = step.by_state * by_input;
        if k == watched {
            by_input += step.by_inputs;
        }
    }
    let State { q, p, .. } = motion.state();
    let z = SMatrix::<f64, 4, 1>::new(q[0], q[1], p[0], p[1]);
    cost += 0.5 * z.norm_squared();
    of_start += z.transpose() * by_start;
    of_mass += z.dot(&by_mass);
    of_input += z.dot(&by_input);
    let close = |a: f64, b: f64| (a - b).abs() <= 1e-12 * (1.0 + b.abs());
    assert!(close(gradient.cost, cost), "{} {cost}", gradient.cost);
    for k in 0..4 {
        assert!(close(gradient.by_start[k], of_start[k]));
    }
    assert!(
        close(gradient.by_parameters[0], of_mass),
        "{} {of_mass}",
        gradient.by_parameters[0]
    );
    assert!(close(gradient.by_inputs[watched][0], of_input));
}

#[test]
fn memory_changes_no_bit() {
    for steps in [0, 1, 2, 7, 100, 333] {
        let all = found(steps, Checkpoints::ALL);
        for bytes in [0, 3_000, 10_000, 30_000] {
            let some = found(steps, Checkpoints::within(bytes));
            // The cost is added in another order.
            assert!((some.cost - all.cost).abs() < 1e-13 * all.cost);
            assert_eq!(some.by_inputs, all.by_inputs, "{steps} steps, {bytes} bytes");
            assert_eq!(
                (some.by_start, some.by_parameters),
                (all.by_start, all.by_parameters)
            );
        }
    }
}

#[test]
fn an_input_that_is_none_is_a_failure_with_its_step() {
    let mut inputs = inputs(50);
    inputs[30] = [f64::NAN];
    for memory in [Checkpoints::ALL, Checkpoints::within(5_000)] {
        let error = gradient(&start(), &inputs, &Mixed, memory).expect_err("not a number");
        assert_eq!(error.step, 30);
        assert!(matches!(error.failure, Failure::NotFinite { .. }), "{error}");
    }
}

/// The height at the end.
struct Height;

impl Cost<f64, 3, 1> for Height {
    fn running(&self, _: &At<f64, 3, 1>, _: &mut Expansion<f64, 3, 1>) {}

    fn terminal(&self, at: &At<f64, 3, 1>, to: &mut Expansion<f64, 3, 1>) {
        to.value += at.z[0];
        to.by_state[0] += 1.0;
    }
}

/// It falls, and bounces: inputs before the contact act with another sign after it.
#[test]
fn gradients_go_through_contacts() {
    let lifted = Integrator::new(Lifted { e: 0.8 }, Moreau, 0.01, [0.2], [0.0]).expect("a start");
    let inputs = [[1.0]; 40];
    let found = gradient(&lifted, &inputs, &Height, Checkpoints::ALL).expect("a branch");
    let end = |k: usize, du: f64| {
        let mut motion = lifted.clone();
        for step in 0..40 {
            let u = if step == k { 1.0 + du } else { 1.0 };
            motion.step_with([u]).expect("a step");
        }
        motion.state().q[0]
    };
    for k in [0, 15, 30, 39] {
        // The motion is piecewise linear in each input.
        let quotient = (end(k, 1e-3) - end(k, -1e-3)) / 2e-3;
        let ours = found.by_inputs[k][0];
        assert!((ours - quotient).abs() < 1e-10, "{k}: {ours} {quotient}");
    }
    // A push shortly before the impact takes more of the bounce than it lifts.
    assert!(found.by_inputs[15][0] < 0.0 && found.by_inputs[39][0] > 0.0);
}

/// A mass that lies on the floor and is lifted by its weight: neither open nor closed.
#[test]
fn a_contact_between_two_branches_is_a_failure_and_no_zero() {
    let lying = Integrator::new(Lifted { e: 0.0 }, Moreau, 0.01, [0.0], [0.0]).expect("a start");
    let error = gradient(&lying, &[[9.81]; 3], &Height, Checkpoints::ALL).expect_err("a kink");
    assert!(matches!(error.failure, Failure::ContactChanges { .. }), "{error}");
    assert_eq!(error.step, 0);
}
