//! Lines of the description as equations, which each script writes in its way.
//!
//! It refuses to know sections: a line is two sides, or a vanishing formula under its name.

use extremal_symbolic::text::{Formula, Piece, Plain, Script, written};

use super::name::Names;
use super::source::SourceWriter;
use super::source_call::parameter;
use super::text::NODES;
use crate::declaration::{self, Line, Written, ungrouped};

/// A line in the notation of papers.
#[derive(Debug)]
pub(super) enum Equation {
    Equal(Formula, Formula),
    Vanishes(String, Formula),
    Remark(&'static str),
}

impl Equation {
    /// The lines by which the key of a formula states it.
    pub(super) fn stated(formula: &declaration::Formula, names: &Names) -> Vec<Self> {
        let Some(statement) = &formula.key.statement else {
            return Vec::new();
        };
        let mut writer = SourceWriter { names, left: NODES };
        let mut symbol = names.text(&formula.label.to_string());
        let value = match ungrouped(&formula.expr) {
            // A function of the declaration.
            syn::Expr::Closure(closure) => {
                let parameters: Vec<String> = closure.inputs.iter().map(parameter).collect();
                symbol = format!("{symbol}({})", parameters.join(", "));
                writer.formula(&closure.body)
            }
            expr => writer.formula(expr),
        };
        let lines = (statement.lines)(&Written {
            name: formula.name(),
            symbol,
        });
        let equations = lines.into_iter().filter_map(|line| match line {
            Line::Equals(left) => Some(Self::Equal(Formula::Atom(left), value.clone())),
            Line::Vanishes(name) => Some(Self::Vanishes(name, value.clone())),
            Line::Equation(left, right) => Some(Self::Equal(Formula::atom(left), product(right))),
            Line::Part(name, left) => {
                let value = writer.formula(&formula.part(name)?.expr);
                Some(Self::Equal(Formula::Atom(left), value))
            }
            Line::Remark(text) => Some(Self::Remark(text)),
        });
        equations.collect()
    }

    /// The line in plain text.
    pub(super) fn text(&self) -> String {
        let plain = |formula: &Formula| written(formula, &Plain);
        match self {
            Self::Equal(left, right) => format!("{} = {}", plain(left), plain(right)),
            Self::Vanishes(name, value) => format!("{name}: {} = 0", plain(value)),
            Self::Remark(text) => (*text).to_owned(),
        }
    }

    /// Both sides in a script; the second with the name of a formula that vanishes. Remarks have no sides.
    pub(super) fn sides(&self, script: &dyn Script) -> Option<[String; 2]> {
        match self {
            Self::Equal(left, right) => Some([written(left, script), written(right, script)]),
            Self::Vanishes(name, value) => {
                let name = Formula::list("(", [Formula::atom(name)], ")");
                let pieces = vec![
                    Piece::Formula(Formula::Number("0".to_owned())),
                    Piece::Sign("   "),
                    Piece::Formula(name),
                ];
                let right = Formula::Closed(pieces);
                Some([written(value, script), written(&right, script)])
            }
            Self::Remark(_) => None,
        }
    }
}

/// A product of names and numbers.
fn product(factors: &[&str]) -> Formula {
    let factors = factors.iter().map(|factor| match *factor {
        "½" => Formula::Number("½".to_owned()),
        name => Formula::atom(name),
    });
    Formula::quotient(factors, [])
}
