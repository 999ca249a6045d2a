//! Functions of invariants: substitution restores the original functions, and the invariants do not change along the flows.

mod support;
#[path = "support/values.rs"]
mod values;

use extremal_symbolic::{Expr, Function, Function2, Graph, ThroughInvariants};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use support::{Tree, formulas};
use values::Route;

/// A place and a velocity in the plane.
struct Plane {
    graph: Graph,
    state: [Expr; 4],
}

/// Each symbol with its rate.
type Flow = Vec<(Expr, Expr)>;

impl Plane {
    fn new() -> Self {
        let mut graph = Graph::new();
        let state = ["x", "y", "u", "v"].map(|name| graph.symbol(name));
        Self { graph, state }
    }

    /// A turn of place and velocity.
    fn turn(&mut self) -> Flow {
        let [x, y, u, v] = self.state;
        let [back_y, back_v] = [y, v].map(|e| self.graph.neg(e));
        vec![(x, back_y), (y, x), (u, back_v), (v, u)]
    }

    /// The place moves along (1, 1).
    fn shift(&self) -> Flow {
        let [x, y, ..] = self.state;
        vec![(x, self.graph.one()), (y, self.graph.one())]
    }

    /// a·b
    fn dot(&mut self, a: [Expr; 2], b: [Expr; 2]) -> Expr {
        let terms = [self.graph.mul(a[0], b[0]), self.graph.mul(a[1], b[1])];
        self.graph.sum(&terms)
    }

    /// |r|², r·v, |v|²
    fn of_turns(&mut self) -> [Expr; 3] {
        let [x, y, u, v] = self.state;
        [
            self.dot([x, y], [x, y]),
            self.dot([x, y], [u, v]),
            self.dot([u, v], [u, v]),
        ]
    }

    /// x − y, u, v
    fn of_shifts(&mut self) -> [Expr; 3] {
        let [x, y, u, v] = self.state;
        [self.graph.sub(x, y), u, v]
    }

    fn through(&mut self, f: Expr, flow: &Flow) -> Option<ThroughInvariants> {
        self.graph
            .through_invariants(&[f], &self.state, std::slice::from_ref(flow))
    }

    fn values(&self, at: [f64; 4]) -> Vec<(Expr, f64)> {
        self.state.into_iter().zip(at).collect()
    }
}

/// f again at some place, by way of the invariants, and f itself.
fn put_back(plane: &Plane, f: Expr, found: &ThroughInvariants, at: [f64; 4]) -> [f64; 2] {
    let values = plane.values(at);
    let (symbols, invariants): (Vec<Expr>, Vec<Expr>) = found.invariants.iter().copied().unzip();
    let invariants = plane.graph.evaluate(&invariants, &values);
    let through: Vec<_> = symbols.into_iter().zip(invariants).collect();
    // The state is not among what is known: all goes through the invariants.
    [
        plane.graph.evaluate(&found.functions, &through)[0],
        plane.graph.evaluate(&[f], &values)[0],
    ]
}

/// Polynomials of degree one or two whose rate along the flow is zero, wherever it is looked at.
fn are_invariants(plane: &mut Plane, found: &ThroughInvariants, flow: &Flow, at: [f64; 4]) -> bool {
    found.invariants.iter().all(|&(_, invariant)| {
        let degree = plane.graph.degree_in(invariant, &plane.state);
        let rate = plane.graph.time_derivative(invariant, flow);
        let rate = plane.graph.evaluate(&[rate], &plane.values(at))[0];
        // Sums of some products of numbers below two.
        matches!(degree, Some(1..=2)) && rate.abs() < 1e-13
    })
}

fn point() -> impl Strategy<Value = [f64; 4]> {
    [0.2..1.5_f64, -1.5..1.5_f64, -1.0..1.0_f64, 0.1..1.2_f64]
}

/// The value of a formula in three numbers, if noise on every one on the way leaves it as it is.
fn tame(tree: &Tree, x: [f64; 3]) -> Option<f64> {
    let value = |noise: f64| {
        let mut route = Route::noisy(noise);
        (tree.value(&x, &mut route), route.largest)
    };
    let (exact, largest) = value(0.0);
    let is_tame = [1e-13, -1e-13]
        .into_iter()
        .all(|noise| (value(noise).0 - exact).abs() <= 1e-9);
    (largest < 1e4 && is_tame).then_some(exact)
}

fn squares(at: [f64; 4]) -> [f64; 3] {
    let [x, y, u, v] = at;
    [x * x + y * y, x * u + y * v, u * u + v * v]
}

