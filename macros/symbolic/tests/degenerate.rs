//! Random and degenerate expressions through every pass of the algebra: no panic, an end in time, and the same values
//! as a direct evaluation where these are finite.
//!
//! `FUZZ_CASES=1000000 cargo test -p extremal-symbolic --test degenerate -- --nocapture` runs more of them.

mod support;
#[path = "support/values.rs"]
mod values;

use std::time::{Duration, Instant};

use extremal_symbolic::{Expr, Function, Function2, Graph, Pivots, Rational, Relation, Scheduler};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use support::{SYMBOLS, Tree, formulas};
use values::Route;

/// Without optimisation, on a busy machine.
const LIMIT: Duration = Duration::from_secs(60);

fn symbols(graph: &mut Graph) -> Vec<Expr> {
    (0..SYMBOLS).map(|k| graph.symbol(&format!("x{k}"))).collect()
}

/// All passes over an expression; the program of what comes out.
fn through_all_passes(graph: &mut Graph, e: Expr, x: &[Expr]) -> usize {
    let gradient = graph.gradient(e, x);
    let tangent = graph.jacobian(&gradient, x);
    let expanded = graph.expand(&gradient, 60).unwrap_or_default();
    let single = graph.expand_angles(&gradient, x);
    let moved: Vec<(Expr, Expr)> = x.iter().map(|&x| (x, e)).collect();
    let moved = graph.substitute(&gradient, &moved[..1]);
    let rate = graph.time_derivative(e, &[(x[0], x[1]), (x[1], e)]);
    assert_eq!(graph.degrees_in(&gradient, x).len(), gradient.len());
    let free = graph.largest_free_of(&gradient, &x[..1]);
    assert!(!graph.any_depends_on(&free, &x[..1]));
    let roots = [
        gradient.clone(),
        tangent.concat(),
        expanded,
        single,
        moved,
        vec![rate],
    ]
    .concat();
    let mut scheduler = Scheduler::new(graph, &roots);
    let mut outputs = scheduler.lower_all(&roots);
    if let Some(solved) = scheduler.eliminate(&tangent, &gradient, Pivots::Compared) {
        outputs.extend(solved.solution);
        outputs.extend(solved.growth);
        outputs.extend(solved.factors);
    }
    let program = scheduler.finish(&outputs);
    let values: Vec<(Expr, f64)> = x.iter().map(|&x| (x, 0.7)).collect();
    program.evaluate(&values).len()
}

/// Where noise does not change it, the value of the tree is that of the expression.
fn has_its_value(graph: &mut Graph, tree: &Tree, e: Expr, x: &[Expr]) {
    let at = [0.6, -1.1, 0.3];
    let mut route = Route::default();
    let exact: f64 = tree.value(&at, &mut route);
    let scale = route.largest.max(1.0);
    let close = |value: f64| (value - exact).abs() <= 1e-8 * scale;
    let noisy = [1e-13, -1e-13].map(|noise| tree.value(&at, &mut Route::noisy(noise)));
    if scale < 1e6 && noisy.into_iter().all(close) {
        let mut scheduler = Scheduler::new(graph, &[e]);
        let output = scheduler.lower(e);
        let values: Vec<(Expr, f64)> = x.iter().copied().zip(at).collect();
        let found = scheduler.finish(&[output]).evaluate(&values)[0];
        assert!(close(found), "{tree:?} is {exact}, found {found}");
    }
}

fn cases(usual: u32) -> u32 {
    let asked = std::env::var("FUZZ_CASES").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn random_formulas_pass_through_everything() {
    let config = Config {
        cases: cases(2000),
        failure_persistence: None,
        ..Config::default()
    };
    let mut slowest = Duration::ZERO;
    let run = |tree: Tree| {
        let start = Instant::now();
        let mut graph = Graph::new();
        let x = symbols(&mut graph);
        let e = tree.lower(&mut graph, &x);
        through_all_passes(&mut graph, e, &x);
        has_its_value(&mut graph, &tree, e, &x);
        slowest = slowest.max(start.elapsed());
        prop_assert!(start.elapsed() < LIMIT, "{tree:?} took {:?}", start.elapsed());
        Ok(())
    };
    // The closure counts: proptest's runner takes functions without a state of their own.
    let run = std::cell::RefCell::new(run);
    let result =
        TestRunner::new_with_rng(config, deterministic()).run(&formulas(), |tree| (run.borrow_mut())(tree));
    result.expect("every formula passes");
    println!("the slowest formula took {slowest:?}");
}

fn deterministic() -> proptest::test_runner::TestRng {
    proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha)
}

