//! Components: `r[0]`, `m[1][0]`, `m[(1, 0)]`.
//!
//! It refuses to evaluate: an index is a literal.

use syn::{Expr, ExprIndex, Ident, Lit};

use super::scope::Meaning;
use super::{Lowered, Lowering, Shape, Value};
use crate::declaration::{name_of, ungrouped};
use crate::diagnostics::Reported;
use crate::model::out_of_range;

/// Indices from left to right, each with the user's tokens.
type Indices<'e> = Vec<(usize, &'e Expr)>;

impl Lowering<'_> {
    pub(super) fn index(&mut self, expr: &ExprIndex) -> Lowered {
        let (base, brackets) = chain(expr);
        let indices: Vec<Result<Indices, Reported>> =
            brackets.into_iter().map(|index| self.indices(index)).collect();
        let indices = indices
            .into_iter()
            .collect::<Result<Vec<_>, _>>()
            .map(|all| all.concat());
        match self.named_field(base) {
            Some((field, user)) => {
                let (field, indices) = (field?, indices?);
                let lengths = self.parameters.lengths(field, user, self.diagnostics)?;
                // A formula has matrices, and nothing deeper: the first indices select one.
                let outer = lengths.len().saturating_sub(2).min(indices.len());
                let (first, last) = indices.split_at(outer);
                let (shape, start) = self.part(field, user, &lengths, first)?;
                let (shape, places) = self.select(shape, last)?;
                self.field_part(field, user, shape, start + places.start..start + places.end)
            }
            None => {
                let value = self.value(base)?;
                let (shape, places) = self.select(value.shape, &indices?)?;
                Ok(Value {
                    shape,
                    entries: value.entries[places].to_vec(),
                })
            }
        }
    }

    /// The indexed field, so that only the used components become parameters.
    fn named_field<'e>(&mut self, base: &'e Expr) -> Option<(Result<usize, Reported>, &'e Ident)> {
        match base {
            Expr::Path(path) => {
                let ident = path.path.get_ident()?;
                match self.scope.get(&name_of(ident)) {
                    Some(Meaning::Field(field)) => Some((Ok(field), ident)),
                    _ => None,
                }
            }
            Expr::Field(member) => self.field_of_self(member),
            _ => None,
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
                return Err(self.report(tokens, out_of_range(index, length)));
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

    fn select(
        &mut self,
        shape: Shape,
        indices: &[(usize, &Expr)],
    ) -> Result<(Shape, std::ops::Range<usize>), Reported> {
        let numbers: Vec<usize> = indices.iter().map(|(number, _)| *number).collect();
        shape
            .select(&numbers)
            .map_err(|(at, misfit)| match indices.get(at) {
                Some((_, tokens)) => self.report(tokens, misfit),
                None => self.diagnostics.report_at(proc_macro2::Span::call_site(), misfit),
            })
    }

    /// The indices in one pair of brackets.
    fn indices<'e>(&mut self, index: &'e Expr) -> Result<Indices<'e>, Reported> {
        match ungrouped(index) {
            Expr::Tuple(pair) if pair.elems.len() == 2 => {
                pair.elems.iter().map(|index| self.literal_index(index)).collect()
            }
            other => Ok(vec![self.literal_index(other)?]),
        }
    }

    fn literal_index<'e>(&mut self, index: &'e Expr) -> Result<(usize, &'e Expr), Reported> {
        if let Expr::Lit(literal) = ungrouped(index)
            && let Lit::Int(number) = &literal.lit
            && let Ok(number) = number.base10_parse()
        {
            return Ok((number, index));
        }
        Err(self.report(
            index,
            "an index is an integer literal, as in `r[0]` or `m[(1, 0)]`",
        ))
    }
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
