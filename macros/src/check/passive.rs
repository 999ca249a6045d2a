//! Whether nothing adds energy: E = v·∂L/∂v − L never rises along motions.
//!
//! It refuses to guess: `false` where no proof is found. Parameters are taken to be above zero.

use extremal_symbolic::{Expr, Signs};

use super::proof::Proof;
use crate::model::Model;

/// dE/dt = f·v − ∂L/∂t + percussions, and R is the dissipation.
pub(super) fn is_passive(model: &Model, dissipation: Option<Expr>) -> bool {
    let (kinetic, potential) = model.energies();
    let gaps = model.contacts.iter().map(|contact| contact.gap);
    let steady: Vec<Expr> = [kinetic, potential]
        .into_iter()
        .chain(model.held())
        .chain(gaps)
        .collect();
    let driven = [&[model.time][..], &model.inputs].concat();
    let symbols = [&model.coordinates[..], &model.velocities].concat();
    if model.graph.any_depends_on(&steady, &driven)
        || model.graph.any_depends_on(&model.force, &model.inputs)
        || model.graph.may_jump(&steady, &symbols)
    {
        return false;
    }
    let mut proof = Proof::of(model);
    let slips = model
        .contacts
        .iter()
        .flat_map(|contact| contact.slip.iter().copied());
    // A reaction does no work on a velocity that vanishes where nothing moves.
    let slips = slips.chain(model.rolling.iter().copied());
    let moving: Vec<Expr> = slips.map(|slip| proof.at_rest(slip, &model.velocities)).collect();
    moving.into_iter().all(|slip| proof.is_zero(slip)) && takes_energy(&mut proof, model, dissipation)
}

/// f·v ≤ 0. A quadratic R has v·∂R/∂v = 2 R, whose sign is seen in a sum of squares.
fn takes_energy(proof: &mut Proof, model: &Model, dissipation: Option<Expr>) -> bool {
    let mut power = proof.product(&model.force, &model.velocities);
    if let Some(dissipation) = dissipation {
        let rest = proof.at_rest(dissipation, &model.velocities);
        let moving = proof.graph.sub(dissipation, rest);
        let slopes = proof.graph.gradient(dissipation, &model.velocities);
        let loss = proof.product(&slopes, &model.velocities);
        let twice = proof.graph.add(moving, moving);
        let odd = proof.graph.sub(loss, twice);
        if proof.is_zero(odd) && proof.has_signs(moving, Signs::is_nonnegative) {
            power = proof.graph.add(power, loss);
        }
    }
    proof.is_zero(power) || proof.has_signs(power, Signs::is_nonpositive)
}
