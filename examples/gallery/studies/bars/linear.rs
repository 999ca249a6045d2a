//! Figures 7 and 8 and table 8: the linear bar.

use std::f64::consts::PI;
use std::time::Instant;

use extremal::prelude::*;
use extremal::{Error, NoInputs};

use super::{AMPLITUDE, Found, Outcome, Wave, errors};
use crate::bar::{HermiteBar, LinearBar};
use crate::grid::{Cell, Grid};
use crate::measure::{slope, steps_in};
use crate::plot::{COLOURS, Chart, Curve};
use crate::progress::Progress;
use crate::table::{Row, short};

/// c h/l of linear elements, below the limit 0.9075 of p2.
const LINEAR_STEP: f64 = 0.8;
/// c h/l of cubic elements, below the limit 0.4851 of p2.
const HERMITE_STEP: f64 = 0.4;
/// The tolerance of table 8, which is lost.
const TOLERANCE: f64 = 1e-4;

const NAMES: [&str; 3] = ["Newmark", "L1", "p2"];

/// The wave equation at the nodes between the walls.
fn wave(elements: usize) -> Wave {
    let shape = (1..elements).map(|node| AMPLITUDE * (PI * node as f64 / elements as f64).sin());
    Wave {
        shape: shape.collect(),
        omega: PI,
        // ∫ ½ (A π cos πX)² dX
        energy: 0.25 * (AMPLITUDE * PI).powi(2),
    }
}

/// Errors over two periods with linear elements.
fn of_linear<D>(scheme: D, elements: usize) -> Result<[f64; 3], Error>
where
    LinearBar: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let (bar, wave) = (LinearBar::of(elements), wave(elements));
    let h = LINEAR_STEP * bar.l;
    errors(bar, scheme, wave.shape.clone(), h, steps_in(4.0, h), &wave)
}

/// Errors over two periods with cubic elements.
fn of_hermite<D>(scheme: D, elements: usize) -> Result<[f64; 3], Error>
where
    HermiteBar: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let (bar, wave) = (HermiteBar::of(elements), wave(elements));
    let h = HERMITE_STEP * bar.l;
    errors(bar, scheme, bar.mode(AMPLITUDE), h, steps_in(4.0, h), &wave)
}

/// For each scheme a curve of each error over h/T.
type Curves = [[Curve; 3]; 3];

fn curves(
    counts: &[usize],
    step: f64,
    of: impl Fn(usize) -> Result<[[f64; 3]; 3], Error>,
) -> Result<Curves, Error> {
    let mut curves = Curves::default();
    for &elements in counts {
        let found = of(elements)?;
        for (scheme, errors) in curves.iter_mut().zip(found) {
            for (curve, error) in scheme.iter_mut().zip(errors) {
                curve.push((0.5 * step / elements as f64, error));
            }
        }
    }
    Ok(curves)
}

/// The slope of the last three points above rounding.
fn order(curve: &Curve) -> f64 {
    let clear = curve.iter().filter(|point| point.1 > 1e-11);
    let points: Vec<_> = clear.map(|(h, error)| (h.ln(), error.ln())).collect();
    let last = points.get(points.len().saturating_sub(3)..).unwrap_or_default();
    if last.len() < 2 { f64::NAN } else { slope(last).0 }
}

/// An order of two, to within the next terms of the error.
const SECOND: (f64, f64) = (1.7, 2.3);

/// The orders of u and of the velocity in these ranges, and that of the energy.
fn orders(name: &str, curves: &Curves, expected: [(f64, f64); 3]) -> Vec<(String, Vec<Cell>)> {
    let rows = NAMES.iter().zip(curves).zip(expected);
    let rows = rows.map(|((scheme, curves), range)| {
        let energy = match order(&curves[2]) {
            order if order.is_nan() => "kept".to_owned(),
            order => short(order),
        };
        let cells = vec![
            Cell::between(range, order(&curves[0])),
            Cell::between(range, order(&curves[1])),
            Cell::noted(energy),
        ];
        (format!("{name}, {scheme}"), cells)
    });
    rows.collect()
}

fn chart(curves: &Curves, which: usize, label: &'static str) -> Chart {
    let mut chart = Chart::new("h/T", label).log_log();
    for ((name, colour), curves) in NAMES.iter().zip(COLOURS).zip(curves) {
        chart.line_points(*name, colour, curves[which].clone());
    }
    chart.reference_slope(2, &curves[0][which]);
    chart.reference_slope(4, &curves[2][which]);
    chart
}

