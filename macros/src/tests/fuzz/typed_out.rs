//! Random formulas over ranges and with functions of one's own, and the same formulas typed out: they are one expression.
//!
//! One tree is written in both ways. The second one has no ranges, no closures and no indices but numbers. It refuses to know
//! how the macro unrolls.
//!
//! ```text
//! TYPED_OUT=100000 cargo test -p extremal-macros typed_out     more formulas
//! ```

mod tree;

use std::fmt::Write;

use tree::{Tree, Whole, some_tree};

use super::random::Random;
use crate::system::read;

impl Whole {
    fn short(&self) -> String {
        match self {
            Self::Number(n) => n.to_string(),
            Self::Index(depth) => format!("i{depth}"),
            Self::Operation(sign, a, b) => format!("({} {sign} {})", a.short(), b.short()),
        }
    }

    fn value(&self, indices: &[(usize, i64)]) -> i64 {
        match self {
            Self::Number(n) => *n,
            Self::Index(depth) => {
                let known = indices.iter().rev().find(|(known, _)| known == depth);
                known.expect("an index is inside its range").1
            }
            Self::Operation(sign, a, b) => {
                let (a, b) = (a.value(indices), b.value(indices));
                match *sign {
                    "+" => a + b,
                    "-" => a - b,
                    "*" => a * b,
                    "/" => a / b,
                    _ => a % b,
                }
            }
        }
    }
}

impl Tree {
    /// The formula with ranges, indices and functions.
    fn short(&self) -> String {
        match self {
            Self::Text(text) => (*text).to_owned(),
            Self::Indexed(name, at) => format!("{name}[(({}) % 3 + 3) % 3]", at.short()),
            // In a formula a quotient is a fraction, so that the remainder of its integer is taken.
            Self::Number(at) => format!("(({}) % 7)", at.short()),
            Self::Before(depth) => format!("b{depth}"),
            Self::Argument(place) => format!("a{place}"),
            Self::Unary(open, a, close) => format!("{open}{}{close}", a.short()),
            Self::Binary(a, sign, b) => format!("({} {sign} {})", a.short(), b.short()),
            Self::Pair(a, b) => format!("[{}, {}]", a.short(), b.short()),
            Self::Component(a, at) => format!("({})[{at}]", a.short()),
            Self::Fold(name, depth, (first, length), item) => {
                let first = first.short();
                format!("{name}({first}..{first} + {length}, |i{depth}| {})", item.short())
            }
            Self::Item(depth, length, item, at) => {
                format!("array(0..{length}, |i{depth}| {})[{at}]", item.short())
            }
            Self::Scan(depth, length, start, item, at) => format!(
                "scan(1..={length}, {}, |b{depth}, i{depth}| {})[{at}]",
                start.short(),
                item.short()
            ),
            Self::Choice((a, sign, b), then, otherwise) => format!(
                "if {} {sign} {} {{ {} }} else {{ {} }}",
                a.short(),
                b.short(),
                then.short(),
                otherwise.short()
            ),
            Self::Call(depth, formula, given) => {
                let parameters: Vec<String> = (0..given.len()).map(|place| format!("a{place}")).collect();
                let given: Vec<String> = given.iter().map(Self::short).collect();
                format!(
                    "{{ let f{depth} = |{}| {}; f{depth}({}) }}",
                    parameters.join(", "),
                    formula.short(),
                    given.join(", ")
                )
            }
        }
    }

