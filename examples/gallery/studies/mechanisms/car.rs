//! A car with four wheels that roll: coasting through bends, and in circles.

use extremal::prelude::*;

use crate::systems::car::{CAR, Car};
use report::animation::Animation;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const H: f64 = 0.01;
const SPEED: f64 = 8.0;

const ABOUT: &str = "A car whose wheels neither slide nor skid, each with an angle of its own: six constraints on seven velocities. \
        It coasts while the driver swings the wheel. Its energy is constant, but not its speed: in bends a part of the energy is \
        in the rotation of the body, and the outer wheels turn faster than the inner ones.";

/// A drive.
struct Drive {
    frames: Vec<[f64; 4]>,
    speeds: Curve,
    energy: f64,
    skid: f64,
}

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(3);
    let drive = progress.part("slalom", slalom)?;
    let circle = progress.part("circle", circle)?;
    let rows = vec![
        Row::below(
            "coasting through bends for 12 s: change of the energy over the energy",
            1e-12,
            drive.energy,
            "reactions of rolling do no work; 1200 steps round by 1e-16 or so each",
        ),
        Row::below(
            "velocity of the rear axle across the car at nodes, over the speed",
            1e-3,
            drive.skid,
            "constraints hold in the middle of each step, and at nodes to (φ̇ h)² of the speed or so",
        ),
        Row::number(
            "radius of the circle with the wheel held at 0.35 rad (m)",
            CAR.base / 0.35_f64.tan(),
            circle.radius,
            1e-3,
            "L/tan δ; a step turns by 0.011 rad, which makes polygons whose corners are on a circle larger by some 1e-5",
        ),
        Row::number(
            "rates of the outer over the inner rear wheel there",
            (CAR.base / 0.35_f64.tan() + 0.5 * CAR.track) / (CAR.base / 0.35_f64.tan() - 0.5 * CAR.track),
            circle.rates,
            1e-9,
            "they are on circles about one point",
        ),
        Row::number(
            "acceleration by 300 N m over that of a point with all inertias",
            1.0,
            progress.part("torque", straight)?,
            1e-9,
            "straight ahead: 2 M/(R (m + 4 J/R²))",
        ),
    ];
    Ok(Study {
        rows,
        animations: vec![animation(&drive.frames)],
        plots: vec![speed(drive.speeds)?],
        facts: vec![FactsRow::of::<Car, Livens>("car with four wheels", "Livens")],
        ..Study::new("car", "A car", ABOUT, include_str!("../../../car.rs"))
    })
}

fn slalom() -> Outcome<Drive> {
    let mut motion = Integrator::new(CAR, Livens, H, [0.0; 7], CAR.straight(SPEED))?;
    let before = motion.energy();
    let mut drive = Drive {
        frames: Vec::new(),
        speeds: Vec::new(),
        energy: 0.0,
        skid: 0.0,
    };
    for k in 0..1200 {
        if k % 4 == 0 && k < 600 {
            let State { t, q, .. } = motion.state();
            drive.frames.push([q[0], q[1], q[2], CAR.steer(t)]);
        }
        motion.step_with([0.0])?;
        let v = <[f64; 7]>::from(motion.velocity()?);
        let (sin, cos) = motion.state().q[2].sin_cos();
        drive.skid = drive.skid.max((cos * v[1] - sin * v[0]).abs() / SPEED);
        drive.energy = drive.energy.max((motion.energy() - before).abs() / before);
        drive.speeds.push((motion.time(), v[0].hypot(v[1])));
    }
    Ok(drive)
}

/// A circle: its radius, and the rates of the outer rear wheel over the inner one.
struct Circle {
    radius: f64,
    rates: f64,
}

