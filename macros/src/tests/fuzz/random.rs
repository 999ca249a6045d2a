//! Random numbers that are the same for the same seed, everywhere.
//!
//! It refuses to know what they choose.

/// `SplitMix64` (Steele, Lea and Flood 2014).
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 to `end`, without it.
    pub(super) fn below(&mut self, end: usize) -> usize {
        let product = u128::from(self.number()) * (end as u128);
        usize::try_from(product >> 64).expect("less than `end`")
    }

    /// Once in `times`.
    pub(super) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(super) fn of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    /// Short mostly, long at times.
    pub(super) fn length(&mut self, usual: usize, longest: usize) -> usize {
        let end = if self.once_in(50) { longest } else { usual };
        self.below(end + 1)
    }
}
