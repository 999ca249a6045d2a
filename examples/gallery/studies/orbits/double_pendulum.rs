//! The double pendulum: orders, energy, normal modes, and chaos.

mod exponent;
mod flips;
mod motions;

use std::f64::consts::PI;

use extremal::prelude::*;
use extremal::{Error, StateOf};

use exponent::Exponents;
use flips::FlipMap;

use crate::systems::double_pendulum::{DoublePendulum, DoublePendulumFromPositions};
use report::measure::{EnergyCurve, ErrorCurve, distance, end_state, iterations, path, slope};
use report::order::order_grid;
use report::plot::{COLOURS, Chart, Curve, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const UNIT: DoublePendulum = DoublePendulum {
    m: 1.0,
    l: 1.0,
    g: 9.81,
};
const UNIT_FROM_POSITIONS: DoublePendulumFromPositions = DoublePendulumFromPositions {
    m: 1.0,
    l: 1.0,
    g: 9.81,
};

/// The start of the measurements: a regular motion.
const CALM: [f64; 2] = [2.0, 1.5];
/// The start of a chaotic one.
const WILD: [f64; 2] = [2.5, 2.5];

type Fourth = Galerkin<2, Gauss<2>>;
type Sixth = Galerkin<3, Gauss<3>>;
type Reference = Galerkin<5, Gauss<5>>;

const ABOUT: &str = "Two point masses on two massless rods, released at rest: from (α, β) = (2, 1.5) \
    the motion is regular, from (2.5, 2.5) it is chaotic. The declaration by formula and the declaration \
    from positions describe the same system; the second one needs no derivation by hand.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(12);
    let curves = progress.part("orders", error_curves)?;
    let mut rows = vec![
        progress.part("two declarations", two_declarations)?,
        progress.part("iterations", newton)?,
    ];
    rows.extend(progress.part("normal modes", normal_modes)?);
    rows.extend(progress.part("energy", || energy(progress.choose(1_000_000, 100_000)))?);
    let cells = progress.choose(128, 48);
    let map = progress.part("map of flips", || FlipMap::compute(cells))?;
    rows.push(map.forbidden());
    let (neighbours, exponent) = progress.part("neighbours", neighbours)?;
    rows.push(exponent);
    let exponents = progress.part("Lyapunov exponents", || {
        Exponents::compute(progress.choose(1000, 200))
    })?;
    rows.extend(exponents.rows());
    let plots = vec![
        progress.part("path", bob_path)?,
        progress.part("energy plot", energy_plot)?,
        convergence(&curves)?,
        neighbours,
        exponents.plot()?,
        progress.part("section", || section(progress.choose(400, 150)))?,
        map.plot()?,
    ];
    Ok(Study {
        rows,
        grids: vec![order_grid(&curves, [2, 4, 6])],
        plots,
        animations: progress.part("motions", motions::animations)?,
        facts: facts(),
        ..Study::new(
            "double_pendulum",
            "Double pendulum",
            ABOUT,
            include_str!("../../../double_pendulum.rs"),
        )
    })
}

fn facts() -> Vec<FactsRow> {
    const NAME: &str = "double pendulum";
    vec![
        FactsRow::of::<DoublePendulum, Verlet>(NAME, "Verlet"),
        FactsRow::of::<DoublePendulum, Midpoint>(NAME, "Midpoint"),
        FactsRow::of::<DoublePendulumFromPositions, Midpoint>("the same from positions", "Midpoint"),
        FactsRow::of::<DoublePendulum, Fourth>(NAME, "Galerkin<2, Gauss<2>>"),
        FactsRow::of::<DoublePendulum, Sixth>(NAME, "Galerkin<3, Gauss<3>>"),
        FactsRow::of::<DoublePendulum, Reference>(NAME, "Galerkin<5, Gauss<5>>"),
    ]
}

/// At rest at the two angles.
fn at_rest(angles: [f64; 2]) -> Result<StateOf<DoublePendulum>, Error> {
    Ok(Integrator::new(&UNIT, Midpoint, 1.0, angles, [0.0; 2])?.state())
}

