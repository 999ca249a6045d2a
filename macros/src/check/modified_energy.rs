//! `modified_energy`: whether the system has one, and a listed scheme of which it is known.
//!
//! It refuses to know the formula.

use extremal_symbolic::Expr;

use crate::declaration::{Declaration, Subject};
use crate::diagnostics::Reported;
use crate::lower::Lowering;
use crate::model::Energy;
use crate::schemes::with_modified_energy;

/// Whether it is wanted; `energy` is what could be read of L.
pub(super) fn check(
    declaration: &Declaration,
    lowering: &mut Lowering,
    energy: Option<&Energy>,
) -> Result<bool, Reported> {
    let Some(key) = &declaration.modified_energy else {
        return Ok(false);
    };
    let reason = acting(declaration)
        .or_else(|| depends_on_time(lowering, energy))
        .or_else(|| no_scheme(declaration));
    match reason {
        Some(message) => Err(lowering.diagnostics.report(key, message)),
        None => Ok(true),
    }
}

/// What acts beside L: then no function of the state is kept.
fn acting(declaration: &Declaration) -> Option<String> {
    let is_there = |is: fn(&Subject) -> bool| declaration.formulas.iter().any(|formula| is(&formula.subject));
    let key = if is_there(|subject| matches!(subject, Subject::Constraint(_))) {
        return Some(
            "the modified energy is known for systems without constraints; take coordinates that need none, \
             or drop this"
                .to_owned(),
        );
    } else if !declaration.inputs.is_empty() {
        "inputs"
    } else if is_there(|subject| matches!(subject, Subject::Force(_))) {
        "force"
    } else if is_there(|subject| matches!(subject, Subject::Dissipation)) {
        "dissipation"
    } else {
        return None;
    };
    Some(format!(
        "only a system without forces keeps its modified energy; drop this, or the `{key}`"
    ))
}

fn depends_on_time(lowering: &Lowering, energy: Option<&Energy>) -> Option<String> {
    let parts: Vec<Expr> = match energy? {
        Energy::Split { kinetic, potential } => vec![*kinetic, *potential],
        Energy::General { lagrangian } => vec![*lagrangian],
    };
    let is_driven = lowering.graph.any_depends_on(&parts, &[lowering.symbols.time]);
    is_driven.then(|| "L depends on `t`, so that no energy is kept; drop this, or the `t`".to_owned())
}

fn no_scheme(declaration: &Declaration) -> Option<String> {
    let schemes = declaration.schemes.as_ref()?;
    let mut listed = schemes.iter().map(|listed| &listed.scheme);
    if declaration.lost.schemes.is_some() || listed.any(|scheme| scheme.modified_energy().is_some()) {
        return None;
    }
    let known: Vec<String> = with_modified_energy()
        .iter()
        .map(|name| format!("`{name}`"))
        .collect();
    Some(format!(
        "the modified energy is known for {}; list one of them in `discretize(..)`, or drop this",
        known.join(" and ")
    ))
}
