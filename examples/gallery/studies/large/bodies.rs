//! Twenty bodies that attract each other: momenta to rounding, a bounded energy, and Kepler's period.

use std::f64::consts::TAU;

use extremal::prelude::*;
use extremal::{Error, StateOf};

use crate::systems::bodies::{Bodies, start};
use report::measure::{EnergyCurve, path};
use report::plot::{COLOURS, Chart, Curve, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const BODIES: usize = 20;
const H: f64 = 0.01;

const ABOUT: &str = "A heavy body, and 19 light ones on circles around it. All attract each other. The potential is a sum \
    over pairs, written as two nested sums.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(3);
    let mut rows = progress.part("momenta", || momenta(progress.choose(100_000, 10_000)))?;
    rows.push(progress.part("energy", || energy(progress.choose(30_000, 10_000)))?);
    rows.push(period()?);
    let plots = vec![progress.part("paths", paths)?];
    Ok(Study {
        rows,
        plots,
        facts: vec![FactsRow::of::<Bodies, Verlet>("twenty bodies", "Verlet")],
        ..Study::new(
            "bodies",
            "Twenty bodies",
            ABOUT,
            include_str!("../../../bodies.rs"),
        )
    })
}

fn released() -> Result<Integrator<Bodies, Verlet>, Error> {
    let (bodies, q, v) = start();
    Integrator::new(bodies, Verlet, H, q, v)
}

/// Σ pᵢ and Σ rᵢ × pᵢ, by hand.
fn sums(state: &StateOf<Bodies>) -> [f64; 6] {
    let mut sums = [0.0; 6];
    for (r, p) in state.q.as_slice().chunks(3).zip(state.p.as_slice().chunks(3)) {
        for k in 0..3 {
            let (next, last) = ((k + 1) % 3, (k + 2) % 3);
            sums[k] += p[k];
            sums[3 + k] += r[next] * p[last] - r[last] * p[next];
        }
    }
    sums
}

fn momenta(steps: usize) -> Result<Vec<Row>, Error> {
    let mut motion = released()?;
    let state = motion.state();
    let begin = sums(&state);
    let size: f64 = state.p.iter().map(|p| p.abs()).sum();
    let mut largest = [0.0_f64; 2];
    for _ in 0..steps {
        motion.step()?;
        for (k, (now, begin)) in sums(&motion.state()).iter().zip(begin).enumerate() {
            largest[k / 3] = largest[k / 3].max((now - begin).abs());
        }
    }
    Ok(vec![
        Row::below(
            format!("max |P − P₀| / Σ|p|, {steps:e} steps"),
            // ε per step at most.
            1e-12,
            largest[0] / size,
            "Σ pᵢ is kept to rounding: both bodies of a pair have the same force",
        ),
        Row::below(
            "max |L − L₀| / L₀, the same run",
            1e-12,
            largest[1] / begin[5].abs(),
            "Σ rᵢ × pᵢ is kept to rounding, because the potential depends on distances only",
        ),
    ])
}

fn energy(steps: usize) -> Result<Row, Error> {
    let (bodies, ..) = start();
    let motion = released()?;
    let intervals = 20;
    let curve = EnergyCurve::measure(bodies, Verlet, H, motion.state(), (intervals, steps / intervals))?;
    Ok(Row::below(
        // At t = 340, step 34 thousand, two light bodies pass each other at 7e-4, where no fixed step of 0.01 is small enough.
        format!("max |E − E₀| / |E₀|, {steps:e} steps, before two light bodies meet"),
        // (ω h)² = 6e-5 of the innermost body, with ω² = 1/1.2³, times the hundredth by which its path is no circle.
        6e-7,
        curve.largest() / motion.energy().abs(),
        "(ω h)² of the innermost body, times the eccentricity: on a circle the error does not change",
    ))
}

/// The outermost body, seen from the heavy one.
fn angle(state: &StateOf<Bodies>) -> f64 {
    let at = 3 * (BODIES - 1);
    let (x, y) = (state.q[at] - state.q[0], state.q[at + 1] - state.q[1]);
    y.atan2(x)
}

/// How far the outermost body is from its start after one period of Kepler, if the other light bodies have this mass.
fn turned(mass: f64, steps: u32) -> Result<f64, Error> {
    let (mut bodies, q, v) = start();
    bodies.m[1..].fill(mass);
    let radius = q[3 * (BODIES - 1)].hypot(q[3 * (BODIES - 1) + 1]);
    let period = TAU * (radius.powi(3) / (bodies.gamma * bodies.m[0])).sqrt();
    let mut motion = Integrator::new(bodies, Verlet, period / f64::from(steps), q, v)?;
    let begin = angle(&motion.state());
    for _ in 0..steps {
        motion.step()?;
    }
    Ok((angle(&motion.state()) - begin + TAU / 2.0).rem_euclid(TAU) - TAU / 2.0)
}

fn period() -> Result<Row, Error> {
    let steps = 12_000;
    // What the bodies of 1e-9 pull, 8e-7, is twice as much for those of 2e-9.
    let alone = 2.0 * turned(1e-9, steps)? - turned(2e-9, steps)?;
    // (ω h)² = (2π/12000)²
    let of_scheme = -TAU * (TAU / f64::from(steps)).powi(2) / 3.0;
    Ok(Row::number(
        "angle of the outermost after one period of Kepler, from its start, without the pull of the other light bodies",
        of_scheme,
        alone,
        // What is left of their pull, (1e-9)² over the squares of the distances to neighbours, 0.2, and of (ω h)⁴, is below it.
        1e-11,
        "Kepler's third law, T² = 4π² r³/(γ m₀), and the phase of Verlet's scheme on a circle, −2π (ω h)²/3",
    ))
}

fn paths() -> Outcome<Plot> {
    let points = path(released()?, (600, 10), |state| {
        [1, 7, 13, 19].map(|i| (state.q[3 * i], state.q[3 * i + 1]))
    })?;
    let mut chart = Chart::new("x", "y").equal();
    for (k, (name, colour)) in ["body 1", "body 7", "body 13", "body 19"]
        .into_iter()
        .zip(COLOURS)
        .enumerate()
    {
        let curve: Curve = points.iter().map(|bodies| bodies[k]).collect();
        chart.line(name, colour, curve);
    }
    chart.render(
        "paths",
        "Paths of four of the bodies in 60 units of time: Verlet, h = 0.01.",
    )
}
