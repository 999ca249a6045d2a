//! Pictures of the orbits: paths, and bodies that move for a period, in physical time.

use super::orbit::Orbit;
use report::animation::Animation;
use report::plot::{COLOURS, Chart, Curve, Plot};
use report::study::Outcome;

const NAMES: [&str; 3] = ["figure-eight", "moth", "butterfly"];
const CAPTIONS: [&str; 3] = [
    "The figure-eight for a period of 6.33: one path for all three bodies.",
    "Moth I for a period of 14.9.",
    "Butterfly I for a period of 6.23. Passages of two bodies at a distance of 0.011 take a thousandth of it.",
];
const NAMES_OF_BODIES: [&str; 3] = ["a", "b", "c"];
/// Frames of a period; each second one is in the picture that moves by itself.
const FRAMES: u32 = 600;

pub(super) fn of(found: &[Orbit]) -> Outcome<(Vec<Plot>, Vec<Animation>)> {
    let (mut plots, mut animations) = (Vec::new(), Vec::new());
    for ((orbit, name), caption) in found.iter().zip(NAMES).zip(CAPTIONS) {
        let frames = frames(orbit);
        let [period, ..] = orbit.digits;
        let mut chart = Chart::new("x", "y").equal();
        let mut animation = Animation::new(name, caption, period / f64::from(FRAMES));
        for (body, colour) in COLOURS.into_iter().enumerate().take(3) {
            let path: Curve = orbit
                .turn
                .states()
                .iter()
                .map(|state| place(orbit, state.q.as_slice(), body))
                .collect();
            chart.line(NAMES_OF_BODIES[body], colour, path);
            let places = frames.iter().map(|bodies| bodies[body]);
            animation = animation.point(NAMES_OF_BODIES[body], colour, 0.5 * period, places);
        }
        plots.push(chart.render(name, caption)?);
        animations.push(animation);
    }
    Ok((plots, animations))
}

/// The places of all bodies at equal times.
fn frames(orbit: &Orbit) -> Vec<[(f64, f64); 3]> {
    let states = orbit.turn.states();
    let period = orbit.times.last().copied().unwrap_or(0.0);
    let frame = |k: u32| {
        let t = period * f64::from(k) / f64::from(FRAMES);
        // τ at this time: an element is so short that τ and t are nearly proportional in it.
        let after = orbit
            .times
            .partition_point(|&time| time <= t)
            .clamp(1, states.len() - 1);
        let (t0, t1) = (orbit.times[after - 1], orbit.times[after]);
        let (tau0, tau1) = (states[after - 1].t, states[after].t);
        let tau = tau0 + (tau1 - tau0) * ((t - t0) / (t1 - t0)).clamp(0.0, 1.0);
        let q = orbit.turn.at(tau).map_or(states[after].q, |point| point.q);
        [0, 1, 2].map(|body| place(orbit, q.as_slice(), body))
    };
    (0..=FRAMES).map(frame).collect()
}

fn place(orbit: &Orbit, q: &[f64], body: usize) -> (f64, f64) {
    (orbit.size * q[2 * body], orbit.size * q[2 * body + 1])
}
