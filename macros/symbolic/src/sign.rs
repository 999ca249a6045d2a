//! The sign of an expression: determined when its node is made, from its operands alone, or later, for symbols of known sign.

use crate::Rational;
use crate::expr::{Expr, Function, Function2, Node, Number};
use crate::graph::Graph;
use crate::hash::Map;

impl Graph {
    /// Whether a node with these operands is known to be ≥ 0 wherever it is defined.
    pub(crate) fn has_nonnegative_value(&self, node: &Node) -> bool {
        match node {
            Node::Constant(c) => !self.value(*c).is_negative(),
            Node::Scale(c, x) => !self.value(*c).is_negative() && self.is_nonnegative(*x),
            Node::Sum(terms) => terms
                .iter()
                .all(|&(c, x)| !self.value(c).is_negative() && self.is_nonnegative(x)),
            Node::Product(list) => list.iter().all(|&(x, n)| n % 2 == 0 || self.is_nonnegative(x)),
            Node::Root(..) | Node::Binary(Function2::Hypot, ..) => true,
            Node::Unary(Function::Opaque, x) => self.is_nonnegative(*x),
            Node::Unary(f, _) => {
                matches!(f, Function::Exp | Function::Cosh | Function::Abs | Function::Acos)
            }
            Node::Binary(Function2::Min, x, y) | Node::Select(_, [_, _, x, y]) => {
                self.is_nonnegative(*x) && self.is_nonnegative(*y)
            }
            Node::Binary(Function2::Max, x, y) => self.is_nonnegative(*x) || self.is_nonnegative(*y),
            Node::Binary(Function2::Atan2, ..) | Node::Symbol(_) | Node::Call(_) => false,
        }
    }

    /// Whether x > 0 for every finite argument.
    pub(crate) fn is_positive(&self, x: Expr) -> bool {
        match self.node(x) {
            Node::Constant(c) => !self.value(*c).is_negative() && x != Expr::ZERO,
            Node::Unary(f, _) => matches!(f, Function::Exp | Function::Cosh),
            _ => false,
        }
    }
}

/// The signs that an expression may have where it has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signs {
    negative: bool,
    zero: bool,
    positive: bool,
}

impl Signs {
    const ANY: Self = Self::new(true, true, true);
    const ZERO: Self = Self::new(false, true, false);
    const POSITIVE: Self = Self::new(false, false, true);
    const NONNEGATIVE: Self = Self::new(false, true, true);

    const fn new(negative: bool, zero: bool, positive: bool) -> Self {
        Self {
            negative,
            zero,
            positive,
        }
    }

    /// Whether the expression is above 0.
    #[must_use]
    pub fn is_positive(self) -> bool {
        !self.negative && !self.zero
    }

    /// Whether the expression is below 0.
    #[must_use]
    pub fn is_negative(self) -> bool {
        !self.positive && !self.zero
    }

    /// Whether the expression is at least 0.
    #[must_use]
    pub fn is_nonnegative(self) -> bool {
        !self.negative
    }

    /// Whether the expression is at most 0.
    #[must_use]
    pub fn is_nonpositive(self) -> bool {
        !self.positive
    }

    fn of(value: &Rational) -> Self {
        let (negative, zero) = (value.is_negative(), value.is_zero());
        Self::new(negative, zero, !negative && !zero)
    }

    fn plus(self, other: Self) -> Self {
        let cancels = self.negative && other.positive || self.positive && other.negative;
        Self::new(
            self.negative || other.negative,
            cancels || self.zero && other.zero,
            self.positive || other.positive,
        )
    }

    fn times(self, other: Self) -> Self {
        Self::new(
            self.negative && other.positive || self.positive && other.negative,
            self.zero || other.zero,
            self.positive && other.positive || self.negative && other.negative,
        )
    }

    fn power(self, n: i32) -> Self {
        let zero = self.zero && n > 0;
        if n % 2 == 0 {
            return Self::new(false, zero, self.positive || self.negative);
        }
        Self { zero, ..self }
    }

