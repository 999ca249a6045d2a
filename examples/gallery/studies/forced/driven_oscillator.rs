//! The driven and damped oscillator: all results have closed forms, and most agree with them to rounding.

mod resonance;

use extremal::prelude::*;
use extremal::{Error, Solve, StateOf};

use resonance::Sweep;

use crate::systems::driven_oscillator::{ControlledOscillator, DrivenOscillator};
use report::measure::{ErrorCurve, path};
use report::order::order_grid;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

type Fourth = Galerkin<2, Gauss<2>>;
type Lobatto3 = Galerkin<2, Lobatto<3>>;

/// m = c = 1, and the force cos Ω t.
fn driven(d: f64, frequency: f64) -> DrivenOscillator {
    DrivenOscillator {
        m: 1.0,
        c: 1.0,
        d,
        amplitude: 1.0,
        frequency,
    }
}

/// m = c = 1.
fn controlled(d: f64) -> ControlledOscillator {
    ControlledOscillator { m: 1.0, c: 1.0, d }
}

const ABOUT: &str = "A damped mass on a spring, driven by a formula of time or by an input that is constant over \
        each step. The system is linear. The derive finds this, and no scheme iterates.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(6);
    let facts = facts();
    let mut rows = progress.part("free motion", free_motion)?;
    rows.push(no_iteration(&facts));
    let curves = progress.part("orders", error_curves)?;
    rows.extend(progress.part("inputs", inputs)?);
    let sweep = progress.part("resonance", || Sweep::compute(progress.choose(60, 24)))?;
    rows.extend(sweep.rows());
    let plots = vec![
        sweep.plot()?,
        progress.part("transient", transient)?,
        progress.part("steps of the input", switched_input)?,
        convergence(&curves)?,
    ];
    Ok(Study {
        rows,
        grids: vec![order_grid(&curves, [2, 2, 4, 4])],
        plots,
        facts,
        ..Study::new(
            "driven_oscillator",
            "Driven and damped oscillator",
            ABOUT,
            include_str!("../../../driven_oscillator.rs"),
        )
    })
}

fn facts() -> Vec<FactsRow> {
    const DRIVEN: &str = "driven oscillator";
    const CONTROLLED: &str = "with an input";
    vec![
        FactsRow::of::<DrivenOscillator, Verlet>(DRIVEN, "Verlet"),
        FactsRow::of::<DrivenOscillator, Midpoint>(DRIVEN, "Midpoint"),
        FactsRow::of::<DrivenOscillator, Fourth>(DRIVEN, "Galerkin<2, Gauss<2>>"),
        FactsRow::of::<DrivenOscillator, Lobatto3>(DRIVEN, "Galerkin<2, Lobatto<3>>"),
        FactsRow::of::<ControlledOscillator, Verlet>(CONTROLLED, "Verlet"),
        FactsRow::of::<ControlledOscillator, Midpoint>(CONTROLLED, "Midpoint"),
        FactsRow::of::<ControlledOscillator, Fourth>(CONTROLLED, "Galerkin<2, Gauss<2>>"),
        FactsRow::of::<ControlledOscillator, Lobatto3>(CONTROLLED, "Galerkin<2, Lobatto<3>>"),
    ]
}

fn no_iteration(facts: &[FactsRow]) -> Row {
    let iterated = facts
        .iter()
        .filter(|row| row.facts.solve == Solve::Newton)
        .count();
    Row::word(
        format!("number of schemes that iterate, out of {}", facts.len()),
        "0",
        iterated.to_string(),
        "the forces are linear in x and ẋ, so the equations of each step are linear",
    )
}

