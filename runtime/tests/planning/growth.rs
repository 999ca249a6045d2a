//! Motions that grow, goals that no input reaches, and units: what the size of a problem must not decide.

use std::f64::consts::PI;

use extremal::nalgebra::SVector;
use extremal::planning::{OptimalControl, Plan, Quadratic, Why};
use extremal::prelude::*;

use crate::systems::{Block, Cart};

/// A pole on a cart in units of length of any size.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, angle),
    inputs(u),
    let bob = [x + 0.5 * unit * sin(angle), -0.5 * unit * cos(angle)],
    kinetic = 0.5 * dt(x).powi(2) + 0.15 * dt(bob).norm_squared(),
    potential = 2.943 * unit * bob[1],
    force(x = u),
    discretize(Midpoint),
)]
struct Measured {
    unit: f64,
}

/// Two blocks that the same force moves, and a pole that falls beside them.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, angle),
    inputs(u),
    kinetic = 0.5 * dt(x).powi(2) + dt(y).powi(2) + 0.5 * dt(angle).powi(2),
    potential = 9.81 * cos(angle),
    force(x = u, y = 2.0 * u),
    discretize(Midpoint),
)]
struct Alike;

/// The slopes of the Lagrange function of Σ h u², by derivatives of steps along the plan: the largest by an input and by a
/// number of z, of the largest multiplier.
fn slope(motion: &Integrator<Cart, Midpoint>, plan: &Plan<Cart, 4, 1>) -> f64 {
    let mut motion = motion.clone();
    let h = motion.step_size();
    let (mut most, mut size): (f64, f64) = (0.0, 0.0);
    let mut before: Option<SVector<f64, 4>> = None;
    for (k, inputs) in plan.inputs.iter().enumerate() {
        motion.set_state(plan.states[k]).expect("a node");
        let step = motion.linearize_with(*inputs).expect("a step");
        let multiplier = plan.multipliers[k];
        most = most.max((2.0 * h * inputs[0] + (step.by_inputs.transpose() * multiplier)[0]).abs());
        if let Some(before) = before {
            most = most.max((step.by_state.transpose() * multiplier - before).amax());
        }
        size = size.max(multiplier.amax());
        before = Some(multiplier);
    }
    most / size
}

/// Beside its unstable rest a pole grows by a factor of e^(5.05 t): 10¹⁷ in eight seconds, beyond all digits.
#[test]
fn an_upright_pole_is_carried_to_another_place() {
    let mut costs = Vec::new();
    for duration in [2.0, 4.0, 8.0] {
        let upright = Integrator::new(Cart::OF_KELLY, Midpoint, duration / 200.0, [0.0, PI], [0.0, 0.0]);
        let upright = upright.expect("a start");
        let plan = OptimalControl::new(&upright, 200, Quadratic::effort([1.0]))
            .ending_at([1.0, PI], [0.0, 0.0])
            .solve()
            .expect("a plan");
        assert!(plan.is_minimum && plan.iterations <= 5, "{plan:?}");
        let slope = slope(&upright, &plan);
        // A sum of relative errors is below the tolerance of 1e-9.
        assert!(
            slope < 1e-9 && plan.misfit < 1e-9,
            "{duration}: {slope} {}",
            plan.misfit
        );
        costs.push(plan.cost);
    }
    // More time needs less effort.
    assert!(
        costs[0] > 10.0 * costs[1] && costs[1] > 10.0 * costs[2],
        "{costs:?}"
    );
}

/// From upright to hanging, where a straight line passes all angles.
#[test]
fn a_pole_is_let_down() {
    for steps in [100, 200] {
        let upright = Integrator::new(
            Cart::OF_KELLY,
            Midpoint,
            2.0 / f64::from(steps),
            [0.0, PI],
            [0.0, 0.0],
        );
        let upright = upright.expect("a start");
        let plan = OptimalControl::new(&upright, steps as usize, Quadratic::effort([1.0]))
            .ending_at([1.0, 0.0], [0.0, 0.0])
            .solve()
            .expect("a plan");
        assert!(plan.is_minimum && plan.iterations <= 15, "{plan:?}");
        assert!(slope(&upright, &plan) < 1e-8, "{plan:?}");
    }
}

#[test]
fn what_no_input_reaches_is_named_also_beside_what_grows() {
    for steps in [20, 400] {
        let resting = Integrator::new(Alike, Midpoint, 0.02, [0.0; 3], [0.0; 3]).expect("a start");
        let plan = |z: [Option<f64>; 6]| {
            OptimalControl::new(&resting, steps, Quadratic::effort([1.0]))
                .ending_with(z)
                .solve()
        };
        let free = None;
        // Both move alike, and the pole as it does.
        for z in [
            [Some(1.0), Some(1.5), free, free, free, free],
            [Some(1.0), free, Some(0.1), Some(0.0), free, free],
        ] {
            let unplanned = plan(z).expect_err("out of reach");
            assert!(matches!(unplanned.why, Why::Unreachable { .. }), "{unplanned}");
        }
        let one = plan([Some(1.0), free, free, Some(0.0), free, free]).expect("a plan");
        assert!(
            (one.states[steps].q[1] - 1.0).abs() < 1e-9,
            "{:?}",
            one.states[steps]
        );
    }
}

/// Lengths in units of 10⁻¹⁰ and 10¹⁰: the same plan.
#[test]
fn a_plan_does_not_depend_on_units() {
    let plan = |unit: f64, bound: f64| {
        let hanging =
            Integrator::new(Measured { unit }, Midpoint, 0.04, [0.0, 0.0], [0.0, 0.0]).expect("a start");
        OptimalControl::new(&hanging, 50, Quadratic::effort([1.0]))
            .ending_at([unit, PI], [0.0, 0.0])
            .inputs_within([-bound * unit], [bound * unit])
            .coordinates_within([-2.0 * unit, -f64::INFINITY], [2.0 * unit, f64::INFINITY])
            .solve()
            .expect("a plan")
    };
    for bound in [20.0, 11.0] {
        let reference = plan(1.0, bound);
        assert_eq!(reference.active.is_empty(), bound == 20.0);
        for unit in [1e-10, 1e10] {
            let found = plan(unit, bound);
            let cost = found.cost / (unit * unit);
            // Tolerances are 1e-9.
            assert!(
                (cost / reference.cost - 1.0).abs() < 1e-8,
                "{cost} {}",
                reference.cost
            );
            assert_eq!(found.active.len(), reference.active.len());
            for (u, expected) in found.inputs.iter().zip(&reference.inputs) {
                assert!(
                    (u[0] / unit - expected[0]).abs() < 1e-6 * 20.0,
                    "{} {}",
                    u[0],
                    expected[0]
                );
            }
        }
    }
    // A straight line misses by 10⁻¹² a step, and is no plan.
    let resting = Integrator::new(Block, Midpoint, 0.01, [0.0], [0.0]).expect("a start");
    let plan = OptimalControl::new(&resting, 100, Quadratic::effort([1.0]))
        .ending_at([1e-10], [0.0])
        .solve()
        .expect("a plan");
    let cost = 1e-20 * 12.0 * 1e4 / (1e4 - 1.0);
    assert!((plan.cost / cost - 1.0).abs() < 1e-9, "{} {cost}", plan.cost);
}
