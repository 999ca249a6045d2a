//! The description as formulas of a document or a page: the equations in lines that are aligned at their signs.
//!
//! It refuses to be long: rows that would fill pages are omitted. Facts and counts stay in the text.

use extremal_symbolic::text::{Formula, Latex, Mathml};

use super::equation::Equation;
use super::motion::{Motion, Row};
use super::name::Names;
use super::scheme;
use super::text::{LINES, stated};
use crate::declaration::Section;
use crate::derive::Step;
use crate::keys;
use crate::model::Energy;
use crate::system::System;

/// A heading and its lines.
struct Part {
    title: &'static str,
    lines: Vec<Equation>,
}

/// The equations of a system, for each script to write.
pub(super) struct Document<'a> {
    name: String,
    parts: Vec<Part>,
    steps: &'a [Step],
}

impl<'a> Document<'a> {
    pub(super) fn of(system: &System, names: &Names, motion: Option<&Motion>, steps: &'a [Step]) -> Self {
        let definitions = stated(system, names, Section::Definitions);
        let lagrangian = [
            lagrangian(system),
            stated(system, names, Section::Lagrangian),
            definitions,
        ];
        let momentum = |name: &str, [left, _]: [Formula; 2]| {
            Equation::Equal(Formula::atom(format!("p_{}", names.text(name))), left)
        };
        let rows = |rows: fn(&Motion) -> &Vec<Row>, line: &dyn Fn(&str, [Formula; 2]) -> Equation| {
            motion.map_or_else(Vec::new, |motion| lines(system, motion, rows(motion), line))
        };
        let parts = [
            ("Lagrangian", lagrangian.into_iter().flatten().collect()),
            ("Momenta", rows(|motion| &motion.momenta, &momentum)),
            (
                "Equations of motion",
                rows(|motion| &motion.equations, &|_, [left, right]| {
                    Equation::Equal(left, right)
                }),
            ),
            ("Forces", stated(system, names, Section::Forces)),
            ("Constraints", stated(system, names, Section::Constraints)),
            ("Contacts", stated(system, names, Section::Contacts)),
        ];
        let parts = parts.map(|(title, lines)| Part { title, lines });
        Self {
            name: system.ident.to_string(),
            parts: parts.into_iter().filter(|part| !part.lines.is_empty()).collect(),
            steps,
        }
    }

    /// One `aligned` environment, for the inside of a display.
    pub(super) fn latex(&self) -> String {
        let mut rows = vec![heading(&self.name)];
        for Part { title, lines } in &self.parts {
            rows.push(heading(title));
            let sides = lines.iter().filter_map(|line| line.sides(&Latex));
            rows.extend(sides.map(|[left, right]| format!("{left} &= {right}")));
        }
        rows.push(heading("Schemes"));
        let schemes = self.schemes();
        rows.extend(schemes.map(|(name, solve)| format!(r"&\text{{\texttt{{{name}}}: {solve}}}")));
        format!("\\begin{{aligned}}\n{}\n\\end{{aligned}}", rows.join(" \\\\\n"))
    }

    /// One `math` element: a table of titles and of tables, each aligned by itself.
    pub(super) fn mathml(&self) -> String {
        let parts = self.parts.iter().map(|Part { title, lines }| {
            let sides = lines.iter().filter_map(|line| line.sides(&Mathml));
            let rows = sides.map(|[left, right]| {
                format!("<mtr><mtd>{left}</mtd><mtd><mo>=</mo></mtd><mtd>{right}</mtd></mtr>\n")
            });
            let rows: String = rows.collect();
            format!(
                "<mtr><mtd><mtext>{title}</mtext></mtd></mtr>\n<mtr><mtd><mtable>\n{rows}</mtable></mtd></mtr>\n"
            )
        });
        let parts: String = parts.collect();
        format!("<math display=\"block\">\n<mtable>\n{parts}</mtable>\n</math>")
    }

    /// The type of each scheme, and how its steps are solved.
    fn schemes(&self) -> impl Iterator<Item = (String, &'static str)> {
        let steps = self.steps.iter();
        steps.map(|step| {
            (
                scheme::name(&*step.scheme),
                scheme::solve(step.solver.structure.solve),
            )
        })
    }
}

fn heading(text: &str) -> String {
    format!(r"&\textbf{{{}}}", text.replace('_', r"\_"))
}

/// L = T − V, if they are declared apart.
fn lagrangian(system: &System) -> Vec<Equation> {
    if !matches!(system.model.energy, Energy::Split { .. }) {
        return Vec::new();
    }
    let has_potential = keys::POTENTIAL.has_formulas(&system.declaration);
    let potential = has_potential.then(|| (true, Formula::atom("V")));
    let terms = [(false, Formula::atom("T"))].into_iter().chain(potential);
    vec![Equation::Equal(Formula::atom("L"), Formula::sum(terms))]
}

/// The rows that are not too long, up to a number, and dots for the others.
fn lines(
    system: &System,
    motion: &Motion,
    rows: &[Row],
    line: &dyn Fn(&str, [Formula; 2]) -> Equation,
) -> Vec<Equation> {
    let named = rows.iter().zip(&system.coordinates).take(LINES);
    let mut lines = Vec::new();
    for (row, name) in named {
        lines.extend(
            row.formulas(&system.model.graph, &motion.notation)
                .map(|sides| line(name, sides)),
        );
    }
    if lines.len() < rows.len() {
        lines.push(Equation::Equal(Formula::atom("…"), Formula::atom("…")));
    }
    lines
}
