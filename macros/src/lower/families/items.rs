//! Items by indices that only the program knows: `q[i + 1]`, `r[edges[e][0]][2]`, `m[i]`, `d[i]`.
//!
//! It refuses to know which items there are: the program is asked when it runs.

use std::ops::Range;

use proc_macro2::Ident;
use syn::{Expr, ExprIndex};

use super::super::index;
use super::super::scope::Meaning;
use super::super::{Lowered, Lowering, Shape, Value};
use crate::declaration::{Layer, Nested, Quantities, name_of};
use crate::diagnostics::Reported;
use crate::lower::field::Read;
use crate::model::{Atom, Integer, WRITTEN_OUT, Why};

impl Lowering<'_> {
    /// An item of what only the program knows the length of, or by an index that only the program knows; `None` for others.
    pub(in crate::lower) fn item_of_program(&mut self, expr: &ExprIndex) -> Option<Lowered> {
        let (base, indices) = index::base_and_indices(expr);
        let meaning = match base {
            Expr::Path(path) => self.scope.get(&name_of(path.path.get_ident()?)),
            _ => None,
        };
        match meaning {
            Some(Meaning::Items(which, quantity)) => {
                return Some(self.item_of_quantity(base, (which, quantity), &indices));
            }
            Some(Meaning::Rows(rows)) => return Some(self.item_of_rows(&rows, &indices)),
            _ => {}
        }
        if !self.sums.is_family() {
            return None;
        }
        if let Some(item) = self.multiplier_of_item(base, &indices) {
            return Some(item);
        }
        let first = indices.iter().copied().find(|index| self.is_of_program(index));
        if let Some(field) = self.field_at(base) {
            let nested = &self.parameters.of(field).nested;
            let has_lists = nested.lengths().iter().any(Option::is_none);
            let user = self.parameters.of(field).ident.clone();
            return (has_lists || first.is_some()).then(|| self.item_of_field(field, &user, base, &indices));
        }
        let index = first?;
        if let Err(reported) = self.value(base) {
            return Some(Err(reported));
        }
        let message = match self.sums.why() {
            Why::Program => {
                "this index is known only when the program runs, and what it is of has a length that is known here: declare a \
                 coordinate or an input with a length of the program, as in `q[masses]`, or make it a field"
                    .to_owned()
            }
            Why::Literal(limit) => format!(
                "this is the index of a loop, as its range has more than {limit} items, and selects items of lists and of coordinates with \
                 more than {WRITTEN_OUT} items: make what it is of a field"
            ),
        };
        Some(Err(self.report(index, message)))
    }

    /// `q[i]`, or a part of it; of an input where the formula may contain one.
    fn item_of_quantity(
        &mut self,
        base: &Expr,
        (which, quantity): (Quantities, usize),
        indices: &[&Expr],
    ) -> Lowered {
        let of = self.sums.of(which);
        let (length, shape) = (of.extents[quantity].items.clone(), of.shapes[quantity]);
        if let (Quantities::Inputs, Some(refused)) = (which, &self.content.refuses_inputs) {
            let name = format!("{}[i]", of.extents[quantity].name);
            return Err(self.report(base, (refused.named)(&name)));
        }
        let (item, shape, places) = self.part_of_item((length, shape), indices)?;
        let entries = places.map(|component| {
            let at = self.local_number((which, quantity), &item, component);
            match which {
                Quantities::Coordinates => self.symbols.coordinates[at],
                Quantities::Inputs => self.symbols.inputs[at],
            }
        });
        Ok(Value::of(shape, entries.collect()))
    }

    /// The item that indices select, and the part of its numbers.
    fn part_of_item(
        &mut self,
        (length, shape): (Option<Integer>, Shape),
        indices: &[&Expr],
    ) -> Result<(Integer, Shape, Range<usize>), Reported> {
        let Some((first, inner)) = indices.split_first() else {
            return Err(self
                .diagnostics
                .report_at(proc_macro2::Span::call_site(), "an item has an index"));
        };
        let known = |length: &Integer| usize::try_from(length.known()?).ok();
        let item = self.index_of_program(first, length.as_ref().and_then(known));
        let item = item.and_then(|item| match &length {
            Some(length) => self.is_item(first, &item, length).map(|()| item),
            None => Ok(item),
        });
        let inner: Vec<_> = inner.iter().map(|index| self.one_index(index)).collect();
        let (item, inner) = (item?, inner.into_iter().collect::<Result<Vec<_>, Reported>>()?);
        let (shape, places) = self.select(shape, &inner)?;
        Ok((item, shape, places))
    }

    /// The number of a local coordinate or input, which is made where it is named first.
    pub(crate) fn local_number(
        &mut self,
        (which, quantity): (Quantities, usize),
        item: &Integer,
        component: usize,
    ) -> usize {
        if let Some(at) = self.sums.of(which).find(quantity, item, component) {
            return at;
        }
        let text = self.text_of(item);
        let name = self.sums.of(which).name_of(quantity, &text, component);
        match which {
            Quantities::Coordinates => {
                let [q, v] = ["", "dt "].map(|prefix| self.graph.symbol(&format!("{prefix}{name}")));
                self.symbols.coordinates.push(q);
                self.symbols.velocities.push(v);
            }
            Quantities::Inputs => self.symbols.inputs.push(self.graph.symbol(&name)),
        }
        let of = self.sums.of_mut(which);
        of.add(quantity, item.clone(), component, name);
        of.places.len() - 1
    }

    /// `m[i]`, or `at[i]` with all its numbers.
    fn item_of_field(&mut self, field: usize, user: &Ident, base: &Expr, indices: &[&Expr]) -> Lowered {
        self.parameters.holds_numbers(field, base, self.diagnostics)?;
        let nested = &self.parameters.of(field).nested;
        let lengths = nested.lengths();
        let is_column = matches!(nested.layers.last(), Some(Layer::Matrix(..)));
        if let Some(index) = indices.get(lengths.len()) {
            let message = match lengths.len() {
                0 => {
                    let name = name_of(user);
                    format!("`{name}` is one number: write `{name}`, or make it a `Vec`")
                }
                _ => "this is a scalar and has no components".to_owned(),
            };
            return Err(self.report(index, message));
        }
        let given = self.indices_of_field(field, indices)?;
        let inside = &lengths[indices.len()..];
        let Some(known) = inside.iter().copied().collect::<Option<Vec<usize>>>() else {
            let name = name_of(user);
            let message = format!(
                "only the program knows how many numbers this part of `{name}` has: select one with an index more, as in \
                 `{name}{}`",
                "[i]".repeat(lengths.len())
            );
            return Err(self.report(base, message));
        };
        let shape = match known.as_slice() {
            [outer @ .., 1] if is_column && !outer.is_empty() => Shape::of(outer),
            _ => Shape::of(&known),
        };
        let Some(shape) = shape else {
            return Err(self.report(
                base,
                "this part has too many dimensions for a formula: select one of it",
            ));
        };
        self.afford(base, shape.size())?;
        let rest = (0..known.iter().product()).map(|place| literals(place, &known));
        let rest: Vec<Vec<Integer>> = rest.collect();
        let entries = rest
            .into_iter()
            .map(|rest| self.number_read(Read::Entry(field, [&given[..], &rest].concat())));
        Ok(Value::of(shape, entries.collect()))
    }

    /// A whole field that is an integer, or a list; `None` for others, and where all lengths are known.
    pub(in crate::lower) fn field_of_program(&mut self, field: usize, user: &Ident) -> Option<Lowered> {
        let Nested { layers, .. } = &self.parameters.of(field).nested;
        if !self.sums.is_family() {
            return None;
        }
        if layers.is_empty() && self.parameters.of(field).nested.is_of_indices() {
            return Some(Ok(self.number_of(&Integer::atom(Atom::Field(field)))));
        }
        let is_list = self.parameters.of(field).layers.is_empty() && !layers.is_empty();
        is_list.then(|| {
            let name = name_of(user);
            let message = format!(
                "only the program knows how many items `{name}` has, and a formula is of a few: select one, as in `{name}[i]`"
            );
            self.parameters.refuse(field, user, &message, self.diagnostics)
        })
    }

    /// An integer as a number of a formula.
    pub(in crate::lower) fn number_of(&mut self, integer: &Integer) -> Value {
        match integer.known() {
            Some(known) => {
                let known = extremal_symbolic::Rational::from_integer(known);
                Value::scalar(self.graph.constant(known))
            }
            None => Value::scalar(self.number_read(Read::Whole(integer.clone()))),
        }
    }

    fn number_read(&mut self, read: Read) -> extremal_symbolic::Expr {
        let names = self.sums.names_of_running();
        self.parameters.read(&mut self.graph, read, &names)
    }
}

/// The indices of a place, the last one counts fastest.
fn literals(mut place: usize, lengths: &[usize]) -> Vec<Integer> {
    let mut indices: Vec<Integer> = Vec::new();
    for length in lengths.iter().rev() {
        indices.push(Integer::literal(
            i64::try_from(place % length).unwrap_or(i64::MAX),
        ));
        place /= length;
    }
    indices.reverse();
    indices
}
