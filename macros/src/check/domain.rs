//! Formulas have values somewhere: no root of what is below zero everywhere, no logarithm of what is not above it.
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
    let proof = Proof::of(model);
    let symbols = [
        &model.coordinates[..],
        &model.velocities,
        &model.parameters,
        &[model.time],
    ]
    .concat();
    let outcomes = all
        .into_iter()
        .flatten()
        // A branch without values may be one that is not taken.
        .filter(|(_, value)| !proof.graph.may_jump(&[*value], &symbols))
        .map(|(formula, value)| has_values(&proof, formula, value, diagnostics));
    let outcomes: Vec<Result<(), Reported>> = outcomes.collect();
    outcomes.into_iter().collect()
}

fn has_values(
    proof: &Proof,
    formula: &Formula,
    value: Expr,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    if proof.graph.without_value(&[value]).is_none() {
        return Ok(());
    }
    let message = "this has no value anywhere: it contains a root of what is below zero everywhere, or a logarithm of what is not \
                   above zero; change the sign there";
    Err(diagnostics.report(&formula.expr, message))
}
