//! Writes random systems: each as a declaration, and as generic Rust over dual numbers.
//!
//! Both are printed from one tree of a formula. In the generic Rust, dual numbers compute time derivatives and the forces of
//! dissipations.

use core::fmt::Write;
use core::ops::Range;

/// A formula over coordinates, velocities, time, inputs and the fields a and b.
#[derive(Clone, PartialEq)]
enum Formula {
    Constant(u64),
    Time,
    Field(&'static str),
    Coordinate(usize),
    Velocity(usize),
    Input,
    Negative(Box<Formula>),
    Binary(char, Box<Formula>, Box<Formula>),
    /// A method, and its argument if it has one, as it is printed.
    Method(&'static str, &'static str, Box<Formula>),
    Atan2(Box<Formula>, Box<Formula>),
}

use Formula::{Atan2, Binary, Constant, Coordinate, Field, Input, Method, Negative, Time, Velocity};

/// The language in which a formula is printed.
#[derive(Clone, Copy, PartialEq)]
enum Language {
    Declaration,
    Rust,
}

use Language::{Declaration, Rust};

impl Formula {
    /// Constants are eighths, which are exact.
    fn print(&self, language: Language) -> String {
        let number = |eighths: u64| format!("{:?}", eighths as f64 / 8.0);
        match self {
            Constant(eighths) if language == Rust => format!("T::from({})", number(*eighths)),
            Constant(eighths) => number(*eighths),
            Time => "t".to_owned(),
            Field(name) if language == Rust => format!("T::from(self.{name})"),
            Field(name) => (*name).to_owned(),
            Coordinate(k) if language == Rust => format!("q[{k}]"),
            Coordinate(k) => format!("x{k}"),
            Velocity(k) if language == Rust => format!("v[{k}]"),
            Velocity(k) => format!("dt(x{k})"),
            Input if language == Rust => "u[0]".to_owned(),
            Input => "u".to_owned(),
            Negative(x) => format!("-{}", x.operand(language)),
            Binary(operator, x, y) => format!("{} {operator} {}", x.operand(language), y.operand(language)),
            Method(name, "", x) if language == Declaration && x.is_plain() => {
                format!("{name}({})", x.print(language))
            }
            Method(name, argument, x) => format!("{}.{name}({argument})", x.operand(language)),
            Atan2(y, x) => format!("{}.atan2({})", y.operand(language), x.print(language)),
        }
    }

    /// In parentheses if precedence requires them.
    fn operand(&self, language: Language) -> String {
        match self {
            Negative(_) | Binary(..) => format!("({})", self.print(language)),
            _ => self.print(language),
        }
    }

    /// Whether the argument has no operators. Then the call is printed as a method, so that both kinds of calls occur.
    fn is_plain(&self) -> bool {
        !matches!(self, Negative(_) | Binary(..))
    }
}

fn binary(operator: char, x: Formula, y: Formula) -> Formula {
    Binary(operator, Box::new(x), Box::new(y))
}

fn method(name: &'static str, argument: &'static str, x: Formula) -> Formula {
    Method(name, argument, Box::new(x))
}

/// Random formulas; Steele, Lea and Flood's generator of numbers.
struct Random {
    state: u64,
    /// The symbols that formulas may contain.
    leaves: Vec<Formula>,
}

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }

    fn leaf(&mut self) -> Formula {
        let at = self.below(self.leaves.len() as u64);
        self.leaves[usize::try_from(at).expect("below a length")].clone()
    }

    /// Of the size of one.
    fn any(&mut self, depth: u32) -> Formula {
        if depth == 0 {
            return self.leaf();
        }
        let x = self.any(depth - 1);
        match self.below(12) {
            0 | 1 => self.pair('+', x, depth),
            2 => self.pair('-', x, depth),
            3 | 4 => self.pair('*', x, depth),
            5 => binary('/', x, self.positive(depth)),
            6 => Negative(Box::new(x)),
            7 => method("powi", "2", x),
            8 => method("sqrt", "", binary('+', Constant(8), method("powi", "2", x))),
            9 => method("ln", "", self.positive(depth)),
            10 => method("exp", "", binary('*', Constant(4), self.bounded(depth))),
            _ => self.bounded(depth),
        }
    }

    /// Two different symbols.
    fn pair(&mut self, operator: char, x: Formula, depth: u32) -> Formula {
        let y = self.any(depth - 1);
        if x == y {
            binary(operator, x, Constant(3))
        } else {
            binary(operator, x, y)
        }
    }

    /// In [−1, 1].
    fn bounded(&mut self, depth: u32) -> Formula {
        let x = self.any(depth - 1);
        match self.below(6) {
            0 | 1 => method("sin", "", x),
            2 | 3 => method("cos", "", x),
            4 => method("tanh", "", x),
            _ => Atan2(Box::new(method("sin", "", x)), Box::new(Constant(16))),
        }
    }

    /// In [1, 3].
    fn positive(&mut self, depth: u32) -> Formula {
        binary('+', Constant(16), self.bounded(depth))
    }
}

