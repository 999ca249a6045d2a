//! The pendulum: exact numbers, orders, energy, and the period in closed form.

mod monodromy;

use std::f64::consts::PI;

use extremal::prelude::*;
use extremal::{Error, StateOf};

use crate::systems::pendulum::Pendulum;
use report::measure::{EnergyCurve, ErrorCurve, distance, elliptic_k, end_state, path};
use report::order::order_grid;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const UNIT: Pendulum = Pendulum {
    m: 1.0,
    l: 1.0,
    g: 9.81,
};

type Sixth = Galerkin<3, Gauss<3>>;
type Reference = Galerkin<6, Gauss<6>>;

const ABOUT: &str = "A point mass on a massless rod. Its mass matrix is constant, so Verlet's step is explicit. \
    The other schemes iterate on one equation per stage.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(7);
    let curves = progress.part("orders", error_curves)?;
    let mut rows = progress.part("Verlet's numbers", verlet_numbers)?;
    rows.push(progress.part("period", period)?);
    rows.extend(progress.part("monodromy", monodromy::rows)?);
    let steps = progress.choose(10_000_000, 1_000_000);
    rows.extend(progress.part("energy of Verlet", || verlet_energy(steps))?);
    let plots = vec![
        progress.part("phase portrait", phase_portrait)?,
        convergence(&curves)?,
        progress.part("energy plot", energy_plot)?,
        period_plot()?,
        coarse_portrait()?,
    ];
    Ok(Study {
        rows,
        grids: vec![order_grid(&curves, [2, 2, 4, 6])],
        plots,
        facts: facts(),
        ..Study::new(
            "pendulum",
            "Pendulum",
            ABOUT,
            include_str!("../../../pendulum.rs"),
        )
    })
}

fn facts() -> Vec<FactsRow> {
    vec![
        FactsRow::of::<Pendulum, Verlet>("pendulum", "Verlet"),
        FactsRow::of::<Pendulum, Midpoint>("pendulum", "Midpoint"),
        FactsRow::of::<Pendulum, Galerkin<2, Gauss<2>>>("pendulum", "Galerkin<2, Gauss<2>>"),
        FactsRow::of::<Pendulum, Sixth>("pendulum", "Galerkin<3, Gauss<3>>"),
        FactsRow::of::<Pendulum, Reference>("pendulum", "Galerkin<6, Gauss<6>>"),
    ]
}

/// At rest at `angle`.
fn at_rest(angle: f64) -> Result<StateOf<Pendulum>, Error> {
    Ok(Integrator::new(&UNIT, Verlet, 1.0, [angle], [0.0])?.state())
}

fn verlet_numbers() -> Result<Vec<Row>, Error> {
    let pendulum = Pendulum {
        m: 2.0,
        l: 1.5,
        g: 9.81,
    };
    let mut motion = Integrator::new(&pendulum, Verlet, 0.1, [2.0 * PI / 5.0], [0.2])?;
    for _ in 0..100 {
        motion.step()?;
    }
    let State { q, p, .. } = motion.state();
    // Rounding: 1e-14 of the largest value during the run (1.3 and 20), times √100 for the steps.
    let reason = "an independent computation in 40 digits; the tolerance is the rounding of 100 steps";
    Ok(vec![
        Row::number(
            "θ after 100 steps of Verlet",
            -0.657_210_702_806_577_8,
            q[0],
            1e-13,
            reason,
        ),
        Row::number(
            "p after 100 steps of Verlet",
            11.277_004_336_205_957,
            p[0],
            2e-12,
            reason,
        ),
        Row::word(
            "Verlet's step",
            "explicit",
            if <Pendulum as Discretize<Verlet>>::EXPLICIT {
                "explicit"
            } else {
                "solved"
            },
            "the mass matrix is constant, and the force depends only on the position",
        ),
    ])
}

fn error_curves() -> Result<[ErrorCurve; 4], Error> {
    // Neither an end of a swing nor its bottom, because there the error of q or p would vanish by symmetry.
    let (start, span) = (at_rest(2.0)?, 3.0);
    let exact = end_state(&UNIT, Reference::default(), start, span, 300)?;
    // From about ten steps per swing, where the order begins to show, down to rounding.
    let second = [160, 320, 640, 1280, 2560];
    let fourth = [40, 80, 160, 320, 640];
    let sixth = [20, 40, 60, 80, 120];
    Ok([
        ErrorCurve::measure(("Verlet", Verlet), &UNIT, start, span, &second, &exact)?,
        ErrorCurve::measure(("Midpoint", Midpoint), &UNIT, start, span, &second, &exact)?,
        ErrorCurve::measure(
            ("Galerkin<2, Gauss<2>>", Galerkin::<2, Gauss<2>>::default()),
            &UNIT,
            start,
            span,
            &fourth,
            &exact,
        )?,
        ErrorCurve::measure(
            ("Galerkin<3, Gauss<3>>", Sixth::default()),
            &UNIT,
            start,
            span,
            &sixth,
            &exact,
        )?,
    ])
}

