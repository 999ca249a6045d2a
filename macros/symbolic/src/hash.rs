//! A fast deterministic hasher for small keys, because the algebra runs unoptimised inside a compiler. It does not resist
//! attacks.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A hash map whose hasher has no random seed. Its order must not reach any output.
pub(crate) type Map<K, V> = HashMap<K, V, BuildHasherDefault<WordHasher>>;
/// The corresponding set.
pub(crate) type Set<K> = HashSet<K, BuildHasherDefault<WordHasher>>;

/// Multiplies and rotates word by word.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WordHasher(u64);

impl WordHasher {
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        // The table takes its index from the low bits, but the entropy of the product is in the high ones.
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.mix(u64::from(byte));
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.mix(u64::from(word));
    }

    fn write_u32(&mut self, word: u32) {
        self.mix(u64::from(word));
    }

    fn write_i32(&mut self, word: i32) {
        self.mix(u64::from(word.cast_unsigned()));
    }

    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.mix(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.mix(word.cast_unsigned() as u64);
    }
}