fn circle() -> Outcome<Circle> {
    let held = Car {
        held: 0.35,
        largest: 0.0,
        ..CAR
    };
    let tangent = 0.35_f64.tan();
    let turn = SPEED * tangent / CAR.base;
    let half = 0.5 * CAR.track * turn;
    let front = |rear: f64, tangent: f64| rear * (1.0 + tangent * tangent).sqrt() / CAR.r;
    let sides = [-1.0, 1.0].map(|side| tangent / (1.0 + side * 0.5 * CAR.track / CAR.base * tangent));
    let v = [
        SPEED,
        0.0,
        turn,
        (SPEED - half) / CAR.r,
        (SPEED + half) / CAR.r,
        front(SPEED - half, sides[0]),
        front(SPEED + half, sides[1]),
    ];
    let mut motion = Integrator::new(held, Livens, H, [0.0; 7], v)?;
    let mut places = Vec::new();
    for _ in 0..900 {
        motion.step_with([0.0])?;
        let q = motion.state().q;
        places.push((q[0], q[1]));
    }
    let width = |of: fn(&(f64, f64)) -> f64| {
        let ends = places
            .iter()
            .map(of)
            .fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
        ends.1 - ends.0
    };
    let q = motion.state().q;
    Ok(Circle {
        radius: 0.25 * (width(|place| place.0) + width(|place| place.1)),
        rates: q[4] / q[3],
    })
}

/// The speed after ten seconds straight ahead, over that of a point.
fn straight() -> Outcome<f64> {
    let ahead = Car { largest: 0.0, ..CAR };
    let mut motion = Integrator::new(ahead, Livens, H, [0.0; 7], CAR.straight(1.0))?;
    for _ in 0..1000 {
        motion.step_with([300.0])?;
    }
    let gained = motion.velocity()?[0] - 1.0;
    let all = CAR.m + 4.0 * CAR.spin / CAR.r.powi(2);
    Ok(gained / (10.0 * 2.0 * 300.0 / (CAR.r * all)))
}

fn animation(frames: &[[f64; 4]]) -> Animation {
    let place = |frame: &[f64; 4], along: f64, across: f64| {
        let (sin, cos) = frame[2].sin_cos();
        (
            frame[0] + along * cos - across * sin,
            frame[1] + along * sin + across * cos,
        )
    };
    let (half, base) = (0.5 * CAR.track, CAR.base);
    let body = |frame: &[f64; 4]| {
        let corners = [
            (-0.8, -1.0),
            (-0.8, 1.0),
            (1.0, 1.0),
            (1.35, 0.8),
            (1.35, -0.8),
            (1.0, -1.0),
            (-0.8, -1.0),
        ];
        corners
            .map(|(along, across)| {
                place(
                    frame,
                    if along > 0.9 { along * base } else { along },
                    across * half,
                )
            })
            .to_vec()
    };
    // A wheel is a line along its heading.
    let wheel = |frame: &[f64; 4], along: f64, side: f64| {
        let tangent = frame[3].tan();
        let angle = if along > 0.0 {
            (tangent / (1.0 - side * half / base * tangent)).atan()
        } else {
            0.0
        };
        let (sin, cos) = angle.sin_cos();
        [-CAR.r, CAR.r]
            .map(|way| place(frame, along + way * cos, side * half + way * sin))
            .to_vec()
    };
    let mut animation = Animation::new(
        "drive",
        "Six seconds: the car coasts, and its front wheels swing to both sides; the trace is that of its rear axle.",
        4.0 * H,
    )
    .point(
        "",
        COLOURS[0],
        12.0,
        frames.iter().map(|frame| (frame[0], frame[1])),
    )
    .outline(GREY, frames.iter().map(body).collect());
    for (along, side) in [(0.0, -1.0), (0.0, 1.0), (base, -1.0), (base, 1.0)] {
        let wheels = frames.iter().map(|frame| wheel(frame, along, side));
        animation = animation.outline(COLOURS[1], wheels.collect());
    }
    animation
}

fn speed(curve: Curve) -> Outcome<Plot> {
    let mut chart = Chart::new("t", "speed of the rear axle (m/s)");
    chart.line("", COLOURS[0], curve);
    chart.render(
        "speed",
        "The speed is lowest in the bends, where body and outer wheels have energy of their own, and comes back each time.",
    )
}
