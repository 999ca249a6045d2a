//! The registers of a program, and its instructions.
//!
//! It refuses to know how they are printed.

use std::collections::{HashMap, HashSet};

use crate::derive::Kernel;
use extremal_symbolic::{Function, Function2, Op, Program, Relation, Value};

/// The instructions of a program, and what its registers hold.
pub(super) struct Writer<'a> {
    program: &'a Program,
    pub(super) code: Vec<u8>,
    pub(super) exponents: Vec<u64>,
    pub(super) constants: Vec<(u64, u64)>,
    /// The operation after which a value is not needed any more.
    last_use: Vec<usize>,
    /// Results and places there that are a value.
    stored: HashMap<usize, Vec<(usize, usize)>>,
    /// The register of each value that was computed.
    places: Vec<Option<u16>>,
    /// Registers of sines and cosines that were computed, until they are taken out of their pairs.
    halves: HashMap<Op, u16>,
    /// The sines and cosines that are taken out of pairs.
    wanted: HashSet<Op>,
    free: Vec<u16>,
    /// The first register that is neither a constant nor an argument.
    first: usize,
    pub(super) count: usize,
}

impl<'a> Writer<'a> {
    pub(super) fn new(kernel: &'a Kernel) -> Option<Self> {
        let program = &kernel.program;
        let ops = program.ops();
        let mut constants: Vec<(u64, u64)> = Vec::new();
        let mut known: HashMap<(u64, u64), usize> = HashMap::new();
        let mut last_use = vec![0; ops.len()];
        for (index, op) in ops.iter().enumerate() {
            if let Op::Constant(high, low) = *op {
                known.entry((high, low)).or_insert_with(|| {
                    constants.push((high, low));
                    constants.len() - 1
                });
            }
            op.for_operands(|operand| last_use[operand.index()] = index);
        }
        let mut arguments = HashMap::new();
        let mut count = constants.len();
        for argument in kernel.used_arguments() {
            for symbol in argument.symbols {
                arguments.entry(symbol).or_insert(count);
                count += 1;
            }
        }
        let mut stored: HashMap<usize, Vec<(usize, usize)>> = HashMap::new();
        for (result, (_, list)) in kernel.results().into_iter().enumerate() {
            for (place, value) in list.iter().enumerate() {
                if ops[value.index()] != Op::Constant(0, 0) {
                    stored.entry(value.index()).or_default().push((result, place));
                }
            }
        }
        let places = ops.iter().map(|op| match op {
            Op::Constant(high, low) => known.get(&(*high, *low)).copied(),
            Op::Symbol(symbol) => arguments.get(symbol).copied(),
            _ => None,
        });
        let places = places.map(|place| place.map(u16::try_from).transpose().ok());
        let is_half = |op: &&Op| matches!(op, Op::SinOf(_) | Op::CosOf(_));
        Some(Self {
            places: places.collect::<Option<_>>()?,
            program,
            code: Vec::new(),
            exponents: Vec::new(),
            constants,
            last_use,
            stored,
            halves: HashMap::new(),
            wanted: ops.iter().filter(is_half).copied().collect(),
            free: Vec::new(),
            first: count,
            count,
        })
    }

