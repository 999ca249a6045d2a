//! The double pendulum: orders, energy, normal modes, and the borders of its chaos.

use std::f64::consts::PI;

use extremal::prelude::*;
use extremal::{Error, StateOf};
use plotters::style::RGBColor;

use super::{Outcome, Study, order_rows};
use crate::double_pendulum::{DoublePendulum, DoublePendulumFromPositions};
use crate::measure::{EnergyCurve, ErrorCurve, distance, end_state, iterations, path, slope};
use crate::plot::{COLOURS, Chart, Plot};
use crate::progress::Progress;
use crate::table::{FactsRow, Row};

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

type Fourth = Galerkin<2, Gauss<2>>;
type Sixth = Galerkin<3, Gauss<3>>;
type Reference = Galerkin<5, Gauss<5>>;

pub(super) fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(9);
    let curves = progress.part("orders", error_curves)?;
    let mut rows: Vec<Row> = curves
        .iter()
        .zip([2, 4, 6])
        .flat_map(|(curve, order)| order_rows(curve, order))
        .collect();
    rows.push(progress.part("two declarations", two_declarations)?);
    rows.push(progress.part("iterations", newton)?);
    rows.extend(progress.part("normal modes", normal_modes)?);
    rows.extend(progress.part("energy", || energy(progress.choose(1_000_000, 100_000)))?);
    let cells = progress.choose(128, 48);
    let map = progress.part("map of flips", || FlipMap::compute(cells))?;
    rows.push(map.forbidden());
    let (neighbours, exponent) = progress.part("neighbours", neighbours)?;
    rows.push(exponent);
    let plots = vec![
        progress.part("path", bob_path)?,
        progress.part("energy plot", energy_plot)?,
        convergence(&curves)?,
        neighbours,
        map.plot()?,
    ];
    Ok(Study {
        name: "double_pendulum",
        title: "Double pendulum",
        about: "Two point masses on two massless rods, released at α = 2, β = 1.5. The declaration by formula and the \
                one from positions are the same system; only the second needs no derivation by hand.",
        source: include_str!("../../double_pendulum.rs"),
        rows,
        plots,
        facts: facts(),
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
    // One second is most of a swing, and short enough for chaos to stay out of it.
    let (start, span) = (at_rest([2.0, 1.5])?, 1.0);
    let exact = end_state(&UNIT, Reference::default(), start, span, 400)?;
    // The asymptotic range: from where errors are 1e-2 at most to where rounding begins.
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
    let (h, angles) = (1e-3, [2.0, 1.5]);
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
        // 1000 steps of rounding on |p| ≤ 10, which the motion magnifies by less than e³ in a second.
        1e-12,
        largest,
        "one system, two formulas: the rounding of 1000 steps",
    ))
}

fn newton() -> Result<Row, Error> {
    let average = iterations(&UNIT, Midpoint, 1e-3, at_rest([2.0, 1.5])?, 10_000)?;
    Ok(Row::below(
        "Newton iterations a step, Midpoint, h = 0.001, 10 s",
        1.1,
        average,
        "the guess, extrapolated from three steps, is good to h³: one correction reaches rounding",
    ))
}

/// Small motions: ω² = (2 ∓ √2) g/l with β = ±√2 α. After one period the start recurs.
fn normal_modes() -> Result<Vec<Row>, Error> {
    let amplitude = 1e-4;
    let mode = |name: &str, sign: f64| {
        let start = at_rest([amplitude, sign * amplitude * 2_f64.sqrt()])?;
        let frequency = ((2.0 - sign * 2_f64.sqrt()) * UNIT.g / UNIT.l).sqrt();
        let end = end_state(&UNIT, Reference::default(), start, 2.0 * PI / frequency, 100)?;
        Ok(Row::below(
            format!("distance from the start after one period of the {name} mode, relative"),
            // The cubic terms of the forces: the amplitude squared, 1e-8, times 2π and a factor of a few.
            1e-7,
            distance(&end.q, &start.q) / amplitude,
            "ω² = (2 ∓ √2) g/l; cubic terms are 1e-8 of the linear ones at the amplitude 1e-4",
        ))
    };
    Ok(vec![mode("slow", 1.0)?, mode("fast", -1.0)?])
}

