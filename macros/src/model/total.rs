//! Sums of which outputs are functions.

use extremal_symbolic::{Expr, Graph};

/// A number that is affine in markers, and a symbol for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Total {
    pub(crate) symbol: Expr,
    pub(crate) value: Expr,
}

/// The numbers that formulas contain, also within each other, in their order.
pub(crate) fn totals_in(graph: &Graph, totals: &[Total], formulas: &[Expr]) -> Vec<Total> {
    let mut formulas = formulas.to_vec();
    let mut found = Vec::new();
    for total in totals.iter().rev() {
        if graph.any_depends_on(&formulas, &[total.symbol]) {
            formulas.push(total.value);
            found.push(*total);
        }
    }
    found.reverse();
    found
}
