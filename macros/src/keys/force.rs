//! `force(x = .., r[0] = ..)`: f(q, v, t, u), at most one for each component of the coordinates, and one for all items beside it.
//!
//! It refuses to know the dissipation, which adds to it.

use std::ops::Range;

use extremal_symbolic::Expr;
use proc_macro2::Ident;

use super::forces::Acts;
use super::{Entry, Reading, component};
use crate::declaration::{
    Form, Formula, Items, Key, Label, Labels, Line, Lost, Quantities, Row, Section, Statement, name_alone,
    name_of, ungrouped,
};
use crate::diagnostics::Reported;
use crate::lower::{Content, Inputs, Lowering};
use crate::model::{Integer, Shape, out_of_range};

pub(crate) static KEY: Key = Key {
    name: "force",
    other_words: &["f"],
    form: Form::List {
        example: |declaration| format!("force({} = ..)", declaration.first_coordinate()),
        items: Items::Formulas(Labels::Components),
    },
    loss: Lost::some_forces,
    statement: Some(Statement::of(Section::Forces, |written| {
        vec![Line::Equals(format!("f_{}", written.symbol))]
    })),
    row: Row {
        entry: "force(x = .., r[0] = ..)",
        shape: "that of its coordinate",
        meaning: "f(q, dt(q), t, u): generalized forces without potential, at most one per component; that on one item adds to an `array(..)` of all",
        otherwise: "0",
    },
    ..Key::PLAIN
};

/// The message for inputs elsewhere: they do work from outside, so that no energy contains them.
pub(super) const ONLY_HERE: Inputs = Inputs {
    named: |name| {
        format!("inputs act through forces: write `force(x = {name})`, with your coordinate for `x`")
    },
    contained: |name| {
        format!("`{name}` contains an input, and inputs act through forces: use it in `force(..)`")
    },
};

/// The message for inputs in the dissipation: a brake is a force against the velocity.
pub(super) const AGAINST_VELOCITIES: Inputs = Inputs {
    named: against_velocities,
    contained: against_velocities,
};

fn against_velocities(name: &str) -> String {
    format!(
        "inputs act through forces, not through the dissipation: for a brake write `force(x = -{name} * dt(x))`, with your \
         coordinate for `x`"
    )
}

static CONTENT: Content = Content {
    what: "a force",
    acceleration: "this contains a velocity, whose derivative is an acceleration; a force has positions, velocities and time: \
                   what is proportional to an acceleration is a mass, in `kinetic`",
    ..Content::OF_THE_MOTION
};

pub(super) const ENTRY: Entry = Entry {
    read: act,
    ..Entry::of(&KEY)
};

/// The numbers of the force, one for each component of its target. They are kept, whatever becomes of the target.
fn act(reading: &mut Reading, formula: &Formula) {
    let Formula { label, expr, .. } = formula;
    if let Some(quantity) = component::of_items(reading.declaration, label) {
        return act_on_items(reading, formula, quantity);
    }
    let place = component::place(reading, label, "a force acts on a coordinate");
    let Reading { lowering, parts, .. } = reading;
    if let (Some(_), Err(reported)) = (&label.item, &place) {
        // An index that does not exist in front of `=` is in the formula as well.
        return parts.forces.misplace(*reported);
    }
    let value = lowering.formula(expr, &CONTENT);
    let (start, shape) = match place {
        Ok(place) => place,
        Err(reported) => return parts.forces.misplace(reported),
    };
    parts.forces.write(
        value
            .as_ref()
            .map_or_else(|_| Vec::new(), |value| value.entries.clone()),
    );
    let components = match value {
        Ok(value) if value.shape == shape => value.entries.into_iter().map(Ok).collect(),
        Ok(value) => {
            let message = format!(
                "the force on `{}` is {shape}, this is {}",
                label.ident, value.shape
            );
            vec![Err(lowering.diagnostics.report(expr, message)); shape.size()]
        }
        Err(reported) => vec![Err(reported); shape.size()],
    };
    let range: Range<usize> = start..start + shape.size();
    let acts = acts(label, expr);
    if parts.forces.is_given(&range, acts) {
        let ident = &label.ident;
        let message = format!("there is a force on `{ident}` already; add this one to it");
        parts.forces.misplace(lowering.diagnostics.report(ident, message));
        return;
    }
    parts.forces.give(acts, range.zip(components));
}

/// A list of numbers says all that acts on each component; one formula for all of them does not.
fn acts(label: &Label, expr: &syn::Expr) -> Acts {
    if label.item.is_some() || !label.indices.is_empty() {
        return Acts::OnOne;
    }
    match ungrouped(expr) {
        syn::Expr::Array(_) => Acts::Alone,
        _ => Acts::OnAll,
    }
}

