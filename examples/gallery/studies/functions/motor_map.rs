//! The motor with a table of torque: steady speeds, the rates at which they are approached, the time of a run-up, and energy.

use extremal::function::Value;
use extremal::prelude::*;

use crate::systems::motor_map::MotorMap;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const STEP_SIZE: f64 = 1e-3;

const ABOUT: &str = "A motor whose torque is a table over speed and throttle drives a fan through a flexible shaft. The table is \
    a bicubic spline; its slope decides how fast a speed settles.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(4);
    let bench = MotorMap::on_bench()?;
    let mut rows = progress.part("steady speeds", || steady(&bench))?;
    rows.extend(progress.part("small motions", || small(&bench))?);
    rows.push(progress.part("run-up", || run_up(&bench))?);
    rows.push(progress.part("energy", || energy(&bench))?);
    Ok(Study {
        rows,
        plots: vec![map(&bench)?, speeds(&bench)?],
        facts: vec![FactsRow::of::<MotorMap, Midpoint>("motor and fan", "Midpoint")],
        ..Study::new(
            "motor_map",
            "A motor from its map of torque",
            ABOUT,
            include_str!("../../../motor_map.rs"),
        )
    })
}

fn steady(bench: &MotorMap) -> Outcome<Vec<Row>> {
    [0.25, 0.6, 1.0]
        .into_iter()
        .map(|throttle| {
            let mut motion = Integrator::new(bench, Midpoint, STEP_SIZE, [0.0; 2], [300.0; 2])?;
            for _ in 0..60_000 {
                motion.step_with([throttle])?;
            }
            Ok(Row::number(
                format!("speed after a minute with throttle {throttle}, rad/s"),
                bench.steady_speed(throttle),
                motion.velocity()?[1],
                1e-6,
                "torque and drag are the same there, by bisection; a steady motion is exact in the midpoint rule, and e⁻³⁰ of the \
                 start is left",
            ))
        })
        .collect()
}

/// (2/h) (λ − 1)/(λ + 1) of the eigenvalues of a step: real and imaginary part.
fn exponents(bench: &MotorMap, throttle: f64) -> Outcome<Vec<[f64; 2]>> {
    let speed = bench.steady_speed(throttle);
    let [torque, _] = bench.surplus(speed, throttle);
    let drag = bench.friction + bench.drag_factor * speed * speed;
    // The twist that carries the drag.
    let start = ([0.0, -(torque + drag) / bench.stiffness], [speed; 2]);
    let motion = Integrator::new(bench, Midpoint, STEP_SIZE, start.0, start.1)?;
    let step = motion.amplification_with([throttle])?;
    let exponent = |re: f64, im: f64| {
        let size = (re + 1.0).powi(2) + im * im;
        let factor = 2.0 / STEP_SIZE / size;
        [(re * re - 1.0 + im * im) * factor, 2.0 * im * factor]
    };
    Ok(step.eigenvalues().iter().map(|e| exponent(e.re, e.im)).collect())
}

/// The slope of the table settles the speed, and the shaft oscillates: roots of the cubic that is left of the linear equations.
fn small(bench: &MotorMap) -> Outcome<Vec<Row>> {
    let throttle = 0.6;
    let speed = bench.steady_speed(throttle);
    let [_, excess] = bench.surplus(speed, throttle);
    let drag = 2.0 * bench.drag_factor * speed;
    let slope = excess + drag;
    let [j, l] = bench.inertia;
    let (k, d) = (bench.stiffness, bench.damping);
    // det of J s² + (d − slope) s + k, −(d s + k); −(d s + k), L s² + (d + drag) s + k, over s.
    let value = |[x, y]: [f64; 2]| {
        let times = |[a, b]: [f64; 2], [c, e]: [f64; 2]| [a * c - b * e, a * e + b * c];
        let cubic = [
            k * (drag - slope),
            k * (j + l) + (d - slope) * (d + drag) - d * d,
            j * (d + drag) + l * (d - slope),
            j * l,
        ];
        let sum = cubic.iter().rev().fold([0.0; 2], |sum, c| {
            let [a, b] = times(sum, [x, y]);
            [a + c, b]
        });
        let [a, b] = cubic
            .iter()
            .enumerate()
            .skip(1)
            .rev()
            .fold([0.0; 2], |sum, (n, c)| {
                let [a, b] = times(sum, [x, y]);
                [a + n as f64 * c, b]
            });
        // Newton's correction, the distance to the root.
        times(sum, [a, -b]).map(|part| part / (a * a + b * b))
    };
    let exponents = exponents(bench, throttle)?;
    let distance = |at: &[f64; 2]| {
        let [x, y] = value(*at);
        x.hypot(y) / at[0].hypot(at[1])
    };
    let settling = exponents
        .iter()
        .filter(|[re, im]| im.abs() < 1e-6 && re.abs() > 1e-3);
    let settling = settling.map(|[re, _]| *re).fold(0.0, f64::min);
    let moving = exponents.iter().filter(|[re, im]| re.hypot(*im) > 1e-3);
    Ok(vec![
        Row::below(
            "distance of the exponents of a step at throttle 0.6 from the roots of the linear equations, relative",
            // Eigenvalues near one lose ε/(h · 0.6) of their exponents.
            1e-11,
            moving.map(distance).fold(0.0, f64::max),
            "the cubic by hand, with the slope of the table; the midpoint rule maps s to (2 + h s)/(2 − h s), and rounding is \
             divided by h",
        ),
        Row::number(
            "rate at which the speed settles, 1/s",
            excess / (j + l),
            settling,
            // (rate/ω)² and rate d/k are below 1e-3.
            1e-3,
            "∂(torque − drag)/∂ω over the inertia of a rigid shaft; the flexible one differs by slope d/k and (rate/ω)²",
        ),
    ])
}

