//! The chaotic motion of the double pendulum to look at: one of them with its trace, and three neighbours.
//!
//! Computes frames; how they are shown is the page's to know.

use extremal::prelude::*;
use extremal::{Error, StateOf};

use super::{Fourth, Outcome, UNIT, WILD};
use crate::animation::Animation;
use crate::double_pendulum::DoublePendulum;
use crate::measure::path;
use crate::plot::{COLOURS, Curve};

/// A hundred frames a second, of ten steps each: the trace has no corners to be seen.
const INTERVAL: f64 = 0.01;
const STEPS: usize = 10;
/// How far apart neighbours begin.
const APART: f64 = 1e-6;

pub(super) fn animations() -> Outcome<Vec<Animation>> {
    // One trace for what one sees at a glance, another one short enough not to hide the other bodies.
    let (long, short) = (6.0, 0.8);
    let one = Animation::new(
        "motion",
        "From rest at (2.5, 2.5): a chaotic motion, with the trace of the lower mass over six seconds.",
        INTERVAL,
    );
    let one = one.body("", COLOURS[0], long, frames(0.0, 30.0)?);
    let mut three = Animation::new(
        "three",
        "Three starts that differ by 0.000 001 in β. For five seconds they are one pendulum to the eye.",
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
