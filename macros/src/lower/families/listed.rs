//! Fields by which steps are differentiated: where the numbers that formulas name are among those of all listed fields.
//!
//! It refuses to know formulas, and which field is listed.

use extremal_symbolic::Expr;
use proc_macro2::Ident;

use super::super::Lowering;
use crate::declaration::{self, Layer, name_of};
use crate::diagnostics::Reported;
use crate::model::{Atom, Extent, Integer, Place, WRITTEN_OUT};

impl Lowering<'_> {
    /// The symbols of a field behind those before it, and a name for each of its numbers, if the macro knows them.
    pub(crate) fn list_field(
        &mut self,
        field: usize,
        user: &Ident,
    ) -> Result<(Vec<Expr>, Option<Vec<String>>), Reported> {
        let lengths = self.lengths_of_listed(field, user)?;
        let items = lengths.first().map(|first| match first {
            Some(length) => Integer::literal(i64::try_from(*length).unwrap_or(i64::MAX)),
            None => Integer::atom(Atom::Length(field, Vec::new())),
        });
        let inner: Vec<usize> = lengths
            .iter()
            .skip(1)
            .copied()
            .map(Option::unwrap_or_default)
            .collect();
        let placed = &mut self.sums.sensitivities;
        let quantity = placed.extents.len();
        placed.extents.push(Extent {
            name: name_of(user),
            items,
            inner: inner.iter().product(),
        });
        let mut symbols = Vec::new();
        for (indices, symbol) in self.parameters.symbols_of(field) {
            let Some(item) = number(&indices, &inner) else {
                return Err(self.report(user, "this field has too many numbers"));
            };
            self.sums.sensitivities.places.push(Place {
                quantity,
                item,
                component: 0,
            });
            symbols.push(symbol);
        }
        let all: Option<usize> = lengths.into_iter().product();
        let all = all.filter(|&all| all <= WRITTEN_OUT).map(|all| 0..all);
        let names = all.map(|all| all.map(|place| self.parameters.name(field, place)).collect());
        Ok((symbols, names))
    }

    /// The lengths of a field; only the outermost one may be known to the program alone.
    fn lengths_of_listed(&mut self, field: usize, user: &Ident) -> Result<Vec<Option<usize>>, Reported> {
        let (nested, name) = (&self.parameters.of(field).nested, name_of(user));
        if nested.is_of_indices() {
            let what = match nested.layers.is_empty() {
                true => "is an integer",
                false => "has integers",
            };
            let message = format!(
                "`{name}` {what}, by which a motion has no derivative; drop it, or list fields of numbers"
            );
            return Err(self.report(user, message));
        }
        let lengths = nested.lengths();
        let is_open_matrix = matches!(
            nested.layers.first(),
            Some(Layer::Matrix(declaration::Extent::Unknown(_), _))
        );
        if lengths.is_empty() {
            let numbers = self.numbers_of(field, user)?;
            debug_assert!(numbers.len() == 1, "a scalar");
        }
        self.parameters.holds_numbers(field, user, self.diagnostics)?;
        if is_open_matrix || lengths.iter().skip(1).any(Option::is_none) {
            let message = format!(
                "only the program knows how many numbers each item of `{name}` has, and sensitivities are by a known number for each \
                 item: make the items numbers, or arrays whose length is a literal"
            );
            return Err(self.report(user, message));
        }
        Ok(lengths)
    }
}

/// The number of an item in a field whose items have these lengths; the last index counts fastest.
fn number(indices: &[Integer], inner: &[usize]) -> Option<Integer> {
    let (first, rest) = indices.split_first().unzip();
    let pairs = rest.into_iter().flatten().zip(inner);
    pairs.fold(
        first.cloned().or(Some(Integer::default())),
        |before, (index, &length)| {
            let length = Integer::literal(i64::try_from(length).ok()?);
            before?.times(&length)?.plus(1, index)
        },
    )
}
