//! Animations of chaotic motions of the double pendulum: a single one with its trace, and three neighbours.
//!
//! Computes frames; the page shows them.

use extremal::prelude::*;
use extremal::{Error, StateOf};

use super::{Fourth, UNIT, WILD};
use crate::systems::double_pendulum::DoublePendulum;
use report::animation::Animation;
use report::measure::path;
use report::plot::{COLOURS, Curve};
use report::study::Outcome;

/// A hundred frames per second with ten steps each, so that the trace has no visible corners.
const INTERVAL: f64 = 0.01;
const STEPS: usize = 10;
/// The initial distance of neighbours.
const APART: f64 = 1e-6;

pub(super) fn animations() -> Outcome<Vec<Animation>> {
    // A long trace for the single body, and a short one that does not hide the other bodies.
    let (long, short) = (6.0, 0.8);
    let one = Animation::new(
        "motion",
        "From rest at (2.5, 2.5): a chaotic motion, with the trace of the lower mass over six seconds.",
        INTERVAL,
    );
    let one = one.body("", COLOURS[0], long, frames(0.0, 30.0)?);
    let mut three = Animation::new(
        "three",
        "Three starts that differ by 0.000 001 in β. For five seconds they look like one pendulum.",
        INTERVAL,
    );
    for (k, (label, colour)) in ["β = 2.5", "β + 1e-6", "β + 2e-6"]
        .into_iter()
        .zip(COLOURS)
        .enumerate()
    {
        three = three.body(label, colour, short, frames(APART * k as f64, 20.0)?);
    }
    Ok(vec![one, three])
}

fn frames(offset: f64, seconds: f64) -> Result<Vec<Curve>, Error> {
    let angles = [WILD[0], WILD[1] + offset];
    let h = INTERVAL / STEPS as f64;
    let motion = Integrator::new(&UNIT, Fourth::default(), h, angles, [0.0; 2])?;
    #[expect(clippy::cast_possible_truncation, reason = "a thousand frames")]
    let frames = (seconds / INTERVAL).round() as usize;
    path(motion, (frames, STEPS), joints)
}

/// The support and the two masses.
pub(super) fn joints(state: &StateOf<DoublePendulum>) -> Curve {
    let (alpha, beta) = (state.q[0], state.q[1]);
    let upper = (UNIT.l * alpha.sin(), -UNIT.l * alpha.cos());
    let lower = (upper.0 + UNIT.l * beta.sin(), upper.1 - UNIT.l * beta.cos());
    vec![(0.0, 0.0), upper, lower]
}