/// The time from 100 to 500 rad/s with full throttle.
fn run_up(bench: &MotorMap) -> Outcome<Row> {
    let inertia = bench.inertia[0] + bench.inertia[1];
    let pieces = 400;
    let speed = |i: u32| 100.0 + 400.0 * f64::from(i) / f64::from(pieces);
    let time = |i: u32| inertia / bench.surplus(speed(i), 1.0)[0];
    let simpson = |i: u32| {
        if i == 0 || i == pieces {
            1.0
        } else {
            2.0 + 2.0 * f64::from(i % 2)
        }
    };
    let sum = (0..=pieces).map(|i| simpson(i) * time(i)).sum::<f64>();
    let expected = sum * 400.0 / f64::from(pieces) / 3.0;

    // With the twist that accelerates the load.
    let [surplus, _] = bench.surplus(100.0, 1.0);
    let carried = surplus * bench.inertia[1] / inertia + bench.friction + bench.drag_factor * 1e4;
    let start = [0.0, -carried / bench.stiffness];
    let mut motion = Integrator::new(bench, Midpoint, STEP_SIZE, start, [100.0; 2])?;
    let mut before = (0.0, 100.0);
    let reached = loop {
        motion.step_with([1.0])?;
        let now = (motion.time(), motion.velocity()?[1]);
        if now.1 >= 500.0 {
            break before.0 + (500.0 - before.1) / (now.1 - before.1) * (now.0 - before.0);
        }
        before = now;
    };
    Ok(Row::number(
        "time from 100 to 500 rad/s with full throttle, s",
        expected,
        reached,
        // The twist changes by 0.02 rad on the way, over 180 rad/s of the shaft's oscillation.
        2e-4,
        "∫ (J + Jₗ)/(torque − drag) dω by Simpson's rule, with a rigid shaft; its twist changes by some 0.01 rad on the way, which \
         is passed at more than 100 rad/s",
    ))
}

fn energy(bench: &MotorMap) -> Outcome<Row> {
    let mut motion = Integrator::new(bench, Midpoint, STEP_SIZE, [0.0; 2], [50.0; 2])?;
    let (start, mut gained, mut worked) = (motion.energy(), 0.0, 0.0);
    for k in 0..40_000_u32 {
        let throttle = 0.5 + 0.5 * (f64::from(k) * 1e-3).sin();
        let before = motion.state();
        motion.step_with([throttle])?;
        let after = motion.state();
        let (t, q) = (0.5 * (before.t + after.t), (before.q + after.q) * 0.5);
        let v = (after.q - before.q) / STEP_SIZE;
        let power = bench.power(t, &q, &v, &[throttle]);
        gained += STEP_SIZE * (power - bench.loss(t, &q, &v));
        worked += STEP_SIZE * power.abs();
    }
    Ok(Row::below(
        "|energy gained − work + losses| in 40 s of changing throttle, relative to the work",
        // Angles up to 2e4 rad round by 4e-12, over h and 500 rad/s that is 1e-11 of a power; of 4e4 steps √4e4 are left.
        1e-12,
        ((motion.energy() - start - gained) / worked).abs(),
        "T and V are quadratic, so that the midpoint rule balances energy exactly; rounding of angles up to 2e4 rad over h remains",
    ))
}

fn map(bench: &MotorMap) -> Outcome<Plot> {
    let mut chart = Chart::new("speed in rad/s", "torque in N m");
    for (k, colour) in (0..=4).zip(COLOURS) {
        let throttle = 0.25 * f64::from(k);
        let torque = |speed: f64| (speed, bench.torque.value([speed, throttle]));
        let label = ["throttle 0", "0.25", "0.5", "0.75", "1"][k as usize];
        chart.line(label, colour, (0..=700).map(|i| torque(f64::from(i))).collect());
        chart.points("", colour, (0..8).map(|i| torque(100.0 * f64::from(i))).collect());
    }
    let drag = |speed: f64| (speed, bench.friction + bench.drag_factor * speed * speed);
    chart.line(
        "drag of the fan",
        GREY,
        (0..=600).map(|i| drag(f64::from(i))).collect(),
    );
    chart.render(
        "map",
        "The table of torque and the bicubic spline through it. Steady speeds are where it crosses the drag of the fan.",
    )
}

fn speeds(bench: &MotorMap) -> Outcome<Plot> {
    let mut chart = Chart::new("t in s", "speed in rad/s");
    for (throttle, colour, label) in [
        (1.0, COLOURS[0], "throttle 1"),
        (0.25, COLOURS[1], "throttle 0.25"),
    ] {
        let mut motion = Integrator::new(bench, Midpoint, STEP_SIZE, [0.0; 2], [0.0; 2])?;
        let mut curve = Curve::new();
        for k in 0..15_000 {
            if k % 20 == 0 {
                curve.push((motion.time(), motion.velocity()?[1]));
            }
            motion.step_with([throttle])?;
        }
        chart.line(label, colour, curve);
        let steady = bench.steady_speed(throttle);
        chart.line("", GREY, vec![(0.0, steady), (15.0, steady)]);
    }
    chart.render(
        "speeds",
        "The load from rest, towards the speeds at which torque and drag are the same.",
    )
}
