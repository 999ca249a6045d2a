//! A generator ξ(q): one entry for each component of the coordinates, and an array for those with items.

use std::rc::Rc;

use extremal_symbolic::Expr;
use syn::ExprArray;

use super::CONTENT;
use crate::declaration::{Declaration, Quantities, Quantity, name_of, ungrouped};
use crate::diagnostics::Reported;
use crate::lower::{ItemRows, Lowered, Lowering, Shape, Value};
use crate::model::Integer;

/// A generator as it is declared.
#[derive(Debug)]
pub(super) struct Generator {
    /// One expression per component of the coordinates; of a coordinate with items those of the running one.
    entries: Vec<Expr>,
    /// For each of them the array that it is of, and its place in an item.
    arrays: Vec<Option<(Rc<ItemRows>, usize)>>,
    /// p·ξ(q) with velocities in the place of momenta, if there are sums over items.
    pub(super) sum: Option<Expr>,
}

impl Generator {
    pub(super) fn of(
        lowering: &mut Lowering,
        declaration: &Declaration,
        expr: &syn::Expr,
    ) -> Result<Self, Reported> {
        let mut generator = if declaration.coordinates.iter().any(|of| of.items.is_some()) {
            Self::of_items(lowering, declaration, expr)?
        } else {
            let entries = of(lowering, declaration, expr)?;
            Self {
                arrays: vec![None; entries.len()],
                entries,
                sum: None,
            }
        };
        let all = Value {
            shape: Shape::Vector(generator.entries.len()),
            entries: generator.entries.clone(),
        };
        lowering.has_no_sum(expr, &all, "a generator")?;
        if lowering.sums.is_family() && generator.sum.is_none() {
            let at = (0..generator.entries.len()).collect::<Vec<_>>();
            generator.sum = Some(along(lowering, &at, &generator.entries));
        }
        Ok(generator)
    }

    fn of_items(
        lowering: &mut Lowering,
        declaration: &Declaration,
        expr: &syn::Expr,
    ) -> Result<Self, Reported> {
        size(lowering, declaration)?;
        let elements: Vec<&syn::Expr> = match ungrouped(expr) {
            syn::Expr::Array(array) => array.elems.iter().collect(),
            other => vec![other],
        };
        let mut generator = Self {
            entries: Vec::new(),
            arrays: Vec::new(),
            sum: None,
        };
        let mut terms = Vec::new();
        for element in elements {
            terms.push(generator.add(lowering, declaration, element)?);
        }
        if place(declaration, generator.entries.len()).is_some() {
            return Err(lowering.diagnostics.report(expr, rule_of_items(declaration)));
        }
        generator.sum = Some(lowering.graph.sum(&terms));
        Ok(generator)
    }

    /// Reads the next entry; p·ξ of it.
    fn add(
        &mut self,
        lowering: &mut Lowering,
        declaration: &Declaration,
        element: &syn::Expr,
    ) -> Result<Expr, Reported> {
        let Some((quantity, component)) = place(declaration, self.entries.len()) else {
            return Err(lowering.diagnostics.report(element, rule_of_items(declaration)));
        };
        let fits = |lowering: &mut Lowering, value: &Value| {
            misfit(declaration, self.entries.len(), value)
                .map_or(Ok(()), |misfit| Err(lowering.diagnostics.report(element, misfit)))
        };
        if declaration.coordinates[quantity].items.is_none() {
            let value = lowering.formula(element, &CONTENT)?;
            fits(lowering, &value)?;
            let at = local(lowering, (quantity, component), &Integer::default(), &value);
            self.arrays.extend(value.entries.iter().map(|_| None));
            self.entries.extend(&value.entries);
            return Ok(along(lowering, &at, &value.entries));
        }
        let rows = lowering.rows(element);
        let rows = rows.or_else(|| lowering.rows_of_coordinate(element).map(Ok));
        let Some(rows) = rows else {
            return Err(lowering.diagnostics.report(element, rule_of_items(declaration)));
        };
        let rows = rows?;
        let mut row = lowering.each_row(element, &rows, &CONTENT)?;
        if Some(&row.length) != lowering.sums.length(Quantities::Coordinates, quantity) {
            return Err(lowering.diagnostics.report(element, rule_of_items(declaration)));
        }
        fits(lowering, &row.value)?;
        let at = local(lowering, (quantity, component), &row.item, &row.value);
        self.arrays
            .extend((0..row.value.entries.len()).map(|of_item| Some((rows.clone(), of_item))));
        self.entries.extend(&row.value.entries);
        row.value = Value::scalar(along(lowering, &at, &row.value.entries));
        let sum = lowering.sum_of_rows(row)?;
        Ok(sum.entries[0])
    }

    /// ξ of the first `count` of the model's coordinates, which is read anew for each item that formulas name.
    pub(super) fn at_places(&self, lowering: &mut Lowering, count: usize) -> Result<Vec<Expr>, Reported> {
        let places = lowering.sums.places()[..count].to_vec();
        let entries = places.iter().map(|place| {
            let at = lowering.sums.first_of(place.quantity) + place.component;
            match &self.arrays[at] {
                None => Ok(self.entries[at]),
                Some((rows, of_item)) => {
                    let item: Lowered = lowering.item_of_array(rows, &place.item, &CONTENT);
                    Ok(item?.entries[*of_item])
                }
            }
        });
        entries.collect()
    }
}

/// Where the components of an entry are among the model's coordinates.
fn local(
    lowering: &mut Lowering,
    (quantity, component): (usize, usize),
    item: &Integer,
    value: &Value,
) -> Vec<usize> {
    let components = component..component + value.entries.len();
    components
        .map(|component| lowering.local_number((Quantities::Coordinates, quantity), item, component))
        .collect()
}

/// Σ v ξ
fn along(lowering: &mut Lowering, at: &[usize], entries: &[Expr]) -> Expr {
    let terms = at.iter().zip(entries);
    let terms: Vec<Expr> = terms
        .map(|(&at, &xi)| lowering.graph.mul(lowering.symbols.velocities[at], xi))
        .collect();
    lowering.graph.sum(&terms)
}

/// The declared coordinate and its component that has a number; `None` behind the last one.
fn place(declaration: &Declaration, mut number: usize) -> Option<(usize, usize)> {
    declaration.coordinates.iter().enumerate().find_map(|(at, of)| {
        let size = of.size();
        let found = (number < size).then_some((at, number));
        number = number.saturating_sub(size);
        found
    })
}

fn rule_of_items(declaration: &Declaration) -> String {
    let entries = declaration.coordinates.iter().map(|of| {
        let name = name_of(&of.ident);
        match of.items {
            Some(_) => format!("array(0..{name}.len(), |i| ..)"),
            None => "..".to_owned(),
        }
    });
    let entries: Vec<String> = entries.collect();
    let names = declaration
        .coordinates
        .iter()
        .map(|of| format!("`{}`", name_of(&of.ident)));
    format!(
        "a generator has an entry for each of the coordinates {}, which for items is an array of all of them: write `[{}]`",
        names.collect::<Vec<_>>().join(", "),
        entries.join(", ")
    )
}

/// One expression per component of the coordinates.
fn of(lowering: &mut Lowering, declaration: &Declaration, expr: &syn::Expr) -> Result<Vec<Expr>, Reported> {
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
