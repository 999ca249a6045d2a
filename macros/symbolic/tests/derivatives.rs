//! Values, gradients and Hessians of random formulas against dual numbers over trees; schedules against both.

mod support;

use extremal_symbolic::{Expr, Graph, Scheduler};
use num_dual::{Dual64, HyperDual64};
use proptest::prelude::*;
use support::{SYMBOLS, Tree, formulas};

/// Values beyond this say nothing: cancellation would need a tolerance without meaning.
const LARGEST: f64 = 1e6;

/// Relative to the largest intermediate value, squared for derivatives of sums of products: a few hundred operations of
/// 1e-16 each, and derivatives of roots and quotients near their singularities.
const TOLERANCE: f64 = 1e-8;

fn close(found: f64, expected: f64, scale: f64) -> bool {
    (found - expected).abs() <= TOLERANCE * scale.max(1.0)
}

/// A graph with the symbols, and one formula in it.
fn lowered(tree: &Tree) -> (Graph, Vec<Expr>, Expr) {
    let mut graph = Graph::new();
    let symbols: Vec<Expr> = (0..SYMBOLS).map(|at| graph.symbol(&format!("x{at}"))).collect();
    let e = tree.lower(&mut graph, &symbols);
    (graph, symbols, e)
}

fn point() -> impl Strategy<Value = [f64; SYMBOLS]> {
    [0.1..2.0_f64, -2.0..2.0_f64, -1.0..1.0_f64]
}

/// Where a gradient is large or not defined, so is the effect of rounding on the value: acos(x/x).
fn is_tame(tree: &Tree, x: [f64; SYMBOLS]) -> bool {
    (0..SYMBOLS).all(|at| {
        let mut seeded = x.map(Dual64::from);
        seeded[at].eps = 1.0;
        tree.value(&seeded, &mut 0.0).eps.abs() < LARGEST
    })
}

/// The Hessian by hyper-dual numbers, and the largest number met on the way to it.
fn hessian(tree: &Tree, x: [f64; SYMBOLS]) -> ([[f64; SYMBOLS]; SYMBOLS], f64) {
    let mut scale = 0.0_f64;
    let entry = |i: usize, j: usize, scale: &mut f64| {
        let mut at = x.map(HyperDual64::from);
        at[i].eps1 = 1.0;
        at[j].eps2 = 1.0;
        let value = tree.value(&at, scale);
        *scale = [value.eps1, value.eps2, value.eps1eps2]
            .into_iter()
            .fold(*scale, |a, b| a.max(b.abs()));
        value.eps1eps2
    };
    let hessian = std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j, &mut scale)));
    (hessian, scale)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn a_value_is_the_value_of_the_tree(tree in formulas(), x in point()) {
        let (graph, symbols, e) = lowered(&tree);
        let mut scale = 0.0;
        let expected = tree.value(&x, &mut scale);
        prop_assume!(expected.is_finite() && scale < LARGEST);
        prop_assume!(is_tame(&tree, x));
        let values: Vec<_> = symbols.into_iter().zip(x).collect();
        let found = graph.evaluate(&[e], &values)[0];
        prop_assert!(close(found, expected, scale * scale), "{found} {expected} {}", graph.display(e));
    }

    #[test]
    fn a_gradient_is_that_of_dual_numbers(tree in formulas(), x in point()) {
        let (mut graph, symbols, e) = lowered(&tree);
        let gradient = graph.gradient(e, &symbols);
        let forward = graph.jacobian(&[e], &symbols).concat();
        let values: Vec<_> = symbols.iter().copied().zip(x).collect();
        let (reverse, forward) = (graph.evaluate(&gradient, &values), graph.evaluate(&forward, &values));
        for at in 0..SYMBOLS {
            let mut seeded = x.map(Dual64::from);
            seeded[at].eps = 1.0;
            let mut scale = 0.0;
            let expected = tree.value(&seeded, &mut scale);
            prop_assume!(expected.eps.is_finite() && expected.re.is_finite());
            let scale = scale.max(expected.eps.abs());
            prop_assume!(scale < LARGEST);
            prop_assert!(close(forward[at], expected.eps, scale * scale), "{} {}", forward[at], expected.eps);
            prop_assert!(close(reverse[at], expected.eps, scale * scale), "{} {}", reverse[at], expected.eps);
        }
    }

    #[test]
    fn a_hessian_is_that_of_hyper_dual_numbers(tree in formulas(), x in point()) {
        let (mut graph, symbols, e) = lowered(&tree);
        let found = graph.hessian(e, &symbols).concat();
        let values: Vec<_> = symbols.iter().copied().zip(x).collect();
        let found = graph.evaluate(&found, &values);
        let (expected, scale) = hessian(&tree, x);
        prop_assume!(expected.iter().flatten().all(|entry| entry.is_finite()) && scale < LARGEST);
        for (found, expected) in found.into_iter().zip(expected.concat()) {
            prop_assert!(close(found, expected, scale * scale), "{found} {expected}");
        }
    }

    #[test]
    fn a_schedule_computes_what_the_expressions_are(trees in prop::collection::vec(formulas(), 1..4), x in point()) {
        let mut graph = Graph::new();
        let symbols: Vec<Expr> = (0..SYMBOLS).map(|at| graph.symbol(&format!("x{at}"))).collect();
        let mut roots: Vec<Expr> = trees.iter().map(|tree| tree.lower(&mut graph, &symbols)).collect();
        for root in roots.clone() {
            roots.extend(graph.gradient(root, &symbols));
        }
        let values: Vec<_> = symbols.iter().copied().zip(x).collect();
        let expected = graph.evaluate(&roots, &values);
        let mut scheduler = Scheduler::new(&mut graph, &roots);
        let outputs = scheduler.lower_all(&roots);
        let program = scheduler.finish(&outputs);
        let found = program.evaluate(&values);
        let mut scale = 0.0;
        trees.iter().for_each(|tree| { tree.value(&x, &mut scale); });
        prop_assume!(scale < LARGEST);
        prop_assume!(trees.iter().all(|tree| is_tame(tree, x)));
        prop_assume!(expected.iter().all(|value| value.abs() < LARGEST));
        for (found, expected) in found.into_iter().zip(expected) {
            let scale = scale.max(expected.abs());
            prop_assert!(close(found, expected, scale * scale), "{found} {expected}");
        }
    }

    #[test]
    fn the_same_formula_gives_the_same_program(tree in formulas()) {
        let text = || {
            let (mut graph, symbols, e) = lowered(&tree);
            let mut roots = graph.hessian(e, &symbols).concat();
            roots.push(e);
            let mut scheduler = Scheduler::new(&mut graph, &roots);
            let outputs = scheduler.lower_all(&roots);
            format!("{:?}", scheduler.finish(&outputs))
        };
        prop_assert_eq!(text(), text());
    }
}
