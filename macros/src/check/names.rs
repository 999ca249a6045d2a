//! Names: each has one meaning, and none takes the meaning of `t`, `dt` or `PI`.
//!
//! It refuses to know where names are used.

use std::collections::BTreeMap;

use proc_macro2::Ident;

use super::{output, symmetry};
use crate::declaration::{Declaration, name_of};
use crate::diagnostics::{Diagnostics, Reported};

/// Names with a meaning of their own in formulas.
const RESERVED: [(&str, &str); 3] = [
    ("t", "the time"),
    ("dt", "the time derivative"),
    ("PI", "the number π"),
];

pub(super) fn check(declaration: &Declaration, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let unique = names_are_unique(declaration, diagnostics);
    let methods = output::names_are_free(declaration, diagnostics);
    let maps = symmetry::names_are_free(declaration, diagnostics);
    unique.and(methods).and(maps)
}

pub(super) fn there_are_coordinates(
    declaration: &Declaration,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    if !declaration.coordinates.is_empty() {
        return Ok(());
    }
    if let Some(reported) = declaration.lost.names {
        return Err(reported);
    }
    Err(match &declaration.coordinates_key {
        Some(key) => diagnostics.report(
            key,
            "a system has at least one coordinate; name it, as in `coordinates(x)`",
        ),
        None => diagnostics.report(
            &declaration.anchor,
            "the coordinates are missing; name them, as in `coordinates(x, r[3])`",
        ),
    })
}

/// Names that formulas would take for something else.
pub(super) fn are_free(declaration: &Declaration, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let mut outcome = Ok(());
    for (_, ident) in named(declaration) {
        let name = name_of(ident);
        if let Some((_, meaning)) = RESERVED.iter().find(|(reserved, _)| *reserved == name) {
            let message = format!("`{name}` is {meaning} in every formula; choose another name");
            outcome = Err(diagnostics.report(ident, message));
        }
    }
    outcome
}

/// A formula must not depend on which of two meanings comes first.
fn names_are_unique(declaration: &Declaration, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let mut kinds: BTreeMap<String, &str> = BTreeMap::new();
    let mut outcome = Ok(());
    for (kind, ident) in named(declaration) {
        let name = name_of(ident);
        match kinds.get(&name) {
            Some(&before) if before == kind => {
                outcome = Err(diagnostics.report(
                    ident,
                    format!("the {kind} `{name}` is there twice; choose another name"),
                ));
            }
            Some(before) => {
                let message = format!(
                    "`{name}` is {} {before} already; a name has one meaning: choose another",
                    article(before)
                );
                outcome = Err(diagnostics.report(ident, message));
            }
            None => {
                kinds.insert(name, kind);
            }
        }
    }
    outcome
}

fn named(declaration: &Declaration) -> impl Iterator<Item = (&'static str, &Ident)> {
    let fields = declaration.fields.iter().map(|field| ("field", &field.ident));
    let coordinates = declaration
        .coordinates
        .iter()
        .map(|coordinate| ("coordinate", &coordinate.ident));
    let inputs = declaration.inputs.iter().map(|input| ("input", &input.ident));
    let lets = declaration.lets().map(|name| ("`let`", name));
    // An output that is a `let` under its own name has one meaning.
    let is_let = |name: &Ident| declaration.lets().any(|known| name_of(known) == name_of(name));
    let outputs = declaration
        .outputs()
        .filter(move |(name, expr)| !(output::is_itself(name, expr) && is_let(name)))
        .map(|(name, _)| ("output", name));
    let constraints = declaration.constraints().map(|name| ("constraint", name));
    let symmetries = declaration.symmetries().map(|(name, _)| ("symmetry", name));
    fields
        .chain(coordinates)
        .chain(inputs)
        .chain(lets)
        .chain(constraints)
        .chain(outputs)
        .chain(symmetries)
}

fn article(kind: &str) -> &'static str {
    if matches!(kind, "input" | "output") {
        "an"
    } else {
        "a"
    }
}