fn free_motion() -> Result<Vec<Row>, Error> {
    let mut motion = Integrator::new(controlled(0.1), Midpoint, 0.2, [1.0], [0.0])?;
    let expected = [
        (1, 0.980_392_156_862_745, -0.196_078_431_372_549),
        (4, 0.706_542_200_298_262_5, -0.687_930_779_883_7),
    ];
    // Rounding: a few ε per step; the last value is given to thirteen digits.
    let reason =
        "an independent computation in exact arithmetic; the tolerance is rounding and the given digits";
    let mut rows = Vec::new();
    for (steps, x, p) in expected {
        while motion.steps() < steps {
            motion.step_with([0.0])?;
        }
        let state = motion.state();
        let after = format!(
            "after {steps} step{} of Midpoint, free",
            if steps == 1 { "" } else { "s" }
        );
        rows.push(Row::number(format!("x {after}"), x, state.q[0], 1e-14, reason));
        rows.push(Row::number(format!("p {after}"), p, state.p[0], 3e-14, reason));
    }
    Ok(rows)
}

/// x and ẋ of ẍ + d ẋ + x = u with constant u, after the time t from (x₀, v₀).
fn free(d: f64, u: f64, (x0, v0): (f64, f64), t: f64) -> (f64, f64) {
    let rate = 0.5 * d;
    let frequency = (1.0 - rate * rate).sqrt();
    let (sin, cos) = (frequency * t).sin_cos();
    let (a, b) = (x0 - u, (v0 + rate * (x0 - u)) / frequency);
    let decay = (-rate * t).exp();
    let x = decay * (a * cos + b * sin);
    let v = decay * (frequency * (b * cos - a * sin)) - rate * x;
    (u + x, v)
}

/// The amplitude of the steady motion, and the phase by which it lags behind the force.
fn steady(d: f64, frequency: f64) -> (f64, f64) {
    let (real, imaginary) = (1.0 - frequency * frequency, d * frequency);
    (1.0 / real.hypot(imaginary), imaginary.atan2(real))
}

/// x and ẋ of ẍ + d ẋ + x = cos Ω t, from (x₀, v₀) at t = 0.
fn exact(d: f64, frequency: f64, (x0, v0): (f64, f64), t: f64) -> (f64, f64) {
    let (amplitude, lag) = steady(d, frequency);
    let forced = |t: f64| {
        let (sin, cos) = (frequency * t - lag).sin_cos();
        (amplitude * cos, -amplitude * frequency * sin)
    };
    let (now, begin) = (forced(t), forced(0.0));
    let free = free(d, 0.0, (x0 - begin.0, v0 - begin.1), t);
    (now.0 + free.0, now.1 + free.1)
}

fn error_curves() -> Result<[ErrorCurve; 4], Error> {
    let (d, frequency, span) = (0.1, 1.7, 10.0);
    let system = driven(d, frequency);
    let start = Integrator::new(&system, Midpoint, 1.0, [1.0], [0.0])?.state();
    let (x, v) = exact(d, frequency, (1.0, 0.0), span);
    let end: StateOf<DrivenOscillator> = State {
        t: span,
        q: [x].into(),
        p: [v].into(),
    };
    let (second, fourth) = ([100, 200, 400, 800, 1600], [40, 80, 160, 320, 640]);
    let measure = |counts: &[usize]| {
        Ok::<_, Error>((
            ErrorCurve::measure(("Verlet", Verlet), &system, start, span, counts, &end)?,
            ErrorCurve::measure(("Midpoint", Midpoint), &system, start, span, counts, &end)?,
        ))
    };
    let (verlet, midpoint) = measure(&second)?;
    Ok([
        verlet,
        midpoint,
        ErrorCurve::measure(
            ("Galerkin<2, Gauss<2>>", Fourth::default()),
            &system,
            start,
            span,
            &fourth,
            &end,
        )?,
        ErrorCurve::measure(
            ("Galerkin<2, Lobatto<3>>", Lobatto3::default()),
            &system,
            start,
            span,
            &fourth,
            &end,
        )?,
    ])
}

