//! A number for a sequence of numbers.

use extremal_numerics::Scalar;

/// A number that depends on every bit of a sequence of numbers: two sequences have the same one by chance only, once in 2⁶⁴.
pub(crate) struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        // Not zero, so that zeros at the beginning count, too.
        Self(0x243f_6a88_85a3_08d3)
    }
}

impl Fingerprint {
    pub(crate) fn add<T: Scalar>(&mut self, number: T) {
        number.for_each_part(&mut |bits| self.add_bits(bits));
    }

    pub(crate) fn add_bits(&mut self, bits: u64) {
        // Odd, and with as many ones as zeros; the shift brings high bits down, which a product alone never does.
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        let mixed = (self.0 ^ bits).wrapping_mul(FACTOR);
        self.0 = mixed ^ (mixed >> 32);
    }

    pub(crate) fn number(&self) -> u64 {
        self.0
    }
}