struct Declared {
    size: usize,
    /// Functions f for the terms ½ (df/dt)² of T.
    rates: Vec<Formula>,
    kinetic: Formula,
    potential: Formula,
    forces: Vec<Formula>,
    dissipation: Formula,
    is_general: bool,
    has_forces: bool,
}

impl Declared {
    /// M is dominated by its diagonal.
    fn new(number: usize) -> Self {
        let size = 1 + number % 3;
        let mut random = Random {
            state: 1 + number as u64,
            leaves: vec![Constant(1 + number as u64), Constant(4), Field("a"), Field("b")],
        };
        let positions = (0..size).flat_map(|k| [Coordinate(k), Coordinate(k)]);
        random.leaves.extend(positions.chain([Time]));
        // Each field occurs.
        let rates = vec![binary(
            '+',
            binary('*', Field("a"), random.any(2)),
            binary('*', Field("b"), Coordinate(0)),
        )];
        let mut kinetic = binary('*', random.leaf(), Constant(1));
        for i in 0..size {
            let mass = binary('*', random.positive(2), method("powi", "2", Velocity(i)));
            let linear = binary('*', random.bounded(2), Velocity(i));
            kinetic = binary('+', binary('+', kinetic, mass), linear);
            for j in 0..i {
                let coupling = binary('*', binary('*', Constant(2), random.bounded(2)), Velocity(i));
                kinetic = binary('+', kinetic, binary('*', coupling, Velocity(j)));
            }
        }
        let is_general = number % 5 == 4;
        if is_general {
            let fourth = method("powi", "4", Velocity(0));
            kinetic = binary('+', kinetic, binary('*', random.positive(1), fourth));
        }
        let mut potential = random.any(4);
        let has_position = (0..size).any(|k| potential.print(Declaration).contains(&format!("x{k}")));
        if !has_position && !is_general {
            potential = binary('*', Coordinate(0), potential);
        }
        random
            .leaves
            .extend((0..size).map(Velocity).chain([Input, Input]));
        let forces = (0..size).map(|_| random.any(3)).collect();
        random.leaves.retain(|leaf| *leaf != Input);
        let flow = binary('+', Velocity(0), random.any(2));
        let dissipation = binary('*', random.positive(1), method("powi", "2", flow));
        Self {
            size,
            rates,
            kinetic,
            potential,
            forces,
            dissipation,
            is_general,
            has_forces: number.is_multiple_of(2),
        }
    }

    fn declaration(&self) -> String {
        let all = |names: &[String]| names.join(", ");
        let coordinates: Vec<String> = (0..self.size).map(|k| format!("x{k}")).collect();
        let rates = self
            .rates
            .iter()
            .map(|f| format!("0.5 * dt({}).powi(2)", f.print(Declaration)));
        let rates: Vec<String> = rates.collect();
        let (kinetic, potential) = (
            self.kinetic.print(Declaration),
            self.potential.operand(Declaration),
        );
        let mut text = format!("    coordinates({}),\n", all(&coordinates));
        if self.has_forces {
            text += "    inputs(u),\n";
        }
        text += &if self.is_general {
            format!(
                "    lagrangian = {} + {kinetic} - {potential},\n",
                rates.join(" + ")
            )
        } else {
            format!(
                "    kinetic = {} + {kinetic},\n    potential = {potential},\n",
                rates.join(" + ")
            )
        };
        if self.has_forces {
            let forces = self.forces.iter().enumerate();
            let forces: Vec<String> = forces
                .map(|(k, f)| format!("x{k} = {}{}", input(k, "u"), f.print(Declaration)))
                .collect();
            text += &format!("    force({}),\n", all(&forces));
            text += &format!("    dissipation = {},\n", self.dissipation.print(Declaration));
        }
        text
    }