fn energy(steps: usize) -> Result<Vec<Row>, Error> {
    let intervals = 50;
    let start = at_rest([2.0, 1.5])?;
    let lengths = (intervals, steps / intervals);
    let curve = EnergyCurve::measure(&UNIT, Midpoint, 1e-3, start, lengths)?;
    let finer = EnergyCurve::measure(&UNIT, Midpoint, 5e-4, start, (intervals, 2 * steps / intervals))?;
    let (drift, error) = curve.drift();
    Ok(vec![
        Row::below(
            format!("max |E − E₀| / m g l, Midpoint, h = 0.001, {steps} steps"),
            // The modified energy: h²/24 times third derivatives of the motion, (8 rad/s)² to the power 3/2, and v.
            1e-3,
            curve.largest() / (UNIT.m * UNIT.g * UNIT.l),
            "bounded by the modified energy, O(h²)",
        ),
        Row::number(
            "the same, ratio to half the step size",
            4.0,
            curve.largest() / finer.largest(),
            // The motion is chaotic: two runs visit the extremes of the same energy surface by chance.
            1.0,
            "order 2; two chaotic runs meet the extremes of one energy surface by chance",
        ),
        Row::below(
            "the same, rise of its maxima over the run, relative",
            3.0 * error,
            drift.abs(),
            "none; three standard errors of the fit through 50 intervals of a chaotic motion",
        ),
    ])
}

fn bob_path() -> Outcome<Plot> {
    let motion = Integrator::new(&UNIT, Fourth::default(), 1e-3, [2.0, 1.5], [0.0; 2])?;
    let lower = |state: &StateOf<DoublePendulum>| {
        let (alpha, beta) = (state.q[0], state.q[1]);
        (alpha.sin() + beta.sin(), -alpha.cos() - beta.cos())
    };
    let mut chart = Chart::new("x", "y").equal();
    chart.line("", COLOURS[0], path(motion, (3000, 10), lower)?);
    chart.points("", COLOURS[1], vec![lower(&at_rest([2.0, 1.5])?)]);
    chart.render(
        "path",
        "The path of the lower mass in 30 s, from the point of release; Galerkin<2, Gauss<2>>, h = 0.001.",
    )
}

fn energy_plot() -> Outcome<Plot> {
    let (h, start, lengths) = (5e-3, at_rest([2.0, 1.5])?, (300, 20));
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
        "Energy error of five schemes at h = 0.005: smaller with the order, and none of them drifts.",
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
        "Errors at the end time against Galerkin<5, Gauss<5>>, with the slopes expected.",
    )
}

/// Two motions from starts that differ by 1e-10: their distance, and its rate of growth.
fn neighbours() -> Outcome<(Plot, Row)> {
    let angle = |offset: f64| Integrator::new(&UNIT, Fourth::default(), 1e-3, [2.0, 1.5 + offset], [0.0; 2]);
    let samples = (1000, 50);
    let one = path(angle(0.0)?, samples, |state| *state)?;
    let other = path(angle(1e-10)?, samples, |state| *state)?;
    let distances: Vec<_> = one
        .iter()
        .zip(&other)
        .map(|(a, b)| (a.t, distance(&a.q, &b.q)))
        .collect();
    let growing = distances.iter().take_while(|(_, d)| *d < 1e-2);
    let exponent = slope(&growing.map(|(t, d)| (*t, d.ln())).collect::<Vec<_>>()).0;
    let mut chart = Chart::new("t", "distance of the angles").log_y();
    chart.line("", COLOURS[0], distances);
    let plot = chart.render(
        "neighbours",
        "Two starts that differ by 1e-10 part exponentially, until the distance is that of any two motions.",
    )?;
    let row = Row::noted(
        "growth of a small distance",
        format!("e^({exponent:.2} t)"),
        "least squares in the logarithm, while the distance is below 0.01",
    );
    Ok((plot, row))
}

