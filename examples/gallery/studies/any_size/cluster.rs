//! A thousand bodies: momenta to rounding, a bounded energy, and Newton's third law over half a million pairs.

use extremal::prelude::*;
use extremal::{Error, StateOf};

use super::largest;
use crate::systems::cluster::Cluster;
use report::measure::log_slope;
use report::plot::{COLOURS, Chart, Curve, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row, short};

const BODIES: usize = 1000;

const ABOUT: &str = "A thousand bodies fall together under their own gravity, softened at short distances. The potential \
    is a sum over all pairs that stays a loop.";

/// When the cluster has fallen through its centre, and is as wide as at the start.
const LATER: f64 = 2.0;

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(2);
    let bodies = progress.choose(BODIES, BODIES / 4);
    let falls = progress.part("falls", || {
        let fall = |h| fall(bodies, h, LATER);
        Ok::<_, Error>([fall(0.01)?, fall(0.005)?, fall(0.0025)?])
    })?;
    let early = progress.part("before they meet", || before_they_meet(bodies))?;
    let collapse = falls.each_ref().map(|fall| (fall.h, fall.energy));
    let [_, _, fall] = falls;
    let rows = vec![
        Row::below(
            format!("change of the momentum of {bodies} bodies"),
            1e-14,
            fall.momentum,
            "kept to rounding: a force is added to one body and subtracted from the other",
        ),
        Row::below(
            "change of the angular momentum",
            1e-14,
            fall.turning,
            "kept to rounding: Verlet keeps quadratic momenta",
        ),
        early,
        Row::number(
            "order of the energy in the collapse",
            2.0,
            log_slope(&collapse),
            0.1,
            "slope of the largest error, h = 0.01, 0.005, 0.0025",
        ),
        Row::noted(
            format!("largest relative error of the energy there, h = {}", fall.h),
            short(fall.energy),
            "bodies meet at a distance near that of the softening",
        ),
        Row::below(
            format!("the same at t = {LATER}, after the collapse"),
            1e-4,
            fall.later,
            "Verlet conserves an energy near E: the error comes back as the cluster widens",
        ),
    ];
    Ok(Study {
        rows,
        plots: vec![plot(fall.distance)?],
        facts: vec![FactsRow::of::<Cluster, Verlet>("bodies, any number", "Verlet")],
        ..Study::new(
            "cluster",
            "A thousand bodies",
            ABOUT,
            include_str!("../../../cluster.rs"),
        )
    })
}

/// What changes in a fall, and should not: momenta, the energy at most and at the end; and the mean distance from the centre.
struct Fall {
    h: f64,
    momentum: f64,
    turning: f64,
    energy: f64,
    later: f64,
    distance: Curve,
}

/// Σ pᵢ and Σ rᵢ × pᵢ, by hand.
fn momenta(state: &StateOf<Cluster>) -> [f64; 6] {
    let mut sums = [0.0; 6];
    let pairs = state.q.as_slice().chunks(3).zip(state.p.as_slice().chunks(3));
    for (r, p) in pairs {
        for k in 0..3 {
            let (a, b) = ((k + 1) % 3, (k + 2) % 3);
            sums[k] += p[k];
            sums[3 + k] += r[a] * p[b] - r[b] * p[a];
        }
    }
    sums
}

fn fall(bodies: usize, h: f64, seconds: f64) -> Result<Fall, Error> {
    let (cluster, q) = Cluster::ball(bodies);
    // They turn about the vertical, so that there is an angular momentum.
    let v: Vec<f64> = q.chunks(3).flat_map(|r| [-0.3 * r[1], 0.3 * r[0], 0.0]).collect();
    let mut motion = Integrator::new(cluster, Verlet, h, q, v)?;
    let (begin, energy) = (momenta(&motion.state()), motion.energy());
    let mut fall = Fall {
        h,
        momentum: 0.0,
        turning: 0.0,
        energy: 0.0,
        later: 0.0,
        distance: Curve::new(),
    };
    while motion.time() < seconds {
        motion.step()?;
        let state = motion.state();
        let now = momenta(&state);
        let change = |k: usize| now[k] - begin[k];
        fall.momentum = largest((0..3).map(change).chain([fall.momentum]));
        fall.turning = largest((3..6).map(change).chain([fall.turning]));
        fall.later = (motion.energy() / energy - 1.0).abs();
        fall.energy = fall.energy.max(fall.later);
        let distances = state.q.as_slice().chunks(3).map(norm);
        fall.distance
            .push((state.t, distances.sum::<f64>() / bodies as f64));
    }
    Ok(fall)
}

fn norm(r: &[f64]) -> f64 {
    r.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn before_they_meet(bodies: usize) -> Result<Row, Error> {
    let mut errors = Curve::new();
    for h in [0.02, 0.01, 0.005] {
        errors.push((h, fall(bodies, h, 0.5)?.energy));
    }
    Ok(Row::number(
        "order of the energy before they meet",
        2.0,
        log_slope(&errors),
        0.1,
        "slope of the largest error until t = 0.5, h = 0.02, 0.01, 0.005",
    ))
}

fn plot(distance: Curve) -> Outcome<Plot> {
    let mut chart = Chart::new("t", "mean distance from the centre");
    chart.line("", COLOURS[0], distance);
    chart.render(
        "fall",
        "The cluster falls together, and swings through its centre.",
    )
}
