//! Plans end at the optimum, also where weights or the origin make the sizes of summands far larger than the cost.

use extremal::function::from_parts;
use extremal::planning::{At, Expansion, OptimalControl, Plan, Quadratic, Unplanned, Why};
use extremal::prelude::*;

use crate::systems::Block;

const N: usize = 50;

/// A block that is moved by one in one second with a cost of `h (u² + u⁴)`, and is held at its end by a weight.
fn moved(from: f64, weight: f64) -> Plan<Block, 2, 1> {
    let motion = Integrator::new(Block, Midpoint, 1.0 / N as f64, [from], [0.0]).expect("a start");
    let running = |at: &At<f64, 2, 1>, to: &mut Expansion<f64, 2, 1>| {
        let (h, u) = (at.h, at.u[0]);
        to.value += h * (u * u + u.powi(4));
        to.by_inputs[0] += h * (2.0 * u + 4.0 * u.powi(3));
        to.second.inputs[(0, 0)] += h * (2.0 + 12.0 * u * u);
    };
    let terminal = move |at: &At<f64, 2, 1>, to: &mut Expansion<f64, 2, 1>| {
        let (x, p) = (at.z[0] - (from + 1.0), at.z[1]);
        to.value += 0.5 * weight * (x * x + p * p);
        to.by_state[0] += weight * x;
        to.by_state[1] += weight * p;
        to.second.state[(0, 0)] += weight;
        to.second.state[(1, 1)] += weight;
    };
    OptimalControl::new(&motion, N, (running, terminal))
        .solve()
        .expect("a plan")
}

/// A weight w lets the end go for λ²/(2 w), of λ = 4 J for a cost of degree four: 2e-3 J at 1e6, and the momentum as much.
#[test]
fn heavy_weights_and_far_origins_leave_the_optimum_where_it_is() {
    let near = moved(0.0, 1e6);
    assert!(near.is_minimum && near.iterations > 3);
    for from in [1.0, -30.0, 2000.0, 1e5] {
        let far = moved(from, 1e6);
        // Coordinates of 1e5 are rounded to 1e-11, which a weight of 1e6 makes 1e-5 of a force of 6, and 1e-5² of J.
        assert!(
            (far.cost - near.cost).abs() < 1e-7 * near.cost,
            "{from}: {} {}",
            far.cost,
            near.cost
        );
        for (far, near) in far.inputs.iter().zip(&near.inputs) {
            assert!((far[0] - near[0]).abs() < 1e-3, "{from}: {} {}", far[0], near[0]);
        }
    }
    for weight in [1e8, 1e10, 1e12] {
        let heavy = moved(0.0, weight);
        assert!(
            (heavy.cost / near.cost - 1.0).abs() < 5e-3,
            "{weight}: {} {}",
            heavy.cost,
            near.cost
        );
    }
}

/// As above with bounds that act, whose barriers are small beside the cost as well.
#[test]
fn bounds_do_not_hide_the_optimum() {
    let bounded = |from: f64, weight: f64| {
        let motion = Integrator::new(Block, Midpoint, 1.0 / N as f64, [from], [0.0]).expect("a start");
        let running = |at: &At<f64, 2, 1>, to: &mut Expansion<f64, 2, 1>| {
            to.value += at.h * at.u[0] * at.u[0];
            to.by_inputs[0] += 2.0 * at.h * at.u[0];
            to.second.inputs[(0, 0)] += 2.0 * at.h;
        };
        let terminal = move |at: &At<f64, 2, 1>, to: &mut Expansion<f64, 2, 1>| {
            for (k, goal) in [from + 1.0, 0.0].into_iter().enumerate() {
                let miss = at.z[k] - goal;
                to.value += 0.5 * weight * miss * miss;
                to.by_state[k] += weight * miss;
                to.second.state[(k, k)] += weight;
            }
        };
        let plan = OptimalControl::new(&motion, N, (running, terminal)).inputs_within([-4.5], [4.5]);
        plan.solve().expect("a plan")
    };
    let resting = Integrator::new(Block, Midpoint, 1.0 / N as f64, [0.0], [0.0]).expect("a start");
    let hard = OptimalControl::new(&resting, N, Quadratic::effort([1.0]));
    let hard = hard
        .ending_at([1.0], [0.0])
        .inputs_within([-4.5], [4.5])
        .solve()
        .expect("a plan");
    assert!(!hard.active.is_empty());
    // λ = 2 J lets the end go for λ²/(2 w), 2.5e-5 J at 1e6, and the momentum as much.
    for (from, weight) in [
        (0.0, 1e6),
        (0.0, 1e8),
        (0.0, 1e10),
        (0.0, 1e12),
        (30.0, 1e6),
        (2000.0, 1e6),
    ] {
        let plan = bounded(from, weight);
        let part = plan.cost / hard.cost - 1.0;
        assert!(
            part.abs() < 2e-4 && plan.is_minimum,
            "{from} {weight}: {} for {}",
            plan.cost,
            hard.cost
        );
    }
}

