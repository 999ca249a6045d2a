//! Damped and forced oscillators compared with their modal solutions, also from Lagrangians that depend on time.

use extremal::blocks::NoInputs;
use extremal::prelude::*;
use extremal::system::VectorSpace;
use extremal::{Error, StateOf};

use crate::systems::driven_oscillator::DrivenOscillator;
use crate::systems::time_dependent::{ForcedChain, GrowingLagrangian, MovingLagrangian};
use report::measure::{ErrorCurve, path};
use report::order::order_grid;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

type Fourth = Galerkin<2, Gauss<2>>;

const OMEGA: f64 = 1.0;
/// D
const DAMPING: f64 = 0.05;
const AMPLITUDE: f64 = 1.0;
/// Ω
const FREQUENCY: f64 = 1.7;
const SPAN: f64 = 10.0;

const CHAIN: ForcedChain = ForcedChain {
    c: OMEGA * OMEGA,
    d: 2.0 * DAMPING,
    amplitude: AMPLITUDE,
    frequency: FREQUENCY,
};
const GROWING: GrowingLagrangian = GrowingLagrangian {
    omega: OMEGA,
    damping: DAMPING,
};
const MOVING: MovingLagrangian = MovingLagrangian {
    omega: OMEGA,
    amplitude: AMPLITUDE,
    frequency: FREQUENCY,
};

const ABOUT: &str = "Two masses with damping and a force are compared with their two modes. One mass is damped or forced in \
    two ways: by a force in addition to the energies, and by a Lagrangian that depends on time, without a force. Both \
    ways converge with the order of the scheme.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(3);
    let curves = progress.part("orders", error_curves)?;
    let [damped, forced] = progress.part("both ways", || {
        Ok::<_, Error>([damped_errors()?, forced_errors()?])
    })?;
    let rows = rows(&damped, &forced);
    let plots = vec![
        progress.part("two masses", modes)?,
        both_ways(
            "damped",
            "The damped mass in both ways, Midpoint at h = 0.1. The discrete motions differ, but are equally close to the exact motion.",
            damped,
        )?,
        both_ways(
            "forced",
            "The forced mass in both ways, Midpoint at h = 0.1. Without damping the phase error of the free motion accumulates.",
            forced,
        )?,
        convergence(&curves)?,
    ];
    Ok(Study {
        rows,
        grids: vec![order_grid(&curves, [2, 4, 2, 4, 2, 4, 2, 4, 2, 4])],
        plots,
        facts: facts(),
        ..Study::new(
            "time_dependent",
            "Damping and forcing, as forces and as Lagrangians",
            ABOUT,
            include_str!("../../../time_dependent.rs"),
        )
    })
}

fn facts() -> Vec<FactsRow> {
    vec![
        FactsRow::of::<ForcedChain, Midpoint>("two masses, forced", "Midpoint"),
        FactsRow::of::<ForcedChain, Fourth>("two masses, forced", "Galerkin<2, Gauss<2>>"),
        FactsRow::of::<GrowingLagrangian, Midpoint>("L with e^(2Dt)", "Midpoint"),
        FactsRow::of::<GrowingLagrangian, Fourth>("L with e^(2Dt)", "Galerkin<2, Gauss<2>>"),
        FactsRow::of::<MovingLagrangian, Midpoint>("L about y(t)", "Midpoint"),
        FactsRow::of::<MovingLagrangian, Fourth>("L about y(t)", "Galerkin<2, Gauss<2>>"),
    ]
}

/// ξ̈ + δ ξ̇ + w² ξ = a cos Ω t.
struct Mode {
    damping: f64,
    stiffness: f64,
    amplitude: f64,
}

impl Mode {
    /// ξ and ξ̇ at t, from (ξ₀, ξ̇₀) at 0: the steady motion plus the free motion that matches the start.
    fn at(&self, (x0, v0): (f64, f64), t: f64) -> (f64, f64) {
        let (steady, begin) = (self.steady(t), self.steady(0.0));
        let free = self.free((x0 - begin.0, v0 - begin.1), t);
        (steady.0 + free.0, steady.1 + free.1)
    }

    /// The real part of a e^(iΩt)/(w² − Ω² + iδΩ), and its rate.
    fn steady(&self, t: f64) -> (f64, f64) {
        let (real, imaginary) = (self.stiffness - FREQUENCY * FREQUENCY, self.damping * FREQUENCY);
        let scale = self.amplitude / (real * real + imaginary * imaginary);
        let (sin, cos) = (FREQUENCY * t).sin_cos();
        (
            scale * (real * cos + imaginary * sin),
            scale * FREQUENCY * (imaginary * cos - real * sin),
        )
    }

    fn free(&self, (x0, v0): (f64, f64), t: f64) -> (f64, f64) {
        let rate = 0.5 * self.damping;
        let frequency = (self.stiffness - rate * rate).sqrt();
        let (sin, cos) = (frequency * t).sin_cos();
        let (a, b) = (x0, (v0 + rate * x0) / frequency);
        let decay = (-rate * t).exp();
        let x = decay * (a * cos + b * sin);
        (x, decay * frequency * (b * cos - a * sin) - rate * x)
    }
}

