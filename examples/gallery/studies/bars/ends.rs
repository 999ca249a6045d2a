//! A bar with one end that is moved: a wave enters, and leaves at a damper.

use extremal::Error;
use extremal::prelude::*;

use super::Found;
use crate::systems::driven_bar::DrivenBar;
use report::animation::Animation;
use report::measure::slope;
use report::plot::{COLOURS, Curve};
use report::study::Outcome;
use report::table::Row;

const AMPLITUDE: f64 = 0.1;
/// c h/l
const STEP: f64 = 0.8;

/// A motion until t = 2, with the largest distance from d'Alembert's wave, relative to the amplitude; and u(X) at each step.
fn passing(elements: usize) -> Result<(f64, Vec<Curve>), Error> {
    let (bar, [u, v]) = DrivenBar::with_wave(elements, AMPLITUDE);
    let mut motion = Integrator::new(bar, Midpoint, STEP * bar.l, u, v)?;
    let (mut largest, mut frames) = (0.0_f64, Vec::new());
    while motion.time() < 2.0 {
        motion.step_with([0.0])?;
        let t = motion.time();
        let end = AMPLITUDE * (bar.omega * t).sin();
        let mut frame = vec![(0.0, end)];
        for (node, u) in motion.state().q.iter().enumerate() {
            let x = (node + 1) as f64 * bar.l;
            let wave = AMPLITUDE * (bar.omega * (t - x)).sin();
            largest = largest.max((u - wave).abs() / AMPLITUDE);
            frame.push((x, *u));
        }
        frames.push(frame);
    }
    Ok((largest, frames))
}

pub(super) fn study() -> Outcome<Found> {
    let mut errors = Curve::new();
    for elements in [16, 32, 64] {
        let (error, _) = passing(elements)?;
        errors.push(((1.0 / elements as f64).ln(), error.ln()));
    }
    let order = Row::number(
        "a wave from an end that is moved to one with a damper: order against d'Alembert",
        2.0,
        slope(&errors).0,
        0.1,
        "16, 32 and 64 linear elements, Midpoint, c h/l = 0.8",
    );
    let (_, frames) = passing(64)?;
    let animation = Animation::new(
        "wave",
        "u over X: the left end is moved by a sin ωt, and the damper at the right end returns nothing.",
        STEP / 64.0,
    );
    Ok(Found {
        rows: vec![order],
        animations: vec![animation.outline(COLOURS[0], frames)],
        ..Found::default()
    })
}
