//! The slider-crank as a closed loop: a revolution compared with the period by quadrature, and forces in the pin compared
//! with the exact motion.

use std::f64::consts::TAU;

use extremal::prelude::*;
use extremal::{Constrained, Error, StateOf};

use crate::systems::slider_crank::{SliderCrank, SliderCrankByAngle, assembled};
use report::levels::Levels;
use report::measure::{EnergyCurve, ErrorCurve, distance, end_state};
use report::measure::{log_slope, size};
use report::order::order_grid;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const LOOP: SliderCrank = SliderCrank {
    r: 0.3,
    l: 0.7,
    g: 9.81,
    crank: 2.0,
    rod: 1.0,
    slider: 1.5,
};
const BY_ANGLE: SliderCrankByAngle = SliderCrankByAngle {
    r: LOOP.r,
    l: LOOP.l,
    g: LOOP.g,
    crank: LOOP.crank,
    rod: LOOP.rod,
    slider: LOOP.slider,
};
/// The rate of the crank in the position in which it points to the slider.
const RATE: f64 = 12.0;

type Fourth = Galerkin<2, Gauss<2>>;
type Sixth = Galerkin<3, Gauss<3>>;
type Reference = Galerkin<4, Gauss<4>>;

const ABOUT: &str = "A crank, a rod and a slider: three redundant coordinates and a closed loop of two constraints. \
        The multipliers are the forces in the pin of the slider. For comparison the angle of the crank is the only \
        coordinate, with the loop solved by hand.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(6);
    let curves = progress.part("orders", error_curves)?;
    let mut rows = vec![progress.part("revolution", revolution)?];
    let forces = progress.part("forces in the pin", force_errors)?;
    rows.push(Row::number(
        "order of the forces in the slider's pin, (λ + μ)/h, Midpoint",
        2.0,
        log_slope(&forces),
        0.1,
        "the sum of both impulses at a node is centred there; the next term of the error is smaller by h²",
    ));
    let steps = progress.choose(100_000, 50_000);
    rows.extend(progress.part("constraints", || levels(steps))?);
    rows.extend(progress.part("energy", || energy(steps))?);
    let plots = vec![
        progress.part("positions", positions)?,
        force_plot()?,
        energy_plot()?,
        convergence(&curves)?,
    ];
    Ok(Study {
        rows,
        grids: vec![order_grid(&curves, [2, 2, 4, 6])],
        plots,
        facts: vec![
            FactsRow::of::<SliderCrank, Verlet>("loop of three coordinates", "Verlet"),
            FactsRow::of::<SliderCrank, Midpoint>("loop of three coordinates", "Midpoint"),
            FactsRow::of::<SliderCrankByAngle, Midpoint>("angle of the crank", "Midpoint"),
        ],
        ..Study::new(
            "slider_crank",
            "Slider-crank, a closed loop",
            ABOUT,
            include_str!("../../../slider_crank.rs"),
        )
    })
}

fn at(t: f64, angle: f64, rate: f64) -> (StateOf<SliderCrank>, [f64; 3]) {
    let (q, v) = assembled(LOOP.r, LOOP.l, angle, rate);
    let p = LOOP.momentum(t, &q.into(), &v.into());
    (State { t, q: q.into(), p }, v)
}

fn start() -> StateOf<SliderCrank> {
    at(0.0, 0.0, RATE).0
}

fn by_angle(h: f64) -> Result<Integrator<SliderCrankByAngle, Reference>, Error> {
    Integrator::new(BY_ANGLE, Reference::default(), h, [0.0], [RATE])
}

/// The end of the motion in the angle, by elements of order eight.
fn exact(span: f64) -> Outcome<(StateOf<SliderCrank>, [f64; 3])> {
    let end = end_state(BY_ANGLE, Reference::default(), by_angle(1.0)?.state(), span, 800)?;
    Ok(at(span, end.q[0], BY_ANGLE.velocity(span, &end.q, &end.p)?[0]))
}

fn error_curves() -> Outcome<[ErrorCurve; 4]> {
    let (start, span) = (start(), 0.5);
    let (exact, _) = exact(span)?;
    let second = [200, 400, 800, 1600, 3200];
    let fourth = [100, 200, 400, 800, 1600];
    let sixth = [60, 80, 110, 150, 200];
    Ok([
        ErrorCurve::measure(("Verlet", Verlet), LOOP, start, span, &second, &exact)?,
        ErrorCurve::measure(("Midpoint", Midpoint), LOOP, start, span, &second, &exact)?,
        ErrorCurve::measure(
            ("Galerkin<2, Gauss<2>>", Fourth::default()),
            LOOP,
            start,
            span,
            &fourth,
            &exact,
        )?,
        ErrorCurve::measure(
            ("Galerkin<3, Gauss<3>>", Sixth::default()),
            LOOP,
            start,
            span,
            &sixth,
            &exact,
        )?,
    ])
}

