//! The time of a step over the number of coordinates, from ten to a million.

use std::time::Instant;

use extremal::Error;
use extremal::blocks::{NoInputs, Vector};
use extremal::prelude::*;

use crate::systems::fput::Chain;
use crate::systems::net::Net;
use report::measure::log_slope;
use report::plot::{COLOURS, Chart, Curve, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::Row;

const ABOUT: &str = "Steps of the same declarations with ten to a million coordinates. An explicit step makes one pass \
    over the springs. That of the midpoint rule solves linear equations: of a chain in three diagonals, of a net in a \
    sparse matrix, here of a net 30 masses wide, so that its factors grow with its length only.";

/// Masses across the net.
const WIDE: usize = 30;
/// Of each measurement, the shortest of which counts.
const ROUNDS: usize = 5;
/// Seconds after which there are no more.
const ENOUGH: f64 = 1.0;

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(3);
    let top = progress.choose(6, 5);
    let curves = [
        ("chain, Verlet", progress.part("Verlet", || chains(Verlet, top))?),
        (
            "chain, Midpoint",
            progress.part("Midpoint", || chains(Midpoint, top))?,
        ),
        (
            "net, Midpoint",
            progress.part("net", || nets(progress.choose(6, 4)))?,
        ),
    ];
    // A net below ten thousand coordinates is no longer than a few of its widths, and its factors still grow faster. That of a
    // quick run is too small for a slope that is independent of other programs on the machine.
    let judged_from = [Some(1e3), Some(1e3), progress.choose(Some(1e4), None)];
    let rows = curves
        .iter()
        .zip(judged_from)
        .flat_map(|((name, curve), judged)| rows(name, curve, judged))
        .collect();
    Ok(Study {
        rows,
        plots: vec![plot(&curves)?],
        ..Study::new(
            "any_size",
            "From ten to a million coordinates",
            ABOUT,
            concat!(include_str!("../../../fput.rs"), include_str!("../../../net.rs")),
        )
    })
}

/// Seconds for each step, some `work` coordinates at a time.
fn seconds<S, D>(motion: &mut Integrator<S, D>, work: usize) -> Result<f64, Error>
where
    S: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let steps = (work / motion.state().q.as_slice().len()).max(1);
    let (mut best, mut total) = (f64::INFINITY, 0.0);
    // The first run warms up: guesses get their history.
    for round in 0..=ROUNDS {
        let begin = Instant::now();
        motion.step_many(steps)?;
        let seconds = begin.elapsed().as_secs_f64();
        total += seconds;
        if round > 0 {
            best = best.min(seconds / steps as f64);
        }
        if round > 0 && total > ENOUGH {
            break;
        }
    }
    Ok(best)
}

fn chains<D>(scheme: D, top: i32) -> Result<Curve, Error>
where
    Chain: Discretize<D, Scalar = f64, Inputs: NoInputs>,
    D: Copy,
{
    let mut curve = Curve::new();
    for masses in sizes(top) {
        let chain = Chain { masses, alpha: 0.25 };
        let (q, v) = (chain.mode(1 + masses / 10), vec![0.0; masses]);
        let mut motion = Integrator::new(chain, scheme, 0.1, q, v)?;
        curve.push((masses as f64, seconds(&mut motion, 200_000)?));
    }
    Ok(curve)
}

/// 10, 30, 100 .. `10^top`.
fn sizes(top: i32) -> impl Iterator<Item = usize> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most a million"
    )]
    let size = |half: i32| 10.0_f64.powf(0.5 * f64::from(half)).round() as usize;
    (2..=2 * top).map(size)
}

/// A net that hangs from its upper end, too wide for the bands which the library prefers to sparse factors.
fn strip(length: usize) -> (Net, Vec<f64>) {
    let at = |i: usize| [(i % WIDE) as f64 * 0.1, 0.0, (i / WIDE) as f64 * -0.1];
    let points = WIDE * length;
    let right = (0..points).filter(|i| i % WIDE + 1 < WIDE).map(|i| [i, i + 1]);
    let down = (0..points - WIDE).map(|i| [i, i + WIDE]);
    let edges: Vec<[usize; 2]> = right.chain(down).collect();
    let net = Net {
        points,
        m: vec![0.01; points],
        rest: vec![0.1; edges.len()],
        edges,
        k: 50.0,
        pins: (0..WIDE).collect(),
        at: (0..WIDE).map(at).collect(),
        g: 9.81,
        c: 0.005,
    };
    (net, (0..points).flat_map(at).collect())
}

fn nets(top: i32) -> Result<Curve, Error> {
    let mut curve = Curve::new();
    for coordinates in sizes(top).filter(|n| *n >= 6 * WIDE) {
        let (net, q) = strip(coordinates / (3 * WIDE));
        let v = vec![0.0; q.len()];
        let size = q.len() as f64;
        let mut motion = Integrator::new(net, Midpoint, 0.01, q, v)?;
        curve.push((size, seconds(&mut motion, 10_000)?));
    }
    Ok(curve)
}

/// Above the exponent 1. A mass of a chain takes 0.6 ns of arithmetic with Verlet, and 60 bytes that a large chain fetches from
/// memory, which takes 6 ns at 10 GB/s: a factor of ten over three decades.
const CACHES: f64 = 0.35;

fn rows(name: &str, curve: &Curve, judged_from: Option<f64>) -> [Row; 2] {
    // A net has the number of coordinates that is left when it is a rectangle.
    let slope_from = |from: f64| {
        log_slope(
            &curve
                .iter()
                .copied()
                .filter(|(n, _)| *n > 0.9 * from)
                .collect::<Curve>(),
        )
    };
    let from = judged_from.unwrap_or(1e3);
    let what = format!("slope of the time of a step over the coordinates from {from:e} on, {name}");
    let measured = if judged_from.is_some() {
        let reason = "log–log; the caches of the machine have a share";
        Row::number(what, 1.0, slope_from(from), CACHES, reason)
    } else {
        Row::noted(
            what,
            format!("{:.2}", slope_from(from)),
            "judged in full runs only",
        )
    };
    let (n, seconds) = curve.last().copied().unwrap_or_default();
    [
        measured,
        Row::noted(
            format!("nanoseconds for each of {n:e} coordinates and step, {name}"),
            format!("{:.1}", 1e9 * seconds / n),
            "shortest of a few runs",
        ),
    ]
}

fn plot(curves: &[(&'static str, Curve)]) -> Outcome<Plot> {
    let mut chart = Chart::new("coordinates", "seconds for a step").log_log();
    for ((name, curve), colour) in curves.iter().zip(COLOURS) {
        chart.line_points(*name, colour, curve.clone());
    }
    if let Some((_, curve)) = curves.first() {
        chart.reference_slope(1, curve);
    }
    chart.render("cost", "The time of a step over the number of coordinates.")
}
