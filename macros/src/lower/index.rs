//! Components: `r[0]`, `m[1][0]`, `m[(1, 0)]`, `r[i + 1]`.
//!
//! It refuses to evaluate: an index is an integer.

use syn::{Expr, ExprIndex, Ident};

use super::scope::Meaning;
use super::{Lowered, Lowering, Shape, Value};
use crate::declaration::{name_of, ungrouped};
use crate::diagnostics::Reported;
use crate::model::out_of_range;

/// Indices from left to right, each with the user's tokens.
pub(super) type Indices<'e> = Vec<(usize, &'e Expr)>;

impl Lowering<'_> {
    pub(super) fn index(&mut self, expr: &ExprIndex) -> Lowered {
        if let Some(item) = self.item_of_program(expr) {
            return item;
        }
        let (base, _) = chain(expr);
        let indices = self.indices_in(expr);
        match self.named_field(base) {
            Some((field, user)) => {
                let (field, indices) = (field?, indices?);
                let lengths = self
                    .parameters
                    .lengths_of_indexed(field, user, self.diagnostics)?;
                // The first indices select a matrix of an array, the last two an entry of it.
                let outer = lengths.len().saturating_sub(2).min(indices.len());
                let (first, last) = indices.split_at(outer);
                let (shape, start) = self.part(field, user, &lengths, first)?;
                let (shape, places) = self.select(shape, last)?;
                self.field_part(field, user, shape, start + places.start..start + places.end)
            }
            None => {
                let value = self.value(base)?;
                let (shape, places) = self.select(value.shape, &indices?)?;
                Ok(Value::of(shape, value.entries[places].to_vec()))
            }
        }
    }

    /// The indexed field, so that only the used components become parameters.
    pub(super) fn named_field<'e>(&mut self, base: &'e Expr) -> Option<(Result<usize, Reported>, &'e Ident)> {
        match base {
            Expr::Field(member) => self.field_of_self(member),
            _ => match self.named(base)? {
                (ident, Meaning::Field(field)) => Some((Ok(field), ident)),
                _ => None,
            },
        }
    }

    /// The part of a field that the first indices select: its shape, and the place of its first number.
    pub(super) fn part(
        &mut self,
        field: usize,
        user: &Ident,
        lengths: &[usize],
        indices: &[(usize, &Expr)],
    ) -> Result<(Shape, usize), Reported> {
        let mut start = 0;
        for (&(index, tokens), &length) in indices.iter().zip(lengths) {
            if index >= length {
                let message = out_of_range(index, length) + &self.with(tokens);
                return Err(self.report(tokens, message));
            }
            start = start * length + index;
        }
        let inside = &lengths[indices.len()..];
        let size: usize = inside.iter().product();
        match self.parameters.shape(field, inside) {
            Some(shape) => Ok((shape, start * size)),
            None => {
                let (name, dimensions) = (name_of(user), lengths.len());
                let example = format!("{name}{}", "[0]".repeat(dimensions - 2));
                let message = format!(
                    "`{name}` has {dimensions} dimensions, too many for a formula: select a part with \
                     `{example}`"
                );
                Err(self.report(user, message))
            }
        }
    }

    pub(super) fn select(
        &mut self,
        shape: Shape,
        indices: &[(usize, &Expr)],
    ) -> Result<(Shape, std::ops::Range<usize>), Reported> {
        let numbers: Vec<usize> = indices.iter().map(|(number, _)| *number).collect();
        shape
            .select(&numbers)
            .map_err(|(at, misfit)| match indices.get(at) {
                Some((_, tokens)) => {
                    let message = misfit + &self.with(tokens);
                    self.report(tokens, message)
                }
                None => self.diagnostics.report_at(proc_macro2::Span::call_site(), misfit),
            })
    }

    /// The indices of `base[a][b]`.
    pub(super) fn indices_in<'e>(&mut self, expr: &'e ExprIndex) -> Result<Indices<'e>, Reported> {
        let indices = chain(expr).1.into_iter().map(|index| self.indices(index));
        let indices: Vec<_> = indices.collect();
        Ok(indices.into_iter().collect::<Result<Vec<_>, _>>()?.concat())
    }

    /// The indices in one pair of brackets.
    fn indices<'e>(&mut self, index: &'e Expr) -> Result<Indices<'e>, Reported> {
        match ungrouped(index) {
            Expr::Tuple(pair) if pair.elems.len() == 2 => {
                pair.elems.iter().map(|index| self.one_index(index)).collect()
            }
            other => Ok(vec![self.one_index(other)?]),
        }
    }

    /// An index that is known when the formula is read.
    pub(crate) fn index_or(&mut self, expr: &Expr, message: &str) -> Result<usize, Reported> {
        match self.is_whole(expr) {
            true => self.one_index(expr).map(|(index, _)| index),
            false => Err(self.report(expr, message)),
        }
    }

    pub(super) fn one_index<'e>(&mut self, index: &'e Expr) -> Result<(usize, &'e Expr), Reported> {
        let message = match ungrouped(index) {
            Expr::Range(_) => {
                "a formula has no slices: write `array(0..2, |i| r[i])`, or the components out, as in `[r[0], r[1]]`"
            }
            Expr::Index(table) if self.named_field(chain(table).0).is_some() => {
                "the numbers of a field are known when the program runs, and an index before: write the table as a `let`, as in \
                 `let ends = [[0, 1], [1, 2]]`"
            }
            _ => {
                "an index is an integer: a literal or the index of a range, as in `r[0]`, `m[(1, 0)]` or `r[i + 1]`"
            }
        };
        let number = self.whole_or(index, message)?;
        let place = usize::try_from(number);
        let place = place.map_err(|_| {
            let from_the_end = match ungrouped(index) {
                Expr::Unary(_) => ", and none counts from the end",
                _ => "",
            };
            let message = format!(
                "index {number} is out of range: indices begin at 0{from_the_end}{}",
                self.with(index)
            );
            self.report(index, message)
        });
        Ok((place?, index))
    }
}

/// The base of `base[a][b]`, and the number of its indices.
pub(super) fn base(expr: &Expr) -> (&Expr, usize) {
    match ungrouped(expr) {
        Expr::Index(indexed) => {
            let (base, brackets) = chain(indexed);
            let in_brackets = |index: &&Expr| match ungrouped(index) {
                Expr::Tuple(pair) => pair.elems.len(),
                _ => 1,
            };
            (base, brackets.iter().map(in_brackets).sum())
        }
        other => (other, 0),
    }
}

/// All indices of an expression, from left to right; none if it has no brackets.
pub(super) fn all_indices(expr: &Expr) -> Vec<&Expr> {
    match ungrouped(expr) {
        Expr::Index(indexed) => base_and_indices(indexed).1,
        _ => Vec::new(),
    }
}

/// The base of `base[a][(b, c)]`, and all of its indices.
pub(super) fn base_and_indices(expr: &ExprIndex) -> (&Expr, Vec<&Expr>) {
    let (base, brackets) = chain(expr);
    let indices = brackets.into_iter().flat_map(|index| match ungrouped(index) {
        Expr::Tuple(pair) => pair.elems.iter().collect(),
        other => vec![other],
    });
    (base, indices.collect())
}

/// The base of `base[a][b]`, and its indices `[a, b]`.
fn chain(expr: &ExprIndex) -> (&Expr, Vec<&Expr>) {
    let mut brackets = vec![&*expr.index];
    let mut base = ungrouped(&expr.expr);
    while let Expr::Index(inner) = base {
        brackets.push(&inner.index);
        base = ungrouped(&inner.expr);
    }
    brackets.reverse();
    (base, brackets)
}
