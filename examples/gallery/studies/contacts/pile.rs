//! Discs that fall into a box, any number of them: contacts of all pairs with friction, and how they come to rest.

use std::time::Instant;

use extremal::prelude::*;

use crate::systems::pile::{Pile, start};
use report::animation::Animation;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

/// The contacts as the example declares them.
const FLOOR: usize = 1;
const LEFT: usize = 2;
const RIGHT: usize = 3;
/// From frame to frame, in seconds, and the end of the fall, after which nothing moves but what rolls.
const FRAME: f64 = 0.04;
const REST: f64 = 1.75;
const SIZES: [f64; 3] = [0.045, 0.05, 0.055];

const ABOUT: &str = "Discs of three sizes fall into a box, and come to rest on each other. Every pair of them, and every disc with floor \
    and walls, is declared as a contact with friction and restitution; where centres are near each other is found in a grid of cells. \
    All contacts that are closed in a step are solved together, those that do not touch each other apart.";

/// A fall.
struct Fall {
    /// The centres of the discs of each size, at each frame.
    frames: Vec<[Curve; 3]>,
    energy: Curve,
    closed: Curve,
    iterations: Curve,
    worst: usize,
    penetration: f64,
    /// The largest residuals of the laws of contacts: of all steps, and of those after [`REST`].
    residual: f64,
    residual_at_rest: f64,
    steps: usize,
    /// The energy of the motion at the end, and that which lifts each disc by its radius.
    kinetic: f64,
    lift: f64,
    /// The upward percussions of floor and walls in the last step over the weight in it.
    carried: f64,
    seconds_per_step: f64,
}

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(2);
    let (discs, columns, h) = progress.choose((1000, 33, 2e-3), (60, 9, 1e-3));
    let seconds = 2.0;
    let (pile, q) = start(discs, columns);
    let top = q
        .iter()
        .skip(1)
        .step_by(2)
        .take(discs)
        .fold(0.0_f64, |top, &y| top.max(y));
    let meeting = (2.0 * pile.g * top).sqrt();
    let (walls, weight) = (pile.width, pile.m.iter().map(|m| m * pile.g).sum::<f64>());
    let fall = progress.part("fall", || fall(pile, q, (h, seconds)))?;
    let looser = progress.part("control", looser)?;
    let total: f64 = fall.iterations.iter().map(|(_, count)| count).sum();
    let rows = vec![
        Row::below(
            format!("kinetic energy of {discs} discs at t = {seconds} s"),
            1e-6,
            fall.kinetic / fall.lift,
            "over the energy that lifts each disc by its radius: nothing moves but what rolls on the floor, which nothing stops",
        ),
        Row::below(
            "upward percussions of floor and walls in the last step, over the weight",
            1e-6,
            (fall.carried - 1.0).abs(),
            "the distance from 1: at rest floor and friction carry all discs",
        ),
        Row::below(
            "energy of sixty discs at rest without friction, over that with it",
            0.99,
            looser,
            "friction holds discs up that would slide into the gaps below them",
        ),
        Row::below(
            "penetration",
            meeting * h,
            fall.penetration,
            "the way in one step of discs that meet with √(2 g y), the velocity after a fall from the top",
        ),
        Row::below(
            "residual of the laws of contacts, all steps",
            1e-4,
            fall.residual,
            "over the summands of a velocity: what the solver accepts of groups of more than 32 contacts",
        ),
        Row::below(
            format!("the same after t = {REST} s"),
            1e-8,
            fall.residual_at_rest,
            "what the solver aims at in these groups",
        ),
        Row::noted(
            "iterations of the contact solver, mean of a step and worst of a group",
            format!(
                "{:.1} and {}",
                total / fall.iterations.len().max(1) as f64,
                fall.worst
            ),
            "semismooth Newton for each group of contacts that touch each other, from the percussions of the last step",
        ),
        Row::noted("steps", format!("{} of h = {h}", fall.steps), "of one length"),
        Row::noted(
            "weight of all discs",
            format!("{weight:.0} N"),
            "which the floor and friction at the walls carry",
        ),
        Row::noted(
            "time of a step, mean",
            format!("{:.1} ms", 1e3 * fall.seconds_per_step),
            "on the machine that made this page",
        ),
    ];
    Ok(Study {
        rows,
        animations: vec![animation((walls, top), &fall.frames)],
        plots: vec![
            energy(fall.energy)?,
            contacts(fall.closed)?,
            iterations(fall.iterations)?,
        ],
        facts: vec![FactsRow::of::<Pile, Moreau>(
            "any number of discs in a box",
            "Moreau",
        )],
        ..Study::new("pile", "A pile of discs", ABOUT, include_str!("../../../pile.rs"))
    })
}

