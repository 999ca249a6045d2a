//! `discretize(..)`: each scheme once, and each fit for the form in which L is given.
//!
//! It refuses to know what one scheme's arguments may be; they were read with it.

use crate::declaration::{Declaration, Scheme, SchemeKind, Subject};
use crate::diagnostics::{Diagnostics, Reported};

pub(super) fn check(declaration: &Declaration, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let schemes = declaration.schemes.as_deref().unwrap_or_default();
    let unique = each_is_there_once(schemes, diagnostics);
    let fit = rules_fit_the_energies(schemes, declaration, diagnostics);
    let needs = what_they_need_is_declared(schemes, declaration, diagnostics);
    unique.and(fit).and(needs)
}

/// Two impls of one trait for one type would clash, and rustc would say so without showing where.
fn each_is_there_once(schemes: &[Scheme], diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let mut outcome = Ok(());
    for (at, scheme) in schemes.iter().enumerate() {
        if schemes[..at].iter().any(|before| before.kind == scheme.kind) {
            outcome =
                Err(diagnostics.report(&scheme.tokens, "this scheme is listed twice; drop one of the two"));
        }
    }
    outcome
}

/// A null space is that of constraints, and so is what is stabilized; equivariant is what has a symmetry.
fn what_they_need_is_declared(
    schemes: &[Scheme],
    declaration: &Declaration,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let has = |is: fn(&Subject) -> bool| {
        declaration.lost.entries.is_some() || declaration.formulas.iter().any(|formula| is(&formula.subject))
    };
    let has_constraints = has(|subject| matches!(subject, Subject::Constraint(_)));
    let has_symmetries = has(|subject| matches!(subject, Subject::Symmetry(..)));
    let mut outcome = Ok(());
    for (at, scheme) in schemes.iter().enumerate() {
        // One that was there before is to be dropped, and was told so.
        let is_new = schemes[..at].iter().all(|before| before.kind != scheme.kind);
        if let Some(composed) = scheme.kind.composed()
            && schemes.iter().all(|other| other.kind != *composed)
        {
            let message = "what it is composed of has to be listed, too, as in `discretize(Livens, Composition<4, Livens>)`";
            outcome = Err(diagnostics.report(&scheme.tokens, message));
            continue;
        }
        let message = match &scheme.kind {
            SchemeKind::NullSpace(_) if !has_constraints => {
                "there is no null space without constraints; declare `constraint(name = ..)`, or list the scheme \
                 without `NullSpace`"
            }
            SchemeKind::Livens(variant) if variant.is_stabilized && !has_constraints => {
                "there is nothing to stabilize without constraints; declare `constraint(name = ..)`, or list `Livens` \
                 in its place"
            }
            SchemeKind::Livens(variant) if variant.is_equivariant && !has_symmetries => {
                "there is nothing to be equivariant with without symmetries; declare `symmetry(name = [..])`, or list the \
                 scheme without `Equivariant`"
            }
            _ => continue,
        };
        if is_new {
            outcome = Err(diagnostics.report(&scheme.tokens, message));
        }
    }
    outcome
}

/// T and V can have a quadrature each only where they are given apart.
fn rules_fit_the_energies(
    schemes: &[Scheme],
    declaration: &Declaration,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let mut outcome = Ok(());
    if !declaration
        .formulas
        .iter()
        .any(|formula| matches!(formula.subject, Subject::Lagrangian))
    {
        return outcome;
    }
    for scheme in schemes {
        if let SchemeKind::Galerkin {
            quadrature, kinetic, ..
        } = scheme.kind.plain()
            && quadrature != kinetic
        {
            let message = "a quadrature of its own for T needs T and V apart; write `kinetic` and `potential` \
                           instead of `lagrangian`, or drop the third argument";
            outcome = Err(diagnostics.report(&scheme.tokens, message));
        }
    }
    outcome
}
