//! `potential = ..`: V(q, t), where L = T − V.

use super::{Entry, force};
use crate::declaration::{Key, Line, Row, Section, Statement, Times};
use crate::lower::Content;

pub(crate) static KEY: Key = Key {
    name: "potential",
    other_words: &["V", "U", "potential_energy"],
    times: Times::Once("write the sum of both as one `potential = ..`"),
    statement: Some(Statement::of(Section::Lagrangian, |_| {
        vec![Line::Equals("V".to_owned())]
    })),
    row: Row {
        entry: "potential = ..",
        shape: "scalar",
        meaning: "V(q, t), where L = T − V",
        otherwise: "0",
    },
    ..Key::PLAIN
};

static CONTENT: Content = Content {
    what: "the potential",
    refuses_velocities: Some(
        "a potential depends on positions and time only; \
         with velocities in it, give all of L as `lagrangian = ..`",
    ),
    refuses_inputs: Some(force::ONLY_HERE),
    ..Content::OF_THE_MOTION
};

pub(super) const ENTRY: Entry = Entry {
    read: |reading, formula| {
        let potential = reading.lowering.scalar_formula(&formula.expr, &CONTENT);
        reading.parts.energies.potential = Some(potential);
    },
    ..Entry::of(&KEY)
};
