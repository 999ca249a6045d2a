//! Forces as functions of differences of coordinates: with d = q₁ − q₀ the force of ½ k d² + ¼ c d⁴ is (k + c d²) d.
//!
//! The algebra multiplies out and collects the slopes over d, which are short where those over q are long.

use extremal_symbolic::{Expr, Graph, Scheduler};

use crate::derive::forms;
use crate::dynamics::Dynamics;
use crate::model::{Model, pairs};

/// Slopes of up to this many terms are multiplied out.
const LONGEST: usize = 60;

/// The cheaper one of a form and of the same with the slopes of V over differences of coordinates.
pub(super) fn cheaper(model: &mut Model, form: Dynamics) -> Dynamics {
    let Some(slopes) = over_differences(&mut model.graph, form.potential, &model.coordinates) else {
        return form;
    };
    let n = model.coordinates.len();
    let other = form.map(|roots| {
        let mut roots = roots.to_vec();
        roots.splice(2 + 2 * n..2 + 3 * n, slopes);
        roots
    });
    let costs = [&form, &other].map(|form| forms::cost(model, form));
    if costs[1] < costs[0] { other } else { form }
}

/// ∂V/∂q, collected over differences of coordinates; `None` if V has none.
fn over_differences(graph: &mut Graph, potential: Expr, q: &[Expr]) -> Option<Vec<Expr>> {
    let differences = differences(graph, potential, q);
    let symbols: Vec<Expr> = differences.iter().map(|_| graph.symbol("d")).collect();
    let reduced = graph.substitute(&[potential], &pairs(&differences, &symbols));
    let slopes = graph.gradient(reduced[0], &[&symbols[..], q].concat());
    let collected: Vec<Expr> = slopes.iter().map(|&slope| collected(graph, slope)).collect();
    if differences.is_empty() || collected == slopes {
        return None;
    }
    let slopes = graph.substitute(&collected, &pairs(&symbols, &differences));
    let by_q = graph.jacobian(&differences, q);
    let (of_differences, direct) = slopes.split_at(differences.len());
    let by_coordinate = direct.iter().enumerate().map(|(k, &direct)| {
        let chained = of_differences.iter().zip(&by_q);
        let mut terms: Vec<Expr> = chained.map(|(&slope, row)| graph.mul(slope, row[k])).collect();
        terms.push(direct);
        graph.sum(&terms)
    });
    Some(by_coordinate.collect())
}

/// Sums with constant slopes, of which something that is not linear is a function.
fn differences(graph: &mut Graph, potential: Expr, q: &[Expr]) -> Vec<Expr> {
    let below = graph.operands_below(&[potential]);
    let degrees = graph.degrees_in(&below, q);
    let is_affine = |e: Expr| below.binary_search(&e).is_ok_and(|at| degrees[at] == Some(1));
    let mut found: Vec<Expr> = Vec::new();
    for &e in below.iter().filter(|&&e| !is_affine(e)) {
        let operands = graph.operands(e).into_iter();
        found.extend(operands.filter(|&x| is_affine(x) && !graph.is_symbol_or_constant(x)));
    }
    found.sort_unstable();
    found.dedup();
    found.retain(|&e| {
        let slopes = graph.gradient(e, q);
        slopes.iter().filter(|&&slope| slope != graph.zero()).count() > 1 && !graph.any_depends_on(&slopes, q)
    });
    found
}

/// Multiplied out, if that takes fewer operations.
fn collected(graph: &mut Graph, slope: Expr) -> Expr {
    let Some(expanded) = graph.expand(&[slope], LONGEST) else {
        return slope;
    };
    let mut cost = |e: Expr| {
        let mut scheduler = Scheduler::new(graph, &[e]);
        let output = scheduler.lower(e);
        scheduler.operations(&[output]).cost()
    };
    if cost(expanded[0]) < cost(slope) {
        expanded[0]
    } else {
        slope
    }
}
