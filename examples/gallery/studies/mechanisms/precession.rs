//! The slowly precessing top: the steady precession is an exact solution, from which the errors are measured.

use extremal::prelude::*;
use extremal::{Discretize, Error, StateOf};

use crate::systems::precessing_top::{PrecessingTop, Precession, TOP, axis};
use report::levels::Levels;
use report::measure::{EnergyCurve, ErrorCurve, distance, path};
use report::order::order_grid;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

type Fourth = Galerkin<2, Gauss<2>>;
type Sixth = Galerkin<3, Gauss<3>>;

const LEAN: f64 = 0.5;
const WHOLE_SPIN: f64 = 40.0;

const ABOUT: &str = "A symmetric top in Euler parameters that precesses slowly and always leans by the same angle: \
        an exact solution of a constrained system, in closed form. Every scheme here keeps the two momenta, about the \
        vertical and about the axis of the top, which are linear in the rates of the coordinates.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(5);
    let curves = progress.part("orders", error_curves)?;
    let mut rows = progress.part("formula", formula)?;
    rows.extend(progress.part("momenta", momenta)?);
    rows.extend(progress.part("lean and energy", steadiness)?);
    let plots = vec![
        progress.part("lean", lean_plot)?,
        error_plot()?,
        convergence(&curves)?,
    ];
    Ok(Study {
        rows,
        grids: vec![order_grid(&curves, [2, 4, 6])],
        plots,
        facts: vec![
            FactsRow::of::<PrecessingTop, Midpoint>("precessing top", "Midpoint"),
            FactsRow::of::<PrecessingTop, Fourth>("precessing top", "Galerkin<2, Gauss<2>>"),
            FactsRow::of::<PrecessingTop, Sixth>("precessing top", "Galerkin<3, Gauss<3>>"),
        ],
        ..Study::new(
            "precessing_top",
            "Slowly precessing top",
            ABOUT,
            include_str!("../../../precessing_top.rs"),
        )
    })
}

fn steady() -> Precession {
    Precession::slow(&TOP, LEAN, WHOLE_SPIN)
}

fn exact(t: f64) -> StateOf<PrecessingTop> {
    let (e, v) = steady().at(t);
    let p = TOP.momentum(t, &e.into(), &v.into());
    State { t, q: e.into(), p }
}

fn error_curves() -> Result<[ErrorCurve; 3], Error> {
    let (start, span) = (exact(0.0), 1.0);
    let end = exact(span);
    let second = [500, 1000, 2000, 4000, 8000];
    let fourth = [100, 200, 400, 800, 1600];
    let sixth = [50, 70, 100, 140, 200];
    Ok([
        ErrorCurve::measure(("Midpoint", Midpoint), TOP, start, span, &second, &end)?,
        ErrorCurve::measure(
            ("Galerkin<2, Gauss<2>>", Fourth::default()),
            TOP,
            start,
            span,
            &fourth,
            &end,
        )?,
        ErrorCurve::measure(
            ("Galerkin<3, Gauss<3>>", Sixth::default()),
            TOP,
            start,
            span,
            &sixth,
            &end,
        )?,
    ])
}

/// Checks that the closed form is a solution: its acceleration is that of the system.
fn formula() -> Outcome<Vec<Row>> {
    let (t, d) = (0.3, 1e-3);
    let (e, v) = steady().at(t);
    let a = TOP.acceleration(t, &e.into(), &v.into(), &[])?;
    // The fourth difference quotient of ė.
    let rate = |k: usize| {
        let at = |shift: f64| steady().at(t + shift * d).1[k];
        (8.0 * (at(1.0) - at(-1.0)) - (at(2.0) - at(-2.0))) / (12.0 * d)
    };
    let error = (0..4).map(|k| (a[k] - rate(k)).abs()).fold(0.0, f64::max);
    let size = a.amax();
    Ok(vec![Row::below(
        "acceleration on the closed form, relative difference from its difference quotient",
        // (½ σ d)⁴/30 = 5e-9 of the quotient, and 20 ε/(d σ/2) = 2e-13 of rounding.
        1e-8,
        error / size,
        "the steady precession solves the equations; the quotient is of order 4, (½ σ δ)⁴/30 = 5e-9",
    )])
}

