//! The hash-consed DAG: one vector of nodes, operands before users, each expression once. Rules of simplification are in
//! the modules that construct expressions.

use std::rc::Rc;

use crate::Rational;
use crate::bits::Bits;
use crate::budget::Budget;
use crate::expr::{Expr, Function, Node, Number};
use crate::hash::Map;

/// The number of nodes that can be visited in the time in which one is built.
pub(crate) const LOOKED_AT: usize = 16;

/// Owns expressions and names them by ids.
///
/// Its methods build expressions in canonical order and apply the local rules of their kind ([`sum`](Self::sum),
/// [`product`](Self::product), [`apply`](Self::apply), ..). Building the same expression twice gives the same id.
///
/// ```
/// use extremal_symbolic::{Function, Graph};
///
/// let mut graph = Graph::new();
/// let x = graph.symbol("x");
/// let sine = graph.apply(Function::Sin, x);
/// let cosine = graph.apply(Function::Cos, x);
/// let squares = [graph.powi(sine, 2), graph.powi(cosine, 2)];
/// assert_eq!(graph.sum(&squares), graph.one());
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    nodes: Vec<Node>,
    /// For each node whether it is known to be ≥ 0.
    nonnegative: Vec<bool>,
    ids: Map<Node, Expr>,
    numbers: Vec<Rational>,
    number_ids: Map<Rational, Number>,
    symbols: Vec<String>,
    /// The names of the functions that the algebra does not know.
    pub(crate) called: Vec<String>,
    /// 2 to minus this power is the smallest number whose reciprocal is finite.
    smallest: i32,
    /// 2 to minus this power is the distance from one to the next larger number.
    digits: i32,
    pub(crate) budget: Budget,
    /// Angles whose sines and cosines programs turn from those of a predicted one, with the symbols of these three.
    predicted: Map<Expr, [Expr; 3]>,
}

/// The exponents of the smallest number whose reciprocal is finite, for double and for single precision.
const SMALLEST: [i32; 2] = [1022, 126];
/// The exponents of the distance from one to the next larger number, for both.
const DIGITS: [i32; 2] = [52, 23];

impl Default for Graph {
    fn default() -> Self {
        Self::new()
    }
}

impl Graph {
    /// An empty graph.
    #[must_use]
    pub fn new() -> Self {
        let mut graph = Self {
            nodes: Vec::new(),
            nonnegative: Vec::new(),
            ids: Map::default(),
            numbers: Vec::new(),
            number_ids: Map::default(),
            symbols: Vec::new(),
            called: Vec::new(),
            smallest: SMALLEST[0],
            digits: DIGITS[0],
            budget: Budget::default(),
            predicted: Map::default(),
        };
        for value in [1, 0, -1] {
            graph.integer(value);
        }
        graph
    }

    /// Declares that numbers may have the range of single precision only, so that smaller divisors are not trusted.
    pub fn narrow(&mut self) {
        self.smallest = SMALLEST[1];
    }

    /// Declares that all numbers are of single precision.
    pub fn single(&mut self) {
        self.narrow();
        self.digits = DIGITS[1];
    }

    /// Whether numbers may have the range of single precision only.
    pub(crate) fn is_narrow(&self) -> bool {
        self.smallest == SMALLEST[1]
    }

    /// The smallest number whose reciprocal is finite.
    pub(crate) fn smallest(&mut self) -> Expr {
        let half = self.ratio(1, 2);
        self.powi(half, self.smallest)
    }

    /// ε, the distance from one to the next larger number.
    pub(crate) fn rounding_unit(&mut self) -> Expr {
        let half = self.ratio(1, 2);
        self.powi(half, self.digits)
    }

    /// From here on programs turn the sines and cosines of some angles from those of predicted ones: for each the symbols of
    /// the prediction, its sine and its cosine. An empty list ends this.
    pub fn predict(&mut self, angles: &[(Expr, [Expr; 3])]) {
        self.predicted = angles.iter().copied().collect();
    }

    pub(crate) fn predicted(&self, angle: Expr) -> Option<[Expr; 3]> {
        self.predicted.get(&angle).copied()
    }

    /// A new symbol, different from all others, even if the names are equal.
    pub fn symbol(&mut self, name: &str) -> Expr {
        let index = u32::try_from(self.symbols.len()).expect("fewer than 2³² symbols");
        self.symbols.push(name.to_owned());
        self.add_node(Node::Symbol(index))
    }

    /// A constant.
    pub fn constant(&mut self, value: Rational) -> Expr {
        let number = self.number(value);
        self.intern(Node::Constant(number))
    }

    /// An integer constant.
    pub fn integer(&mut self, value: i64) -> Expr {
        self.constant(Rational::from_integer(value))
    }

    /// The constant p/q; q must not be zero.
    pub fn ratio(&mut self, p: i64, q: i64) -> Expr {
        self.constant(Rational::new(p, q))
    }

    /// 0
    #[must_use]
    pub fn zero(&self) -> Expr {
        Expr::ZERO
    }

    /// 1
    #[must_use]
    pub fn one(&self) -> Expr {
        Expr::ONE
    }

