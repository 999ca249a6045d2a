//! The pendulum in Cartesian coordinates: its motion compared with that in the angle, and the force in the rod compared
//! with its formula.

use extremal::drive::ConstrainedStep;
use extremal::prelude::*;
use extremal::{Discretize, Error, StateOf};

use crate::systems::constrained_pendulum::ConstrainedPendulum;
use crate::systems::pendulum::Pendulum;
use report::levels::Levels;
use report::measure::log_slope;
use report::measure::{EnergyCurve, ErrorCurve, distance, end_state};
use report::order::order_grid;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const TIED: ConstrainedPendulum = ConstrainedPendulum {
    m: 1.0,
    l: 1.0,
    g: 9.81,
};
const FREE: Pendulum = Pendulum {
    m: 1.0,
    l: 1.0,
    g: 9.81,
};
const ANGLE: f64 = 2.0;

type Fourth = Galerkin<2, Gauss<2>>;
type Reference = Galerkin<6, Gauss<6>>;
/// A step of an element of degree one.
type Report = ConstrainedStep<[[f64; 1]; 1], [f64; 1]>;

const ABOUT: &str = "A point mass on a rod, with the rod as a constraint on two Cartesian coordinates, and for \
        comparison with an angle as the coordinate. A step enforces the constraint and its rate, and reports impulses \
        λ and μ for its two ends. The force in the rod at a node is (λ + μ)/h, with μ of the step that ends there and \
        λ of the step that begins there.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(5);
    let curves = progress.part("orders", error_curves)?;
    let forces = progress.part("force in the rod", force_errors)?;
    let mut rows = force_rows(&forces);
    rows.push(same_motion()?);
    let steps = progress.choose(1_000_000, 100_000);
    rows.extend(progress.part("constraints", || levels(steps))?);
    rows.extend(progress.part("energy", || energy(steps))?);
    let plots = vec![
        progress.part("tension", tension_plot)?,
        force_plot(forces)?,
        energy_plot()?,
        convergence(&curves)?,
    ];
    Ok(Study {
        rows,
        grids: vec![order_grid(&curves, [2, 2, 4])],
        plots,
        facts: facts(),
        ..Study::new(
            "constrained_pendulum",
            "Pendulum with its rod as a constraint",
            ABOUT,
            include_str!("../../../constrained_pendulum.rs"),
        )
    })
}

fn facts() -> Vec<FactsRow> {
    vec![
        FactsRow::of::<ConstrainedPendulum, Verlet>("pendulum with a constraint", "Verlet"),
        FactsRow::of::<ConstrainedPendulum, Midpoint>("pendulum with a constraint", "Midpoint"),
        FactsRow::of::<ConstrainedPendulum, Fourth>("pendulum with a constraint", "Galerkin<2, Gauss<2>>"),
    ]
}

/// r and ṙ, from an angle and its rate.
fn place(angle: f64, rate: f64) -> ([f64; 2], [f64; 2]) {
    let (sin, cos) = angle.sin_cos();
    ([sin, -cos], [cos * rate, sin * rate])
}

/// At rest at the angle 2.
fn start() -> Result<StateOf<ConstrainedPendulum>, Error> {
    let (r, v) = place(ANGLE, 0.0);
    Ok(Integrator::new(TIED, Verlet, 1.0, r, v)?.state())
}

fn start_of_angle() -> Result<StateOf<Pendulum>, Error> {
    Ok(Integrator::new(&FREE, Verlet, 1.0, [ANGLE], [0.0])?.state())
}

/// The end of the motion in the angle, by elements of order twelve. With m = l = 1 the momentum is the rate of the angle.
fn exact(span: f64) -> Result<(f64, f64), Error> {
    let end = end_state(&FREE, Reference::default(), start_of_angle()?, span, 300)?;
    Ok((end.q[0], end.p[0]))
}

fn error_curves() -> Result<[ErrorCurve; 3], Error> {
    let (start, span) = (start()?, 3.0);
    let (angle, rate) = exact(span)?;
    let (r, v) = place(angle, rate);
    let exact: StateOf<ConstrainedPendulum> = State {
        t: span,
        q: r.into(),
        p: v.into(),
    };
    let second = [320, 640, 1280, 2560, 5120];
    let fourth = [80, 160, 320, 640, 1280];
    Ok([
        ErrorCurve::measure(("Verlet", Verlet), TIED, start, span, &second, &exact)?,
        ErrorCurve::measure(("Midpoint", Midpoint), TIED, start, span, &second, &exact)?,
        ErrorCurve::measure(
            ("Galerkin<2, Gauss<2>>", Fourth::default()),
            TIED,
            start,
            span,
            &fourth,
            &exact,
        )?,
    ])
}