const DAMPED: Mode = Mode {
    damping: 2.0 * DAMPING,
    stiffness: OMEGA * OMEGA,
    amplitude: 0.0,
};
const FORCED: Mode = Mode {
    damping: 0.0,
    stiffness: OMEGA * OMEGA,
    amplitude: AMPLITUDE,
};

/// The initial positions of the two masses, at rest.
const CHAIN_START: [f64; 2] = [1.0, -0.4];

/// x and ẋ of the two masses: in the modes (1, 1) and (1, −1), with the eigenvalues 1 and 3 of [[2, −1], [−1, 2]].
fn chain_at(t: f64) -> ([f64; 2], [f64; 2]) {
    let half = |a: f64, b: f64| 0.5 * (a + b);
    let mode = |eigenvalue: f64, start: f64| {
        let mode = Mode {
            damping: eigenvalue * CHAIN.d,
            stiffness: eigenvalue * CHAIN.c,
            amplitude: CHAIN.amplitude,
        };
        mode.at((start, 0.0), t)
    };
    let [x0, x1] = CHAIN_START;
    let (sum, difference) = (mode(1.0, x0 + x1), mode(3.0, x0 - x1));
    (
        [half(sum.0, difference.0), half(sum.0, -difference.0)],
        [half(sum.1, difference.1), half(sum.1, -difference.1)],
    )
}

/// Damping or driving as forces, with m = 1.
fn by_force(d: f64, amplitude: f64) -> DrivenOscillator {
    DrivenOscillator {
        m: 1.0,
        c: OMEGA * OMEGA,
        d,
        amplitude,
        frequency: FREQUENCY,
    }
}

