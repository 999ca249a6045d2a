//! Optimal motions whose ends are on curves, or whose durations are free, beside published numbers: an orbit that is raised, and
//! a point that is steered.

use std::f64::consts::{FRAC_PI_2, PI};

use extremal::function::from_parts;
use extremal::planning::{At, Expansion, FreeParameters, OptimalControl, Plan, Quadratic};
use extremal::prelude::*;

use report::plot::{COLOURS, Chart, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

/// A satellite with a thrust of constant size, while it loses mass; the input is the angle of the thrust above the horizon.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r, theta),
    inputs(u),
    let thrust = 0.1405 / (1.0 - 0.0749 * t),
    kinetic = 0.5 * dt(r).powi(2) + 0.5 * (r * dt(theta)).powi(2),
    potential = -1.0 / r,
    force(r = thrust * sin(u), theta = thrust * r * cos(u)),
    discretize(Midpoint),
)]
struct Satellite;

/// A point that a force of size 100 steers, in a time whose unit is the duration; the input is the angle of the force.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    inputs(u),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)) / duration,
    force(x = 100.0 * duration * cos(u), y = 100.0 * duration * sin(u)),
    sensitivities(duration),
    discretize(Midpoint),
)]
struct Steered {
    duration: f64,
}

const ABOUT: &str = "The largest circle that a satellite reaches in 3.32 units of time, from A. E. Bryson and Y.-C. Ho, Applied \
    Optimal Control (1975), section 2.5, which has 1.525; and the shortest time in which a point comes to y = 5 with the velocity \
    (45, 0), a problem of COPS, which has 0.554577 with 200 trapezoids. More digits are from collocation of high order. The circle \
    is a function of the end that is zero, and the duration a parameter that is free. Both are extrapolated from two numbers of \
    steps, as the error is a multiple of h².";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(2);
    let [coarse, raised] = progress.part("an orbit is raised", || twice(raise))?;
    let [slow, steered] = progress.part("a point is steered", || twice(steer))?;
    let limit = |coarse: f64, fine: f64| (4.0 * fine - coarse) / 3.0;
    let reason = "terms of fourth order in h";
    Ok(Study {
        rows: vec![
            Row::number(
                "radius of the orbit".to_owned(),
                1.525_277_7,
                limit(-coarse.cost, -raised.cost),
                2e-6,
                reason,
            ),
            Row::number(
                "shortest time of the point".to_owned(),
                0.554_570_878_335,
                limit(slow.cost, steered.cost),
                1e-6,
                reason,
            ),
        ],
        plots: vec![orbit(&raised)?, way(&steered)?],
        facts: vec![FactsRow::of::<Satellite, Midpoint>("satellite", "Midpoint")],
        ..Study::new(
            "steering",
            "Optimal motions: ends on curves, and free durations",
            ABOUT,
            include_str!("steering.rs"),
        )
    })
}

/// In 50 steps, and in 100.
fn twice<T>(plan: impl Fn(usize) -> Outcome<T>) -> Outcome<[T; 2]> {
    Ok([plan(50)?, plan(100)?])
}

/// `p_r = 0` and `p_θ² = r` is a circle, as the speed there is `p_θ/r = 1/√r`.
fn raise(steps: usize) -> Outcome<Plan<Satellite, 4, 1>> {
    let circling = Integrator::new(Satellite, Midpoint, 3.32 / steps as f64, [1.0, 0.0], [0.0, 1.0])?;
    let nothing = |_: &At<f64, 4, 1>, _: &mut Expansion<f64, 4, 1>| {};
    let highest = |at: &At<f64, 4, 1>, to: &mut Expansion<f64, 4, 1>| {
        to.value -= at.z[0];
        to.by_state[0] -= 1.0;
    };
    let circle = from_parts(
        |[r, _, _, p]: [f64; 4]| p * p - r,
        |[_, _, _, p]| [-1.0, 0.0, 0.0, 2.0 * p],
        |_| {
            let mut second = [[0.0; 4]; 4];
            second[3][3] = 2.0;
            second
        },
    );
    let guess = |k: usize| {
        let part = k as f64 / steps as f64;
        let speed = 0.2 * f64::sin(PI * part);
        (
            [1.0 + 0.5 * part, 2.5 * part, speed, 1.0 + 0.2 * part],
            [0.5 + 5.0 * part],
        )
    };
    let plan = OptimalControl::new(&circling, steps, (nothing, highest))
        .ending_with([None, None, Some(0.0), None])
        .ending_where(circle)
        .guess(guess);
    Ok(plan.solve()?)
}

/// From a motion whose angle falls evenly.
fn steer(steps: usize) -> Outcome<Plan<Steered, 4, 1>> {
    let h = 1.0 / steps as f64;
    let resting = Integrator::new(Steered { duration: 0.6 }, Midpoint, h, [0.0; 2], [0.0; 2])?;
    let angle = |k: usize| 0.9 - 1.8 * k as f64 * h;
    let mut motion = resting.clone();
    let mut nodes = vec![[0.0; 4]];
    for k in 0..steps {
        motion.step_with([angle(k)])?;
        let State { q, p, .. } = motion.state();
        nodes.push([q[0], q[1], p[0], p[1]]);
    }
    let time = from_parts(|[duration]: [f64; 1]| duration, |_| [1.0], |_| [[0.0]]);
    let free = FreeParameters::new([0.6], |[duration]| Steered { duration })
        .within([0.01], [10.0])
        .costing(time);
    let plan = OptimalControl::new(&resting, steps, Quadratic::effort([0.0]))
        .freeing(free)
        .ending_with([None, Some(5.0), Some(45.0), Some(0.0)])
        .inputs_within([-FRAC_PI_2], [FRAC_PI_2])
        .guess(|k| (nodes[k], [angle(k)]));
    Ok(plan.solve()?)
}

fn orbit(plan: &Plan<Satellite, 4, 1>) -> Outcome<Plot> {
    let mut chart = Chart::new("x", "y").equal();
    let place = |r: f64, theta: f64| (r * theta.cos(), r * theta.sin());
    let circle = |r: f64| (0..=100).map(|k| place(r, 0.02 * PI * f64::from(k))).collect();
    let end = plan.states.last().map_or(1.0, |state| state.q[0]);
    chart.line("", COLOURS[2], circle(1.0));
    chart.line("", COLOURS[2], circle(end));
    let way = plan.states.iter().map(|state| place(state.q[0], state.q[1]));
    chart.line("the satellite", COLOURS[0], way.collect());
    for (state, u) in plan.states.iter().zip(&plan.inputs).step_by(5) {
        let (x, y) = place(state.q[0], state.q[1]);
        // Above the horizon, which is a right angle ahead of the radius.
        let direction = state.q[1] + FRAC_PI_2 - u[0];
        let tip = (x + 0.15 * direction.cos(), y + 0.15 * direction.sin());
        chart.line("", COLOURS[1], vec![(x, y), tip]);
    }
    chart.render(
        "orbit",
        "From one circle to the largest one, with the direction of the thrust at every fifth of 100 steps.",
    )
}

fn way(plan: &Plan<Steered, 4, 1>) -> Outcome<Plot> {
    let mut chart = Chart::new("x in m", "y in m");
    let way = plan.states.iter().map(|state| (state.q[0], state.q[1]));
    chart.line("the point", COLOURS[0], way.collect());
    chart.render(
        "way",
        "The way of the point in the shortest time, from rest at the origin.",
    )
}
