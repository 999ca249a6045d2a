//! The woodpecker toy: its limit cycle with events and period, its frequencies, and figure 7 of the paper.

use extremal::drive::{ContactChange, ContactEvent};
use extremal::prelude::*;

use super::Percussions;
use crate::systems::woodpecker::{TOY, Woodpecker};
use report::animation::Animation;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const H: f64 = 1e-5;

const ABOUT: &str = "A bird on a spring pecks its way down a pole. Three contacts with friction open, stick and slip in turn. M is \
        constant and the forces do not depend on velocities, so that the three schemes of the paper are one, but for their \
        first step.";

/// A run on the limit cycle.
struct Run {
    /// (t, q, velocity of the sleeve), every tenth step.
    samples: Vec<(f64, [f64; 3], f64)>,
    pecks: Vec<f64>,
    events: Vec<ContactEvent<f64>>,
    percussions: Percussions,
}

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(2);
    let run = progress.part("limit cycle", || cycles(progress.choose(2.0, 1.0)))?;
    let mut rows = vec![period(&run)];
    rows.extend(progress.part("frequencies", frequencies)?);
    rows.push(events(&run));
    rows.push(Row::below(
        "penetration (m)",
        1e-6 + run.percussions.approach * H,
        run.percussions.penetration,
        "one step of the fastest approach, after a start that penetrates by 9e-7",
    ));
    rows.push(Row::noted(
        "iterations of the contact solver in steps with closed contacts, mean and worst",
        format!("{:.2} and {}", run.percussions.mean(), run.percussions.worst),
        "started from the percussions of the last step",
    ));
    Ok(Study {
        rows,
        plots: vec![phase(&run)?, descent(&run)?],
        animations: vec![animation(&run)],
        facts: vec![FactsRow::of::<Woodpecker, Moreau>("woodpecker toy", "Moreau")],
        ..Study::new(
            "woodpecker",
            "Woodpecker toy",
            ABOUT,
            include_str!("../../../woodpecker.rs"),
        )
    })
}

fn cycles(span: f64) -> Outcome<Run> {
    let mut motion = Integrator::from_state(TOY, Moreau, H, TOY.start())?;
    let mut run = Run {
        samples: Vec::new(),
        pecks: Vec::new(),
        events: Vec::new(),
        percussions: Percussions::default(),
    };
    let (mut before, mut k) = (None, 0_u32);
    while motion.time() < span {
        let report = motion.step()?;
        run.percussions.meet(&report);
        for event in report.events(before.as_ref()) {
            if event.contact == "beak" && event.change == ContactChange::Closing {
                run.pecks.push(event.t);
            }
            run.events.push(event);
        }
        if k.is_multiple_of(10) {
            let q = report.right.q.into();
            run.samples.push((report.right.t, q, report.velocity[1]));
        }
        k += 1;
        before = Some(report);
    }
    Ok(run)
}

fn period(run: &Run) -> Row {
    let cycles = run.pecks.len() - 1;
    let mean = (run.pecks[cycles] - run.pecks[0]) / cycles as f64;
    Row::number(
        "period of the limit cycle, mean of the pecks, h = 1e-5",
        0.1460,
        mean,
        3e-3 * 0.1460,
        "the literature's, to the digits in which single cycles scatter: each is a little longer or shorter than the last",
    )
}

/// The mean frequency of the upward crossings of zero.
fn frequency(crossings: &[f64]) -> f64 {
    let periods = crossings.len() - 1;
    periods as f64 / (crossings[periods] - crossings[0])
}

/// Oscillations of `off` in a run from rest at `q`.
fn oscillations(q: [f64; 3], span: f64, off: impl Fn(&[f64; 3]) -> f64) -> Outcome<(f64, Vec<[f64; 3]>)> {
    let mut motion = Integrator::new(TOY, SymmetricMoreau, H, q, [0.0; 3])?;
    let (mut crossings, mut before, mut places) = (Vec::new(), off(&q), Vec::new());
    while motion.time() < span {
        motion.step()?;
        let State { t, q, .. } = motion.state();
        let q = q.into();
        let now = off(&q);
        if before < 0.0 && now >= 0.0 {
            crossings.push(t - H * now / (now - before));
        }
        before = now;
        places.push(q);
    }
    Ok((frequency(&crossings), places))
}

fn frequencies() -> Outcome<Vec<Row>> {
    // Free of the pole, the twist of the spring does not feel the fall.
    let (free, _) = oscillations([0.0, 0.0, -0.02], 0.1, |q| q[1] - q[2])?;
    // The sleeve jams at its lower edge; the bird swings a little about its rest.
    let sleeve = -(TOY.r_m - TOY.r_0) / TOY.h_m;
    let rest = sleeve - TOY.m_s * TOY.g * TOY.l_g / TOY.c;
    let (jammed, places) = oscillations([0.0, sleeve, rest - 0.005], 0.4, |q| q[2] - rest)?;
    let angles = places.iter().map(|q| q[2]);
    let (low, high) = angles.fold((f64::MAX, f64::MIN), |(low, high), q| (low.min(q), high.max(q)));
    let slid = places.iter().map(|q| q[0].abs()).fold(0.0, f64::max);
    Ok(vec![
        Row::number(
            "frequency of the spring while the toy is free, Hz",
            72.91,
            free,
            0.01,
            "the digits of the literature; the step makes it larger by (ω h)²/24 = 1e-6 of it",
        ),
        Row::number(
            "frequency of the bird while the sleeve is jammed, Hz",
            9.10,
            jammed,
            0.005,
            "the digits of the literature",
        ),
        Row::number(
            "angle of the bird about which it swings while the sleeve is jammed",
            -0.2217,
            0.5 * (low + high),
            1e-4,
            "the digits of the literature",
        ),
        Row::below(
            "how far the jammed sleeve slides in 0.4 s, m",
            1e-12,
            slid,
            "it sticks: friction holds it, and a step moves it by rounding at most",
        ),
    ])
}

