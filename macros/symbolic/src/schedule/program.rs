//! A straight-line program: operations in the order in which they run. Independent of the language of the output.

use crate::expr::{Called, Expr};
use crate::hash::Map;
use crate::schedule::op::{Op, Operations, PartOfCall, Value};

/// Operations, operands first, and the outputs among their values.
#[derive(Clone, Debug)]
pub struct Program {
    ops: Vec<Op>,
    outputs: Vec<Value>,
}

impl Program {
    /// The operations that `outputs` need, in depth-first order, so that each value is near its first use. A few sines
    /// and cosines whose angles contain no functions are placed side by side.
    pub(crate) fn new(ops: &[Op], outputs: &[Value]) -> Self {
        let ops = &fused(&with_quotients(ops, outputs), outputs);
        let mut order = Order {
            ops,
            places: vec![None; ops.len()],
            kept: Vec::new(),
        };
        order.visit_pairs(outputs);
        for &output in outputs {
            order.visit(output);
        }
        let place =
            |value: Value| order.places[value.index()].expect("operands are placed before their users");
        let outputs = outputs.iter().map(|&output| place(output)).collect();
        let ops = order
            .kept
            .iter()
            .map(|&value| ops[value.index()].map(place))
            .collect();
        Self { ops, outputs }
    }

    /// The operations; the index of a [`Value`] is its index here.
    #[must_use]
    pub fn ops(&self) -> &[Op] {
        &self.ops
    }

    /// The value of the operation at an index.
    ///
    /// # Panics
    ///
    /// If there is none.
    #[must_use]
    pub fn value(&self, place: usize) -> Value {
        assert!(
            place < self.ops.len(),
            "the program has {} operations",
            self.ops.len()
        );
        Value(u32::try_from(place).expect("fewer than 2³² operations"))
    }

    /// The outputs, in the order in which they were given.
    #[must_use]
    pub fn outputs(&self) -> &[Value] {
        &self.outputs
    }

    /// The number of operations, by kind.
    #[must_use]
    pub fn operations(&self) -> Operations {
        let mut operations = Operations::default();
        self.ops.iter().for_each(|op| operations.count(op));
        operations
    }

    /// The values that an operation takes, the arguments of a call one by one.
    #[must_use]
    pub fn operands(&self, op: &Op) -> Vec<Value> {
        let mut operands = Vec::new();
        let Op::Call(_, list) = *op else {
            op.for_operands(|operand| operands.push(operand));
            return operands;
        };
        let mut rest = Some(list);
        while let Some(list) = rest {
            let Op::List(before, last) = self.ops[list.index()] else {
                break;
            };
            operands.push(last);
            rest = before;
        }
        operands.reverse();
        operands
    }

    /// The calls of unknown functions, in the order of their operations, each with the parts that are taken out of it in order.
    #[must_use]
    pub fn calls(&self) -> Vec<ProgramCall> {
        let mut calls = Vec::new();
        for (place, op) in self.ops.iter().enumerate() {
            match *op {
                Op::Call(function, _) => calls.push(ProgramCall {
                    call: self.value(place),
                    function,
                    arguments: self.operands(op),
                    parts: Vec::new(),
                }),
                Op::PartOf(call, part) => {
                    // Calls are listed in the order of their operations, and a part stands behind its call.
                    if let Ok(at) = calls.binary_search_by_key(&call, |known: &ProgramCall| known.call) {
                        calls[at].parts.push(part);
                    }
                }
                _ => {}
            }
        }
        for call in &mut calls {
            call.parts.sort_unstable();
            call.parts.dedup();
        }
        calls
    }

    fn part(&self, call: Value, part: PartOfCall, values: &[f64]) -> f64 {
        let op = &self.ops[call.index()];
        let Op::Call(function, _) = op else {
            return f64::NAN;
        };
        let arguments: Vec<f64> = self.operands(op).iter().map(|x| values[x.index()]).collect();
        match part.order {
            0..=2 => function.evaluate(&part.by[..part.order], &arguments),
            _ => f64::NAN,
        }
    }

    /// Runs the program; a symbol without a value is NaN.
    #[must_use]
    pub fn evaluate(&self, symbols: &[(Expr, f64)]) -> Vec<f64> {
        let symbols: Map<Expr, f64> = symbols.iter().copied().collect();
        let mut values: Vec<f64> = Vec::with_capacity(self.ops.len());
        for op in &self.ops {
            let value = match *op {
                Op::PartOf(call, part) => self.part(call, part, &values),
                _ => evaluate(op, &symbols, &values),
            };
            values.push(value);
        }
        self.outputs.iter().map(|output| values[output.index()]).collect()
    }
}

/// An evaluation of an unknown function.
#[derive(Clone, Debug)]
pub struct ProgramCall {
    /// The result of the operation.
    pub call: Value,
    /// The function.
    pub function: Called,
    /// Where it is evaluated.
    pub arguments: Vec<Value>,
    /// The parts of it that are used.
    pub parts: Vec<PartOfCall>,
}

impl ProgramCall {
    /// The highest order of its derivatives.
    #[must_use]
    pub fn order(&self) -> usize {
        self.parts.iter().map(|part| part.order).max().unwrap_or_default()
    }
}

/// How often each value is needed.
fn uses(ops: &[Op], outputs: &[Value]) -> Vec<usize> {
    let mut uses = vec![0_usize; ops.len()];
    outputs.iter().for_each(|output| uses[output.index()] += 1);
    for (place, op) in ops.iter().enumerate().rev() {
        if uses[place] > 0 {
            op.for_operands(|operand| uses[operand.index()] += 1);
        }
    }
    uses
}

