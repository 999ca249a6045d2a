//! Optimal motions against closed forms, and against digits of other programs.

use std::f64::consts::PI;

use extremal::planning::{
    At, Checkpoints, Expansion, OptimalControl, Plan, Quadratic, Quantity, Why, gradient,
};
use extremal::prelude::*;

use crate::systems::{Block, Cart, Slider};

const FREE: f64 = f64::INFINITY;

/// The angle at the end in the tests of bioptim.
#[expect(clippy::approx_constant, reason = "the number of the reference")]
const UPRIGHT: f64 = 3.14;

fn hanging(steps: usize) -> Integrator<Cart, Midpoint> {
    let h = 2.0 / steps as f64;
    Integrator::new(Cart::OF_KELLY, Midpoint, h, [0.0, 0.0], [0.0, 0.0]).expect("a start")
}

fn swing_up(steps: usize, bound: f64) -> Plan<Cart, 4, 1> {
    let plan = OptimalControl::new(&hanging(steps), steps, Quadratic::effort([1.0]))
        .ending_at([1.0, PI], [0.0, 0.0])
        .coordinates_within([-2.0, -FREE], [2.0, FREE]);
    let plan = if bound < FREE {
        plan.inputs_within([-bound], [bound])
    } else {
        plan
    };
    plan.solve().expect("a plan")
}

/// The digits of CasADi with Ipopt on the same discrete problem, in at most 15 iterations from a straight line for each N.
#[test]
fn a_pole_is_swung_up_with_the_least_effort() {
    for (steps, cost) in [(25, 61.725232800), (100, 58.989874440), (1000, 58.809489039)] {
        for bound in [20.0, FREE] {
            let plan = swing_up(steps, bound);
            println!("{steps}: {} {:?}", plan.cost, plan);
            assert!((plan.cost - cost).abs() < 5e-9, "{steps}: {}", plan.cost);
            assert!(plan.is_minimum && plan.active.is_empty(), "{plan:?}");
            assert!(plan.optimality <= 1e-9 && plan.iterations <= 15, "{plan:?}");
        }
    }
}

#[test]
fn no_bounds_need_no_more_iterations() {
    for (steps, cost) in [
        (25, 61.725232800),
        (100, 58.989874440),
        (1000, 58.809489039),
        (10_000, 58.807685674),
    ] {
        let plan = OptimalControl::new(&hanging(steps), steps, Quadratic::effort([1.0]))
            .ending_at([1.0, PI], [0.0, 0.0])
            .solve()
            .expect("a plan");
        assert!(
            (plan.cost - cost).abs() < 5e-9 && plan.iterations <= 15,
            "{plan:?}"
        );
    }
}

/// By another route: the gradient of the cost with the multipliers of the end, through all steps.
#[test]
fn no_input_changes_the_cost_to_first_order() {
    let plan = swing_up(100, FREE);
    let running = |at: &At<f64, 4, 1>, to: &mut Expansion<f64, 4, 1>| {
        to.value += at.h * at.u[0] * at.u[0];
        to.by_inputs[0] += 2.0 * at.h * at.u[0];
    };
    let ending = plan.ending;
    let terminal = move |at: &At<f64, 4, 1>, to: &mut Expansion<f64, 4, 1>| {
        to.value += ending.dot(&at.z);
        to.by_state += ending;
    };
    let inputs: Vec<[f64; 1]> = plan.inputs.iter().map(|u| u.data.0[0]).collect();
    let slopes = gradient(&hanging(100), &inputs, &(running, terminal), Checkpoints::ALL).expect("a motion");
    let largest = slopes
        .by_inputs
        .iter()
        .fold(0.0, |most: f64, u| u[0].abs().max(most));
    // Errors at nodes, of 1e-9 at most, grow some hundredfold until the end.
    assert!(largest < 1e-6, "{largest}");
}

