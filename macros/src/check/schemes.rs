//! `discretize(..)`: each scheme once, and each with what it needs.
//!
//! It refuses to know what that is: each scheme is asked.

use crate::declaration::{Declaration, Subject};
use crate::diagnostics::{Diagnostics, Reported};
use crate::schemes::Declared;

pub(super) fn check(declaration: &Declaration, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let declared = declared(declaration);
    let schemes = declaration.schemes.as_deref().unwrap_or_default();
    let mut outcome = Ok(());
    for (at, listed) in schemes.iter().enumerate() {
        let path = listed.scheme.path();
        let tokens = &listed.tokens;
        if schemes[..at].iter().any(|before| before.scheme.path() == path) {
            // Two impls of one trait for one type would clash, and rustc would say so without showing where.
            outcome = Err(diagnostics.report(tokens, "this scheme is listed twice; drop one of the two"));
            continue;
        }
        if let Err(refusal) = listed.scheme.check(&declared) {
            outcome = Err(diagnostics.report(tokens, refusal.message));
        }
    }
    outcome
}

/// What could not be read may have been anything.
fn declared(declaration: &Declaration) -> Declared {
    let is_there = |is: fn(&Subject) -> bool| declaration.formulas.iter().any(|formula| is(&formula.subject));
    let is_lost = declaration.lost.entries.is_some();
    Declared {
        has_constraints: is_lost || is_there(|subject| matches!(subject, Subject::Constraint(_))),
        has_symmetries: is_lost || is_there(|subject| matches!(subject, Subject::Symmetry(..))),
        has_energies_apart: !is_there(|subject| matches!(subject, Subject::Lagrangian)),
    }
}