/// T = 4 √(l/g) K(sin θ₀/2), K the complete elliptic integral.
fn exact_period(angle: f64) -> f64 {
    4.0 * (UNIT.l / UNIT.g).sqrt() * elliptic_k((0.5 * angle).sin())
}

fn period() -> Result<Row, Error> {
    let start = at_rest(2.0)?;
    let end = end_state(&UNIT, Reference::default(), start, exact_period(2.0), 100)?;
    Ok(Row::below(
        "distance from the start after one exact period, Galerkin<6, Gauss<6>>",
        // The error of the scheme is far below rounding; the bound is the rounding of 100 steps on p ≤ 6.
        1e-13,
        distance(&end.q, &start.q).max(distance(&end.p, &start.p)),
        "the period is 4 √(l/g) K(sin θ₀/2); only rounding remains",
    ))
}

/// Verlet conserves H + h² G + O(h⁴) with G = p² V''/(12 M²) − V'²/(24 M), M = m l². So the energy error is h² (G₀ − G), and
/// does not grow.
fn verlet_energy(steps: usize) -> Result<Vec<Row>, Error> {
    let (angle, h) = (2.0_f64, 0.01);
    let weight = UNIT.g / UNIT.l;
    // At the height of θ: p² = 2 (cos θ − cos θ₀) g/l, for m = l = 1.
    let g = |theta: f64| {
        weight.powi(2) * ((theta.cos() - angle.cos()) * theta.cos() / 6.0 - theta.sin().powi(2) / 24.0)
    };
    let expected = (0..=1000).map(|k| g(angle * f64::from(k) / 1000.0) - g(angle));
    let expected = h * h * expected.map(f64::abs).fold(0.0, f64::max);
    let intervals = 100;
    let curve = EnergyCurve::measure(&UNIT, Verlet, h, at_rest(angle)?, (intervals, steps / intervals))?;
    let (drift, error) = curve.drift();
    Ok(vec![
        Row::number(
            format!("max |E − E₀| of Verlet in {steps:e} steps, h = {h}"),
            expected,
            curve.largest(),
            // The h⁴ term is (ω h)² = 1e-3 of it, with a factor of a few.
            5e-3 * expected,
            "h² max |G − G₀| from the modified energy H + h² G; the h⁴ term is 1e-3 of it",
        ),
        Row::below(
            "the same energy error, rise of its maxima over the run, relative",
            // The nodes of an interval miss the peak by at most (ω h)²; over many periods by much less.
            1e-6 + 3.0 * error,
            drift.abs(),
            "no drift; the tolerance is three standard errors of the fit, and the rounding of the steps",
        ),
    ])
}

fn phase_portrait() -> Outcome<Plot> {
    let mut chart = Chart::new("θ", "p").range_y(-9.5, 9.5);
    let curve = |angle: f64, velocity: f64| -> Result<Curve, Error> {
        let motion = Integrator::new(&UNIT, Midpoint, 0.01, [angle], [velocity])?;
        let period = if velocity == 0.0 { exact_period(angle) } else { 4.0 };
        #[expect(clippy::cast_possible_truncation, reason = "a few hundred steps")]
        let samples = (period / 0.01) as usize + 1;
        path(motion, (samples, 1), |state| (state.q[0], state.p[0]))
    };
    for (k, angle) in [0.5, 1.0, 1.5, 2.0, 2.5, 3.0].into_iter().enumerate() {
        let label = if k == 0 { "swings" } else { "" };
        chart.line(label, COLOURS[0], curve(angle, 0.0)?);
    }
    for (k, velocity) in [6.5, 7.4, 8.5].into_iter().enumerate() {
        let label = if k == 0 { "turns over" } else { "" };
        let inside = |points: Curve| points.into_iter().filter(|p| p.0.abs() <= PI).collect();
        chart.line(label, COLOURS[1], inside(curve(-PI, sqrt_difference(velocity))?));
        chart.line("", COLOURS[1], inside(curve(PI, -sqrt_difference(velocity))?));
    }
    let separatrix = |sign: f64| {
        let angle = |k: i32| PI * f64::from(k) / 100.0;
        (-100..=100)
            .map(|k| (angle(k), sign * 2.0 * UNIT.g.sqrt() * (0.5 * angle(k)).cos()))
            .collect()
    };
    chart.dashed("separatrix", GREY, separatrix(1.0));
    chart.dashed("", GREY, separatrix(-1.0));
    chart.render(
        "phase",
        "Phase portrait by the midpoint rule, h = 0.01: each curve is one run of one period or turn.",
    )
}