    /// The product of powers of expressions that have one sign everywhere, as of x tanh x.
    fn powers(self, n: i32, others: impl Iterator<Item = i32>) -> Self {
        let (odd, zero) = others.fold((n % 2 != 0, n > 0), |(odd, zero), n| {
            (odd ^ (n % 2 != 0), zero | (n > 0))
        });
        let signs = self.power(if odd { 1 } else { 2 });
        Self {
            zero: self.zero && zero,
            ..signs
        }
    }

    fn or(self, other: Self) -> Self {
        Self::new(
            self.negative || other.negative,
            self.zero || other.zero,
            self.positive || other.positive,
        )
    }

    fn max(self, other: Self) -> Self {
        Self::new(
            self.negative && other.negative,
            self.zero && !other.is_positive() || other.zero && !self.is_positive(),
            self.positive || other.positive,
        )
    }

    fn opposite(self) -> Self {
        Self::new(self.positive, self.zero, self.negative)
    }

    fn min(self, other: Self) -> Self {
        self.opposite().max(other.opposite()).opposite()
    }
}

impl Graph {
    /// The signs of several expressions where the symbols in `positive` are above 0, in one loop. A sign that is found
    /// impossible is impossible; one that is possible may not occur.
    ///
    /// ```
    /// use extremal_symbolic::Graph;
    ///
    /// let mut graph = Graph::new();
    /// let (m, x) = (graph.symbol("m"), graph.symbol("x"));
    /// let square = graph.powi(x, 2);
    /// let product = graph.mul(m, square);
    /// let sum = graph.add(m, square);
    /// let difference = graph.sub(m, square);
    /// let signs = graph.signs(&[product, sum, difference], &[m]);
    /// assert!(signs[0].is_nonnegative() && !signs[0].is_positive());
    /// assert!(signs[1].is_positive());
    /// assert!(!signs[2].is_nonnegative() && !signs[2].is_nonpositive());
    /// ```
    #[must_use]
    pub fn signs(&self, roots: &[Expr], positive: &[Expr]) -> Vec<Signs> {
        let known = positive.iter().map(|&symbol| (symbol, Signs::POSITIVE));
        let mut signs: Map<Expr, Signs> = known.collect();
        for e in self.reachable(roots) {
            if !signs.contains_key(&e) {
                let of = self.signs_of_node(e, |x| signs[&x]);
                signs.insert(e, of);
            }
        }
        roots.iter().map(|root| signs[root]).collect()
    }

    /// The sign of c + Σ aᵢ sin xᵢ + Σ bᵢ cosh yᵢ from −|aᵢ| ≤ aᵢ sin xᵢ ≤ |aᵢ| and cosh yᵢ ≥ 1. Cosines and hyperbolic
    /// tangents are as sines, and arctangents are below π/2.
    fn sign_of_bounded_sum(&self, terms: &[(Number, Expr)]) -> Option<Signs> {
        let (mut least, mut most) = (Some(Rational::zero()), Some(Rational::zero()));
        // 355/113 is above π by 3e-7.
        let above_half_pi = Rational::new(355, 226);
        let add = |bound: Option<Rational>, by: &Rational| bound.map(|bound| &bound + by);
        for &(c, x) in terms {
            let c = self.value(c);
            match self.node(x) {
                Node::Constant(of) => {
                    let constant = c * self.value(*of);
                    (least, most) = (add(least, &constant), add(most, &constant));
                }
                Node::Unary(Function::Sin | Function::Cos | Function::Tanh, _) => {
                    let size = c.abs();
                    (least, most) = (add(least, &-&size), add(most, &size));
                }
                Node::Unary(Function::Atan, _) => {
                    let size = &c.abs() * &above_half_pi;
                    (least, most) = (add(least, &-&size), add(most, &size));
                }
                Node::Unary(Function::Cosh, _) if c.is_negative() => (least, most) = (None, add(most, c)),
                Node::Unary(Function::Cosh, _) => (least, most) = (add(least, c), None),
                _ => return None,
            }
        }
        let is_at_least = |bound: &Rational| !bound.is_negative();
        if let Some(least) = least.filter(is_at_least) {
            return Some(Signs::new(false, least.is_zero(), true));
        }
        let most = most.filter(|most| is_at_least(&-most))?;
        Some(Signs::new(true, most.is_zero(), false))
    }

