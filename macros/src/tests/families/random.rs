//! Kernels of random functions: every operation but −a depends on its operands as nothing known does.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use extremal_symbolic::{Expr, Op};

use crate::derive::Kernel;

/// A random number that depends on nothing else.
pub(super) fn number(of: impl Hash) -> i64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish().cast_signed()
}

/// The results of a kernel, list by list.
pub(super) fn evaluate(kernel: &Kernel, symbols: &BTreeMap<Expr, i64>) -> Vec<Vec<i64>> {
    let mut values: Vec<i64> = Vec::new();
    for op in kernel.program.ops() {
        let mut operands = Vec::new();
        op.for_operands(|operand| operands.push(values[operand.index()]));
        values.push(match op {
            Op::Symbol(symbol) => symbols[symbol],
            Op::Neg(_) => operands[0].wrapping_neg(),
            Op::Constant(..) => number(op),
            _ => number((std::mem::discriminant(op), operands)),
        });
    }
    let mut outputs = kernel
        .program
        .outputs()
        .iter()
        .map(|output| values[output.index()]);
    let lists = kernel.shapes.iter();
    lists
        .map(|shape| outputs.by_ref().take(shape.len()).collect())
        .collect()
}
