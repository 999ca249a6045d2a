//! The chain of eight links: energy, symmetry, reversal, and the modes that Bernoulli found.

use std::f64::consts::PI;
use std::time::Instant;

use extremal::prelude::*;
use extremal::{Error, StateOf};

use super::{Outcome, Study};
use crate::chain::Chain;
use crate::measure::{EnergyCurve, distance, end_state, iterations, path};
use crate::plot::{COLOURS, Chart, Curve, GREY, Plot};
use crate::progress::Progress;
use crate::table::{FactsRow, Row};

const LINKS: usize = 8;
const UNIT: Chain = Chain {
    m: 1.0,
    l: 1.0,
    g: 9.81,
};

type Fourth = Galerkin<2, Gauss<2>>;

pub(super) fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(8);
    let mut rows = progress.part("energy", || energy(progress.choose(200_000, 20_000)))?;
    rows.push(progress.part("reversal", reversal)?);
    rows.push(progress.part("turning", turning)?);
    rows.push(progress.part("slowest mode", slowest_mode)?);
    rows.extend(progress.part("iterations", newton)?);
    let plots = vec![
        progress.part("snapshots", snapshots)?,
        progress.part("energy plot", || energy_plot(progress.choose(200, 50)))?,
        progress.part("path of the tip", tip_path)?,
    ];
    Ok(Study {
        name: "chain",
        title: "Chain of eight links",
        about: "Eight point masses on eight massless rods, released from rest at the angles 1, 1.1, … 1.7. The \
                declaration has positions only; the mass matrix, full and dependent on all angles, is the derive's \
                to find.",
        source: include_str!("../../chain.rs"),
        rows,
        plots,
        facts: vec![
            FactsRow::of::<Chain, Midpoint>("chain", "Midpoint"),
            FactsRow::of::<Chain, Fourth>("chain", "Galerkin<2, Gauss<2>>"),
        ],
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
    let (drift, error) = curve.drift();
    // The energy that the fall can turn into motion: 36 m g l if all hung down.
    let scale = 36.0 * UNIT.m * UNIT.g * UNIT.l;
    Ok(vec![
        Row::below(
            format!("max |E − E₀| / 36 m g l, Midpoint, h = 0.001, {steps} steps"),
            1e-3,
            curve.largest() / scale,
            "bounded by the modified energy, O(h²), where the tip whips",
        ),
        Row::below(
            "the same, rise of its maxima over the run, relative",
            3.0 * error,
            drift.abs(),
            "none; three standard errors of the fit through 20 intervals of a chaotic motion",
        ),
    ])
}

/// A symmetric scheme, run on from −p, goes back the way it came.
fn reversal() -> Result<Row, Error> {
    let (start, steps) = (released()?, 1000);
    let there = end_state(&UNIT, Midpoint, start, 1.0, steps)?;
    let turned = State { p: -there.p, ..there };
    let back = end_state(&UNIT, Midpoint, turned, 1.0, steps)?;
    Ok(Row::below(
        "distance from the start after 1 s there and 1 s back, Midpoint",
        // 2000 steps of rounding on angles of 2, magnified on the way by less than 100.
        1e-11,
        distance(&back.q, &start.q),
        "a symmetric scheme retraces its steps from −p: rounding only",
    ))
}

/// Without weight, turning everything is a symmetry: Σ pᵢ is the angular momentum.
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
        "max |Σp − Σp₀| / Σp₀ without weight, Midpoint, 10 000 steps",
        // ε √8 a step on momenta of the size of their sum, √10⁴ for the steps.
        1e-13,
        largest / start.abs(),
        "Noether: the discrete Lagrangian has the symmetry, so Σ pᵢ is kept to rounding",
    ))
}

/// The smallest zero of Laguerre's polynomial L₈, by which ω² = λ g/l.
const SLOWEST: f64 = 0.170_279_632_305_101;

/// Deflections of the masses from the free end up are L₀(λ), L₁(λ), ..; angles are their differences.
fn mode_angles(eigenvalue: f64, amplitude: f64) -> [f64; LINKS] {
    let mut laguerre = [1.0; LINKS + 1];
    laguerre[1] = 1.0 - eigenvalue;
    for j in 1..LINKS {
        let n = j as f64;
        laguerre[j + 1] = ((2.0 * n + 1.0 - eigenvalue) * laguerre[j] - n * laguerre[j - 1]) / (n + 1.0);
    }
    std::array::from_fn(|i| amplitude * (laguerre[LINKS - 1 - i] - laguerre[LINKS - i]))
}

fn slowest_mode() -> Result<Row, Error> {
    let amplitude = 1e-4;
    let start = at_rest(mode_angles(SLOWEST, amplitude))?;
    let period = 2.0 * PI / (SLOWEST * UNIT.g / UNIT.l).sqrt();
    let end = end_state(&UNIT, Fourth::default(), start, period, 1000)?;
    Ok(Row::below(
        "distance from the start after one period of the slowest mode, relative",
        // Cubic terms: 1e-8 at this amplitude; the scheme's: (ω h)⁴/4320, of the fast modes that rounding excites.
        1e-7,
        distance(&end.q, &start.q) / amplitude,
        "ω² = λ g/l, λ the smallest zero of Laguerre's L₈ (D. Bernoulli's hanging chain); cubic terms are 1e-8",
    ))
}

fn newton() -> Result<Vec<Row>, Error> {
    let steps = 5000;
    let begin = Instant::now();
    let average = iterations(&UNIT, Midpoint, 1e-3, released()?, steps)?;
    let time = begin.elapsed().as_secs_f64() / steps as f64;
    let facts = <Chain as Discretize<Midpoint>>::FACTS;
    Ok(vec![
        Row::below(
            "Newton iterations a step, Midpoint, h = 0.001, 5 s",
            2.0,
            average,
            "one where the motion is smooth; a second one where the tip whips",
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
            "by hand, with the momentum: 1150",
        ),
    ])
}

/// The masses from the support on.
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
        "Energy error at h = 0.001: high where the tip whips, and back again after it.",
    )
}

fn tip_path() -> Outcome<Plot> {
    let motion = Integrator::from_state(&UNIT, Fourth::default(), 1e-3, released()?)?;
    let masses = path(motion, (1500, 4), positions)?;
    let of = |mass: usize| {
        masses
            .iter()
            .filter_map(|positions| positions.get(mass).copied())
            .collect()
    };
    let mut chart = Chart::new("x", "y").equal();
    chart.line("mass 4", GREY, of(4));
    chart.line("mass 6", COLOURS[1], of(6));
    chart.line("mass 8", COLOURS[0], of(8));
    chart.render(
        "paths",
        "Paths of three of the masses in six seconds: Galerkin<2, Gauss<2>>, h = 0.001.",
    )
}
#[allow(dead_code)]
pub(crate) fn probe() {
    for (iv, n) in [(20, 10_000), (20, 1000)] {
        let c = EnergyCurve::measure(&UNIT, Midpoint, 1e-3, released().unwrap(), (iv, n)).unwrap();
        for (a, b) in c.maxima.iter().zip(&c.means) { println!("{:8.2} {:.3e} {:+.3e}", a.0, a.1, b.1); }
        println!("{:?} {:?}", c.drift(), crate::measure::slope(&c.means));
    }
    let c = EnergyCurve::measure(&UNIT, Fourth::default(), 1e-3, released().unwrap(), (20, 10000)).unwrap();
    for (a, b) in c.maxima.iter().zip(&c.means) { println!("{:8.2} {:.3e} {:+.3e}", a.0, a.1, b.1); }
}
