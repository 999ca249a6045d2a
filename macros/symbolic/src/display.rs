//! Expressions as text for messages, docs and tests.

use std::fmt::{self, Display, Formatter};

use crate::expr::{Expr, Function, Function2, Node, Number, Relation};
use crate::graph::Graph;

impl Graph {
    /// The expression in infix notation.
    ///
    /// ```
    /// let mut graph = extremal_symbolic::Graph::new();
    /// let x = graph.symbol("x");
    /// let two = graph.integer(2);
    /// let terms = [graph.powi(x, 2), graph.mul(two, x), graph.one()];
    /// let sum = graph.sum(&terms);
    /// assert_eq!(graph.display(sum).to_string(), "1 + x (2 + x)");
    /// ```
    #[must_use]
    pub fn display(&self, e: Expr) -> impl Display + use<'_> {
        Text {
            graph: self,
            e,
            level: Level::Sum,
        }
    }
}

/// The context of an expression, which decides about parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Sum,
    Product,
    Atom,
}

struct Text<'a> {
    graph: &'a Graph,
    e: Expr,
    level: Level,
}

impl Text<'_> {
    fn with(&self, e: Expr, level: Level) -> Self {
        Text {
            graph: self.graph,
            e,
            level,
        }
    }

    /// The summands, or those of the negative sum, with the first positive one in front.
    fn write_sum(&self, f: &mut Formatter<'_>, terms: &[(Number, Expr)], negated: bool) -> fmt::Result {
        let is_negative = |c: Number| self.graph.value(c).is_negative() != negated;
        let mut terms = terms.to_vec();
        if let Some(first) = terms.iter().position(|&(c, _)| !is_negative(c)) {
            terms[..=first].rotate_right(1);
        }
        for (at, &(c, x)) in terms.iter().enumerate() {
            let value = self.graph.value(c);
            match (at, is_negative(c)) {
                (0, false) => {}
                (0, true) => write!(f, "−")?,
                (_, false) => write!(f, " + ")?,
                (_, true) => write!(f, " − ")?,
            }
            let size = value.abs();
            match (size.is_one(), x == Expr::ONE) {
                (_, true) => write!(f, "{size}")?,
                (true, false) => write!(f, "{}", self.with(x, Level::Product))?,
                (false, false) => write!(f, "{size} {}", self.with(x, Level::Product))?,
            }
        }
        Ok(())
    }

    fn write_product(&self, f: &mut Formatter<'_>, list: &[(Expr, i32)]) -> fmt::Result {
        let mut first = true;
        for &(x, n) in list.iter().filter(|&&(_, n)| n > 0) {
            write!(f, "{}{}", if first { "" } else { " " }, self.with(x, Level::Atom))?;
            write_exponent(f, n.unsigned_abs())?;
            first = false;
        }
        let below: Vec<_> = list.iter().filter(|&&(_, n)| n < 0).collect();
        if below.is_empty() {
            return Ok(());
        }
        write!(f, "{}/", if first { "1" } else { "" })?;
        let parentheses = below.len() > 1;
        write!(f, "{}", if parentheses { "(" } else { "" })?;
        for (at, &&(x, n)) in below.iter().enumerate() {
            write!(
                f,
                "{}{}",
                if at == 0 { "" } else { " " },
                self.with(x, Level::Atom)
            )?;
            write_exponent(f, n.unsigned_abs())?;
        }
        write!(f, "{}", if parentheses { ")" } else { "" })
    }

    fn needed(&self) -> Level {
        match self.graph.node(self.e) {
            Node::Constant(c) if self.graph.value(*c).is_negative() => Level::Sum,
            Node::Sum(_) => Level::Sum,
            Node::Scale(..) => Level::Sum,
            Node::Product(_) => Level::Product,
            _ => Level::Atom,
        }
    }
}

impl Display for Text<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.needed() < self.level {
            return write!(f, "({})", self.with(self.e, Level::Sum));
        }
        let inner = |e| self.with(e, Level::Sum);
        match self.graph.node(self.e) {
            Node::Constant(c) => write!(f, "{}", self.graph.value(*c)),
            Node::Symbol(_) => write!(f, "{}", self.graph.name_of(self.e).unwrap_or_default()),
            Node::Sum(terms) => self.write_sum(f, terms, false),
            Node::Scale(c, x) => match self.graph.node(*x) {
                Node::Sum(terms) if *c == Number::MINUS_ONE => self.write_sum(f, terms, true),
                _ => self.write_sum(f, &[(*c, *x)], false),
            },
            Node::Product(list) => self.write_product(f, list),
            Node::Root(x, r) => match self.graph.value(*r).to_f64() {
                0.5 => write!(f, "√{}", self.with(*x, Level::Atom)),
                _ => write!(f, "{}^({})", self.with(*x, Level::Atom), self.graph.value(*r)),
            },
            Node::Unary(Function::Abs, x) => write!(f, "|{}|", inner(*x)),
            Node::Unary(function, x) => write!(f, "{}({})", function.name(), inner(*x)),
            Node::Binary(function, x, y) => write!(f, "{}({}, {})", function.name(), inner(*x), inner(*y)),
            Node::Select(relation, [a, b, then, otherwise]) => {
                let sign = match relation {
                    Relation::Less => "<",
                    Relation::LessEqual => "≤",
                    Relation::Equal => "=",
                };
                let [a, b, then, otherwise] = [*a, *b, *then, *otherwise].map(inner);
                write!(f, "if {a} {sign} {b} {{ {then} }} else {{ {otherwise} }}")
            }
            Node::Call(call) => {
                let arguments: Vec<String> = call.arguments.iter().map(|&x| inner(x).to_string()).collect();
                let (operator, name, primes) = self.graph.name_of_call(call);
                write!(f, "{operator}{name}{primes}({})", arguments.join(", "))
            }
        }
    }
}

fn write_exponent(f: &mut Formatter<'_>, n: u32) -> fmt::Result {
    if n == 1 {
        return Ok(());
    }
    f.write_str(&superscript(&n.to_string()))
}

/// Digits and signs raised.
#[must_use]
pub fn superscript(digits: &str) -> String {
    let raised = digits.chars().map(|digit| match digit {
        '-' | '−' => '⁻',
        '0' => '⁰',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        _ => '⁹',
    });
    raised.collect()
}

impl Function {
    /// Its usual name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sin => "sin",
            Self::Cos => "cos",
            Self::Tan => "tan",
            Self::Asin => "asin",
            Self::Acos => "acos",
            Self::Atan => "atan",
            Self::Sinh => "sinh",
            Self::Cosh => "cosh",
            Self::Tanh => "tanh",
            Self::Exp => "exp",
            Self::Ln => "ln",
            Self::Ln1p => "ln_1p",
            Self::Abs => "abs",
            Self::Signum => "signum",
            Self::Opaque => "opaque",
        }
    }
}

impl Function2 {
    /// Its usual name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Atan2 => "atan2",
            Self::Min => "min",
            Self::Max => "max",
            Self::Hypot => "hypot",
        }
    }
}
