//! Figures 7 and 8: convergence of the linear bar.

use std::f64::consts::PI;

use extremal::Error;
use extremal::blocks::NoInputs;
use extremal::prelude::*;

use super::{AMPLITUDE, Found, Wave, errors};
use crate::systems::bar::{HermiteBar, LinearBar};
use report::grid::{Cell, Grid};
use report::measure::{slope, steps_in};
use report::plot::{COLOURS, Chart, Curve, Plot};
use report::progress::Progress;
use report::study::Outcome;
use report::table::{Row, short};

/// c h/l of linear elements, below the limit 0.9075 of p2, and its half.
const LINEAR_STEPS: [f64; 2] = [0.8, 0.4];
/// c h/l of cubic elements, below the limit 0.4851 of p2, and its half.
pub(super) const HERMITE_STEPS: [f64; 2] = [0.4, 0.2];

pub(super) const NAMES: [&str; 3] = ["Newmark", "L1", "p2"];

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
fn of_linear<D>(scheme: D, elements: usize, step: f64) -> Result<[f64; 3], Error>
where
    LinearBar: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let (bar, wave) = (LinearBar::of(elements), wave(elements));
    let h = step * bar.l;
    errors(bar, scheme, wave.shape.clone(), h, steps_in(4.0, h), &wave)
}

/// Errors over two periods with cubic elements.
pub(super) fn of_hermite<D>(scheme: D, elements: usize, step: f64) -> Result<[f64; 3], Error>
where
    HermiteBar: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let (bar, wave) = (HermiteBar::of(elements), wave(elements));
    let h = step * bar.l;
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

/// What is charted of the errors, in their order.
const ERRORS: [&str; 3] = ["error of u", "error of the velocity", "error of the energy"];

/// Errors over h/T; those of a second step size are dashed. Where some scheme keeps the energy there is rounding alone.
fn chart(curves: &[Curves], which: usize) -> Chart {
    let mut chart = Chart::new("h/T", ERRORS[which]).log_log();
    for (k, curves) in curves.iter().enumerate() {
        for ((name, colour), curves) in NAMES.iter().zip(COLOURS).zip(curves) {
            let curve = curves[which].iter().copied().filter(|point| point.1 > 1e-13);
            match k {
                0 => chart.line_points(*name, colour, curve.collect()),
                _ => chart.dashed("", colour, curve.collect()),
            }
        }
    }
    let [_, l1, p2] = &curves[0];
    chart.reference_slope(2, &l1[which]);
    chart.reference_slope(4, &p2[which]);
    chart
}

pub(super) fn study(progress: &Progress) -> Outcome<Found> {
    let counts = progress.choose(vec![4, 8, 16, 32, 64], vec![4, 8, 16]);
    let p2 = Hermite::<P2>::default();
    let linear = |step| {
        curves(&counts, step, |n| {
            Ok([
                of_linear(Newmark::default(), n, step)?,
                of_linear(L1::default(), n, step)?,
                of_linear(p2, n, step)?,
            ])
        })
    };
    let hermite = |step| {
        curves(&counts, step, |n| {
            Ok([
                of_hermite(Newmark::default(), n, step)?,
                of_hermite(L1::default(), n, step)?,
                of_hermite(p2, n, step)?,
            ])
        })
    };
    let linear = [linear(LINEAR_STEPS[0])?, linear(LINEAR_STEPS[1])?];
    let hermite = [hermite(HERMITE_STEPS[0])?, hermite(HERMITE_STEPS[1])?];
    let in_time = in_time()?;
    let mut rows = Vec::new();
    for (step, curves) in LINEAR_STEPS.iter().zip(&linear) {
        rows.extend(orders(
            &format!("linear elements, c h/l = {step}"),
            curves,
            [SECOND; 3],
        ));
    }
    for (step, curves) in HERMITE_STEPS.iter().zip(&hermite) {
        let name = format!("cubic elements, c h/l = {step}");
        rows.extend(orders(&name, curves, [SECOND, SECOND, (3.5, 6.5)]));
    }
    let name = "motion of six linear elements";
    rows.extend(orders(name, &in_time, [SECOND, SECOND, (3.8, 4.2)]));
    let grid = Grid {
        caption: "Orders of convergence for h and l that go to zero together, for two ratios c h/l each (the paper's two are lost): linear \
                  elements have order 2 with every scheme, because the error of space dominates. Against the exact motion of the nodes \
                  each scheme has its own order.",
        columns: ["elements, scheme", "u", "velocity", "energy"]
            .map(str::to_owned)
            .to_vec(),
        rows,
    };
    let finest = Row::below(
        "cubic elements, p2: the error of u with the finest mesh",
        1e-6,
        hermite[0][2][0].last().map_or(f64::NAN, |point| point.1),
        "order 4 in time, order 6 in space",
    );
    Ok(Found {
        rows: vec![finest],
        grids: vec![grid],
        plots: figures(&linear, &hermite, &in_time)?,
        ..Found::default()
    })
}

fn figures(linear: &[Curves], hermite: &[Curves], in_time: &Curves) -> Outcome<Vec<Plot>> {
    const LINEAR: &str = "Linear elements; c h/l = 0.8, dashed 0.4.";
    const CUBIC: &str = "Cubic elements; c h/l = 0.4, dashed 0.2.";
    const NODES: &str = "Six linear elements, against the exact motion of the nodes.";
    let alone = std::slice::from_ref(in_time);
    let plots = [
        (chart(linear, 0), "linear_u", LINEAR, "Figure 7, left"),
        (chart(hermite, 0), "hermite_u", CUBIC, "Figure 7, right"),
        (chart(linear, 1), "linear_velocity", LINEAR, "Figure 7, left"),
        (chart(hermite, 1), "hermite_velocity", CUBIC, "Figure 7, right"),
        (chart(linear, 2), "linear_energy", LINEAR, "Figure 7, left"),
        (chart(hermite, 2), "hermite_energy", CUBIC, "Figure 7, right"),
        (chart(alone, 0), "nodes_u", NODES, "Figure 8 (a)"),
        (chart(alone, 1), "nodes_velocity", NODES, "Figure 8 (b)"),
    ];
    let plots = plots.into_iter();
    plots
        .map(|(chart, name, caption, figure)| Ok(chart.render(name, caption)?.figure(figure)))
        .collect()
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