pub(super) fn study(progress: &Progress) -> Outcome<Found> {
    let counts = progress.choose(vec![4, 8, 16, 32, 64], vec![4, 8, 16]);
    let p2 = Hermite::<P2>::default();
    let linear = curves(&counts, LINEAR_STEP, |n| {
        Ok([
            of_linear(Newmark::default(), n)?,
            of_linear(L1::default(), n)?,
            of_linear(p2, n)?,
        ])
    })?;
    let hermite = curves(&counts, HERMITE_STEP, |n| {
        Ok([
            of_hermite(Newmark::default(), n)?,
            of_hermite(L1::default(), n)?,
            of_hermite(p2, n)?,
        ])
    })?;
    let mut rows = orders("linear elements", &linear, [SECOND; 3]);
    rows.extend(orders("cubic elements", &hermite, [SECOND, SECOND, (3.5, 6.5)]));
    let in_time = in_time()?;
    rows.extend(orders(
        "motion of six linear elements",
        &in_time,
        [SECOND, SECOND, (3.8, 4.2)],
    ));
    let grid = Grid {
        caption: "Orders of convergence for h and l that go to zero together, with c h/l = 0.8 for linear and 0.4 for cubic elements \
                  (the paper's numbers are lost): linear elements have order 2 with every scheme, because the error of space dominates. \
                  Against the exact motion of the nodes each scheme has its own order.",
        columns: ["elements, scheme", "u", "velocity", "energy"]
            .map(str::to_owned)
            .to_vec(),
        rows,
    };
    let (table, mut checks) = table_8()?;
    checks.push(Row::below(
        "cubic elements, p2: the error of u with the finest mesh",
        1e-6,
        hermite[2][0].last().map_or(f64::NAN, |point| point.1),
        "order 4 in time, order 6 in space",
    ));
    Ok(Found {
        rows: checks,
        grids: vec![grid, table],
        plots: vec![
            chart(&linear, 0, "error of u")
                .render("linear_u", "Linear elements, c h/l = 0.8.")?
                .figure("Figure 7, left"),
            chart(&hermite, 0, "error of u")
                .render("hermite_u", "Cubic elements, c h/l = 0.4.")?
                .figure("Figure 7, right"),
            chart(&hermite, 2, "error of the energy")
                .render("hermite_energy", "Cubic elements, c h/l = 0.4.")?
                .figure("Figure 7, right"),
            chart(&in_time, 0, "error of u")
                .render(
                    "nodes_u",
                    "Six linear elements, against the exact motion of the nodes.",
                )?
                .figure("Figure 8"),
        ],
    })
}

/// Figure 8: six linear elements against the exact motion of their nodes, over two periods.
fn in_time() -> Result<Curves, Error> {
    let bar = LinearBar::of(6);
    let wave = Wave {
        shape: bar.mode(1, AMPLITUDE),
        omega: bar.frequency(1),
        // ½ u·K u, which is 2 (1 − cos θ)/l ½ u·u for a mode.
        energy: (1.0 - (PI / 6.0).cos()) / bar.l * bar.mode(1, AMPLITUDE).iter().map(|u| u * u).sum::<f64>(),
    };
    let period = 2.0 * PI / wave.omega;
    let mut curves = Curves::default();
    for steps in [16, 32, 64, 128, 256] {
        let h = period / steps as f64;
        let found = [
            errors(bar, Newmark::default(), wave.shape.clone(), h, 2 * steps, &wave)?,
            errors(bar, L1::default(), wave.shape.clone(), h, 2 * steps, &wave)?,
            errors(
                bar,
                Hermite::<P2>::default(),
                wave.shape.clone(),
                h,
                2 * steps,
                &wave,
            )?,
        ];
        for (scheme, errors) in curves.iter_mut().zip(found) {
            for (curve, error) in scheme.iter_mut().zip(errors) {
                curve.push((1.0 / steps as f64, error));
            }
        }
    }
    Ok(curves)
}

/// The coarsest mesh of a scheme that reaches the tolerance, its error, and the shortest of three times of a run in ms.
fn cheapest<D: Copy>(scheme: D) -> Result<(usize, f64, f64), Error>
where
    HermiteBar: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let (mut elements, mut error) = (2_usize, of_hermite(scheme, 2)?[0]);
    while error > TOLERANCE && elements < 1024 {
        elements = (elements * 5).div_ceil(4);
        error = of_hermite(scheme, elements)?[0];
    }
    let (bar, mut best) = (HermiteBar::of(elements), f64::INFINITY);
    let h = HERMITE_STEP * bar.l;
    for _ in 0..3 {
        let rest = vec![0.0; 2 * elements];
        let mut motion = Integrator::new(bar, scheme, h, bar.mode(AMPLITUDE), rest)?;
        let begin = Instant::now();
        motion.step_many(steps_in(4.0, h))?;
        best = best.min(begin.elapsed().as_secs_f64());
    }
    Ok((elements, error, 1e3 * best))
}

/// Table 8: the time that each scheme takes for an error of u of 10⁻⁴.
fn table_8() -> Result<(Grid, Vec<Row>), Error> {
    let newmark = cheapest(Newmark::default())?;
    let l1 = cheapest(L1::default())?;
    let p2 = cheapest(Hermite::<P2>::default())?;
    let row = |name: &str, (elements, error, time): (usize, f64, f64), paper: &str| {
        let steps = (2.0 * elements as f64 / HERMITE_STEP).round();
        let cells = vec![
            Cell::noted(elements.to_string()),
            Cell::noted(format!("1/{steps}")),
            Cell::below(TOLERANCE, error),
            Cell::noted(format!("{time:.3} ms")),
            Cell::noted(paper),
        ];
        (name.to_owned(), cells)
    };
    let grid = Grid {
        caption: "Two periods of the linear bar by cubic elements, c h/l = 0.4: the coarsest mesh, of sizes that grow by a quarter, with an \
                  error of u below 10⁻⁴ (an assumption: the paper's three tolerances are lost), and the time of its run.",
        columns: [
            "scheme",
            "n",
            "h/T",
            "error of u",
            "time",
            "the paper, for its three tolerances",
        ]
        .map(str::to_owned)
        .to_vec(),
        rows: vec![
            row("Newmark", newmark, "79.6, 815.8, 2919.4 ms"),
            row("L1", l1, "105.0, 416.3, 5381.3 ms"),
            row("p2", p2, "44.9, 135.7, 574.3 ms"),
        ],
    };
    let reason = "twice the unknowns, but far fewer elements and steps";
    let rows = [("Newmark", newmark.2), ("L1", l1.2)].map(|(other, time)| {
        Row::below(
            format!("time of p2 over that of {other}, for an error of u of 10⁻⁴"),
            1.0,
            p2.2 / time,
            reason,
        )
        .says("it takes — due to its higher order of convergence — less computation time")
    });
    Ok((grid, rows.into()))
}
