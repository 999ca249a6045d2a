//! Directions of friction: orthogonal to the normal and to each other, and of one scale with the gap. Notes alone.
//!
//! ```text
//! w_N = ∂g/∂q,   w_i = ∂γ_i/∂v:   w_N·w_i = 0,   w_1·w_2 = 0,   |w_i| = |w_N|
//! ```
//!
//! They are judged where T is ½ m |v|² of the coordinates that these contain, and there are as many as directions: then they are
//! those of a point in the plane or in space, and what friction does along one of them acts along it. Of bodies that turn nothing
//! is said, and nothing of directions that change from place to place.

use extremal_symbolic::Expr;

use super::proof::Proof;
use crate::model::{Contact, Model};

pub(super) fn look(
    proof: &mut Proof,
    model: &Model,
    (name, contact): (&str, &Contact),
    notes: &mut Vec<String>,
) {
    if contact.slip.is_empty() {
        return;
    }
    let graph = &mut proof.graph;
    let normal = graph.gradient(contact.gap, &model.coordinates);
    let slips: Vec<Vec<Expr>> = contact
        .slip
        .iter()
        .map(|&slip| graph.gradient(slip, &model.velocities))
        .collect();
    let zero = graph.zero();
    let rows = || slips.iter().chain([&normal]);
    let places: Vec<usize> = (0..normal.len())
        .filter(|&k| rows().any(|row| row[k] != zero))
        .collect();
    if places.len() != 1 + slips.len() || !is_of_a_point(proof, model, &places) {
        return;
    }
    let motion = [&model.coordinates[..], &model.velocities, &[model.time]].concat();
    let mut is_other = |a: &[Expr], b: &[Expr], of_lengths: bool| {
        let found = difference(proof, a, b, of_lengths);
        proof.is_free_of(found, &motion) && proof.is_nonzero(found)
    };
    if slips.iter().any(|slip| is_other(slip, &normal, false)) {
        notes.push(format!(
            "the slip of `{name}` is not orthogonal to its normal ∂g/∂q: friction opens or closes the gap"
        ));
    }
    if let [first, second] = &slips[..]
        && is_other(first, second, false)
    {
        notes.push(format!(
            "the two components of the slip of `{name}` are not orthogonal: friction along one of them pushes along the other"
        ));
    }
    if slips.iter().any(|slip| is_other(slip, &normal, true)) {
        notes.push(format!(
            "the slip of `{name}` and its gap have other units of length, |∂γ/∂v| and |∂g/∂q|: friction is μ times their ratio"
        ));
    }
}

/// Whether T is ½ m |v|² of these coordinates, with one m, and no product with others.
fn is_of_a_point(proof: &mut Proof, model: &Model, places: &[usize]) -> bool {
    let (kinetic, _) = model.energies();
    let graph = &mut proof.graph;
    let all = graph.gradient(kinetic, &model.velocities);
    let momenta: Vec<Expr> = places.iter().map(|&k| all[k]).collect();
    let rows: Vec<Vec<Expr>> = momenta
        .iter()
        .map(|&p| graph.gradient(p, &model.velocities))
        .collect();
    let zero = graph.zero();
    let Some(mass) = places.first().map(|&k| rows[0][k]).filter(|&mass| mass != zero) else {
        return false;
    };
    places.iter().zip(&rows).all(|(&k, row)| {
        let mut entries = row.iter().enumerate();
        entries.all(|(j, &entry)| if j == k { entry == mass } else { entry == zero })
    })
}

/// a·b, or the difference of |a|² and |b|².
fn difference(proof: &mut Proof, a: &[Expr], b: &[Expr], of_lengths: bool) -> Expr {
    if !of_lengths {
        return proof.product(a, b);
    }
    let [a, b] = [a, b].map(|row| proof.product(row, row));
    proof.graph.sub(a, b)
}