/// The same for a coordinate with a length that only the program knows: an array of its items, or the force on one of them.
fn act_on_items(reading: &mut Reading, formula: &Formula, quantity: usize) {
    let Formula { label, expr, .. } = formula;
    let shape = reading.declaration.coordinates[quantity].shape;
    let Reading { lowering, parts, .. } = reading;
    let forces = if label.indices.is_empty() && label.item.is_none() {
        on_each_item(lowering, expr, quantity, shape, &label.ident)
    } else {
        on_one_item(lowering, formula, quantity, shape)
    };
    let (item, start, entries) = match forces {
        Ok(forces) => forces,
        Err(reported) => return parts.forces.misplace(reported),
    };
    parts.forces.write(entries.clone());
    let components = start..start + entries.len();
    let places = lowering.sums.places();
    let is_given = |at: usize| {
        places.get(at).is_some_and(|place| {
            // What acts on one item adds to what acts on all. Whether `q[0]` is `q[n - 1]`, only the program knows.
            let is_another = if place.item.runs() || item.runs() {
                place.item.runs() != item.runs()
            } else {
                place.item != item
            };
            place.quantity == quantity && components.contains(&place.component) && !is_another
        })
    };
    if parts.forces.all_given().any(is_given) {
        let ident = &label.ident;
        let message = format!("there is a force on `{ident}` already; add this one to it");
        parts.forces.misplace(lowering.diagnostics.report(ident, message));
        return;
    }
    let of = (Quantities::Coordinates, quantity);
    let places = components.map(|component| lowering.local_number(of, &item, component));
    let places: Vec<usize> = places.collect();
    parts
        .forces
        .give(Acts::Alone, places.into_iter().zip(entries.into_iter().map(Ok)));
}

/// The item, its first component, and the numbers of the force from there on.
type OnItem = Result<(Integer, usize, Vec<Expr>), Reported>;

fn on_each_item(
    lowering: &mut Lowering,
    expr: &syn::Expr,
    quantity: usize,
    shape: Shape,
    name: &Ident,
) -> OnItem {
    let rule = format!(
        "the force on `{name}` is an array of all its items: write `force({name} = array(0..{name}.len(), |i| ..))`"
    );
    let Some(rows) = lowering.rows(expr) else {
        // No range that ends at a wrong length was read.
        if let Some(reported) = lowering.lost.quantities {
            return Err(reported);
        }
        return Err(lowering.diagnostics.report(expr, rule));
    };
    let row = lowering.each_row(expr, &rows?, &CONTENT)?;
    if Some(&row.length) != lowering.sums.length(Quantities::Coordinates, quantity) {
        return Err(lowering.diagnostics.report(expr, rule));
    }
    if row.value.shape != shape {
        let message = format!(
            "an item of the force on `{name}` is {shape}, this is {}",
            row.value.shape
        );
        return Err(lowering.diagnostics.report(expr, message));
    }
    let item = row.item.clone();
    let total = lowering.sum_of_rows(row)?;
    Ok((item, 0, total.entries))
}

fn on_one_item(lowering: &mut Lowering, formula: &Formula, quantity: usize, shape: Shape) -> OnItem {
    let Formula { label, expr, .. } = formula;
    // An index that does not exist in front of `=` is in the formula as well.
    let item = item_of(lowering, label, quantity)?;
    let value = lowering.formula(expr, &CONTENT);
    let inner = &label.indices[usize::from(label.item.is_none())..];
    let numbers: Vec<usize> = inner.iter().map(number_of).collect();
    let (shape, places) = shape
        .select(&numbers)
        .map_err(|(at, misfit)| lowering.diagnostics.report(inner.get(at), misfit))?;
    let value = value?;
    if value.shape != shape {
        let message = format!("the force on `{label}` is {shape}, this is {}", value.shape);
        return Err(lowering.diagnostics.report(expr, message));
    }
    Ok((item, places.start, value.entries))
}

/// The item that a label names, as in `q[0]` and `q[n - 1]`.
fn item_of(lowering: &mut Lowering, label: &Label, quantity: usize) -> Result<Integer, Reported> {
    let Some(item) = &label.item else {
        let first = label.indices.first().map_or(0, number_of);
        let length = lowering.sums.length(Quantities::Coordinates, quantity);
        let length = length.and_then(Integer::known);
        return match length.and_then(|length| usize::try_from(length).ok()) {
            Some(length) if first >= length => {
                let message = out_of_range(first, length);
                Err(lowering.diagnostics.report(label.indices.first(), message))
            }
            _ => Ok(Integer::literal(i64::try_from(first).unwrap_or(i64::MAX))),
        };
    };
    let name = &label.ident;
    lowering.integer_of(item).unwrap_or_else(|| {
        let index = name_alone(item).map_or_else(|| "i".to_owned(), name_of);
        let message = format!(
            "an index in front of `=` is made of numbers and lengths, as in `{name}[0] = ..` and `{name}[{name}.len() - 1] = ..`; \
             write all items as `{name} = array(0..{name}.len(), |{index}| ..)`"
        );
        Err(lowering.diagnostics.report(item, message))
    })
}

fn number_of(index: &syn::LitInt) -> usize {
    index.base10_parse().unwrap_or(usize::MAX)
}