    /// The formula typed out, with names for items and arguments.
    fn long(&self, around: &Around) -> String {
        match self {
            Self::Text(text) => (*text).to_owned(),
            Self::Indexed(name, at) => format!("{name}[{}]", at.value(&around.indices).rem_euclid(3)),
            Self::Number(at) => format!("({})", at.value(&around.indices) % 7),
            Self::Before(depth) => around.before(*depth),
            Self::Argument(place) => around.arguments[*place].clone(),
            Self::Unary(open, a, close) => format!("{open}{}{close}", a.long(around)),
            Self::Binary(a, sign, b) => format!("({} {sign} {})", a.long(around), b.long(around)),
            Self::Pair(a, b) => format!("[{}, {}]", a.long(around), b.long(around)),
            Self::Component(a, at) => format!("({})[{at}]", a.long(around)),
            Self::Fold(name, depth, (first, length), item) => {
                let first = first.value(&around.indices);
                let items: Vec<String> = (first..first + length)
                    .map(|i| item.long(&around.with(*depth, i)))
                    .collect();
                let names: Vec<String> = (0..items.len()).map(|k| around.name("n", *depth, k)).collect();
                let sign = if *name == "sum" { " + " } else { " * " };
                match items.len() {
                    // The shape of a sum without items is that of its items.
                    0 => format!("(0 * {})", item.long(&around.with(*depth, first))),
                    _ => format!("{{ {}{} }}", lets(&names, &items), names.join(sign)),
                }
            }
            Self::Item(depth, _, item, at) => format!("{{ {} }}", item.long(&around.with(*depth, *at))),
            Self::Scan(depth, _, start, item, at) => {
                let names: Vec<String> = (0..=at + 1)
                    .map(|k| around.name("s", *depth, usize::try_from(k).expect("an item")))
                    .collect();
                let mut items = vec![start.long(around)];
                for i in 1..=at + 1 {
                    let before = names[items.len() - 1].clone();
                    items.push(item.long(&around.with(*depth, i).after(*depth, before)));
                }
                format!("{{ {}{} }}", lets(&names, &items), names[items.len() - 1])
            }
            Self::Choice((a, sign, b), then, otherwise) => {
                let (a, b) = (a.value(&around.indices), b.value(&around.indices));
                let holds = match *sign {
                    "==" => a == b,
                    "!=" => a != b,
                    "<" => a < b,
                    _ => a >= b,
                };
                format!(
                    "{{ {} }}",
                    if holds {
                        then.long(around)
                    } else {
                        otherwise.long(around)
                    }
                )
            }
            Self::Call(depth, formula, given) => {
                let names: Vec<String> = (0..given.len()).map(|k| around.name("g", *depth, k)).collect();
                let given: Vec<String> = given.iter().map(|given| given.long(around)).collect();
                let inside = Around {
                    arguments: names.clone(),
                    ..around.clone()
                };
                format!("{{ {}{} }}", lets(&names, &given), formula.long(&inside))
            }
        }
    }
}

fn lets(names: &[String], values: &[String]) -> String {
    let mut text = String::new();
    for (name, value) in names.iter().zip(values) {
        write!(text, "let {name} = {value}; ").expect("a string takes text");
    }
    text
}

/// What the names around a formula stand for when it is typed out.
#[derive(Clone, Debug, Default)]
struct Around {
    indices: Vec<(usize, i64)>,
    before: Vec<(usize, String)>,
    arguments: Vec<String>,
}

impl Around {
    fn with(&self, depth: usize, index: i64) -> Self {
        let mut inside = self.clone();
        inside.indices.push((depth, index));
        inside
    }

    fn after(mut self, depth: usize, name: String) -> Self {
        self.before.push((depth, name));
        self
    }

    fn before(&self, depth: usize) -> String {
        let known = self.before.iter().rev().find(|(known, _)| *known == depth);
        known.expect("what is before is inside its scan").1.clone()
    }

    /// A name that nothing else has: with the depth of what it belongs to, and all indices around it.
    fn name(&self, of: &str, depth: usize, place: usize) -> String {
        let indices: Vec<String> = self
            .indices
            .iter()
            .map(|(_, i)| i.to_string().replace('-', "m"))
            .collect();
        format!("{of}{depth}_{}_{place}", indices.join("_"))
    }
}

/// Formulas of one declaration, which is read at once.
const TOGETHER: usize = 20;

#[test]
fn formulas_are_one_expression_with_what_is_typed_out() {
    let cases = std::env::var("TYPED_OUT")
        .ok()
        .and_then(|cases| cases.parse().ok());
    let cases: usize = cases.unwrap_or(400);
    let mut random = Random::new(18);
    for _ in 0..cases.div_ceil(TOGETHER) {
        let trees: Vec<Tree> = (0..TOGETHER).map(|_| some_tree(&mut random)).collect();
        are_one(&trees);
    }
}

fn are_one(trees: &[Tree]) {
    let mut outputs = String::new();
    let texts: Vec<[String; 2]> = trees
        .iter()
        .map(|tree| [tree.short(), tree.long(&Around::default())])
        .collect();
    for (k, [short, long]) in texts.iter().enumerate() {
        write!(outputs, "short{k} = {short}, long{k} = {long}, ").expect("a string takes text");
    }
    let text = format!(
        "#[lagrangian(
            coordinates(x, y, r[3], s[3][2]),
            kinetic = m * (dt(x).powi(2) + dt(y).powi(2) + dt(r).norm_squared() + sum(0..3, |i| dt(s[i]).norm_squared())),
            output({outputs}),
        )]
        struct Formulas {{ m: f64, r0: [f64; 3], rows: [[f64; 2]; 3] }}"
    );
    let input = syn::parse_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let system = read(input).unwrap_or_else(|failed| panic!("{}: {texts:#?}", failed.errors));
    for (pair, [short, long]) in system.model.outputs.chunks(2).zip(&texts) {
        assert_eq!(pair[0].shape, pair[1].shape, "{short} is not {long}");
        assert_eq!(pair[0].entries, pair[1].entries, "{short} is not {long}");
    }
}
