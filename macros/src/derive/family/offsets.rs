//! What rows are where all unknowns are zero, for linear equations.
//!
//! A quadrature of a quadratic energy has as many terms as points; multiplied out, each number at the start of a step has one
//! factor, which is computed once for all items. Differences of coordinates stay differences: numbers far from zero whose
//! differences are small lose no digits.

use extremal_symbolic::{Expr, Graph, Scheduler};

use crate::derive::family::equations::PartEquations;
use crate::model::without;

/// The rows without unknowns, in the form with the fewest operations. What does not depend on the `varying` symbols is the same
/// for all items; `None` if everything is computed for each.
pub(super) fn of(
    graph: &mut Graph,
    equations: &PartEquations,
    inputs: &[Expr],
    varying: Option<&[Expr]>,
) -> Vec<Expr> {
    let known = &equations.known;
    let rows = without(graph, &equations.rows, &equations.all_unknowns());
    let groups = [&known.coordinates[..], &known.velocities, inputs];
    let Some(collected) = collected(graph, &rows, groups) else {
        return rows;
    };
    let [typed, factored] = [&rows, &collected].map(|rows| cost(graph, rows, varying));
    if factored < typed { collected } else { rows }
}

/// Sums of products with slopes; `None` if some row is not affine.
fn collected(graph: &mut Graph, rows: &[Expr], groups: [&[Expr]; 3]) -> Option<Vec<Expr>> {
    let all = groups.concat();
    let degrees = graph.degrees_in(rows, &all);
    if !degrees
        .into_iter()
        .all(|degree| degree.is_some_and(|degree| degree < 2))
    {
        return None;
    }
    let constants = without(graph, rows, &all);
    let rows = rows.iter().zip(constants).map(|(&row, constant)| {
        let mut terms = vec![constant];
        for group in groups {
            let slopes = graph.gradient(row, group);
            if graph.any_depends_on(&slopes, &all) {
                return None;
            }
            terms.extend(products(graph, &slopes, group));
        }
        Some(graph.sum(&terms))
    });
    rows.collect()
}

/// Σ c z, over differences of numbers where slopes cancel each other.
fn products(graph: &mut Graph, slopes: &[Expr], symbols: &[Expr]) -> Vec<Expr> {
    let zero = graph.zero();
    let pairs = slopes.iter().copied().zip(symbols.iter().copied());
    let mut left: Vec<(Expr, Expr)> = pairs.filter(|(slope, _)| *slope != zero).collect();
    let (mut terms, mut single) = (Vec::new(), Vec::new());
    while let Some((slope, symbol)) = left.pop() {
        let opposite = graph.neg(slope);
        match (0..left.len()).find(|&at| graph.is_same(left[at].0, opposite)) {
            Some(at) => terms.push((slope, graph.sub(symbol, left.remove(at).1))),
            None => single.push((slope, symbol)),
        }
    }
    let slopes: Vec<Expr> = single.iter().map(|(slope, _)| *slope).collect();
    let sum = graph.sum(&slopes);
    match single[..] {
        [(_, first), ref others @ ..] if others.len() > 1 && graph.is_same(sum, zero) => {
            let differences = others
                .iter()
                .map(|&(slope, symbol)| (slope, graph.sub(symbol, first)));
            terms.extend(differences);
        }
        _ => terms.extend(single),
    }
    terms
        .into_iter()
        .map(|(slope, number)| graph.mul(slope, number))
        .collect()
}

fn cost(graph: &mut Graph, rows: &[Expr], varying: Option<&[Expr]>) -> usize {
    let rows = match varying {
        Some(varying) => graph.hoist(rows, varying, None, &|k| format!("k[{k}]")).roots,
        None => rows.to_vec(),
    };
    let mut scheduler = Scheduler::new(graph, &rows);
    let outputs = scheduler.lower_all(&rows);
    scheduler.finish(&outputs).operations().cost()
}
