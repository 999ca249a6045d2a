//! A kernel as a free function over any scalar: one `let` per operation.
//! It refuses to decide any mathematics: order and operations are the program's.

use std::borrow::Borrow;
use std::collections::{HashMap, HashSet};

use crate::derive::{Argument, Kernel};
use crate::emit::called::Functions;
use crate::emit::constants::{Constants, number};
use crate::emit::inline::inline;
use crate::emit::instructions::Instructions;
use crate::emit::layout::{LINES_A_FUNCTION, Line, allowed};
use crate::emit::result::{Printed, places_of};
use crate::emit::spelling::Spelling;
use extremal_symbolic::{Expr, Op, ProgramCall, Relation, Value};

/// The functions of a kernel: itself, and its parts if it is long.
///
/// Text, which is parsed once: creating tokens one by one takes a call to the compiler for each.
pub(super) fn functions(kernel: &Kernel, spelling: Spelling) -> String {
    match Instructions::of(kernel) {
        Some(instructions) => instructions.print(kernel, spelling),
        None => Printer::new(kernel, spelling).print(),
    }
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
    pub(super) halves: HashSet<Op>,
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
            Op::SinCos(_) | Op::SinCosTurned(_) => (String::new(), Some(self.define_pair(index))),
            _ => {
                let name = format!("t{line}");
                let text = format!("let {name} = {};", self.right_side(op));
                let mut operands = Vec::new();
                op.for_operands(|operand| operands.push(operand));
                if let Op::Unary(f, angle) = op {
                    operands.extend(self.known_beside(f, angle));
                }
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

    pub(super) fn argument_of(&self, symbol: Expr) -> Option<(usize, usize)> {
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
    pub(super) fn operand(&self, value: Value) -> &str {
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
            Op::MulAdd(a, b, c) => call("mul_add", &[of(a), of(b), of(c)]),
            Op::MulSub(a, b, c) => call("mul_sub", &[of(a), of(b), of(c)]),
            Op::SubMul(a, b, c) => call("sub_mul", &[of(a), of(b), of(c)]),
            Op::Div(a, b) => format!("{} / {}", of(a), of(b)),
            Op::Neg(a) => format!("-{}", of(a)),
            Op::Recip(a) => call("recip", &[of(a)]),
            Op::Sqrt(a) => call("sqrt", &[of(a)]),
            Op::Powf(a, bits) => call("powf", &[of(a), &number(bits)]),
            Op::Unary(f, a) => match self.known_beside(f, a) {
                Some(near) => call(&format!("{}_beside", f.name()), &[of(a), of(near)]),
                None => call(f.name(), &[of(a)]),
            },
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
            | Op::SinCosTurned(_)
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
        let all: Vec<usize> = (0..self.arguments.len()).collect();
        let parameters = self.parameters(&all, &self.functions);
        let (body, parts) = if self.lines.len() <= LINES_A_FUNCTION {
            let all = 0..self.lines.len();
            (self.named_constants(&all) + &self.blocks(all), String::new())
        } else {
            self.parts()
        };
        let generics = self.generics(&self.functions);
        parts + &function(self.kernel, &generics, parameters, results, &(body + &entries))
    }
}

/// The function of a kernel, of which `body` computes the results.
pub(super) fn function(
    kernel: &Kernel,
    generics: &str,
    mut parameters: Vec<String>,
    results: Vec<Printed>,
    body: &str,
) -> String {
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
    parameters.extend(places_of(&written));
    let (allowed, parameters) = (allowed(&parameters), parameters.join(", "));
    let (inline, name) = (inline(kernel), &kernel.name);
    format!(
        "{inline}
        {allowed}
        pub(super) fn {name}{generics}({parameters}) {result_type} {{
            {body}
            {result}
        }}"
    )
}

/// Whether an operation only takes out of another one, or lists what another one takes.
pub(super) fn is_half(op: &Op) -> bool {
    matches!(op, Op::SinOf(_) | Op::CosOf(_) | Op::List(..) | Op::PartOf(..))
}

pub(super) fn array(values: &[impl Borrow<str>]) -> String {
    format!("[{}]", values.join(", "))
}
