//! Branches that a reverse sweep goes through: those of many choices within each other, where no derivative is singular.
//!
//! The gradient of a branch is a row with a number for each symbol below it. Rows of n choices within each other have n²
//! numbers, and one sweep through all of them has n.

use super::branches_of;
use crate::expr::{Expr, Function, Function2, Node};
use crate::graph::Graph;
use crate::hash::{Map, Set};

/// Choices are nested up to this depth where each branch has a row of its own. Such rows are short, and a factor of a
/// branch stays inside that branch.
const ROWS: usize = 4;

/// The highest degree of a branch. The derivative of a branch that is not taken is multiplied by zero, so that it has to be
/// finite: products of up to four numbers of a motion are.
const DEGREE: u32 = 4;

/// The choices below some expression that are gone through.
pub(super) fn choices(graph: &Graph, f: Expr) -> Set<Expr> {
    let mut degrees: Map<Expr, u32> = Map::default();
    let mut depths: Map<Expr, usize> = Map::default();
    let mut deep = Set::default();
    for e in graph.reachable(&[f]) {
        if let Some(degree) = degree(graph, &degrees, e) {
            degrees.insert(e, degree);
        }
        let mut depth = 0;
        graph.for_operands(e, |x| {
            depth = depth.max(depths.get(&x).copied().unwrap_or_default());
        });
        if branches_of(graph, e).is_some() {
            depth += 1;
            if depth > ROWS && degrees.contains_key(&e) {
                deep.insert(e);
            }
        }
        if depth > 0 {
            depths.insert(e, depth);
        }
    }
    deep
}

/// The degree of an expression in its symbols, sines and cosines as constants; `None` if it is no polynomial, or above
/// [`DEGREE`].
fn degree(graph: &Graph, known: &Map<Expr, u32>, e: Expr) -> Option<u32> {
    let of = |x: Expr| known.get(&x).copied();
    let largest = |list: &[Expr]| list.iter().try_fold(0, |most, &x| Some(of(x)?.max(most)));
    let degree = match graph.node(e) {
        Node::Constant(_) => 0,
        Node::Symbol(_) => 1,
        Node::Scale(_, x) => of(*x)?,
        Node::Sum(terms) => largest(&terms.iter().map(|&(_, x)| x).collect::<Vec<_>>())?,
        Node::Product(list) => list.iter().try_fold(0_u32, |sum, &(x, n)| {
            sum.checked_add(of(x)?.checked_mul(u32::try_from(n).ok()?)?)
        })?,
        Node::Unary(Function::Sin | Function::Cos, x) => of(*x).map(|_| 0)?,
        Node::Binary(Function2::Min | Function2::Max, x, y) => largest(&[*x, *y])?,
        Node::Select(_, [_, _, then, otherwise]) => largest(&[*then, *otherwise])?,
        Node::Root(..) | Node::Unary(..) | Node::Binary(..) | Node::Call(_) => return None,
    };
    (degree <= DEGREE).then_some(degree)
}

#[cfg(test)]
mod tests {
    use crate::expr::{Expr, Function, Function2, Relation};
    use crate::graph::Graph;

    const N: usize = 64;

    fn symbols(graph: &mut Graph) -> Vec<Expr> {
        (0..N).map(|k| graph.symbol(&format!("q{k}"))).collect()
    }

    /// max(s, q) + min(s, q) is s + q.
    #[test]
    fn a_gradient_through_many_choices_has_as_many_operations() {
        let graph = &mut Graph::new();
        let q = symbols(graph);
        let s = q.iter().skip(1).fold(q[0], |s, &q| {
            let [max, min] = [Function2::Max, Function2::Min].map(|f| graph.apply2(f, s, q));
            graph.add(max, min)
        });
        let value = graph.reachable(&[s]).len();
        let gradient = graph.gradient(s, &q);
        // Two choices for each of both operands, and their sums; and the rows of the innermost.
        let of_gradient = graph.reachable(&gradient).len();
        assert!(of_gradient < value + 7 * N, "{of_gradient} beside {value}");
        let at: Vec<(Expr, f64)> = (0..)
            .map(|k| f64::from(k * 37 % 64) - 20.5)
            .zip(&q)
            .map(|(x, &q)| (q, x))
            .collect();
        assert_eq!(graph.evaluate(&gradient, &at), [1.0; N]);
    }

    /// A branch that is not taken may be singular, and has no part in the gradient.
    #[test]
    fn a_singular_branch_that_is_not_taken_adds_nothing() {
        let graph = &mut Graph::new();
        let q = symbols(graph);
        let zero = graph.zero();
        let s = q.iter().fold(zero, |s, &q| {
            let log = graph.apply(Function::Ln, q);
            let more = graph.add(s, log);
            graph.select(Relation::Less, zero, q, more, s)
        });
        let gradient = graph.gradient(s, &q);
        let x = |k: usize| {
            if k.is_multiple_of(2) {
                -1.0 - k as f64
            } else {
                2.0 + k as f64
            }
        };
        let at: Vec<(Expr, f64)> = q.iter().enumerate().map(|(k, &q)| (q, x(k))).collect();
        let found = graph.evaluate(&gradient, &at);
        for (k, found) in found.into_iter().enumerate() {
            let expected = if k.is_multiple_of(2) { 0.0 } else { 1.0 / x(k) };
            assert!((found - expected).abs() < 1e-15, "{k}: {found}");
        }
    }

    /// Sines, products and choices within each other, with choices among the factors as well: as by rows.
    #[test]
    fn the_sweep_finds_what_differences_find() {
        let graph = &mut Graph::new();
        let q: Vec<Expr> = symbols(graph).into_iter().take(12).collect();
        let s = q.iter().enumerate().fold(q[0], |s, (k, &x)| {
            let wave = graph.apply(Function::Sin, s);
            let product = graph.mul(x, q[(k + 5) % 12]);
            let chosen = graph.select(Relation::Less, x, s, product, wave);
            let least = graph.apply2(Function2::Min, chosen, x);
            graph.add(least, wave)
        });
        assert!(!super::choices(graph, s).is_empty());
        let gradient = graph.gradient(s, &q);
        let x: Vec<f64> = (0..12).map(|k| (f64::from(k) * 1.7).sin()).collect();
        let at = |moved: usize, by: f64| -> Vec<(Expr, f64)> {
            let moved = |k: usize| if k == moved { x[k] + by } else { x[k] };
            q.iter().enumerate().map(|(k, &q)| (q, moved(k))).collect()
        };
        let found = graph.evaluate(&gradient, &at(0, 0.0));
        for (k, found) in found.into_iter().enumerate() {
            let h = 1e-6;
            let [after, before] = [h, -h].map(|by| graph.evaluate(&[s], &at(k, by))[0]);
            // h² and rounding over h are both below 1e-9.
            assert!(
                (found - (after - before) / (2.0 * h)).abs() < 1e-8,
                "{k}: {found}"
            );
        }
    }
}
