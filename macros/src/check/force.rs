//! Forces that push along a velocity, so that they feed energy: legal, as in negative damping, and often a wrong sign.
//!
//! It refuses nothing: the signs of coefficients are the user's.

use extremal_symbolic::{Expr, Signs};

use super::mechanics::Stated;
use super::proof::Proof;
use crate::declaration::Declaration;
use crate::model::Model;

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