/// The velocity at the top, of a motion that has the velocity `v` at the bottom.
fn sqrt_difference(v: f64) -> f64 {
    (v * v - 4.0 * UNIT.g / UNIT.l).sqrt()
}

/// Seven steps per swing: the nodes still lie on closed curves, because the schemes are symplectic.
fn coarse_portrait() -> Outcome<Plot> {
    let h = 0.3;
    let mut chart = Chart::new("θ", "p");
    for (k, angle) in [0.7, 1.4, 2.1].into_iter().enumerate() {
        let label = |label| if k == 0 { label } else { "" };
        let point = |state: &StateOf<Pendulum>| (state.q[0], state.p[0]);
        let exact = Integrator::new(&UNIT, Sixth::default(), 0.01, [angle], [0.0])?;
        let verlet = Integrator::new(&UNIT, Verlet, h, [angle], [0.0])?;
        let midpoint = Integrator::new(&UNIT, Midpoint, h, [angle], [0.0])?;
        chart.line(label("exact"), GREY, path(exact, (300, 1), point)?);
        chart.dots(label("Verlet"), COLOURS[0], path(verlet, (400, 1), point)?);
        chart.dots(label("Midpoint"), COLOURS[1], path(midpoint, (400, 1), point)?);
    }
    chart.render(
        "coarse",
        "At h = 0.3, seven steps per swing: the nodes are not on the exact curves, but they stay on nearby closed \
         curves.",
    )
}

fn convergence(curves: &[ErrorCurve]) -> Outcome<Plot> {
    let mut chart = Chart::new("step size h", "error of θ at t = 3").log_log();
    for (curve, colour) in curves.iter().zip(COLOURS) {
        chart.line_points(curve.scheme, colour, curve.coordinates.clone());
    }
    for (k, order) in [(1, 2), (2, 4), (3, 6)] {
        chart.reference_slope(order, &curves[k].coordinates);
    }
    chart.render(
        "order",
        "Errors at the end time relative to Galerkin<6, Gauss<6>>, with the expected slopes.",
    )
}

fn energy_plot() -> Outcome<Plot> {
    let mut chart = Chart::new("t", "E − E₀");
    let energy = |motion: Vec<StateOf<Pendulum>>| -> Result<Curve, extremal::Failure> {
        let energy = |state: &StateOf<Pendulum>| UNIT.hamiltonian(state.t, &state.q, &state.p);
        let start = energy(&motion[0])?;
        motion
            .iter()
            .map(|state| Ok((state.t, energy(state)? - start)))
            .collect()
    };
    let (samples, h, q, v) = (300, 0.05, [2.0], [0.0]);
    let verlet = path(Integrator::new(&UNIT, Verlet, h, q, v)?, (samples, 1), |state| {
        *state
    })?;
    let midpoint = path(
        Integrator::new(&UNIT, Midpoint, h, q, v)?,
        (samples, 1),
        |state| *state,
    )?;
    let scheme = Galerkin::<2, Gauss<2>>::default();
    let fourth = path(Integrator::new(&UNIT, scheme, h, q, v)?, (samples, 1), |state| {
        *state
    })?;
    chart.line("Verlet", COLOURS[0], energy(verlet)?);
    chart.line("Midpoint", COLOURS[1], energy(midpoint)?);
    chart.line("Galerkin<2>", COLOURS[2], energy(fourth)?);
    chart.render(
        "energy",
        "Energy error at the coarse step size h = 0.05: it oscillates with the motion and does not drift.",
    )
}

fn period_plot() -> Outcome<Plot> {
    let mut chart = Chart::new("amplitude θ₀", "period");
    let grid = |count: i32| (1..count).map(move |k| PI * f64::from(k) / f64::from(count));
    chart.line(
        "closed form",
        GREY,
        grid(200).map(|angle| (angle, exact_period(angle))).collect(),
    );
    let computed: Result<Vec<_>, Error> = grid(16)
        .map(|angle| Ok((angle, measured_period(angle)?)))
        .collect();
    chart.points("Galerkin<3>", COLOURS[0], computed?);
    chart.render(
        "period",
        "The period grows with the amplitude: computed from the zeros of p, with the closed form as a line.",
    )
}

/// Twice the time from rest to rest, by the secant through the sign change of p.
fn measured_period(angle: f64) -> Result<f64, Error> {
    let mut motion = Integrator::new(&UNIT, Sixth::default(), 0.005, [angle], [0.0])?;
    loop {
        let before = motion.state();
        motion.step()?;
        let after = motion.state();
        if before.p[0] < 0.0 && after.p[0] >= 0.0 {
            return Ok(2.0 * (before.t + (after.t - before.t) * before.p[0] / (before.p[0] - after.p[0])));
        }
    }
}
