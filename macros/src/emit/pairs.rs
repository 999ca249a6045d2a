//! Sines and cosines of a kernel: pairs of one angle, side by side with those of its neighbours.

use crate::emit::kernel::{Printer, array};
use extremal_symbolic::{Function, Op, Value};

impl Printer<'_> {
    /// A sine and a cosine together, or the one of them that is used; with those of neighbours, if these are pairs as well.
    pub(super) fn define_pair(&mut self, index: usize) -> (usize, usize) {
        let pair = self.kernel.program.value(index);
        let neighbours = self.pairs_side_by_side(index);
        if let Some(line) = self.lines.len().checked_sub(1)
            && let Some(at) = neighbours.iter().position(|&other| other == pair)
            && at > 0
        {
            return (line, 2 * at);
        }
        match self.kernel.program.ops()[index] {
            Op::SinCos(angle) if neighbours.len() < 2 => self.define_single(pair, angle),
            _ => self.define_pairs(&neighbours),
        }
    }

    fn define_single(&mut self, pair: Value, angle: Value) -> (usize, usize) {
        let line = self.lines.len();
        let (sine, cosine) = (format!("s{line}"), format!("c{line}"));
        let of_angle = |name: &str| self.spelling.call(name, &[self.operand(angle)]);
        let (names, text) = match (self.wants(Op::SinOf(pair)), self.wants(Op::CosOf(pair))) {
            (true, false) => (vec![sine.clone()], format!("let {sine} = {};", of_angle("sin"))),
            (false, _) => (
                vec![cosine.clone()],
                format!("let {cosine} = {};", of_angle("cos")),
            ),
            (true, true) => (
                vec![sine.clone(), cosine.clone()],
                format!("let ({sine}, {cosine}) = {};", of_angle("sin_cos")),
            ),
        };
        self.push(names, text, &[angle]);
        (line, 0)
    }

    fn wants(&self, half: Op) -> bool {
        self.halves.contains(&half)
    }

    /// The run of operations around `index` that are pairs of one kind: sine and cosine, both used, or those that are turned.
    fn pairs_side_by_side(&self, index: usize) -> Vec<Value> {
        let ops = self.kernel.program.ops();
        let is_turned = matches!(ops[index], Op::SinCosTurned(_));
        let pair = |at: usize| {
            let pair = self.kernel.program.value(at);
            let is_alike = match ops[at] {
                Op::SinCos(_) => !is_turned && self.wants(Op::SinOf(pair)) && self.wants(Op::CosOf(pair)),
                Op::SinCosTurned(_) => is_turned,
                _ => false,
            };
            is_alike.then_some(pair)
        };
        let before = (0..index).rev().map_while(pair).count();
        (index - before..ops.len()).map_while(pair).collect()
    }

    fn define_pairs(&mut self, pairs: &[Value]) -> (usize, usize) {
        let line = self.lines.len();
        let names = |letter: &str| -> Vec<String> {
            (0..pairs.len()).map(|k| format!("{letter}{line}_{k}")).collect()
        };
        let (sines, cosines) = (names("s"), names("c"));
        let ops = self.kernel.program.ops();
        let operands = |k: usize| -> Vec<Value> {
            let of_pair = |pair: &Value| match ops[pair.index()] {
                Op::SinCos(angle) => angle,
                Op::SinCosTurned(operands) => operands[k],
                _ => *pair,
            };
            pairs.iter().map(of_pair).collect()
        };
        let is_turned = pairs
            .iter()
            .any(|pair| matches!(ops[pair.index()], Op::SinCosTurned(_)));
        let list = |k: usize| array(&self.operands(&operands(k)));
        let call = if is_turned {
            let predicted = format!("[{}, {}, {}]", list(1), list(2), list(3));
            self.spelling.call("sin_cos_turned", &[&list(0), &predicted])
        } else {
            self.spelling.call("sin_cos_each", &[&list(0)])
        };
        let wanted = |names: &[String], half: fn(Value) -> Op| -> Vec<String> {
            let shown = |(name, &pair): (&String, &Value)| match self.wants(half(pair)) {
                true => name.clone(),
                false => "_".to_owned(),
            };
            std::iter::zip(names, pairs).map(shown).collect()
        };
        let halves = [wanted(&sines, Op::SinOf), wanted(&cosines, Op::CosOf)].map(|names| array(&names));
        let text = format!("let ({}, {}) = {call};", halves[0], halves[1]);
        let all: Vec<Value> = (0..if is_turned { 4 } else { 1 }).flat_map(operands).collect();
        let names = std::iter::zip(sines, cosines).flat_map(|(sine, cosine)| [sine, cosine]);
        self.push(names.collect(), text, &all);
        (line, 0)
    }

    /// A coordinate at the start of the step to which an angle adds something: it is known long before the angle is.
    pub(super) fn known_beside(&self, f: Function, angle: Value) -> Option<Value> {
        let ops = self.kernel.program.ops();
        let is_coordinate = |value: &Value| match ops[value.index()] {
            Op::Symbol(symbol) => self
                .argument_of(symbol)
                .is_some_and(|(argument, _)| self.arguments[argument].name == "q"),
            _ => false,
        };
        match (f, ops[angle.index()]) {
            (Function::Sin | Function::Cos, Op::Add(a, b)) => [a, b].into_iter().find(is_coordinate),
            (Function::Sin | Function::Cos, Op::MulAdd(_, _, a)) => Some(a).filter(is_coordinate),
            _ => None,
        }
    }
}
