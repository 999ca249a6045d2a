//! A wheel, a sleigh and a disc beside their closed forms: constraints on velocities.

use extremal::prelude::*;

use crate::systems::wheels::{DISC, Disc, SLEIGH, Sleigh, WHEEL, Wheel};
use report::animation::Animation;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const H: f64 = 5e-3;
/// The final speed of the sleigh, and when its angular velocity is largest.
const SPEED: f64 = 1.0;
const TURNS: f64 = 3.0;
/// Seconds that the sleigh moves.
const SPAN: f64 = 8.0;
/// Of the disc about its axle, and about the vertical.
const SPIN: f64 = 4.0;
const TURN: f64 = 0.8;

const ABOUT: &str = "What rolls and what is on a blade may move to every place, but not in every direction: constraints on \
        velocities. Each of three classical systems has a closed form. The sleigh starts backward, and turns its mass ahead: \
        though its energy is constant, its motion tends to one direction, which no unconstrained Lagrangian system does.";

/// Relative differences from a closed form at h and at h/2, and the change of the energy over the energy.
struct Compared {
    errors: [f64; 2],
    energy: f64,
}

impl Compared {
    fn of(run: impl Fn(f64) -> Outcome<(f64, f64)>) -> Outcome<Self> {
        let ((coarse, energy), (fine, _)) = (run(H)?, run(0.5 * H)?);
        Ok(Self {
            errors: [coarse, fine],
            energy,
        })
    }

    fn rows(&self, name: &str, rounding: f64) -> [Row; 2] {
        let [coarse, fine] = self.errors;
        [
            Row::number(
                format!("{name}: error at h over that at h/2"),
                4.0,
                coarse / fine,
                0.1,
                "order 2; terms of h⁴ are some thousandths of the error",
            ),
            Row::below(
                format!("{name}: change of the energy over the energy"),
                rounding,
                self.energy,
                "reactions do no work: what is left is the rounding of each step, 1e-16 of it or so",
            ),
        ]
    }
}

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(3);
    let wheel = progress.part("wheel", wheel)?;
    let sleigh = progress.part("sleigh", || Compared::of(sleigh))?;
    let disc = progress.part("disc", || Compared::of(disc))?;
    let mut rows = vec![Row::below(
        "wheel on an incline: error of its place after 4 s, over the way",
        1e-12,
        wheel,
        "a constant force: every step is exact, and 800 of them round",
    )];
    rows.extend(sleigh.rows("sleigh", 1e-12));
    rows.extend(disc.rows("disc", 1e-12));
    let frames = frames()?;
    Ok(Study {
        rows,
        animations: vec![animation(&frames)],
        plots: vec![speeds()?],
        facts: vec![
            FactsRow::of::<Wheel, Livens>("wheel on an incline", "Livens"),
            FactsRow::of::<Sleigh, Livens>("sleigh on a blade", "Livens"),
            FactsRow::of::<Disc, Livens>("upright disc", "Livens"),
        ],
        ..Study::new(
            "wheels",
            "A wheel, a sleigh and a disc",
            ABOUT,
            include_str!("../../../wheels.rs"),
        )
    })
}

fn wheel() -> Outcome<f64> {
    let mut motion = Integrator::new(WHEEL, Livens, H, [0.0; 2], [0.0; 2])?;
    motion.run(800)?;
    let exact = WHEEL.way(motion.time());
    Ok((motion.state().q[0] - exact).abs() / exact)
}

/// The sleigh before it turns.
fn backward(h: f64) -> Outcome<Integrator<Sleigh, Livens>> {
    let [back, turn] = SLEIGH.slides(SPEED, (0.0, -TURNS));
    Ok(Integrator::new(SLEIGH, Livens, h, [0.0; 3], [back, 0.0, turn])?)
}

fn sleigh(h: f64) -> Outcome<(f64, f64)> {
    let mut motion = backward(h)?;
    let before = motion.energy();
    while motion.time() < TURNS - 0.5 * h {
        motion.step()?;
    }
    let [along, turn] = SLEIGH.slides(SPEED, (motion.time(), -TURNS));
    let [x, y, omega] = motion.velocity()?.into();
    let (sin, cos) = motion.state().q[2].sin_cos();
    let errors = [x * cos + y * sin - along, omega - turn];
    Ok((
        errors[0].hypot(errors[1]),
        (motion.energy() - before).abs() / before,
    ))
}

fn disc(h: f64) -> Outcome<(f64, f64)> {
    let radius = DISC.r * SPIN / TURN;
    let mut motion = Integrator::new(DISC, Livens, h, [0.0; 4], [DISC.r * SPIN, 0.0, SPIN, TURN])?;
    let before = motion.energy();
    while motion.time() < 5.0 - 0.5 * h {
        motion.step()?;
    }
    let (State { t, q, .. }, (sin, cos)) = (motion.state(), (TURN * motion.time()).sin_cos());
    let error = (q[0] - radius * sin).hypot(q[1] - radius * (1.0 - cos)) / (radius * TURN * t);
    Ok((error, (motion.energy() - before).abs() / before))
}

/// Place of the blade and heading of the sleigh, at each frame.
fn frames() -> Outcome<Vec<(f64, f64, f64)>> {
    let mut motion = backward(H)?;
    let mut frames = Vec::new();
    while motion.time() < SPAN {
        let q = motion.state().q;
        frames.push((q[0], q[1], q[2]));
        motion.run(8)?;
    }
    Ok(frames)
}

fn animation(frames: &[(f64, f64, f64)]) -> Animation {
    let point = |&(x, y, phi): &(f64, f64, f64), along: f64, across: f64| {
        let (sin, cos) = phi.sin_cos();
        (x + along * cos - across * sin, y + along * sin + across * cos)
    };
    let outline = |frame| {
        let corners = [(0.0, 0.0), (0.5, 0.25), (0.75, 0.0), (0.5, -0.25), (0.0, 0.0)];
        corners
            .map(|(along, across)| point(frame, along, across))
            .to_vec()
    };
    let mass = |frame| vec![point(frame, 0.0, 0.0), point(frame, SLEIGH.a, 0.0)];
    Animation::new(
        "sleigh",
        "Chaplygin's sleigh: pushed backward, it turns round, and goes ahead for ever. The trace is that of its mass.",
        8.0 * H,
    )
    .outline(GREY, frames.iter().map(outline).collect())
    .body("", COLOURS[0], SPAN, frames.iter().map(mass).collect())
}

fn speeds() -> Outcome<Plot> {
    let mut motion = backward(H)?;
    let (mut along, mut turning) = (Curve::new(), Curve::new());
    while motion.time() < SPAN {
        let [x, y, omega] = motion.velocity()?.into();
        let (sin, cos) = motion.state().q[2].sin_cos();
        along.push((motion.time(), x * cos + y * sin));
        turning.push((motion.time(), omega));
        motion.run(40)?;
    }
    let exact = |k: usize| -> Curve {
        let times = (0..=200_u32).map(|i| f64::from(i) * SPAN / 200.0);
        times.map(|t| (t, SLEIGH.slides(SPEED, (t, -TURNS))[k])).collect()
    };
    let mut chart = Chart::new("t", "m/s and rad/s");
    chart.line("closed forms", GREY, exact(0));
    chart.line("", GREY, exact(1));
    chart.points("speed along the blade", COLOURS[0], along);
    chart.points("angular velocity", COLOURS[1], turning);
    chart.render(
        "speeds",
        "The sleigh starts with its mass behind. Its speed tends to that with which it began, ahead instead of backward.",
    )
}
