//! R removes energy: its power −v·∂R/∂v is not seen to be above zero.
//!
//! It refuses to judge an R that is neither odd in a velocity nor of one sign, and the signs of its coefficients: some fields
//! define them as negative.

use extremal_symbolic::Expr;

use super::loss::{self, Loss, without_rest};
use super::mechanics::Judged;
use super::pairs::{self, Parameters};
use super::proof::Proof;
use crate::declaration::Quantity;
use crate::diagnostics::Reported;
use crate::model::Model;

pub(super) fn check(judged: &mut Judged) -> Result<(), Reported> {
    let Some((dissipation, formula)) = judged.dissipation() else {
        return Ok(());
    };
    let model = judged.model;
    let (mut proof, names) = (Proof::of(model), judged.names());
    for (name, &velocity) in names.iter().zip(&model.velocities) {
        let along = along(&mut proof, model, dissipation, velocity);
        let mistake = mistake(&mut proof, along, velocity)
            .or_else(|| is_product(&mut proof, model, dissipation, velocity).then_some(Mistake::Product));
        if let Some(mistake) = mistake {
            return judged.refuse(&formula.expr, mistake.message(name));
        }
    }
    let first = judged.declaration.first_coordinate();
    if has_rest(&mut proof, model, dissipation) {
        return judged.refuse(&formula.expr, Mistake::Rest.message(&first));
    }
    if let Some((i, j)) = negative_pair(&mut proof, model, dissipation) {
        let message = format!(
            "this dissipation is below zero for some velocities of `{}` and `{}`, whatever the signs of parameters are, so that it \
             adds energy; write a sum of squares",
            names[i], names[j]
        );
        return judged.refuse(&formula.expr, message);
    }
    let loss = loss::of(&mut proof, dissipation, &model.velocities);
    if loss == Loss::Added {
        return judged.refuse(&formula.expr, Mistake::Negative.message(&first));
    }
    judged.notes.extend(note(loss));
    Ok(())
}

/// The same of a sum over items, in which different symbols may be one velocity: all of them are looked at together.
pub(super) fn check_items(judged: &mut Judged) -> Result<(), Reported> {
    let Some((dissipation, formula)) = judged.dissipation() else {
        return Ok(());
    };
    let model = judged.model;
    let mut proof = Proof::of(model);
    let moving = without_rest(&mut proof, dissipation, &model.velocities);
    let reversed: Vec<(Expr, Expr)> = model
        .velocities
        .iter()
        .map(|&v| (v, proof.graph.neg(v)))
        .collect();
    let reversed = proof.graph.substitute(&[moving], &reversed)[0];
    let both = proof.graph.add(moving, reversed);
    let is_linear = proof.graph.degree_in(moving, &model.velocities) == Some(1);
    let mistake = if proof.is_zero(both) && proof.is_nonzero(moving) {
        Some(if is_linear { Mistake::Linear } else { Mistake::Odd })
    } else if has_rest(&mut proof, model, dissipation) {
        Some(Mistake::Rest)
    } else {
        loss::is_added(&mut proof, dissipation, &model.velocities).then_some(Mistake::Negative)
    };
    if let Some(mistake) = mistake {
        let first = judged.declaration.coordinates.first().map(Quantity::name);
        return judged.refuse(&formula.expr, mistake.message(&first.unwrap_or_default()));
    }
    let loss = loss::of(&mut proof, dissipation, &model.velocities);
    judged.notes.extend(note(loss));
    Ok(())
}

/// What is wrong with an R in which one velocity is left.
pub(super) fn along_one(proof: &mut Proof, along: Expr, velocity: Expr, name: &str) -> Option<String> {
    let along = proof.expanded(along);
    mistake(proof, along, velocity).map(|mistake| mistake.message(name))
}

fn note(loss: Loss) -> Option<String> {
    let note = match loss {
        Loss::AddedByPositive => "R is below zero for parameters above zero, so that it then adds energy",
        Loss::Unknown => "the sign of R is not known: nothing tells that it takes energy",
        Loss::Taken | Loss::Added => return None,
    };
    Some(note.to_owned())
}