fn error_curves() -> Result<[ErrorCurve; 3], Error> {
    // One second is most of a swing, and too short for chaos to matter.
    let (start, span) = (at_rest(CALM)?, 1.0);
    let exact = end_state(&UNIT, Reference::default(), start, span, 400)?;
    // The asymptotic range: from errors of at most 1e-2 down to rounding.
    let second = [200, 400, 800, 1600, 3200];
    let fourth = [50, 100, 200, 400, 800];
    let sixth = [40, 60, 80, 120, 160];
    Ok([
        ErrorCurve::measure(("Midpoint", Midpoint), &UNIT, start, span, &second, &exact)?,
        ErrorCurve::measure(
            ("Galerkin<2, Gauss<2>>", Fourth::default()),
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

fn two_declarations() -> Result<Row, Error> {
    let (h, angles) = (1e-3, CALM);
    let mut formula = Integrator::new(&UNIT, Midpoint, h, angles, [0.0; 2])?;
    let mut positions = Integrator::new(&UNIT_FROM_POSITIONS, Midpoint, h, angles, [0.0; 2])?;
    let mut largest = 0.0_f64;
    for _ in 0..1000 {
        formula.step()?;
        positions.step()?;
        let (a, b) = (formula.state(), positions.state());
        largest = largest.max(distance(&a.q, &b.q)).max(distance(&a.p, &b.p));
    }
    Ok(Row::below(
        "difference of the two declarations in 1 s, Midpoint, h = 0.001",
        // 1000 steps of rounding of |p| ≤ 10, which the motion magnifies by less than e³ in a second.
        1e-12,
        largest,
        "two formulas for one system: they differ by the rounding of 1000 steps",
    ))
}

fn newton() -> Result<Row, Error> {
    let average = iterations(&UNIT, Midpoint, 1e-3, at_rest(CALM)?, 10_000)?;
    Ok(Row::below(
        "Newton iterations per step, Midpoint, h = 0.001, 10 s",
        1.1,
        average,
        "the guess is extrapolated from three steps and accurate to h³; one correction reaches rounding",
    ))
}

/// Small motions: ω² = (2 ∓ √2) g/l with β = ±√2 α. After one period the start recurs.
fn normal_modes() -> Result<Vec<Row>, Error> {
    let amplitude = 1e-4;
    let mode = |name: &str, sign: f64| -> Result<Row, Error> {
        let start = at_rest([amplitude, sign * amplitude * 2_f64.sqrt()])?;
        let frequency = ((2.0 - sign * 2_f64.sqrt()) * UNIT.g / UNIT.l).sqrt();
        let end = end_state(&UNIT, Reference::default(), start, 2.0 * PI / frequency, 100)?;
        Ok(Row::below(
            format!("distance from the start after one period of the {name} mode, relative"),
            // The cubic terms of the forces: the amplitude squared, 1e-8, times 2π and a factor of a few.
            1e-7,
            distance(&end.q, &start.q) / amplitude,
            "ω² = (2 ∓ √2) g/l; at the amplitude 1e-4 cubic terms are 1e-8 of the linear ones",
        ))
    };
    Ok(vec![mode("slow", 1.0)?, mode("fast", -1.0)?])
}

fn energy(steps: usize) -> Result<Vec<Row>, Error> {
    let intervals = 50;
    let start = at_rest(CALM)?;
    let measure =
        |h: f64, length: usize| EnergyCurve::measure(&UNIT, Midpoint, h, start, (intervals, length));
    let curve = measure(1e-3, steps / intervals)?;
    let finer = measure(5e-4, 2 * steps / intervals)?;
    let (drift, error) = curve.drift();
    Ok(vec![
        Row::below(
            format!("max |E − E₀| / m g l, Midpoint, h = 0.001, {steps:e} steps"),
            // β̇ reaches 5.6 rad/s at the lowest point, where the kinetic energy is 3.8 m g l.
            1e-5,
            curve.largest() / (UNIT.m * UNIT.g * UNIT.l),
            "bounded by the modified energy: (ω h)²/12 of the kinetic energy 3.8 m g l, with ω = 5.6 rad/s",
        ),
        Row::number(
            "the same energy error, over that with half the step size",
            4.0,
            curve.largest() / finer.largest(),
            // The next term is (ω h)² = 5e-5; the distance of the nodes from the maximum matters as much.
            0.01,
            "order 2",
        ),
        Row::below(
            "the same energy error, rise of its maxima over the run, relative",
            // A regular motion reaches its extremes again in each interval, up to the spacing of the nodes.
            3.0 * error + 1e-6,
            drift.abs(),
            "no drift; the tolerance is three standard errors of the fit through 50 intervals",
        ),
    ])
}

fn bob_path() -> Outcome<Plot> {
    let lower = |state: &StateOf<DoublePendulum>| motions::joints(state)[2];
    let run = |start, samples| {
        path(
            Integrator::new(&UNIT, Fourth::default(), 1e-3, start, [0.0; 2])?,
            samples,
            lower,
        )
    };
    let mut chart = Chart::new("x", "y").equal();
    chart.line("from (2.5, 2.5)", COLOURS[0], run(WILD, (2000, 10))?);
    chart.line("from (2, 1.5)", COLOURS[1], run(CALM, (400, 10))?);
    chart.render(
        "path",
        "Paths of the lower mass from rest: 20 s of a chaotic motion, 4 s of a regular one. \
         Galerkin<2, Gauss<2>>, h = 0.001.",
    )
}

fn energy_plot() -> Outcome<Plot> {
    let (h, start, lengths) = (5e-3, at_rest(CALM)?, (300, 20));
    let curves = [
        ("Verlet", EnergyCurve::measure(&UNIT, Verlet, h, start, lengths)?),
        (
            "Midpoint",
            EnergyCurve::measure(&UNIT, Midpoint, h, start, lengths)?,
        ),
        (
            "Galerkin<2>",
            EnergyCurve::measure(&UNIT, Fourth::default(), h, start, lengths)?,
        ),
        (
            "Galerkin<3>",
            EnergyCurve::measure(&UNIT, Sixth::default(), h, start, lengths)?,
        ),
        (
            "Galerkin<5>",
            EnergyCurve::measure(&UNIT, Reference::default(), h, start, lengths)?,
        ),
    ];
    let mut chart = Chart::new("t", "max |E − E₀| in 0.1 s").log_y();
    for ((label, curve), colour) in curves.into_iter().zip(COLOURS) {
        chart.line(label, colour, curve.maxima);
    }
    chart.render(
        "energy",
        "Energy error of five schemes at h = 0.005. It decreases with the order, down to rounding, and does not drift.",
    )
}

fn convergence(curves: &[ErrorCurve]) -> Outcome<Plot> {
    let mut chart = Chart::new("step size h", "error of the angles at t = 1").log_log();
    for (curve, colour) in curves.iter().zip(COLOURS) {
        chart.line_points(curve.scheme, colour, curve.coordinates.clone());
    }
    for (curve, order) in curves.iter().zip([2, 4, 6]) {
        chart.reference_slope(order, &curve.coordinates);
    }
    chart.render(
        "order",
        "Errors at the end time relative to Galerkin<5, Gauss<5>>, with the expected slopes.",
    )
}

/// Starts that differ by 1e-10: the distance of the motions, and the rate at which it grows.
fn neighbours() -> Outcome<(Plot, Row)> {
    let distances = |start: [f64; 2]| -> Result<Curve, Error> {
        let run = |offset: f64| {
            let angles = [start[0], start[1] + offset];
            let motion = Integrator::new(&UNIT, Fourth::default(), 1e-3, angles, [0.0; 2])?;
            path(motion, (600, 50), |state| *state)
        };
        Ok(run(0.0)?
            .iter()
            .zip(&run(1e-10)?)
            .map(|(a, b)| (a.t, distance(&a.q, &b.q)))
            .collect())
    };
    let (wild, calm) = (distances(WILD)?, distances(CALM)?);
    let growing = wild.iter().take_while(|(_, distance)| *distance < 1e-2);
    let rate = slope(
        &growing
            .map(|(t, distance)| (*t, distance.ln()))
            .collect::<Vec<_>>(),
    )
    .0;
    let mut chart = Chart::new("t", "distance of the angles").log_y();
    chart.line("from (2.5, 2.5)", COLOURS[0], wild);
    chart.line("from (2, 1.5)", COLOURS[1], calm);
    let plot = chart.render(
        "neighbours",
        "Two starts that differ by 1e-10. In the chaotic motion the distance grows exponentially, until it is as large as \
          between any two motions.",
    )?;
    let row = Row::noted(
        "growth of a small distance, from rest at (2.5, 2.5)",
        format!("e^({rate:.2} t)"),
        "least squares in the logarithm, while the distance is below 0.01",
    );
    Ok((plot, row))
}

/// Poincaré's section: β and its momentum whenever the upper rod passes its lowest position to the right, at
/// one energy.
fn section(crossings: usize) -> Outcome<Plot> {
    // Above the minimum, −3 m g l, and well below −m g l, the energy at which the lower rod can turn over.
    let energy = SECTION_ENERGY * UNIT.m * UNIT.g * UNIT.l;
    let mut chart = Chart::new("β", "p of β");
    for (k, start) in section_starts(energy).into_iter().enumerate() {
        let mut motion = Integrator::new(&UNIT, Fourth::default(), 0.01, [0.0, start.0], start.1)?;
        let mut points = Curve::new();
        while points.len() < crossings {
            let before = motion.state();
            motion.step()?;
            let after = motion.state();
            if before.q[0] < 0.0 && after.q[0] >= 0.0 {
                let share = before.q[0] / (before.q[0] - after.q[0]);
                let between = |a: f64, b: f64| a + share * (b - a);
                points.push((between(before.q[1], after.q[1]), between(before.p[1], after.p[1])));
            }
        }
        chart.dots("", COLOURS[k % COLOURS.len()], points);
    }
    chart.render(
        "section",
        "Poincaré's section at α = 0 for one energy: curves belong to regular motions, clouds to chaotic ones.",
    )
}

const SECTION_ENERGY: f64 = -1.7;

/// (β, velocities) at α = 0, all with the same energy.
fn section_starts(energy: f64) -> Vec<(f64, [f64; 2])> {
    let start = |beta: f64, rate: f64| {
        // T = ½ m l² (2 α̇² + β̇² + 2 α̇ β̇ cos β), solved for the larger α̇.
        let kinetic = (energy + UNIT.m * UNIT.g * UNIT.l * (2.0 + beta.cos())) / (UNIT.m * UNIT.l.powi(2));
        let half = 0.5 * rate * beta.cos();
        let root = half * half + kinetic - 0.5 * rate * rate;
        (root >= 0.0).then(|| (beta, [root.sqrt() - half, rate]))
    };
    let mut starts = Vec::new();
    for k in -6..=6 {
        starts.extend(start(0.0, 0.9 * f64::from(k)));
    }
    starts.extend([0.5, 1.0, 1.5].into_iter().filter_map(|beta| start(beta, 0.0)));
    starts
}