/// The momenta about the vertical and about the axis: p·ξ with ξ = ½ k∘e and ξ = ½ e∘k.
fn both_momenta(state: &StateOf<PrecessingTop>) -> [f64; 2] {
    let ([a, b, c, d], [pa, pb, pc, pd]): ([f64; 4], [f64; 4]) = (state.q.into(), state.p.into());
    [
        0.5 * (-d * pa - c * pb + b * pc + a * pd),
        0.5 * (-d * pa + c * pb - b * pc + a * pd),
    ]
}

fn momenta() -> Result<Vec<Row>, Error> {
    let (h, steps) = (1e-3, 10_000_usize);
    let mut motion = Integrator::from_state(TOP, Midpoint, h, exact(0.0))?;
    let begin = both_momenta(&motion.state());
    let (mut worst, mut levels) = ([0.0_f64; 2], Levels::default());
    for _ in 0..steps {
        motion.step()?;
        levels.meet(&TOP, &motion)?;
        let now = both_momenta(&motion.state());
        for k in 0..2 {
            worst[k] = worst[k].max((now[k] / begin[k] - 1.0).abs());
        }
    }
    let mut rows = Vec::new();
    for (name, worst) in ["the vertical", "the axis"].into_iter().zip(worst) {
        rows.push(Row::below(
            format!("momentum about {name}, relative change in {steps:e} steps of Midpoint, h = {h}"),
            // ε of p ≤ 40 over L ≥ 18 per step, if all roundings add.
            4.0 * f64::EPSILON * steps as f64,
            worst,
            "kept exactly by Noether's theorem, because L_d and the constraint have the symmetry; the roundings of all \
              steps may add",
        ));
    }
    rows.extend(levels.rows(
        &format!("{steps:e} steps of Midpoint, h = {h}"),
        [4.0 * f64::EPSILON, 128.0 * f64::EPSILON],
        "solved in each step to a few ε of |e|² = 1, and of |e| |ė| = 20",
    ));
    Ok(rows)
}

fn lean(state: &StateOf<PrecessingTop>) -> f64 {
    axis(&state.q.into())[2].clamp(-1.0, 1.0).acos()
}

/// max |ϑ − ϑ₀| over two seconds.
fn leaning<D>(scheme: D, h: f64, steps: usize) -> Result<f64, Error>
where
    PrecessingTop: Discretize<D, Scalar = f64, Inputs = [f64; 0]>,
{
    let mut motion = Integrator::from_state(TOP, scheme, h, exact(0.0))?;
    let mut largest = 0.0_f64;
    for _ in 0..steps {
        motion.step()?;
        largest = largest.max((lean(&motion.state()) - LEAN).abs());
    }
    Ok(largest)
}