/// A condition that is far from linear, from guesses far from it: penalties follow.
#[test]
fn verdicts_do_not_depend_on_the_guess() {
    let motion = Integrator::new(Block, Midpoint, 1.0 / 30.0, [0.0], [0.0]).expect("a start");
    for guess in [1.1, 3.0, 10.0, 30.0] {
        let fourth = from_parts(
            |[_, p]: [f64; 2]| (p.powi(4) - 1.0) / 4.0,
            |[_, p]| [0.0, p.powi(3)],
            |[_, p]| [[0.0, 0.0], [0.0, 3.0 * p * p]],
        );
        let plan = OptimalControl::new(&motion, 30, Quadratic::effort([1.0]))
            .ending_where(fourth)
            .guess(|k| ([0.0, guess * k as f64 / 30.0], [0.0]));
        let plan = plan.solve().expect("a plan");
        // Least effort for a momentum of one in one second.
        assert!(
            (plan.cost - 1.0).abs() < 1e-8 && plan.is_minimum,
            "{guess}: {plan:?}"
        );
    }
}

/// A plan that is one already has the gains and the verdict of the search that found it.
#[test]
fn a_plan_that_is_there_at_once_has_its_gains() {
    let motion = Integrator::new(Block, Midpoint, 1.0 / N as f64, [0.0], [0.0]).expect("a start");
    let planned = || OptimalControl::new(&motion, N, Quadratic::effort([1.0])).ending_at([1.0], [0.0]);
    let plan = planned().solve().expect("a plan");
    let again = planned().warm_start(&plan, 0).solve().expect("the same plan");
    assert_eq!(again.iterations, 0);
    assert!(again.is_minimum && plan.is_minimum);
    // Which weight holds the end is chosen by the first direction, for both of them: of one linear problem.
    for (again, gain) in again.gains.iter().zip(&plan.gains) {
        assert!(
            (again - gain).amax() <= 1e-6 * gain.amax() && gain.amax() > 0.0,
            "{again} {gain}"
        );
    }

    let at_rest = OptimalControl::new(&motion, N, Quadratic::effort([1.0])).ending_at([0.0], [0.0]);
    let at_rest = at_rest.solve().expect("a plan");
    assert_eq!(at_rest.iterations, 0);
    assert!(at_rest.gains.iter().all(|gain| gain.amax() > 0.0));
}

#[test]
fn second_derivatives_that_are_no_numbers_are_named() {
    let motion = Integrator::new(Block, Midpoint, 0.1, [0.0], [0.0]).expect("a start");
    let running = |at: &At<f64, 2, 1>, to: &mut Expansion<f64, 2, 1>| {
        to.value += at.u[0] * at.u[0];
        to.by_inputs[0] += 2.0 * at.u[0];
        to.second.inputs[(0, 0)] += 2.0;
        to.second.inputs_by_state[(0, 1)] = f64::NAN;
    };
    for steps in [1, 5] {
        let plan = OptimalControl::new(&motion, steps, running)
            .inputs_within([-1.0], [1.0])
            .solve();
        assert!(
            matches!(
                plan,
                Err(Unplanned {
                    why: Why::NotFinite,
                    ..
                })
            ),
            "{plan:?}"
        );
    }
}