#[test]
fn multipliers_are_the_slopes_of_the_cost() {
    let cost = |goal: f64, bound: f64| {
        OptimalControl::new(&hanging(40), 40, Quadratic::effort([1.0]))
            .ending_at([goal, PI], [0.0, 0.0])
            .inputs_within([-bound], [bound])
            .solve()
            .expect("a plan")
    };
    let plan = cost(1.0, 9.0);
    assert!(
        !plan.active.is_empty()
            && plan
                .active
                .iter()
                .all(|bound| bound.quantity == Quantity::Input(0))
    );
    let by_goal = (cost(1.0 + 1e-4, 9.0).cost - cost(1.0 - 1e-4, 9.0).cost) / 2e-4;
    assert!(
        (by_goal + plan.ending[0]).abs() < 1e-4 * by_goal.abs(),
        "{by_goal} {}",
        plan.ending[0]
    );
    let by_bound = (cost(1.0, 9.0 - 1e-4).cost - cost(1.0, 9.0 + 1e-4).cost) / 2e-4;
    let multipliers: f64 = plan.active.iter().map(|bound| bound.multiplier).sum();
    assert!(
        (by_bound - multipliers).abs() < 1e-3 * multipliers,
        "{by_bound} {multipliers}"
    );
}

/// u = 6 − 12 t, and with inputs that are held J = 12 N²/(N² − 1).
#[test]
fn a_block_is_moved_with_the_effort_of_held_inputs() {
    for steps in [2, 10, 200] {
        let n = steps as f64;
        let resting = Integrator::new(Block, Midpoint, 1.0 / n, [0.0], [0.0]).expect("a start");
        let plan = OptimalControl::new(&resting, steps, Quadratic::effort([1.0]))
            .ending_at([1.0], [0.0])
            .solve()
            .expect("a plan");
        let cost = 12.0 * n * n / (n * n - 1.0);
        assert!(
            (plan.cost - cost).abs() < 1e-10 * cost,
            "{steps}: {} {cost}",
            plan.cost
        );
        assert!(
            plan.iterations <= 2,
            "{} iterations of a linear problem",
            plan.iterations
        );
    }
}

/// Without a prescribed momentum the end costs nothing: u = 3 (1 − t), J = 3.
#[test]
fn a_part_of_the_end_may_be_free() {
    let resting = Integrator::new(Block, Midpoint, 0.005, [0.0], [0.0]).expect("a start");
    let plan = OptimalControl::new(&resting, 200, Quadratic::effort([1.0]))
        .ending_with([Some(1.0), None])
        .solve()
        .expect("a plan");
    assert!(
        (plan.cost - 3.0).abs() < 1e-4 && plan.ending[1] == 0.0,
        "{}",
        plan.cost
    );
}

/// Bryson and Denham: min ½∫u² with x ≤ 1/9 is 4, of continuous inputs.
#[test]
fn a_bound_of_a_coordinate_holds() {
    let cost = |steps: usize| {
        let moving = Integrator::new(Block, Midpoint, 1.0 / steps as f64, [0.0], [1.0]).expect("a start");
        let plan = OptimalControl::new(&moving, steps, Quadratic::effort([0.5]))
            .ending_at([0.0], [-1.0])
            .coordinates_within([-FREE], [1.0 / 9.0])
            .solve()
            .expect("a plan");
        assert!(plan.states.iter().all(|state| state.q[0] <= 1.0 / 9.0));
        assert!(
            plan.active
                .iter()
                .any(|bound| bound.quantity == Quantity::State(0) && bound.is_upper)
        );
        println!("{steps}: {} {plan:?}", plan.cost);
        plan.cost
    };
    // Where the bound begins to act, at 1/3 and 2/3, are nodes; so the error is a multiple of h².
    let [coarse, fine] = [cost(60), cost(120)];
    let limit = (4.0 * fine - coarse) / 3.0;
    assert!((limit - 4.0).abs() < 1e-5, "{coarse} {fine} {limit}");
}

