//! What rounding inside of terms adds to the row scales, with which later iterations of Newton's method are judged.
//!
//! The sizes of the terms of a row do not show what cancels inside a term: k (|d| - l) has the rounding of k l, and vanishes at
//! d = l. It refuses to know what the equations mean.

use extremal_symbolic::{Expr, Graph, attempt};

use crate::derive::kernel::Kernel;

/// The operations that the bounds may cost to find, for each operand of the rows.
const EACH: u64 = 64;

/// What roundings inside of the terms of `rows` add to the scale of each row, the sum of the sizes of its terms. Unknowns `x`
/// have a rounding of their own, all else is exact. Nothing is added to those of the last rows, constraints, which have it.
///
/// `None` where that is nothing, or takes too much work: then the scale has to do.
pub(crate) fn of(graph: &mut Graph, rows: &[Expr], constraints: usize, x: &[Expr]) -> Option<Vec<Expr>> {
    let zero = graph.zero();
    let (balances, constraints) = rows.split_at(rows.len().saturating_sub(constraints));
    if !graph.cancels_inside(balances, x) {
        return None;
    }
    attempt(graph, balances, EACH, |graph| {
        let mut errors = graph.roundings(balances, x);
        errors.extend(constraints.iter().map(|_| zero));
        errors.iter().any(|&error| error != zero).then_some(errors)
    })
}

/// Whether a kernel calls functions with no more derivatives than another one, so that it asks nothing of them.
pub(crate) fn calls_no_more(kernel: &Kernel, other: &Kernel) -> bool {
    let known = other.called();
    kernel.called().iter().all(|&(function, order, _)| {
        let mut known = known.iter();
        known.any(|&(other, most, _)| other == function && order <= most)
    })
}
