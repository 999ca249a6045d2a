//! Expressions as ids, and the kinds of nodes. The rules of algebra are elsewhere.

use std::rc::Rc;

use crate::Rational;

/// Names one expression of a [`Graph`](crate::Graph); equal ids mean equal expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Expr(pub(crate) u32);

impl Expr {
    /// The constant one, the first node of every graph.
    pub(crate) const ONE: Self = Self(0);
    /// The constant zero, the second one.
    pub(crate) const ZERO: Self = Self(1);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Names one rational number of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Number(pub(crate) u32);

impl Number {
    pub(crate) const ONE: Self = Self(0);
    pub(crate) const ZERO: Self = Self(1);
    pub(crate) const MINUS_ONE: Self = Self(2);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node; its operands have smaller ids.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    Constant(Number),
    Symbol(u32),
    /// Σ c·x with at least two summands, sorted by x; a constant is c·1. The leading coefficient is positive, and there
    /// is no common coefficient.
    Sum(Rc<[(Number, Expr)]>),
    /// c x with c ≠ 0, 1 and x neither constant nor a multiple.
    Scale(Number, Expr),
    /// Π xⁿ, sorted by x, n ≠ 0. A base occurs twice only as xᵃ x⁻¹, which keeps the singularity of x⁻¹.
    Product(Rc<[(Expr, i32)]>),
    /// x^r, where r > 0 is not an integer.
    Root(Expr, Number),
    Unary(Function, Expr),
    Binary(Function2, Expr, Expr),
    Select(Relation, [Expr; 4]),
    Call(Rc<Call>),
}

impl Node {
    /// The number of operands.
    pub(crate) fn operands(&self) -> usize {
        match self {
            Self::Constant(_) | Self::Symbol(_) => 0,
            Self::Sum(terms) => terms.len(),
            Self::Product(list) => list.len(),
            Self::Scale(..) | Self::Root(..) | Self::Unary(..) => 1,
            Self::Binary(..) => 2,
            Self::Select(..) => 4,
            Self::Call(call) => call.arguments.len(),
        }
    }
}

/// Names a function that the algebra does not know: see [`Graph::called`](crate::Graph::called).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Called(pub(crate) u32);

impl Called {
    /// How many functions the graph had before it.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A derivative of an unknown function at some place, or its value there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Call {
    pub(crate) function: Called,
    /// The arguments by which it is differentiated, in ascending order: derivatives commute.
    pub(crate) by: Vec<usize>,
    pub(crate) arguments: Vec<Expr>,
}

/// Functions of one argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Function {
    /// sin x
    Sin,
    /// cos x
    Cos,
    /// tan x
    Tan,
    /// arcsin x
    Asin,
    /// arccos x
    Acos,
    /// arctan x
    Atan,
    /// sinh x
    Sinh,
    /// cosh x
    Cosh,
    /// tanh x
    Tanh,
    /// eˣ
    Exp,
    /// ln x
    Ln,
    /// ln(1 + x), without cancellation for small x
    Ln1p,
    /// |x|
    Abs,
    /// −1, 0 or 1
    Signum,
    /// The identity. It blocks simplification by the sums and products around it, and costs no operation.
    Opaque,
}

/// Functions of two arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Function2 {
    /// The angle of the point (x, y), as atan2(y, x).
    Atan2,
    /// The smaller one.
    Min,
    /// The larger one.
    Max,
    /// √(x² + y²)
    Hypot,
}

/// How `select` compares its first two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// a < b
    Less,
    /// a ≤ b
    LessEqual,
    /// a = b
    Equal,
}

impl Relation {
    /// Whether the relation holds; false if either side is NaN.
    #[must_use]
    pub fn holds(self, a: f64, b: f64) -> bool {
        match self {
            Self::Less => a < b,
            Self::LessEqual => a <= b,
            Self::Equal => a == b,
        }
    }

    pub(crate) fn holds_exactly(self, a: &Rational, b: &Rational) -> bool {
        match self {
            Self::Less => a < b,
            Self::LessEqual => a <= b,
            Self::Equal => a == b,
        }
    }
}
