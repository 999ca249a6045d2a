//! A set of indices that is emptied from its end: a search through a graph whose edges all lead down.
//! It knows nothing of expressions.

/// One bit an index; 64 that are missing are passed over at once, since few of many are wanted at a time.
#[derive(Debug)]
pub(crate) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// None of the indices up to `last`.
    pub(crate) fn up_to(last: usize) -> Self {
        Self {
            words: vec![0; last / 64 + 1],
        }
    }

    pub(crate) fn insert(&mut self, index: usize) {
        self.words[index / 64] |= 1 << (index % 64);
    }

    /// Takes out the largest index. What is inserted later must be smaller.
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
