//! Sweeps whose percussions are extrapolated from one to the next.
//!
//! Knows neither how a sweep is made nor how G is stored.

use super::Solved;
use super::laws::{Problem, smaller};
use super::local::larger;
use extremal_numerics::block::copied;
use extremal_numerics::{Scalar, Size};

/// Sweeps between two tests of the residual, which takes as long as two sweeps.
const PERIOD: usize = 16;

/// The largest part of a change that is extrapolated. Piles that were hit take fewer sweeps than without a bound.
const MOST: f64 = 0.95;

/// The residual has to fall to this part of its value within this number of tests. Otherwise sweeps may run in a circle, as
/// where directions of slips turn. Shorter corrections lead out of it.
const STALLED: (f64, usize) = (0.7, 10);

/// How much shorter corrections are after each restart, and the shortest.
const SHORTER: f64 = 0.7;
const SHORTEST: f64 = 0.125;

/// The number of slices that accelerated sweeps need, beside the percussions.
pub(super) const SLICES: usize = 3;

/// How many sweeps may be made, and at which residual they end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort<T> {
    pub(super) sweeps: usize,
    pub(super) enough: T,
}

/// `best` becomes the percussions with the smallest residual found, beginning with itself moved into the cones.
///
/// `sweep` corrects percussions, which are then in their cones, with a relaxation.
pub(super) fn accelerated<T: Size, P: Problem<T>>(
    problem: &P,
    effort: Effort<T>,
    sweep: impl Fn(&mut [T], T),
    best: &mut [T],
    slices: [&mut [T]; SLICES],
) -> Solved<T> {
    problem.project(best);
    // The rounding of such a guess hides its errors.
    if !problem.is_resolved(best) {
        best.fill(T::from_f64(0.0));
    }
    let mut residual = problem.residuals(best).strict;
    let mut sweeps = 0;
    let mut state = State::new(slices, best);
    let (part, tests) = STALLED;
    let (mut mark, mut idle) = (residual, 0);
    while sweeps < effort.sweeps && residual > effort.enough {
        let count = (effort.sweeps - sweeps).min(PERIOD);
        for _ in 0..count {
            state.advance(problem, &sweep);
        }
        sweeps += count;
        let found = problem.residuals(state.last).strict;
        if found < residual && problem.is_resolved(state.last) {
            copied(state.last, best);
            residual = found;
        }
        idle += 1;
        if residual < T::from_f64(part) * mark {
            (mark, idle) = (residual, 0);
        }
        if !found.is_finite() || idle == tests {
            state.restart(best);
            (mark, idle) = (residual, 0);
        }
    }
    Solved {
        iterations: 0,
        sweeps,
        residual,
    }
}

/// Percussions from which a sweep begins, a copy of them, and what the last sweep made.
struct State<'a, T> {
    now: &'a mut [T],
    from: &'a mut [T],
    last: &'a mut [T],
    /// t
    inertia: T,
    relaxation: T,
}

impl<'a, T: Size> State<'a, T> {
    fn new([now, from, last]: [&'a mut [T]; SLICES], start: &[T]) -> Self {
        copied(start, now);
        copied(start, last);
        Self {
            now,
            from,
            last,
            inertia: T::from_f64(1.0),
            relaxation: T::from_f64(1.0),
        }
    }

    /// From other percussions, with shorter corrections.
    fn restart(&mut self, start: &[T]) {
        copied(start, self.now);
        copied(start, self.last);
        self.inertia = T::from_f64(1.0);
        let [shorter, shortest] = [SHORTER, SHORTEST].map(T::from_f64);
        self.relaxation = larger(shorter * self.relaxation, shortest);
    }

    /// One sweep, and where the next one begins.
    fn advance(&mut self, problem: &impl Problem<T>, sweep: impl Fn(&mut [T], T)) {
        let [zero, half, one, four] = [0.0, 0.5, 1.0, 4.0].map(T::from_f64);
        copied(self.now, self.from);
        sweep(self.now, self.relaxation);
        let places = self.from.iter().zip(&*self.now).zip(&*self.last).enumerate();
        let back = places.fold(zero, |sum, (row, ((&from, &now), &last))| {
            sum + Scalar::abs(problem.diagonal(row)) * ((from - now) * (now - last))
        });
        let inertia = half * (one + Scalar::sqrt(one + four * (self.inertia * self.inertia)));
        let factor = smaller((self.inertia - one) / inertia, T::from_f64(MOST));
        // NaN restarts, too.
        if back <= zero {
            self.inertia = inertia;
            for (now, last) in self.now.iter_mut().zip(&mut *self.last) {
                let swept = *now;
                *now = swept + factor * (swept - *last);
                *last = swept;
            }
        } else {
            self.inertia = one;
            copied(self.now, self.last);
        }
    }
}
