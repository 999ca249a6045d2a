//! Differences Δf = f(y) − f(x) from x, y and w = y − x, without cancellation: sums, products, powers. Differences of
//! functions are in `functions`.

mod about;
mod branches;
mod called;
mod circle;
mod functions;
mod gradient;
mod line;
mod middle;
mod quadratic;

pub use gradient::{DiscreteGradient, Slopes};
pub use line::Line;

use crate::Rational;
use crate::expr::{Expr, Node, Relation};
use crate::graph::Graph;
use crate::hash::Map;
use crate::substitute::Substitution;

/// A power of a root of higher order would lose digits: a relative error ε of x^(1/q) is q ε in x.
const LARGEST_ROOT: u32 = 64;

/// The values of an expression at x and y, and their difference.
#[derive(Clone, Copy, Debug)]
struct Change {
    from: Expr,
    to: Expr,
    /// Δ, not computed as `to` − `from`.
    by: Expr,
}

/// Differences of several expressions between the same two points; shared subexpressions are built once.
///
/// ```text
/// Δ(ab) = ā Δb + b̄ Δa,   Δ√a = Δa/(√a₀ + √a₁),   Δ sin a = 2 cos ā sin(Δa/2),   ..   with ā = (a₀ + a₁)/2
/// ```
///
/// Every rule is symmetric: exchanging x and y changes the sign. The rules are exact. In floating-point arithmetic the
/// error is a few roundings of the summands, for every w, however small. No rule divides by w. Values at y and x are
/// subtracted only if an expression jumps or changes its branch between them.
///
/// ```
/// use extremal_symbolic::{Differences, Graph};
///
/// let mut graph = Graph::new();
/// let [x, y, w] = ["x", "y", "w"].map(|name| graph.symbol(name));
/// let square = graph.powi(x, 2);
/// let mut differences = Differences::new(&[(x, y, w)]);
/// let difference = differences.of(&mut graph, square);
/// // (x + y) w: at w = 1e-200 the difference of the squares would be 0.
/// let values = [(x, 3.0), (y, 3.0), (w, 1e-200)];
/// assert_eq!(graph.evaluate(&[difference], &values)[0], 6.0e-200);
/// ```
#[derive(Debug)]
pub struct Differences {
    ends: Substitution,
    by: Map<Expr, Expr>,
}

impl Differences {
    /// Differences between x and y, for steps (x, y, w) with symbols x and w = y − x.
    #[must_use]
    pub fn new(steps: &[(Expr, Expr, Expr)]) -> Self {
        let ends: Vec<(Expr, Expr)> = steps.iter().map(|&(x, y, _)| (x, y)).collect();
        Self {
            ends: Substitution::new(&ends),
            by: steps.iter().map(|&(x, _, w)| (x, w)).collect(),
        }
    }

    /// f(y) − f(x)
    pub fn of(&mut self, graph: &mut Graph, f: Expr) -> Expr {
        for e in graph.reachable(&[f]) {
            if !self.by.contains_key(&e) {
                let by = self.node(graph, e);
                self.by.insert(e, by);
            }
        }
        self.by[&f]
    }

    fn change(&mut self, graph: &mut Graph, e: Expr) -> Change {
        Change {
            from: e,
            to: self.ends.of(graph, e),
            by: self.by[&e],
        }
    }

    /// The difference of a node from those of its operands.
    fn node(&mut self, graph: &mut Graph, e: Expr) -> Expr {
        let mut is_constant = true;
        graph.for_operands(e, |operand| is_constant &= self.by[&operand] == Expr::ZERO);
        if is_constant {
            return Expr::ZERO;
        }
        match graph.node(e).clone() {
            Node::Constant(_) | Node::Symbol(_) => Expr::ZERO,
            Node::Sum(terms) => {
                let terms: Vec<Expr> = terms
                    .iter()
                    .map(|&(c, x)| {
                        let c = graph.scaled(c, Expr::ONE);
                        graph.mul(c, self.by[&x])
                    })
                    .collect();
                graph.sum(&terms)
            }
            Node::Scale(c, x) => {
                let c = graph.scaled(c, Expr::ONE);
                graph.mul(c, self.by[&x])
            }
            Node::Product(list) => self.product(graph, &list),
            Node::Root(x, r) => {
                let (change, r) = (self.change(graph, x), graph.value(r).clone());
                graph.root_difference(change, &r)
            }
            Node::Unary(f, x) => {
                let change = self.change(graph, x);
                graph.unary_difference(f, change)
            }
            Node::Binary(f, x, y) => {
                let changes = [x, y].map(|operand| self.change(graph, operand));
                graph.binary_difference(f, changes)
            }
            Node::Select(relation, operands) => {
                let changes = operands.map(|operand| self.change(graph, operand));
                graph.branch_difference(relation, changes)
            }
            Node::Call(call) => {
                let arguments: Vec<Change> = call.arguments.iter().map(|&x| self.change(graph, x)).collect();
                graph.call_difference(&call, &arguments)
            }
        }
    }

