//! A generator ξ(q): one entry for each component of the coordinates.

use extremal_symbolic::Expr;
use syn::ExprArray;

use super::CONTENT;
use crate::declaration::{Declaration, Quantity, name_of};
use crate::diagnostics::Reported;
use crate::lower::{Lowering, Shape, Value};

/// One expression per component of the coordinates.
pub(super) fn of(
    lowering: &mut Lowering,
    declaration: &Declaration,
    expr: &syn::Expr,
) -> Result<Vec<Expr>, Reported> {
    match expr {
        syn::Expr::Group(group) => of(lowering, declaration, &group.expr),
        syn::Expr::Paren(paren) => of(lowering, declaration, &paren.expr),
        syn::Expr::Array(array) => by_coordinates(lowering, declaration, array),
        _ => {
            let value = lowering.formula(expr, &CONTENT)?;
            let n = size(lowering, declaration)?;
            let is_whole =
                declaration.coordinates.len() == 1 && value.shape == declaration.coordinates[0].shape;
            if is_whole || value.shape == Shape::Vector(n) {
                return Ok(value.entries);
            }
            let message = format!("{}, this is {}", rule(declaration), value.shape);
            Err(lowering.diagnostics.report(expr, message))
        }
    }
}

/// An array with an entry for each coordinate; the components of a vector may be separate entries.
fn by_coordinates(
    lowering: &mut Lowering,
    declaration: &Declaration,
    array: &ExprArray,
) -> Result<Vec<Expr>, Reported> {
    let values: Vec<_> = array
        .elems
        .iter()
        .map(|element| lowering.formula(element, &CONTENT))
        .collect();
    let n = size(lowering, declaration)?;
    let mut entries = Vec::new();
    for (element, value) in array.elems.iter().zip(values) {
        let value = value?;
        if let Some(misfit) = misfit(declaration, entries.len(), &value) {
            return Err(lowering.diagnostics.report(element, misfit));
        }
        entries.extend(value.entries);
    }
    if entries.len() == n {
        return Ok(entries);
    }
    let message = format!("{}, this has {}", rule(declaration), entries.len());
    Err(lowering.diagnostics.report(array, message))
}

fn size(lowering: &Lowering, declaration: &Declaration) -> Result<usize, Reported> {
    let lost = lowering
        .lost
        .quantities
        .or(lowering.lost.names.filter(|_| declaration.coordinates.is_empty()));
    lost.map_or_else(
        || Ok(declaration.coordinates.iter().map(Quantity::size).sum()),
        Err,
    )
}

fn rule(declaration: &Declaration) -> String {
    let names = declaration.coordinates.iter().map(|coordinate| {
        let name = name_of(&coordinate.ident);
        let lengths = coordinate.shape.lengths().into_iter();
        lengths.fold(format!("`{name}"), |name, length| format!("{name}[{length}]")) + "`"
    });
    let names: Vec<String> = names.collect();
    let n: usize = declaration.coordinates.iter().map(Quantity::size).sum();
    format!(
        "a generator has {n} entries, one for each component of {}",
        names.join(", ")
    )
}

/// The reason why a value does not fit the coordinates from some component on. Components after the last one are counted.
fn misfit(declaration: &Declaration, start: usize, value: &Value) -> Option<String> {
    if value.shape == Shape::Scalar {
        return None;
    }
    let mut before = 0;
    for coordinate in &declaration.coordinates {
        let end = before + coordinate.size();
        if start < end {
            let name = coordinate.component_names().swap_remove(start - before);
            let shape = coordinate.shape;
            return match start == before && shape != Shape::Scalar {
                true if value.shape == shape => None,
                true => Some(format!(
                    "the entry for `{}` is {shape}, this is {}",
                    name_of(&coordinate.ident),
                    value.shape
                )),
                false => Some(format!(
                    "the entry for `{name}` is a scalar, this is {}",
                    value.shape
                )),
            };
        }
        before = end;
    }
    None
}
