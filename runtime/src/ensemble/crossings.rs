//! Where an output passes through a level.

use super::watch::Watch;
use crate::{Integrator, Lagrangian};
use extremal_numerics::{Scalar, Size};

/// Counts how often an output of a motion passes through a level, and notes when: see
/// [`Ensemble::crossings`](super::Ensemble::crossings).
///
/// ```text
/// y(tₖ) < level ≤ y(tₖ₊₁)     up;   down with > and ≥
/// t = tₖ + h (level − y(tₖ))/(y(tₖ₊₁) − y(tₖ))
/// ```
///
/// The output y is seen at the ends of steps. Between them it is taken for a straight line, so that a time is right to O(h²).
/// Two crossings within one step are not seen, and no crossing is seen from or to a NaN.
///
/// ```
/// use extremal::ensemble::{Ensemble, Way};
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = 0.5 * k * x.powi(2))]
/// struct Oscillator {
///     k: f64,
/// }
///
/// let begin = |k| Integrator::new(Oscillator { k: 1.0 + k as f64 }, Verlet, 0.01, [1.0], [0.0]);
/// let oscillators = Ensemble::new(4, begin);
/// let upwards = oscillators.crossings(2000, |motion| motion.coordinates()[0], 0.0, Way::Up);
/// let crossed = upwards.collect();
/// // With k = 4 the period is π.
/// let period = crossed[3].expect("steps").period().expect("two crossings");
/// assert!((period - core::f64::consts::PI).abs() < 1e-3);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Crossings<F> {
    output: F,
    level: f64,
    way: Way,
}

/// The direction of a crossing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The output increases.
    Up,
    /// The output decreases.
    Down,
    /// Either.
    Both,
}

/// The crossings of a member.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Crossed {
    /// How many there were.
    pub count: usize,
    /// The time of the first one.
    pub first: Option<f64>,
    /// The time of the last one.
    pub last: Option<f64>,
}

impl Crossed {
    /// The mean time from one crossing to the next, if there were two.
    #[must_use]
    pub fn period(&self) -> Option<f64> {
        let gaps = self.count.checked_sub(1).filter(|&gaps| gaps > 0)?;
        Some((self.last? - self.first?) / gaps as f64)
    }
}

impl<F> Crossings<F> {
    pub(super) fn new(output: F, level: f64, way: Way) -> Self {
        Self { output, level, way }
    }

    fn is_crossed(&self, from: f64, to: f64) -> bool {
        let up = from < self.level && self.level <= to;
        let down = from > self.level && self.level >= to;
        match self.way {
            Way::Up => up,
            Way::Down => down,
            Way::Both => up || down,
        }
    }
}

impl<S, D, M, F> Watch<Integrator<S, D, M>> for Crossings<F>
where
    S: Lagrangian,
    F: Fn(&Integrator<S, D, M>) -> f64 + Sync,
{
    /// The crossings up to now, and the last time and output.
    type Seen = (Crossed, f64, f64);
    type Value = Crossed;

    fn begin(&self, _: usize, motion: &Integrator<S, D, M>) -> Self::Seen {
        (Crossed::default(), time(motion), (self.output)(motion))
    }

    fn look(&self, seen: &mut Self::Seen, motion: &Integrator<S, D, M>) {
        let (crossed, t0, y0) = seen;
        let (t, y) = (time(motion), (self.output)(motion));
        if self.is_crossed(*y0, y) {
            let at = *t0 + (t - *t0) * ((self.level - *y0) / (y - *y0));
            crossed.count += 1;
            crossed.first = crossed.first.or(Some(at));
            crossed.last = Some(at);
        }
        (*t0, *y0) = (t, y);
    }

    fn end(&self, (crossed, ..): Self::Seen, _: &Integrator<S, D, M>) -> Crossed {
        crossed
    }
}

fn time<S: Lagrangian, D, M>(motion: &Integrator<S, D, M>) -> f64 {
    motion.time().real().to_f64()
}
