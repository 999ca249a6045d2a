//! Formulas have values somewhere: no root of what is below zero everywhere, no logarithm of what is not above it, no angle whose sine
//! is beyond one.
//!
//! It refuses to judge formulas that have values at some points only.

use extremal_symbolic::Expr;

use super::mechanics::Stated;
use super::proof::Proof;
use crate::declaration::Formula;
use crate::diagnostics::{Diagnostics, Reported};
use crate::keys::Formulas;
use crate::model::{Energy, Model};

pub(super) fn check(
    formulas: &Formulas,
    model: &Model,
    stated: &Stated,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let (kinetic, potential) = model.energies();
    let potential = match model.energy {
        Energy::Split { .. } => formulas.potential.map(|formula| (formula, potential)),
        Energy::General { .. } => None,
    };
    let all = [
        formulas.kinetic.map(|formula| (formula, kinetic)),
        potential,
        formulas.dissipation.zip(stated.dissipation),
    ];
    let mut proof = Proof::of(model);
    let symbols = [
        &model.coordinates[..],
        &model.velocities,
        &model.parameters,
        &[model.time],
    ]
    .concat();
    let mut outcome = Ok(());
    for (formula, value) in all.into_iter().flatten() {
        // A branch without values may be one that is not taken.
        if !proof.graph.may_jump(&[value], &symbols) {
            outcome = has_values(&mut proof, formula, value, diagnostics).and(outcome);
        }
    }
    outcome
}

fn has_values(
    proof: &mut Proof,
    formula: &Formula,
    value: Expr,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    match nowhere(proof, value) {
        Some(message) => Err(diagnostics.report(&formula.expr, message)),
        None => Ok(()),
    }
}

/// The message for a formula that has no value.
pub(super) fn nowhere(proof: &mut Proof, value: Expr) -> Option<&'static str> {
    proof.graph.without_value(&[value]).map(|_| {
        "this has no derivative anywhere: it contains a root or a logarithm of what is nowhere above zero, or an angle whose \
             sine or cosine is nowhere between -1 and 1; change that"
    })
}
