//! The least and the greatest values, and whose they are.

#[cfg(feature = "shards")]
use std::vec::Vec;

use super::reduction::Reduction;

/// The least and the greatest value of N outputs, each with the member that has it.
///
/// It takes values of type `[f64; N]`, or `f64` for N = 1. Of equal values it has that of the first member. NaN is left out.
///
/// ```
/// use extremal::ensemble::{Ensemble, Extrema};
///
/// let squares = Ensemble::new(100, |k| Ok((k as f64 - 30.0).powi(2)));
/// let extrema: Extrema<1> = squares.each(|square| Ok(*square)).reduce(Extrema::new()).value;
/// let [least] = extrema.least();
/// assert_eq!(least.map(|least| (least.member, least.value)), Some((30, 0.0)));
/// assert_eq!(extrema.greatest()[0].map(|greatest| greatest.member), Some(99));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extrema<const N: usize> {
    least: [Option<Extremum>; N],
    greatest: [Option<Extremum>; N],
}

/// An extreme value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extremum {
    /// The number of the member.
    pub member: usize,
    /// Its value.
    pub value: f64,
}

impl<const N: usize> Default for Extrema<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> Extrema<N> {
    /// Of no members.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            least: [None; N],
            greatest: [None; N],
        }
    }

    /// The least value of each output; `None` if no member has a number there.
    #[must_use]
    pub fn least(&self) -> [Option<Extremum>; N] {
        self.least
    }

    /// The greatest value of each output; `None` if no member has a number there.
    #[must_use]
    pub fn greatest(&self) -> [Option<Extremum>; N] {
        self.greatest
    }

    fn add_numbers(&mut self, member: usize, values: &[f64; N]) {
        let one = values.map(|value| (!value.is_nan()).then_some(Extremum { member, value }));
        self.take_better(&one, &one);
    }

    fn take_better(&mut self, least: &[Option<Extremum>; N], greatest: &[Option<Extremum>; N]) {
        for (mine, other) in self.least.iter_mut().zip(least) {
            take(mine, *other, |mine, other| other < mine);
        }
        for (mine, other) in self.greatest.iter_mut().zip(greatest) {
            take(mine, *other, |mine, other| other > mine);
        }
    }
}

fn take(mine: &mut Option<Extremum>, other: Option<Extremum>, is_better: impl Fn(f64, f64) -> bool) {
    if let Some(other) = other
        && mine.is_none_or(|mine| is_better(mine.value, other.value))
    {
        *mine = Some(other);
    }
}

impl<const N: usize> Reduction<[f64; N]> for Extrema<N> {
    fn add(&mut self, member: usize, value: &[f64; N]) {
        self.add_numbers(member, value);
    }

    fn merge(&mut self, later: Self) {
        self.take_better(&later.least, &later.greatest);
    }
}

impl Reduction<f64> for Extrema<1> {
    fn add(&mut self, member: usize, value: &f64) {
        self.add_numbers(member, &[*value]);
    }

    fn merge(&mut self, later: Self) {
        self.take_better(&later.least, &later.greatest);
    }
}

/// The least and the greatest values with their members.
#[cfg(feature = "shards")]
impl<const N: usize> super::Stored for Extrema<N> {
    type Data = [Vec<Option<(usize, f64)>>; 2];

    fn data(&self) -> Self::Data {
        let pair = |extremum: &Option<Extremum>| extremum.map(|it| (it.member, it.value));
        [&self.least, &self.greatest].map(|all| all.iter().map(pair).collect())
    }

    fn with(&self, data: Self::Data) -> Option<Self> {
        let extremum = |(member, value)| Extremum { member, value };
        let [least, greatest] = data.map(|all| {
            let all: Vec<_> = all.into_iter().map(|pair| pair.map(extremum)).collect();
            all.try_into().ok()
        });
        Some(Self {
            least: least?,
            greatest: greatest?,
        })
    }
}
