//! The largest Lyapunov exponent of the double pendulum: from the derivatives of steps, and from a neighbouring motion.
//!
//! Benettin's method in two variants that share only the reference motion.

use extremal::prelude::*;
use extremal::{Error, StateOf};

use super::{CALM, Fourth, UNIT, WILD, at_rest};
use crate::systems::double_pendulum::DoublePendulum;
use report::plot::{COLOURS, Chart, Curve, Plot};
use report::study::Outcome;
use report::table::Row;

const STEP_SIZE: f64 = 0.01;
/// Steps in a second.
const STRIDE: u32 = 100;
/// Seconds before the measurement begins. By then any direction has turned, to e⁻²⁰, into the one that grows fastest in the
/// chaotic motion.
const SETTLING: u32 = 10;
/// The distance to which the neighbour is reset after each step. The error of a step has two parts: rounding, which is 1e-15
/// of states of about 10 over this distance, and curvature, which is this distance times the step size. At 1e-7 rounding is
/// the larger part, 1e-7.
const APART: f64 = 1e-7;

type Motion<'a> = Integrator<&'a DoublePendulum, Fourth>;

/// Running estimates (t, λ) of the exponent.
pub(super) struct Exponents {
    wild: Curve,
    calm: Curve,
    /// Of the chaotic motion, by its neighbour.
    neighbour: Curve,
}

impl Exponents {
    pub(super) fn compute(seconds: u32) -> Result<Self, Error> {
        Ok(Self {
            wild: by_derivatives(WILD, seconds)?,
            calm: by_derivatives(CALM, seconds)?,
            neighbour: by_neighbour(WILD, seconds)?,
        })
    }

    pub(super) fn rows(&self) -> [Row; 3] {
        let end = |curve: &Curve| curve.last().copied().unwrap_or((0.0, f64::NAN));
        let ((t, wild), (_, calm), (_, neighbour)) = (end(&self.wild), end(&self.calm), end(&self.neighbour));
        [
            Row::noted(
                format!("Lyapunov exponent from rest at (2.5, 2.5), over {t:.0} s"),
                format!("{wild:.3} / s"),
                "Benettin's method with linearize(), the derivative of each step",
            ),
            Row::number(
                "the same from a neighbour, reset to the distance 1e-7 after each step",
                wild,
                neighbour,
                // An error of at most 1e-7 per step, a hundred times a second, gives 1e-5 if all have one sign;
                // the bound is ten times that. A derivative wrong by a millionth would be detected.
                1e-4,
                "rounding and curvature are 1e-7 of the distance in each of a hundred steps per second; with a margin of ten",
            ),
            Row::below(
                format!("exponent from rest at (2, 1.5), over {t:.0} s"),
                // Linear growth by a factor below 20 per second: ln(20 t)/t.
                (20.0 * t).ln() / t,
                calm,
                "the motion is regular: deviations grow like t, and the estimate falls like (ln t)/t",
            ),
        ]
    }

    pub(super) fn plot(self) -> Outcome<Plot> {
        let mut chart = Chart::new("t", "running estimate of λ").log_log();
        // A few points, evenly spaced in the logarithm; all of them would hide the line.
        let mut next = 1.0;
        let mut is_next = |t: f64| {
            let is_next = t >= next;
            next = if is_next { 1.3 * t } else { next };
            is_next
        };
        let some = self.neighbour.into_iter().filter(|(t, _)| is_next(*t)).collect();
        chart.points("by a neighbour", COLOURS[4], some);
        chart.line("from (2.5, 2.5)", COLOURS[0], self.wild);
        chart.line("from (2, 1.5)", COLOURS[1], self.calm);
        chart.render(
            "exponent",
            "Lyapunov exponents from the derivatives of steps. For the chaotic motion the estimate converges, for the regular \
              motion it falls like (ln t)/t.",
        )
    }
}

fn start(angles: [f64; 2]) -> Result<Motion<'static>, Error> {
    Integrator::from_state(&UNIT, Fourth::default(), STEP_SIZE, at_rest(angles)?)
}

/// The estimates from the logarithmic growth of a deviation in each step, after its direction has settled.
fn estimates(seconds: u32, mut step: impl FnMut() -> Result<f64, Error>) -> Result<Curve, Error> {
    for _ in 0..SETTLING * STRIDE {
        step()?;
    }
    let (mut growth, mut curve) = (0.0, Curve::new());
    for second in 1..=seconds {
        for _ in 0..STRIDE {
            growth += step()?;
        }
        let t = f64::from(second);
        curve.push((t, growth / t));
    }
    Ok(curve)
}

/// δ ← J δ, J the derivative of the step.
fn by_derivatives(angles: [f64; 2], seconds: u32) -> Result<Curve, Error> {
    let mut motion = start(angles)?;
    let mut deviation = motion.linearize()?.by_state.column(0).normalize();
    estimates(seconds, || {
        deviation = motion.linearize()?.by_state * deviation;
        motion.step()?;
        let length = deviation.norm();
        deviation /= length;
        Ok(length.ln())
    })
}

/// A second motion, reset after each step to a small distance in the direction of its deviation.
fn by_neighbour(angles: [f64; 2], seconds: u32) -> Result<Curve, Error> {
    let mut motion = start(angles)?;
    let mut deviation = [APART, 0.0, 0.0, 0.0];
    estimates(seconds, || {
        let beside = displaced(motion.state(), deviation);
        let mut neighbour = Integrator::from_state(&UNIT, Fourth::default(), STEP_SIZE, beside)?;
        neighbour.step()?;
        motion.step()?;
        let (here, there) = (motion.state(), neighbour.state());
        let (q, p) = (there.q - here.q, there.p - here.p);
        let growth = q.norm().hypot(p.norm()) / APART;
        deviation = [q[0], q[1], p[0], p[1]].map(|entry| entry / growth);
        Ok(growth.ln())
    })
}

fn displaced(mut state: StateOf<DoublePendulum>, [a, b, c, d]: [f64; 4]) -> StateOf<DoublePendulum> {
    state.q[0] += a;
    state.q[1] += b;
    state.p[0] += c;
    state.p[1] += d;
    state
}
