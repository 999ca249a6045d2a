//! `lagrangian = ..`: L(q, v, t), instead of T and V.

use super::{Entry, force, kinetic, mass_matrix, potential};
use crate::declaration::{Declaration, Key, Line, Row, Section, Statement, Times};
use crate::diagnostics::{Diagnostics, Reported};
use crate::lower::Content;

pub(crate) static KEY: Key = Key {
    name: "lagrangian",
    other_words: &["L"],
    times: Times::Once("drop one of the two"),
    statement: Some(Statement::of(Section::Lagrangian, |_| {
        vec![Line::Equals("L".to_owned())]
    })),
    row: Row {
        entry: "lagrangian = ..",
        shape: "scalar",
        meaning: "L(q, dt(q), t), in place of T and V",
        otherwise: "as for `kinetic`",
    },
    ..Key::PLAIN
};

static CONTENT: Content = Content {
    what: "the Lagrangian",
    refuses_inputs: Some(force::ONLY_HERE),
    ..Content::OF_THE_MOTION
};

pub(super) const ENTRY: Entry = Entry {
    declared: is_whole,
    read: |reading, formula| {
        let lagrangian = reading.lowering.scalar_formula(&formula.expr, &CONTENT);
        reading.parts.energies.lagrangian = Some(lagrangian);
    },
    ..Entry::of(&KEY)
};

/// L is declared once: as T and V, or as `lagrangian`.
fn is_whole(declaration: &Declaration, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let mut outcome = Ok(());
    if !KEY.has_formulas(declaration) {
        return outcome;
    }
    let parts = [&kinetic::KEY, &mass_matrix::KEY, &potential::KEY];
    for word in parts.into_iter().filter_map(|part| part.word(declaration)) {
        let message =
            "`lagrangian` is all of L already; drop this, or write `kinetic` and `potential` instead";
        outcome = Err(diagnostics.report(word, message));
    }
    outcome
}