/// When one of the rods first turns over, for starts at rest.
struct FlipMap {
    /// Cells a side; each is sampled at its middle.
    cells: i32,
    /// By row from the bottom: the time of the first flip, infinite if there is none.
    times: Vec<f64>,
}

/// In units of √(l/g).
const LONGEST: f64 = 100.0;

impl FlipMap {
    fn compute(cells: i32) -> Result<Self, Error> {
        let mut times = Vec::new();
        for row in 0..cells {
            for column in 0..cells {
                times.push(flip_time([angle(column, cells), angle(row, cells)])?);
            }
        }
        Ok(Self { cells, times })
    }

    fn time(&self, column: i32, row: i32) -> f64 {
        let index = usize::try_from(row * self.cells + column);
        index
            .ok()
            .and_then(|index| self.times.get(index))
            .copied()
            .unwrap_or(f64::INFINITY)
    }

    /// A rod that turns over has been upright; that takes the potential energy of 2 cos α + cos β ≤ 1.
    fn forbidden(&self) -> Row {
        let all = (0..self.cells).flat_map(|row| (0..self.cells).map(move |column| (column, row)));
        let is_low = |(column, row): &(i32, i32)| {
            2.0 * angle(*column, self.cells).cos() + angle(*row, self.cells).cos() > 1.0
        };
        let low: Vec<_> = all.filter(is_low).collect();
        let flips = low
            .iter()
            .filter(|(column, row)| self.time(*column, *row).is_finite())
            .count();
        Row::word(
            format!(
                "flips among the {} starts that lack the energy for one",
                low.len()
            ),
            "0",
            flips.to_string(),
            "2 cos α + cos β > 1 lies below the energy of a rod that is upright",
        )
    }

    fn plot(&self) -> Outcome<Plot> {
        let mut chart = Chart::new("α at the start", "β at the start").equal();
        let classes: [(&str, f64, RGBColor); 6] = [
            ("within 3 √(l/g)", 3.0, RGBColor(0xf2, 0xc1, 0x4e)),
            ("10", 10.0, RGBColor(0xe0, 0x7b, 0x39)),
            ("20", 20.0, RGBColor(0xc0, 0x45, 0x4c)),
            ("40", 40.0, RGBColor(0x8a, 0x3a, 0x6e)),
            ("100", LONGEST, RGBColor(0x4d, 0x39, 0x78)),
            ("not at all", f64::INFINITY, RGBColor(0x2a, 0x86, 0x8c)),
        ];
        let class = |time: f64| classes.iter().position(|(_, limit, _)| time <= *limit);
        let edge = |k: i32| PI * (2.0 * f64::from(k) / f64::from(self.cells) - 1.0);
        for (k, (label, _, colour)) in classes.iter().enumerate() {
            let mut corners = Vec::new();
            for row in 0..self.cells {
                let mut column = 0;
                while column < self.cells {
                    // Neighbours of one class in one rectangle.
                    let same = |c: &i32| class(self.time(*c, row)) == Some(k);
                    let end = (column..self.cells).find(|c| !same(c)).unwrap_or(self.cells);
                    if end > column {
                        corners.extend([(edge(column), edge(row)), (edge(end), edge(row + 1))]);
                    }
                    column = end.max(column + 1);
                }
            }
            chart.cells(*label, *colour, corners);
        }
        chart.render(
            "flips",
            "How long it takes from rest until one of the rods turns over; the midpoint rule, h = 0.01.",
        )
    }
}

/// The middle of cell `k` of `cells` in [−π, π].
fn angle(k: i32, cells: i32) -> f64 {
    PI * (2.0 * (f64::from(k) + 0.5) / f64::from(cells) - 1.0)
}

/// In units of √(l/g).
fn flip_time(angles: [f64; 2]) -> Result<f64, Error> {
    let unit = (UNIT.l / UNIT.g).sqrt();
    let mut motion = Integrator::new(&UNIT, Midpoint, 0.01, angles, [0.0; 2])?;
    while motion.time() < LONGEST * unit {
        motion.step()?;
        if motion.state().q.amax() > PI {
            return Ok(motion.time() / unit);
        }
    }
    Ok(f64::INFINITY)
}
