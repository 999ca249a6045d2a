//! Differences without cancellation, of random formulas: against arithmetic of 1152 bits, for steps from 1 down to 1e-300, and 0.

mod big;
mod edges;
mod gradients;
#[path = "../support/mod.rs"]
mod support;
mod terms;

use std::cell::RefCell;

use extremal_symbolic::{Differences, Expr, Function, Graph, Scheduler};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use support::{SYMBOLS, Tree, formulas};

use crate::big::Big;
use crate::terms::{Way, way};

/// Roundings of each operation on the longest way through a formula, of terms as they stand beside each other.
const ROUNDINGS: f64 = 8.0;

/// What is below the smallest normal number is lost, whatever the terms; a few of them, enlarged on the way.
const LOST: f64 = 1e-315;

/// A formula and its difference.
struct Difference {
    graph: Graph,
    inputs: Vec<Expr>,
    by: Expr,
}

impl Difference {
    fn of(tree: &Tree) -> Self {
        let mut graph = Graph::new();
        let mut symbols = |letter: &str| -> Vec<Expr> {
            let names = (0..SYMBOLS).map(|at| format!("{letter}{at}"));
            names.map(|name| graph.symbol(&name)).collect()
        };
        let [x, y, w] = ["x", "y", "w"].map(&mut symbols);
        let f = tree.lower(&mut graph, &x);
        let steps: Vec<_> = (0..SYMBOLS).map(|at| (x[at], y[at], w[at])).collect();
        let by = Differences::new(&steps).of(&mut graph, f);
        Self {
            graph,
            inputs: [x, y, w].concat(),
            by,
        }
    }

    fn values(&self, x: [f64; SYMBOLS], w: [f64; SYMBOLS]) -> Vec<(Expr, f64)> {
        let y = std::array::from_fn::<f64, SYMBOLS, _>(|at| x[at] + w[at]);
        self.inputs.iter().copied().zip([x, y, w].concat()).collect()
    }

    /// Between x and x + w.
    fn at(&self, x: [f64; SYMBOLS], w: [f64; SYMBOLS]) -> f64 {
        self.graph.evaluate(&[self.by], &self.values(x, w))[0]
    }

    /// The same by the program that is made of it.
    fn by_program(&mut self, x: [f64; SYMBOLS], w: [f64; SYMBOLS]) -> f64 {
        let values = self.values(x, w);
        let mut scheduler = Scheduler::new(&mut self.graph, &[self.by]);
        let outputs = scheduler.lower_all(&[self.by]);
        scheduler.finish(&outputs).evaluate(&values)[0]
    }
}

/// The error in units of ε times the terms, by depth; nothing where the formula is not regular on its way.
fn error(found: f64, way: &Way) -> f64 {
    let exact = Big::sub(&way.to, &way.from);
    let wrong = Big::to_f64(&Big::sub(&exact, &Big::of(found))).abs();
    (wrong - LOST).max(0.0) / (f64::from(way.depth) * f64::EPSILON * way.terms + f64::MIN_POSITIVE)
}

fn point() -> impl Strategy<Value = [f64; SYMBOLS]> {
    [0.1..2.0_f64, -2.0..2.0_f64, -1.0..1.0_f64]
}

fn direction() -> impl Strategy<Value = [f64; SYMBOLS]> {
    [-1.0..1.0_f64, -1.0..1.0_f64, -1.0..1.0_f64]
}

const STEPS: [f64; 9] = [1.0, 1e-1, 1e-3, 1e-8, 1e-15, 1e-17, 1e-100, 1e-300, 0.0];

/// What was looked at, and the largest error of it.
#[derive(Default)]
struct Seen {
    ways: usize,
    largest: f64,
}

fn check(tree: &Tree, x: [f64; SYMBOLS], n: [f64; SYMBOLS], seen: &mut Seen) -> Result<(), TestCaseError> {
    let (mut big, mut difference) = (Big::new(), Difference::of(tree));
    for step in STEPS {
        let w = n.map(|n| step * n);
        let ways: Vec<Way> = x.into_iter().zip(w).map(|(x, w)| Way::new(x, w)).collect();
        let Some(way) = way(tree, &ways, &mut big) else {
            continue;
        };
        for found in [difference.at(x, w), difference.by_program(x, w)] {
            let error = error(found, &way);
            seen.ways += 1;
            seen.largest = seen.largest.max(error);
            prop_assert!(
                error <= ROUNDINGS,
                "{error} {found:e} {:e} at {step:e}: {}",
                way.terms,
                difference.graph.display(difference.by)
            );
        }
    }
    Ok(())
}

#[test]
fn a_difference_has_the_error_of_its_terms() {
    let config = ProptestConfig {
        cases: 2_000,
        // A fixed seed: CI decides the same every time.
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    };
    let seen = RefCell::new(Seen::default());
    let result = TestRunner::new(config).run(&(formulas(), point(), direction()), |(tree, x, n)| {
        check(&tree, x, n, &mut seen.borrow_mut())
    });
    let Seen { ways, largest } = seen.into_inner();
    println!("{ways} differences, at most {largest:.2} roundings");
    assert!(result.is_ok(), "{result:?}");
    // Most formulas are regular somewhere, and the judgement is not far from what there is.
    assert!(ways > 10_000 && largest > 0.3, "{ways} {largest}");
}

/// The same judgement of a difference that is formed by subtraction.
#[test]
fn subtraction_would_not_do() {
    let tree = Tree::Unary(Function::Sin, Box::new(Tree::Symbol(0)));
    for step in [1e-6, 1e-8, 1e-15] {
        let ways = [0.7, 0.0, 0.0].map(|x| Way::new(x, step));
        let way = way(&tree, &ways, &mut Big::new()).expect("a regular formula");
        let subtracted = (0.7_f64 + step).sin() - 0.7_f64.sin();
        let error = error(subtracted, &way);
        assert!(error > 50.0 * ROUNDINGS, "{error} at {step}");
    }
}
