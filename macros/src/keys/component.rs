//! Coordinates and components of coordinates, as entries name them: `x`, `r`, `r[0]`.

use super::Reading;
use crate::declaration::{Declaration, Label, Quantity, name_of};
use crate::diagnostics::Reported;
use crate::lower::{Lowering, Shape};
use crate::suggest::nearest;

/// The index of the first component that a label names, and the label's shape. If the name is not a coordinate, the message
/// begins with the `rule`.
pub(super) fn place(reading: &mut Reading, label: &Label, rule: &str) -> Result<(usize, Shape), Reported> {
    let Reading {
        declaration,
        lowering,
        ..
    } = reading;
    let name = name_of(&label.ident);
    let mut start = 0;
    for coordinate in &declaration.coordinates {
        // Their items are where formulas name them.
        if coordinate.items.is_some() {
            continue;
        }
        if name_of(&coordinate.ident) == name {
            return component(lowering, label, start, coordinate.shape);
        }
        start += coordinate.size();
    }
    if let Some(reported) = lowering.lost.names {
        return Err(reported);
    }
    let message = format!("{rule}, and `{name}` is none; {}", candidates(declaration, &name));
    Err(lowering.diagnostics.report(&label.ident, message))
}

/// The number of a coordinate with a length that only the program knows, if a label names one.
pub(super) fn of_items(declaration: &Declaration, label: &Label) -> Option<usize> {
    let is_named = |q: &Quantity| q.items.is_some() && name_of(&q.ident) == name_of(&label.ident);
    declaration.coordinates.iter().position(is_named)
}

fn component(
    lowering: &mut Lowering,
    label: &Label,
    start: usize,
    shape: Shape,
) -> Result<(usize, Shape), Reported> {
    let mut numbers = Vec::new();
    if let Some(item) = &label.item {
        numbers.push(lowering.index_or(item, &Label::not_an_integer(&label.ident))?);
    }
    // A number beyond `usize` is out of any range.
    let written = label.indices.iter();
    numbers.extend(written.map(|index| index.base10_parse().unwrap_or(usize::MAX)));
    match shape.select(&numbers) {
        Ok((shape, places)) => Ok((start + places.start, shape)),
        Err((0, misfit)) if label.item.is_some() => {
            Err(lowering.diagnostics.report(label.item.as_ref(), misfit))
        }
        Err((at, misfit)) => {
            let index = label.indices.get(at - usize::from(label.item.is_some()));
            Err(lowering.diagnostics.report(index, misfit))
        }
    }
}

/// What may be meant by a name.
fn candidates(declaration: &Declaration, name: &str) -> String {
    let coordinates = declaration.coordinates.iter();
    let mut names: Vec<String> = coordinates.map(|q| name_of(&q.ident)).collect();
    names.dedup();
    match nearest(name, names.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            format!("there are {}", quoted.join(", "))
        }
    }
}