/// Sums with a product that nothing else needs, as one operation; of two such products with the one computed last, so that the
/// other one need not wait for it.
fn fused(ops: &[Op], outputs: &[Value]) -> Vec<Op> {
    let uses = uses(ops, outputs);
    let factors = |value: Value| match ops[value.index()] {
        Op::Mul(a, b) if uses[value.index()] == 1 => Some((a, b)),
        _ => None,
    };
    let of_sum = |op: &Op| match *op {
        Op::Add(a, b) => {
            let (first, last) = (a.min(b), a.max(b));
            match (factors(last), factors(first)) {
                (Some((x, y)), _) => Op::MulAdd(x, y, first),
                (None, Some((x, y))) => Op::MulAdd(x, y, last),
                _ => *op,
            }
        }
        Op::Sub(a, b) => match (factors(a), factors(b)) {
            (Some((x, y)), None) => Op::MulSub(x, y, b),
            (Some((x, y)), Some(_)) if a > b => Op::MulSub(x, y, b),
            (_, Some((x, y))) => Op::SubMul(a, x, y),
            _ => *op,
        },
        _ => *op,
    };
    ops.iter().map(of_sum).collect()
}

/// a (1 / b) as a / b, where nothing else needs 1 / b.
pub(super) fn with_quotients(ops: &[Op], outputs: &[Value]) -> Vec<Op> {
    let uses = uses(ops, outputs);
    let divisor = |value: Value| match ops[value.index()] {
        Op::Recip(divisor) if uses[value.index()] == 1 => Some(divisor),
        _ => None,
    };
    let quotient = |op: &Op| match *op {
        Op::Mul(a, b) => match (divisor(a), divisor(b)) {
            (_, Some(below)) => Op::Div(a, below),
            (Some(below), _) => Op::Div(b, below),
            _ => *op,
        },
        _ => *op,
    };
    ops.iter().map(quotient).collect()
}

fn evaluate(op: &Op, symbols: &Map<Expr, f64>, values: &[f64]) -> f64 {
    let of = |value: Value| values[value.index()];
    match *op {
        Op::Constant(high, _) => f64::from_bits(high),
        Op::Symbol(e) => symbols.get(&e).copied().unwrap_or(f64::NAN),
        Op::Add(a, b) => of(a) + of(b),
        Op::Sub(a, b) => of(a) - of(b),
        Op::Neg(a) => -of(a),
        Op::Mul(a, b) => of(a) * of(b),
        Op::MulAdd(a, b, c) => of(a) * of(b) + of(c),
        Op::MulSub(a, b, c) => of(a) * of(b) - of(c),
        Op::SubMul(a, b, c) => of(a) - of(b) * of(c),
        Op::Div(a, b) => of(a) / of(b),
        Op::Recip(a) => of(a).recip(),
        Op::Sqrt(a) => of(a).sqrt(),
        Op::Powf(a, r) => of(a).powf(f64::from_bits(r)),
        Op::SinCos(a) | Op::SinCosTurned([a, ..]) => of(a),
        Op::SinOf(a) => of(a).sin(),
        Op::CosOf(a) => of(a).cos(),
        Op::Unary(f, a) => f.evaluate(of(a)),
        Op::Binary(f, a, b) => f.evaluate(of(a), of(b)),
        // Parts of calls have values.
        Op::List(..) | Op::Call(..) | Op::PartOf(..) => f64::NAN,
        Op::Select(relation, [a, b, then, otherwise]) => {
            if relation.holds(of(a), of(b)) {
                of(then)
            } else {
                of(otherwise)
            }
        }
    }
}

struct Order<'a> {
    ops: &'a [Op],
    places: Vec<Option<Value>>,
    kept: Vec<Value>,
}

/// Sines and cosines of more angles stay where they are used, because their values would occupy registers for too long.
const MOST_PAIRS: usize = 16;

impl Order<'_> {
    /// The pairs below `outputs` whose angles contain no functions, one after the other.
    fn visit_pairs(&mut self, outputs: &[Value]) {
        let mut all = Order {
            ops: self.ops,
            places: vec![None; self.ops.len()],
            kept: Vec::new(),
        };
        outputs.iter().for_each(|&output| all.visit(output));
        let mut waits = vec![false; self.ops.len()];
        let mut pairs = Vec::new();
        for &value in &all.kept {
            let op = self.ops[value.index()];
            let mut any = false;
            op.for_operands(|operand| any |= waits[operand.index()]);
            if matches!(op, Op::SinCos(_) | Op::SinCosTurned(_)) && !any {
                pairs.push(value);
            }
            waits[value.index()] = any
                || matches!(
                    op,
                    Op::SinCos(_) | Op::SinCosTurned(_) | Op::Unary(..) | Op::Call(..)
                );
        }
        if (2..=MOST_PAIRS).contains(&pairs.len()) {
            let ops = self.ops;
            for pair in &pairs {
                ops[pair.index()].for_operands(|operand| self.visit(operand));
            }
            pairs.iter().for_each(|&pair| self.visit(pair));
        }
    }

    /// Depth first without recursion, so that long chains do not overflow the stack.
    fn visit(&mut self, root: Value) {
        let mut stack = vec![(root, false)];
        while let Some((value, operands_done)) = stack.pop() {
            if self.places[value.index()].is_some() {
                continue;
            }
            if operands_done {
                let place = u32::try_from(self.kept.len()).expect("fewer than 2³² operations");
                self.places[value.index()] = Some(Value(place));
                self.kept.push(value);
                continue;
            }
            stack.push((value, true));
            let mut operands = Vec::new();
            self.ops[value.index()].for_operands(|operand| operands.push((operand, false)));
            stack.extend(operands.into_iter().rev());
        }
    }
}
