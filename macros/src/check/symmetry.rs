//! `symmetry(name = [..])`: generators ξ(q), one entry a coordinate, and the names of their momentum maps.
//!
//! It refuses to know what makes a symmetry of a generator; that is asked elsewhere.

use extremal_symbolic::Expr;
use proc_macro2::Ident;
use syn::ExprArray;

use super::invariance::{Asked, Invariance};
use super::output;
use crate::declaration::{Declaration, Generated, Quantity, name_of};
use crate::diagnostics::{Diagnostics, Reported};
use crate::lower::{Lowering, Role, Shape, Value};
use crate::model::{Energy, Symmetry};

pub(super) fn names_are_free(
    declaration: &Declaration,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let mut outcome = Ok(());
    for (ident, _) in declaration.symmetries() {
        let name = name_of(ident);
        if let Some(what) = output::method(&name) {
            let message = format!(
                "`{name}` is {what}, which a momentum map of that name would hide; choose another name"
            );
            outcome = Err(diagnostics.report(ident, message));
        }
    }
    outcome
}

/// The names that can be methods, each once, and those too whose generators were lost.
pub(super) fn methods(declaration: &Declaration) -> Vec<Ident> {
    let names = declaration.symmetries().map(|(name, _)| name);
    let outputs = declaration.outputs().map(|(name, _)| name);
    let outputs: Vec<String> = outputs.chain(&declaration.lost_outputs).map(name_of).collect();
    let mut methods: Vec<Ident> = Vec::new();
    for ident in names.chain(&declaration.lost_symmetries) {
        let name = name_of(ident);
        let is_known = methods.iter().any(|other| name_of(other) == name) || outputs.contains(&name);
        if output::method(&name).is_none() && !is_known {
            methods.push(ident.clone());
        }
    }
    methods
}

/// The symmetries as they come.
#[derive(Debug, Default)]
pub(super) struct Symmetries {
    given: Vec<Given>,
}

#[derive(Debug)]
struct Given {
    name: Ident,
    is_assumed: bool,
    generator: Result<Vec<Expr>, Reported>,
}

impl Symmetries {
    pub(super) fn generate(
        &mut self,
        lowering: &mut Lowering,
        declaration: &Declaration,
        generated: &Generated,
        expr: &syn::Expr,
    ) {
        self.given.push(Given {
            name: generated.ident.clone(),
            is_assumed: generated.is_assumed,
            generator: generator(lowering, declaration, expr),
        });
    }

    /// The symmetries that are some; the others are refused, all at once.
    pub(super) fn finish(
        self,
        lowering: &mut Lowering,
        energy: &Energy,
        forces: (&[Expr], &[Expr]),
    ) -> Result<Vec<Symmetry>, Reported> {
        let mut outcome = Ok(());
        let mut symmetries = Vec::new();
        for given in self.given {
            match given.checked(lowering, energy, forces) {
                Ok(symmetry) => symmetries.push(symmetry),
                Err(reported) => outcome = Err(reported),
            }
        }
        outcome.map(|()| symmetries)
    }
}

impl Given {
    fn checked(
        self,
        lowering: &mut Lowering,
        energy: &Energy,
        forces: (&[Expr], &[Expr]),
    ) -> Result<Symmetry, Reported> {
        let generator = self.generator?;
        let name = name_of(&self.name);
        let zero = lowering.graph.zero();
        let verdict = if generator.iter().all(|&entry| entry == zero) {
            Err(format!("`{name}` moves nothing: all entries are zero"))
        } else {
            let asked = Asked {
                name: &name,
                is_assumed: self.is_assumed,
                generator: &generator,
            };
            Invariance::of(lowering, energy, forces, &asked)
        };
        let refused = |message| lowering.diagnostics.report(&self.name, message);
        let Invariance {
            is_proven,
            inheritance,
        } = verdict.map_err(refused)?;
        Ok(Symmetry {
            generator,
            is_proven,
            inheritance,
        })
    }
}

/// One expression a component of the coordinates.
fn generator(
    lowering: &mut Lowering,
    declaration: &Declaration,
    expr: &syn::Expr,
) -> Result<Vec<Expr>, Reported> {
    match expr {
        syn::Expr::Group(group) => generator(lowering, declaration, &group.expr),
        syn::Expr::Paren(paren) => generator(lowering, declaration, &paren.expr),
        syn::Expr::Array(array) => by_coordinates(lowering, declaration, array),
        _ => {
            let value = lowering.formula(expr, Role::Symmetry)?;
            let n = size(lowering, declaration)?;
            if value.shape == Shape::Vector(n) {
                return Ok(value.entries);
            }
            let message = format!("{}, this is {}", rule(declaration), value.shape);
            Err(lowering.diagnostics.report(expr, message))
        }
    }
}

/// An array with an entry for each coordinate; those of a vector may stand in it one by one.
fn by_coordinates(
    lowering: &mut Lowering,
    declaration: &Declaration,
    array: &ExprArray,
) -> Result<Vec<Expr>, Reported> {
    let values: Vec<_> = array
        .elems
        .iter()
        .map(|element| lowering.formula(element, Role::Symmetry))
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
        match coordinate.length {
            Some(length) => format!("`{name}[{length}]`"),
            None => format!("`{name}`"),
        }
    });
    let names: Vec<String> = names.collect();
    let n: usize = declaration.coordinates.iter().map(Quantity::size).sum();
    format!(
        "a generator has {n} entries, one for each component of {}",
        names.join(", ")
    )
}

/// Why a value does not fit the coordinates from some component on. What is beyond the last one is counted instead.
fn misfit(declaration: &Declaration, start: usize, value: &Value) -> Option<String> {
    if value.shape == Shape::Scalar {
        return None;
    }
    let mut before = 0;
    for coordinate in &declaration.coordinates {
        let end = before + coordinate.size();
        if start < end {
            let name = coordinate.component_names().swap_remove(start - before);
            return match coordinate.length {
                Some(length) if start == before && value.shape == Shape::Vector(length) => None,
                Some(length) if start == before => Some(format!(
                    "the entry for `{}` is {}, this is {}",
                    name_of(&coordinate.ident),
                    Shape::Vector(length),
                    value.shape
                )),
                _ => Some(format!(
                    "the entry for `{name}` is a scalar, this is {}",
                    value.shape
                )),
            };
        }
        before = end;
    }
    None
}
