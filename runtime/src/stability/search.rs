//! The step sizes up to the first growth.

use nalgebra::Complex;

use super::motions::{grows_with_time, short_step};
use super::{Amplification, size};
use crate::Failure;

/// Step sizes of the scan grow by this factor. Steps are rational functions of h, so that they change with its logarithm.
const RATIO: f64 = 1.0 + 1.0 / 64.0;
/// |λ − 1| of steps that resolve all motions: growth that begins so early grows with a power of h from zero on, and was
/// rounding at shorter steps.
const NEAR: f64 = 0.25;
/// Limits above this multiple of a short step are not early: very long steps may have λ near one as well.
const EARLY: f64 = 8.0;
/// |λ − 1| of bodies that move freely, and |λ + 1| of errors that alternate, by rounding.
pub(super) const AT_REST: f64 = 1e-6;
/// Eigenvalues below this one belong to constraints, and not to a motion that a shorter step would resolve.
const DECAYED: f64 = 1e-3;
/// The interval of a limit, relative to it: six digits and a guard.
const DIGITS: f64 = 1e-8;
/// Steps of a golden section, after which its bracket is 1e-8 of the first.
const SECTIONS: usize = 40;

/// The step sizes for which no disturbance of a linear system grows.
///
/// The result of [`Integrator::largest_stable_step`](crate::Integrator::largest_stable_step).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StableSteps {
    /// Stable up to this step size, which has six digits, and unstable beyond. Longer steps may be stable again.
    Below(f64),
    /// Stable up to the longest step that was asked for.
    UpTo(f64),
    /// Unstable for all step sizes, as seen at this one: the system itself has growing solutions, or the scheme makes
    /// any system grow. At shorter steps the growth may be within rounding.
    Unstable(f64),
}

impl StableSteps {
    /// The largest step size that is known to be stable, with all shorter ones; `None` if short steps are unstable.
    ///
    /// ```
    /// use extremal::stability::StableSteps;
    ///
    /// assert_eq!(StableSteps::Below(2.0).largest(), Some(2.0));
    /// assert_eq!(StableSteps::Unstable(0.125).largest(), None);
    /// ```
    #[must_use]
    pub fn largest(self) -> Option<f64> {
        match self {
            Self::Below(h) | Self::UpTo(h) => Some(h),
            Self::Unstable(_) => None,
        }
    }
}

/// The properties of a step that the search uses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Probe {
    grows: bool,
    /// The largest eigenvalue that grows; a step that fails has none.
    worst: Option<Complex<f64>>,
    /// The largest distance of an eigenvalue from one, of those that have not decayed, and are not −1: errors of massless
    /// coordinates alternate at steps of any length.
    pub(super) from_one: f64,
    /// The distance of an eigenvalue from −1, where pairs leave the unit circle.
    from_margin: f64,
}

impl Probe {
    pub(crate) fn of<E: AsRef<[Complex<f64>]>>(step: &Amplification<E>) -> Self {
        let distance = |e: &Complex<f64>, from: f64| between(*e, Complex { re: from, im: 0.0 });
        let eigenvalues = step.eigenvalues();
        let moves = |e: &&Complex<f64>| size(**e) > DECAYED && distance(e, -1.0) > AT_REST;
        let moving = eigenvalues.iter().filter(moves);
        Self {
            grows: !step.is_stable(),
            worst: step.worst(),
            from_one: moving.map(|e| distance(e, 1.0)).fold(0.0, f64::max),
            from_margin: eigenvalues.iter().map(|e| distance(e, -1.0)).fold(2.0, f64::min),
        }
    }
}

/// |a − b|
pub(super) fn between(a: Complex<f64>, b: Complex<f64>) -> f64 {
    size(Complex {
        re: a.re - b.re,
        im: a.im - b.im,
    })
}

/// The eigenvalue of a step that is the nearest to a number.
pub(crate) fn nearest<E: AsRef<[Complex<f64>]>>(step: &Amplification<E>, to: Complex<f64>) -> Complex<f64> {
    let all = step.eigenvalues().iter().copied();
    all.min_by(|a, b| f64::total_cmp(&between(*a, to), &between(*b, to)))
        .unwrap_or(to)
}

/// The first growth between short steps and `longest`. A step that fails counts as growth.
///
/// `nearest` is asked for the eigenvalue of a step size that is the nearest to a number.
///
///
/// Windows of instability open where eigenvalues pass −1, and may be much shorter than the distance of two probes. So
/// the scan looks into each minimum of the distance from −1.
///
/// # Errors
///
/// The errors of `probe` for the shortest step.
pub(crate) fn first_growth(
    longest: f64,
    mut probe: impl FnMut(f64) -> Result<Probe, Failure>,
    nearest: impl FnMut(f64, Complex<f64>) -> Result<Complex<f64>, Failure>,
) -> Result<StableSteps, Failure> {
    if !(longest > 0.0 && longest < f64::INFINITY) {
        return Err(Failure::StepSize { h: longest });
    }
    let shortest = short_step(longest, &mut probe);
    let first = probe(shortest)?;
    if first.grows {
        return Ok(StableSteps::Unstable(shortest));
    }
    let mut scan = Scan(|h| {
        probe(h).unwrap_or(Probe {
            grows: true,
            worst: None,
            from_one: 2.0,
            from_margin: 2.0,
        })
    });
    let Some(bracket) = scan.growth(shortest, longest, RATIO) else {
        return Ok(StableSteps::UpTo(longest));
    };
    // What a minimum has shown need not be the first of several windows near to each other.
    let finer = 1.0 + (RATIO - 1.0) / 32.0;
    let bracket = scan.growth(bracket.0, bracket.1, finer).unwrap_or(bracket);
    let (limit, beyond) = scan.limit(bracket);
    let is_early = limit <= EARLY * shortest && scan.0(limit).from_one <= NEAR;
    let growing = scan.0(beyond).worst;
    let grows_always = growing.is_some_and(|e| is_early || grows_with_time(beyond, e, nearest));
    Ok(if grows_always {
        StableSteps::Unstable(limit)
    } else {
        StableSteps::Below(limit)
    })
}