    /// The value of a constant expression.
    #[must_use]
    pub fn constant_of(&self, e: Expr) -> Option<&Rational> {
        match *self.node(e) {
            Node::Constant(number) => Some(self.value(number)),
            _ => None,
        }
    }

    /// The name of a symbol.
    #[must_use]
    pub fn name_of(&self, e: Expr) -> Option<&str> {
        match *self.node(e) {
            Node::Symbol(index) => Some(&self.symbols[index as usize]),
            _ => None,
        }
    }

    /// The number of nodes, reachable or not.
    #[must_use]
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn node(&self, e: Expr) -> &Node {
        &self.nodes[e.index()]
    }

    pub(crate) fn value(&self, number: Number) -> &Rational {
        &self.numbers[number.index()]
    }

    pub(crate) fn number(&mut self, value: Rational) -> Number {
        if let Some(&known) = self.number_ids.get(&value) {
            return known;
        }
        let number = Number(u32::try_from(self.numbers.len()).expect("fewer than 2³² numbers"));
        self.numbers.push(value.clone());
        self.number_ids.insert(value, number);
        number
    }

    /// a b
    pub(crate) fn number_product(&mut self, a: Number, b: Number) -> Number {
        match (a, b) {
            (Number::ONE, c) | (c, Number::ONE) => c,
            _ => self.number(self.value(a) * self.value(b)),
        }
    }

    /// |c| for every number c of the graph.
    pub(crate) fn absolutes(&mut self) -> Vec<Number> {
        let mut absolutes = Vec::new();
        while let Some(c) = self.numbers.get(absolutes.len()) {
            absolutes.push(self.number(c.abs()));
        }
        absolutes
    }

    pub(crate) fn intern(&mut self, node: Node) -> Expr {
        self.spend(1 + node.operands());
        if let Some(&known) = self.ids.get(&node) {
            return known;
        }
        if self.is_exhausted() {
            return Expr::ZERO;
        }
        self.add_node(node)
    }

    fn add_node(&mut self, node: Node) -> Expr {
        let e = Expr(u32::try_from(self.nodes.len()).expect("fewer than 2³² nodes"));
        self.nonnegative.push(self.has_nonnegative_value(&node));
        self.nodes.push(node.clone());
        self.ids.insert(node, e);
        e
    }

    /// Whether x is known to be ≥ 0 wherever it is defined.
    pub(crate) fn is_nonnegative(&self, x: Expr) -> bool {
        self.nonnegative[x.index()]
    }

    /// Splits off the rational factor: e = c x with x = 1 for constants.
    pub(crate) fn split(&self, e: Expr) -> (Number, Expr) {
        match *self.node(e) {
            Node::Constant(c) => (c, Expr::ONE),
            Node::Scale(c, x) => (c, x),
            _ => (Number::ONE, e),
        }
    }

    /// c x, for an x without a rational factor of its own.
    pub(crate) fn scaled(&mut self, c: Number, x: Expr) -> Expr {
        match (c, x) {
            (Number::ZERO, _) => Expr::ZERO, // 0 x = 0, for finite x
            (Number::ONE, x) => x,
            (c, Expr::ONE) => self.intern(Node::Constant(c)),
            (c, x) => self.intern(Node::Scale(c, x)),
        }
    }

    /// The bases and exponents of an expression without rational factor.
    pub(crate) fn factors(&self, x: Expr) -> Rc<[(Expr, i32)]> {
        match self.node(x) {
            Node::Product(list) => Rc::clone(list),
            _ if x == Expr::ONE => Rc::from([]),
            _ => Rc::from([(x, 1)]),
        }
    }

    pub(crate) fn unary(&self, function: Function, e: Expr) -> Option<Expr> {
        match *self.node(e) {
            Node::Unary(found, x) if found == function => Some(x),
            _ => None,
        }
    }

    /// Calls `visit` with the operands of a node, in order.
    pub(crate) fn for_operands(&self, e: Expr, mut visit: impl FnMut(Expr)) {
        match self.node(e) {
            Node::Constant(_) | Node::Symbol(_) => {}
            Node::Sum(terms) => terms.iter().for_each(|&(_, x)| visit(x)),
            Node::Product(list) => list.iter().for_each(|&(x, _)| visit(x)),
            Node::Scale(_, x) | Node::Root(x, _) | Node::Unary(_, x) => visit(*x),
            Node::Binary(_, x, y) => [*x, *y].into_iter().for_each(visit),
            Node::Select(_, operands) => operands.iter().copied().for_each(visit),
            Node::Call(call) => call.arguments.iter().copied().for_each(visit),
        }
    }

    /// All subexpressions of `roots`, operands before users.
    pub(crate) fn reachable(&self, roots: &[Expr]) -> Vec<Expr> {
        let Some(last) = roots.iter().max() else {
            return Vec::new();
        };
        self.spend((last.index() + 1) / LOOKED_AT);
        let mut wanted = Bits::up_to(last.index());
        roots.iter().for_each(|root| wanted.insert(root.index()));
        let mut found = Vec::new();
        while let Some(index) = wanted.pop_last() {
            let e = Expr(u32::try_from(index).expect("an id"));
            self.for_operands(e, |x| wanted.insert(x.index()));
            found.push(e);
        }
        found.reverse();
        found
    }
}
