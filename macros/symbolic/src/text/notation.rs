//! Expressions of a graph as formulas. A tree can be far larger than its graph, so that the number of written nodes is
//! limited.

use crate::Rational;
use crate::call::subscript;
use crate::expr::{Call, Expr, Function, Node, Number, Relation};
use crate::graph::Graph;
use crate::hash::Map;
use crate::text::{Formula, Piece};

/// How symbols are written, and their positions in a product.
#[derive(Clone, Debug, Default)]
pub struct Notation {
    symbols: Map<Expr, (Formula, u8)>,
}

impl Notation {
    /// Writes `symbol` as `formula`, in products after symbols of lower `rank`.
    pub fn write(&mut self, symbol: Expr, formula: Formula, rank: u8) {
        self.symbols.insert(symbol, (formula, rank));
    }
}

/// Ranks of expressions that are not symbols: sums after the first symbols, roots and functions last.
const SUM: u8 = 3;
const ROOT: u8 = 8;
const FUNCTION: u8 = 9;

/// Writes expressions, up to a number of nodes.
#[derive(Debug)]
pub struct Writer<'a> {
    graph: &'a Graph,
    notation: &'a Notation,
    /// The number of nodes that may still be written.
    left: usize,
}

impl<'a> Writer<'a> {
    /// A writer of at most `budget` nodes.
    #[must_use]
    pub fn new(graph: &'a Graph, notation: &'a Notation, budget: usize) -> Self {
        Self {
            graph,
            notation,
            left: budget,
        }
    }

    /// The formula of an expression; `None` if it has too many nodes.
    pub fn formula(&mut self, e: Expr) -> Option<Formula> {
        self.left = self.left.checked_sub(1)?;
        let formula = match self.graph.node(e) {
            Node::Constant(c) => Formula::number(self.graph.value(*c)),
            Node::Symbol(_) => self.symbol(e),
            Node::Sum(terms) => self.sum(terms)?,
            Node::Scale(c, x) => self.scaled(*c, *x)?,
            Node::Product(list) => self.product(&Rational::one(), list)?,
            Node::Root(x, r) => self.root(*x, *r)?,
            Node::Unary(Function::Abs, x) => Formula::Call("|", vec![self.formula(*x)?]),
            Node::Unary(Function::Opaque, x) => self.formula(*x)?,
            Node::Unary(Function::Signum, x) => Formula::Call("sign", vec![self.formula(*x)?]),
            Node::Unary(Function::Ln1p, x) => {
                let sum = Formula::sum([(false, Formula::one()), (false, self.formula(*x)?)]);
                Formula::Call("ln", vec![sum])
            }
            Node::Unary(f, x) => Formula::Call(f.name(), vec![self.formula(*x)?]),
            Node::Binary(f, x, y) => Formula::Call(f.name(), vec![self.formula(*x)?, self.formula(*y)?]),
            Node::Select(relation, operands) => self.select(*relation, operands)?,
            Node::Call(call) => self.call(call)?,
        };
        Some(formula)
    }

    /// The sum of expressions in the order given.
    pub fn terms(&mut self, terms: &[Expr]) -> Option<Formula> {
        let terms = terms.iter().map(|&term| Some((false, self.formula(term)?)));
        Some(Formula::sum(terms.collect::<Option<Vec<_>>>()?))
    }

    fn symbol(&self, e: Expr) -> Formula {
        match self.notation.symbols.get(&e) {
            Some((formula, _)) => formula.clone(),
            None => Formula::atom(self.graph.name_of(e).unwrap_or_default()),
        }
    }

    fn sum(&mut self, terms: &[(Number, Expr)]) -> Option<Formula> {
        let terms = terms.iter().map(|&(c, x)| Some((false, self.scaled(c, x)?)));
        Some(Formula::sum(terms.collect::<Option<Vec<_>>>()?))
    }

    fn scaled(&mut self, c: Number, x: Expr) -> Option<Formula> {
        let factors = self.graph.factors(x);
        self.product(self.graph.value(c), &factors)
    }

    /// Constants first, then symbols by rank, functions last.
    fn product(&mut self, c: &Rational, list: &[(Expr, i32)]) -> Option<Formula> {
        let mut list = list.to_vec();
        list.sort_by_key(|&(x, _)| self.rank(x));
        let factors = list.into_iter().map(|(x, n)| Some(self.formula(x)?.power(n)));
        let factors = factors.collect::<Option<Vec<_>>>()?;
        Some(Formula::quotient(
            [Formula::number(c)].into_iter().chain(factors),
            [],
        ))
    }

    fn rank(&self, x: Expr) -> u8 {
        match self.graph.node(x) {
            Node::Symbol(_) => self.notation.symbols.get(&x).map_or(0, |&(_, rank)| rank),
            Node::Root(..) => ROOT,
            Node::Unary(..) | Node::Binary(..) | Node::Call(..) => FUNCTION,
            _ => SUM,
        }
    }

    fn root(&mut self, x: Expr, r: Number) -> Option<Formula> {
        let exponent = self.graph.value(r).clone();
        let base = self.formula(x)?;
        if exponent == Rational::new(1, 2) {
            return Some(Formula::Call("√", vec![base]));
        }
        Some(Formula::Raised(
            Box::new(base),
            Box::new(Formula::number(&exponent)),
        ))
    }

    /// `lift(α)`, `lift′(α)`, `∂₁torque(θ, θ̇)`.
    fn call(&mut self, call: &Call) -> Option<Formula> {
        let arguments = call.arguments.iter().map(|&x| self.formula(x));
        let arguments = arguments.collect::<Option<Vec<Formula>>>()?;
        let (_, name, primes) = self.graph.name_of_call(call);
        let mut pieces = Vec::new();
        if primes.is_empty() {
            pieces.extend(
                call.by
                    .iter()
                    .map(|by| Piece::Name(format!("∂{}", subscript(by + 1)))),
            );
        }
        pieces.push(Piece::Name(name.to_owned()));
        pieces.extend((!primes.is_empty()).then_some(Piece::Sign(primes)));
        pieces.push(Piece::Formula(Formula::list("(", arguments, ")")));
        Some(Formula::Closed(pieces))
    }

    fn select(&mut self, relation: Relation, [a, b, then, otherwise]: &[Expr; 4]) -> Option<Formula> {
        let sign = match relation {
            Relation::Less => " < ",
            Relation::LessEqual => " ≤ ",
            Relation::Equal => " = ",
        };
        let [a, b, then, otherwise] = [*a, *b, *then, *otherwise].map(|e| self.formula(e));
        let (a, b, then, otherwise) = (a?, b?, then?, otherwise?);
        Some(Formula::Closed(vec![
            Piece::Sign("("),
            Piece::Formula(then),
            Piece::Sign(" if "),
            Piece::Formula(a),
            Piece::Sign(sign),
            Piece::Formula(b),
            Piece::Sign(", else "),
            Piece::Formula(otherwise),
            Piece::Sign(")"),
        ]))
    }
}
