//! Time as a count of steps.

use extremal_numerics::{Scalar, Size};

/// t = t₀ + k h with an integer k: the error of the time does not grow with the number of steps.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Clock<T> {
    /// t₀, the time at which the present step size was set.
    base: T,
    h: T,
    /// k, steps since then.
    since: usize,
    /// Steps before that time.
    earlier: usize,
}

impl<T: Scalar> Clock<T> {
    /// At `t`, before the first step.
    #[inline]
    pub(crate) fn new(t: T, h: T) -> Self {
        Self {
            base: t,
            h,
            since: 0,
            earlier: 0,
        }
    }

    #[inline]
    pub(crate) fn time(&self) -> T {
        self.base + T::from_size(T::Size::from_count(self.since)) * self.h
    }

    #[inline]
    pub(crate) fn step_size(&self) -> T {
        self.h
    }

    #[inline]
    pub(crate) fn steps(&self) -> usize {
        self.earlier + self.since
    }

    #[inline]
    pub(crate) fn tick(&mut self) {
        self.since += 1;
    }

    /// The count of steps without the times, which clocks that go together have in common.
    #[cfg(feature = "ensemble")]
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.since, self.earlier)
    }

    /// A clock with this count of steps, and other times: (t₀, h) of `times` for (t₀, h) of this one.
    #[cfg(feature = "ensemble")]
    pub(crate) fn with_times<U>(&self, mut times: impl FnMut(fn(&Self) -> T) -> U) -> Clock<U> {
        Clock {
            base: times(|clock| clock.base),
            h: times(|clock| clock.h),
            since: self.since,
            earlier: self.earlier,
        }
    }

    /// The clock after this number of further steps.
    #[cfg(feature = "ensemble")]
    pub(crate) fn after(self, steps: usize) -> Self {
        Self {
            since: self.since + steps,
            ..self
        }
    }

    /// Whether steps can have reached these counters: they are exact as `f64`, and far from overflow.
    pub(crate) fn is_possible(&self) -> bool {
        const MOST: u64 = 1 << 53;
        let steps = self.earlier.checked_add(self.since);
        steps.is_some_and(|steps| steps as u64 <= MOST)
    }

    /// Calls `visit` with the numbers on which it depends.
    pub(crate) fn for_each(&self, visit: &mut impl FnMut(T)) {
        let counts = [self.since, self.earlier].map(|count| T::from_size(T::Size::from_count(count)));
        [self.base, self.h].into_iter().chain(counts).for_each(visit);
    }

    /// This count of steps, at the time `t` and with the step size `h`.
    #[inline]
    pub(crate) fn at(&self, t: T, h: T) -> Self {
        Self {
            base: t,
            h,
            since: 0,
            earlier: self.steps(),
        }
    }

    /// This instant; later steps have the length `h`.
    #[inline]
    pub(crate) fn with_step_size(&self, h: T) -> Self {
        self.at(self.time(), h)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_not_accumulated() {
        let mut clock = Clock::new(1.0, 0.1);
        (0..1_000_000).for_each(|_| clock.tick());
        assert_eq!(clock.time(), 1.0 + 1e6 * 0.1);
        let mut clock = clock.with_step_size(0.5);
        clock.tick();
        assert_eq!((clock.time(), clock.steps()), (100_001.5, 1_000_001));
        // All stretches count.
        let mut clock = clock.with_step_size(0.25);
        (0..2).for_each(|_| clock.tick());
        assert_eq!((clock.time(), clock.steps()), (100_002.0, 1_000_003));
    }
}
