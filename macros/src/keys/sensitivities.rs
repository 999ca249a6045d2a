//! `sensitivities(m, inertia)`: whole fields, each once.

use extremal_symbolic::Expr;
use proc_macro2::Ident;

use super::{Entry, Reading};
use crate::declaration::{Declaration, Form, Items, Key, Quantities, Row, Times, name_of};
use crate::diagnostics::Reported;
use crate::lower::{Lowering, Meaning};

pub(super) static KEY: Key = Key {
    name: "sensitivities",
    other_words: &["sensitivity"],
    times: Times::Once("list all of them in one `sensitivities(..)`"),
    form: Form::List {
        example: |declaration| format!("sensitivities({})", first_field(declaration)),
        items: Items::Fields(|name| format!("sensitivities are by whole fields; write `{name}` alone")),
    },
    row: Row {
        entry: "sensitivities(m, r)",
        shape: "fields",
        meaning: "the parameters by which steps are differentiated",
        otherwise: "none",
    },
    ..Key::PLAIN
};

pub(super) const ENTRY: Entry = Entry {
    finish: |reading, _| add_numbers(reading),
    ..Entry::of(&KEY)
};

fn first_field(declaration: &Declaration) -> String {
    let first = declaration.fields.first();
    first.map_or_else(|| "m".to_owned(), |field| name_of(&field.ident))
}

/// Each number of the fields, with its name, in the order listed.
fn add_numbers(reading: &mut Reading) -> Result<(), Reported> {
    let lowering = &mut reading.lowering;
    let (mut outcome, mut have_names) = (Ok(()), true);
    let listed = KEY.fields(reading.declaration);
    for (at, &ident) in listed.iter().enumerate() {
        let name = name_of(ident);
        if listed[..at].iter().any(|before| name_of(before) == name) {
            let message = format!("`{name}` is listed twice; drop one of the two");
            outcome = Err(lowering.diagnostics.report(ident, message));
            continue;
        }
        match of_field(lowering, ident) {
            Ok((numbers, names)) => {
                reading.parts.sensitivities.extend(numbers);
                have_names &= names.is_some();
                reading
                    .parts
                    .names_of_sensitivities
                    .extend(names.into_iter().flatten());
            }
            Err(reported) => outcome = Err(reported),
        }
    }
    if !have_names {
        reading.parts.names_of_sensitivities.clear();
    }
    outcome
}

/// The numbers of a field, and their names if they are known.
type Numbers = (Vec<Expr>, Option<Vec<String>>);

fn of_field(lowering: &mut Lowering, ident: &Ident) -> Result<Numbers, Reported> {
    let name = name_of(ident);
    let there = "the derivatives of a step by it are there without being listed; drop it";
    let message = match lowering.meaning(&name) {
        Some(Meaning::Field(field)) if lowering.sums.is_family() => return lowering.list_field(field, ident),
        Some(Meaning::Field(field)) => {
            let (numbers, names) = lowering.numbers_of(field, ident)?.into_iter().unzip();
            return Ok((numbers, Some(names)));
        }
        Some(Meaning::Coordinate(_) | Meaning::Items(Quantities::Coordinates, _)) => {
            format!("`{name}` is a coordinate: {there}")
        }
        Some(Meaning::Input(_) | Meaning::Items(Quantities::Inputs, _)) => {
            format!("`{name}` is an input: {there}")
        }
        Some(Meaning::Let(_) | Meaning::Part(_) | Meaning::Rows(_) | Meaning::Running(_)) => {
            format!(
                "sensitivities are by fields of the struct, and `{name}` is a `let`; list the fields in it"
            )
        }
        Some(Meaning::Time | Meaning::Pi | Meaning::Index(_) | Meaning::Function(_)) => {
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
    Ok(match lowering.fields_and_nearest(name) {
        (_, Some(near)) => format!("{rule}; did you mean {near}?"),
        (fields, None) if fields.is_empty() => format!("{rule}; make the number a field"),
        (fields, None) => {
            let fields: Vec<String> = fields.iter().map(|field| format!("`{field}`")).collect();
            format!("{rule}; there are {}", fields.join(", "))
        }
    })
}
