//! Values, gradients and Hessians of random formulas against dual numbers over trees; schedules against both.

mod support;
#[path = "support/values.rs"]
mod values;

use extremal_symbolic::{Expr, Graph, Scheduler};
use num_dual::{Dual64, HyperDual64};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use support::{SYMBOLS, Tree, formulas};
use values::Route;

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

/// Whether noise of 1e-13 on every number on the way leaves the Hessian, and all below it, as it is: not so for acos(x/x),
/// nor at a jump.
fn is_tame(tree: &Tree, x: [f64; SYMBOLS]) -> bool {
    let (exact, scale) = hessian(tree, x, 0.0);
    let noisy = [1e-13, -1e-13].map(|noise| hessian(tree, x, noise));
    scale < LARGEST
        && noisy.iter().all(|(noisy, _)| {
            let pairs = noisy.iter().flatten().zip(exact.iter().flatten());
            pairs
                .into_iter()
                .all(|(noisy, exact)| close(*noisy, *exact, scale * scale))
        })
}

/// Value, first and second derivatives by hyper-dual numbers, and the largest number met on the way to them.
fn hessian(tree: &Tree, x: [f64; SYMBOLS], noise: f64) -> ([[f64; 4]; SYMBOLS * SYMBOLS], f64) {
    let mut route = Route::noisy(noise);
    let mut largest = 0.0_f64;
    let hessian = std::array::from_fn(|at| {
        let mut seeded = x.map(HyperDual64::from);
        seeded[at / SYMBOLS].eps1 = 1.0;
        seeded[at % SYMBOLS].eps2 = 1.0;
        let value = tree.value(&seeded, &mut route);
        let parts = [value.re, value.eps1, value.eps2, value.eps1eps2];
        let size = |part: &f64| if part.is_nan() { f64::INFINITY } else { part.abs() };
        largest = parts.iter().map(size).fold(largest, f64::max);
        parts
    });
    (hessian, largest.max(route.largest))
}

proptest! {
    // A fixed seed: CI decides the same every time.
    #![proptest_config(ProptestConfig { cases: 4_000, rng_seed: RngSeed::Fixed(1), max_global_rejects: 1_000_000, ..ProptestConfig::default() })]

    #[test]
    fn a_value_is_the_value_of_the_tree(tree in formulas(), x in point()) {
        let (graph, symbols, e) = lowered(&tree);
        prop_assume!(is_tame(&tree, x));
        let mut route = Route::default();
        let expected = tree.value(&x, &mut route);
        let scale = route.largest;
        let values: Vec<_> = symbols.into_iter().zip(x).collect();
        let found = graph.evaluate(&[e], &values)[0];
        prop_assert!(close(found, expected, scale * scale), "{found} {expected} {}", graph.display(e));
    }

    #[test]
    fn other_forms_have_the_same_value(tree in formulas(), x in point()) {
        prop_assume!(is_tame(&tree, x));
        let (mut graph, symbols, e) = lowered(&tree);
        let mut route = Route::default();
        let expected = tree.value(&x, &mut route);
        let mut forms = graph.expand_angles(&[e], &symbols);
        forms.extend(graph.expand(&[e], 50).unwrap_or_default());
        let values: Vec<_> = symbols.into_iter().zip(x).collect();
        for found in graph.evaluate(&forms, &values) {
            // Multiplied out, the terms of a power of a sum are larger than the power.
            let scale = route.largest.powi(4).max(1.0);
            prop_assert!(close(found, expected, scale), "{found} {expected} {}", graph.display(e));
        }
    }

    #[test]
    fn a_gradient_is_that_of_dual_numbers(tree in formulas(), x in point()) {
        prop_assume!(is_tame(&tree, x));
        let (mut graph, symbols, e) = lowered(&tree);
        let gradient = graph.gradient(e, &symbols);
        let forward = graph.jacobian(&[e], &symbols).concat();
        let values: Vec<_> = symbols.iter().copied().zip(x).collect();
        let (reverse, forward) = (graph.evaluate(&gradient, &values), graph.evaluate(&forward, &values));
        for at in 0..SYMBOLS {
            let mut seeded = x.map(Dual64::from);
            seeded[at].eps = 1.0;
            let mut route = Route::default();
            let expected = tree.value(&seeded, &mut route);
            let scale = route.largest.max(expected.eps.abs());
            prop_assert!(close(forward[at], expected.eps, scale * scale), "{} {}", forward[at], expected.eps);
            prop_assert!(close(reverse[at], expected.eps, scale * scale), "{} {}", reverse[at], expected.eps);
        }
    }

    #[test]
    fn a_hessian_is_that_of_hyper_dual_numbers(tree in formulas(), x in point()) {
        prop_assume!(is_tame(&tree, x));
        let (mut graph, symbols, e) = lowered(&tree);
        let found = graph.hessian(e, &symbols).concat();
        let values: Vec<_> = symbols.iter().copied().zip(x).collect();
        let found = graph.evaluate(&found, &values);
        let (expected, scale) = hessian(&tree, x, 0.0);
        for (found, [_, _, _, expected]) in found.into_iter().zip(expected) {
            prop_assert!(close(found, expected, scale * scale), "{found} {expected}");
        }
    }

    #[test]
    fn a_schedule_computes_what_the_expressions_are(trees in prop::collection::vec(formulas(), 1..4), x in point()) {
        prop_assume!(trees.iter().all(|tree| is_tame(tree, x)));
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
        let mut route = Route::default();
        trees.iter().for_each(|tree| { tree.value(&x, &mut route); });
        let scale = route.largest;
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
