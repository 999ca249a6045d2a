//! What is known of the equations of one summand before those of all others are.

use extremal_symbolic::{Expr, Graph};

use crate::derive::family::equations::PartEquations;
use crate::derive::family::step::Tangent;

#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    pub(super) tangent: Tangent,
    pub(super) has_offsets: bool,
    pub(super) is_coupled: bool,
    pub(super) has_ends: bool,
    pub(super) multipliers: usize,
}

impl Facts {
    pub(super) fn of(graph: &mut Graph, equations: &PartEquations, inputs: &[Expr]) -> Self {
        let (x, zero, known) = (equations.all_unknowns(), graph.zero(), &equations.known);
        let start = [&known.coordinates[..], &known.momenta, &known.velocities, inputs].concat();
        let entries = equations.by_unknowns[..equations.rows.len()].concat();
        let degrees = graph.degrees_in(&equations.rows, &x);
        let is_affine = degrees
            .into_iter()
            .all(|degree| degree.is_some_and(|degree| degree < 2));
        let tangent = if !is_affine || graph.any_depends_on(&entries, &x) {
            Tangent::Unknowns
        } else if graph.any_depends_on(&entries, &[&start[..], &[known.time]].concat()) {
            Tangent::Start
        } else {
            Tangent::Constant
        };
        let is_coupled = (0..entries.len()).any(|k| k / x.len() != k % x.len() && entries[k] != zero);
        Self {
            has_offsets: tangent != Tangent::Constant || has_offsets(graph, &equations.rows, &x, &entries),
            tangent,
            is_coupled,
            has_ends: equations.momenta.iter().any(|&p| p != zero),
            multipliers: equations.per_constraint,
        }
    }
}

/// Whether affine rows differ from the products of their tangent with x.
fn has_offsets(graph: &mut Graph, rows: &[Expr], x: &[Expr], entries: &[Expr]) -> bool {
    let zero = graph.zero();
    rows.iter()
        .zip(entries.chunks(x.len().max(1)))
        .any(|(&row, slopes)| {
            let products: Vec<Expr> = slopes
                .iter()
                .zip(x)
                .map(|(&slope, &x)| graph.mul(slope, x))
                .collect();
            let linear = graph.sum(&products);
            let offset = graph.sub(row, linear);
            offset != zero && !graph.is_same(row, linear)
        })
}
