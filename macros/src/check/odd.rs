//! What is written and changes nothing: names that no formula uses, choices that never change, symmetries that are there twice.
//!
//! It refuses nothing: such entries are harmless.

use std::collections::BTreeSet;

use extremal_symbolic::{Expr, Signs};

use super::mechanics::Judged;
use super::proof::Proof;
use crate::declaration::name_of;
use crate::keys::Formulas;
use crate::model::Model;

/// Choices that are looked at, and symmetries.
const LOOKED_AT: usize = 32;

pub(super) fn look(judged: &mut Judged) {
    unused_names(judged.formulas, &judged.stated.used, &mut judged.notes);
    choices_that_never_change(judged.model, &mut judged.notes);
    symmetries_that_are_there_twice(judged.formulas, judged.model, &mut judged.notes);
}

/// A name that begins with `_` is not used on purpose, as in Rust.
fn unused_names(formulas: &Formulas, used: &BTreeSet<String>, notes: &mut Vec<String>) {
    let names = formulas
        .definitions
        .iter()
        .map(|definition| name_of(&definition.label.ident));
    let unused = names.filter(|name| !used.contains(name) && !name.starts_with('_'));
    notes.extend(unused.map(|name| format!("no formula uses `{name}`")));
}

/// A difference that decides, and has one sign whatever the signs of parameters are.
fn choices_that_never_change(model: &Model, notes: &mut Vec<String>) {
    let mut proof = Proof::of(model);
    let (kinetic, potential) = model.energies();
    let contacts = model.contacts.iter().flat_map(|contact| {
        let law = contact.law;
        let numbers = [contact.gap, law.friction, law.restitution, law.restitution_t];
        numbers.into_iter().chain(contact.slip.iter().copied())
    });
    let roots: Vec<Expr> = [kinetic, potential]
        .into_iter()
        .chain(model.force.iter().copied())
        .chain(model.held())
        .chain(contacts)
        .collect();
    let choices = proof.graph.thresholds(&roots);
    let extremes = proof.graph.extremes(&roots);
    let all = choices.into_iter().map(|choice| (choice, "a choice"));
    let all = all.chain(
        extremes
            .into_iter()
            .map(|extreme| (extreme, "a minimum or maximum")),
    );
    for (threshold, what) in all.take(LOOKED_AT) {
        let has_one_sign = proof.always_has_signs(threshold, |signs: Signs| {
            signs.is_positive() || signs.is_negative()
        });
        if has_one_sign {
            notes.push(format!(
                "{what} never changes: `{}` has one sign everywhere",
                proof.graph.display(threshold)
            ));
        }
    }
}

fn symmetries_that_are_there_twice(formulas: &Formulas, model: &Model, notes: &mut Vec<String>) {
    let (names, symmetries) = (&formulas.symmetries, &model.symmetries);
    if names.len() != symmetries.len() || names.len() > LOOKED_AT {
        return;
    }
    let mut proof = Proof::of(model);
    for (at, symmetry) in symmetries.iter().enumerate() {
        let twice = symmetries[..at].iter().position(|other| {
            let pairs = symmetry.generator.iter().zip(&other.generator);
            let differences: Vec<Expr> = pairs.map(|(&a, &b)| proof.graph.sub(a, b)).collect();
            proof.all_vanish(&differences)
        });
        if let Some(other) = twice {
            let [one, two] = [other, at].map(|at| name_of(&names[at].label.ident));
            notes.push(format!(
                "the symmetries `{one}` and `{two}` are the same, and so are their momentum maps"
            ));
        }
    }
}