/// An expression that is large or strange, and how it is called.
type Case = (&'static str, fn(&mut Graph, &[Expr]) -> Expr);

const CASES: [Case; 16] = [
    ("0/0", |graph, _| graph.div(graph.zero(), graph.zero())),
    ("x/0", |graph, x| graph.div(x[0], graph.zero())),
    ("0 to the minus largest power", |graph, _| {
        let zero = graph.zero();
        graph.powi(zero, i32::MIN)
    }),
    ("powers of powers", |graph, x| {
        let mut e = x[0];
        for n in [i32::MAX, i32::MIN, 1 << 20, -(1 << 20), 7, -3] {
            e = graph.powi(e, n);
            e = graph.add(e, x[1]);
        }
        e
    }),
    ("a tower of powers without sums", |graph, x| {
        (0..100).fold(x[0], |e, n| graph.powi(e, 3 + n % 5))
    }),
    ("roots of roots", |graph, x| {
        (1..200).fold(x[0], |e, n| {
            let root = graph.power(e, &Rational::new(n, 200 - n));
            graph.mul(root, x[1])
        })
    }),
    ("a huge rational", |graph, x| {
        let mut c = graph.ratio(i64::MAX, i64::MAX - 1);
        for _ in 0..40 {
            c = graph.powi(c, 3);
            c = graph.add(c, x[0]);
            c = graph.sub(c, x[0]);
        }
        graph.mul(c, x[0])
    }),
    ("nested max", |graph, x| {
        (0..300).fold(x[0], |e, n| {
            let c = graph.integer(n);
            let other = graph.mul(c, x[1]);
            let larger = graph.apply2(Function2::Max, e, other);
            graph.mul(larger, x[2])
        })
    }),
    ("nested select", |graph, x| {
        (0..300).fold(x[0], |e, n| {
            let c = graph.integer(n);
            let other = graph.sub(e, x[1]);
            graph.select(Relation::LessEqual, e, c, other, x[2])
        })
    }),
    ("a chain of products of sums", |graph, x| {
        (0..400).fold(x[0], |e, n| {
            let c = graph.integer(n);
            let factor = graph.sum(&[x[1], x[2], c]);
            let product = graph.mul(e, factor);
            graph.add(product, x[0])
        })
    }),
    ("nested sines", |graph, x| {
        (0..300).fold(x[0], |e, _| {
            let sine = graph.apply(Function::Sin, e);
            graph.add(sine, x[1])
        })
    }),
    ("sines of nested sums", |graph, x| {
        let sum = (0..60).fold(x[0], |e, n| {
            let e = if n % 2 == 0 { graph.neg(e) } else { e };
            let product = graph.mul(x[1], x[2]);
            graph.sum(&[e, x[n % 3], product])
        });
        graph.apply(Function::Sin, sum)
    }),
    ("a sum of 10⁵ terms", |graph, x| {
        let terms: Vec<Expr> = (0..100_000)
            .map(|n| {
                let c = graph.ratio(n, 7 + n % 11);
                let angle = graph.mul(c, x[0]);
                graph.apply(Function::Cos, angle)
            })
            .collect();
        graph.sum(&terms)
    }),
    ("a sum of a thousand powers", |graph, x| {
        let terms: Vec<Expr> = (1..1000).map(|n| graph.powi(x[0], n)).collect();
        graph.sum(&terms)
    }),
    ("a power of a sum", |graph, x| {
        let sum = graph.sum(&x[..3]);
        let fourth = graph.powi(sum, 4);
        let product = graph.mul(fourth, x[0]);
        let other = graph.sub(x[0], x[1]);
        let other = graph.powi(other, 4);
        graph.mul(product, other)
    }),
    ("the same half in both halves, a hundred times", |graph, x| {
        (0..100).fold(x[0], |e, _| {
            let sine = graph.apply(Function::Sin, e);
            let product = graph.mul(sine, e);
            let sum = graph.add(e, product);
            graph.apply2(Function2::Hypot, sum, x[1])
        })
    }),
];

/// With the budget of a derive; what exceeds it comes to its end as well.
#[test]
fn degenerate_expressions_pass_through_everything() {
    for (name, build) in CASES {
        let start = Instant::now();
        let mut graph = Graph::with_budget(3_000_000);
        let x = symbols(&mut graph);
        let e = build(&mut graph, &x);
        let outputs = through_all_passes(&mut graph, e, &x);
        println!("{name}: {:?}, work {}", start.elapsed(), graph.work());
        assert!(outputs >= SYMBOLS, "{name}");
        assert!(start.elapsed() < LIMIT, "{name} took {:?}", start.elapsed());
    }
}

/// What is exhausted gives zeros, keeps its symbols apart and stays usable.
#[test]
fn an_exhausted_graph_builds_nothing_more() {
    let mut graph = Graph::with_budget(50);
    let x = symbols(&mut graph);
    let mut e = x[0];
    while !graph.is_exhausted() {
        e = graph.apply(Function::Sin, e);
    }
    let size = graph.size();
    assert_eq!(graph.apply(Function::Cos, x[0]), graph.zero());
    assert_eq!(graph.sum(&x), graph.zero());
    assert_eq!(graph.size(), size);
    let (y, z) = (graph.symbol("y"), graph.symbol("z"));
    assert!(y != z && y != graph.zero());
    assert_eq!(graph.gradient(e, &x), [graph.zero(); SYMBOLS]);
}