fn steadiness() -> Outcome<Vec<Row>> {
    let (h, steps) = (1e-3, 13_000_usize);
    let (fine, coarse) = (
        leaning(Midpoint, h, steps)?,
        leaning(Midpoint, 2.0 * h, steps / 2)?,
    );
    let sixth = leaning(Sixth::default(), 4.0 * h, steps / 4)?;
    let energy = EnergyCurve::measure(TOP, Midpoint, h, exact(0.0), (100, steps / 100))?;
    let size = TOP.hamiltonian(0.0, &exact(0.0).q, &exact(0.0).p)?;
    Ok(vec![
        Row::number(
            "max |ϑ − ϑ₀| in one turn of precession, Midpoint, h = 0.002 over h = 0.001",
            4.0,
            coarse / fine,
            // (σ h)² = 6e-3 at the coarser step.
            0.03,
            "the scheme causes a nutation of order 2; the next term is (σ h)² = 6e-3 of it at the coarser step",
        ),
        Row::below(
            "max |ϑ − ϑ₀| in one turn of precession, Galerkin<3, Gauss<3>>, h = 0.004",
            // Rounding, 2 ε by acos at 0.5, is far below.
            1e-10,
            sixth,
            "order 6: (σ h)⁶/7! of ϑ is 2e-9, of which 2 m g s/(C ω₃²) = 0.02 appear in the lean",
        ),
        Row::below(
            "max |H/H₀ − 1| in one turn of precession, Midpoint, h = 0.001",
            // The modified energy adds (σ h)²/12, which is constant while the motion is steady.
            1e-10,
            energy.largest() / size.abs(),
            "the h² term of the modified energy, (σ h)²/12 = 1e-4, is constant except for the lean; times the 6e-6 of the \
              lean and the weight's 2 % of H this is 2e-11",
        ),
    ])
}

fn lean_plot() -> Outcome<Plot> {
    let mut chart = Chart::new("t", "10⁶ (ϑ − ϑ₀)");
    let run = |h: f64, steps: usize| -> Result<Curve, Error> {
        let motion = Integrator::from_state(TOP, Midpoint, h, exact(0.0))?;
        path(motion, (steps, 1), |state| (state.t, 1e6 * (lean(state) - LEAN)))
    };
    chart.line("exact", GREY, vec![(0.0, 0.0), (2.0, 0.0)]);
    chart.line("Midpoint, h = 0.004", COLOURS[1], run(0.004, 500)?);
    chart.line("Midpoint, h = 0.002", COLOURS[0], run(0.002, 1000)?);
    chart.line("Midpoint, h = 0.001", COLOURS[2], run(0.001, 2000)?);
    chart.render(
        "lean",
        "Deviation of the lean from the steady angle. The scheme has a slightly different steady precession, and nutates \
          about it with an amplitude of order h².",
    )
}

fn error_plot() -> Outcome<Plot> {
    let mut chart = Chart::new("t", "error of e").log_y();
    add_errors(&mut chart, "Midpoint", COLOURS[0], Midpoint)?;
    add_errors(&mut chart, "Galerkin<2, Gauss<2>>", COLOURS[1], Fourth::default())?;
    add_errors(&mut chart, "Galerkin<3, Gauss<3>>", COLOURS[2], Sixth::default())?;
    chart.render(
        "error",
        "Errors relative to the closed form at h = 0.004: they are phase errors and grow in proportion to time.",
    )
}

fn add_errors<D>(
    chart: &mut Chart,
    name: &'static str,
    colour: report::plot::RGBColor,
    scheme: D,
) -> Result<(), Error>
where
    PrecessingTop: Discretize<D, Scalar = f64, Inputs = [f64; 0]>,
{
    let mut motion = Integrator::from_state(TOP, scheme, 0.004, exact(0.0))?;
    let mut errors = Vec::new();
    for _ in 0..300 {
        let mut largest = 0.0_f64;
        for _ in 0..10 {
            motion.step()?;
            let state = motion.state();
            largest = largest.max(distance(&state.q, &exact(state.t).q));
        }
        errors.push((motion.time(), largest));
    }
    chart.line(name, colour, errors);
    Ok(())
}

fn convergence(curves: &[ErrorCurve]) -> Outcome<Plot> {
    let mut chart = Chart::new("step size h", "error of e at t = 1").log_log();
    for ((curve, colour), order) in curves.iter().zip(COLOURS).zip([2, 4, 6]) {
        chart.line_points(curve.scheme, colour, curve.coordinates.clone());
        chart.reference_slope(order, &curve.coordinates);
    }
    chart.render(
        "order",
        "Errors after one second relative to the closed form, with the expected slopes.",
    )
}
