//! A kernel as a free function over any scalar: one `let` per operation.
//! It refuses to decide any mathematics: order and operations are the program's.

use std::borrow::Borrow;
use std::collections::{HashMap, HashSet};

use crate::derive::{Argument, Kernel};
use crate::emit::called::Functions;
use crate::emit::constants::{Constants, number};
use crate::emit::inline::inline;
use crate::emit::layout::{LINES_A_FUNCTION, Line, allowed};
use crate::emit::result::{Printed, places_of};
use crate::emit::spelling::Spelling;
use extremal_symbolic::{Expr, Op, ProgramCall, Relation, Value};

/// The functions of a kernel: itself, and its parts if it is long.
///
/// Text, which is parsed once: creating tokens one by one takes a call to the compiler for each.
pub(super) fn functions(kernel: &Kernel, spelling: Spelling) -> String {
    Printer::new(kernel, spelling).print()
}

fn places(arguments: &[Argument]) -> HashMap<Expr, (usize, usize)> {
    let mut places = HashMap::new();
    for (at, argument) in arguments.iter().enumerate() {
        for (place, &symbol) in argument.symbols.iter().enumerate() {
            places.entry(symbol).or_insert((at, place));
        }
    }
    places
}

/// A kernel on its way to text.
pub(super) struct Printer<'a> {
    pub(super) kernel: &'a Kernel,
    pub(super) spelling: Spelling,
    pub(super) arguments: Vec<Argument>,
    /// The argument that contains a symbol, and the index there.
    symbols: HashMap<Expr, (usize, usize)>,
    /// The text of each value where it is used.
    pub(super) values: Vec<String>,
    /// The line that defines a value, and the place there.
    pub(super) places: Vec<Option<(usize, usize)>>,
    pub(super) lines: Vec<Line>,
    /// Constants that have a name in long functions.
    pub(super) constants: Constants,
    /// The sines and cosines that are taken out of pairs.
    halves: HashSet<Op>,
    /// The evaluations of called fields.
    pub(super) calls: Vec<ProgramCall>,
    /// The fields that are called: how often each is differentiated, and its number of arguments.
    pub(super) functions: Functions,
}

impl<'a> Printer<'a> {
    fn new(kernel: &'a Kernel, spelling: Spelling) -> Self {
        let arguments = kernel.used_arguments();
        let mut printer = Self {
            kernel,
            spelling,
            symbols: places(&arguments),
            arguments,
            values: Vec::new(),
            places: Vec::new(),
            lines: Vec::new(),
            constants: spelling.names(&kernel.program),
            calls: kernel.program.calls(),
            functions: kernel.called(),
            halves: kernel.program.ops().iter().copied().filter(is_half).collect(),
        };
        for index in 0..kernel.program.ops().len() {
            printer.define(index);
        }
        for output in kernel.program.outputs() {
            printer.note_use(*output, usize::MAX);
        }
        printer
    }

    fn define(&mut self, index: usize) {
        let op = self.kernel.program.ops()[index];
        let line = self.lines.len();
        let (value, place) = match op {
            Op::Constant(high, low) => (self.spelling.constant(high, low), None),
            Op::Symbol(symbol) => (self.symbol(symbol), None),
            Op::List(..) => (String::new(), None),
            Op::Call(function, _) => (String::new(), Some(self.define_call(index, function))),
            Op::PartOf(call, part) => self.part_of_call(call, part),
            Op::SinOf(pair) => (self.half(pair, true), self.place_of_half(pair, true)),
            Op::CosOf(pair) => (self.half(pair, false), self.place_of_half(pair, false)),
            Op::SinCos(angle) => (String::new(), Some(self.define_pair(index, angle))),
            _ => {
                let name = format!("t{line}");
                let text = format!("let {name} = {};", self.right_side(op));
                let mut operands = Vec::new();
                op.for_operands(|operand| operands.push(operand));
                self.push(vec![name.clone()], text, &operands);
                (name, Some((line, 0)))
            }
        };
        self.values.push(value);
        self.places.push(place);
    }

