//! `dissipation = ..`: R(q, v, t), whose force −∂R/∂v removes energy if R is a positive quadratic form.

use extremal_symbolic::Expr;

use super::{Entry, Reading, force};
use crate::declaration::{Formula, Key, Line, Row, Section, Statement, Times};
use crate::diagnostics::Reported;
use crate::lower::Content;

pub(crate) static KEY: Key = Key {
    name: "dissipation",
    other_words: &["damping", "rayleigh"],
    times: Times::Once("write the sum of both as one `dissipation = ..`"),
    statement: Some(Statement {
        section: Section::Forces,
        lines: |_| {
            vec![
                Line::Equals("R".to_owned()),
                Line::Remark("the dissipation R gives the force −∂R/∂q̇"),
            ]
        },
    }),
    row: Row {
        entry: "dissipation = ..",
        shape: "scalar",
        meaning: "R(q, dt(q), t), which must depend on a velocity; its force −∂R/∂v is added to f",
        otherwise: "0",
    },
    ..Key::PLAIN
};

static CONTENT: Content = Content {
    what: "the dissipation",
    refuses_inputs: Some(force::AGAINST_VELOCITIES),
    ..Content::OF_THE_MOTION
};

pub(super) const ENTRY: Entry = Entry {
    read: |reading, formula| {
        let dissipation = dissipation(reading, formula);
        reading.parts.forces.dissipate(dissipation);
    },
    ..Entry::of(&KEY)
};

fn dissipation(reading: &mut Reading, formula: &Formula) -> Result<Expr, Reported> {
    let lowering = &mut reading.lowering;
    let dissipation = lowering.scalar_formula(&formula.expr, &CONTENT)?;
    if lowering
        .graph
        .depends_on(dissipation, &lowering.symbols.velocities)
    {
        return Ok(dissipation);
    }
    let x = reading.declaration.first_coordinate();
    let message = format!(
        "a dissipation depends on velocities, its force is −∂R/∂v; write the velocity of `{x}` as `dt({x})`"
    );
    Err(lowering.diagnostics.report(&formula.expr, message))
}
