//! One operation of a straight-line program, and counts of operations.

use crate::expr::{Called, Expr, Function, Function2, Relation};

/// Names the result of one operation of a [`Program`](crate::Program) or [`Scheduler`](crate::Scheduler).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(pub(crate) u32);

impl Value {
    /// The index of the operation in the list.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One operation; its operands come before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// A constant: the bits of the double nearest to it, and of the double nearest to what that lacks.
    Constant(u64, u64),
    /// A symbol of the graph: an argument of the program.
    Symbol(Expr),
    /// a + b
    Add(Value, Value),
    /// a − b
    Sub(Value, Value),
    /// −a
    Neg(Value),
    /// a b
    Mul(Value, Value),
    /// a b + c
    MulAdd(Value, Value, Value),
    /// a b − c
    MulSub(Value, Value, Value),
    /// a − b c
    SubMul(Value, Value, Value),
    /// a / b
    Div(Value, Value),
    /// 1 / a
    Recip(Value),
    /// √a
    Sqrt(Value),
    /// a^r for a fractional r, as bits
    Powf(Value, u64),
    /// The sine and the cosine of a, together.
    SinCos(Value),
    /// The sine and the cosine of a, together, where an angle near a was predicted: b, with its sine and cosine.
    SinCosTurned([Value; 4]),
    /// The sine of a pair.
    SinOf(Value),
    /// The cosine of a pair.
    CosOf(Value),
    /// f(a)
    Unary(Function, Value),
    /// f(a, b)
    Binary(Function2, Value, Value),
    /// `if a REL b { c } else { d }`
    Select(Relation, [Value; 4]),
    /// A list of arguments: those before, and one more.
    List(Option<Value>, Value),
    /// An unknown function at a list of arguments: its value, and as many of its derivatives as are taken out.
    Call(Called, Value),
    /// The value or a derivative of a call.
    PartOf(Value, PartOfCall),
}

/// The value of an unknown function, or a derivative of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PartOfCall {
    /// How often it is differentiated.
    pub order: usize,
    /// By which arguments, in ascending order; the first two of them.
    pub by: [usize; 2],
}

impl PartOfCall {
    /// The derivative by these arguments.
    #[must_use]
    pub fn of(by: &[usize]) -> Self {
        let at = |k: usize| by.get(k).copied().unwrap_or_default();
        Self {
            order: by.len(),
            by: [at(0), at(1)],
        }
    }
}

impl Op {
    /// Calls `visit` with each operand.
    pub fn for_operands(&self, mut visit: impl FnMut(Value)) {
        match *self {
            Self::Constant(..) | Self::Symbol(_) => {}
            Self::Add(a, b) | Self::Sub(a, b) | Self::Mul(a, b) | Self::Div(a, b) | Self::Binary(_, a, b) => {
                visit(a);
                visit(b);
            }
            Self::MulAdd(a, b, c) | Self::MulSub(a, b, c) | Self::SubMul(a, b, c) => {
                [a, b, c].into_iter().for_each(visit);
            }
            Self::Neg(a)
            | Self::Recip(a)
            | Self::Sqrt(a)
            | Self::Powf(a, _)
            | Self::SinCos(a)
            | Self::SinOf(a)
            | Self::CosOf(a)
            | Self::Unary(_, a)
            | Self::Call(_, a)
            | Self::PartOf(a, _) => visit(a),
            Self::List(before, a) => {
                before.into_iter().for_each(&mut visit);
                visit(a);
            }
            Self::Select(_, operands) | Self::SinCosTurned(operands) => operands.into_iter().for_each(visit),
        }
    }

    /// This operation with other operands.
    #[must_use]
    pub(crate) fn map(self, of: impl Fn(Value) -> Value) -> Self {
        match self {
            Self::Constant(..) | Self::Symbol(_) => self,
            Self::Add(a, b) => Self::Add(of(a), of(b)),
            Self::Sub(a, b) => Self::Sub(of(a), of(b)),
            Self::Neg(a) => Self::Neg(of(a)),
            Self::Mul(a, b) => Self::Mul(of(a), of(b)),
            Self::MulAdd(a, b, c) => Self::MulAdd(of(a), of(b), of(c)),
            Self::MulSub(a, b, c) => Self::MulSub(of(a), of(b), of(c)),
            Self::SubMul(a, b, c) => Self::SubMul(of(a), of(b), of(c)),
            Self::Div(a, b) => Self::Div(of(a), of(b)),
            Self::Recip(a) => Self::Recip(of(a)),
            Self::Sqrt(a) => Self::Sqrt(of(a)),
            Self::Powf(a, r) => Self::Powf(of(a), r),
            Self::SinCos(a) => Self::SinCos(of(a)),
            Self::SinCosTurned(operands) => Self::SinCosTurned(operands.map(of)),
            Self::SinOf(a) => Self::SinOf(of(a)),
            Self::CosOf(a) => Self::CosOf(of(a)),
            Self::Unary(f, a) => Self::Unary(f, of(a)),
            Self::Binary(f, a, b) => Self::Binary(f, of(a), of(b)),
            Self::Select(relation, operands) => Self::Select(relation, operands.map(of)),
            Self::List(before, a) => Self::List(before.map(&of), of(a)),
            Self::Call(f, a) => Self::Call(f, of(a)),
            Self::PartOf(a, part) => Self::PartOf(of(a), part),
        }
    }
}

/// The number of operations of a program, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Operations {
    /// Additions, subtractions, sign changes, selections.
    pub additions: usize,
    /// Multiplications.
    pub multiplications: usize,
    /// Divisions, reciprocals and square roots.
    pub divisions: usize,
    /// Elementary functions; a sine and a cosine of one angle are two, an unknown function with its derivatives is one.
    pub functions: usize,
}

impl Operations {
    /// All operations, each counted once.
    #[must_use]
    pub fn total(&self) -> usize {
        self.additions + self.multiplications + self.divisions + self.functions
    }

    /// An estimate of the time, in additions: a division counts 4, a function 12 (half a sine and cosine together).
    #[must_use]
    pub fn cost(&self) -> usize {
        self.additions + self.multiplications + 4 * self.divisions + 12 * self.functions
    }

    pub(crate) fn count(&mut self, op: &Op) {
        match op {
            Op::Constant(..)
            | Op::Symbol(_)
            | Op::SinOf(_)
            | Op::CosOf(_)
            | Op::List(..)
            | Op::PartOf(..) => {}
            Op::Add(..) | Op::Sub(..) | Op::Neg(_) | Op::Select(..) => self.additions += 1,
            Op::Unary(Function::Abs | Function::Signum, _)
            | Op::Binary(Function2::Min | Function2::Max, ..) => {
                self.additions += 1;
            }
            Op::Mul(..) => self.multiplications += 1,
            Op::MulAdd(..) | Op::MulSub(..) | Op::SubMul(..) => {
                self.additions += 1;
                self.multiplications += 1;
            }
            Op::Div(..) | Op::Recip(_) | Op::Sqrt(_) => self.divisions += 1,
            Op::SinCos(_) | Op::SinCosTurned(_) => self.functions += 2,
            Op::Powf(..) | Op::Unary(..) | Op::Binary(..) | Op::Call(..) => self.functions += 1,
        }
    }
}
