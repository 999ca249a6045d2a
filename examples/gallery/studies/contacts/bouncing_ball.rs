//! A ball through the accumulation of its impacts: figure 2 of the paper, and the two energies of a node.

use extremal::prelude::*;

use super::Percussions;
use crate::by_hand::ball::Ball;
use crate::by_hand::graph;
use crate::systems::bouncing_ball::BouncingBall;
use report::measure::log_slope;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

/// The parameters of figure 2.
const BALL: BouncingBall = BouncingBall {
    m: 0.1,
    g: 9.81,
    e: 0.75,
};
const EXACT: Ball = Ball {
    m: BALL.m,
    g: BALL.g,
    restitution: BALL.e,
};
const H: f64 = 1e-3;

const ABOUT: &str = "A ball that falls on a floor: infinitely many impacts before it rests. The schemes of Moreau do not locate \
        an impact, so that steps of constant size pass their accumulation.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(3);
    let mut rows = progress.part("bounces", bounces)?;
    rows.extend(progress.part("energies", energies)?);
    let errors = progress.part("graphs", graph_errors)?;
    rows.push(Row::number(
        "order of the distance of graphs (t, q, v), Moreau",
        1.0,
        log_slope(&errors),
        0.2,
        "an impact is late by up to a step; where it lies between two nodes scatters the errors",
    ));
    Ok(Study {
        rows,
        plots: vec![heights()?, convergence(errors)?],
        facts: vec![
            FactsRow::of::<BouncingBall, Moreau>("bouncing ball", "Moreau"),
            FactsRow::of::<BouncingBall, SymmetricMoreau>("bouncing ball", "SymmetricMoreau"),
        ],
        ..Study::new(
            "bouncing_ball",
            "Bouncing ball, an accumulation of impacts",
            ABOUT,
            include_str!("../../../bouncing_ball.rs"),
        )
    })
}

fn bounces() -> Outcome<Vec<Row>> {
    let mut motion = Integrator::new(BALL, Moreau, H, [1.0], [0.0])?;
    let (mut percussions, mut tops, mut top) = (Percussions::default(), Vec::new(), 0.0_f64);
    while motion.time() < 4.0 {
        let report = motion.step()?;
        percussions.meet(&report);
        top = top.max(motion.state().q[0]);
        if report.percussions[0] > 0.0 && report.velocity[0] > 0.5 {
            tops.push(top);
            top = 0.0;
        }
    }
    let rebound = (tops[3] / tops[1]).sqrt();
    let speed = (2.0 * BALL.g).sqrt();
    Ok(vec![
        Row::number(
            "height of a bounce over that of the one before, h = 0.001",
            BALL.e.powi(2),
            rebound,
            0.02,
            "e², up to the height that the ball has at the node of an impact",
        ),
        Row::below(
            "penetration",
            speed * H,
            percussions.penetration,
            "one step of the fastest fall: an impact is part of the step after the one that closes the gap",
        ),
        Row::below(
            format!(
                "speed at t = 4, after the accumulation at t = {:.3}",
                BALL.rests_at(1.0)
            ),
            1e-15,
            motion.velocity()?[0].abs(),
            "the ball rests: its weight is carried by the percussion of each step",
        )
        .says("passes the accumulation"),
        Row::below(
            "largest work ½ P (γ⁺ + γ⁻) of a percussion on the approaching ball",
            0.0,
            percussions.work,
            "½ P γ⁻ (1 − e) with γ⁻ ≤ 0",
        ),
    ])
}

/// E before the first impact: of the momentum on the right of a node, and of the velocity of the step.
fn energies() -> Outcome<Vec<Row>> {
    let mut motion = Integrator::new(BALL, SymmetricMoreau, H, [1.0], [0.0])?;
    let energy = motion.energy();
    let (mut of_momentum, mut of_velocity) = (0.0_f64, (0.0, 0.0));
    for k in 0..400 {
        let report = motion.step()?;
        of_momentum = of_momentum.max((report.energy(&BALL) - energy).abs());
        let q = report.right.q[0];
        let kinetic = 0.5 * BALL.m * report.velocity[0].powi(2);
        let of_step = kinetic + BALL.m * BALL.g * q;
        if k == 100 {
            of_velocity.0 = of_step;
        }
        of_velocity.1 = of_step;
    }
    // From step 100 to step 399.
    let rise = (of_velocity.1 - of_velocity.0) / 299.0 / (0.5 * BALL.m * (BALL.g * H).powi(2));
    Ok(vec![
        Row::below(
            "largest change of E of the nodes' momentum in free fall, SymmetricMoreau",
            400.0 * f64::EPSILON * energy,
            of_momentum,
            "the steps are exact for a constant force; rounding of 400 steps remains",
        ),
        Row::number(
            "rise of E(q_k, u_k) per step in free fall, over ½ m (g h)²",
            1.0,
            rise,
            1e-6,
            "u_k is the velocity of the step after q_k: of a free fall E rises in each step, and impacts take it back",
        ),
    ])
}

fn nodes(h: f64, span: f64) -> Outcome<Vec<graph::Point>> {
    let mut motion = Integrator::new(BALL, Moreau, h, [1.0], [0.0])?;
    let mut points = vec![vec![0.0, 1.0, 0.0]];
    while motion.time() < span - 0.5 * h {
        let velocity = motion.step()?.velocity[0];
        points.push(vec![motion.time(), motion.state().q[0], velocity]);
    }
    Ok(points)
}

/// Up to t = 2, by step size.
fn graph_errors() -> Outcome<Curve> {
    let span = 2.0;
    let exact = (0..=200_000).map(|k| {
        let t = f64::from(k) * span / 2e5;
        let (height, velocity) = EXACT.dropped(1.0, t);
        vec![t, height, velocity]
    });
    let exact: Vec<_> = exact.collect();
    let mut errors = Vec::new();
    for steps in [500_u32, 1000, 2000, 4000, 8000] {
        let h = span / f64::from(steps);
        errors.push((h, graph::distance(&nodes(h, span)?, &exact, 5.0 * h)));
    }
    Ok(errors)
}

fn heights() -> Outcome<Plot> {
    let nodes = nodes(H, 4.0)?;
    let computed: Curve = nodes
        .iter()
        .step_by(8)
        .map(|point| (point[0], point[1]))
        .collect();
    let exact = (0..=2000).map(|k| f64::from(k) * 2e-3);
    let exact: Curve = exact.map(|t| (t, EXACT.dropped(1.0, t).0)).collect();
    let mut chart = Chart::new("t", "height");
    chart.line("exact", GREY, exact);
    chart.dots("Moreau, h = 0.001", COLOURS[0], computed);
    Ok(chart
        .render(
            "height",
            "The height of the ball: every eighth node on the exact curve. Infinitely many impacts lie before t = 3.161.",
        )?
        .figure("Moreau-type integrators, figure 2"))
}

fn convergence(errors: Curve) -> Outcome<Plot> {
    let mut chart = Chart::new("step size h", "distance of the graphs").log_log();
    chart.line_points("Moreau", COLOURS[0], errors.clone());
    chart.reference_slope(1, &errors);
    chart.render(
        "order",
        "Hausdorff's distance between computed and exact motion as sets of points (t, q, v), with jumps of v filled.",
    )
}
