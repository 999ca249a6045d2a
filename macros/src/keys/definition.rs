//! `let name = ..`: a name for a formula, known in the formulas after it.
//!
//! It refuses to know the rules of the formula: those of the formula that uses the name apply.

use super::Entry;
use crate::declaration::{Form, Key, Line, Lost, Names, Row, Section, Statement, ungrouped};
use crate::lower::Content;

pub(crate) static KEY: Key = Key {
    name: "let",
    form: Form::Definition,
    introduces: Some(Names {
        kind: "`let`",
        unknown: Some(|name| {
            format!("`{name}` is defined further down; move `let {name} = ..` above its first use")
        }),
        refused: |_| None,
        taken: None,
    }),
    loss: Lost::some_names,
    statement: Some(Statement::of(Section::Definitions, |written| {
        vec![Line::Equals(written.symbol.clone())]
    })),
    row: Row {
        entry: "let name = ..",
        shape: "any",
        meaning: "a name for a formula",
        otherwise: "–",
    },
    ..Key::PLAIN
};

pub(super) const ENTRY: Entry = Entry {
    read: |reading, formula| {
        let lowering = &mut reading.lowering;
        if let syn::Expr::Closure(closure) = ungrouped(&formula.expr) {
            lowering.define_function(&formula.label.ident, closure);
            return;
        }
        if lowering
            .define_of_program(&formula.label.ident, &formula.expr)
            .is_some()
        {
            return;
        }
        let value = lowering.formula(&formula.expr, &Content::ANYTHING);
        lowering.define(&formula.label.ident, value);
    },
    ..Entry::of(&KEY)
};
