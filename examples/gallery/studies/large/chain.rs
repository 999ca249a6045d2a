//! The chain of eight links: energy, symmetry, reversal, and Bernoulli's modes.

use std::f64::consts::PI;
use std::time::Instant;

use extremal::prelude::*;
use extremal::{Error, StateOf};

use crate::systems::chain::Chain;
use report::animation::Animation;
use report::measure::{EnergyCurve, ErrorCurve, distance, end_state, iterations, path};
use report::order::order_grid;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const LINKS: usize = 8;
const UNIT: Chain = Chain {
    m: 1.0,
    l: 1.0,
    g: 9.81,
};

type Fourth = Galerkin<2, Gauss<2>>;

const ABOUT: &str = "Eight point masses on eight massless rods, released from rest at the angles 1, \
    1.1, … 1.7. The declaration contains positions only. The derive finds the mass matrix, which is full \
    and depends on all angles.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(10);
    let mut rows = progress.part("energy", || energy(progress.choose(2_000_000, 200_000)))?;
    let curves = progress.part("orders", error_curves)?;
    rows.push(progress.part("reversal", reversal)?);
    rows.push(progress.part("turning", turning)?);
    rows.extend(progress.part("modes", mode_rows)?);
    rows.extend(progress.part("iterations", newton)?);
    let plots = vec![
        progress.part("snapshots", snapshots)?,
        progress.part("energy plot", || energy_plot(progress.choose(600, 300)))?,
        progress.part("path of the tip", tip_path)?,
        mode_plot()?,
        convergence(&curves)?,
    ];
    Ok(Study {
        rows,
        grids: vec![order_grid(&curves, [2, 4])],
        plots,
        animations: vec![progress.part("motion", motion)?],
        facts: vec![
            FactsRow::of::<Chain, Midpoint>("chain", "Midpoint"),
            FactsRow::of::<Chain, Fourth>("chain", "Galerkin<2, Gauss<2>>"),
        ],
        ..Study::new(
            "chain",
            "Chain of eight links",
            ABOUT,
            include_str!("../../../chain.rs"),
        )
    })
}

fn at_rest(angles: [f64; LINKS]) -> Result<StateOf<Chain>, Error> {
    Ok(Integrator::new(&UNIT, Midpoint, 1.0, angles, [0.0; LINKS])?.state())
}

fn released() -> Result<StateOf<Chain>, Error> {
    at_rest(std::array::from_fn(|i| 1.0 + 0.1 * i as f64))
}

fn energy(steps: usize) -> Result<Vec<Row>, Error> {
    let intervals = 20;
    let curve = EnergyCurve::measure(&UNIT, Midpoint, 1e-3, released()?, (intervals, steps / intervals))?;
    // The energy available to the fall: 36 m g l if all links hung down.
    let scale = 36.0 * UNIT.m * UNIT.g * UNIT.l;
    Ok(vec![
        Row::below(
            format!("max |E − E₀| / 36 m g l, Midpoint, h = 0.001, {steps:e} steps"),
            // (ω h)² with the 27 rad/s of the last link.
            1e-3,
            curve.largest() / scale,
            "(ω h)² with ω = 27 rad/s, the largest angular velocity, when the tip whips",
        ),
        Row::below(
            "the same run, rise of the mean of E − E₀, relative to the largest",
            // The maxima belong to single whips and scatter by half; the mean of thousands of steps does not.
            1e-2,
            curve.rise_of_mean().abs(),
            "no drift: an energy error at a whip disappears after it",
        ),
    ])
}

fn error_curves() -> Result<[ErrorCurve; 2], Error> {
    // The time is before the first whip, while the motion is smooth.
    let (start, span) = (released()?, 1.0);
    // The reference has order 4 and an eighth of the finest step size: 1/4096 of the smallest error.
    let exact = end_state(&UNIT, Fourth::default(), start, span, 6400)?;
    let (second, fourth) = ([200, 400, 800, 1600, 3200], [50, 100, 200, 400, 800]);
    let scheme = Fourth::default();
    Ok([
        ErrorCurve::measure(("Midpoint", Midpoint), &UNIT, start, span, &second, &exact)?,
        ErrorCurve::measure(
            ("Galerkin<2, Gauss<2>>", scheme),
            &UNIT,
            start,
            span,
            &fourth,
            &exact,
        )?,
    ])
}

/// A symmetric scheme, continued from −p, returns to its start.
fn reversal() -> Result<Row, Error> {
    let (start, steps) = (released()?, 1000);
    let there = end_state(&UNIT, Midpoint, start, 1.0, steps)?;
    let turned = State { p: -there.p, ..there };
    let back = end_state(&UNIT, Midpoint, turned, 1.0, steps)?;
    Ok(Row::below(
        "distance from the start after 1 s forwards and 1 s backwards, Midpoint",
        // 2000 steps of rounding of angles of 2, which the motion magnifies by less than 100.
        1e-11,
        distance(&back.q, &start.q),
        "a symmetric scheme retraces its steps from −p; only rounding remains",
    ))
}

