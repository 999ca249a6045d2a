//! Discs that fall into a box: 102 contacts with friction, and how their percussions are found until all rest.

use extremal::prelude::*;

use super::Percussions;
use crate::systems::discs::{Discs, start};
use report::animation::Animation;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const H: f64 = 5e-4;

const ABOUT: &str = "Twelve discs fall into a box: every pair, and every disc with floor and walls, is a contact with friction and \
        restitution. The first impacts come one by one, later ones ever faster, until the discs rest on each other with more \
        contact forces than their rest determines.";

/// A fall.
struct Fall {
    /// Centre and orientation of each disc, at each frame.
    frames: Vec<[(f64, f64, f64); 12]>,
    energy: Curve,
    closed: Curve,
    percussions: Percussions,
    steps: usize,
    fastest: f64,
    moved: f64,
}

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(1);
    let (discs, _) = start();
    let seconds = progress.choose(10.0, 3.0);
    let fall = progress.part("fall", || fall(seconds))?;
    let solved = fall.percussions;
    let rows = vec![
        Row::below(
            format!("speed at t = {seconds} s"),
            1e-9,
            fall.fastest,
            "the discs rest; rounding of the percussions remains",
        ),
        Row::below(
            "way of the fastest disc in the last half second",
            1e-9,
            fall.moved,
            "none slides or creeps: friction holds them",
        ),
        Row::below(
            "penetration",
            5.0 * H,
            solved.penetration,
            "one step of discs that meet with less than 5 m/s",
        ),
        Row::noted(
            format!(
                "iterations of the contact solver, mean and worst of {} steps with closed contacts",
                solved.solved
            ),
            format!("{:.2} and {}", solved.mean(), solved.worst),
            "semismooth Newton, started from the percussions of the last step; no step failed",
        ),
        Row::noted("steps", format!("{}", fall.steps), "of h = 0.0005"),
    ];
    Ok(Study {
        rows,
        animations: vec![animation(&discs, &fall.frames)],
        plots: vec![energy(fall.energy)?, contacts(fall.closed)?],
        facts: vec![FactsRow::of::<Discs, Moreau>("discs in a box", "Moreau")],
        ..Study::new(
            "discs",
            "Discs in a box",
            ABOUT,
            include_str!("../../../discs.rs"),
        )
    })
}

fn fall(seconds: f64) -> Outcome<Fall> {
    let (discs, q) = start();
    let mut motion = Integrator::new(discs, Moreau, H, q, [0.0; 36])?;
    let mut fall = Fall {
        frames: Vec::new(),
        energy: Vec::new(),
        closed: Vec::new(),
        percussions: Percussions::default(),
        steps: 0,
        fastest: 0.0,
        moved: 0.0,
    };
    let mut late = None;
    while motion.time() < seconds {
        let report = motion.step()?;
        fall.percussions.meet(&report);
        let (t, q) = (report.right.t, report.right.q);
        if fall.steps.is_multiple_of(40) && t < 3.0 {
            fall.frames
                .push(core::array::from_fn(|i| (q[2 * i], q[2 * i + 1], q[24 + i])));
            fall.energy.push((t, motion.energy()));
            let closed = report.contacts().filter(|contact| contact.is_closed).count();
            fall.closed.push((t, closed as f64));
        }
        if late.is_none() && t > seconds - 0.5 {
            late = Some(q);
        }
        fall.steps += 1;
        fall.fastest = report.velocity.amax();
        fall.moved = late.map_or(0.0, |late| (q - late).amax());
    }
    Ok(fall)
}

fn animation(discs: &Discs, frames: &[[(f64, f64, f64); 12]]) -> Animation {
    let walls = vec![(0.0, 0.6), (0.0, 0.0), (discs.width, 0.0), (discs.width, 0.6)];
    let mut animation = Animation::new(
        "motion",
        "Twelve discs of three sizes fall into a box, with a spoke each.",
        40.0 * H,
    )
    .outline(GREY, vec![walls; frames.len()]);
    for (i, radius) in discs.radius.into_iter().enumerate() {
        let spoke = |frame: &[(f64, f64, f64); 12]| {
            let (x, y, turn) = frame[i];
            vec![(x + radius * turn.cos(), y + radius * turn.sin()), (x, y)]
        };
        animation = animation.disc(COLOURS[i % 3], radius, frames.iter().map(spoke).collect());
    }
    animation
}

fn energy(curve: Curve) -> Outcome<Plot> {
    let mut chart = Chart::new("t", "energy (J)");
    chart.line("", COLOURS[0], curve);
    chart.render(
        "energy",
        "The energy of the discs: lost by impacts and friction, and that of rest in the end.",
    )
}

fn contacts(curve: Curve) -> Outcome<Plot> {
    let mut chart = Chart::new("t", "closed contacts");
    chart.dots("", COLOURS[1], curve);
    chart.render("contacts", "The number of closed contacts of 102.")
}
