//! What an editor shows at the names of a declaration: definitions, and the equations that were derived.
//!
//! It refuses to know the editor: these are texts, by names.

use std::collections::BTreeMap;

use super::equation::Equation;
use super::motion::{Motion, Row};
use super::name::Names;
use crate::declaration::{Formula, Quantity};
use crate::keys::{CONSTRAINT, CONTACT, DEFINITION, FRICTION, ROLLING};
use crate::model::Shape;
use crate::system::System;

/// The largest number of components of a coordinate whose equations are shown.
const COMPONENTS: usize = 4;

/// Markdown for each name.
#[derive(Debug, Default)]
pub(crate) struct Words {
    /// Coordinates, inputs and definitions.
    quantities: BTreeMap<String, String>,
    /// Constraints and contacts.
    entries: BTreeMap<String, String>,
}

impl Words {
    pub(super) fn of(system: &System, names: &Names, motion: Option<&Motion>) -> Self {
        let declaration = &system.declaration;
        let mut first = 0;
        let coordinates = declaration.coordinates.iter().map(|quantity| {
            let text = coordinate(system, names, motion, quantity, first);
            first += quantity.size();
            (quantity.component_names(), text)
        });
        let mut quantities: BTreeMap<String, String> = coordinates
            .map(|(components, text)| (whole(&components), text))
            .collect();
        for quantity in &declaration.inputs {
            let components = quantity.component_names();
            let text = format!(
                "{}: an input, whose value is passed to each step and held constant during it.",
                written(&components, names)
            );
            quantities.insert(whole(&components), text);
        }
        for formula in DEFINITION.formulas(declaration) {
            let text = format!("A name for a formula.{}", stated(formula, names));
            quantities.insert(formula.name(), text);
        }
        let constraints = CONSTRAINT.formulas(declaration).map(|formula| {
            let text = format!(
                "A constraint, which holds at all times.{}",
                stated(formula, names)
            );
            (formula.name(), text)
        });
        let rolling = ROLLING.formulas(declaration).map(|formula| {
            let text = format!(
                "A constraint on velocities, which holds at all times.{}",
                stated(formula, names)
            );
            (formula.name(), text)
        });
        let contacts = CONTACT.formulas(declaration).map(|formula| {
            let text = format!(
                "A contact: its gap g is not below zero, and γ is its slip.{}",
                stated(formula, names)
            );
            (formula.name(), text)
        });
        let frictions = FRICTION.formulas(declaration).map(|formula| {
            let text = format!(
                "Dry friction: a force of at most f against the slip γ.{}",
                stated(formula, names)
            );
            (formula.name(), text)
        });
        Self {
            quantities,
            entries: constraints
                .chain(rolling)
                .chain(contacts)
                .chain(frictions)
                .collect(),
        }
    }

    /// The text on a coordinate, an input or a definition.
    pub(crate) fn quantity(&self, name: &str) -> Option<&str> {
        self.quantities.get(name).map(String::as_str)
    }

    /// The text on a constraint or a contact.
    pub(crate) fn entry(&self, name: &str) -> Option<&str> {
        self.entries.get(name).map(String::as_str)
    }
}

/// `r` of `r[0]`, `r[1]`, ..
fn whole(components: &[String]) -> String {
    let name = components.first().and_then(|name| name.split('[').next());
    name.unwrap_or_default().to_owned()
}

/// `θ`, or `r₀ … r₂`.
fn written(components: &[String], names: &Names) -> String {
    match components {
        [first, .., last] => format!("{} … {}", names.text(first), names.text(last)),
        single => single.iter().map(|name| names.text(name)).collect(),
    }
}

/// Its momenta and equations of motion; `first` is the place of its first component.
fn coordinate(
    system: &System,
    names: &Names,
    motion: Option<&Motion>,
    quantity: &Quantity,
    first: usize,
) -> String {
    let components = quantity.component_names();
    let (noun, derived) = match quantity.shape {
        Shape::Scalar => (
            "a generalized coordinate",
            "its momentum and its equation of motion",
        ),
        _ => ("generalized coordinates", "their momenta and equations of motion"),
    };
    let what = format!("{}: {noun}", written(&components, names));
    let Some(motion) = motion else {
        return format!("{what}.");
    };
    let graph = &system.model.graph;
    let sides = |row: &Row| row.formulas(graph, &motion.notation);
    let shown = components.iter().zip(first..).take(COMPONENTS);
    let mut lines = Vec::new();
    for (name, at) in shown.clone() {
        if let Some([momentum, _]) = sides(&motion.momenta[at]) {
            lines.push(format!("p_{} = {momentum}", names.text(name)));
        }
    }
    for (_, at) in shown {
        if let Some([left, right]) = sides(&motion.equations[at]) {
            lines.push(format!("{left} = {right}"));
        }
    }
    if components.len() > COMPONENTS {
        lines.push("…".to_owned());
    }
    format!("{what}, {derived}.{}", block(&lines))
}

/// The lines by which the page of the system states a formula.
fn stated(formula: &Formula, names: &Names) -> String {
    let lines = Equation::stated(formula, names);
    block(&lines.iter().map(Equation::text).collect::<Vec<_>>())
}

fn block(lines: &[String]) -> String {
    format!("\n\n```text\n{}\n```", lines.join("\n"))
}