    /// The functions of `ByHand`. Derivatives are those of dual numbers over T.
    fn by_hand(&self) -> String {
        let mut text = String::new();
        let kinetic = self.kinetic.print(Rust);
        let rates =
            (0..self.rates.len()).map(|k| format!("rate(t, q, v, |t, q| self.rate{k}(t, q)).powi(2) * 0.5"));
        let rates: Vec<String> = rates.collect();
        let potential = self.potential.print(Rust);
        let body = if self.is_general {
            text += "    const GENERAL: bool = true;\n\n";
            format!("{} + {kinetic} - ({potential})", rates.join(" + "))
        } else {
            format!("{} + {kinetic}", rates.join(" + "))
        };
        text += &function("kinetic", "t: T, q: &[T], v: &[T]", "T", "(t, q, v)", &body);
        if !self.is_general {
            text += &function("potential", "t: T, q: &[T]", "T", "(t, q)", &potential);
        }
        if self.has_forces {
            let forces = self.forces.iter().enumerate();
            let forces: Vec<String> = forces
                .map(|(k, f)| format!("{}{}", input(k, "u[0]"), f.print(Rust)))
                .collect();
            let body = format!(
                "let slopes = slopes(t, q, v, |t, q, v| self.dissipation(t, q, v));\n        \
                 let forces = [{}];\n        \
                 forces.iter().zip(slopes).map(|(f, slope)| *f - slope).collect()",
                forces.join(", ")
            );
            text += &function(
                "force",
                "t: T, q: &[T], v: &[T], u: &[T]",
                "Vec<T>",
                "(t, q, v, u)",
                &body,
            );
        }
        text
    }

    /// The functions that are differentiated.
    fn helpers(&self) -> String {
        let mut text = String::new();
        for (k, f) in self.rates.iter().enumerate() {
            text += &function(
                &format!("rate{k}"),
                "t: T, q: &[T]",
                "T",
                "(t, q)",
                &f.print(Rust),
            );
        }
        if self.has_forces {
            let dissipation = self.dissipation.print(Rust);
            text += &function(
                "dissipation",
                "t: T, q: &[T], v: &[T]",
                "T",
                "(t, q, v)",
                &dissipation,
            );
        }
        text
    }
}

/// The derive refuses an input that occurs in no force, so the first force always contains it.
fn input(coordinate: usize, name: &str) -> String {
    if coordinate == 0 {
        format!("{name} + ")
    } else {
        String::new()
    }
}

fn function(name: &str, arguments: &str, result: &str, used: &str, body: &str) -> String {
    format!(
        "    fn {name}<T: Number>(&self, {arguments}) -> {result} {{\n        let _ = {used};\n        {body}\n    }}\n"
    )
}

/// With three coordinates, elements of two stages would make most of the code, and add nothing to those with fewer coordinates.
fn schemes(size: usize) -> &'static str {
    if size < 3 {
        "Verlet, Midpoint, Galerkin<2, Gauss<2>>"
    } else {
        "Verlet, Midpoint"
    }
}

/// The files, each with its systems.
pub(crate) const FILES: [(&str, Range<usize>); 3] = [("first", 0..7), ("second", 7..14), ("third", 14..20)];

/// The file of some systems.
pub(crate) fn source(systems: Range<usize>) -> String {
    let mut text = String::from(
        "//! Random systems, written by `support/generator.rs`: run `BLESS=1 cargo test -p extremal-oracles --test derived` to write \
         them anew.\n\nuse extremal::Scalar;\nuse extremal::prelude::*;\n\n\
         use crate::support::by_hand::{ByHand, Number};\nuse crate::support::generated::Sample;\n\
         use crate::support::point::Domain;\nuse crate::support::rates::{rate, slopes};\n",
    );
    for number in systems {
        let system = Declared::new(number);
        let domain = vec!["(-1.0, 1.0)"; system.size].join(", ");
        write!(
            text,
            "\n#[derive(Clone, Lagrangian)]\n#[lagrangian(\n{}    discretize({})\n)]\n\
             pub(crate) struct Random{number}<T: Scalar> {{\n    a: T,\n    b: T,\n}}\n\n\
             impl<T: Scalar> Sample for Random{number}<T> {{\n    \
             const DOMAIN: Domain = Domain {{ q: &[{domain}], v: (-1.0, 1.0) }};\n\n    \
             fn sample() -> Self {{\n        Self {{ a: T::from_f64(0.7), b: T::from_f64(-1.2) }}\n    }}\n}}\n\n\
             impl Random{number}<f64> {{\n{}}}\n\n\
             impl ByHand for Random{number}<f64> {{\n{}}}\n",
            system.declaration(),
            schemes(system.size),
            system.helpers(),
            system.by_hand()
        )
        .expect("a string takes everything");
    }
    text
}
