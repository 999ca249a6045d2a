//! A table that is thrown on its feet, and comes to rest on all four.

use extremal::prelude::*;

use crate::systems::table::{TABLE, Table, thrown};
use report::animation::Animation;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const H: f64 = 1e-3;
const SPAN: f64 = 4.0;

const ABOUT: &str = "A table is thrown forward, tilted and with spin. It lands on one foot, tips over to the others, slides while it \
        turns, and rests on all four: one more than it needs, with six components of friction more than its rest determines.";

/// A throw.
struct Throw {
    frames: Vec<[f64; 7]>,
    energy: Curve,
    closed: Curve,
    gained: f64,
    momentum: f64,
    moved: f64,
    carried: f64,
    feet: usize,
}

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(1);
    let throw = progress.part("throw", throw)?;
    let (q, _) = thrown();
    let scale = TABLE.m * TABLE.g * q[2];
    let rows = vec![
        Row::word(
            format!("feet on the floor at t = {SPAN} s"),
            "4",
            format!("{}", throw.feet),
            "the floor is flat",
        ),
        Row::below(
            "largest momentum then (kg m/s)",
            1e-12,
            throw.momentum,
            "it is at rest; a step has a percussion of m g h = 0.2, whose rounding is 2e-17 for each of twelve rows",
        ),
        Row::below(
            "way in the last second (m)",
            1e-12,
            throw.moved,
            "friction holds it: thousand steps with velocities of rounding",
        ),
        Row::below(
            "upward percussions of the last step over the weight, less one",
            1e-9,
            (throw.carried - 1.0).abs(),
            "the feet carry the table, whichever of them",
        ),
        Row::below(
            "largest gain of energy in a step, over that of the start",
            1e-7,
            throw.gained / scale,
            "impacts and friction gain none; between them the midpoint rule keeps the energy of a rotation to (ω h)² of a part of it",
        ),
    ];
    Ok(Study {
        rows,
        animations: vec![animation(&throw.frames)],
        plots: vec![
            plot(throw.energy, "energy (J)", "energy")?,
            plot(throw.closed, "closed feet", "feet")?,
        ],
        facts: vec![FactsRow::of::<Table, NonsmoothMidpoint>(
            "table on four feet",
            "NonsmoothMidpoint",
        )],
        ..Study::new(
            "table",
            "A thrown table",
            ABOUT,
            include_str!("../../../table.rs"),
        )
    })
}

fn throw() -> Outcome<Throw> {
    let (q, v) = thrown();
    let mut motion = Integrator::new(TABLE, NonsmoothMidpoint, H, q, v)?;
    let mut throw = Throw {
        frames: Vec::new(),
        energy: Vec::new(),
        closed: Vec::new(),
        gained: 0.0,
        momentum: 0.0,
        moved: 0.0,
        carried: 0.0,
        feet: 0,
    };
    let mut late = None;
    let mut steps = 0_usize;
    while motion.time() < SPAN - 0.5 * H {
        let before = motion.energy();
        let report = motion.step()?;
        let energy = motion.energy();
        throw.gained = throw.gained.max(energy - before);
        let closed = report.contacts().filter(|contact| contact.is_closed);
        throw.feet = closed.count();
        throw.carried = (0..4).map(|foot| report.percussions[3 * foot]).sum();
        if steps.is_multiple_of(20) {
            throw.frames.push(motion.state().q.into());
            throw.energy.push((motion.time(), energy));
            throw.closed.push((motion.time(), throw.feet as f64));
        }
        if late.is_none() && motion.time() > SPAN - 1.0 {
            late = Some(motion.state().q);
        }
        steps += 1;
    }
    let State { q, p, .. } = motion.state();
    throw.momentum = p.amax();
    throw.moved = late.map_or(f64::NAN, |late| (q - late).amax());
    throw.carried /= TABLE.m * TABLE.g * H;
    Ok(throw)
}

/// The place of a point of the table, seen from the side and a little from above.
fn seen(q: &[f64; 7], s: [f64; 3]) -> (f64, f64) {
    let [x, y, z, e0, e1, e2, e3] = *q;
    let turned = [
        (1.0 - 2.0 * (e2 * e2 + e3 * e3)) * s[0]
            + 2.0 * (e1 * e2 - e0 * e3) * s[1]
            + 2.0 * (e1 * e3 + e0 * e2) * s[2],
        2.0 * (e1 * e2 + e0 * e3) * s[0]
            + (1.0 - 2.0 * (e1 * e1 + e3 * e3)) * s[1]
            + 2.0 * (e2 * e3 - e0 * e1) * s[2],
        2.0 * (e1 * e3 - e0 * e2) * s[0]
            + 2.0 * (e2 * e3 + e0 * e1) * s[1]
            + (1.0 - 2.0 * (e1 * e1 + e2 * e2)) * s[2],
    ];
    on_paper([x + turned[0], y + turned[1], z + turned[2]])
}

fn on_paper([x, y, z]: [f64; 3]) -> (f64, f64) {
    (x + 0.35 * y, z + 0.25 * y)
}

fn animation(frames: &[[f64; 7]]) -> Animation {
    let Table {
        width, depth, height, ..
    } = TABLE;
    let corners = [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)];
    let top = |q: &[f64; 7]| -> Curve {
        let around = corners.iter().cycle().take(5);
        around
            .map(|(a, b)| seen(q, [a * width, b * depth, 0.1]))
            .collect()
    };
    let leg = |q: &[f64; 7], (a, b): (f64, f64)| -> Curve {
        [0.1, -height]
            .map(|z| seen(q, [a * width, b * depth, z]))
            .to_vec()
    };
    let floor = [(-1.5, -1.5), (3.0, -1.5), (3.0, 1.5), (-1.5, 1.5), (-1.5, -1.5)]
        .map(|(x, y)| on_paper([x, y, 0.0]));
    let mut animation = Animation::new("throw", "A table lands on one foot, and rests on four.", 20.0 * H)
        .outline(GREY, vec![floor.to_vec(); frames.len()])
        .outline(COLOURS[0], frames.iter().map(top).collect());
    for corner in corners {
        animation = animation.outline(COLOURS[1], frames.iter().map(|q| leg(q, corner)).collect());
    }
    animation
}

fn plot(curve: Curve, label: &'static str, name: &'static str) -> Outcome<Plot> {
    let mut chart = Chart::new("t", label);
    chart.line("", COLOURS[0], curve);
    chart.render(
        name,
        "Impacts of the feet one by one; then friction takes what is left, until the table rests.",
    )
}
