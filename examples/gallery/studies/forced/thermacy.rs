//! Heat alone: a cooling body compared with its solution in closed form, and two bodies that exchange heat.

use extremal::prelude::*;
use extremal::{Error, StateOf};

use crate::systems::thermacy::{WarmBody, WarmPair};
use report::measure::ErrorCurve;
use report::order::order_grid;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const BODY: WarmBody = WarmBody {
    capacity: 5.0,
    reference: 1.0,
    outside: 1.0,
    exchange: 0.5,
};
const PAIR: WarmPair = WarmPair {
    capacity: [5.0, 3.0],
    reference: 1.0,
    exchange: 0.5,
};
/// The initial temperatures of the body and of the pair.
const HOT: f64 = 2.0;
const PAIR_START: [f64; 2] = [2.0, 0.5];

type Fourth = Galerkin<2, Gauss<2>>;

const ABOUT: &str = "The temperature is the velocity of the thermal displacement α, the entropy s is its momentum, and \
    the internal energy U is its energy. A flow of heat is a force. So the declaration consists of a Lagrangian and \
    this force.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(3);
    let curves = progress.part("orders", error_curves)?;
    let mut rows = progress.part("one body", one_body)?;
    rows.extend(progress.part("two bodies", two_bodies)?);
    Ok(Study {
        terms: &[
            ("ϑ", "temperature, α̇"),
            ("s", "entropy, ∂L/∂α̇"),
            ("κ", "thermal conductance; 0 for no heat exchange"),
        ],
        rows,
        grids: vec![order_grid(&curves, [2, 4])],
        plots: vec![cooling()?, sharing()?, entropies()?, convergence(&curves)?],
        facts: vec![
            FactsRow::of::<WarmBody, Midpoint>("warm body", "Midpoint"),
            FactsRow::of::<WarmBody, Fourth>("warm body", "Galerkin<2, Gauss<2>>"),
            FactsRow::of::<WarmPair, Midpoint>("two warm bodies", "Midpoint"),
        ],
        ..Study::new(
            "thermacy",
            "Heat as motion",
            ABOUT,
            include_str!("../../../thermacy.rs"),
        )
    })
}

/// (t, α) when the body has cooled to ϑ: both integrals of (k/ϑᵣ) ϑ ϑ̇ = −κ (ϑ − ϑ_∞) in closed form.
fn when(temperature: f64) -> (f64, f64) {
    let (rate, outside) = (BODY.capacity / (BODY.exchange * BODY.reference), BODY.outside);
    let ratio = ((temperature - outside) / (HOT - outside)).ln();
    let cooled = temperature - HOT;
    let time = -rate * (cooled + outside * ratio);
    let square = 0.5 * (temperature * temperature - HOT * HOT);
    (
        time,
        -rate * (square + outside * cooled + outside * outside * ratio),
    )
}

/// The state of the body when it has cooled to ϑ.
fn exact(temperature: f64) -> StateOf<WarmBody> {
    let (t, alpha) = when(temperature);
    let entropy = BODY.capacity / BODY.reference * (temperature - BODY.reference);
    State {
        t,
        q: [alpha].into(),
        p: [entropy].into(),
    }
}

fn error_curves() -> Result<[ErrorCurve; 2], Error> {
    let (start, end) = (exact(HOT), exact(1.3));
    let (second, fourth) = ([20, 40, 80, 160, 320], [5, 10, 20, 40, 80]);
    Ok([
        ErrorCurve::measure(("Midpoint", Midpoint), BODY, start, end.t, &second, &end)?,
        ErrorCurve::measure(
            ("Galerkin<2, Gauss<2>>", Fourth::default()),
            BODY,
            start,
            end.t,
            &fourth,
            &end,
        )?,
    ])
}

fn one_body() -> Result<Vec<Row>, Error> {
    let (h, steps) = (0.5, 200);
    let mut motion = Integrator::new(BODY, Midpoint, h, [0.0], [HOT])?;
    let energy = motion.energy();
    let mut balance = 0.0_f64;
    for _ in 0..steps {
        motion.step()?;
        let given = BODY.exchange * (motion.state().q[0] - BODY.outside * motion.time());
        balance = balance.max((motion.energy() - energy + given).abs());
    }
    let closed = WarmBody {
        exchange: 0.0,
        ..BODY
    };
    let mut motion = Integrator::new(closed, Midpoint, h, [0.0], [HOT])?;
    let entropy = motion.state().p[0];
    let mut change = 0.0_f64;
    for _ in 0..steps {
        motion.step()?;
        change = change.max((motion.state().p[0] - entropy).abs());
    }
    Ok(vec![
        Row::below(
            "max |U − U₀ + κ(α − ϑ_∞ t)| of the cooling body, Midpoint, h = 0.5",
            // 200 steps of ε U with U = 7.5, all to one side.
            4e-13,
            balance,
            "the heat given off is ∫ κ (ϑ − ϑ_∞) dt, and ΔU = ϑ Δs at the middle of a step; only rounding remains",
        ),
        Row::below(
            "max |s − s₀| without exchange",
            // Zeros are added, without rounding.
            0.0,
            change,
            "α is cyclic, so its momentum does not change",
        ),
    ])
}

