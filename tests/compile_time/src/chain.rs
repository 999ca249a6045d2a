//! The source of a planar chain of n links, declared in three ways.
//!
//! Does not know the measurements.

use std::fmt::Write as _;

/// The form of its Lagrangian.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Typing {
    /// The mass matrix with the cosines of all differences of absolute angles.
    Cosines,
    /// Positions with `dt`, in absolute angles.
    Positions,
    /// Positions with `dt`, in angles against the link before.
    Relative,
}

impl Typing {
    pub(crate) const ALL: [Self; 3] = [Self::Cosines, Self::Positions, Self::Relative];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Cosines => "cosines",
            Self::Positions => "positions",
            Self::Relative => "relative",
        }
    }
}

/// A crate that derives the chain and makes a step by each scheme.
pub(crate) fn derived(typing: Typing, n: usize, schemes: &[&str]) -> String {
    let mut source = String::from("use extremal::prelude::*;\n\n#[derive(Lagrangian)]\n#[lagrangian(\n");
    let mut line = |text: String| {
        let _ = writeln!(source, "    {text},");
    };
    line(format!("coordinates(a[{n}])"));
    match typing {
        Typing::Cosines => cosines(n, &mut line),
        Typing::Positions => positions(n, false, &mut line),
        Typing::Relative => positions(n, true, &mut line),
    }
    line(format!("discretize({})", schemes.join(", ")));
    source.push_str(")]\n");
    source.push_str(STRUCT);
    for (index, scheme) in schemes.iter().enumerate() {
        source.push_str(&step(index, scheme, n));
    }
    source
}

/// The same crate without the derive and without steps.
pub(crate) fn plain() -> String {
    format!("pub use extremal::prelude::*;\n\n{STRUCT}")
}

const STRUCT: &str = "pub struct Chain {\n    pub m: f64,\n    pub l: f64,\n    pub g: f64,\n}\n";

/// The code that a program has in addition to the declaration: an integrator of that scheme.
fn step(index: usize, scheme: &str, n: usize) -> String {
    format!(
        "\npub fn step_{index}(chain: &Chain, q: [f64; {n}]) -> Result<f64, extremal::Error> {{
    let mut motion = Integrator::new(chain, <{scheme}>::default(), 1e-3, q, [0.0; {n}])?;
    motion.step()?;
    Ok(motion.energy())\n}}\n"
    )
}

fn cosines(n: usize, line: &mut impl FnMut(String)) {
    let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    let terms = pairs.map(|(i, j)| {
        let count = n - i.max(j);
        format!("{count} * cos(a[{i}] - a[{j}]) * dt(a[{i}]) * dt(a[{j}])")
    });
    let kinetic = terms.collect::<Vec<_>>().join(" + ");
    let heights = (0..n).map(|i| format!("{} * cos(a[{i}])", n - i));
    line(format!("kinetic = 0.5 * m * l * l * ({kinetic})"));
    line(format!(
        "potential = -m * g * l * ({})",
        heights.collect::<Vec<_>>().join(" + ")
    ));
}

fn positions(n: usize, relative: bool, line: &mut impl FnMut(String)) {
    for i in 0..n {
        let before = i.checked_sub(1);
        let angle = match before {
            Some(k) if relative => format!("b{k} + a[{i}]"),
            _ => format!("a[{i}]"),
        };
        line(format!("let b{i} = {angle}"));
        let from = before.map_or(String::new(), |k| format!("r{k} + "));
        line(format!("let r{i} = {from}[l * sin(b{i}), -l * cos(b{i})]"));
    }
    let list = |text: fn(usize) -> String| (0..n).map(text).collect::<Vec<_>>().join(" + ");
    line(format!(
        "kinetic = 0.5 * m * ({})",
        list(|i| format!("dt(r{i}).norm_squared()"))
    ));
    line(format!("potential = m * g * ({})", list(|i| format!("r{i}[1]"))));
}
