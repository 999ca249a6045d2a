//! The unknowns inside elements, from the nodes where they begin.
//!
//! Knows no conditions. A guess by steps, or by states of a motion, is a motion only if the insides of elements are those of
//! this motion, too; else the first correction of the nodes is one of another motion.

use std::vec::Vec;

use super::iterate::Iterate;
use super::newton::last;
use super::problem::Problem;
use crate::Discretize;
use crate::drive::{ElementRows, Elementwise};
use extremal_numerics::block::{at, rows};

/// Newton's method squares a relative error: eight corrections do for every element that a step can solve.
const MOST_CORRECTIONS: usize = 8;

/// Solves each element for its own unknowns, from its node alone. They stay as they are where that does not bring the element
/// nearer to its equations.
pub(super) fn settle<S, D>(of: &Problem<'_, S, D>, all: &mut Iterate<S::Scalar>)
where
    S: Discretize<D>,
    S::Driver: Elementwise<S::System, D>,
{
    let mut element = ElementRows::new(of.sizes);
    let mut nearest = Vec::with_capacity(of.sizes.unknowns);
    for k in 0..of.elements() {
        settle_one(of, all, k, (&mut element, &mut nearest));
    }
}

fn settle_one<S, D>(
    of: &Problem<'_, S, D>,
    all: &mut Iterate<S::Scalar>,
    k: usize,
    (element, nearest): (&mut ElementRows<S::Scalar>, &mut Vec<S::Scalar>),
) where
    S: Discretize<D>,
    S::Driver: Elementwise<S::System, D>,
{
    let (node, count) = (of.sizes.node, of.sizes.unknowns);
    let mut before = f64::INFINITY;
    nearest.clear();
    nearest.extend_from_slice(all.unknowns(k, count));
    for _ in 0..MOST_CORRECTIONS {
        let is_linearized = of.linearize(k, all, element).is_ok();
        let x = all.x.get_mut(k * count..(k + 1) * count).unwrap_or_default();
        if !is_linearized || element.residual.is_nan() || element.residual >= before {
            x.copy_from_slice(nearest);
            return;
        }
        before = element.residual;
        nearest.copy_from_slice(x);
        for (x, row) in x.iter_mut().zip(rows(&element.unknowns, node + 2)) {
            *x = *x - at(row, node);
        }
        if before <= last::<S::Scalar>() {
            // The error is its square now.
            return;
        }
    }
}
