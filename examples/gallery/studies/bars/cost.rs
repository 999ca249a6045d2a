//! The cost of a step over the number of elements, up to 10⁵.

use std::time::Instant;

use extremal::Error;
use extremal::blocks::{IntoBlock, NoInputs};
use extremal::prelude::*;

use super::{AMPLITUDE, Found};
use crate::systems::bar::{HermiteBar, LinearBar};
use report::measure::slope;
use report::plot::{COLOURS, Chart, Curve};
use report::progress::Progress;
use report::study::Outcome;
use report::table::Row;

pub(super) fn study(progress: &Progress) -> Outcome<Found> {
    let counts: Vec<usize> = progress.choose(vec![10, 100, 1000, 10_000, 100_000], vec![10, 100, 1000]);
    let mut curves: [Curve; 4] = Default::default();
    for &elements in &counts {
        let (linear, cubic) = (LinearBar::of(elements), HermiteBar::of(elements));
        let (mode, hermite) = (linear.mode(1, AMPLITUDE), cubic.mode(AMPLITUDE));
        let h = 0.2 / elements as f64;
        let times = [
            time(linear, Verlet, h, &mode)?,
            time(linear, Midpoint, h, &mode)?,
            time(linear, Hermite::<P2>::default(), h, &mode)?,
            time(cubic, Hermite::<P2>::default(), h, &hermite)?,
        ];
        for (curve, time) in curves.iter_mut().zip(times) {
            curve.push((elements as f64, time));
        }
    }
    let names = [
        "linear elements, Verlet",
        "linear elements, Midpoint",
        "linear elements, p2",
        "cubic elements, p2",
    ];
    let mut chart = Chart::new("elements", "seconds a step").log_log();
    let mut rows = Vec::new();
    for ((name, colour), curve) in names.iter().zip(COLOURS).zip(&curves) {
        chart.line_points(*name, colour, curve.clone());
        let large: Vec<_> = curve[curve.len() - 3..]
            .iter()
            .map(|(n, time)| (n.ln(), time.ln()))
            .collect();
        let (name_of_slope, slope) = (
            format!("{name}: the exponent of n in the time of a step"),
            slope(&large).0,
        );
        let why = "banded equations, solved in the order of the bar";
        // The short times of a quick run are those of a busy machine, which is not judged.
        rows.push(match progress.choose(true, false) {
            // Small bars have a share that does not grow, and large ones leave the caches.
            true => Row::between(name_of_slope, (0.7, 1.4), slope, why),
            false => Row::noted(name_of_slope, format!("{slope:.2}"), why),
        });
        let (elements, time) = curve[curve.len() - 1];
        rows.push(Row::noted(
            format!("{name}: a step with n = {elements}"),
            format!("{:.3} ms", 1e3 * time),
            "the shortest of several runs",
        ));
    }
    let plot = chart.render("cost", "The time of a step over the number of elements.")?;
    Ok(Found {
        rows,
        plots: vec![plot],
        ..Found::default()
    })
}

/// The time of a step: the shortest of five runs.
fn time<S, D>(system: S, scheme: D, h: f64, start: &[f64]) -> Result<f64, Error>
where
    S: Discretize<D, Scalar = f64, Inputs: NoInputs>,
    Vec<f64>: IntoBlock<S::Configuration> + IntoBlock<S::Velocity>,
{
    let mut motion = Integrator::new(system, scheme, h, start.to_vec(), vec![0.0; start.len()])?;
    let steps = (200_000 / start.len()).clamp(2, 2000);
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let begin = Instant::now();
        motion.step_many(steps)?;
        best = best.min(begin.elapsed().as_secs_f64() / steps as f64);
    }
    Ok(best)
}