    /// An expression without a value at any point, or without a derivative where it has one, and its argument. Such are the
    /// root and the logarithm of a number that is not above zero, and the arcsine and arccosine of one that is not between ±1.
    /// Parameters may have any sign.
    ///
    /// ```
    /// use extremal_symbolic::{Function, Graph};
    ///
    /// let mut graph = Graph::new();
    /// let x = graph.symbol("x");
    /// let square = graph.powi(x, 2);
    /// let (above, below) = (graph.add(graph.one(), square), graph.neg(square));
    /// let [right, wrong] = [above, below].map(|e| graph.apply(Function::Ln, e));
    /// assert_eq!(graph.without_value(&[right]), None);
    /// assert_eq!(graph.without_value(&[right, wrong]), Some((wrong, below)));
    /// let beyond = graph.add(graph.one(), above);
    /// let angle = graph.apply(Function::Acos, beyond);
    /// assert_eq!(graph.without_value(&[angle]), Some((angle, beyond)));
    /// ```
    #[must_use]
    pub fn without_value(&mut self, roots: &[Expr]) -> Option<(Expr, Expr)> {
        let nodes = self.reachable(roots);
        let arguments = nodes.into_iter().filter_map(|e| match *self.node(e) {
            Node::Root(x, _) | Node::Unary(Function::Ln | Function::Asin | Function::Acos, x) => Some((e, x)),
            _ => None,
        });
        let arguments: Vec<(Expr, Expr)> = arguments.collect();
        arguments.into_iter().find(|&(e, x)| match self.node(e) {
            Node::Root(..) | Node::Unary(Function::Ln, _) => self.signs(&[x], &[])[0].is_nonpositive(),
            _ => {
                let terms = self.short_terms(&[x]);
                let minus_one = self.neg(Expr::ONE);
                let [above, below] =
                    [minus_one, Expr::ONE].map(|one| self.sum(&[&terms[..], &[one]].concat()));
                self.signs(&[above], &[])[0].is_nonnegative() || self.signs(&[below], &[])[0].is_nonpositive()
            }
        })
    }

    /// The expression below x in the graph that has the sign of x: the argument of tanh x.
    fn of_same_sign(&self, x: Expr) -> Expr {
        match self.node(x) {
            Node::Unary(
                Function::Sinh
                | Function::Tanh
                | Function::Asin
                | Function::Atan
                | Function::Ln1p
                | Function::Signum
                | Function::Opaque,
                x,
            ) => self.of_same_sign(*x),
            _ => x,
        }
    }