    /// The instruction of an operation, and those that store it as a result.
    pub(super) fn write(&mut self, index: usize) -> Option<()> {
        let op = self.program.ops()[index];
        match op {
            Op::Constant(..) | Op::Symbol(_) => {}
            Op::SinOf(_) | Op::CosOf(_) => self.places[index] = Some(self.halves.remove(&op)?),
            Op::SinCos(angle) => self.write_pair(index, angle)?,
            Op::Select(relation, [a, b, then, otherwise]) => {
                let operands = [a, b, then, otherwise].map(|operand| self.place(operand));
                self.release(index);
                let into = self.register()?;
                self.places[index] = Some(into);
                let [a, b, then, otherwise] = operands;
                self.push(code_of_relation(relation), [into, a?, b?]);
                self.push(OTHERWISE, [0, then?, otherwise?]);
            }
            Op::MulAdd(a, b, c) => self.write_fused(index, MUL_ADD, [a, b, c])?,
            Op::MulSub(a, b, c) => self.write_fused(index, MUL_SUB, [a, b, c])?,
            Op::SubMul(a, b, c) => self.write_fused(index, SUB_MUL, [a, b, c])?,
            _ => {
                let (code, a, b) = self.coded(op)?;
                let operands = [self.place(a)?, b];
                self.release(index);
                let into = self.register()?;
                self.places[index] = Some(into);
                self.push(code, [into, operands[0], operands[1]]);
            }
        }
        for (result, place) in self.stored.remove(&index).unwrap_or_default() {
            let [result, place] = [result, place].map(|number| u16::try_from(number).ok());
            let from = self.places[index]?;
            self.push(STORE, [result?, place?, from]);
        }
        Some(())
    }

    /// The code of an operation of one or two operands, the first operand, and the second or what stands in its place.
    fn coded(&mut self, op: Op) -> Option<(u8, Value, u16)> {
        Some(match op {
            Op::Add(a, b) => (0, a, self.place(b)?),
            Op::Sub(a, b) => (1, a, self.place(b)?),
            Op::Mul(a, b) => (2, a, self.place(b)?),
            Op::Div(a, b) => (3, a, self.place(b)?),
            Op::Neg(a) => (4, a, 0),
            Op::Recip(a) => (5, a, 0),
            Op::Sqrt(a) => (6, a, 0),
            Op::Powf(a, bits) => {
                let known = self.exponents.iter().position(|&other| other == bits);
                let place = known.unwrap_or(self.exponents.len());
                if known.is_none() {
                    self.exponents.push(bits);
                }
                (7, a, u16::try_from(place).ok()?)
            }
            Op::Unary(function, a) => (code_of_function(function)?, a, 0),
            Op::Binary(function, a, b) => (code_of_both(function), a, self.place(b)?),
            _ => return None,
        })
    }

    /// A sum with a product.
    fn write_fused(&mut self, index: usize, code: u8, operands: [Value; 3]) -> Option<()> {
        let [a, b, c] = operands.map(|operand| self.place(operand));
        self.release(index);
        let into = self.register()?;
        self.places[index] = Some(into);
        self.push(code, [into, a?, b?]);
        self.push(OTHERWISE, [0, c?, 0]);
        Some(())
    }

    /// A sine and a cosine together, or the one of them that is used.
    fn write_pair(&mut self, index: usize, angle: Value) -> Option<()> {
        let pair = self.program.value(index);
        let halves = [Op::SinOf(pair), Op::CosOf(pair)];
        let is_used = halves.map(|half| self.wanted.contains(&half));
        let at = self.place(angle)?;
        self.release(index);
        let mut places = [0; 2];
        for ((place, half), is_used) in places.iter_mut().zip(halves).zip(is_used) {
            if is_used {
                *place = self.register()?;
                self.halves.insert(half, *place);
            }
        }
        match is_used {
            [true, true] => self.push(SIN_COS, [places[0], places[1], at]),
            [true, false] => self.push(code_of_function(Function::Sin)?, [places[0], at, 0]),
            [false, _] => self.push(code_of_function(Function::Cos)?, [places[1], at, 0]),
        }
        Some(())
    }

    fn push(&mut self, code: u8, numbers: [u16; 3]) {
        self.code.push(code);
        self.code.extend(numbers.into_iter().flat_map(u16::to_le_bytes));
    }

    fn place(&self, value: Value) -> Option<u16> {
        self.places[value.index()]
    }

