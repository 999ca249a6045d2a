//! Means, variances and covariances.

#[cfg(feature = "shards")]
use std::vec::Vec;

use super::reduction::Reduction;
use extremal_numerics::block::at;

/// The means and covariances of N outputs, in one pass.
///
/// ```text
/// a member:  n ← n + 1,   δᵢ = xᵢ − mᵢ,   mᵢ ← mᵢ + δᵢ/n,   Cᵢⱼ ← Cᵢⱼ + δᵢ (xⱼ − mⱼ)
/// a group:   δᵢ = m'ᵢ − mᵢ,   mᵢ ← mᵢ + δᵢ n'/(n + n'),   Cᵢⱼ ← Cᵢⱼ + C'ᵢⱼ + δᵢ δⱼ n n'/(n + n')
/// ```
///
/// The covariance is Cᵢⱼ/(n − 1). Nothing cancels where a mean is much larger than the deviations from it, and groups are
/// merged in pairs, so that rounding grows with the logarithm of the number of members. (Welford 1962; Chan, Golub and
/// `LeVeque` 1983.)
///
/// It takes values of type `[f64; N]`, or `f64` for N = 1. A value that is not finite makes the moments of
/// its output NaN: its mean, and its row and column of the covariance.
///
/// ```
/// use extremal::ensemble::{Ensemble, Moments};
///
/// let pairs = Ensemble::new(5, |k| Ok([k as f64, -2.0 * k as f64]));
/// let moments = pairs.each(|pair| Ok(*pair)).reduce(Moments::new()).value;
/// assert_eq!(moments.mean(), [2.0, -4.0]);
/// assert_eq!(moments.covariance(), [[2.5, -5.0], [-5.0, 10.0]]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments<const N: usize> {
    count: u64,
    mean: [f64; N],
    /// Σ (xᵢ − mᵢ)(xⱼ − mⱼ)
    sums: [[f64; N]; N],
}

impl<const N: usize> Default for Moments<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> Moments<N> {
    /// Of no members.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            count: 0,
            mean: [0.0; N],
            sums: [[0.0; N]; N],
        }
    }

    /// The number of members.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean of each output; NaN without members, and where a value is not finite.
    #[must_use]
    pub fn mean(&self) -> [f64; N] {
        core::array::from_fn(|i| {
            if self.count == 0 || self.square(i).is_nan() {
                f64::NAN
            } else {
                at(&self.mean, i)
            }
        })
    }

    /// Σ (xᵢ − mᵢ)(xⱼ − mⱼ)/(n − 1); NaN with fewer than two members.
    #[must_use]
    pub fn covariance(&self) -> [[f64; N]; N] {
        let weight = self.count.saturating_sub(1) as f64;
        let covariance = |i: usize, j: usize| {
            if self.square(i).is_nan() || self.square(j).is_nan() {
                return f64::NAN;
            }
            self.sums.get(i).map_or(f64::NAN, |row| at(row, j)) / weight
        };
        core::array::from_fn(|i| core::array::from_fn(|j| covariance(i, j)))
    }

    /// The variances: the diagonal of the covariance.
    #[must_use]
    pub fn variance(&self) -> [f64; N] {
        let covariance = self.covariance();
        core::array::from_fn(|i| covariance.get(i).map_or(0.0, |row| at(row, i)))
    }

    /// The square roots of the variances.
    #[must_use]
    pub fn deviation(&self) -> [f64; N] {
        self.variance().map(f64::sqrt)
    }

    /// Σ (xᵢ − mᵢ)². It is NaN after a value that is not finite, which differs from the mean by ∞ − ∞; means may be infinite.
    fn square(&self, i: usize) -> f64 {
        self.sums.get(i).map_or(f64::NAN, |row| at(row, i))
    }

    fn add_numbers(&mut self, x: &[f64; N]) {
        self.count += 1;
        let n = self.count as f64;
        let before: [f64; N] = core::array::from_fn(|i| at(x, i) - at(&self.mean, i));
        for (mean, delta) in self.mean.iter_mut().zip(before) {
            *mean += delta / n;
        }
        let after: [f64; N] = core::array::from_fn(|i| at(x, i) - at(&self.mean, i));
        self.add_products(&before, &after, 1.0);
    }

    fn add_products(&mut self, a: &[f64; N], b: &[f64; N], weight: f64) {
        for (row, a) in self.sums.iter_mut().zip(a) {
            for (sum, b) in row.iter_mut().zip(b) {
                *sum += a * b * weight;
            }
        }
    }
}

impl<const N: usize> Reduction<[f64; N]> for Moments<N> {
    fn add(&mut self, _: usize, value: &[f64; N]) {
        self.add_numbers(value);
    }

    fn merge(&mut self, later: Self) {
        if self.count == 0 || later.count == 0 {
            if later.count > 0 {
                *self = later;
            }
            return;
        }
        let (n, more) = (self.count as f64, later.count as f64);
        self.count += later.count;
        let all = self.count as f64;
        let delta: [f64; N] = core::array::from_fn(|i| at(&later.mean, i) - at(&self.mean, i));
        for (mean, delta) in self.mean.iter_mut().zip(delta) {
            *mean += delta * (more / all);
        }
        let pairs = self
            .sums
            .as_flattened_mut()
            .iter_mut()
            .zip(later.sums.as_flattened());
        pairs.for_each(|(sum, later)| *sum += later);
        self.add_products(&delta, &delta, n * (more / all));
    }
}

impl Reduction<f64> for Moments<1> {
    fn add(&mut self, _: usize, value: &f64) {
        self.add_numbers(&[*value]);
    }

    fn merge(&mut self, later: Self) {
        Reduction::<[f64; 1]>::merge(self, later);
    }
}

/// The count, the means, and the sums row by row.
#[cfg(feature = "shards")]
impl<const N: usize> super::Stored for Moments<N> {
    type Data = (u64, Vec<f64>, Vec<f64>);

    fn data(&self) -> Self::Data {
        (self.count, self.mean.to_vec(), self.sums.as_flattened().to_vec())
    }

    fn with(&self, (count, mean, sums): Self::Data) -> Option<Self> {
        let is_whole = mean.len() == N && sums.len() == N * N;
        is_whole.then(|| Self {
            count,
            mean: core::array::from_fn(|i| at(&mean, i)),
            sums: core::array::from_fn(|i| core::array::from_fn(|j| at(&sums, i * N + j))),
        })
    }
}
