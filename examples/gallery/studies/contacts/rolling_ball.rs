//! A ball that slides with spin and then rolls: the time of sticking in closed form, with friction in two directions.

use extremal::prelude::*;

use super::Percussions;
use crate::systems::rolling_ball::RollingBall;
use report::plot::{COLOURS, Chart, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const BALL: RollingBall = RollingBall {
    m: 0.17,
    radius: 0.028,
    g: 9.81,
    mu: 0.2,
};
const START: [f64; 6] = [0.0, 0.0, BALL.radius, 0.0, 0.0, 0.0];
/// Forward, with a spin that pushes to the side.
const VELOCITY: [f64; 6] = [2.0, 0.0, 0.0, -60.0, 0.0, 0.0];
const SPAN: f64 = 0.6;

const ABOUT: &str = "A ball is thrown onto a floor with side spin. Its slip keeps its direction and shrinks at a constant rate, so \
        that the path is a parabola until the ball rolls, and a straight line from then on.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(2);
    let (time, velocity) = BALL.rolls(&VELOCITY);
    let h = 1e-4;
    let mut percussions = Percussions::default();
    let (end, rolls) = progress.part("sliding", || end(h, &mut percussions))?;
    let errors = progress.part("errors", || -> Outcome<Vec<f64>> {
        let exact = exact(SPAN);
        // Ratios of the sticking time that are not whole, so that each lies in another place of its step.
        let counts = [150_u32, 310, 620, 1270, 2530];
        counts
            .iter()
            .map(|&steps| {
                let h = SPAN / f64::from(steps);
                let q = self::end(h, &mut Percussions::default())?.0.q;
                let unit = BALL.mu * BALL.g * h * h / 8.0;
                Ok((q[0] - exact.0).hypot(q[1] - exact.1) / unit)
            })
            .collect()
    })?;
    let v = BALL.velocity(SPAN, &end.q, &end.p)?;
    let rows = vec![
        Row::number(
            "time from which the ball rolls, h = 0.0001",
            time,
            rolls,
            1.5 * h,
            "2 |slip|/(7 μ g), seen at the end of a step",
        ),
        Row::number(
            "velocity of rolling, x",
            velocity[0],
            v[0],
            1e-12,
            "the angular momentum about the floor is kept by all steps: only rounding remains",
        ),
        Row::number("velocity of rolling, y", velocity[1], v[1], 1e-12, "as above"),
        Row::below(
            "largest error of the position at t = 0.6 over μ g h²/8, five step sizes",
            1.001,
            errors.into_iter().fold(0.0, f64::max),
            // It begins to roll at the part s of a step. A step has the velocity of its middle: for s < ½ that of rolling, which leaves
            // μ g (s h)²/2, and else the one of sliding, which leaves μ g ((1 − s) h)²/2.
            "steps are exact for constant forces, but for the one in which the ball begins to roll: μ g h²/8 if in its middle",
        ),
        Row::below(
            "largest work of the percussions (J)",
            1e-20,
            percussions.work,
            "friction takes energy in each step; where the ball rolls, the slip and the friction are rounding, and so is their work",
        ),
        Row::noted(
            "iterations of the contact solver, mean",
            format!("{:.2}", percussions.mean()),
            "one contact, started from the percussion of the last step",
        ),
    ];
    Ok(Study {
        rows,
        plots: vec![path(h)?],
        facts: vec![FactsRow::of::<RollingBall, Moreau>("ball with spin", "Moreau")],
        ..Study::new(
            "rolling_ball",
            "Sliding and rolling ball",
            ABOUT,
            include_str!("../../../rolling_ball.rs"),
        )
    })
}

/// The place at `t`.
fn exact(t: f64) -> (f64, f64) {
    let (time, rolling) = BALL.rolls(&VELOCITY);
    let slid = t.min(time);
    let place = |k: usize| {
        // From the velocity at the start to that of rolling, at a constant rate.
        let mean = VELOCITY[k] + 0.5 * (rolling[k] - VELOCITY[k]) * slid / time;
        mean * slid + rolling[k] * (t - slid)
    };
    (place(0), place(1))
}

/// The end, and the time from which the ball rolls.
fn end(h: f64, percussions: &mut Percussions) -> Outcome<(extremal::StateOf<RollingBall>, f64)> {
    let mut motion = Integrator::new(BALL, Moreau, h, START, VELOCITY)?;
    let mut rolls = f64::NAN;
    while motion.time() < SPAN - 0.5 * h {
        let report = motion.step()?;
        percussions.meet(&report);
        if rolls.is_nan() && report.after[1].hypot(report.after[2]) < 1e-9 {
            rolls = motion.time();
        }
    }
    Ok((motion.state(), rolls))
}

fn path(h: f64) -> Outcome<Plot> {
    let mut motion = Integrator::new(BALL, Moreau, h, START, VELOCITY)?;
    let mut computed = vec![(0.0, 0.0)];
    for k in 1..=6000 {
        motion.step()?;
        if k % 300 == 0 {
            let q = motion.state().q;
            computed.push((q[0], q[1]));
        }
    }
    let (time, _) = BALL.rolls(&VELOCITY);
    let line = (0..=300).map(|k| exact(f64::from(k) * 2e-3)).collect();
    let mut chart = Chart::new("x", "y");
    chart.line("exact", GREY, line);
    chart.points("Moreau, every 300th step", COLOURS[0], computed);
    chart.points("begins to roll", COLOURS[1], vec![exact(time)]);
    chart.render(
        "path",
        "The path of the ball over the floor: a parabola while it slides, then a straight line.",
    )
}
