//! `constraint(name = expr)`: what vanishes at all times, a function of the coordinates.
//!
//! It refuses to know how constraints are enforced.

use extremal_symbolic::Expr;
use proc_macro2::Ident;

use crate::declaration::{Declaration, Quantity, name_of};
use crate::diagnostics::Reported;
use crate::lower::{Lowering, Role};
use crate::model::Shape;

/// All constraints, one number after the other.
#[derive(Debug, Default)]
pub(super) struct Constraints {
    /// `length`, or `joint[0]`, `joint[1]`.
    pub(super) names: Vec<String>,
    pub(super) values: Vec<Expr>,
}

/// The constraints as they come.
#[derive(Debug, Default)]
pub(super) struct Read {
    constraints: Constraints,
    last: Option<Ident>,
    outcome: Option<Reported>,
}

impl Read {
    pub(super) fn tie(&mut self, lowering: &mut Lowering, name: &Ident, expr: &syn::Expr) {
        self.last = Some(name.clone());
        if let Err(reported) = self.read(lowering, name, expr) {
            self.outcome = Some(reported);
        }
    }

    fn read(&mut self, lowering: &mut Lowering, name: &Ident, expr: &syn::Expr) -> Result<(), Reported> {
        let value = lowering.formula(expr, Role::Constraint)?;
        let name = name_of(name);
        let names = match value.shape {
            Shape::Scalar => vec![name],
            Shape::Vector(length) => (0..length).map(|i| format!("{name}[{i}]")).collect(),
            Shape::Matrix(..) => {
                let message = "a constraint is a number or a vector, and this is a matrix; give its entries as a vector";
                return Err(lowering.diagnostics.report(expr, message));
            }
        };
        for (name, &entry) in names.iter().zip(&value.entries) {
            depends_on_coordinates(lowering, name, entry, expr)?;
        }
        self.constraints.names.extend(names);
        self.constraints.values.extend(value.entries);
        Ok(())
    }

    pub(super) fn finish(
        self,
        lowering: &mut Lowering,
        declaration: &Declaration,
    ) -> Result<Constraints, Reported> {
        if let Some(reported) = self.outcome {
            return Err(reported);
        }
        let n: usize = declaration.coordinates.iter().map(Quantity::size).sum();
        let m = self.constraints.values.len();
        match &self.last {
            Some(last) if m > n && declaration.lost.quantities.is_none() => {
                let message = format!(
                    "{m} constraints on {n} coordinate{}: they contradict each other, or some follow from the others; \
                     drop those",
                    if n == 1 { "" } else { "s" }
                );
                Err(lowering.diagnostics.report(last, message))
            }
            _ => Ok(self.constraints),
        }
    }
}

/// What no coordinate changes is no constraint.
fn depends_on_coordinates(
    lowering: &mut Lowering,
    name: &str,
    entry: Expr,
    expr: &syn::Expr,
) -> Result<(), Reported> {
    if lowering.graph.depends_on(entry, &lowering.symbols.coordinates) {
        return Ok(());
    }
    if let Some(reported) = lowering.lost.names {
        return Err(reported);
    }
    let message = format!(
        "the constraint `{name}` contains no coordinate, so that nothing can hold it; write what has to vanish, as in \
         `x.powi(2) + y.powi(2) - l.powi(2)`"
    );
    Err(lowering.diagnostics.report(expr, message))
}
