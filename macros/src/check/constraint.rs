//! Constraints have solutions, and gradients that do not vanish there: a force that holds g = 0 is along ∂g/∂q.
//!
//! It refuses to judge constraints together: whether some follow from others depends on the point.

use extremal_symbolic::{Expr, Signs};

use super::Checked;
use super::proof::Proof;
use crate::declaration::{Formula, ungrouped};
use crate::diagnostics::{Diagnostics, Reported};

pub(super) fn check(
    formulas: &[&Formula],
    checked: &Checked,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let mut proof = Proof::of(&checked.model);
    let mut outcome = Ok(());
    for formula in formulas {
        let wrong =
            components(checked, formula).find_map(|(at, g)| Some((at, mistake(checked, &mut proof, g)?)));
        if let Some((at, mistake)) = wrong {
            outcome = Err(diagnostics.report(component(&formula.expr, at), mistake));
        }
    }
    outcome
}

/// The numbers of a constraint.
fn components<'a>(checked: &'a Checked, formula: &Formula) -> impl Iterator<Item = (usize, Expr)> + use<'a> {
    let name = formula.name();
    let all = checked.constraints.iter().zip(&checked.model.constraints);
    let own = all.filter(move |(component, _)| component.split('[').next() == Some(&name));
    own.map(|(_, &g)| g).enumerate()
}

/// The user's tokens of one component, where the vector is written as one.
fn component(expr: &syn::Expr, at: usize) -> &syn::Expr {
    match ungrouped(expr) {
        syn::Expr::Array(array) => array.elems.iter().nth(at).unwrap_or(expr),
        _ => expr,
    }
}

fn mistake(checked: &Checked, proof: &mut Proof, g: Expr) -> Option<&'static str> {
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