    pub(super) fn push(&mut self, names: Vec<String>, text: String, operands: &[Value]) {
        let line = self.lines.len();
        let (mut arguments, mut constants) = (Vec::new(), Vec::new());
        for &operand in operands {
            self.note_use(operand, line);
            constants.extend(self.constants.name(operand).map(|_| operand.index()));
            if let Op::Symbol(symbol) = self.kernel.program.ops()[operand.index()] {
                arguments.extend(self.argument_of(symbol).map(|(argument, _)| argument));
            }
        }
        let last_use = vec![line; names.len()];
        self.lines.push(Line {
            names,
            text,
            last_use,
            arguments,
            constants,
        });
    }

    /// A sine and a cosine together, or the one of them that is used; with those of neighbours, if these are pairs as well.
    fn define_pair(&mut self, index: usize, angle: Value) -> (usize, usize) {
        let neighbours = self.pairs_side_by_side(index);
        if let Some(line) = self.lines.len().checked_sub(1)
            && let Some(at) = neighbours.iter().position(|&(pair, _)| pair.index() == index)
            && at > 0
        {
            return (line, 2 * at);
        }
        if neighbours.len() > 1 {
            return self.define_pairs(&neighbours);
        }
        let line = self.lines.len();
        let pair = self.kernel.program.value(index);
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

    /// The run of operations around `index` that are pairs of sine and cosine, both used.
    fn pairs_side_by_side(&self, index: usize) -> Vec<(Value, Value)> {
        let ops = self.kernel.program.ops();
        let pair = |at: usize| match ops[at] {
            Op::SinCos(angle) => {
                let pair = self.kernel.program.value(at);
                (self.wants(Op::SinOf(pair)) && self.wants(Op::CosOf(pair))).then_some((pair, angle))
            }
            _ => None,
        };
        let before = (0..index).rev().map_while(pair).count();
        (index - before..ops.len()).map_while(pair).collect()
    }

    fn define_pairs(&mut self, pairs: &[(Value, Value)]) -> (usize, usize) {
        let line = self.lines.len();
        let names = |letter: &str| -> Vec<String> {
            (0..pairs.len()).map(|k| format!("{letter}{line}_{k}")).collect()
        };
        let (sines, cosines) = (names("s"), names("c"));
        let angles: Vec<Value> = pairs.iter().map(|&(_, angle)| angle).collect();
        let text = format!(
            "let ({}, {}) = {};",
            array(&sines),
            array(&cosines),
            self.spelling
                .call("sin_cos_each", &[&array(&self.operands(&angles))])
        );
        let names = std::iter::zip(sines, cosines).flat_map(|(sine, cosine)| [sine, cosine]);
        self.push(names.collect(), text, &angles);
        (line, 0)
    }

    fn half(&self, pair: Value, is_sine: bool) -> String {
        let (line, place) = self
            .place_of_half(pair, is_sine)
            .expect("a pair stands before its halves");
        self.lines[line].names[place].clone()
    }

    fn place_of_half(&self, pair: Value, is_sine: bool) -> Option<(usize, usize)> {
        let (line, first) = self.places[pair.index()]?;
        let is_second = !is_sine && self.lines[line].names.len() > 1;
        Some((line, first + usize::from(is_second)))
    }

    fn note_use(&mut self, value: Value, line: usize) {
        if let Some((defined, place)) = self.places[value.index()] {
            let last = &mut self.lines[defined].last_use[place];
            *last = line.max(*last);
        }
    }

    fn argument_of(&self, symbol: Expr) -> Option<(usize, usize)> {
        self.symbols.get(&symbol).copied()
    }

    fn symbol(&self, symbol: Expr) -> String {
        let (at, place) = self
            .argument_of(symbol)
            .expect("every symbol of a kernel is one of its arguments");
        let Argument { name, is_scalar, .. } = self.arguments[at];
        if is_scalar {
            name.to_owned()
        } else {
            format!("{name}[{place}]")
        }
    }

    /// The text of a value in a line.
    fn operand(&self, value: Value) -> &str {
        match self.constants.name(value) {
            Some(name) => name,
            None => &self.values[value.index()],
        }
    }

    pub(super) fn operands(&self, list: &[Value]) -> Vec<&str> {
        list.iter().map(|&value| self.operand(value)).collect()
    }

    fn right_side(&self, op: Op) -> String {
        let of = |value: Value| self.operand(value);
        let call = |name: &str, arguments: &[&str]| self.spelling.call(name, arguments);
        match op {
            Op::Add(a, b) => format!("{} + {}", of(a), of(b)),
            Op::Sub(a, b) => format!("{} - {}", of(a), of(b)),
            Op::Mul(a, b) => format!("{} * {}", of(a), of(b)),
            Op::Div(a, b) => format!("{} / {}", of(a), of(b)),
            Op::Neg(a) => format!("-{}", of(a)),
            Op::Recip(a) => call("recip", &[of(a)]),
            Op::Sqrt(a) => call("sqrt", &[of(a)]),
            Op::Powf(a, bits) => call("powf", &[of(a), &number(bits)]),
            Op::Unary(f, a) => call(f.name(), &[of(a)]),
            Op::Binary(f, a, b) => call(f.name(), &[of(a), of(b)]),
            Op::Select(relation, operands) => {
                let name = match relation {
                    Relation::Less => "select_less",
                    Relation::LessEqual => "select_less_equal",
                    Relation::Equal => "select_equal",
                };
                call(name, &operands.map(of))
            }
            Op::Constant(..)
            | Op::Symbol(_)
            | Op::SinCos(_)
            | Op::SinOf(_)
            | Op::CosOf(_)
            | Op::List(..)
            | Op::Call(..)
            | Op::PartOf(..) => String::new(),
        }
    }

    fn print(&self) -> String {
        let results = self.kernel.results().into_iter().enumerate();
        let results: Vec<Printed> = results
            .map(|(at, (shape, list))| self.result(at, shape, list))
            .collect();
        let entries: String = results.iter().map(|result| &*result.entries).collect();
        let (written, returned): (Vec<_>, Vec<_>) = results.into_iter().partition(|result| result.is_written);
        let (types, results): (Vec<_>, Vec<_>) = returned
            .into_iter()
            .map(|result| (result.type_of, result.value))
            .unzip();
        let joined = |list: Vec<String>| match &*list {
            [single] => single.clone(),
            _ => format!("({})", list.join(", ")),
        };
        let (result_type, result) = match &*types {
            [] => Default::default(),
            _ => (format!("-> {}", joined(types)), joined(results)),
        };
        let all: Vec<usize> = (0..self.arguments.len()).collect();
        let (generics, mut parameters) = (
            self.generics(&self.functions),
            self.parameters(&all, &self.functions),
        );
        parameters.extend(places_of(&written));
        let allowed = allowed(&parameters);
        let parameters = parameters.join(", ");
        let (body, parts) = if self.lines.len() <= LINES_A_FUNCTION {
            let all = 0..self.lines.len();
            (self.named_constants(&all) + &self.blocks(all), String::new())
        } else {
            self.parts()
        };
        let (inline, name) = (inline(self.kernel), &self.kernel.name);
        format!(
            "{parts}
            {inline}
            {allowed}
            pub(super) fn {name}{generics}({parameters}) {result_type} {{
                {body}
                {entries}
                {result}
            }}"
        )
    }
}

/// Whether an operation only takes out of another one, or lists what another one takes.
pub(super) fn is_half(op: &Op) -> bool {
    matches!(op, Op::SinOf(_) | Op::CosOf(_) | Op::List(..) | Op::PartOf(..))
}

pub(super) fn array(values: &[impl Borrow<str>]) -> String {
    format!("[{}]", values.join(", "))
}
