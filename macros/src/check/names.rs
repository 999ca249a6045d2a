//! Names: each has one meaning, and none takes the meaning of `t`, `dt` or `PI`.

use std::collections::BTreeMap;

use proc_macro2::Ident;

use crate::declaration::{
    Declaration, Field, Form, Formula, Items, Key, Labels, Names, name_of, with_article,
};
use crate::diagnostics::{Diagnostics, Reported};
use crate::keys::{CONSTRAINT, KEYS};

/// Names with a meaning of their own in formulas.
const RESERVED: [(&str, &str); 3] = [
    ("t", "the time"),
    ("dt", "the time derivative"),
    ("PI", "the number π"),
];

pub(super) fn check(declaration: &Declaration, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let unique = names_are_unique(declaration, diagnostics);
    unique.and(names_are_admitted(declaration, diagnostics))
}

/// Names that formulas would take for other things.
pub(super) fn are_free(declaration: &Declaration, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let mut outcome = Ok(());
    for (_, ident, _) in named(declaration) {
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
    for (kind, ident, taken) in named(declaration) {
        let name = name_of(ident);
        match kinds.get(&name) {
            Some(&before) if before == kind => {
                outcome = Err(diagnostics.report(
                    ident,
                    format!("the {kind} `{name}` is there twice; choose another name"),
                ));
            }
            Some(before) => {
                let message = match taken {
                    Some(message) => message(&name, before),
                    None => format!(
                        "`{name}` is {} already; a name has one meaning: choose another",
                        with_article(before)
                    ),
                };
                outcome = Err(diagnostics.report(ident, message));
            }
            None => {
                kinds.insert(name, kind);
            }
        }
    }
    outcome
}

/// Names that formulas would take for two things, as a field and a coordinate.
pub(super) fn with_two_meanings(declaration: &Declaration) -> Vec<String> {
    let fields = declaration.fields.iter().map(|field| ("field", &field.ident));
    let symbols = introducing().filter(|(key, _)| key.introduces_symbols());
    let symbols = symbols.flat_map(|(key, names)| {
        let introduced = introduced(key, declaration).into_iter();
        introduced.map(|ident| (names.kind, ident))
    });
    let mut kinds: BTreeMap<String, &str> = BTreeMap::new();
    let mut names = Vec::new();
    for (kind, ident) in fields.chain(symbols) {
        let name = name_of(ident);
        match kinds.get(&name) {
            Some(&before) if before != kind => names.push(name),
            Some(_) => {}
            None => {
                kinds.insert(name, kind);
            }
        }
    }
    names
}

/// The names that single keys refuse.
fn names_are_admitted(declaration: &Declaration, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let mut outcome = Ok(());
    for (key, names) in introducing() {
        for formula in key.formulas(declaration) {
            if let Some(message) = (names.refused)(&formula.name()) {
                outcome = Err(diagnostics.report(&formula.label.ident, message));
            }
        }
    }
    outcome
}

/// The message for a name of another kind that is taken.
type Taken = Option<fn(&str, &str) -> String>;

/// Fields, and then the names of each key, each with its kind.
fn named(declaration: &Declaration) -> Vec<(&'static str, &Ident, Taken)> {
    let fields = declaration.fields.iter();
    let mut named: Vec<_> = fields.map(|field| ("field", &field.ident, None)).collect();
    for (key, names) in introducing() {
        let introduced = introduced(key, declaration).into_iter();
        named.extend(introduced.map(|ident| (names.kind, ident, names.taken)));
    }
    named
}

/// The names that the entries of a key introduce, except for those that refer to a definition.
fn introduced<'a>(key: &Key, declaration: &'a Declaration) -> Vec<&'a Ident> {
    if let Form::List {
        items: Items::Quantities(which),
        ..
    } = key.form
    {
        let quantities = declaration.quantities(which).iter();
        return quantities.map(|quantity| &quantity.ident).collect();
    }
    let mut formulas: Vec<&Formula> = key.formulas(declaration).collect();
    if let Form::List {
        items: Items::Formulas(Labels::Definable | Labels::Equations),
        ..
    } = key.form
    {
        formulas.retain(|formula| !(formula.is_its_name() && is_defined(declaration, &formula.name())));
    }
    // A list of indices is no number, and formulas do not know constraints: rows may have the name of what they are of.
    if key == &CONSTRAINT {
        formulas.retain(|formula| !is_list_of_indices(declaration, &formula.name()));
    }
    formulas.into_iter().map(|formula| &formula.label.ident).collect()
}

fn is_list_of_indices(declaration: &Declaration, name: &str) -> bool {
    let mut fields = declaration.fields.iter();
    fields.any(|Field { ident, nested, .. }| {
        name_of(ident) == name && nested.is_of_indices() && !nested.layers.is_empty()
    })
}

fn is_defined(declaration: &Declaration, name: &str) -> bool {
    let mut definitions = declaration.formulas.iter();
    definitions.any(|formula| matches!(formula.key.form, Form::Definition) && formula.name() == name)
}

fn introducing() -> impl Iterator<Item = (&'static Key, &'static Names)> {
    let keys = KEYS.iter().map(|entry| entry.key);
    keys.filter_map(|key| Some((key, key.introduces.as_ref()?)))
}