fn fall(pile: Pile, q: Vec<f64>, (h, seconds): (f64, f64)) -> Outcome<Fall> {
    let still = vec![0.0; q.len()];
    let mut motion = Integrator::new(pile, Moreau, h, q, still)?;
    let mut frames = 0.0;
    let mut fall = Fall {
        frames: Vec::new(),
        energy: Vec::new(),
        closed: Vec::new(),
        iterations: Vec::new(),
        worst: 0,
        penetration: 0.0,
        residual: 0.0,
        residual_at_rest: 0.0,
        steps: 0,
        kinetic: 0.0,
        lift: 0.0,
        carried: 0.0,
        seconds_per_step: 0.0,
    };
    let begin = Instant::now();
    while motion.time() < seconds {
        let report = motion.step()?;
        let t = report.t;
        fall.worst = fall.worst.max(report.solved.most);
        fall.penetration = fall.penetration.max(report.penetration());
        let residual = report.solved.solved.residual;
        fall.residual = fall.residual.max(residual);
        if t > REST {
            fall.residual_at_rest = fall.residual_at_rest.max(residual);
        }
        if t > FRAME * frames {
            frames += 1.0;
            fall.frames
                .push(centres(motion.system(), motion.state().q.as_slice()));
            fall.energy.push((t, motion.energy()));
            fall.closed.push((t, report.closed_count() as f64));
            fall.iterations.push((t, report.solved.solved.iterations as f64));
        }
        // The normal percussion of the floor, and the tangential ones of the walls.
        let upward = report.contacts().map(|at| match at.item.form {
            FLOOR => at.percussions[0],
            LEFT | RIGHT => at.percussions[1],
            _ => 0.0,
        });
        fall.carried = upward.sum();
        fall.steps += 1;
    }
    fall.seconds_per_step = begin.elapsed().as_secs_f64() / fall.steps.max(1) as f64;
    let (pile, v) = (motion.system(), motion.velocity()?);
    let weights = pile.m.iter().map(|m| m * pile.g);
    fall.carried /= h * weights.clone().sum::<f64>();
    fall.lift = weights
        .zip(&pile.radius)
        .map(|(weight, radius)| weight * radius)
        .sum();
    let potential: f64 = (0..pile.discs)
        .map(|i| pile.m[i] * pile.g * motion.state().q[2 * i + 1])
        .sum();
    fall.kinetic = pile.total_energy(motion.time(), &motion.state().q, &v) - potential;
    Ok(fall)
}

/// The energy at rest of a few discs without friction, over that of the same discs with it.
fn looser() -> Outcome<f64> {
    let rest = |mu: Option<f64>| -> Outcome<f64> {
        let (mut pile, q) = start(60, 9);
        pile.mu = mu.unwrap_or(pile.mu);
        let still = vec![0.0; q.len()];
        let mut motion = Integrator::new(pile, Moreau, 1e-3, q, still)?;
        for _ in 0..2000 {
            motion.step()?;
        }
        Ok(motion.energy())
    };
    Ok(rest(Some(0.0))? / rest(None)?)
}

fn centres(pile: &Pile, q: &[f64]) -> [Curve; 3] {
    SIZES.map(|size| {
        let centres = pile
            .radius
            .iter()
            .zip(q.chunks_exact(2))
            .filter(|(radius, _)| **radius == size);
        centres.map(|(_, r)| (r[0], r[1])).collect()
    })
}

fn animation((width, top): (f64, f64), frames: &[[Curve; 3]]) -> Animation {
    let walls = vec![(0.0, top), (0.0, 0.0), (width, 0.0), (width, top)];
    let animation = Animation::new("motion", "Discs of three sizes fall into a box.", FRAME)
        .outline(GREY, vec![walls; frames.len()]);
    SIZES
        .into_iter()
        .enumerate()
        .fold(animation, |animation, (k, radius)| {
            let centres = frames.iter().map(|frame| frame[k].clone()).collect();
            animation.discs(COLOURS[k], radius, centres)
        })
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
    chart.render("contacts", "The number of closed contacts.")
}

fn iterations(curve: Curve) -> Outcome<Plot> {
    let mut chart = Chart::new("t", "iterations");
    chart.dots("", COLOURS[2], curve);
    chart.render(
        "iterations",
        "The iterations of the contact solver in a step, of all groups together.",
    )
}