/// ∮ dφ / φ̇ with φ̇ = √(2 (E − V)/M) of the minimal coordinate: of a periodic function, the trapezoidal rule
/// converges geometrically, here far below rounding.
fn period() -> f64 {
    let (nodes, still) = (4096_u32, [0.0].into());
    let mass = |phi: f64| BY_ANGLE.momentum(0.0, &[phi].into(), &[1.0].into())[0];
    let potential = |phi: f64| BY_ANGLE.generalized_energy(0.0, &[phi].into(), &still);
    let energy = BY_ANGLE.generalized_energy(0.0, &still, &[RATE].into());
    let angles = (0..nodes).map(|k| TAU * f64::from(k) / f64::from(nodes));
    let slowness = angles.map(|phi| (0.5 * mass(phi) / (energy - potential(phi))).sqrt());
    slowness.sum::<f64>() * TAU / f64::from(nodes)
}

fn revolution() -> Result<Row, Error> {
    let start = start();
    let mut whole = start;
    whole.q[0] += TAU;
    let end = end_state(LOOP, Sixth::default(), start, period(), 2000)?;
    Ok(Row::below(
        "distance from the start after one revolution, Galerkin<3, Gauss<3>>, 2000 steps",
        // The error of order six is below rounding: ε of p ≤ 5 and φ ≤ 7 per step, times √2000.
        1e-12,
        distance(&end.q, &whole.q).max(distance(&end.p, &whole.p)),
        "the period is ∮ √(M/(2(E − V))) dφ in the minimal coordinate; only rounding remains",
    ))
}

/// max |(λ + μ)/h − λ*| at t = 0.5, by step size.
fn force_errors() -> Outcome<Curve> {
    let span = 0.5;
    let (state, v) = exact(span)?;
    let exact = LOOP.multipliers(span, &state.q, &v.into(), &[])?;
    let mut errors = Vec::new();
    // h is not below 2e-4, because the noise of an impulse over h is ε/h².
    for steps in [125_u32, 250, 500, 1000, 2000] {
        let h = span / f64::from(steps);
        let mut motion = Integrator::from_state(LOOP, Midpoint, h, start())?;
        for _ in 0..steps {
            motion.step()?;
        }
        let reactions = motion.step()?.reactions;
        let error = [reactions[0] - exact[0], reactions[1] - exact[1]];
        errors.push((h, size(&error)));
    }
    Ok(errors)
}

fn levels(steps: usize) -> Result<Vec<Row>, Error> {
    let reason = "both are solved in each step, so errors do not accumulate, but the angle grows without \
        bound: an ε of φ times r for the loop, and an ε of φ times r φ̇ for its rate";
    // φ grows by at most 12 rad/s times h = 1e-3 per step.
    let angle = 12e-3 * steps as f64;
    let allowed = [f64::EPSILON * angle, f64::EPSILON * angle * RATE];
    let verlet = Levels::measure(LOOP, Verlet, 1e-3, start(), steps)?;
    let midpoint = Levels::measure(LOOP, Midpoint, 1e-3, start(), steps)?;
    let rows = [
        verlet.rows(&format!("{steps:e} steps of Verlet, h = 0.001"), allowed, reason),
        midpoint.rows(
            &format!("{steps:e} steps of Midpoint, h = 0.001"),
            allowed,
            reason,
        ),
    ];
    Ok(rows.into_iter().flatten().collect())
}

fn energy(steps: usize) -> Result<Vec<Row>, Error> {
    let intervals = 20;
    let curve = EnergyCurve::measure(LOOP, Midpoint, 1e-3, start(), (intervals, steps / intervals))?;
    let coarser = EnergyCurve::measure(LOOP, Midpoint, 2e-3, start(), (intervals, steps / intervals))?;
    let (drift, error) = curve.drift();
    Ok(vec![
        Row::below(
            format!("rise of max |E − E₀| over {steps:e} steps of Midpoint, relative"),
            // The nodes of an interval miss the peak by at most (φ̇ h)².
            1e-4 + 3.0 * error,
            drift.abs(),
            "no drift; the tolerance is three standard errors of the fit, and (φ̇ h)² = 1e-4 by which the nodes may miss \
             the peak",
        ),
        Row::number(
            "max |E − E₀| of Midpoint at h = 0.002 over that at h = 0.001",
            4.0,
            coarser.largest() / curve.largest(),
            // (φ̇ h)² = 6e-4 at the coarser step, with a factor of ten for the harmonics of the loop.
            0.024,
            "the energy error has order 2; its next term is (φ̇ h)² of the first, times a factor for the harmonics of the loop",
        ),
    ])
}

