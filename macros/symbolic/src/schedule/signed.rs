//! Operations on values with a sign: signs move outwards until an addition absorbs them.

use crate::schedule::op::{Op, Value};
use crate::schedule::scheduler::Scheduler;

/// A value, and whether it is negated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signed {
    pub(crate) value: Value,
    pub(crate) negative: bool,
}

impl Signed {
    /// −a
    pub(super) fn opposite(self) -> Self {
        Self {
            negative: !self.negative,
            ..self
        }
    }
}

impl Scheduler<'_> {
    pub(crate) fn add_signed(&mut self, a: Signed, b: Signed) -> Signed {
        let (op, negative) = match (a.negative, b.negative) {
            (negative, other) if negative == other => (Op::Add(a.value, b.value), negative),
            (false, _) => (Op::Sub(a.value, b.value), false),
            (true, _) => (Op::Sub(b.value, a.value), false),
        };
        Signed {
            value: self.push(op).value,
            negative,
        }
    }

    /// Combines neighbours, then the results, and so on: short chains of dependent operations.
    pub(super) fn combine(
        &mut self,
        list: &[Signed],
        join: impl Fn(&mut Self, Signed, Signed) -> Signed,
    ) -> Option<Signed> {
        let mut list = list.to_vec();
        while list.len() > 1 {
            let pairs = list.chunks(2);
            list = pairs
                .map(|pair| {
                    if let [a, b] = *pair {
                        join(self, a, b)
                    } else {
                        pair[0]
                    }
                })
                .collect();
        }
        list.first().copied()
    }

    /// xⁿ by squaring, n > 0.
    pub(super) fn power(&mut self, x: Value, n: u32) -> Value {
        if n == 1 {
            return x;
        }
        if n % 2 == 1 {
            let even = self.power(x, n - 1);
            return self.mul(even, x);
        }
        let half = self.power(x, n / 2);
        self.mul(half, half)
    }

    pub(super) fn signed_power(&mut self, x: Signed, n: u32) -> Signed {
        Signed {
            value: self.power(x.value, n),
            negative: x.negative && n % 2 == 1,
        }
    }

    /// Applies the sign.
    pub(crate) fn settle(&mut self, signed: Signed) -> Value {
        match (signed.negative, self.ops[signed.value.index()]) {
            (false, _) => signed.value,
            (true, Op::Constant(high, low)) => {
                let [high, low] = [high, low].map(|bits| -f64::from_bits(bits));
                // No negative zero.
                self.parts(high, low + 0.0)
            }
            (true, _) => self.push(Op::Neg(signed.value)).value,
        }
    }

    pub(super) fn push(&mut self, op: Op) -> Signed {
        Signed {
            value: self.emit(op),
            negative: false,
        }
    }

    pub(crate) fn constant(&mut self, value: f64) -> Value {
        self.parts(value, 0.0)
    }

    /// The constant high + low.
    pub(super) fn parts(&mut self, high: f64, low: f64) -> Value {
        self.emit(Op::Constant(high.to_bits(), low.to_bits()))
    }

    pub(crate) fn constant_value(&self, value: Value) -> Option<f64> {
        match self.ops[value.index()] {
            Op::Constant(high, low) => (f64::from_bits(low) == 0.0).then(|| f64::from_bits(high)),
            _ => None,
        }
    }

    pub(crate) fn mul_signed(&mut self, a: Signed, b: Signed) -> Signed {
        Signed {
            value: self.mul(a.value, b.value),
            negative: a.negative != b.negative,
        }
    }

    /// a b
    pub(crate) fn mul(&mut self, a: Value, b: Value) -> Value {
        match (self.constant_value(a), self.constant_value(b)) {
            (Some(1.0), _) => b,
            (_, Some(1.0)) => a,
            _ => self.emit(Op::Mul(a.min(b), a.max(b))),
        }
    }

    /// The value of an operation, the known one if there is one.
    pub(crate) fn emit(&mut self, op: Op) -> Value {
        self.graph.spend(1);
        if let Some(&known) = self.values.get(&op) {
            return known;
        }
        let value = Value(u32::try_from(self.ops.len()).expect("fewer than 2³² operations"));
        self.ops.push(op);
        self.values.insert(op, value);
        value
    }
}
