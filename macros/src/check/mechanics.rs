//! The rules of mechanics: all of them are checked, each mistake has a message at the user's tokens.
//!
//! It refuses to change the model: proofs are tried in a copy of its expressions.

use std::collections::BTreeSet;
use std::fmt::Display;

use extremal_symbolic::Expr;
use quote::ToTokens;

use super::{
    Checked, constraint, contact, dissipation, domain, families, force, idle, inertia, multiplier, odd,
    potential, rotation,
};
use crate::declaration::{Declaration, Formula, Quantity, operands, ungrouped};
use crate::diagnostics::{Diagnostics, Reported};
use crate::keys::{Formulas, Massless, Reading};
use crate::model::{Energy, Model};

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

/// What the rules read, and where they say what is wrong or odd.
pub(super) struct Judged<'a> {
    pub(super) declaration: &'a Declaration,
    pub(super) formulas: &'a Formulas<'a>,
    pub(super) checked: &'a Checked,
    pub(super) model: &'a Model,
    pub(super) stated: &'a Stated,
    pub(super) diagnostics: &'a mut Diagnostics,
    /// What looks odd, and is not proven to be a mistake.
    pub(super) notes: Vec<String>,
}

impl<'a> Judged<'a> {
    pub(super) fn refuse(&mut self, tokens: impl ToTokens, message: impl Display) -> Result<(), Reported> {
        Err(self.diagnostics.report(tokens, message))
    }

    pub(super) fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// A name for each component of the declared coordinates.
    pub(super) fn names(&self) -> Vec<String> {
        let coordinates = self.declaration.coordinates.iter();
        coordinates.flat_map(Quantity::component_names).collect()
    }

    /// T, if it is apart from V, with its formula.
    pub(super) fn kinetic(&self) -> Option<(Expr, &'a Formula)> {
        match self.model.energy {
            Energy::Split { kinetic, .. } => Some((kinetic, self.formulas.kinetic?)),
            Energy::General { .. } => None,
        }
    }

    /// R with its formula.
    pub(super) fn dissipation(&self) -> Option<(Expr, &'a Formula)> {
        self.stated.dissipation.zip(self.formulas.dissipation)
    }
}

type Rule = fn(&mut Judged) -> Result<(), Reported>;
type Look = fn(&mut Judged);

/// All rules are checked, even after errors. Looks write notes.
const RULES: (&[Rule], &[Look]) = (
    &[
        inertia::check,
        multiplier::check,
        potential::check,
        dissipation::check,
        constraint::check,
        contact::check,
        rotation::check,
        force::check,
        domain::check,
    ],
    &[
        constraint::look,
        contact::look,
        force::look,
        idle::look,
        odd::look,
    ],
);

/// Those of sums over items.
const RULES_OF_ITEMS: (&[Rule], &[Look]) = (
    &[
        families::check,
        multiplier::check,
        potential::check,
        constraint::check,
        contact::check,
        force::check,
        domain::check,
    ],
    &[constraint::look, contact::look, odd::look],
);

/// Checks all rules. What looks odd is a note for readers.
pub(super) fn check(
    declaration: &Declaration,
    checked: &Checked,
    stated: &Stated,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<String>, Reported> {
    let mut judged = Judged {
        declaration,
        formulas: &Formulas::of(declaration),
        checked,
        model: &checked.model,
        stated,
        diagnostics,
        notes: Vec::new(),
    };
    let (rules, looks) = match checked.model.families {
        Some(_) => RULES_OF_ITEMS,
        None => RULES,
    };
    let outcomes: Vec<_> = rules.iter().map(|rule| rule(&mut judged)).collect();
    outcomes.into_iter().collect::<Result<(), Reported>>()?;
    looks.iter().for_each(|look| look(&mut judged));
    Ok(judged.notes)
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