/// Two velocities for which a quadratic R is below zero.
fn negative_pair(proof: &mut Proof, model: &Model, dissipation: Expr) -> Option<(usize, usize)> {
    if proof.graph.degree_in(dissipation, &model.velocities) != Some(2) {
        return None;
    }
    let slopes = proof.graph.gradient(dissipation, &model.velocities);
    pairs::negative(proof, &slopes, &model.velocities, Parameters::OfAnySign)
}

/// Whether R is a sum, one part of which contains coordinates and no velocity. A product such as (ẋ − w(x))² is not taken apart: it is
/// friction against a flow.
fn has_rest(proof: &mut Proof, model: &Model, dissipation: Expr) -> bool {
    let symbols = model.coordinates.iter().chain(&model.velocities);
    let variables: Vec<Vec<Expr>> = symbols.map(|&symbol| vec![symbol]).collect();
    let parts = proof.graph.uncoupled(&[dissipation], &variables, &[]);
    let n = model.coordinates.len();
    parts.iter().any(|part| {
        let terms = part.terms(&mut proof.graph);
        let sum = proof.graph.sum(&terms);
        part.variables.iter().all(|&variable| variable < n) && proof.is_nonzero(sum)
    })
}

/// R where no other coordinate moves.
fn along(proof: &mut Proof, model: &Model, dissipation: Expr, velocity: Expr) -> Expr {
    let others = model
        .velocities
        .iter()
        .copied()
        .filter(|&other| other != velocity);
    let along = proof.at_rest(dissipation, &others.collect::<Vec<_>>());
    proof.expanded(along)
}

#[derive(Clone, Copy)]
enum Mistake {
    Linear,
    Odd,
    Negative,
    Product,
    Rest,
}

/// Along one velocity R is wrong if it is odd, so that it adds energy in one direction, or nowhere above its value at rest.
fn mistake(proof: &mut Proof, along: Expr, velocity: Expr) -> Option<Mistake> {
    let along = without_rest(proof, along, &[velocity]);
    if proof.graph.degree_in(along, &[velocity]) == Some(1) && proof.is_nonzero(along) {
        return Some(Mistake::Linear);
    }
    let reversed = proof.graph.neg(velocity);
    let reversed = proof.replaced(along, velocity, reversed);
    let both = proof.graph.add(along, reversed);
    if proof.is_zero(both) && proof.is_nonzero(along) {
        return Some(Mistake::Odd);
    }
    loss::is_added(proof, along, &[velocity]).then_some(Mistake::Negative)
}

/// Whether a quadratic R has products of a velocity with others, and not its square.
fn is_product(proof: &mut Proof, model: &Model, dissipation: Expr, velocity: Expr) -> bool {
    if proof.graph.degree_in(dissipation, &model.velocities) != Some(2) {
        return false;
    }
    let slope = proof.derivative(dissipation, velocity);
    let square = proof.derivative(slope, velocity);
    let others = proof.graph.gradient(slope, &model.velocities);
    proof.is_zero(square) && others.into_iter().any(|other| proof.is_nonzero(other))
}

impl Mistake {
    fn message(self, x: &str) -> String {
        let viscous = format!("`0.5 * c * dt({x}).powi(2)`");
        match self {
            Self::Linear => format!(
                "this dissipation is of first degree in `dt({x})`, so that its force −∂R/∂v is a constant push; write {viscous} \
                 for R = ½ c v², or `mu * sqrt(dt({x}).powi(2) + eps.powi(2))` for dry friction"
            ),
            Self::Odd => format!(
                "this dissipation is odd in `dt({x})`, so that it adds energy in one direction; write the power of \
                 the speed, as in `abs(dt({x})).powi(3)`, or {viscous} for R = ½ c v²"
            ),
            Self::Product => format!(
                "this dissipation has products of `dt({x})` with other velocities and not its square, so that it adds energy for \
                 some; write the square, as in {viscous} for R = ½ c v²"
            ),
            Self::Rest => format!(
                "a term of this dissipation contains no velocity, so that it has no force; write {viscous} for R = ½ c v², and \
                 springs in `potential`"
            ),
            Self::Negative => format!(
                "this dissipation is below zero whatever the signs of parameters are, so that it adds energy; change the sign, as in {viscous} \
                 for R = ½ c v², or write `force({x} = ..)` if this is meant"
            ),
        }
    }
}
