//! `discretize(..)`: each scheme once, and each with the declarations that it needs.
//!
//! It refuses to know the needs: each scheme states its own.

use super::{Entry, constraint, contact, lagrangian, redundant, rolling, sensitivities, symmetry};
use crate::declaration::{Declaration, Form, Items, Key, Lost, Row, Times};
use crate::diagnostics::{Diagnostics, Reported};
use crate::schemes::path::Refusal;
use crate::schemes::{
    Declared, SCHEMES, Scheme, usual, usual_with_contacts, with_contacts, with_dry_friction, with_rolling,
    with_rolling_and_dry_friction,
};

static KEY: Key = Key {
    name: "discretize",
    other_words: &["scheme", "schemes", "integrator", "integrators", "methods"],
    times: Times::Once("list all schemes in one `discretize(..)`"),
    form: Form::List {
        example: |_| format!("discretize({})", SCHEMES[0].signature.example),
        items: Items::Schemes,
    },
    loss: Lost::some_schemes,
    row: Row {
        entry: "discretize({usual})",
        shape: "schemes",
        meaning: "the schemes to derive, each once",
        otherwise: "`{usual}`; with contacts `{usual_with_contacts}`",
    },
    ..Key::PLAIN
};

pub(super) const ENTRY: Entry = Entry {
    declared: check,
    ..Entry::of(&KEY)
};

fn check(declaration: &Declaration, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let declared = declared(declaration);
    let schemes = declaration.schemes.as_deref().unwrap_or_default();
    let mut outcome = Ok(());
    for (at, listed) in schemes.iter().enumerate() {
        let path = listed.scheme.path();
        let tokens = &listed.tokens;
        if schemes[..at].iter().any(|before| before.scheme.path() == path) {
            // Two impls of one trait for one type would conflict, and rustc would report that without the place.
            outcome = Err(diagnostics.report(tokens, "this scheme is listed twice; drop one of the two"));
            continue;
        }
        let contacts = fits_contacts(declaration, &declared, &*listed.scheme);
        let fits = contacts
            .and_then(|()| fits_rolling(&declared, &*listed.scheme))
            .and_then(|()| fits_sensitivities(declaration, &*listed.scheme));
        if let Err(refusal) = fits.and_then(|()| listed.scheme.check(&declared)) {
            outcome = Err(diagnostics.report(tokens, refusal.message));
        }
    }
    outcome
}

/// Whether a scheme has percussions if, and only if, there are contacts.
fn fits_contacts(declaration: &Declaration, declared: &Declared, scheme: &dyn Scheme) -> Result<(), Refusal> {
    let path = scheme.path();
    if scheme.handles_contacts() {
        if declared.has_gaps || declared.has_dry_friction {
            return Ok(());
        }
        let other: Vec<String> = usual()
            .iter()
            .map(|scheme| format!("`{}`", scheme.path()))
            .collect();
        return Err(Refusal::of(format!(
            "`{path}` is for systems with contacts; declare one, as in `contact(floor, gap = y)`, or take a scheme without \
             percussions, as {}",
            other.join(" or ")
        )));
    }
    if !contact::are_there(declaration) {
        return Ok(());
    }
    let mut known = with_contacts();
    if contact::has_dry_friction_alone(declaration) {
        known.extend(with_dry_friction());
    }
    let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    let what = if contact::KEY.has_formulas(declaration) {
        "contacts; the schemes for them"
    } else {
        "dry friction; the schemes for it"
    };
    Err(Refusal::of(format!(
        "`{path}` has no percussions, and this system has {what} are {}",
        known.join(", ")
    )))
}

/// Whether a scheme has reactions of rolling constraints, if there are some.
fn fits_rolling(declared: &Declared, scheme: &dyn Scheme) -> Result<(), Refusal> {
    if !declared.has_rolling || scheme.takes_rolling() {
        return Ok(());
    }
    let has_percussions = declared.has_gaps || declared.has_dry_friction;
    let mut known = with_rolling(has_percussions);
    if has_percussions && !declared.has_gaps {
        known.extend(with_rolling_and_dry_friction());
    }
    let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    Err(Refusal::of(format!(
        "`{}` has no reactions of `rolling`, and this system has such constraints; the schemes for them are {}",
        scheme.path(),
        known.join(", ")
    )))
}

/// Whether steps have derivatives, if some are declared.
fn fits_sensitivities(declaration: &Declaration, scheme: &dyn Scheme) -> Result<(), Refusal> {
    if scheme.is_differentiable() || sensitivities::KEY.fields(declaration).is_empty() {
        return Ok(());
    }
    let others = usual_with_contacts();
    let others: Vec<String> = others
        .iter()
        .map(|scheme| format!("`{}`", scheme.path()))
        .collect();
    Err(Refusal::of(format!(
        "`{}` has no derivative of steps with dry friction, and this system has `sensitivities`; list {}, or drop those",
        scheme.path(),
        others.join(" or ")
    )))
}

/// An entry that could not be read may have been any scheme.
fn declared(declaration: &Declaration) -> Declared {
    let is_lost = declaration.lost.entries.is_some();
    Declared {
        has_constraints: is_lost || constraint::KEY.has_formulas(declaration),
        has_gaps: is_lost || !contact::KEY.names(declaration).is_empty(),
        has_dry_friction: is_lost || !contact::friction::KEY.names(declaration).is_empty(),
        has_rolling: rolling::KEY.has_formulas(declaration),
        has_symmetries: is_lost || symmetry::KEY.has_formulas(declaration),
        has_energies_apart: !lagrangian::KEY.has_formulas(declaration),
        is_of_any_size: declaration.coordinates.iter().any(|q| q.items.is_some()),
        is_redundant: redundant::is_declared(declaration),
    }
}