/// The tension's formula on the exact motion: m g cos θ + m l θ̇².
fn exact_tension((angle, rate): (f64, f64)) -> f64 {
    FREE.m * (FREE.g * angle.cos() + FREE.l * rate * rate)
}

/// Errors of the tension by step size: from both impulses, and from twice either impulse over h.
struct ForceErrors {
    scheme: &'static str,
    both: Curve,
    before: Curve,
    after: Curve,
}

fn force_errors() -> Result<[ForceErrors; 2], Error> {
    Ok([
        force_errors_of("Verlet", Verlet)?,
        force_errors_of("Midpoint", Midpoint)?,
    ])
}

fn force_errors_of<D>(name: &'static str, scheme: D) -> Result<ForceErrors, Error>
where
    ConstrainedPendulum: Discretize<D, Scalar = f64, Inputs = [f64; 0], Report = Report>,
    D: Copy,
{
    // A time on the way down, when the tension changes.
    let span = 1.6;
    let tension = exact_tension(exact(span)?);
    let mut errors = ForceErrors {
        scheme: name,
        both: Vec::new(),
        before: Vec::new(),
        after: Vec::new(),
    };
    // h is not below 1e-3, because the noise of an impulse over h is ε/h².
    for steps in [100, 200, 400, 800, 1600] {
        let h = span / f64::from(steps);
        let mut motion = Integrator::from_state(TIED, scheme, h, start()?)?;
        let mut last = motion.step()?;
        for _ in 1..steps {
            last = motion.step()?;
        }
        let next = motion.step()?;
        let error = |multiplier: f64| (h, (multiplier * TIED.l - tension).abs());
        errors.both.push(error(next.reactions[0]));
        errors.before.push(error(2.0 * last.end_impulses[0] / h));
        errors.after.push(error(2.0 * next.impulses[0][0] / h));
    }
    Ok(errors)
}

fn force_rows(forces: &[ForceErrors; 2]) -> Vec<Row> {
    let second = "the impulse of each end belongs to half a step; the sum is centred at the node, so its error has \
        only even powers of h; the next one changes the slope by less than 0.1";
    let first = "twice the impulse of half a step: centred a quarter of a step away from the node";
    let row = |errors: &ForceErrors, what: &str, curve: &Curve, expected: f64, reason| {
        let quantity = format!("order of the force in the rod, {what}, {}", errors.scheme);
        Row::number(quantity, expected, log_slope(curve), 0.1, reason)
    };
    let rows = |errors: &ForceErrors| {
        [
            row(errors, "(λ + μ)/h", &errors.both, 2.0, second),
            row(errors, "2λ/h", &errors.after, 1.0, first),
            row(errors, "2μ/h", &errors.before, 1.0, first),
        ]
    };
    forces.iter().flat_map(rows).collect()
}

fn same_motion() -> Result<Row, Error> {
    let (span, steps) = (10.0, 1000);
    let verlet = end_state(TIED, Verlet, start()?, span, steps)?;
    let midpoint = end_state(TIED, Midpoint, start()?, span, steps)?;
    Ok(Row::below(
        "difference of Verlet and Midpoint, both with the constraint, after 1000 steps",
        // ε of p ≤ 5.3 per step, and the growth of a phase difference over these steps.
        1e-11,
        distance(&verlet.q, &midpoint.q).max(distance(&verlet.p, &midpoint.p)),
        "the same motion up to rounding: in Cartesian coordinates M is constant and V linear, so both schemes have \
          the same L_d",
    ))
}

fn levels(steps: usize) -> Result<Vec<Row>, Error> {
    let reason = "both are solved in each step, so errors do not accumulate: a few ε of l² = 1, and of \
        l |v| ≤ 5.3";
    let mut rows = Vec::new();
    let mut add = |scheme: &str, steps: usize, levels: Levels| {
        let run = format!("{steps:e} steps of {scheme}, h = 0.01");
        rows.extend(levels.rows(&run, [4.0 * f64::EPSILON, 32.0 * f64::EPSILON], reason));
    };
    let (h, few) = (0.01, steps / 10);
    add(
        "Verlet",
        steps,
        Levels::measure(TIED, Verlet, h, start()?, steps)?,
    );
    let fourth = Levels::measure(TIED, Fourth::default(), h, start()?, few)?;
    add("Galerkin<2, Gauss<2>>", few, fourth);
    Ok(rows)
}

fn energy(steps: usize) -> Result<Vec<Row>, Error> {
    let intervals = 20;
    let curve = EnergyCurve::measure(TIED, Verlet, 0.01, start()?, (intervals, steps / intervals))?;
    let coarser = EnergyCurve::measure(TIED, Verlet, 0.02, start()?, (intervals, 500))?;
    let (drift, error) = curve.drift();
    Ok(vec![
        Row::below(
            format!("rise of max |E − E₀| over {steps:e} steps of Verlet, relative"),
            // The nodes of an interval miss the peak by at most (ω h)²; over many periods by much less.
            1e-6 + 3.0 * error,
            drift.abs(),
            "no drift; the tolerance is three standard errors of the fit, and the rounding of the steps",
        ),
        Row::number(
            "max |E − E₀| of Verlet at h = 0.02 over that at h = 0.01",
            4.0,
            coarser.largest() / curve.largest(),
            // (h |v|/l)² = 0.01 at the coarser step.
            0.04,
            "the energy error has order 2; its next term is (h |v|/l)² = 0.01 of the first",
        ),
    ])
}

fn tension_plot() -> Outcome<Plot> {
    let (h, steps) = (0.05, 60_u32);
    let mut motion = Integrator::from_state(TIED, Verlet, h, start()?)?;
    let (mut both, mut after) = (Vec::new(), Vec::new());
    for k in 0..steps {
        let report = motion.step()?;
        let t = h * f64::from(k);
        after.push((t, 2.0 * report.impulses[0][0] / h));
        if k > 0 {
            both.push((t, report.reactions[0]));
        }
    }
    let mut reference = Integrator::from_state(&FREE, Reference::default(), 0.01, start_of_angle()?)?;
    let mut formula = Vec::new();
    for _ in 0..300 {
        let state = reference.state();
        formula.push((state.t, exact_tension((state.q[0], state.p[0]))));
        reference.step()?;
    }
    let mut chart = Chart::new("t", "force in the rod");
    chart.line("m g cos θ + m l θ̇²", GREY, formula);
    chart.points("(λ + μ)/h", COLOURS[0], both);
    chart.points("2λ/h", COLOURS[1], after);
    chart.render(
        "tension",
        "The force in the rod during a swing, Verlet at h = 0.05. The force from both impulses at a node lies on the curve \
          of the formula; twice one of them does not.",
    )
}

fn force_plot([verlet, _]: [ForceErrors; 2]) -> Outcome<Plot> {
    let mut chart = Chart::new("step size h", "error of the force in the rod").log_log();
    chart.reference_slope(1, &verlet.after);
    chart.reference_slope(2, &verlet.both);
    chart.line_points("(λ + μ)/h", COLOURS[0], verlet.both);
    chart.line_points("2λ/h", COLOURS[1], verlet.after);
    chart.line_points("2μ/h", COLOURS[3], verlet.before);
    chart.render(
        "force",
        "Errors of the force in the rod at t = 1.6, Verlet: order 2 with both impulses, order 1 with one of them.",
    )
}

fn energy_plot() -> Outcome<Plot> {
    let mut chart = Chart::new("t", "E − E₀");
    let (h, steps) = (0.02, 300);
    let tied = EnergyCurve::measure(TIED, Verlet, h, start()?, (steps, 1))?;
    let free = EnergyCurve::measure(&FREE, Verlet, h, start_of_angle()?, (steps, 1))?;
    let fourth = EnergyCurve::measure(TIED, Fourth::default(), h, start()?, (steps, 1))?;
    chart.line("constraint, Verlet", COLOURS[0], tied.means);
    chart.line("constraint, Galerkin<2>", COLOURS[2], fourth.means);
    chart.line("angle, Verlet", COLOURS[1], free.means);
    chart.render(
        "energy",
        "Energy errors at h = 0.02: bounded with the constraint, as with the angle.",
    )
}

fn convergence(curves: &[ErrorCurve]) -> Outcome<Plot> {
    let mut chart = Chart::new("step size h", "error of r at t = 3").log_log();
    for (k, name, order) in [(0, "Verlet, Midpoint", 2), (2, "Galerkin<2, Gauss<2>>", 4)] {
        chart.line_points(name, COLOURS[k], curves[k].coordinates.clone());
        chart.reference_slope(order, &curves[k].coordinates);
    }
    chart.render(
        "order",
        "Errors at the end time relative to the motion in the angle, with the expected slopes.",
    )
}
