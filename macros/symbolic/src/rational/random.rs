//! A small generator of test numbers (Knuth's MMIX constants).

use dashu_int::{IBig, UBig};

pub(super) struct Lcg(pub(super) u64);

impl Lcg {
    pub(super) fn next_u64(&mut self) -> u64 {
        let mut next = || {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            self.0 >> 32
        };
        next() << 32 | next()
    }

    /// A number of up to 128 bits whose length varies.
    pub(super) fn next_u128(&mut self) -> u128 {
        let wide = u128::from(self.next_u64()) << 64 | u128::from(self.next_u64());
        wide >> (self.next_u64() % 129).min(127)
    }

    /// A number of up to `limbs` limbs of 32 bits, some of them all zeros or all ones.
    pub(super) fn next_natural(&mut self, limbs: u64) -> UBig {
        let length = self.next_u64() % (limbs + 1);
        (0..length).fold(UBig::ZERO, |number, _| {
            let word = self.next_u64();
            let limb = match word >> 61 {
                0 => 0,
                1 => u64::from(u32::MAX),
                _ => word & u64::from(u32::MAX),
            };
            (number << 32) + limb
        })
    }

    /// Such a number of either sign.
    pub(super) fn next_integer(&mut self, limbs: u64) -> IBig {
        let magnitude = IBig::from(self.next_natural(limbs));
        if self.next_u64() & 1 == 1 {
            -magnitude
        } else {
            magnitude
        }
    }
}
