//! Motions with impacts at the roots of the gaps, by extrapolation of order 16 between them.
//!
//! Newton's impact law acts at each root, on all contacts that are closed there. Contacts that stay closed are not known here.

use super::impacting::{Impacting, impact};
use crate::support::order::extrapolated;

/// A state at a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample<const N: usize> {
    pub(crate) t: f64,
    pub(crate) q: [f64; N],
    pub(crate) v: [f64; N],
}

/// Samples of a motion; at an impact one with the velocity before it and one with that after it.
#[derive(Clone, Debug)]
pub(crate) struct Motion<const N: usize> {
    pub(crate) samples: Vec<Sample<N>>,
    /// The indices of the samples after impacts.
    pub(crate) impacts: Vec<usize>,
}

/// The state after `h`; D = 2 N.
fn advanced<const N: usize, const D: usize>(
    system: &impl Impacting<N>,
    from: &Sample<N>,
    h: f64,
) -> Sample<N> {
    assert_eq!(D, 2 * N, "positions and velocities");
    let part = |y: &[f64; D], at: usize| -> [f64; N] { core::array::from_fn(|i| y[at + i]) };
    let rates = |_: f64, y: [f64; D]| -> [f64; D] {
        let a = system.acceleration(&part(&y, 0), &part(&y, N));
        core::array::from_fn(|i| if i < N { y[N + i] } else { a[i - N] })
    };
    let start = core::array::from_fn(|i| if i < N { from.q[i] } else { from.v[i - N] });
    let end = extrapolated(rates, start, h, 1);
    Sample {
        t: from.t + h,
        q: part(&end, 0),
        v: part(&end, N),
    }
}

fn least_gap<const N: usize>(system: &impl Impacting<N>, at: &Sample<N>) -> f64 {
    let gaps = system.touches(&at.q).into_iter().map(|touch| touch.gap);
    gaps.fold(f64::INFINITY, f64::min)
}

/// How a step goes.
enum Step<const N: usize> {
    /// To its end.
    Free(Sample<N>),
    /// Up to the first state in which a gap closes.
    Hits(Sample<N>),
    /// A contact does not open after the impact at the step's start.
    Stays,
}

/// Steps are short beside flights: a gap that is closed at neither end does not close between them.
fn step<const N: usize, const D: usize>(system: &impl Impacting<N>, from: &Sample<N>, h: f64) -> Step<N> {
    let end = advanced::<N, D>(system, from, h);
    if least_gap(system, &end) >= 0.0 {
        return Step::Free(end);
    }
    let gap = |h: f64| least_gap(system, &advanced::<N, D>(system, from, h));
    // After an impact the gap at the start is zero to rounding; the bracket starts where it is open.
    let mut open = 0.0;
    if least_gap(system, from) < 1e-12 {
        let mut parts = (1..30).map(|k| h * 0.5_f64.powi(k));
        let Some(part) = parts.find(|&h| gap(h) > 0.0) else {
            return Step::Stays;
        };
        open = part;
    }
    let mut closed = h;
    // Sixty halvings end at rounding.
    for _ in 0..60 {
        let middle = 0.5 * (open + closed);
        if gap(middle) > 0.0 {
            open = middle;
        } else {
            closed = middle;
        }
    }
    Step::Hits(advanced::<N, D>(system, from, open))
}

/// The motion up to the time `until`, or until a contact stays closed, in steps of at most `h`; D = 2 N.
pub(crate) fn motion<const N: usize, const D: usize>(
    system: &impl Impacting<N>,
    q: [f64; N],
    v: [f64; N],
    until: f64,
    h: f64,
) -> Motion<N> {
    let mut motion = Motion {
        samples: vec![Sample { t: 0.0, q, v }],
        impacts: Vec::new(),
    };
    loop {
        let now = motion.samples[motion.samples.len() - 1];
        let h = h.min(until - now.t);
        // The rest of a span is rounding.
        if h <= 1e-14 * until {
            return motion;
        }
        let hit = match step::<N, D>(system, &now, h) {
            Step::Hits(hit) => hit,
            Step::Free(end) => {
                motion.samples.push(end);
                continue;
            }
            Step::Stays => return motion,
        };
        motion.samples.push(hit);
        let mut closed = system.touches(&hit.q);
        // Gaps of these systems have size one to a thousandth; the located one is zero to 1e-15.
        closed.retain(|touch| touch.gap < 1e-12);
        let after = impact(system, &hit.q, &hit.v, &closed);
        motion.impacts.push(motion.samples.len());
        motion.samples.push(Sample { v: after, ..hit });
    }
}
