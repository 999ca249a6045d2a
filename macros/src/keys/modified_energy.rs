//! `modified_energy`: whether the system has one, and a listed scheme of which it is known.

use super::{Entry, Motion, Reading, constraint, contact, dissipation, force, inputs, rolling};
use crate::declaration::{Declaration, Form, Key, Row, Times};
use crate::diagnostics::Reported;
use crate::lower::Lowering;
use crate::schemes::with_modified_energy;

pub(super) static KEY: Key = Key {
    name: "modified_energy",
    other_words: &["modified_hamiltonian", "shadow_hamiltonian", "shadow_energy"],
    times: Times::Once("drop one of the two"),
    form: Form::Word {
        alone: "the modified energy follows from L; write `modified_energy` alone",
    },
    row: Row {
        entry: "modified_energy",
        shape: "no value",
        meaning: "derives the energy that {with_modified_energy} conserve to a higher order: [`ModifiedEnergy`]",
        otherwise: "not derived",
    },
    ..Key::PLAIN
};

pub(super) const ENTRY: Entry = Entry {
    finish,
    ..Entry::of(&KEY)
};

/// Whether the declaration asks for it, and it exists.
fn finish(reading: &mut Reading, motion: Option<&Motion>) -> Result<(), Reported> {
    let declaration = reading.declaration;
    let Some(word) = KEY.word(declaration) else {
        return Ok(());
    };
    let reason = acting(declaration)
        .or_else(|| depends_on_time(&reading.lowering, motion?))
        .or_else(|| no_scheme(declaration));
    reading.parts.has_modified_energy = reason.is_none();
    match reason {
        Some(message) => Err(reading.lowering.diagnostics.report(word, message)),
        None => Ok(()),
    }
}

/// Forces and constraints in addition to L: then no function of the state is conserved.
fn acting(declaration: &Declaration) -> Option<String> {
    if constraint::KEY.has_formulas(declaration) {
        return Some(
            "the modified energy is known for systems without constraints; take coordinates that need none, \
             or drop this"
                .to_owned(),
        );
    }
    if rolling::KEY.has_formulas(declaration) {
        return Some(
            "the modified energy is known for systems without constraints; drop this, or the `rolling`"
                .to_owned(),
        );
    }
    if contact::are_there(declaration) {
        return Some("the modified energy is known for systems without contacts; drop this".to_owned());
    }
    let acts = [
        (&inputs::KEY, !declaration.inputs.is_empty()),
        (&force::KEY, force::KEY.has_formulas(declaration)),
        (&dissipation::KEY, dissipation::KEY.has_formulas(declaration)),
    ];
    let (key, _) = acts.into_iter().find(|(_, acts)| *acts)?;
    Some(format!(
        "only a system without forces keeps its modified energy; drop this, or the `{}`",
        key.name
    ))
}

fn depends_on_time(lowering: &Lowering, motion: &Motion) -> Option<String> {
    let is_driven = lowering
        .graph
        .any_depends_on(&motion.energies(), &[lowering.symbols.time]);
    is_driven.then(|| "L depends on `t`, so that no energy is kept; drop this, or the `t`".to_owned())
}

fn no_scheme(declaration: &Declaration) -> Option<String> {
    let schemes = declaration.schemes.as_ref()?;
    let mut listed = schemes.iter().map(|listed| &listed.scheme);
    if declaration.lost.schemes.is_some() || listed.any(|scheme| scheme.modified_energy().is_some()) {
        return None;
    }
    let known: Vec<String> = with_modified_energy()
        .iter()
        .map(|name| format!("`{name}`"))
        .collect();
    Some(format!(
        "the modified energy is known for {}; list one of them in `discretize(..)`, or drop this",
        known.join(" and ")
    ))
}