    /// Frees the registers that an operation is the last to read.
    fn release(&mut self, index: usize) {
        let mut read = Vec::new();
        self.program.ops()[index].for_operands(|operand| {
            if self.last_use[operand.index()] == index && !read.contains(&operand) {
                read.push(operand);
            }
        });
        let places = read
            .into_iter()
            .filter_map(|operand| self.places[operand.index()]);
        self.free
            .extend(places.filter(|&place| usize::from(place) >= self.first));
    }

    fn register(&mut self) -> Option<u16> {
        match self.free.pop() {
            Some(free) => Some(free),
            None => {
                self.count += 1;
                u16::try_from(self.count - 1).ok()
            }
        }
    }
}

/// Codes as `extremal::__private::Instructions` reads them; a test runs each of them.
const STORE: u8 = 8;
const SIN_COS: u8 = 9;
/// The second half of an instruction with more than two operands.
const OTHERWISE: u8 = 10;
const MUL_ADD: u8 = 32;
const MUL_SUB: u8 = 33;
const SUB_MUL: u8 = 34;

fn code_of_relation(relation: Relation) -> u8 {
    match relation {
        Relation::Less => 11,
        Relation::LessEqual => 12,
        Relation::Equal => 13,
    }
}

fn code_of_both(function: Function2) -> u8 {
    match function {
        Function2::Atan2 => 14,
        Function2::Hypot => 15,
        Function2::Min => 16,
        Function2::Max => 17,
    }
}