proptest! {
    // A fixed seed: CI decides the same every time.
    #![proptest_config(ProptestConfig { cases: 1_000, rng_seed: RngSeed::Fixed(1), max_global_rejects: 1_000_000, ..ProptestConfig::default() })]

    #[test]
    fn functions_of_invariants_go_through_them(tree in formulas(), at in point()) {
        let Some(expected) = tame(&tree, squares(at)) else {
            return Err(TestCaseError::reject("not tame"));
        };
        let mut plane = Plane::new();
        let (flow, invariants) = (plane.turn(), plane.of_turns());
        let f = tree.lower(&mut plane.graph, &invariants);
        let Some(found) = plane.through(f, &flow) else {
            let text = plane.graph.display(f).to_string();
            return Err(TestCaseError::fail(format!("nobody sees {text}")));
        };
        let [back, direct] = put_back(&plane, f, &found, at);
        prop_assert!((back - direct).abs() <= 1e-8 && (back - expected).abs() <= 1e-8, "{back} {direct} {expected}");
        prop_assert!(are_invariants(&mut plane, &found, &flow, at));
    }

    #[test]
    fn functions_of_differences_go_through_them(tree in formulas(), at in point()) {
        let [x, y, u, v] = at;
        prop_assume!(tame(&tree, [x - y, u, v]).is_some());
        let mut plane = Plane::new();
        let (flow, invariants) = (plane.shift(), plane.of_shifts());
        let f = tree.lower(&mut plane.graph, &invariants);
        if let Some(found) = plane.through(f, &flow) {
            let [back, direct] = put_back(&plane, f, &found, at);
            prop_assert!((back - direct).abs() <= 1e-8, "{back} {direct}");
            prop_assert!(are_invariants(&mut plane, &found, &flow, at));
        }
    }

    /// Whatever is found for any function, it is one of invariants; where f changes along the flow, nothing is.
    #[test]
    fn what_is_not_invariant_gives_nothing(tree in formulas(), at in point()) {
        let [x, y, u, _] = at;
        prop_assume!(tame(&tree, [x, y, u]).is_some());
        let mut plane = Plane::new();
        let flow = plane.turn();
        let [x, y, u, _] = plane.state;
        let f = tree.lower(&mut plane.graph, &[x, y, u]);
        if let Some(found) = plane.through(f, &flow) {
            prop_assert!(are_invariants(&mut plane, &found, &flow, at));
            let [back, direct] = put_back(&plane, f, &found, at);
            prop_assert!((back - direct).abs() <= 1e-8, "{back} {direct}");
        }
        // With something that turns beside it.
        let x = plane.graph.apply(Function::Exp, x);
        let changes = plane.graph.add(f, x);
        if plane.graph.depends_on(changes, &plane.state) {
            prop_assert!(plane.through(changes, &flow).is_none());
        }
    }
}

#[test]
fn only_those_that_occur_are_there() {
    let mut plane = Plane::new();
    let (flow, [squared, ..]) = (plane.turn(), plane.of_turns());
    let length = plane.graph.sqrt(squared);
    let found = plane.through(length, &flow).expect("it is seen");
    assert_eq!(found.invariants.len(), 1);
    assert_eq!(found.invariants[0].1, squared);
    // A constant has none.
    let one = plane.graph.one();
    let found = plane.through(one, &flow).expect("it is seen");
    assert!(found.invariants.is_empty());
}

/// `hypot(x, y)` is the root of |r|², also where it was scaled; lengths of what turns otherwise are none.
#[test]
fn a_length_goes_through_its_square() {
    let mut plane = Plane::new();
    let (flow, [squared, _, speed]) = (plane.turn(), plane.of_turns());
    let [x, y, u, v] = plane.state;
    let [double_u, double_v] = [u, v].map(|e| plane.graph.add(e, e));
    for ([a, b], expected) in [([x, y], squared), ([double_u, double_v], speed)] {
        let length = plane.graph.apply2(Function2::Hypot, a, b);
        let f = plane.graph.apply(Function::Ln, length);
        let found = plane.through(f, &flow).expect("it is seen");
        let invariants: Vec<Expr> = found.invariants.iter().map(|(_, e)| *e).collect();
        assert_eq!(invariants, [expected]);
        let [back, direct] = put_back(&plane, f, &found, [0.7, -1.2, 0.3, 0.9]);
        // A square, a root and a logarithm of numbers near one.
        assert!((back - direct).abs() < 1e-15, "{back} {direct}");
    }
    for [a, b] in [[x, v], [x, double_u], [x, x]] {
        let length = plane.graph.apply2(Function2::Hypot, a, b);
        assert!(plane.through(length, &flow).is_none());
    }
}

/// The momentum about the origin, and a sum whose terms are no invariants, only all together.
#[test]
fn sums_are_taken_as_large_as_they_are_invariant() {
    let mut plane = Plane::new();
    let flow = plane.turn();
    let [x, y, u, v] = plane.state;
    let back = plane.graph.neg(u);
    let turning = plane.dot([x, y], [v, back]);
    let found = plane.through(turning, &flow).expect("it is seen");
    assert_eq!(
        found.invariants.iter().map(|(_, e)| *e).collect::<Vec<_>>(),
        [turning]
    );
    // x² alone turns.
    let square = plane.graph.powi(x, 2);
    assert!(plane.through(square, &flow).is_none());
    let mixed = plane.graph.add(turning, square);
    assert!(plane.through(mixed, &flow).is_none());
}

/// Of two flows both have to leave them.
#[test]
fn all_flows_count() {
    let mut plane = Plane::new();
    let flows = [plane.turn(), plane.shift()];
    let [squared, _, speed] = plane.of_turns();
    let [distance, ..] = plane.of_shifts();
    let state = plane.state;
    let mut seen = |f: Expr, flows: &[Flow]| plane.graph.through_invariants(&[f], &state, flows).is_some();
    assert!(seen(squared, &flows[..1]) && !seen(squared, &flows[1..]) && !seen(squared, &flows));
    assert!(!seen(distance, &flows[..1]) && seen(distance, &flows[1..]) && !seen(distance, &flows));
    assert!(seen(speed, &flows));
}