fn inputs() -> Result<Vec<Row>, Error> {
    let (d, frequency, h) = (0.1, 1.7, 0.05);
    let mut formula = Integrator::new(driven(d, frequency), Midpoint, h, [1.0], [0.0])?;
    let mut input = Integrator::new(controlled(d), Midpoint, h, [1.0], [0.0])?;
    let mut largest = 0.0_f64;
    for _ in 0..1000 {
        let middle = input.time() + 0.5 * h;
        formula.step()?;
        input.step_with([(frequency * middle).cos()])?;
        largest = largest.max((formula.state().q - input.state().q).amax());
    }
    let (computed, held) = switched(0.05, 800)?;
    let error = computed
        .iter()
        .zip(&held)
        .map(|(a, b)| (a.1 - b.1).abs())
        .fold(0.0, f64::max);
    Ok(vec![
        Row::below(
            "difference of the input cos Ω t½ and the force cos Ω t, Midpoint, 1000 steps",
            // The same equations; a thousand roundings of ε, which are damped.
            1e-13,
            largest,
            "the midpoint rule evaluates the force at t½ only, so the two differ by rounding",
        ),
        Row::below(
            "max |x − x*| under an input that switches, Galerkin<2, Gauss<2>>, h = 0.05",
            // The phase error grows at the rate h⁴/720 = 9e-9, because the scheme replaces e^(i h) by a rational function; over 40 s at
            // |v| ≤ 10.
            4e-6,
            error,
            "piecewise constant inputs are exact; what remains is the scheme's phase error of h⁴/720 per second",
        ),
    ])
}

/// (t, x) under an input that switches between 1 and −1 every three seconds: computed, and exact.
fn switched(h: f64, steps: u32) -> Result<(Curve, Curve), Error> {
    let d = 0.1;
    let mut motion = Integrator::new(controlled(d), Fourth::default(), h, [0.0], [0.0])?;
    let (mut computed, mut held) = (vec![(0.0, 0.0)], vec![(0.0, 0.0)]);
    let mut state = (0.0, 0.0);
    for k in 0..steps {
        let u = if (f64::from(k) + 0.5) * h % 6.0 < 3.0 {
            1.0
        } else {
            -1.0
        };
        motion.step_with([u])?;
        state = free(d, u, state, h);
        computed.push((motion.time(), motion.state().q[0]));
        held.push((motion.time(), state.0));
    }
    Ok((computed, held))
}

fn transient() -> Outcome<Plot> {
    let (d, frequency) = (0.1, 0.9);
    let motion = Integrator::new(driven(d, frequency), Fourth::default(), 0.25, [0.0], [0.0])?;
    let computed = path(motion, (400, 1), |state| (state.t, state.q[0]))?;
    let times = (0..=2000).map(|k| 0.05 * f64::from(k));
    let mut chart = Chart::new("t", "x");
    chart.line(
        "exact",
        GREY,
        times.map(|t| (t, exact(d, frequency, (0.0, 0.0), t).0)).collect(),
    );
    chart.points("Galerkin<2>", COLOURS[0], computed);
    chart.render(
        "transient",
        "From rest to the steady motion: d = 0.1, Ω = 0.9. Nodes of Galerkin<2, Gauss<2>> at h = 0.25 on the exact \
          solution.",
    )
}

fn switched_input() -> Outcome<Plot> {
    let (computed, _) = switched(0.25, 160)?;
    let (_, held) = switched(0.025, 1600)?;
    let input = (0..1600)
        .map(|k| 0.025 * f64::from(k))
        .map(|t| (t, if t % 6.0 < 3.0 { 1.0 } else { -1.0 }));
    let mut chart = Chart::new("t", "x");
    chart.line("input u", COLOURS[1], input.collect());
    chart.line("exact", GREY, held);
    chart.points("Galerkin<2>", COLOURS[0], computed);
    chart.render(
        "input",
        "An input that switches every three seconds, near resonance; h = 0.25, d = 0.1.",
    )
}

fn convergence(curves: &[ErrorCurve]) -> Outcome<Plot> {
    let mut chart = Chart::new("step size h", "error of x at t = 10").log_log();
    for (curve, colour) in curves.iter().zip(COLOURS) {
        chart.line_points(curve.scheme, colour, curve.coordinates.clone());
    }
    for (k, order) in [(1, 2), (2, 4)] {
        chart.reference_slope(order, &curves[k].coordinates);
    }
    chart.render(
        "order",
        "Errors at the end time relative to the exact solution, with the expected slopes.",
    )
}
