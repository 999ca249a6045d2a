//! Laws of contact are those of bodies: friction and restitution are not below zero, and what touches has a reach.
//!
//! It refuses numbers whose sign is proven, whatever the signs of parameters are; literals are refused where they are read.

use extremal_symbolic::{Expr, Signs};

use super::proof::Proof;
use crate::model::{Contact, Law, Model};

/// The mistakes of the friction, of the restitution and of the restitution along the slip.
pub(super) fn mistakes(proof: &mut Proof, law: Law, model: &Model) -> [Option<&'static str>; 3] {
    let friction = if is_below_zero(proof, law.friction) {
        Some("a friction is not below zero: it acts against the slip, whatever its sign")
    } else if is_odd(proof, law.friction, &model.reactions) {
        Some(
            "this friction has the opposite sign for the opposite reaction, and a friction is not below zero: write a function of \
             its size, as in `multiplier(rail).abs()` or `multiplier(pin).norm()`",
        )
    } else {
        is_odd(proof, law.friction, &model.velocities).then_some(
            "this friction has the opposite sign for opposite velocities, and a friction is not below zero: write a function of \
             the speed, as in `exp(-(dt(x) / v).powi(2))`, or what is in proportion to a velocity as a force or a dissipation",
        )
    };
    let mut of = |restitution| of_restitution(proof, restitution);
    [friction, of(law.restitution), of(law.restitution_t)]
}

fn of_restitution(proof: &mut Proof, restitution: Expr) -> Option<&'static str> {
    if is_below_zero(proof, restitution) {
        return Some(
            "a restitution is not below zero: 0 where nothing bounces back, 1 where all of the velocity does",
        );
    }
    let above = above_one(proof, restitution);
    let gains = proof.always_has_signs(above, Signs::is_nonnegative) && proof.is_nonzero(above);
    gains.then_some(
        "a restitution above 1 would gain energy at each impact; it lies between 0 and 1, and what drives a body is a force",
    )
}

pub(super) fn of_reach(proof: &mut Proof, reach: Expr) -> Option<&'static str> {
    proof.always_has_signs(reach, Signs::is_nonpositive).then_some(
        "points that do not reach beyond their places find no others: write the largest distance at which a point touches, as a \
         radius",
    )
}

/// Laws that no bodies have unless a parameter is below zero.
pub(super) fn look(proof: &mut Proof, name: &str, contact: &Contact, notes: &mut Vec<String>) {
    let law = contact.law;
    let restitutions = [
        ("restitution", law.restitution),
        ("restitution_t", law.restitution_t),
    ];
    let friction = match contact.has_gap {
        true => format!("the friction of the contact `{name}`"),
        false => format!("the force of the friction `{name}`"),
    };
    let others = restitutions.map(|(what, number)| (format!("the {what} of the contact `{name}`"), number));
    for (what, number) in [(friction, law.friction)].into_iter().chain(others) {
        if proof.has_signs(number, Signs::is_nonpositive) && proof.is_nonzero(number) {
            notes.push(format!("{what} is below zero for parameters above zero"));
        }
    }
    for (what, number) in restitutions {
        let above = above_one(proof, number);
        if proof.has_signs(above, Signs::is_positive) {
            notes.push(format!(
                "the {what} of the contact `{name}` is above 1 for parameters above zero, so that impacts gain energy"
            ));
        }
    }
}

fn above_one(proof: &mut Proof, number: Expr) -> Expr {
    let one = proof.graph.one();
    proof.graph.sub(number, one)
}

/// Whether a friction changes its sign with all of these numbers.
fn is_odd(proof: &mut Proof, friction: Expr, numbers: &[Expr]) -> bool {
    let graph = &mut proof.graph;
    if !graph.any_depends_on(&[friction], numbers) {
        return false;
    }
    let opposite: Vec<(Expr, Expr)> = numbers
        .iter()
        .map(|&number| (number, graph.neg(number)))
        .collect();
    let [turned] = graph.substitute(&[friction], &opposite)[..] else {
        return false;
    };
    let sum = graph.add(friction, turned);
    proof.is_zero(sum)
}

/// Nowhere above zero, and below it somewhere.
fn is_below_zero(proof: &mut Proof, number: Expr) -> bool {
    proof.always_has_signs(number, Signs::is_nonpositive) && proof.is_nonzero(number)
}
