//! `constraint(name = expr)`, `constraint(a == b)`: a function of the coordinates and time that vanishes at all times.

use extremal_symbolic::Expr;
use proc_macro2::Ident;
use quote::ToTokens;

use super::{Entry, redundant};
use crate::declaration::{
    Declaration, Form, Formula, Items, Key, Labels, Line, Lost, Names, Quantity, Row, Section, Statement,
    with_article,
};
use crate::diagnostics::Reported;
use crate::lower::{ConstraintRows, Content, Inputs, Lowering};

/// What names of constraints are, on coordinates and on velocities.
pub(super) const NAMES: Names = Names {
    kind: "constraint",
    unknown: Some(|name| {
        format!(
            "`{name}` is a constraint, and formulas do not know constraints; its multiplier is `multiplier({name})`, \
             in an `output`"
        )
    }),
    refused: |_| None,
    taken: Some(|name, kind| {
        format!(
            "`{name}` is {}, and a single `=` gives a constraint its name; write the equation with two, \
             `{name} == ..`, or choose another name",
            with_article(kind)
        )
    }),
};

pub(crate) static KEY: Key = Key {
    name: "constraint",
    other_words: &["constraints", "holonomic", "joint", "equality", "subject_to"],
    form: Form::List {
        example: |_| "constraint(length = ..)".to_owned(),
        items: Items::Formulas(Labels::Equations),
    },
    introduces: Some(NAMES),
    loss: Lost::some_entries,
    statement: Some(Statement::of(Section::Constraints, |written| {
        vec![Line::Vanishes(written.name.clone())]
    })),
    row: Row {
        entry: "constraint(name = .., a == b, ..)",
        shape: "any",
        meaning: "g(q, t) = 0, or a(q, t) = b(q, t), holonomic; no more numbers than coordinates, unless `redundant`",
        otherwise: "none",
    },
    ..Key::PLAIN
};

/// The message for inputs: a motion that the program prescribes.
pub(super) const MOVED: Inputs = Inputs {
    named: |name| format!("`{name}` is an input, {ONLY_FORCES}"),
    contained: |name| format!("`{name}` contains an input, {ONLY_FORCES}"),
};

const ONLY_FORCES: &str = "and inputs act through forces; where the program moves a constraint, make it a field, which `set_system` changes";

static CONTENT: Content = Content {
    what: "a constraint",
    refuses_velocities: Some(
        "a constraint depends on coordinates and time only: one on velocities is nonholonomic, and is written \
         `rolling(name = ..)`; where it is the time derivative of a function of coordinates, write that function here",
    ),
    refuses_inputs: Some(MOVED),
    is_zero: true,
    ..Content::OF_THE_MOTION
};

pub(super) const ENTRY: Entry = Entry {
    read: |reading, formula| {
        let declaration = reading.declaration;
        let lowering = &mut reading.lowering;
        let components = components(lowering, formula, &CONTENT).and_then(|(rows, components)| {
            for component in &components {
                depends_on_coordinates(lowering, declaration, component, &formula.expr)?;
            }
            Ok((rows, components))
        });
        let rows = components.as_ref().map(|(rows, _)| rows.clone());
        let rows = rows.map_err(|reported| *reported);
        lowering.multipliers.define(&formula.name(), rows);
        let components = components.map(|(_, components)| components);
        reading.parts.constraints.add(formula, components);
    },
    ..Entry::of(&KEY)
};

/// Numbers that vanish.
pub(super) type Components = Vec<Component>;

#[derive(Clone, Debug)]
pub(super) struct Component {
    /// `length`, or `joint[0]`, `joint[1]`, or `pins[i]` of a row.
    pub(super) name: String,
    pub(super) entry: Expr,
    /// The marker over whose items it is a row, if it is one.
    pub(super) marker: Option<usize>,
}

/// The constraints read so far.
#[derive(Debug, Default)]
pub(super) struct Constraints {
    components: Components,
    last: Option<Ident>,
    lost: Option<Reported>,
}

impl Constraints {
    pub(super) fn add(&mut self, formula: &Formula, components: Result<Components, Reported>) {
        self.last = Some(formula.label.ident.clone());
        match components {
            Ok(components) => self.components.extend(components),
            Err(reported) => self.lost = Some(reported),
        }
    }

    /// What could be read, if all could.
    pub(super) fn take(&mut self) -> Result<Components, Reported> {
        self.lost()?;
        Ok(std::mem::take(&mut self.components))
    }

    fn lost(&self) -> Result<(), Reported> {
        self.lost.map_or(Ok(()), Err)
    }

    pub(super) fn finish(
        &mut self,
        lowering: &mut Lowering,
        declaration: &Declaration,
    ) -> Result<Components, Reported> {
        self.lost()?;
        let n: usize = declaration.coordinates.iter().map(Quantity::size).sum();
        let m = self.components.len();
        let is_allowed = declaration.lost.quantities.is_some() || redundant::is_declared(declaration);
        match &self.last {
            Some(last) if m > n && !is_allowed && !lowering.sums.is_family() => {
                let message = format!(
                    "{m} constraints on {n} coordinate{}: they contradict each other, or some follow from the others; \
                     drop those",
                    if n == 1 { "" } else { "s" }
                );
                Err(lowering.diagnostics.report(last, message))
            }
            _ => self.take(),
        }
    }
}

/// The components of a formula, or those of each item of an array.
pub(super) fn components(
    lowering: &mut Lowering,
    formula: &Formula,
    content: &'static Content,
) -> Result<(ConstraintRows, Components), Reported> {
    let expr = &formula.expr;
    let mut name = formula.name();
    let mut ranges = Vec::new();
    let (value, marker) = match lowering.rows_of_equation(expr) {
        None => (lowering.formula(expr, content)?, None),
        Some(rows) => {
            let row = lowering.each_item(&rows?, content)?;
            lowering.differs(expr, &row, "equation")?;
            name += &lowering.text_of_indices(&row.ranges);
            ranges.clone_from(&row.ranges);
            let (marker, value) = lowering.marked_row(row);
            (value, Some(marker))
        }
    };
    let names = value.shape.components(&name).into_iter();
    let components = names
        .zip(value.entries)
        .map(|(name, entry)| Component { name, entry, marker });
    let components: Components = components.collect();
    let shape = value.shape;
    Ok((ConstraintRows { shape, ranges }, components))
}

/// An expression without coordinates is not a constraint.
fn depends_on_coordinates(
    lowering: &mut Lowering,
    declaration: &Declaration,
    Component { name, entry, .. }: &Component,
    expr: &syn::Expr,
) -> Result<(), Reported> {
    let entry = *entry;
    if lowering.graph.depends_on(entry, &lowering.symbols.coordinates) {
        return Ok(());
    }
    if let Some(reported) = lowering.lost.names {
        return Err(reported);
    }
    let what = if entry == lowering.graph.zero() {
        "holds everywhere, so that it holds nothing"
    } else if declaration.names_coordinates(expr.to_token_stream()) {
        "has coordinates that cancel, so that nothing can hold it"
    } else {
        "contains no coordinate, so that nothing can hold it"
    };
    let message = format!(
        "the constraint `{name}` {what}; write what has to vanish, as in `x.powi(2) + y.powi(2) - l.powi(2)`"
    );
    Err(lowering.diagnostics.report(expr, message))
}