/// Two curves for one system: Midpoint and the scheme of order 4.
fn curves<S>(
    [second, fourth]: [&'static str; 2],
    system: S,
    start: ([f64; 1], [f64; 1]),
    end: &StateOf<S>,
) -> Result<[ErrorCurve; 2], Error>
where
    S: VectorSpace<
            Scalar = f64,
            Configuration = <DrivenOscillator as Lagrangian>::Configuration,
            Inputs: NoInputs,
        > + Copy,
    S: Discretize<Midpoint> + VectorSpace + Discretize<Fourth> + VectorSpace,
{
    let start = State {
        t: 0.0,
        q: start.0.into(),
        p: system.momentum(0.0, &start.0.into(), &start.1.into()),
    };
    Ok([
        ErrorCurve::measure((second, Midpoint), system, start, SPAN, &SECOND, end)?,
        ErrorCurve::measure((fourth, Fourth::default()), system, start, SPAN, &FOURTH, end)?,
    ])
}

const SECOND: [usize; 5] = [100, 200, 400, 800, 1600];
const FOURTH: [usize; 5] = [40, 80, 160, 320, 640];

/// The state with the velocity v of a system.
fn state_of<S>(system: &S, (x, v): (f64, f64)) -> StateOf<S>
where
    S: VectorSpace<Scalar = f64, Configuration = <DrivenOscillator as Lagrangian>::Configuration>,
{
    let q = [x].into();
    State {
        t: SPAN,
        q,
        p: system.momentum(SPAN, &q, &[v].into()),
    }
}

fn error_curves() -> Result<[ErrorCurve; 10], Error> {
    let (x, v) = chain_at(SPAN);
    let end: StateOf<ForcedChain> = State {
        t: SPAN,
        q: x.into(),
        p: v.into(),
    };
    let start = State {
        t: 0.0,
        q: CHAIN_START.into(),
        p: [0.0, 0.0].into(),
    };
    let chain = [
        ErrorCurve::measure(
            ("two masses, Midpoint", Midpoint),
            CHAIN,
            start,
            SPAN,
            &SECOND,
            &end,
        )?,
        ErrorCurve::measure(
            ("two masses, Galerkin<2, Gauss<2>>", Fourth::default()),
            CHAIN,
            start,
            SPAN,
            &FOURTH,
            &end,
        )?,
    ];
    let (damped, forced) = (DAMPED.at((1.0, 0.0), SPAN), FORCED.at((1.0, 0.0), SPAN));
    let (friction, drive) = (by_force(2.0 * DAMPING, 0.0), by_force(0.0, AMPLITUDE));
    let start = ([1.0], [0.0]);
    let [a, b] = chain;
    let [c, d] = curves(
        ["dissipation, Midpoint", "dissipation, Galerkin<2, Gauss<2>>"],
        &friction,
        start,
        &state_of(&friction, damped),
    )?;
    let [e, f] = curves(
        [
            "L with e^(2Dt), Midpoint",
            "L with e^(2Dt), Galerkin<2, Gauss<2>>",
        ],
        GROWING,
        start,
        &state_of(&GROWING, damped),
    )?;
    let [g, i] = curves(
        ["force, Midpoint", "force, Galerkin<2, Gauss<2>>"],
        &drive,
        start,
        &state_of(&drive, forced),
    )?;
    let [j, k] = curves(
        ["L about y(t), Midpoint", "L about y(t), Galerkin<2, Gauss<2>>"],
        MOVING,
        start,
        &state_of(&MOVING, forced),
    )?;
    Ok([a, b, c, d, e, f, g, i, j, k])
}

/// The step size for the comparison of both ways.
const COARSE: f64 = 0.1;

/// (t, x − x*) over 30 s by Midpoint.
fn errors<S>(system: S, exact: &Mode) -> Result<Curve, Error>
where
    S: VectorSpace<
            Scalar = f64,
            Configuration = <DrivenOscillator as Lagrangian>::Configuration,
            Inputs: NoInputs,
        >,
    S: Discretize<Midpoint> + VectorSpace,
{
    let motion = Integrator::new(system, Midpoint, COARSE, [1.0], [0.0])?;
    path(motion, (300, 1), |state| {
        (state.t, state.q[0] - exact.at((1.0, 0.0), state.t).0)
    })
}

fn damped_errors() -> Result<[Curve; 2], Error> {
    let friction = by_force(2.0 * DAMPING, 0.0);
    Ok([errors(&friction, &DAMPED)?, errors(GROWING, &DAMPED)?])
}

fn forced_errors() -> Result<[Curve; 2], Error> {
    let drive = by_force(0.0, AMPLITUDE);
    Ok([errors(&drive, &FORCED)?, errors(MOVING, &FORCED)?])
}

fn rows(damped: &[Curve; 2], forced: &[Curve; 2]) -> Vec<Row> {
    let largest = |curve: &Curve| curve.iter().map(|point| point.1.abs()).fold(0.0, f64::max);
    let row = |what: &str, bound, curve, reason| {
        Row::below(
            format!("max |x − x*| over 30 s, Midpoint, h = 0.1: {what}"),
            bound,
            largest(curve),
            reason,
        )
    };
    // The phase error is (ω h)²/12 = 8e-4 per second; with damping the product t e^(−D t) is at most 1/(e D) = 7.4.
    let decaying = "the phase error of (ωh)²/12 per second times t e^(−Dt) ≤ 1/(eD), with a margin of a half";
    // This phase error over 30 s of the free motion with amplitude 1 + a/|ω² − Ω²| = 1.5, and (Ω h)²/12 of the steady motion.
    let growing = "the phase error of (ωh)²/12 per second over 30 s, for the free motion with amplitude 1.53, with a margin of a half";
    vec![
        row("damping as dissipation", 9e-3, &damped[0], decaying),
        row("damping in L", 9e-3, &damped[1], decaying),
        row("forcing as force", 6e-2, &forced[0], growing),
        row("forcing in L", 6e-2, &forced[1], growing),
    ]
}

fn modes() -> Outcome<Plot> {
    let motion = Integrator::new(CHAIN, Fourth::default(), 0.25, CHAIN_START, [0.0, 0.0])?;
    let nodes = path(motion, (80, 1), |state| (state.t, state.q))?;
    let times = || (0..=800).map(|k| 0.025 * f64::from(k));
    let mut chart = Chart::new("t", "x");
    for (k, label) in ["modal solution", ""].into_iter().enumerate() {
        chart.line(label, GREY, times().map(|t| (t, chain_at(t).0[k])).collect());
    }
    for (k, label) in ["mass 0, forced", "mass 1"].into_iter().enumerate() {
        let points = nodes.iter().map(|(t, x)| (*t, x[k])).collect();
        chart.points(label, COLOURS[k], points);
    }
    chart.render(
        "modes",
        "Two masses, damped and forced: nodes of Galerkin<2, Gauss<2>> at h = 0.25, and the modal solution as lines.",
    )
}

fn both_ways(name: &'static str, caption: &'static str, [force, lagrangian]: [Curve; 2]) -> Outcome<Plot> {
    let mut chart = Chart::new("t", "x − x*");
    chart.line("as a force", COLOURS[0], force);
    chart.dashed("in the Lagrangian", COLOURS[1], lagrangian);
    chart.render(name, caption)
}

fn convergence(curves: &[ErrorCurve; 10]) -> Outcome<Plot> {
    let mut chart = Chart::new("step size h", "error of x at t = 10").log_log();
    for (at, name) in [
        (0, "two masses"),
        (2, "dissipation"),
        (4, "L with exp(2Dt)"),
        (6, "force"),
        (8, "L about y(t)"),
    ] {
        let colour = COLOURS[at / 2];
        chart.line_points(name, colour, curves[at].coordinates.clone());
        chart.line_points("", colour, curves[at + 1].coordinates.clone());
    }
    chart.reference_slope(2, &curves[0].coordinates);
    chart.reference_slope(4, &curves[1].coordinates);
    chart.render(
        "order",
        "Errors at the end time relative to the modal solution: Midpoint above, Galerkin<2, Gauss<2>> below.",
    )
}