fn code_of_function(function: Function) -> Option<u8> {
    Some(match function {
        Function::Sin => 18,
        Function::Cos => 19,
        Function::Tan => 20,
        Function::Asin => 21,
        Function::Acos => 22,
        Function::Atan => 23,
        Function::Sinh => 24,
        Function::Cosh => 25,
        Function::Tanh => 26,
        Function::Exp => 27,
        Function::Ln => 28,
        Function::Ln1p => 29,
        Function::Abs => 30,
        Function::Signum => 31,
        Function::Opaque => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::derive::{Argument, Shape};
    use extremal_symbolic::{Expr, Graph};

    const FUNCTIONS: [Function; 14] = [
        Function::Sin,
        Function::Cos,
        Function::Tan,
        Function::Asin,
        Function::Acos,
        Function::Atan,
        Function::Sinh,
        Function::Cosh,
        Function::Tanh,
        Function::Exp,
        Function::Ln,
        Function::Ln1p,
        Function::Abs,
        Function::Signum,
    ];

    /// Runs instructions as the runtime documents them.
    fn run(writer: &Writer<'_>, arguments: &[f64], results: &mut [Vec<f64>]) {
        let constants = writer.constants.iter().map(|&(high, _)| f64::from_bits(high));
        let mut registers: Vec<f64> = constants.chain(arguments.iter().copied()).collect();
        registers.resize(writer.count, f64::NAN);
        let number = |low: u8, high: u8| usize::from(u16::from_le_bytes([low, high]));
        let instructions = writer.code.chunks(7);
        let instructions =
            instructions.map(|i| (i[0], [number(i[1], i[2]), number(i[3], i[4]), number(i[5], i[6])]));
        let mut instructions = instructions.collect::<Vec<_>>().into_iter();
        while let Some((code, [into, a, b])) = instructions.next() {
            // Not every number is a register.
            let [x, y] = [a, b].map(|place| registers.get(place).copied().unwrap_or(f64::NAN));
            if code == STORE {
                results[into][a] = y;
                continue;
            }
            registers[into] = match code {
                0 => x + y,
                1 => x - y,
                2 => x * y,
                3 => x / y,
                4 => -x,
                5 => x.recip(),
                6 => x.sqrt(),
                7 => x.powf(f64::from_bits(writer.exponents[b])),
                SIN_COS => {
                    registers[a] = y.cos();
                    y.sin()
                }
                11..=13 => {
                    let (code_of_rest, [_, then, otherwise]) = instructions.next().expect("two halves");
                    assert_eq!(code_of_rest, OTHERWISE);
                    let holds = [x < y, x <= y, x == y][usize::from(code - 11)];
                    registers[if holds { then } else { otherwise }]
                }
                MUL_ADD..=SUB_MUL => {
                    let (code_of_rest, [_, c, _]) = instructions.next().expect("two halves");
                    assert_eq!(code_of_rest, OTHERWISE);
                    let c = registers[c];
                    [x * y + c, x * y - c, x - y * c][usize::from(code - MUL_ADD)]
                }
                14 => x.atan2(y),
                15 => x.hypot(y),
                16 => x.min(y),
                17 => x.max(y),
                _ => {
                    let at = FUNCTIONS.iter().position(|&f| code_of_function(f) == Some(code));
                    FUNCTIONS[at.expect("a function")].evaluate(x)
                }
            };
        }
    }

    /// Every operation, sums of them so that registers are used again, and results that are numbers, arguments or zero.
    fn expressions(graph: &mut Graph, x: &[Expr]) -> Vec<Expr> {
        let mut all: Vec<Expr> = FUNCTIONS.iter().map(|&f| graph.apply(f, x[0])).collect();
        let two = graph.integer(2);
        for f in [Function2::Atan2, Function2::Hypot, Function2::Min, Function2::Max] {
            all.push(graph.apply2(f, x[0], x[1]));
        }
        for relation in [Relation::Less, Relation::LessEqual, Relation::Equal] {
            let product = graph.mul(x[0], x[2]);
            all.push(graph.select(relation, x[0], x[1], product, two));
        }
        let products = [graph.mul(x[0], x[1]), graph.mul(x[1], x[2])];
        let fused = [
            graph.add(products[0], x[2]),
            graph.sub(products[1], x[0]),
            graph.sub(x[2], products[0]),
        ];
        let fused = fused.map(|sum| graph.apply(Function::Exp, sum));
        all.extend(fused);
        let root = graph.sqrt(x[1]);
        let exponent = graph.ratio(3, 10);
        let exponent = graph.constant_of(exponent).cloned().expect("a constant");
        let power = graph.power(x[1], &exponent);
        let quotient = graph.div(x[2], x[1]);
        let difference = graph.sub(x[0], quotient);
        let sine = graph.apply(Function::Sin, x[2]);
        let below = graph.div(two, sine);
        all.extend([root, power, quotient, difference, sine]);
        all.extend([below, two, x[1], graph.zero()]);
        let sums: Vec<Expr> = all.windows(3).map(|list| graph.sum(list)).collect();
        [all, sums].concat()
    }

    #[test]
    fn instructions_compute_what_the_program_does() {
        let mut graph = Graph::new();
        let x: Vec<Expr> = ["x", "y", "z"].iter().map(|name| graph.symbol(name)).collect();
        let all = expressions(&mut graph, &x);
        let arguments = [Argument::scalar("time", x[0]), Argument::array("q", &x[1..])];
        let (first, rest) = all.split_at(5);
        let results = [(Shape::Array(5), first), (Shape::Array(rest.len()), rest)];
        let kernel = Kernel::of(&mut graph, "all", &arguments, &results);
        let mut writer = Writer::new(&kernel).expect("few registers");
        for index in 0..kernel.program.ops().len() {
            writer.write(index).expect("an instruction for each operation");
        }
        // Values take few registers, since most are not needed for long.
        assert!(writer.count < kernel.program.ops().len(), "{}", writer.count);
        for values in [[0.3, 0.4, 1.1], [0.5, 0.5, -0.7], [0.9, 0.2, 3.0]] {
            let mut found = vec![vec![0.0; 5], vec![0.0; rest.len()]];
            run(&writer, &values, &mut found);
            let symbols: Vec<(Expr, f64)> = x.iter().copied().zip(values).collect();
            let expected = kernel.program.evaluate(&symbols);
            assert_eq!(found.concat(), expected);
        }
    }
}
