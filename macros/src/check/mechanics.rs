//! The rules of mechanics: all of them are checked, each mistake has a message at the user's tokens.
//!
//! It refuses to change the model: proofs are tried in a copy of its expressions.

use std::collections::BTreeSet;

use extremal_symbolic::Expr;

use super::{
    Checked, constraint, contact, dissipation, domain, families, force, idle, inertia, multiplier, odd,
    potential, rotation,
};
use crate::declaration::{Declaration, operands, ungrouped};
use crate::diagnostics::{Diagnostics, Reported};
use crate::keys::{Formulas, Massless, Reading};

/// Parts of the declaration that are not in the model.
#[derive(Debug)]
pub(super) struct Stated {
    pub(super) massless: Vec<Massless>,
    /// R
    pub(super) dissipation: Option<Expr>,
    /// The numbers of each formula of a force.
    pub(super) forces: Vec<Vec<Expr>>,
    /// For each contact with a point its velocity along the normal.
    pub(super) approaches: Vec<Option<Expr>>,
    /// The `let`s that formulas use.
    pub(super) used: BTreeSet<String>,
}

impl Stated {
    pub(super) fn of(reading: &mut Reading) -> Self {
        let parts = &mut reading.parts;
        Self {
            massless: std::mem::take(&mut parts.massless),
            dissipation: parts.forces.dissipation(),
            forces: parts.forces.take_written(),
            approaches: std::mem::take(&mut parts.approaches),
            used: reading.lowering.used_names(),
        }
    }
}

/// Checks all rules, even after errors. What looks odd, and is not proven to be a mistake, is a note for readers.
pub(super) fn check(
    declaration: &Declaration,
    checked: &Checked,
    stated: &Stated,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<String>, Reported> {
    let model = &checked.model;
    let formulas = Formulas::of(declaration);
    let mut notes = Vec::new();
    if let Some(families) = &model.families {
        let outcomes = [
            families::check(declaration, model, families, stated, diagnostics, &mut notes),
            multiplier::check(declaration, model, stated, diagnostics),
            potential::check(declaration, &formulas, model, diagnostics, &mut notes),
            constraint::check(&formulas.constraints, checked, diagnostics),
            contact::check(&formulas.contacts, checked, stated, diagnostics),
            force::check(&formulas, model, stated, diagnostics),
            domain::check(&formulas, model, stated, diagnostics),
        ];
        outcomes.into_iter().collect::<Result<(), Reported>>()?;
        constraint::look(checked, &mut notes);
        contact::look(checked, &mut notes);
        odd::look(&formulas, model, stated, &mut notes);
        return Ok(notes);
    }
    let outcomes = [
        inertia::check(declaration, model, stated, diagnostics, &mut notes),
        multiplier::check(declaration, model, stated, diagnostics),
        potential::check(declaration, &formulas, model, diagnostics, &mut notes),
        dissipation::check(
            declaration,
            &formulas,
            model,
            stated.dissipation,
            diagnostics,
            &mut notes,
        ),
        constraint::check(&formulas.constraints, checked, diagnostics),
        contact::check(&formulas.contacts, checked, stated, diagnostics),
        rotation::check(declaration, model, diagnostics, &mut notes),
        force::check(&formulas, model, stated, diagnostics),
        domain::check(&formulas, model, stated, diagnostics),
    ];
    outcomes.into_iter().collect::<Result<(), Reported>>()?;
    constraint::look(checked, &mut notes);
    contact::look(checked, &mut notes);
    force::look(declaration, model, stated, &mut notes);
    idle::look(declaration, model, stated, &mut notes);
    odd::look(&formulas, model, stated, &mut notes);
    Ok(notes)
}

/// The `if` of an expression, if it has one; or else all of it.
pub(super) fn choice_in(expr: &syn::Expr) -> &syn::Expr {
    let mut choices = Vec::new();
    collect_choices(expr, &mut choices);
    match choices[..] {
        [choice] => choice,
        _ => expr,
    }
}

fn collect_choices<'a>(expr: &'a syn::Expr, choices: &mut Vec<&'a syn::Expr>) {
    match ungrouped(expr) {
        choice @ syn::Expr::If(_) => choices.push(choice),
        syn::Expr::Binary(_) => operands(expr)
            .into_iter()
            .for_each(|operand| collect_choices(operand, choices)),
        syn::Expr::Unary(unary) => collect_choices(&unary.expr, choices),
        syn::Expr::MethodCall(call) => collect_choices(&call.receiver, choices),
        _ => {}
    }
}