/// (t, ϑ₀, ϑ₁, entropy, energy) at the nodes.
fn pair(h: f64, steps: usize) -> Result<Vec<[f64; 5]>, Error> {
    let mut motion = Integrator::new(PAIR, Midpoint, h, [0.0, 0.0], PAIR_START)?;
    let mut nodes = Vec::new();
    for step in 0..=steps {
        if step > 0 {
            motion.step()?;
        }
        let (v, State { t, p, .. }) = (motion.velocity()?, motion.state());
        nodes.push([t, v[0], v[1], p[0] + p[1], motion.energy()]);
    }
    Ok(nodes)
}

fn two_bodies() -> Outcome<Vec<Row>> {
    let nodes = pair(0.1, 2000)?;
    let (begin, end) = (nodes[0], nodes[nodes.len() - 1]);
    let deviation = nodes.iter().map(|node| (node[4] - begin[4]).abs());
    let increments = nodes.windows(2).map(|pair| pair[1][3] - pair[0][3]);
    let share = |k: usize| PAIR.capacity[k] * PAIR_START[k].powi(2);
    let common = ((share(0) + share(1)) / (PAIR.capacity[0] + PAIR.capacity[1])).sqrt();
    Ok(vec![
        Row::below(
            "two bodies: max |U − U₀|, Midpoint, 2000 steps of h = 0.1",
            // Two thousand steps of ε U with U = 6, all to one side.
            2e-12,
            deviation.fold(0.0, f64::max),
            "at the middle of a step the heat lost by one body is gained by the other; only rounding remains",
        ),
        Row::below(
            "two bodies: largest decrease of the entropy in one step",
            // Two units in the last place of 5, when the exchange has become as small as rounding.
            2e-15,
            increments.fold(0.0, |fall, increment| fall.max(-increment)),
            "a step adds h κ (ϑ₀ − ϑ₁)²/(ϑ₀ ϑ₁) ≥ 0, so only rounding at equal temperatures",
        ),
        Row::number(
            "two bodies: common temperature after 200 s",
            common,
            0.5 * (end[1] + end[2]),
            // The difference of the temperatures falls as e^(−0.17 t), down to rounding.
            1e-12,
            "√((k₀ ϑ₀² + k₁ ϑ₁²)/(k₀ + k₁)), which follows from the energy",
        ),
    ])
}

fn cooling() -> Outcome<Plot> {
    let mut chart = Chart::new("t", "temperature ϑ");
    let exact: Curve = (1..=990)
        .map(|k| HOT - f64::from(k) * 1e-3)
        .map(|temperature| (when(temperature).0, temperature))
        .filter(|point| point.0 <= 40.0)
        .collect();
    chart.line("closed form", GREY, exact);
    let mut motion = Integrator::new(BODY, Midpoint, 1.0, [0.0], [HOT])?;
    let mut nodes = vec![(0.0, HOT)];
    for _ in 0..40 {
        motion.step()?;
        nodes.push((motion.time(), motion.velocity()?[0]));
    }
    chart.points("Midpoint", COLOURS[0], nodes);
    chart.render(
        "cooling",
        "A body cools in its surroundings: nodes of the midpoint rule at h = 1, and the solution in closed form.",
    )
}

fn sharing() -> Outcome<Plot> {
    let nodes = pair(0.5, 60)?;
    let of = |k: usize| nodes.iter().map(|node| (node[0], node[k])).collect();
    let mut chart = Chart::new("t", "temperature ϑ");
    chart.line_points("body 0", COLOURS[1], of(1));
    chart.line_points("body 1", COLOURS[0], of(2));
    chart.render(
        "sharing",
        "Two bodies exchange heat; the midpoint rule at h = 0.5.",
    )
}

fn entropies() -> Outcome<Plot> {
    let nodes = pair(0.5, 60)?;
    let begin = nodes[0];
    let rise = |k: usize| nodes.iter().map(|node| (node[0], node[k] - begin[k])).collect();
    let mut chart = Chart::new("t", "change since the start");
    chart.line_points("entropy of both", COLOURS[2], rise(3));
    chart.line_points("energy of both", COLOURS[3], rise(4));
    chart.render(
        "entropy",
        "The energy of the pair is constant. Its entropy grows with every step until the temperatures are equal.",
    )
}

fn convergence(curves: &[ErrorCurve; 2]) -> Outcome<Plot> {
    let mut chart = Chart::new("step size h", "error of α at ϑ = 1.3").log_log();
    for ((curve, colour), order) in curves.iter().zip(COLOURS).zip([2, 4]) {
        chart.line_points(curve.scheme, colour, curve.coordinates.clone());
        chart.reference_slope(order, &curve.coordinates);
    }
    chart.render(
        "order",
        "Errors of the cooling body relative to the solution in closed form, with the expected slopes.",
    )
}