    /// One factor after the other, constant factors first.
    fn product(&mut self, graph: &mut Graph, list: &[(Expr, i32)]) -> Expr {
        let mut factors: Vec<Change> = list
            .iter()
            .map(|&(x, n)| {
                let change = self.change(graph, x);
                graph.power_change(change, n)
            })
            .collect();
        factors.sort_by_key(|factor| factor.by != Expr::ZERO);
        let one = Change {
            from: Expr::ONE,
            to: Expr::ONE,
            by: Expr::ZERO,
        };
        let product = factors.into_iter().fold(one, |a, b| graph.product_change(a, b));
        product.by
    }
}

impl Graph {
    /// Δ(ab) = ā Δb + b̄ Δa
    fn product_change(&mut self, a: Change, b: Change) -> Change {
        let means = [a, b].map(|c| self.mean(c.from, c.to));
        let terms = [self.mul(means[0], b.by), self.mul(means[1], a.by)];
        Change {
            from: self.mul(a.from, b.from),
            to: self.mul(a.to, b.to),
            by: self.sum(&terms),
        }
    }

    /// Δ(aⁿ) = Qₙ Δa, and a⁻ⁿ is a power of 1/a, because a product of aⁿ at both ends overflows long before a⁻ⁿ does.
    fn power_change(&mut self, a: Change, n: i32) -> Change {
        let (from, to) = (self.powi(a.from, n), self.powi(a.to, n));
        let base = if n < 0 { self.inverse_change(a) } else { a };
        let quotient = self.power_quotient(base.from, base.to, n.unsigned_abs());
        let by = self.mul(quotient, base.by);
        Change { from, to, by }
    }

    /// Δ(1/a) = −Δa/(a₀ a₁)
    fn inverse_change(&mut self, a: Change) -> Change {
        let (from, to) = (self.powi(a.from, -1), self.powi(a.to, -1));
        let by = self.product(&[a.by, from, to]);
        let by = self.neg(by);
        Change { from, to, by }
    }

    /// Qₙ = (bⁿ − aⁿ)/(b − a) = Σᵢ aⁱ bⁿ⁻¹⁻ⁱ, by halves of n.
    fn power_quotient(&mut self, a: Expr, b: Expr, n: u32) -> Expr {
        if n <= 1 {
            return self.integer(i64::from(n));
        }
        let half = i32::try_from(n / 2).unwrap_or(i32::MAX);
        let powers = [self.powi(a, half), self.powi(b, half)];
        let (sum, quotient) = (self.sum(&powers), self.power_quotient(a, b, n / 2));
        let even = self.mul(sum, quotient);
        if n.is_multiple_of(2) {
            return even;
        }
        // Qₙ₊₁ = a Qₙ + bⁿ = b Qₙ + aⁿ
        let squares = powers.map(|power| self.powi(power, 2));
        let (base, last) = (self.mean(a, b), self.mean(squares[0], squares[1]));
        let first = self.mul(base, even);
        self.add(first, last)
    }

    /// Δ(a^(p/q)) as that of the power p of the root s = a^(1/q), if q is small; otherwise (a₀^r + a₁^r) tanh(r Δ ln
    /// a/2).
    ///
    /// ```text
    /// Δs = Δa/(s₀^(q−1) + .. + s₁^(q−1)),   and for √: Δa/(√a₀ + √a₁)
    /// ```
    fn root_difference(&mut self, a: Change, r: &Rational) -> Expr {
        if let Some((p, q)) = small_fraction(r) {
            let first = Rational::new(1, i64::from(q));
            let (from, to) = (self.power(a.from, &first), self.power(a.to, &first));
            let quotient = self.power_quotient(from, to, q);
            let by = self.ratio_or_zero(a.by, quotient);
            return self.power_change(Change { from, to, by }, p).by;
        }
        let (from, to) = (self.power(a.from, r), self.power(a.to, r));
        let half = self.constant(r * &Rational::new(1, 2));
        let logarithm = self.logarithm_difference(a);
        let angle = self.mul(half, logarithm);
        let share = self.apply(crate::Function::Tanh, angle);
        let sum = self.add(from, to);
        let difference = self.mul(sum, share);
        self.select(Relation::Equal, sum, Expr::ZERO, Expr::ZERO, difference)
    }

    /// (a + b)/2; for x and x + w it is x + w/2.
    fn mean(&mut self, a: Expr, b: Expr) -> Expr {
        let half = self.ratio(1, 2);
        let terms = self.short_terms(&[a, b]).into_iter();
        let halves: Vec<Expr> = terms.map(|term| self.mul(half, term)).collect();
        self.sum(&halves)
    }

    /// a/b for a b ≥ 0 that vanishes only together with a; 0 in that case, and if 1/b overflows.
    fn ratio_or_zero(&mut self, a: Expr, b: Expr) -> Expr {
        let (quotient, least) = (self.div(a, b), self.smallest());
        self.select(Relation::LessEqual, b, least, Expr::ZERO, quotient)
    }
}

/// r as p/q with a small q.
fn small_fraction(r: &Rational) -> Option<(i32, u32)> {
    (1..=LARGEST_ROOT).find_map(|q| {
        let p = (r * &Rational::from_integer(i64::from(q))).to_i64()?;
        Some((i32::try_from(p).ok()?, q))
    })
}
