//! Forces that push, and forces that push along a velocity, so that they feed energy: legal, as in negative damping, and often a wrong
//! sign.
//!
//! It refuses what cancels, and no sign: those of coefficients are the user's.

use extremal_symbolic::{Expr, Signs};

use super::mechanics::Stated;
use super::potential::is_number;
use super::proof::Proof;
use crate::declaration::{Declaration, ungrouped};
use crate::diagnostics::{Diagnostics, Reported};
use crate::keys::Formulas;
use crate::model::Model;

/// A formula of a force whose terms cancel pushes nothing. A number is meant.
pub(super) fn check(
    formulas: &Formulas,
    model: &Model,
    stated: &Stated,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let mut proof = Proof::of(model);
    let mut outcome = Ok(());
    for (formula, numbers) in formulas.forces.iter().zip(&stated.forces) {
        let parts: Vec<(&syn::Expr, &[Expr])> = match ungrouped(&formula.expr) {
            syn::Expr::Array(array) if array.elems.len() == numbers.len() => {
                array.elems.iter().zip(numbers.chunks(1)).collect()
            }
            whole => vec![(whole, numbers)],
        };
        for (written, numbers) in parts {
            if !numbers.is_empty() && !is_number(written) && proof.all_vanish(numbers) {
                outcome = Err(diagnostics.report(
                    written,
                    "this force cancels to zero, so that it pushes nothing; change it, write the number 0 if this is meant, or drop it",
                ));
            }
        }
    }
    outcome
}

/// A note for each force fᵢ that depends on vᵢ with fᵢ vᵢ ≥ 0 for parameters above zero, without the force of R.
pub(super) fn look(declaration: &Declaration, model: &Model, stated: &Stated, notes: &mut Vec<String>) {
    let mut proof = Proof::of(model);
    let names = declaration.coordinates.iter().flat_map(|q| q.component_names());
    for ((i, name), &velocity) in names.enumerate().zip(&model.velocities) {
        let force = given(model, stated, &mut proof, i);
        if proof.is_free_of(force, &[velocity]) {
            continue;
        }
        let power = proof.graph.mul(force, velocity);
        if proof.has_signs(power, Signs::is_nonnegative) && proof.is_nonzero(power) {
            notes.push(format!(
                "the force on `{name}` has the direction of its velocity for parameters above zero, so that it then adds energy"
            ));
        }
    }
}

/// The force on a component without that of R.
pub(super) fn given(model: &Model, stated: &Stated, proof: &mut Proof, component: usize) -> Expr {
    let force = model.force[component];
    let Some(dissipation) = stated.dissipation else {
        return force;
    };
    let rate = proof.derivative(dissipation, model.velocities[component]);
    proof.graph.add(force, rate)
}
