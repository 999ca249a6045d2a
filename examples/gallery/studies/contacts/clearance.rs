//! A slider-crank with clearance: corners that hit, chatter and slide, with the first impacts against located ones.

use extremal::prelude::*;

use super::Percussions;
use crate::by_hand::clearance::Clearance as ByHand;
use crate::by_hand::graph::{self, Point};
use crate::by_hand::located;
use crate::systems::clearance::{Clearance, MECHANISM, START};
use report::measure::log_slope;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const H: f64 = 1e-6;
/// Two impacts, shortly before the first accumulation.
const LOCATED: f64 = 0.00267;

const ABOUT: &str = "A slider-crank mechanism whose slider has play of a millimetre in its guide. Its four corners hit the guide, \
        bounce in ever shorter intervals, and then slide along it.";

/// A run, sampled.
struct Run {
    /// (t, height of the slider's centre and of each end of it, in mm)
    heights: [Curve; 3],
    energy: Curve,
    rises: f64,
    percussions: Percussions,
}

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(2);
    let run = progress.part("motion", || motion(progress.choose(0.12, 0.04)))?;
    let (first, errors) = progress.part("impacts", impacts)?;
    let exact = located::motion::<3, 6>(&ByHand, START.0, START.1, LOCATED, 2e-5);
    let located = exact.samples[exact.impacts[0]].t;
    let fastest = 200.0 * 0.05 + 25.0;
    let rows = vec![
        Row::number(
            "time of the first impact (ms), h = 1e-6",
            1e3 * located,
            1e3 * first,
            2e3 * H,
            "the root of the gap; the node after it",
        ),
        Row::number(
            "order of the distance of graphs (t, q, v/1000), two impacts",
            1.0,
            log_slope(&errors),
            0.4,
            "each impact is late by up to a step; where it lies between two nodes scatters the errors",
        ),
        Row::below(
            "penetration (mm)",
            1e3 * fastest * H,
            1e3 * run.percussions.penetration,
            "one step of a corner that moves with the slider and turns with it",
        ),
        Row::below(
            "largest rise of E of the nodes' momentum in a step, over E₀",
            1e-6,
            run.rises,
            "between impacts E oscillates with O(h²); impacts with e_T = 0 ≠ e_N may gain energy where friction acts, here 0.01",
        ),
        Row::noted(
            "iterations of the contact solver in steps with closed contacts, mean and worst",
            format!("{:.2} and {}", run.percussions.mean(), run.percussions.worst),
            "started from the percussions of the last step",
        ),
    ];
    Ok(Study {
        rows,
        plots: vec![heights(run.heights)?, energy(run.energy)?],
        facts: vec![
            FactsRow::of::<Clearance, Moreau>("slider with play", "Moreau"),
            FactsRow::of::<Clearance, VariationalMoreau>("slider with play", "VariationalMoreau"),
        ],
        ..Study::new(
            "clearance",
            "Slider-crank with clearance",
            ABOUT,
            include_str!("../../../clearance.rs"),
        )
    })
}

fn motion(span: f64) -> Outcome<Run> {
    let mut motion = Integrator::new(MECHANISM, SymmetricMoreau, H, START.0, START.1)?;
    let start = motion.energy();
    let mut run = Run {
        heights: Default::default(),
        energy: Vec::new(),
        rises: 0.0,
        percussions: Percussions::default(),
    };
    let (mut before, mut k) = (start, 0_u32);
    while motion.time() < span {
        let report = motion.step()?;
        run.percussions.meet(&report);
        let energy = report.energy(&MECHANISM);
        run.rises = run.rises.max((energy - before) / start);
        before = energy;
        if k.is_multiple_of(20) {
            let (t, q) = (1e3 * report.right.t, report.right.q);
            let centre = MECHANISM.l1 * q[0].sin() + MECHANISM.l2 * q[1].sin();
            for (curve, end) in run.heights.iter_mut().zip([0.0, -1.0, 1.0]) {
                curve.push((t, 1e3 * (centre + end * MECHANISM.a * q[2].sin())));
            }
            run.energy.push((t, energy));
        }
        k += 1;
    }
    Ok(run)
}

fn point(t: f64, q: &[f64], v: &[f64]) -> Point {
    let v = v.iter().map(|v| 1e-3 * v);
    [t].into_iter().chain(q.iter().copied()).chain(v).collect()
}

/// The time at which a corner first touches at h, and the distances of graphs by step size.
fn impacts() -> Outcome<(f64, Curve)> {
    let exact = located::motion::<3, 6>(&ByHand, START.0, START.1, LOCATED, 2e-5);
    let exact: Vec<Point> = exact.samples.iter().map(|s| point(s.t, &s.q, &s.v)).collect();
    let mut errors = Vec::new();
    for steps in [500_u32, 1000, 2000, 4000, 8000] {
        let h = LOCATED / f64::from(steps);
        let mut motion = Integrator::new(MECHANISM, Moreau, h, START.0, START.1)?;
        let mut points = vec![point(0.0, &START.0, &START.1)];
        for _ in 0..steps {
            let velocity = motion.step()?.velocity;
            points.push(point(
                motion.time(),
                motion.state().q.as_slice(),
                velocity.as_slice(),
            ));
        }
        errors.push((h, graph::distance(&points, &exact, 1e-4 + 20.0 * h)));
    }
    let mut motion = Integrator::new(MECHANISM, Moreau, H, START.0, START.1)?;
    let first = loop {
        let report = motion.step()?;
        if report.gaps.iter().any(|gap| *gap <= 0.0) {
            break report.right.t;
        }
    };
    Ok((first, errors))
}

fn heights([centre, rear, front]: [Curve; 3]) -> Outcome<Plot> {
    let end = centre.last().map_or(0.0, |point| point.0);
    let mut chart = Chart::new("t (ms)", "height in the guide (mm)");
    chart.dashed("guide", GREY, vec![(0.0, 1.0), (end, 1.0)]);
    chart.dashed("", GREY, vec![(0.0, -1.0), (end, -1.0)]);
    chart.line("rear of the slider", COLOURS[1], rear);
    chart.line("front", COLOURS[2], front);
    chart.line("centre", COLOURS[0], centre);
    chart.render(
        "heights",
        "How far both ends of the slider are off the middle of the guide, which has a millimetre of play.",
    )
}

fn energy(curve: Curve) -> Outcome<Plot> {
    let mut chart = Chart::new("t (ms)", "energy (J)");
    chart.line("", COLOURS[0], curve);
    chart.render(
        "energy",
        "The energy of the nodes' momentum: impacts take it in steps, friction in between.",
    )
}
