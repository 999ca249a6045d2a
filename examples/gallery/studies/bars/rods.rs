//! Kern's elastic rods, thrown with a spin.

use extremal::prelude::*;

use super::Found;
use crate::systems::elastic_rods::{ElasticRods, spin};
use report::animation::Animation;
use report::plot::{COLOURS, Curve};
use report::study::Outcome;
use report::table::Row;

const RODS: usize = 20;
/// The fastest waves have the period 0.003.
const H: f64 = 5e-4;
/// Steps from one frame to the next.
const STRIDE: usize = 40;

/// A bow of rods that are not stretched.
fn bow(rods: &ElasticRods) -> Vec<f64> {
    let (mut at, mut places) = ([-0.5, 0.0], vec![-0.5, 0.0]);
    for e in 0..RODS {
        let angle = 0.6 * (std::f64::consts::PI * (e as f64 + 0.5) / RODS as f64).cos();
        at = [
            at[0] + rods.length * angle.cos(),
            at[1] + rods.length * angle.sin(),
        ];
        places.extend(at);
    }
    places
}

pub(super) fn study() -> Outcome<Found> {
    let rods = ElasticRods::of(RODS);
    let [_, v] = rods.thrown(3.0);
    let mut motion = Integrator::new(rods, Midpoint, H, bow(&rods), v)?;
    let momenta = |state: &extremal::StateOf<ElasticRods>| {
        let sum = |k: usize| state.p.iter().skip(k).step_by(2).sum::<f64>();
        [sum(0), sum(1), spin(state.q.as_slice(), state.p.as_slice())]
    };
    let (begin, energy) = (momenta(&motion.state()), motion.energy());
    let (mut change, mut error, mut frames) = (0.0_f64, 0.0_f64, Vec::new());
    while motion.time() < 4.0 {
        motion.step_many(STRIDE)?;
        let state = motion.state();
        for (now, begin) in momenta(&state).iter().zip(begin) {
            change = change.max((now - begin).abs());
        }
        error = error.max((motion.energy() / energy - 1.0).abs());
        // Seen by an observer who moves with the throw.
        let seen = state.q.as_slice().chunks(2);
        frames.push(
            seen.map(|r| (r[0] - state.t, r[1] - 2.0 * state.t))
                .collect::<Curve>(),
        );
    }
    let rows = vec![
        Row::below(
            "Kern's rods: change of momentum and spin in 8000 steps",
            1e-11,
            change,
            "kept to rounding: the midpoint rule keeps linear and quadratic momenta",
        ),
        Row::below(
            "Kern's rods: largest relative error of the energy",
            1e-3,
            error,
            "the strains of the throw are small, and their waves are resolved by five steps",
        ),
    ];
    let animation = Animation::new(
        "rods",
        "Twenty elastic rods, thrown with a spin and a bow, as seen from their centre.",
        STRIDE as f64 * H,
    );
    Ok(Found {
        rows,
        animations: vec![animation.outline(COLOURS[2], frames)],
        ..Found::default()
    })
}