/// The digits of bioptim, whose solver relaxes bounds by 1e-8.
#[test]
fn a_pendulum_on_a_slider_swings_up_beside_its_bound() {
    let resting = Integrator::new(Slider, Verlet, 0.05, [0.0, 0.0], [0.0, 0.0]).expect("a start");
    let plan = OptimalControl::new(&resting, 20, Quadratic::effort([1.0]))
        .ending_at([0.0, UPRIGHT], [0.0, 0.0])
        .coordinates_within([-1.0, -FREE], [5.0, FREE])
        .inputs_within([-100.0], [100.0])
        .solve()
        .expect("a plan");
    println!("{} {:?} {:?}", plan.cost, plan, plan.active);
    let q = plan.states[10].q;
    let found = [
        plan.cost,
        q[0],
        q[1],
        plan.inputs[0][0],
        plan.inputs[10][0],
        plan.inputs[19][0],
    ];
    let expected = [
        154.388976334701,
        -0.325653795765,
        0.514317755981,
        9.952650040830,
        1.326124391016,
        -24.871395482788,
    ];
    for (found, expected) in found.into_iter().zip(expected) {
        assert!(
            (found - expected).abs() < 1e-6 * f64::max(1.0, expected.abs()),
            "{found} {expected}"
        );
    }
    assert!(
        plan.active
            .iter()
            .all(|bound| bound.quantity == Quantity::State(0) && bound.limit == -1.0)
    );
    assert!(plan.optimality <= 1e-9 && plan.is_minimum);
}

/// The gains catch a motion that was pushed, where the inputs alone do not.
#[test]
fn gains_hold_the_motion() {
    let plan = swing_up(200, FREE);
    let end = |has_gains: bool| {
        let mut motion = hanging(200);
        motion.kick([0.02, 0.0]).expect("a kick");
        for (k, inputs) in plan.inputs.iter().enumerate() {
            let (now, planned) = (motion.state(), plan.states[k]);
            let deviation = now.q - planned.q;
            let momenta = now.p - planned.p;
            let z = [deviation[0], deviation[1], momenta[0], momenta[1]];
            let correction = (plan.gains[k] * extremal::nalgebra::SVector::from(z))[0];
            motion
                .step_with([inputs[0] - if has_gains { correction } else { 0.0 }])
                .expect("a step");
        }
        (motion.state().q - plan.states[200].q).norm()
    };
    let (held, open) = (end(true), end(false));
    assert!(held < 0.1 * open, "{held} {open}");
}

#[test]
fn what_cannot_be_is_a_failure_with_its_bound() {
    let resting = Integrator::new(Block, Midpoint, 0.05, [0.0], [0.0]).expect("a start");
    let within = |bound: f64| {
        OptimalControl::new(&resting, 20, Quadratic::effort([1.0]))
            .ending_at([1.0], [0.0])
            .inputs_within([-bound], [bound])
    };
    // Four is the least bound that suffices.
    assert!(within(4.2).solve().is_ok());
    let unplanned = within(3.0).solve().expect_err("too weak");
    println!("{unplanned}");
    match unplanned.why {
        Why::Infeasible {
            misfit,
            bound: Some(bound),
        } => {
            assert!(
                misfit > 1e-3 && bound.quantity == Quantity::Input(0),
                "{unplanned}"
            );
        }
        _ => panic!("{unplanned}"),
    }
    assert_eq!(unplanned.states.len(), 21);
}

#[test]
fn mistakes_are_named() {
    let resting = Integrator::new(Block, Midpoint, 0.05, [0.0], [0.0]).expect("a start");
    let plan = |steps: usize| OptimalControl::new(&resting, steps, Quadratic::effort([1.0]));
    assert_eq!(plan(0).solve().expect_err("no steps").why, Why::NoSteps);
    let outside = plan(9).ending_at([2.0], [0.0]).coordinates_within([-1.0], [1.0]);
    let quantity = Quantity::State(0);
    assert_eq!(
        outside.solve().expect_err("outside").why,
        Why::EndOutside { quantity, value: 2.0 }
    );
    let closed = plan(9).inputs_within([1.0], [-1.0]);
    assert_eq!(
        closed.solve().expect_err("no room").why,
        Why::NoRoom {
            quantity: Quantity::Input(0)
        }
    );
    // One step cannot prescribe both.
    let short = plan(1).ending_at([1.0], [0.0]).solve().expect_err("one input");
    assert!(matches!(short.why, Why::Unreachable { .. }), "{short}");
    // Rest is stationary there, and no minimum.
    let top = OptimalControl::new(&resting, 9, Quadratic::effort([-1.0]))
        .solve()
        .expect("a stationary motion");
    assert!(!top.is_minimum && top.gains.is_empty());
    let wild = OptimalControl::new(&resting, 9, Quadratic::effort([f64::NAN])).solve();
    assert_eq!(wild.expect_err("no number").why, Why::NotFinite);
}
