//! A passive walker: its period against a compass whose impacts are located, from a start beside the cycle.

use extremal::prelude::*;

use super::Percussions;
use crate::by_hand::walker::Walker as Compass;
use crate::systems::walker::{Feet, WALKER, Walker, start};
use report::animation::Animation;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const H: f64 = 1e-4;
const COMPASS: Compass = Compass {
    hip: WALKER.m_hip,
    leg: WALKER.m,
    a: WALKER.a,
    b: WALKER.b,
    g: WALKER.g,
    slope: WALKER.slope,
};

const ABOUT: &str = "Two stiff legs walk down a slope of three degrees without motors. Both feet are contacts; which one stands, \
        when the other strikes, and that the old one leaves follow from percussions. The reference has a joint at the standing \
        foot and locates each strike.";

/// A walk.
struct Walk {
    /// Time of each strike.
    strikes: Vec<f64>,
    /// (t, angles, rates) every tenth step.
    legs: Vec<(f64, [f64; 2], [f64; 2])>,
    /// Hip and feet, every tenth step.
    joints: Vec<Curve>,
    percussions: Percussions,
}

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(2);
    let (cycle, _) = progress.part("reference", || {
        COMPASS.cycle([-0.27, 0.27, 1.09, 0.377], 60, 0.02)
    });
    let steps = progress.choose(20, 10);
    let walk = progress.part("walk", || walk(steps))?;
    let strikes = &walk.strikes;
    let half = strikes.len() / 2;
    let mean = (strikes[strikes.len() - 1] - strikes[half]) / (strikes.len() - 1 - half) as f64;
    let rows = vec![
        Row::number(
            "period of the walk (s), mean over its second half, h = 0.0001",
            cycle.period,
            mean,
            5e-4,
            "the limit cycle of the compass with located strikes; single steps scatter by a thousandth",
        ),
        Row::number(
            "the same for the reference: period of the literature's compass on 3 degrees (s)",
            0.734,
            cycle.period,
            5e-4,
            "Goswami et al. (1998), whose parameters these are",
        ),
        Row::below(
            "friction that the strike needs, over what there is",
            1.0,
            cycle.needed_friction / WALKER.mu,
            "the new foot sticks",
        ),
        Row::below(
            "largest work of percussions, approaching feet (J)",
            1e-10,
            walk.percussions.work,
            "e = e_T = 0 at both feet: the work is not positive, up to rounding of an energy of 200 J",
        ),
        Row::below(
            "penetration (m)",
            2.0 * H,
            walk.percussions.penetration,
            "one step of a foot that strikes with less than 2 m/s",
        ),
        Row::noted(
            "iterations of the contact solver in steps with closed contacts, mean and worst",
            format!("{:.2} and {}", walk.percussions.mean(), walk.percussions.worst),
            "started from the percussions of the last step",
        ),
    ];
    Ok(Study {
        rows,
        plots: vec![phase(&walk, cycle.state)?],
        animations: vec![animation(walk.joints)],
        facts: vec![FactsRow::of::<Walker, Moreau>("walker", "Moreau")],
        ..Study::new(
            "walker",
            "Passive walker",
            ABOUT,
            include_str!("../../../walker.rs"),
        )
    })
}

fn walk(steps: usize) -> Outcome<Walk> {
    let (q, v) = start();
    let mut motion = Integrator::new(WALKER, Moreau, H, q, v)?;
    let mut walk = Walk {
        strikes: Vec::new(),
        legs: Vec::new(),
        joints: Vec::new(),
        percussions: Percussions::default(),
    };
    let (mut feet, mut k) = (Feet::default(), 0_u32);
    while walk.strikes.len() < steps {
        let report = motion.step()?;
        walk.percussions.meet(&report);
        let (t, q, v) = (report.right.t, report.right.q, report.velocity);
        if feet.strike(&report.gaps) {
            walk.strikes.push(t);
        }
        if k.is_multiple_of(50) {
            walk.legs.push((t, [q[2], q[3]], [v[2], v[3]]));
        }
        if k.is_multiple_of(200) {
            walk.joints.push(joints(&[q[0], q[1], q[2], q[3]]));
        }
        k += 1;
    }
    Ok(walk)
}

/// Foot, leg, hip, leg, foot: on the slope as it is.
fn joints(q: &[f64; 4]) -> Curve {
    let (sine, cosine) = WALKER.slope.sin_cos();
    let upright = |x: f64, y: f64| (cosine * x + sine * y, cosine * y - sine * x);
    let at = |leg: f64, down: f64| upright(q[0] - down * leg.sin(), q[1] - down * leg.cos());
    let (l, b) = (WALKER.a + WALKER.b, WALKER.b);
    vec![
        at(q[2], l),
        at(q[2], b),
        upright(q[0], q[1]),
        at(q[3], b),
        at(q[3], l),
    ]
}

fn phase(walk: &Walk, cycle: [f64; 4]) -> Outcome<Plot> {
    let settled = walk.strikes[walk.strikes.len() / 2];
    let one = |k: usize, late: bool| -> Curve {
        let legs = walk.legs.iter().filter(|(t, ..)| (*t >= settled) == late);
        legs.map(|(_, angles, rates)| (angles[k], rates[k])).collect()
    };
    let mut chart = Chart::new("angle of the first leg", "angular velocity");
    chart.dots("first half", GREY, one(0, false));
    chart.dots("second half", COLOURS[0], one(0, true));
    let strikes = vec![(cycle[0], cycle[2]), (cycle[1], cycle[3])];
    chart.points("after strikes, reference", COLOURS[1], strikes);
    chart.render(
        "phase",
        "The first leg in its phase plane: it stands in the one half of the cycle, and swings in the other.",
    )
}

fn animation(joints: Vec<Curve>) -> Animation {
    let far = joints.last().map_or(1.0, |frame| frame[2].0 + 0.6);
    let (sine, cosine) = WALKER.slope.sin_cos();
    let ground = vec![(-cosine, sine), (far, -far * sine / cosine)];
    let ground = vec![ground; joints.len()];
    // The hip and both legs; the trace is that of a foot.
    Animation::new(
        "motion",
        "The walk, with the trace of one foot. It finds its period by itself. The hollows under the swinging foot are not drawn.",
        200.0 * H,
    )
    .outline(GREY, ground)
    .body("", COLOURS[0], 1.4, joints)
}