/// What happens between two pecks, without what opens and closes by rounding.
fn events(run: &Run) -> Row {
    let [from, to] = [run.pecks[run.pecks.len() - 2], run.pecks[run.pecks.len() - 1]];
    let inside = run.events.iter().filter(|event| from <= event.t && event.t < to);
    let mut told: Vec<(f64, String)> = Vec::new();
    for event in inside {
        let word = match (event.contact, event.change) {
            ("beak", ContactChange::Impact) => "peck",
            ("beak", ContactChange::Opening) => "beak off",
            (_, ContactChange::SlipToStick) => "sleeve jams",
            (_, ContactChange::StickToSlip) => "sleeve slides",
            ("upper", ContactChange::Impact) => "upper edge hits",
            ("lower", ContactChange::Impact) => "lower edge hits",
            ("upper", ContactChange::Opening) => "upper edge off",
            ("lower", ContactChange::Opening) => "lower edge off",
            _ => continue,
        };
        // Of a contact that chatters, the first of each kind in a millisecond.
        let again = |(t, other): &&(f64, String)| event.t - t < 4e-3 && other.ends_with(word);
        if told.iter().rev().find(again).is_none() {
            let after = 1e3 * (event.t - from);
            told.push((event.t, format!("{after:.1} ms {word}")));
        }
    }
    let words: Vec<String> = told.into_iter().map(|(_, word)| word).collect();
    Row::noted(
        "events of the last cycle",
        words.join(", "),
        "after the peck; contacts that chatter are told once in 4 ms",
    )
}

fn phase(run: &Run) -> Outcome<Plot> {
    let from = run.pecks[run.pecks.len() - 4];
    let points: Curve = run
        .samples
        .iter()
        .filter(|(t, ..)| *t >= from)
        .map(|(_, q, rate)| (q[1], *rate))
        .collect();
    let mut chart = Chart::new("angle of the sleeve", "angular velocity of the sleeve");
    chart.line("", COLOURS[0], points);
    Ok(chart
        .render(
            "phase",
            "The last three cycles in the phase plane of the sleeve: jammed at its lower edge, free with the fast spring, and \
             against the pole above.",
        )?
        .figure("Moreau-type integrators, figure 7"))
}

fn descent(run: &Run) -> Outcome<Plot> {
    let height = run.samples.iter().step_by(10).map(|(t, q, _)| (*t, 1e3 * q[0]));
    let pecks: Curve = run
        .pecks
        .iter()
        .filter_map(|peck| {
            let sample = run.samples.iter().find(|(t, ..)| t >= peck)?;
            Some((*peck, 1e3 * sample.1[0]))
        })
        .collect();
    let mut chart = Chart::new("t", "height of the sleeve (mm)");
    chart.line("sleeve", COLOURS[0], height.collect());
    chart.points("pecks", GREY, pecks);
    chart.render(
        "descent",
        "The way down: the sleeve sticks while the bird swings, and slides after each peck.",
    )
}

/// One frame a millisecond, shown ten times slower.
fn animation(run: &Run) -> Animation {
    let begin = run.pecks[run.pecks.len() - 4];
    let end = run.pecks[run.pecks.len() - 1];
    let frames: Vec<&[f64; 3]> = run
        .samples
        .iter()
        .filter(|(t, ..)| (begin..end).contains(t))
        .step_by(10)
        .map(|(_, q, _)| q)
        .collect();
    let lowest = frames.iter().map(|q| q[0]).fold(f64::MAX, f64::min);
    let highest = frames.iter().map(|q| q[0]).fold(f64::MIN, f64::max);
    // Angles about a point, and outlines in the axes of sleeve and bird. The true play is too small to be seen.
    let turned = |(x, y): (f64, f64), angle: f64, (u, w): (f64, f64)| {
        let (s, c) = angle.sin_cos();
        (x + c * u - s * w, y + s * u + c * w)
    };
    let sleeve = |q: &&[f64; 3]| -> Curve {
        let (r, h) = (TOY.r_m, TOY.h_m);
        let corners = [(-r, -h), (r, -h), (r, h), (-r, h), (-r, -h)];
        corners.map(|corner| turned((0.0, q[0]), q[1], corner)).to_vec()
    };
    let bird = |q: &&[f64; 3]| -> Curve {
        let hinge = turned((0.0, q[0]), q[1], (TOY.l_m, 0.0));
        let body = |u: f64, w: f64| turned(hinge, q[2], (u, w));
        // The beak is l_S before and h_S above the centre of mass.
        vec![
            turned((0.0, q[0]), q[1], (TOY.r_m, 0.0)),
            hinge,
            body(TOY.l_g, 0.0),
            body(TOY.l_g + 0.003, -0.012),
            body(TOY.l_g + 0.006, 0.004),
            body(TOY.l_g - 0.001, TOY.h_s + 0.004),
            body(TOY.l_g - TOY.l_s, TOY.h_s),
            body(TOY.l_g - 0.004, TOY.h_s - 0.003),
            body(TOY.l_g, 0.0),
        ]
    };
    let pole = |side: f64| {
        let line = vec![(side, lowest - 0.02), (side, highest + 0.03)];
        vec![line; frames.len()]
    };
    Animation::new(
        "motion",
        "Three cycles of the toy, ten times slower than it is.",
        1e-2,
    )
    .outline(GREY, pole(-TOY.r_0))
    .outline(GREY, pole(TOY.r_0))
    .outline(COLOURS[0], frames.iter().map(sleeve).collect())
    .outline(COLOURS[1], frames.iter().map(bird).collect())
}