    fn signs_of_node(&self, e: Expr, of: impl Fn(Expr) -> Signs) -> Signs {
        match self.node(e) {
            Node::Constant(c) => Signs::of(self.value(*c)),
            Node::Symbol(_) | Node::Call(_) => Signs::ANY,
            Node::Scale(c, x) => Signs::of(self.value(*c)).times(of(*x)),
            Node::Sum(terms) => {
                let summands = terms.iter().map(|&(c, x)| Signs::of(self.value(c)).times(of(x)));
                let signs = summands.fold(Signs::ZERO, Signs::plus);
                self.sign_of_bounded_sum(terms).unwrap_or(signs)
            }
            Node::Product(list) => {
                let factors = list.iter().enumerate().map(|(k, &(x, n))| {
                    let base = self.of_same_sign(x);
                    let alike = |&&(other, _): &&(Expr, i32)| self.of_same_sign(other) == base;
                    match list[..k].iter().any(|other| alike(&other)) {
                        true => Signs::POSITIVE,
                        false => of(base).powers(n, list[k + 1..].iter().filter(alike).map(|&(_, n)| n)),
                    }
                });
                factors.fold(Signs::POSITIVE, Signs::times)
            }
            Node::Root(x, _) => Signs::new(false, of(*x).zero, true),
            Node::Unary(f, x) => match f {
                Function::Exp | Function::Cosh => Signs::POSITIVE,
                Function::Abs => of(*x).power(2),
                Function::Acos => Signs::NONNEGATIVE,
                Function::Sinh
                | Function::Tanh
                | Function::Asin
                | Function::Atan
                | Function::Ln1p
                | Function::Signum
                | Function::Opaque => of(*x),
                Function::Sin | Function::Cos | Function::Tan | Function::Ln => Signs::ANY,
            },
            Node::Binary(f, x, y) => {
                let (x, y) = (of(*x), of(*y));
                match f {
                    Function2::Atan2 => Signs::ANY,
                    Function2::Min => x.min(y),
                    Function2::Max => x.max(y),
                    Function2::Hypot => x.power(2).plus(y.power(2)),
                }
            }
            Node::Select(_, [_, _, then, otherwise]) => of(*then).or(of(*otherwise)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether an expression may be below, at and above zero, with m above zero.
    fn signs(build: impl Fn(&mut Graph, Expr, Expr) -> Expr) -> [bool; 3] {
        let mut graph = Graph::new();
        let (m, x) = (graph.symbol("m"), graph.symbol("x"));
        let e = build(&mut graph, m, x);
        let Signs {
            negative,
            zero,
            positive,
        } = graph.signs(&[e], &[m])[0];
        [negative, zero, positive]
    }

    const NEGATIVE: [bool; 3] = [true, false, false];
    const NONNEGATIVE: [bool; 3] = [false, true, true];
    const POSITIVE: [bool; 3] = [false, false, true];
    const ANY: [bool; 3] = [true; 3];

    #[test]
    fn sums_and_products_have_the_signs_of_their_operands() {
        assert_eq!(signs(|graph, m, x| graph.mul(m, x)), ANY);
        assert_eq!(signs(|graph, m, _| graph.neg(m)), NEGATIVE);
        assert_eq!(signs(|graph, m, x| graph.sub(x, m)), ANY);
        let square = |graph: &mut Graph, x| graph.powi(x, 2);
        assert_eq!(
            signs(|graph, m, x| {
                let square = square(graph, x);
                graph.add(m, square)
            }),
            POSITIVE
        );
        assert_eq!(signs(|graph, _, x| square(graph, x)), NONNEGATIVE);
        assert_eq!(signs(|graph, _, x| graph.powi(x, -3)), [true, false, true]);
        assert_eq!(signs(|graph, _, x| graph.powi(x, -2)), POSITIVE);
    }

    #[test]
    fn functions_and_choices_have_signs() {
        assert_eq!(signs(|graph, _, x| graph.apply(Function::Abs, x)), NONNEGATIVE);
        assert_eq!(signs(|graph, m, _| graph.apply(Function::Tanh, m)), POSITIVE);
        let tanh = |graph: &mut Graph, x| graph.apply(Function::Tanh, x);
        assert_eq!(
            signs(|graph, m, x| {
                let slope = tanh(graph, x);
                graph.product(&[m, x, slope])
            }),
            NONNEGATIVE
        );
        assert_eq!(
            signs(|graph, _, x| {
                let (slope, square) = (tanh(graph, x), graph.powi(x, -2));
                graph.mul(slope, square)
            }),
            ANY
        );
        assert_eq!(signs(|graph, m, _| graph.apply(Function::Sin, m)), ANY);
        assert_eq!(signs(|graph, m, x| graph.apply2(Function2::Max, m, x)), POSITIVE);
        assert_eq!(signs(|graph, m, x| graph.apply2(Function2::Min, m, x)), ANY);
        assert_eq!(
            signs(|graph, m, x| {
                let zero = graph.zero();
                graph.select(crate::Relation::Less, x, zero, m, zero)
            }),
            NONNEGATIVE
        );
    }
}