/// Without weight, a rotation of all angles is a symmetry: Σ pᵢ is the angular momentum.
fn turning() -> Result<Row, Error> {
    let weightless = Chain { g: 0.0, ..UNIT };
    let angles: [f64; LINKS] = std::array::from_fn(|i| 1.0 + 0.1 * i as f64);
    let velocities: [f64; LINKS] = std::array::from_fn(|i| if i % 2 == 0 { 1.0 } else { -0.5 });
    let mut motion = Integrator::new(&weightless, Midpoint, 1e-3, angles, velocities)?;
    let start = motion.state().p.sum();
    let mut largest = 0.0_f64;
    for _ in 0..10_000 {
        motion.step()?;
        largest = largest.max((motion.state().p.sum() - start).abs());
    }
    Ok(Row::below(
        "max |Σp − Σp₀| / Σp₀ without weight, Midpoint, 1e4 steps",
        // ε √8 per step of momenta of the size of their sum, times √10⁴ for the steps.
        1e-13,
        largest / start.abs(),
        "Noether's theorem: the discrete Lagrangian has the symmetry, so Σ pᵢ is kept to rounding",
    ))
}

/// The smallest zeros λ of Laguerre's polynomial L₈; the frequencies of small motions are ω² = λ g/l.
const MODES: [(&str, f64); 3] = [
    ("slowest", 0.170_279_632_305_101),
    ("second", 0.903_701_776_799_380),
    ("third", 2.251_086_629_866_131),
];

/// Deflections of the masses, from the free end upwards, and of the support: L₀(λ), L₁(λ), .. L₈(λ) = 0.
fn deflections(eigenvalue: f64) -> [f64; LINKS + 1] {
    let mut laguerre = [1.0; LINKS + 1];
    laguerre[1] = 1.0 - eigenvalue;
    for j in 1..LINKS {
        let n = j as f64;
        laguerre[j + 1] = ((2.0 * n + 1.0 - eigenvalue) * laguerre[j] - n * laguerre[j - 1]) / (n + 1.0);
    }
    laguerre
}

/// The state at rest in the shape of a mode: angles are differences of deflections.
fn mode(eigenvalue: f64, amplitude: f64) -> Result<StateOf<Chain>, Error> {
    let x = deflections(eigenvalue);
    at_rest(std::array::from_fn(|i| {
        amplitude * (x[LINKS - 1 - i] - x[LINKS - i])
    }))
}

fn period(eigenvalue: f64) -> f64 {
    2.0 * PI / (eigenvalue * UNIT.g / UNIT.l).sqrt()
}

fn mode_rows() -> Result<Vec<Row>, Error> {
    let amplitude = 1e-5;
    let row = |(name, eigenvalue): (&str, f64)| {
        let start = mode(eigenvalue, amplitude)?;
        let end = end_state(&UNIT, Fourth::default(), start, period(eigenvalue), 1000)?;
        Ok(Row::below(
            format!("distance from the start after one period of the {name} mode, relative"),
            // Cubic terms: 1e-10 at this amplitude, times 2π, times the square of the largest angle of the
            // shape (3); the scheme's error, 2π (2π/1000)⁴/720, is 1e-11.
            1e-8,
            distance(&end.q, &start.q) / amplitude,
            "ω² = λ g/l, λ the zeros of Laguerre's L₈ (D. Bernoulli's hanging chain); cubic terms are \
             below 1e-8",
        ))
    };
    MODES.into_iter().map(row).collect()
}

fn newton() -> Result<Vec<Row>, Error> {
    let steps = 5000;
    let begin = Instant::now();
    let average = iterations(&UNIT, Midpoint, 1e-3, released()?, steps)?;
    let time = begin.elapsed().as_secs_f64() / steps as f64;
    let facts = <Chain as Discretize<Midpoint>>::FACTS;
    Ok(vec![
        Row::below(
            "Newton iterations per step, Midpoint, h = 0.001, 5 s",
            // At most a fifth of the steps take a second iteration.
            1.2,
            average,
            "one while the motion is smooth, and a second one while the tip whips",
        ),
        Row::noted(
            "time of a step",
            format!("{:.2} µs", 1e6 * time),
            "on this machine, in this run",
        ),
        Row::noted(
            "operations of the residual, Midpoint",
            facts.residual_operations.to_string(),
            "as the generated code performs them",
        ),
        Row::noted(
            "operations of residual and tangent, Midpoint",
            facts.tangent_operations.to_string(),
            "code written by hand, including the momentum, has 1150",
        ),
    ])
}

