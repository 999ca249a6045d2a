//! Figure 11: orders of the bar of Neo-Hooke's material, against a fine mesh with short steps, and of its energy in time alone.

use std::time::Instant;

use extremal::Error;
use extremal::blocks::NoInputs;
use extremal::prelude::*;

use super::linear::NAMES;
use super::{AMPLITUDE, Found};
use crate::systems::neo_hooke_bar::NeoHookeBar;
use report::measure::slope;
use report::plot::{COLOURS, Chart, Curve, Plot};
use report::study::Outcome;
use report::table::Row;

/// As in figure 10.
const ELEMENTS: usize = 8;
const PERIOD: f64 = 2.0;

/// The end of a motion of half a period.
#[derive(Clone, Copy)]
struct End {
    /// u at X = ¼, ½, ¾ over the amplitude.
    u: [f64; 3],
    /// The velocity there over its amplitude.
    velocity: [f64; 3],
    energy: f64,
    /// max |E/E₀ − 1|
    change: f64,
    seconds: f64,
}

fn end<D>(scheme: D, elements: usize, steps: usize) -> Result<End, Error>
where
    NeoHookeBar: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let bar = NeoHookeBar::of(elements);
    let h = 0.5 * PERIOD / steps as f64;
    let mut motion = Integrator::new(bar, scheme, h, bar.mode(AMPLITUDE), vec![0.0; 2 * elements])?;
    let (start, energy, mut change) = (Instant::now(), motion.energy(), 0.0_f64);
    for _ in 0..steps {
        motion.step()?;
        change = change.max((motion.energy() / energy - 1.0).abs());
    }
    let seconds = start.elapsed().as_secs_f64();
    let (q, v) = (motion.state().q, motion.velocity()?);
    let quarters = [1, 2, 3].map(|quarter| quarter * elements / 4 - 1);
    Ok(End {
        u: quarters.map(|node| q[node] / AMPLITUDE),
        velocity: quarters.map(|node| v[node] / (AMPLITUDE * std::f64::consts::PI)),
        energy: motion.energy(),
        change,
        seconds,
    })
}

/// The errors of u, of the velocity and of the energy.
fn errors(found: &End, reference: &End) -> [f64; 3] {
    let largest = |a: [f64; 3], b: [f64; 3]| {
        a.iter()
            .zip(b)
            .fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()))
    };
    [
        largest(found.u, reference.u),
        largest(found.velocity, reference.velocity),
        (found.energy / reference.energy - 1.0).abs(),
    ]
}

/// For each scheme the errors over h/T, and the change of the energy of one mesh.
type Curves = [[Curve; 4]; 3];

/// For each scheme the errors over the seconds that they cost.
type Costs = [Vec<(f64, f64)>; 3];

fn measured() -> Result<(Curves, Costs), Error> {
    let p2 = Hermite::<P2>::default();
    let reference = end(p2, 64, 640)?;
    let mut curves = Curves::default();
    let mut costs = Costs::default();
    for elements in [4, 8, 16, 32] {
        let steps = 5 * elements;
        let h = 0.5 / steps as f64;
        let refined = [
            end(Newmark::default(), elements, steps)?,
            end(L1::default(), elements, steps)?,
            end(p2, elements, steps)?,
        ];
        let in_time = [
            end(Newmark::default(), ELEMENTS, 2 * steps)?,
            end(L1::default(), ELEMENTS, 2 * steps)?,
            end(p2, ELEMENTS, 2 * steps)?,
        ];
        for (k, (refined, in_time)) in refined.iter().zip(in_time).enumerate() {
            let errors = errors(refined, &reference);
            for (curve, error) in curves[k].iter_mut().zip(errors) {
                curve.push((h, error));
            }
            curves[k][3].push((0.5 * h, in_time.change));
            costs[k].push((errors[0], refined.seconds));
        }
    }
    Ok((curves, costs))
}

/// The slope without the coarsest mesh.
fn order(curve: &Curve) -> f64 {
    let points: Vec<_> = curve[1..].iter().map(|(h, error)| (h.ln(), error.ln())).collect();
    slope(&points).0
}

pub(super) fn study() -> Outcome<Found> {
    const AGAINST: &str =
        "against 64 elements with steps of 1/640; at the quarters of the bar after half a period";
    let (curves, costs) = measured()?;
    let mut rows = Vec::new();
    for (name, curves) in NAMES.iter().zip(&curves).take(2) {
        for (what, curve) in ["u", "the velocity"].iter().zip(curves) {
            let name = format!("Neo-Hooke, {name}, order of {what}");
            rows.push(Row::number(name, 2.0, order(curve), 0.3, AGAINST));
        }
    }
    let p2 = &curves[2];
    for (what, curve) in ["u", "the velocity", "the energy"].iter().zip(p2) {
        let name = format!("Neo-Hooke, p2, order of {what}");
        let row = Row::between(name, (3.5, 6.5), order(curve), AGAINST);
        rows.push(match *what {
            "the velocity" => row,
            _ => row.says("for these quantities we observe a significantly higher convergence"),
        });
    }
    for ((name, curves), expected) in NAMES.iter().zip(&curves).zip([2.0, 2.0, 4.0]) {
        let name = format!("Neo-Hooke, {name}, order of the energy of eight elements");
        let row = Row::number(name, expected, order(&curves[3]), 0.4, "only time is refined");
        rows.push(match expected {
            4.0 => row.says("we achieve the same high order of convergence"),
            _ => row,
        });
    }
    rows.push(cheaper(&costs));
    Ok(Found {
        rows,
        plots: figures(&curves)?,
        ..Found::default()
    })
}

/// The time of the finest run of Newmark's scheme against that of p2's first run that is as accurate.
fn cheaper(costs: &Costs) -> Row {
    let [newmark, _, p2] = costs;
    let (error, seconds) = newmark.last().copied().unwrap_or_default();
    let as_good = p2.iter().find(|(of_this, _)| *of_this <= error);
    Row::below(
        "time of p2 over that of Newmark's scheme with 32 elements, for the same error of u",
        1.0,
        as_good.map_or(f64::NAN, |(_, time)| time / seconds),
        "a coarser mesh and longer steps",
    )
    .says("the measured computation time is significantly lower")
}

fn figures(curves: &Curves) -> Outcome<Vec<Plot>> {
    const BOTH: &str = "Neo-Hooke's material by cubic elements, c h/l = 0.2: h and l go to zero together.";
    const TIME: &str = "Eight cubic elements of Neo-Hooke's material: max |E/E₀ − 1| in half a period.";
    let chart = |which: usize, label: &'static str| {
        let mut chart = Chart::new("h/T", label).log_log();
        for ((name, colour), curves) in NAMES.iter().zip(COLOURS).zip(curves) {
            chart.line_points(*name, colour, curves[which].clone());
        }
        chart.reference_slope(2, &curves[1][which]);
        chart.reference_slope(4, &curves[2][which]);
        chart
    };
    Ok(vec![
        chart(0, "error of u")
            .render("neo_hooke_u", BOTH)?
            .figure("Figure 11 (a)"),
        chart(1, "error of the velocity")
            .render("neo_hooke_velocity", BOTH)?
            .figure("Figure 11 (b)"),
        chart(2, "error of the energy")
            .render("neo_hooke_energy", BOTH)?
            .figure("Figure 11 (c)"),
        chart(3, "change of the energy")
            .render("neo_hooke_change", TIME)?
            .figure("Figure 11 (d)"),
    ])
}
