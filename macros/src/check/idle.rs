//! Terms that have no effect on the motion, and formulas that say the same twice: notes.
//!
//! It refuses nothing: such terms are harmless.

use extremal_symbolic::{Expr, Signs};

use super::mechanics::Judged;
use super::proof::Proof;
use crate::model::{Energy, Model};

pub(super) fn look(judged: &mut Judged) {
    let model = judged.model;
    let mut proof = Proof::of(model);
    judged.notes.extend(of_time_alone(model, &proof));
    judged.notes.extend(total_derivative(model, &mut proof));
    judged
        .notes
        .extend(potential_with_the_other_sign(model, &mut proof));
    counted_twice(judged, &mut proof);
}

/// A term that depends on time alone has no force, which looks odd beside others that have one.
fn of_time_alone(model: &Model, proof: &Proof) -> Option<String> {
    let (energy, what) = match model.energy {
        Energy::Split { potential, .. } => (potential, "V"),
        Energy::General { lagrangian } => (lagrangian, "L"),
    };
    let symbols = [&[model.time][..], &model.coordinates, &model.velocities].concat();
    let variables: Vec<Vec<Expr>> = symbols.into_iter().map(|symbol| vec![symbol]).collect();
    let parts = proof.graph.uncoupled(&[energy], &variables, &[]);
    let is_idle = parts.len() > 1 && parts.iter().any(|part| part.variables == [0]);
    is_idle.then(|| format!("a term of {what} depends on t alone, so that it has no force"))
}

/// Momenta b(q, t) at rest with db/dt = ∂(b·v)/∂q: the term b·v of T is the derivative of a function, which moves nothing.
fn total_derivative(model: &Model, proof: &mut Proof) -> Option<String> {
    let Energy::Split { kinetic, .. } = model.energy else {
        return None;
    };
    let (zero, rates) = (proof.graph.zero(), proof.rates(model));
    let momenta = proof.graph.gradient(kinetic, &model.velocities).into_iter();
    let momenta: Vec<Expr> = momenta.map(|p| proof.at_rest(p, &model.velocities)).collect();
    if momenta.iter().all(|&b| b == zero) {
        return None;
    }
    let changes = proof.graph.time_derivatives(&momenta, &rates);
    let term = proof.product(&momenta, &model.velocities);
    let slopes = proof.graph.gradient(term, &model.coordinates);
    let has_no_force = changes.into_iter().zip(slopes).all(|(change, slope)| {
        let force = proof.graph.sub(slope, change);
        proof.is_zero(force)
    });
    let is_there = proof.is_nonzero(term);
    (has_no_force && is_there).then(|| {
        "the terms of T that are linear in velocities are a total derivative: they move nothing".to_owned()
    })
}

/// L = T + V with a spring: at rest L is −V, and springs that pull have V above zero.
fn potential_with_the_other_sign(model: &Model, proof: &mut Proof) -> Option<String> {
    let Energy::General { lagrangian } = model.energy else {
        return None;
    };
    let at_rest = proof.at_rest(lagrangian, &model.velocities);
    let degree = proof.graph.degree_in(at_rest, &model.coordinates);
    let has_springs = degree.is_some_and(|degree| degree > 1);
    let is_odd = has_springs && proof.has_signs(at_rest, Signs::is_nonnegative) && proof.is_nonzero(at_rest);
    is_odd.then(|| {
        "L at rest, which is −V, is nowhere below zero for parameters above zero: springs that pull have a minus there, L = T − V"
            .to_owned()
    })
}

/// A force that is also the one of V, or of R.
fn counted_twice(judged: &mut Judged, proof: &mut Proof) {
    let model = judged.model;
    let Energy::Split { potential, .. } = model.energy else {
        return;
    };
    for (i, name) in judged.names().iter().enumerate() {
        let (q, v) = (model.coordinates[i], model.velocities[i]);
        let given = super::force::given(judged, proof, i);
        if given == proof.graph.zero() {
            continue;
        }
        let slopes = [(Some(potential), q, "V"), (judged.stated.dissipation, v, "R")];
        for (of, symbol, what) in slopes {
            let Some(of) = of else { continue };
            let slope = proof.derivative(of, symbol);
            let sum = proof.graph.add(given, slope);
            if proof.is_zero(sum) {
                judged.note(format!(
                    "the force on `{name}` is that of {what}, which acts without it: it is counted twice"
                ));
            }
        }
    }
}