fn positions() -> Outcome<Plot> {
    let period = period();
    let mut motion = Integrator::from_state(LOOP, Midpoint, period / 40.0, start())?;
    let (mut crank, mut middle, mut slider) = (Vec::new(), Vec::new(), Vec::new());
    let mut lines: [Curve; 5] = Default::default();
    for k in 0..40_usize {
        let [phi, psi, s]: [f64; 3] = motion.state().q.into();
        let pin = (LOOP.r * phi.cos(), LOOP.r * phi.sin());
        crank.push(pin);
        middle.push((pin.0 + 0.5 * LOOP.l * psi.cos(), pin.1 + 0.5 * LOOP.l * psi.sin()));
        slider.push((s, 0.0));
        if k % 8 == 4 {
            lines[k / 8] = vec![(0.0, 0.0), pin, (s, 0.0)];
        }
        motion.step()?;
    }
    let mut chart = Chart::new("x", "y").equal();
    for line in lines {
        chart.line("", GREY, line);
    }
    chart.points("pin of the crank", COLOURS[0], crank);
    chart.points("middle of the rod", COLOURS[2], middle);
    chart.points("slider", COLOURS[1], slider);
    chart.render(
        "positions",
        "One revolution in forty steps of Midpoint, with crank and rod drawn at five nodes. The loop is closed at all nodes.",
    )
}

fn force_plot() -> Outcome<Plot> {
    let (period, steps) = (period(), 100);
    let mut motion = Integrator::from_state(LOOP, Midpoint, period / f64::from(steps), start())?;
    let mut computed: [Curve; 2] = Default::default();
    for k in 0..=steps {
        let t = motion.time();
        let reactions = motion.step()?.reactions;
        for (curve, force) in computed.iter_mut().zip(reactions) {
            if k > 0 {
                curve.push((t, force));
            }
        }
    }
    let mut reference = by_angle(period / 800.0)?;
    let mut exact: [Curve; 2] = Default::default();
    for _ in 0..=800 {
        let state = reference.state();
        let (place, v) = at(state.t, state.q[0], reference.velocity()?[0]);
        let multipliers = LOOP.multipliers(state.t, &place.q, &v.into(), &[])?;
        for (curve, force) in exact.iter_mut().zip(multipliers) {
            curve.push((state.t, force));
        }
        reference.step()?;
    }
    let mut chart = Chart::new("t", "force in the slider's pin");
    for (exact, label) in exact.into_iter().zip(["exact", ""]) {
        chart.line(label, GREY, exact);
    }
    let names = ["along the axis, Midpoint", "across, Midpoint"];
    for ((points, name), colour) in computed.into_iter().zip(names).zip(COLOURS) {
        chart.points(name, colour, points);
    }
    chart.render(
        "force",
        "The forces that close the loop during one revolution: multipliers of Midpoint with 100 steps, on the curves of the \
          exact motion.",
    )
}

fn energy_plot() -> Outcome<Plot> {
    let h = 1e-3;
    let steps = 1500;
    let verlet = EnergyCurve::measure(LOOP, Verlet, h, start(), (steps, 1))?;
    let midpoint = EnergyCurve::measure(LOOP, Midpoint, h, start(), (steps, 1))?;
    let free = Integrator::new(BY_ANGLE, Midpoint, h, [0.0], [RATE])?.state();
    let free = EnergyCurve::measure(BY_ANGLE, Midpoint, h, free, (steps, 1))?;
    let mut chart = Chart::new("t", "E − E₀");
    chart.line("loop, Verlet", COLOURS[0], verlet.means);
    chart.line("loop, Midpoint", COLOURS[1], midpoint.means);
    chart.line("angle, Midpoint", COLOURS[2], free.means);
    chart.render(
        "energy",
        "Energy errors at h = 0.001: they repeat with each revolution, in redundant coordinates as in the minimal coordinate.",
    )
}

fn convergence(curves: &[ErrorCurve]) -> Outcome<Plot> {
    let mut chart = Chart::new("step size h", "error of q at t = 0.5").log_log();
    for (curve, colour) in curves.iter().zip(COLOURS) {
        chart.line_points(curve.scheme, colour, curve.coordinates.clone());
    }
    for (k, order) in [(1, 2), (2, 4), (3, 6)] {
        chart.reference_slope(order, &curves[k].coordinates);
    }
    chart.render(
        "order",
        "Errors at the end time relative to the motion in the angle, with the expected slopes.",
    )
}
