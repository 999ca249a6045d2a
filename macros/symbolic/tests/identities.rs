//! What is seen to vanish, and what must not be.

use extremal_symbolic::{Expr, Function, Function2, Graph, Rational, Relation};

/// Terms up to which sums are multiplied out.
const LIMIT: usize = 500;

struct Case {
    graph: Graph,
    x: Expr,
    y: Expr,
    z: Expr,
}

impl Case {
    fn new() -> Self {
        let mut graph = Graph::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| graph.symbol(name));
        Self { graph, x, y, z }
    }

    fn distance(&mut self) -> Expr {
        let squares = [self.x, self.y].map(|a| self.graph.powi(a, 2));
        let sum = self.graph.sum(&squares);
        self.graph.sqrt(sum)
    }

    #[track_caller]
    fn assert_vanishes(&mut self, e: Expr) {
        let text = self.graph.display(e).to_string();
        assert!(self.graph.vanishes(e, LIMIT), "{text}");
        let (shift, scale) = (self.graph.ratio(1, 7), self.graph.symbol("scale"));
        let shift = self.graph.mul(shift, scale);
        let other = self.graph.add(e, shift);
        assert!(!self.graph.vanishes(other, LIMIT), "{text} shifted");
    }
}

#[test]
fn quotients_of_sums() {
    // x/(x + y) + y/(x + y) − 1, and with one more line: 1/x − 1/(x + y) − y/(x (x + y))
    let mut case = Case::new();
    let (x, y) = (case.x, case.y);
    let g = &mut case.graph;
    let sum = g.add(x, y);
    let parts = [g.div(x, sum), g.div(y, sum), g.integer(-1)];
    let zero = g.sum(&parts);
    let product = g.mul(x, sum);
    let one = g.one();
    let (first, second, third) = (g.div(one, x), g.div(one, sum), g.div(y, product));
    let rest = g.add(second, third);
    let nested = g.sub(first, rest);
    case.assert_vanishes(zero);
    case.assert_vanishes(nested);
}

#[test]
fn powers_of_roots() {
    // x²/r³ + y²/r³ − 1/r
    let mut case = Case::new();
    let r = case.distance();
    let (x, y) = (case.x, case.y);
    let g = &mut case.graph;
    let cube = g.powi(r, -3);
    let [x2, y2] = [x, y].map(|a| g.powi(a, 2));
    let (first, second, last) = (g.mul(x2, cube), g.mul(y2, cube), g.powi(r, -1));
    let sum = g.add(first, second);
    let zero = g.sub(sum, last);
    case.assert_vanishes(zero);
    // x √x − x^(3/2)
    let g = &mut case.graph;
    let root = g.sqrt(x);
    let product = g.mul(x, root);
    let power = g.power(x, &Rational::new(3, 2));
    let zero = g.sub(product, power);
    case.assert_vanishes(zero);
}

#[test]
fn angles_and_their_sums() {
    let mut case = Case::new();
    let (x, y, z) = (case.x, case.y, case.z);
    let g = &mut case.graph;
    // cos(x − y) cos z + sin(x − y) sin z − cos(x − y − z)
    let d = g.sub(x, y);
    let [cd, cz] = [d, z].map(|a| g.apply(Function::Cos, a));
    let [sd, sz] = [d, z].map(|a| g.apply(Function::Sin, a));
    let e = g.sub(d, z);
    let ce = g.apply(Function::Cos, e);
    let (cc, ss) = (g.mul(cd, cz), g.mul(sd, sz));
    let sum = g.add(cc, ss);
    let zero = g.sub(sum, ce);
    case.assert_vanishes(zero);
    // tan x cos x − sin x, cosh² − sinh² − 1 multiplied by y
    let g = &mut case.graph;
    let [s, c, t] = [Function::Sin, Function::Cos, Function::Tan].map(|f| g.apply(f, x));
    let product = g.mul(t, c);
    let zero = g.sub(product, s);
    case.assert_vanishes(zero);
}

#[test]
fn multiples_of_angles() {
    // cos 2x − 1 + 2 sin²x, sin(−3x) − 4 sin³x + 3 sin x
    let mut case = Case::new();
    let g = &mut case.graph;
    let [two, three] = [2, -3].map(|n| g.integer(n));
    let [double, triple] = [two, three].map(|n| g.mul(n, case.x));
    let (c2, s3) = (g.apply(Function::Cos, double), g.apply(Function::Sin, triple));
    let s = g.apply(Function::Sin, case.x);
    let (square, cube, minus) = (g.powi(s, 2), g.powi(s, 3), g.integer(-1));
    let twice = g.mul(two, square);
    let first = g.sum(&[c2, minus, twice]);
    let minus_four = g.integer(-4);
    let (cube, less) = (g.mul(minus_four, cube), g.mul(three, s));
    let less = g.neg(less);
    let second = g.sum(&[s3, cube, less]);
    let negative = g.neg(second);
    for zero in [first, negative] {
        case.assert_vanishes(zero);
    }
}

#[test]
fn choices_and_signs() {
    let mut case = Case::new();
    let r = case.distance();
    let (x, y) = (case.x, case.y);
    let g = &mut case.graph;
    // if x < y { x r } else { x r } in two forms, less x r; |x|² − x²; |x| sign x − x; hypot
    let product = g.mul(x, r);
    let sum = g.add(x, y);
    let sum = g.mul(sum, r);
    let yr = g.mul(y, r);
    let again = g.sub(sum, yr);
    let either = g.select(Relation::Less, x, y, product, again);
    let choice = g.sub(either, product);
    let [size, sign] = [Function::Abs, Function::Signum].map(|f| g.apply(f, x));
    let signed = g.mul(size, sign);
    let signed = g.sub(signed, x);
    let hypot = g.apply2(Function2::Hypot, x, y);
    let hypot = g.sub(hypot, r);
    for zero in [choice, signed, hypot] {
        case.assert_vanishes(zero);
    }
}

#[test]
fn an_exhausted_graph_proves_nothing() {
    let mut graph = Graph::with_budget(40);
    let [x, y] = ["x", "y"].map(|name| graph.symbol(name));
    let sum = graph.add(x, y);
    let power = graph.powi(sum, 4);
    let other = graph.powi(x, 4);
    let difference = graph.sub(power, other);
    assert!(!graph.is_exhausted());
    assert!(!graph.vanishes(difference, LIMIT));
}
