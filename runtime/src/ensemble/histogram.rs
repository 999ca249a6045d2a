//! How often values lie in intervals.

use std::vec;
use std::vec::Vec;

use super::reduction::Reduction;

/// How many values lie in each of some intervals of equal length.
///
/// Bin k is [low + k w, low + (k + 1) w) with w = (high − low)/bins, as [`edge`](Self::edge) rounds its ends.
///
/// ```
/// use extremal::ensemble::{Ensemble, Histogram};
///
/// let values = Ensemble::new(100, |k| Ok(k as f64 / 10.0));
/// let histogram = values.each(|value| Ok(*value)).reduce(Histogram::new(0.0, 8.0, 4)).value;
/// assert_eq!((histogram.counts(), histogram.above()), (&[20, 20, 20, 20][..], 20));
/// assert_eq!(histogram.edge(1), 2.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    low: f64,
    high: f64,
    counts: Vec<u64>,
    below: u64,
    above: u64,
    not_numbers: u64,
}

impl Histogram {
    /// Without values. Where `low` is not less than `high`, one of them is infinite, or there are no bins, values less than
    /// `low` are below, and all others are above.
    #[must_use]
    pub fn new(low: f64, high: f64, bins: usize) -> Self {
        Self {
            low,
            high,
            counts: vec![0; bins],
            below: 0,
            above: 0,
            not_numbers: 0,
        }
    }

    /// The number of values in each bin.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Where bin k begins, and the one before it ends: the smallest number that is counted in bin k.
    #[must_use]
    pub fn edge(&self, k: usize) -> f64 {
        if k == self.counts.len() {
            return self.high;
        }
        self.low + (self.high - self.low) * (k as f64 / self.counts.len() as f64)
    }

    /// The number of values below `low`.
    #[must_use]
    pub fn below(&self) -> u64 {
        self.below
    }

    /// The number of values at `high` or above.
    #[must_use]
    pub fn above(&self) -> u64 {
        self.above
    }

    /// The number of NaNs.
    #[must_use]
    pub fn not_numbers(&self) -> u64 {
        self.not_numbers
    }

    fn bin_of(&mut self, value: f64) -> &mut u64 {
        if value.is_nan() {
            return &mut self.not_numbers;
        }
        if value < self.low {
            return &mut self.below;
        }
        // With NaN as an edge, neither is less.
        if self.low < self.high && value < self.high && (self.high - self.low).is_finite() {
            let bin = self.bin_between(value);
            if let Some(count) = self.counts.get_mut(bin) {
                return count;
            }
        }
        &mut self.above
    }

    /// The bin of a value from `low` to `high`.
    fn bin_between(&self, value: f64) -> usize {
        let part = (value - self.low) / (self.high - self.low);
        let last = self.counts.len().saturating_sub(1);
        let bin = whole(part * self.counts.len() as f64).min(last);
        // The quotient and the edges are rounded, so that a value at an edge may be in the bin beside.
        if value < self.edge(bin) {
            bin.saturating_sub(1)
        } else if value >= self.edge(bin + 1) {
            bin + 1
        } else {
            bin
        }
    }
}

/// The largest integer that is not larger; 0 for numbers below zero and NaN.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a number beyond all bins is in the last one"
)]
fn whole(x: f64) -> usize {
    x as usize
}

impl Reduction<f64> for Histogram {
    fn add(&mut self, _: usize, value: &f64) {
        *self.bin_of(*value) += 1;
    }

    fn merge(&mut self, later: Self) {
        for (count, later) in self.counts.iter_mut().zip(later.counts) {
            *count += later;
        }
        self.below += later.below;
        self.above += later.above;
        self.not_numbers += later.not_numbers;
    }
}

/// The ends, the counts of bins, and those of all other values.
#[cfg(feature = "shards")]
impl super::Stored for Histogram {
    type Data = ([f64; 2], Vec<u64>, [u64; 3]);

    fn data(&self) -> Self::Data {
        let others = [self.below, self.above, self.not_numbers];
        ([self.low, self.high], self.counts.clone(), others)
    }

    fn with(&self, (ends, counts, [below, above, not_numbers]): Self::Data) -> Option<Self> {
        let is_alike = ends.map(f64::to_bits) == [self.low, self.high].map(f64::to_bits);
        (is_alike && counts.len() == self.counts.len()).then_some(Self {
            low: self.low,
            high: self.high,
            counts,
            below,
            above,
            not_numbers,
        })
    }
}
