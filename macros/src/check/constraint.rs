//! Constraints have solutions, and gradients that do not vanish there: a force that holds g = 0 is along ∂g/∂q.
//!
//! It refuses to know whether some follow from others.

use extremal_symbolic::{Expr, Signs};

use super::mechanics::Judged;
use super::proof::Proof;
use super::{Checked, independence, itself};
use crate::declaration::{Formula, ungrouped};
use crate::diagnostics::Reported;

/// Choices that are looked at.
const CHOICES: usize = 16;

pub(super) fn check(judged: &mut Judged) -> Result<(), Reported> {
    let checked = judged.checked;
    let mut proof = Proof::of(&checked.model);
    let mut outcome = Ok(());
    let first_rolling = checked.model.constraints.len();
    for formula in judged.formulas.constraints.iter().chain(&judged.formulas.rolling) {
        let mut of = |number: usize| match number.checked_sub(first_rolling) {
            None => mistake(checked, &mut proof, number),
            Some(at) => mistake_of_rolling(checked, &mut proof, at),
        };
        let wrong = components(checked, formula).find_map(|(at, number)| Some((at, of(number)?)));
        if let Some((at, mistake)) = wrong {
            outcome = judged.refuse(component(&formula.expr, at), mistake);
        }
    }
    outcome.and_then(|()| are_independent(judged))
}

/// A constraint that has no solution unless a parameter is below zero.
pub(super) fn look(judged: &mut Judged) {
    let (checked, model) = (judged.checked, judged.model);
    let is_fixed = model.families.is_none() && !model.is_redundant;
    if is_fixed && !model.constraints.is_empty() && model.constraints.len() == model.coordinates.len() {
        judged.note("the constraints determine all coordinates: nothing is free to move");
    }
    let mut proof = Proof::of(model);
    for (name, &g) in checked.constraints.iter().zip(&model.constraints) {
        if proof.has_signs(g, |signs| signs.is_positive() || signs.is_negative()) {
            judged.note(format!(
                "the constraint `{name}` has no solution for parameters above zero"
            ));
        }
    }
}

fn are_independent(judged: &mut Judged) -> Result<(), Reported> {
    let checked = judged.checked;
    let Some(dependent) = independence::first_dependent(&checked.model) else {
        return Ok(());
    };
    let mut before = 0;
    let formulas = judged.formulas.constraints.iter().chain(&judged.formulas.rolling);
    for formula in formulas {
        let size = components(checked, formula).count();
        if let Some(at) = dependent.constraint.checked_sub(before).filter(|&at| at < size) {
            let message = dependent.message(&checked.constraints);
            return judged.refuse(component(&formula.expr, at), message);
        }
        before += size;
    }
    Ok(())
}

/// The components of a constraint, and their places among all.
fn components<'a>(checked: &'a Checked, formula: &Formula) -> impl Iterator<Item = (usize, usize)> + use<'a> {
    let name = formula.name();
    let all = checked.constraints.iter().enumerate();
    let own = all.filter(move |(_, component)| component.split('[').next() == Some(&name));
    own.map(|(number, _)| number).enumerate()
}

/// The user's tokens of one component, where the vector is written as one.
pub(super) fn component(expr: &syn::Expr, at: usize) -> &syn::Expr {
    match ungrouped(expr) {
        syn::Expr::Array(array) => array.elems.iter().nth(at).unwrap_or(expr),
        _ => expr,
    }
}

fn mistake(checked: &Checked, proof: &mut Proof, at: usize) -> Option<String> {
    let g = *checked.model.constraints.get(at)?;
    if let Some(message) = of_form(checked, proof, g) {
        return Some(message.to_owned());
    }
    let families = checked.model.families.as_ref()?;
    let of = (g, &checked.model.coordinates[..]);
    let own = itself::pair(proof, &checked.model, *families.rows.get(at)?, of)?;
    Some(format!(
        "{own}, and no coordinate is left in the constraint of an item with itself; {}",
        own.way_out()
    ))
}

/// The same of a constraint on velocities, by its number among these.
fn mistake_of_rolling(checked: &Checked, proof: &mut Proof, at: usize) -> Option<String> {
    let (model, families) = (&checked.model, checked.model.families.as_ref()?);
    let of = (*model.rolling.get(at)?, &model.velocities[..]);
    let marker = *families.rows.get(model.constraints.len() + at)?;
    let own = itself::pair(proof, model, marker, of)?;
    Some(format!(
        "{own}, and no velocity is left in the constraint of an item with itself; {}",
        own.way_out()
    ))
}

fn of_form(checked: &Checked, proof: &mut Proof, g: Expr) -> Option<&'static str> {
    if let Some(message) = without_gradient(checked, proof, g) {
        return Some(message);
    }
    if jumps(checked, proof, g) {
        return Some("this constraint jumps, and no motion does so: write a function that is continuous");
    }
    if proof.always_has_signs(g, |signs| signs.is_positive() || signs.is_negative()) {
        return Some(
            "this constraint has no solution: its left side is zero nowhere; write what has to vanish, as in \
             `x.powi(2) + y.powi(2) - l.powi(2)`",
        );
    }
    if proof.always_has_signs(g, |signs: Signs| signs.is_nonnegative() || signs.is_nonpositive()) {
        return Some(
            "the gradient of this constraint vanishes or jumps wherever the constraint holds, because its left side has one sign: \
             no force along it can hold it; write what is squared, as in `x - y` for `(x - y).powi(2)`, and one constraint for \
             each term of a sum of squares",
        );
    }
    let is_power = proof.graph.is_power_in(g, &checked.model.coordinates);
    is_power.then_some(
        "the gradient of this constraint vanishes wherever the constraint holds, because its left side is a power: no force along \
         it can hold it; write the base, as in `x - y` for `(x - y).powi(3)`",
    )
}

/// Whether g is seen to jump where a choice in it changes.
pub(super) fn jumps(checked: &Checked, proof: &mut Proof, g: Expr) -> bool {
    let symbols = [&checked.model.coordinates[..], &[checked.model.time]].concat();
    if !proof.graph.may_jump(&[g], &symbols) {
        return false;
    }
    let choices = proof.graph.choices(&[g]).into_iter().take(CHOICES);
    let mut thresholds = choices.map(|choice| choice.threshold);
    thresholds.any(|threshold| !proof.is_free_of(threshold, &symbols) && proof.jumps(g, threshold))
}

/// A constraint whose coordinates cancel.
fn without_gradient(checked: &Checked, proof: &mut Proof, g: Expr) -> Option<&'static str> {
    let gradient = proof.graph.gradient(g, &checked.model.coordinates);
    let is_free = proof.all_vanish(&gradient);
    match (is_free, is_free && proof.is_zero(g)) {
        (true, true) => Some(
            "this constraint holds everywhere, so that it holds nothing; write what has to vanish, as in \
             `x.powi(2) + y.powi(2) - l.powi(2)`, or drop it",
        ),
        (true, false) => Some(
            "the coordinates of this constraint cancel, so that nothing can hold it; write what has to vanish, as in \
             `x.powi(2) + y.powi(2) - l.powi(2)`, or drop it",
        ),
        (false, _) => None,
    }
}
