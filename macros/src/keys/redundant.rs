//! `redundant`: constraints may follow from others.
//!
//! It refuses to know which do: that is judged where the mechanism is, by the runtime.

use super::{Entry, Motion, Reading, constraint, contact};
use crate::declaration::{Declaration, Form, Key, Row, Times};
use crate::diagnostics::Reported;

pub(super) static KEY: Key = Key {
    name: "redundant",
    other_words: &["overconstrained", "overdetermined", "least_norm", "minimum_norm"],
    times: Times::Once("drop one of the two"),
    form: Form::Word {
        alone: "all constraints share their forces, so that none is marked; write `redundant` alone",
    },
    row: Row {
        entry: "redundant",
        shape: "no value",
        meaning: "constraints may follow from others, as in closed loops; their reactions are those of least norm",
        otherwise: "constraints are independent",
    },
    ..Key::PLAIN
};

pub(super) const ENTRY: Entry = Entry {
    finish,
    ..Entry::of(&KEY)
};

/// Whether the declaration asks for it.
pub(super) fn is_declared(declaration: &Declaration) -> bool {
    KEY.word(declaration).is_some()
}

fn finish(reading: &mut Reading, _: Option<&Motion>) -> Result<(), Reported> {
    let declaration = reading.declaration;
    let Some(word) = KEY.word(declaration) else {
        return Ok(());
    };
    let refusal = if contact::are_there(declaration) {
        "constraints that follow from others are solved for without contacts; drop this, and the constraints that follow"
    } else if constraint::KEY.has_formulas(declaration) || declaration.lost.entries.is_some() {
        reading.parts.is_redundant = true;
        return Ok(());
    } else {
        "there is no constraint that could follow from others; declare them with `constraint(name = ..)`, or drop this"
    };
    Err(reading.lowering.diagnostics.report(word, refusal))
}
