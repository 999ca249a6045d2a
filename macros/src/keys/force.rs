//! `force(x = .., r[0] = ..)`: f(q, v, t, u), at most one for each component of the coordinates.
//!
//! It refuses to know the dissipation, which adds to it.

use std::ops::Range;

use super::{Entry, Reading, component};
use crate::declaration::{Form, Formula, Items, Key, Labels, Line, Lost, Row, Section, Statement, Times};
use crate::lower::{Content, Inputs};

pub(crate) static KEY: Key = Key {
    name: "force",
    other_words: &["f"],
    times: Times::Many,
    form: Form::List {
        example: |declaration| format!("force({} = ..)", declaration.first_coordinate()),
        items: Items::Formulas(Labels::Components),
    },
    introduces: None,
    loss: Lost::some_forces,
    statement: Some(Statement {
        section: Section::Forces,
        lines: |written| vec![Line::Equals(format!("f_{}", written.symbol))],
    }),
    row: Row {
        entry: "force(x = .., r[0] = ..)",
        shape: "that of its coordinate",
        meaning: "f(q, dt(q), t, u): generalized forces without potential, at most one per component",
        otherwise: "0",
    },
};

/// The message for inputs elsewhere: they do work from outside, so that no energy contains them.
pub(super) const ONLY_HERE: Inputs = Inputs {
    named: |name| {
        format!("inputs act through forces: write `force(x = {name})`, with your coordinate for `x`")
    },
    contained: |name| {
        format!("`{name}` contains an input, and inputs act through forces: use it in `force(..)`")
    },
};

/// The message for inputs in the dissipation: a brake is a force against the velocity.
pub(super) const AGAINST_VELOCITIES: Inputs = Inputs {
    named: against_velocities,
    contained: against_velocities,
};

fn against_velocities(name: &str) -> String {
    format!(
        "inputs act through forces, not through the dissipation: for a brake write `force(x = -{name} * dt(x))`, with your \
         coordinate for `x`"
    )
}

static CONTENT: Content = Content {
    what: "a force",
    acceleration: "this contains a velocity, whose derivative is an acceleration; a force has positions, velocities and time: \
                   what is proportional to an acceleration is a mass, in `kinetic`",
    ..Content::OF_THE_MOTION
};

pub(super) const ENTRY: Entry = Entry {
    read: act,
    ..Entry::of(&KEY)
};

/// The numbers of the force, one for each component of its target.
fn act(reading: &mut Reading, formula: &Formula) {
    let Formula { label, expr, .. } = formula;
    let place = component::place(reading, label, "a force acts on a coordinate");
    let Reading { lowering, parts, .. } = reading;
    let value = lowering.formula(expr, &CONTENT);
    let (start, shape) = match place {
        Ok(place) => place,
        Err(reported) => return parts.forces.misplace(reported),
    };
    let components = match value {
        Ok(value) if value.shape == shape => value.entries.into_iter().map(Ok).collect(),
        Ok(value) => {
            let message = format!(
                "the force on `{}` is {shape}, this is {}",
                label.ident, value.shape
            );
            vec![Err(lowering.diagnostics.report(expr, message)); shape.size()]
        }
        Err(reported) => vec![Err(reported); shape.size()],
    };
    let range: Range<usize> = start..start + shape.size();
    if parts.forces.is_given(range.clone()) {
        let ident = &label.ident;
        let message = format!("there is a force on `{ident}` already; add this one to it");
        parts.forces.misplace(lowering.diagnostics.report(ident, message));
        return;
    }
    parts.forces.give(range.zip(components));
}
