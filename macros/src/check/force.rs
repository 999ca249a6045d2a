//! Generalized forces: those that are written for coordinates, and −∂R/∂v of the dissipation.
//!
//! It refuses to know where a force comes from; inputs act here and nowhere else.

use extremal_symbolic::Expr;

use crate::declaration::{Declaration, Quantity, Target, name_of};
use crate::diagnostics::Reported;
use crate::lower::{Lowering, Role, Shape};
use crate::suggest::nearest;

#[derive(Debug)]
pub(super) struct Forces<'a> {
    declaration: &'a Declaration,
    /// One a coordinate, where there is one.
    given: Vec<Option<Result<Expr, Reported>>>,
    dissipation: Option<Result<Expr, Reported>>,
    /// A force that found no place: what it should act on is unknown.
    misplaced: Option<Reported>,
}

impl<'a> Forces<'a> {
    pub(super) fn new(declaration: &'a Declaration) -> Self {
        let size = declaration.coordinates.iter().map(Quantity::size).sum();
        Self {
            declaration,
            given: vec![None; size],
            dissipation: None,
            misplaced: None,
        }
    }

    /// `force(x = expr)`: as many numbers as what it acts on.
    pub(super) fn act(&mut self, lowering: &mut Lowering, target: &Target, expr: &syn::Expr) {
        let place = self.place(lowering, target);
        let value = lowering.formula(expr, Role::Force);
        let (start, shape) = match place {
            Ok(place) => place,
            Err(reported) => {
                self.misplaced = Some(reported);
                return;
            }
        };
        let components = match value {
            Ok(value) if value.shape == shape => value.entries.into_iter().map(Ok).collect(),
            Ok(value) => {
                let message = format!(
                    "the force on `{}` is {shape}, this is {}",
                    target.ident, value.shape
                );
                vec![Err(lowering.diagnostics.report(expr, message)); shape.size()]
            }
            Err(reported) => vec![Err(reported); shape.size()],
        };
        let range = start..start + shape.size();
        if self.given[range.clone()].iter().any(Option::is_some) {
            let message = format!(
                "there is a force on `{}` already; add this one to it",
                target.ident
            );
            self.misplaced = Some(lowering.diagnostics.report(&target.ident, message));
            return;
        }
        self.given[range]
            .iter_mut()
            .zip(components)
            .for_each(|(slot, component)| *slot = Some(component));
    }

    /// Where the components begin that a force acts on, and their shape.
    fn place(&self, lowering: &mut Lowering, target: &Target) -> Result<(usize, Shape), Reported> {
        let name = name_of(&target.ident);
        let mut start = 0;
        for coordinate in &self.declaration.coordinates {
            if name_of(&coordinate.ident) == name {
                let shape = coordinate.length.map_or(Shape::Scalar, Shape::Vector);
                return component(lowering, target, start, shape);
            }
            start += coordinate.size();
        }
        if let Some(reported) = lowering.lost.names {
            return Err(reported);
        }
        let coordinates = self.declaration.coordinates.iter();
        let mut names: Vec<String> = coordinates.map(|q| name_of(&q.ident)).collect();
        names.dedup();
        let message = match nearest(&name, names.iter().map(String::as_str)) {
            Some(near) => {
                format!("a force acts on a coordinate, and `{name}` is none; did you mean `{near}`?")
            }
            None => format!(
                "a force acts on a coordinate, and `{name}` is none; there are {}",
                quoted(&names)
            ),
        };
        Err(lowering.diagnostics.report(&target.ident, message))
    }

    /// R(q, v): the force −∂R/∂v takes energy out where R is a positive quadratic form.
    pub(super) fn dissipate(&mut self, lowering: &mut Lowering, expr: &syn::Expr) {
        let first = self.declaration.coordinates.first();
        let x = first.map_or_else(|| "x".to_owned(), |coordinate| name_of(&coordinate.ident));
        let dissipation = lowering
            .scalar_formula(expr, Role::Dissipation)
            .and_then(|dissipation| {
                if lowering
                    .graph
                    .depends_on(dissipation, &lowering.symbols.velocities)
                {
                    return Ok(dissipation);
                }
                let message = format!(
                    "a dissipation depends on velocities, its force is −∂R/∂v; write the velocity of `{x}` as `dt({x})`"
                );
                Err(lowering.diagnostics.report(expr, message))
            });
        self.dissipation = Some(dissipation);
    }

    pub(super) fn finish(self, lowering: &mut Lowering) -> Result<Vec<Expr>, Reported> {
        if let Some(reported) = self.misplaced {
            return Err(reported);
        }
        let zero = lowering.graph.zero();
        let given = self.given.into_iter().map(|force| force.unwrap_or(Ok(zero)));
        let given = given.collect::<Result<Vec<Expr>, Reported>>()?;
        let Some(dissipation) = self.dissipation else {
            return Ok(given);
        };
        let rates = lowering
            .graph
            .gradient(dissipation?, &lowering.symbols.velocities);
        Ok(given
            .into_iter()
            .zip(rates)
            .map(|(force, rate)| lowering.graph.sub(force, rate))
            .collect())
    }
}

fn component(
    lowering: &mut Lowering,
    target: &Target,
    start: usize,
    shape: Shape,
) -> Result<(usize, Shape), Reported> {
    let Some(index) = &target.index else {
        return Ok((start, shape));
    };
    // A number beyond `usize` is out of any range.
    let number = index.base10_parse().unwrap_or(usize::MAX);
    match shape.select(&[number]) {
        Ok((shape, places)) => Ok((start + places.start, shape)),
        Err((_, misfit)) => Err(lowering.diagnostics.report(index, misfit)),
    }
}

fn quoted(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
