//! The six-axis arm: what its motors do is its energy, and so is what its acceleration says.

use extremal::prelude::*;

use crate::systems::robot_arm::RobotArm;
use report::measure::slope;
use report::order::ORDER_TOLERANCE;
use report::plot::{COLOURS, Chart, Curve, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const START: [f64; 6] = [0.1, -1.2, 0.4, 0.3, -0.5, 0.2];
/// Torques in N m, which hold a part of the weight.
const MOTORS: [f64; 6] = [8.0, -60.0, -15.0, 1.0, -0.5, 0.1];

const ABOUT: &str = "An arm with six axes, declared by a table of Denavit–Hartenberg numbers and scans along its links, with full \
    tensors of inertia. Motors act on all axes.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(2);
    let (balance, falling) = progress.part("energies", || -> Outcome<_> {
        Ok((errors(MOTORS)?, errors([0.0; 6])?))
    })?;
    let rows = vec![
        order("motors: order of E − E₀ − Σ u·Δq at t = 0.5, Midpoint", &balance),
        order("without motors: order of E − E₀ at t = 0.5, Midpoint", &falling),
        progress.part("power", power)?,
    ];
    Ok(Study {
        rows,
        plots: vec![errors_plot(&balance, &falling)?],
        facts: vec![FactsRow::of::<RobotArm, Midpoint>("arm", "Midpoint")],
        ..Study::new(
            "robot_arm",
            "Six-axis arm",
            ABOUT,
            include_str!("../../../robot_arm.rs"),
        )
    })
}

fn arm() -> RobotArm {
    RobotArm::of_rods(
        [12.0, 9.0, 5.0, 3.0, 1.5, 0.5],
        [0.1, 0.3, 0.06, 0.05, 0.04, 0.03],
    )
}

/// E − E₀ − Σ u·Δq after half a second, by step size.
fn errors(u: [f64; 6]) -> Outcome<Curve> {
    let arm = arm();
    let mut curve = Vec::new();
    for steps in [100, 200, 400, 800] {
        let h = 0.5 / f64::from(steps);
        let mut motion = Integrator::new(&arm, Midpoint, h, START, [0.0; 6])?;
        let (begin, energy) = (motion.state().q, motion.energy());
        for _ in 0..steps {
            motion.step_with(u)?;
        }
        // The torques are constant, so that their work is that along the whole way.
        let way = motion.state().q - begin;
        let work: f64 = u.iter().zip(way.iter()).map(|(u, way)| u * way).sum();
        curve.push((h, (motion.energy() - energy - work).abs()));
    }
    Ok(curve)
}

fn order(quantity: &str, curve: &Curve) -> Row {
    let points: Vec<(f64, f64)> = curve.iter().map(|(h, error)| (h.ln(), error.ln())).collect();
    Row::number(
        quantity,
        2.0,
        slope(&points).0,
        ORDER_TOLERANCE,
        "the energy is that of a scheme of order 2, and the motors add what they do",
    )
}

/// dE/dt = u·v, with dE/dt from the energies of two states along the acceleration.
fn power() -> Outcome<Row> {
    let arm = arm();
    let (q, v) = (START.into(), [0.7, -0.3, 1.1, 2.0, -1.4, 0.5].into());
    let a = arm.acceleration(0.0, &q, &v, &MOTORS)?;
    let step = 1e-4;
    let energy = |s: f64| arm.total_energy(0.0, &(q + v * s + a * (0.5 * s * s)), &(v + a * s));
    let rate = (energy(step) - energy(-step)) / (2.0 * step);
    let expected: f64 = MOTORS
        .iter()
        .zip(v.iter())
        .map(|(u, v): (&f64, &f64)| u * v)
        .sum();
    Ok(Row::number(
        "dE/dt along the acceleration, in W",
        expected,
        rate,
        // The square of the step times the third derivative of E, which is as large as the powers of motors and weight times the rate 20/s squared.
        1e-3,
        "the power of the motors, u·v: gravity and inertia change the energy by nothing",
    ))
}

fn errors_plot(balance: &Curve, falling: &Curve) -> Outcome<Plot> {
    let mut chart = Chart::new("step size h", "error of the energy at t = 0.5, J").log_log();
    chart.line_points("with motors", COLOURS[0], balance.clone());
    chart.line_points("without motors", COLOURS[1], falling.clone());
    chart.reference_slope(2, balance);
    chart.render(
        "order",
        "Energy less the work of the motors: Midpoint, with the expected slope.",
    )
}
