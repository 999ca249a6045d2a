//! Forces that push, and forces that push along a velocity, so that they feed energy: legal, as in negative damping, and often a wrong
//! sign.
//!
//! It refuses what cancels, and no sign: those of coefficients are the user's.

use extremal_symbolic::{Expr, Signs};

use super::mechanics::Judged;
use super::potential::is_number;
use super::proof::Proof;
use crate::declaration::ungrouped;
use crate::diagnostics::Reported;

/// Choices that are looked at.
const CHOICES: usize = 8;

/// A formula of a force whose terms cancel pushes nothing. A number is meant.
pub(super) fn check(judged: &mut Judged) -> Result<(), Reported> {
    let mut proof = Proof::of(judged.model);
    let mut outcome = Ok(());
    for (formula, numbers) in judged.formulas.forces.iter().zip(&judged.stated.forces) {
        let parts: Vec<(&syn::Expr, &[Expr])> = match ungrouped(&formula.expr) {
            syn::Expr::Array(array) if array.elems.len() == numbers.len() => {
                array.elems.iter().zip(numbers.chunks(1)).collect()
            }
            whole => vec![(whole, numbers)],
        };
        for (written, numbers) in parts {
            if !numbers.is_empty() && !is_number(written) && proof.all_vanish(numbers) {
                let message = "this force cancels to zero, so that it pushes nothing; change it, write the number 0 if this is meant, or \
                               drop it";
                outcome = judged.refuse(written, message);
            }
        }
    }
    outcome
}

/// A note for each force fᵢ that depends on vᵢ with fᵢ vᵢ ≥ 0 for parameters above zero, or that jumps with it, without the force of
/// R.
pub(super) fn look(judged: &mut Judged) {
    let model = judged.model;
    let mut proof = Proof::of(model);
    for ((i, name), &velocity) in judged.names().iter().enumerate().zip(&model.velocities) {
        let force = given(judged, &mut proof, i);
        if proof.is_free_of(model.force[i], &[velocity]) {
            continue;
        }
        if jumps(&mut proof, model.force[i], &model.velocities) {
            judged.note(format!(
                "the force on `{name}` jumps with its velocity, and a step across the jump does not have the order of its scheme; dry \
                 friction, which sticks, is `friction(name, slip = .., force = ..)`"
            ));
        }
        if proof.is_free_of(force, &[velocity]) {
            continue;
        }
        let power = proof.graph.mul(force, velocity);
        if proof.has_signs(power, Signs::is_nonnegative) && proof.is_nonzero(power) {
            judged.note(format!(
                "the force on `{name}` has the direction of its velocity for parameters above zero, so that it then adds energy"
            ));
        }
    }
}

/// Whether a force jumps where a velocity, or a function of velocities, changes its sign.
fn jumps(proof: &mut Proof, force: Expr, velocities: &[Expr]) -> bool {
    if !proof.graph.may_jump(&[force], velocities) {
        return false;
    }
    let mut thresholds = proof.graph.thresholds(&[force]).into_iter().take(CHOICES);
    thresholds.any(|threshold| !proof.is_free_of(threshold, velocities) && proof.jumps(force, threshold))
}

/// The force on a component without that of R.
pub(super) fn given(judged: &Judged, proof: &mut Proof, component: usize) -> Expr {
    let force = judged.model.force[component];
    let Some(dissipation) = judged.stated.dissipation else {
        return force;
    };
    let rate = proof.derivative(dissipation, judged.model.velocities[component]);
    proof.graph.add(force, rate)
}