struct Scan<P>(P);

impl<P: FnMut(f64) -> Probe> Scan<P> {
    /// A stable step size and a longer one that grows: the first between `start`, which is stable, and `end`.
    fn growth(&mut self, start: f64, end: f64, ratio: f64) -> Option<(f64, f64)> {
        let margin = self.0(start).from_margin;
        let (mut before, mut here) = ((start, margin), (start, margin));
        while here.0 < end {
            let h = (here.0 * ratio).min(end);
            let step = self.0(h);
            let is_minimum = here.1 <= before.1 && here.1 <= step.from_margin && here.0 > before.0;
            // Eigenvalues that are −1 for all step sizes, as of errors that alternate, have no minimum but of rounding.
            let passes = is_minimum && before.1.max(step.from_margin) > AT_REST;
            if let Some(unstable) = passes.then(|| self.window(before.0, h)).flatten() {
                return Some((before.0, unstable));
            }
            if step.grows {
                return Some((here.0, h));
            }
            (before, here) = (here, (h, step.from_margin));
        }
        None
    }

    /// A step size that grows, near the minimum of the distance from the margin, by golden section.
    fn window(&mut self, mut from: f64, mut to: f64) -> Option<f64> {
        const PART: f64 = 0.381_966_011_250_105;
        let place = |from: f64, to: f64| [from + PART * (to - from), to - PART * (to - from)];
        let mut inner = place(from, to).map(|h| (h, self.0(h)));
        for _ in 0..SECTIONS {
            if let Some((h, _)) = inner.iter().find(|(_, step)| step.grows) {
                return Some(*h);
            }
            let [left, right] = inner;
            if left.1.from_margin <= right.1.from_margin {
                to = right.0;
                let h = place(from, to)[0];
                inner = [(h, self.0(h)), left];
            } else {
                from = left.0;
                let h = place(from, to)[1];
                inner = [right, (h, self.0(h))];
            }
        }
        None
    }

    /// The limit between a stable step size and one that grows, by bisection: both.
    fn limit(&mut self, (mut stable, mut unstable): (f64, f64)) -> (f64, f64) {
        while unstable - stable > DIGITS * unstable {
            let middle = 0.5 * (stable + unstable);
            if self.0(middle).grows {
                unstable = middle;
            } else {
                stable = middle;
            }
        }
        (stable, unstable)
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::Complex;

    use super::{Probe, StableSteps};
    use crate::Failure;

    /// A search in which no growth is that of the system.
    fn first_growth(
        longest: f64,
        probe: impl FnMut(f64) -> Result<Probe, Failure>,
    ) -> Result<StableSteps, Failure> {
        super::first_growth(longest, probe, |_, _| Ok(Complex { re: -1.0, im: 0.0 }))
    }

    /// A pair of eigenvalues at the angle h, that leaves the circle between `from` and `to`.
    fn pair(from: f64, to: f64) -> impl FnMut(f64) -> Result<Probe, Failure> {
        let middle = 0.5 * (from + to);
        move |h: f64| {
            Ok(Probe {
                grows: h > from && h < to,
                worst: Some(Complex { re: -1.0, im: 0.0 }),
                from_one: h.min(2.0),
                from_margin: (h - middle).abs(),
            })
        }
    }

    fn check(found: Result<StableSteps, Failure>, limit: f64) {
        let Ok(StableSteps::Below(h)) = found else {
            panic!("{found:?}")
        };
        assert!((h - limit).abs() <= 2e-8 * limit, "{h} {limit}");
    }

    #[test]
    fn narrow_windows_are_found() {
        for width in [1.0, 1e-2, 1e-4, 1e-6] {
            check(first_growth(1e3, pair(3.1, 3.1 + width)), 3.1);
        }
        assert_eq!(first_growth(3.0, pair(3.1, 3.2)), Ok(StableSteps::UpTo(3.0)));
    }

    #[test]
    fn the_first_of_two_windows() {
        let (mut first, mut second) = (pair(3.1, 3.101), pair(3.11, 3.13));
        let both = |h: f64| {
            let (a, b) = (first(h)?, second(h)?);
            Ok(Probe {
                grows: a.grows || b.grows,
                worst: a.worst,
                from_one: a.from_one,
                from_margin: a.from_margin.min(b.from_margin),
            })
        };
        check(first_growth(10.0, both), 3.1);
    }

    #[test]
    fn steps_that_fail_are_not_stable() {
        let failure = Failure::SingularTangent { pivot: 0, size: 0.0 };
        let mut stable = pair(9.0, 9.0);
        check(
            first_growth(5.0, |h| if h > 2.0 { Err(failure) } else { stable(h) }),
            2.0,
        );
        assert_eq!(first_growth(5.0, |_| Err(failure)), Err(failure));
        assert_eq!(
            first_growth(-1.0, pair(1.0, 2.0)),
            Err(Failure::StepSize { h: -1.0 })
        );
        let unstable = first_growth(1.0, pair(0.0, 9.0));
        assert_eq!(unstable, Ok(StableSteps::Unstable(0.0625)));
    }
}
