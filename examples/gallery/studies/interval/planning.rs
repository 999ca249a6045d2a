//! Optimal motions beside published numbers: a pole that swings up, a block, a bound, a pendulum on a slider.

use std::f64::consts::PI;

use extremal::planning::{OptimalControl, Plan, Quadratic};
use extremal::prelude::*;

use report::plot::{COLOURS, Chart, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

/// Kelly's pole on a cart.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, angle),
    inputs(force),
    let bob = [x + 0.5 * sin(angle), -0.5 * cos(angle)],
    kinetic = 0.5 * dt(x).powi(2) + 0.15 * dt(bob).norm_squared(),
    potential = 2.943 * bob[1],
    force(x = force),
    discretize(Midpoint),
)]
struct Cart;

/// The slider with a pendulum of bioptim's tests.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(y, angle),
    inputs(force),
    let com = [y + 0.0688 * cos(angle) + 0.9542 * sin(angle), 0.0688 * sin(angle) - 0.9542 * cos(angle)],
    kinetic = 0.5 * dt(com).norm_squared() + 0.5 * 0.0391 * dt(angle).powi(2),
    potential = 9.81 * com[1],
    force(y = force),
    discretize(Verlet),
)]
struct Slider;

/// A block on a plane.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(coordinates(x), inputs(force), kinetic = 0.5 * dt(x).powi(2), force(x = force), discretize(Midpoint))]
struct Block;

const FREE: f64 = f64::INFINITY;

/// The angle at the end in the tests of bioptim.
#[expect(clippy::approx_constant, reason = "the number of the reference")]
const UPRIGHT: f64 = 3.14;

const ABOUT: &str = "Inputs of least effort, with the steps of the schemes as constraints. M. Kelly, An introduction to trajectory \
    optimization, SIAM Review 59 (2017), has the pole on a cart and the block; the digits of the pole are from CasADi with Ipopt on \
    the same discrete problem, written from the discrete Lagrangian. The pendulum on a slider is a test of bioptim \
    (test_variational_integrator_examples.py), whose solver relaxes bounds by 1e-8. The optimum of Bryson and Denham, \
    4/(9 l) with l = 1/9, is that of continuous inputs.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(6);
    let mut rows = Vec::new();
    let mut swings = Vec::new();
    for (steps, cost) in [(25, 61.725232800), (100, 58.989874440), (1000, 58.809489039)] {
        swings.push((
            progress.part("a pole swings up", || swing_up(steps))?,
            steps,
            cost,
        ));
    }
    for (plan, steps, cost) in &swings {
        rows.push(Row::number(
            format!("effort of the pole, {steps} steps"),
            *cost,
            plan.cost,
            2e-9,
            "nine decimals are given, and a tolerance of 1e-9",
        ));
    }
    rows.push(progress.part("a block", block)?);
    rows.push(progress.part("a bound", bryson_denham)?);
    rows.extend(progress.part("a slider", slider)?);
    Ok(Study {
        rows,
        plots: vec![inputs(&swings[1].0)?, motion(&swings[1].0)?],
        facts: vec![FactsRow::of::<Cart, Midpoint>("pole on a cart", "Midpoint")],
        ..Study::new(
            "planning",
            "Optimal motions: the least effort, with bounds",
            ABOUT,
            include_str!("planning.rs"),
        )
    })
}

fn swing_up(steps: usize) -> Outcome<Plan<Cart, 4, 1>> {
    let hanging = Integrator::new(Cart, Midpoint, 2.0 / steps as f64, [0.0, 0.0], [0.0, 0.0])?;
    let plan = OptimalControl::new(&hanging, steps, Quadratic::effort([1.0]))
        .ending_at([1.0, PI], [0.0, 0.0])
        .coordinates_within([-2.0, -FREE], [2.0, FREE])
        .inputs_within([-20.0], [20.0]);
    Ok(plan.solve()?)
}

fn block() -> Outcome<Row> {
    let resting = Integrator::new(Block, Midpoint, 0.02, [0.0], [0.0])?;
    let plan = OptimalControl::new(&resting, 50, Quadratic::effort([1.0]));
    let found = plan.ending_at([1.0], [0.0]).solve()?.cost;
    Ok(Row::number(
        "effort of the block, 50 held inputs: 12 N²/(N² − 1)".to_owned(),
        12.0 * 2500.0 / 2499.0,
        found,
        1e-9,
        "a linear problem, to its tolerance",
    ))
}

/// Extrapolated to continuous inputs: the error is a multiple of h².
fn bryson_denham() -> Outcome<Row> {
    let cost = |steps: usize| -> Outcome<f64> {
        let moving = Integrator::new(Block, Midpoint, 1.0 / steps as f64, [0.0], [1.0])?;
        let plan = OptimalControl::new(&moving, steps, Quadratic::effort([0.5]))
            .ending_at([0.0], [-1.0])
            .coordinates_within([-FREE], [1.0 / 9.0]);
        Ok(plan.solve()?.cost)
    };
    let limit = (4.0 * cost(120)? - cost(60)?) / 3.0;
    Ok(Row::number(
        "effort below a ceiling, of 60 and 120 steps extrapolated".to_owned(),
        4.0,
        limit,
        1e-5,
        "terms of fourth order in h",
    ))
}

fn slider() -> Outcome<Vec<Row>> {
    let resting = Integrator::new(Slider, Verlet, 0.05, [0.0, 0.0], [0.0, 0.0])?;
    let plan = OptimalControl::new(&resting, 20, Quadratic::effort([1.0]))
        .ending_at([0.0, UPRIGHT], [0.0, 0.0])
        .coordinates_within([-1.0, -FREE], [5.0, FREE])
        .inputs_within([-100.0], [100.0])
        .solve()?;
    let middle = plan.states[10].q;
    let numbers = [
        ("y after 10 steps", -0.325653795765, middle[0]),
        ("angle after 10 steps", 0.514317755981, middle[1]),
        ("first force", 9.952650040830, plan.inputs[0][0]),
        ("last force", -24.871395482788, plan.inputs[19][0]),
    ];
    let rows = numbers.map(|(what, expected, computed)| {
        let reason = "relative; bounds of the reference are relaxed by 1e-8";
        Row::number(
            format!("pendulum on a slider, {what}"),
            expected,
            computed,
            1e-6 * f64::max(1.0, f64::abs(expected)),
            reason,
        )
    });
    Ok(rows.into())
}

fn inputs(plan: &Plan<Cart, 4, 1>) -> Outcome<Plot> {
    let mut chart = Chart::new("t in s", "force in N");
    let held = plan.inputs.iter().enumerate().flat_map(|(k, u)| {
        let h = plan.states[1].t - plan.states[0].t;
        [(h * k as f64, u[0]), (h * (k + 1) as f64, u[0])]
    });
    chart.line("", COLOURS[0], held.collect());
    chart.render(
        "force",
        "The force that swings up the pole, held over each of 100 steps.",
    )
}

fn motion(plan: &Plan<Cart, 4, 1>) -> Outcome<Plot> {
    let mut chart = Chart::new("m", "m").equal();
    let place = |q: &extremal::nalgebra::SVector<f64, 2>| (q[0] + 0.5 * q[1].sin(), -0.5 * q[1].cos());
    chart.line(
        "the bob",
        COLOURS[1],
        plan.states.iter().map(|state| place(&state.q)).collect(),
    );
    for state in plan.states.iter().step_by(5) {
        chart.line("", COLOURS[0], vec![(state.q[0], 0.0), place(&state.q)]);
    }
    chart.render(
        "swing",
        "The pole at every fifth of 100 steps, from hanging to standing, and the way of its bob.",
    )
}
