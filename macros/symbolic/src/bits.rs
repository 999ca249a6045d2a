//! A set of indices that is emptied from its end, for searches through a graph whose edges all lead to smaller indices.

/// One bit per index. Sets are sparse, so that the search skips 64 missing indices at once.
#[derive(Debug)]
pub(crate) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// An empty set for indices up to `last`.
    pub(crate) fn up_to(last: usize) -> Self {
        Self {
            words: vec![0; last / 64 + 1],
        }
    }

    pub(crate) fn insert(&mut self, index: usize) {
        self.words[index / 64] |= 1 << (index % 64);
    }

    /// Removes the largest index. Indices inserted later must be smaller.
    pub(crate) fn pop_last(&mut self) -> Option<usize> {
        while let Some(word) = self.words.last_mut() {
            if *word != 0 {
                let bit = word.ilog2();
                *word ^= 1 << bit;
                return Some((self.words.len() - 1) * 64 + bit as usize);
            }
            self.words.pop();
        }
        None
    }
}
