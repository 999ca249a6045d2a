//! The unknowns of the last steps, and where they lead.
//!
//! Knows that steps are equally long, and nothing else of them.

use crate::numbers::{read_block, visit_block};
use crate::{Block, Numbers, Scalar};

/// The unknowns of up to three steps of one length, the newest first, and the guess that follows from them.
///
/// ```text
/// one: x,   two: 2x − x',   three: 3x − 3x' + x''
/// ```
///
/// The guess from three has an error of O(h³), so that on smooth motion one Newton iteration a step
/// suffices. Before the first step there is a seed, from the initial velocity; it serves as a guess
/// and is no part of the extrapolation, because it does not belong to a step.
///
/// ```
/// use extremal::History;
///
/// let mut history = History::new([0.5]);
/// assert_eq!(history.guess::<f64>(), [0.5]);
/// for x in [[1.0], [4.0], [9.0]] {
///     history.push(x);
/// }
/// assert_eq!(history.guess::<f64>(), [16.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct History<U> {
    /// The newest first; those beyond `len` are copies without a meaning, the seed while `len` is zero.
    blocks: [U; 3],
    /// How many steps are known.
    len: u8,
}

impl<U: Copy> History<U> {
    /// A history without steps.
    #[inline]
    pub fn new(seed: U) -> Self {
        Self {
            blocks: [seed; 3],
            len: 0,
        }
    }

    /// Adds the unknown of the step that was made.
    #[inline]
    pub fn push(&mut self, x: U) {
        self.blocks = [x, self.blocks[0], self.blocks[1]];
        self.len = if self.len < 3 { self.len + 1 } else { 3 };
    }

    /// Forgets the steps; the newest unknown stays as a seed.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// The newest unknown, or the seed: the plain guess.
    #[inline]
    pub fn latest(&self) -> U {
        self.blocks[0]
    }

    /// Whether [`guess`](Self::guess) differs from [`latest`](Self::latest).
    #[inline]
    pub fn is_extrapolated(&self) -> bool {
        self.len >= 2
    }

    /// The polynomial through the known steps, evaluated at the next one.
    #[inline]
    pub fn guess<T: Scalar>(&self) -> U
    where
        U: Block<T>,
    {
        let [x0, x1, x2] = self.blocks.each_ref().map(Block::as_slice);
        match self.len {
            0 | 1 => self.blocks[0],
            2 => U::from_fn(|k| x0[k] + (x0[k] - x1[k])),
            _ => U::from_fn(|k| T::from_f64(3.0) * (x0[k] - x1[k]) + x2[k]),
        }
    }
}

/// The blocks, and then how many of them are known.
impl<T: Scalar, U: Block<T>> Numbers<T> for History<U> {
    const COUNT: usize = 3 * U::LEN + 1;

    fn for_each(&self, visit: &mut impl FnMut(T)) {
        self.blocks.iter().for_each(|block| visit_block(block, visit));
        visit(T::from_f64(f64::from(self.len)));
    }

    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        let blocks = [read_block(next)?, read_block(next)?, read_block(next)?];
        let known = next()?.real();
        let len = [1, 2, 3].into_iter().filter(|&len| f64::from(len) <= known).max();
        Ok(Self {
            blocks,
            len: len.unwrap_or(0),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_are_exact_for_polynomials_of_the_degree_that_is_known() {
        let mut history = History::new([7.0, 7.0]);
        history.push([1.0, 1.0]);
        assert_eq!(history.guess::<f64>(), [1.0, 1.0]);
        history.push([2.0, 4.0]);
        assert_eq!(history.guess::<f64>(), [3.0, 7.0]);
        history.push([3.0, 9.0]);
        assert_eq!(history.guess::<f64>(), [4.0, 16.0]);
        history.push([4.0, 16.0]);
        assert_eq!(history.guess::<f64>(), [5.0, 25.0]);
    }

    #[test]
    fn a_cleared_history_starts_from_the_newest() {
        let mut history = History::new([0.0]);
        history.push([1.0]);
        history.push([5.0]);
        history.clear();
        assert_eq!(
            (history.guess::<f64>(), history.is_extrapolated()),
            ([5.0], false)
        );
    }
}
