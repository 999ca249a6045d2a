//! `sensitivities(m, inertia)`: whole fields, each once.
//!
//! It refuses to know what is differentiated by them.

use extremal_symbolic::Expr;
use proc_macro2::Ident;

use crate::declaration::{Declaration, name_of};
use crate::diagnostics::Reported;
use crate::lower::{Lowering, Meaning};

/// Each number of the fields, with its name, in the order listed.
pub(super) fn numbers(
    declaration: &Declaration,
    lowering: &mut Lowering,
) -> Result<Vec<(Expr, String)>, Reported> {
    let mut numbers = Vec::new();
    let mut outcome = Ok(());
    let listed = &declaration.sensitivities;
    for (at, ident) in listed.iter().enumerate() {
        if listed[..at]
            .iter()
            .any(|before| name_of(before) == name_of(ident))
        {
            let message = format!("`{}` is listed twice; drop one of the two", name_of(ident));
            outcome = Err(lowering.diagnostics.report(ident, message));
            continue;
        }
        match of_field(lowering, ident) {
            Ok(of_field) => numbers.extend(of_field),
            Err(reported) => outcome = Err(reported),
        }
    }
    outcome.map(|()| numbers)
}

fn of_field(lowering: &mut Lowering, ident: &Ident) -> Result<Vec<(Expr, String)>, Reported> {
    let name = name_of(ident);
    let there = "the derivatives of a step by it are there without being listed; drop it";
    let message = match lowering.meaning(&name) {
        Some(Meaning::Field(field)) => return lowering.numbers_of(field, ident),
        Some(Meaning::Coordinate(_)) => format!("`{name}` is a coordinate: {there}"),
        Some(Meaning::Input(_)) => format!("`{name}` is an input: {there}"),
        Some(Meaning::Let(_)) => {
            format!(
                "sensitivities are by fields of the struct, and `{name}` is a `let`; list the fields in it"
            )
        }
        Some(Meaning::Time | Meaning::Pi) => {
            format!("sensitivities are by fields of the struct, and `{name}` is none; drop it")
        }
        None => unknown(lowering, &name)?,
    };
    Err(lowering.diagnostics.report(ident, message))
}

fn unknown(lowering: &Lowering, name: &str) -> Result<String, Reported> {
    if let Some(reported) = lowering.lost.names {
        return Err(reported);
    }
    let rule = format!("sensitivities are by fields of the struct, and `{name}` is none");
    Ok(match lowering.fields_beside(name) {
        (_, Some(near)) => format!("{rule}; did you mean {near}?"),
        (fields, None) if fields.is_empty() => format!("{rule}; make the number a field"),
        (fields, None) => {
            let fields: Vec<String> = fields.iter().map(|field| format!("`{field}`")).collect();
            format!("{rule}; there are {}", fields.join(", "))
        }
    })
}
