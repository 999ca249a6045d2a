//! Formulas have values somewhere: no root of what is below zero everywhere, no logarithm of what is not above it, no angle whose sine
//! is beyond one.
//!
//! It refuses to judge formulas that have values at some points only.

use extremal_symbolic::Expr;

use super::mechanics::Judged;
use super::proof::Proof;
use crate::diagnostics::Reported;
use crate::model::Energy;

pub(super) fn check(judged: &mut Judged) -> Result<(), Reported> {
    let (formulas, model) = (judged.formulas, judged.model);
    let (kinetic, potential) = model.energies();
    let potential = match model.energy {
        Energy::Split { .. } => formulas.potential.map(|formula| (formula, potential)),
        Energy::General { .. } => None,
    };
    let all = [
        formulas.kinetic.map(|formula| (formula, kinetic)),
        potential,
        formulas.dissipation.zip(judged.stated.dissipation),
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
        if !proof.graph.may_jump(&[value], &symbols)
            && let Some(message) = nowhere(&mut proof, value)
        {
            outcome = judged.refuse(&formula.expr, message);
        }
    }
    outcome
}

/// The message for a formula that has no value.
pub(super) fn nowhere(proof: &mut Proof, value: Expr) -> Option<&'static str> {
    proof.graph.without_value(&[value]).map(|_| {
        "this has no derivative anywhere: it contains a root or a logarithm of what is nowhere above zero, or an angle whose \
             sine or cosine is nowhere between -1 and 1; change that"
    })
}
