//! A rocking block: times and angular velocities of its impacts against Housner's formulas.

use extremal::prelude::*;

use super::Percussions;
use crate::by_hand::rocking::Rocking;
use crate::systems::rocking_block::RockingBlock;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const BLOCK: RockingBlock = RockingBlock {
    m: 1.0,
    b: 0.1,
    d: 0.4,
    g: 9.81,
    mu: 0.8,
};
const EXACT: Rocking = Rocking {
    half_width: BLOCK.b,
    half_height: BLOCK.d,
    g: BLOCK.g,
    friction: BLOCK.mu,
};
const TILT: f64 = 0.15;
const H: f64 = 1e-4;

const ABOUT: &str = "A slender block with two corner contacts, let go at an angle. Housner's ratio of angular velocities and the \
        times of the impacts follow from percussions and friction; nothing about rocking is declared.";

/// θ by time, and time and angular velocity of each impact.
struct Run {
    angles: Curve,
    impacts: Vec<(f64, f64)>,
    percussions: Percussions,
}

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(1);
    let run = progress.part("rocking", || rock(H))?;
    let exact = EXACT.impacts(TILT, 6);
    let late = run
        .impacts
        .iter()
        .zip(&exact)
        .map(|(found, exact)| (found.0 - exact.0).abs() / exact.0);
    let ratios = run.impacts.windows(2).map(|pair| pair[1].1 / pair[0].1);
    let off = ratios.map(|ratio| (ratio - BLOCK.ratio()).abs());
    let rows = vec![
        Row::below(
            "times of six impacts: largest relative error, h = 0.0001",
            2.4e-3,
            late.fold(0.0, f64::max),
            "located impacts of the rotation about a corner; each of six is late by a step or two of 1e-4 in half a second",
        ),
        Row::below(
            "ratios of angular velocities at successive impacts: largest distance from 1 − 3/2 sin² α",
            5e-3,
            off.fold(0.0, f64::max),
            "θ̇ changes by 4e-4 in a step, and the first percussion after an impact stops the rest of the fall",
        ),
        Row::below(
            "largest work of percussions, approaching corners",
            1e-14,
            run.percussions.work,
            "one restitution, e = e_T = 0: the work is not positive, up to rounding of terms of one",
        ),
        Row::number(
            "quarter period for small angles, acosh(1/(1 − θ₀/α))/p, over the located one",
            1.0,
            EXACT.quarter_period(TILT) / exact[0].0,
            1e-2,
            "sin α differs from α = 0.245 by a hundredth",
        ),
    ];
    Ok(Study {
        rows,
        plots: vec![plot(run.angles, &exact)?],
        facts: vec![FactsRow::of::<RockingBlock, Moreau>("rocking block", "Moreau")],
        ..Study::new(
            "rocking_block",
            "Rocking block",
            ABOUT,
            include_str!("../../../rocking_block.rs"),
        )
    })
}

fn rock(h: f64) -> Outcome<Run> {
    let mut motion = Integrator::new(BLOCK, Moreau, h, BLOCK.tilted(TILT), [0.0; 3])?;
    let mut run = Run {
        angles: vec![(0.0, TILT)],
        impacts: Vec::new(),
        percussions: Percussions::default(),
    };
    let (mut before, mut crossed) = (TILT, None);
    for k in 1..28_000 {
        let report = motion.step()?;
        run.percussions.meet(&report);
        // Both corners are closed at the node in which the sign changes; the impact is in the step after it.
        if let Some(t) = crossed.take() {
            run.impacts.push((t, report.velocity[2].abs()));
        }
        let State { t, q, .. } = motion.state();
        if q[2] * before < 0.0 {
            crossed = Some(t);
        }
        before = q[2];
        if k % 40 == 0 {
            run.angles.push((t, q[2]));
        }
    }
    Ok(run)
}

fn plot(angles: Curve, exact: &[(f64, f64)]) -> Outcome<Plot> {
    let impacts = exact.iter().map(|(t, _)| (*t, 0.0)).filter(|(t, _)| *t < 2.8);
    let mut chart = Chart::new("t", "angle θ");
    chart.line("Moreau, h = 0.0001", COLOURS[0], angles);
    chart.points("impacts of Housner's model", GREY, impacts.collect());
    chart.render(
        "angle",
        "The block rocks from corner to corner, ever faster, and loses a sixth of its energy at each impact.",
    )
}