/// The masses, from the support outwards.
fn positions(state: &StateOf<Chain>) -> Curve {
    let mut positions = vec![(0.0, 0.0)];
    let (mut x, mut y) = (0.0, 0.0);
    for angle in state.q.iter() {
        x += UNIT.l * angle.sin();
        y -= UNIT.l * angle.cos();
        positions.push((x, y));
    }
    positions
}

/// Twenty seconds with a hundred frames per second.
fn motion() -> Outcome<Animation> {
    let motion = Integrator::from_state(&UNIT, Fourth::default(), 1e-3, released()?)?;
    let frames = path(motion, (2000, 10), positions)?;
    let animation = Animation::new(
        "motion",
        "The chain, released from rest, with the trace of its tip over two seconds.",
        0.01,
    );
    Ok(animation.body("", COLOURS[0], 2.0, frames))
}

fn snapshots() -> Outcome<Plot> {
    let motion = Integrator::from_state(&UNIT, Midpoint, 1e-3, released()?)?;
    let states = path(motion, (5, 400), |state| (state.t, positions(state)))?;
    let mut chart = Chart::new("x", "y").equal();
    for ((t, positions), colour) in states.into_iter().zip(COLOURS) {
        chart.line_points(format!("t = {t:.1}"), colour, positions);
    }
    chart.render(
        "snapshots",
        "The chain in its first two seconds: Midpoint, h = 0.001.",
    )
}

fn energy_plot(intervals: usize) -> Outcome<Plot> {
    let start = released()?;
    let midpoint = EnergyCurve::measure(&UNIT, Midpoint, 1e-3, start, (intervals, 100))?;
    let fourth = EnergyCurve::measure(&UNIT, Fourth::default(), 1e-3, start, (intervals, 100))?;
    let mut chart = Chart::new("t", "max |E − E₀| in 0.1 s").log_y();
    chart.line("Midpoint", COLOURS[0], midpoint.maxima);
    chart.line("Galerkin<2>", COLOURS[2], fourth.maxima);
    chart.render(
        "energy",
        "Energy error at h = 0.001: high while the tip whips, and small again afterwards. The whips get \
          sharper as the motion becomes disordered.",
    )
}

fn tip_path() -> Outcome<Plot> {
    let motion = Integrator::from_state(&UNIT, Fourth::default(), 1e-3, released()?)?;
    let masses = path(motion, (2500, 10), positions)?;
    let of = |mass: usize| {
        masses
            .iter()
            .filter_map(|positions| positions.get(mass).copied())
            .collect()
    };
    let mut chart = Chart::new("x", "y").equal();
    chart.line("mass 8", COLOURS[0], of(8));
    chart.line("mass 4", COLOURS[1], of(4));
    chart.line("mass 2", COLOURS[2], of(2));
    chart.render(
        "paths",
        "Paths of three of the masses in 25 s, from order to chaos: Galerkin<2, Gauss<2>>, h = 0.001.",
    )
}

fn mode_plot() -> Outcome<Plot> {
    let amplitude = 1e-5;
    let mut chart = Chart::new("deflection / amplitude", "height");
    for ((name, eigenvalue), colour) in MODES.into_iter().zip(COLOURS) {
        let heights = (0..=LINKS).map(|j| j as f64 - LINKS as f64);
        let shape: Curve = deflections(eigenvalue).into_iter().zip(heights).collect();
        chart.dashed("", GREY, shape.iter().map(|(x, y)| (-x, *y)).collect());
        chart.line(format!("{name} mode"), colour, shape);
        let half = end_state(
            &UNIT,
            Fourth::default(),
            mode(eigenvalue, amplitude)?,
            0.5 * period(eigenvalue),
            500,
        )?;
        let masses = positions(&half).into_iter().map(|(x, y)| (x / amplitude, y));
        chart.points("", colour, masses.collect());
    }
    chart.render(
        "modes",
        "The three slowest modes. The masses start on the solid lines, Laguerre's polynomials. Half a period \
          later the computed points are on the mirrored lines.",
    )
}

fn convergence(curves: &[ErrorCurve]) -> Outcome<Plot> {
    let mut chart = Chart::new("step size h", "error of the angles at t = 1").log_log();
    for (curve, colour) in curves.iter().zip(COLOURS) {
        chart.line_points(curve.scheme, colour, curve.coordinates.clone());
    }
    for (curve, order) in curves.iter().zip([2, 4]) {
        chart.reference_slope(order, &curve.coordinates);
    }
    chart.render(
        "order",
        "Errors at the end time, relative to a much finer run, with the expected slopes.",
    )
}
