//! Mass matrices, however they are stored.

use core::fmt::Debug;

use extremal_numerics::block::at;
use extremal_numerics::{Block, Scalar, lu};

/// A mass matrix M, n × n and symmetric: all of its entries, or what is not zero of them.
///
/// Every square [`Block`] is one. Systems whose size is known only when the program runs choose a storage that fits their
/// masses.
pub trait Masses<T>: Clone + Debug + PartialEq + 'static {
    /// Whether all n × n entries are stored.
    const IS_WHOLE: bool = false;

    /// All n × n entries one after the other, if they are stored so.
    fn entries(&mut self) -> Option<&mut [T]> {
        None
    }

    /// M(k, k); zero beyond the end.
    fn diagonal(&self, k: usize) -> T;

    /// Calls its argument with row, column and value of each entry that is stored.
    fn each_entry(&self, visit: &mut dyn FnMut(usize, usize, T));

    /// Overwrites `b` by an x with M x = b. Directions without mass get zero; M may be overwritten.
    fn solve_consistent(&mut self, b: &mut [T]);
}

impl<T: Scalar, B: Block<T>> Masses<T> for B {
    const IS_WHOLE: bool = true;

    fn entries(&mut self) -> Option<&mut [T]> {
        Some(self.as_mut_slice())
    }

    fn diagonal(&self, k: usize) -> T {
        let n = B::LEN.isqrt();
        at(self.as_slice(), if k < n { (n + 1) * k } else { B::LEN })
    }

    fn each_entry(&self, visit: &mut dyn FnMut(usize, usize, T)) {
        let n = B::LEN.isqrt().max(1);
        let entries = self.as_slice().iter().enumerate();
        // The order of storage does not matter, because M is symmetric.
        entries.for_each(|(k, &value)| visit(k / n, k % n, value));
    }

    fn solve_consistent(&mut self, b: &mut [T]) {
        // The order of storage does not matter, because M is symmetric.
        lu::solve_consistent(self.as_mut_slice(), b);
    }
}
