//! Arrays within each other, `array(0..n, |i| array(0..i, |j| ..))`: the formula of an item, and all ranges that it is of.

use std::rc::Rc;

use proc_macro2::Ident;
use syn::Expr;

use super::super::scope::Meaning;
use super::super::{Content, Lowering, Value};
use super::rows::Rows;
use crate::declaration::{Quantities, name_alone, name_of};
use crate::diagnostics::Reported;
use crate::model::{Atom, Integer, Range};

/// The formula of an item.
#[derive(Debug)]
pub(crate) struct EachItem {
    pub(crate) value: Value,
    /// From the outside in.
    pub(crate) ranges: Vec<Range>,
}

impl Lowering<'_> {
    /// The formula of each item of an array, and of the arrays within it.
    pub(crate) fn each_item(
        &mut self,
        rows: &Rc<Rows>,
        content: &'static Content,
    ) -> Result<EachItem, Reported> {
        self.permit(content);
        self.items_of(rows)
    }

    pub(super) fn items_of(&mut self, rows: &Rc<Rows>) -> Result<EachItem, Reported> {
        let outside = self.scope.exchange(rows.captured.clone());
        let range = self.running(rows.first.clone(), rows.beyond.clone(), rows.closure.first_name());
        let index = Integer::atom(Atom::Running(range.index));
        let depth = self.scope.depth();
        for (name, meaning) in rows.closure.bound([Meaning::Running(index)]) {
            self.scope.define_local(name, meaning);
        }
        self.sums.depth += 1;
        let inner = self.items_within(&rows.closure.body);
        self.sums.depth -= 1;
        self.scope.leave(depth);
        self.scope.exchange(outside);
        let EachItem { value, ranges } = inner?;
        let ranges = [vec![range], ranges].concat();
        Ok(EachItem { value, ranges })
    }

    /// The formula of an item, or the items of an array within one.
    fn items_within(&mut self, body: &Expr) -> Result<EachItem, Reported> {
        match self.rows_of_equation(body) {
            Some(rows) => self.items_of(&rows?),
            None => Ok(EachItem {
                value: self.value(body)?,
                ranges: Vec::new(),
            }),
        }
    }

    /// Whether this is the name of a coordinate whose items are not written out.
    pub(crate) fn is_name_of_coordinate(&self, expr: &Expr) -> bool {
        self.named(expr)
            .is_some_and(|(_, meaning)| matches!(meaning, Meaning::Items(Quantities::Coordinates, _)))
    }

    /// The items of such a coordinate.
    pub(crate) fn rows_of_coordinate(&self, expr: &Expr) -> Option<Rc<Rows>> {
        let (name, Meaning::Items(which @ Quantities::Coordinates, quantity)) = self.named(expr)? else {
            return None;
        };
        let length = self.sums.length(which, quantity).cloned()?;
        Some(Rc::new(Rows::of_name(name, Integer::default(), length)))
    }

    /// The numbers of a field that is a list, at the indices of a range.
    pub(crate) fn rows_of_field(&self, expr: &Expr, range: &Range) -> Option<Rc<Rows>> {
        self.rows_of_list(expr, range.first.clone(), range.beyond.clone())
    }

    pub(super) fn rows_of_list(&self, expr: &Expr, first: Integer, beyond: Integer) -> Option<Rc<Rows>> {
        let (name, Meaning::Field(field)) = self.named(expr)? else {
            return None;
        };
        let is_list = !self.parameters.of(field).nested.layers.is_empty();
        is_list.then(|| Rc::new(Rows::of_name(name, first, beyond)))
    }

    /// A name and its meaning, if an expression is nothing else.
    pub(in crate::lower) fn named<'e>(&self, expr: &'e Expr) -> Option<(&'e Ident, Meaning)> {
        let name = name_alone(expr)?;
        Some((name, self.scope.get(&name_of(name))?))
    }

    /// The number of the marker of items, each of which is of a few coordinates; `what` is such an item.
    pub(crate) fn marker_of_items(
        &mut self,
        expr: &Expr,
        item: &EachItem,
        what: &str,
    ) -> Result<Option<usize>, Reported> {
        self.has_no_sum(expr, &item.value, what)?;
        if item.ranges.is_empty() {
            return Ok(None);
        }
        Ok(Some(self.sums.marker(&mut self.graph, item.ranges.clone()).0))
    }

    /// Refuses sums that are loops.
    pub(crate) fn has_no_sum(&mut self, expr: &Expr, value: &Value, what: &str) -> Result<(), Reported> {
        let sums: Vec<_> = self.sums.markers.iter().map(|marker| marker.symbol).collect();
        if !self.graph.any_depends_on(&value.entries, &sums) {
            return Ok(());
        }
        let range = self.sums.why().of_ranges("range");
        let message = format!(
            "this contains a sum over {range}, and {what} is of a few coordinates: make the sum a coordinate with a constraint"
        );
        Err(self.report(expr, message))
    }

    /// Ranges as the user would write them: `0..discs`.
    pub(crate) fn texts_of_ranges(&self, ranges: &[Range]) -> Vec<String> {
        let texts = ranges.iter().map(|range| {
            let [first, beyond] = [&range.first, &range.beyond].map(|end| self.text_of(end));
            format!("{first}..{beyond}")
        });
        texts.collect()
    }

    /// The user's names of the running indices of ranges.
    pub(crate) fn names_of_ranges(&self, ranges: &[Range]) -> Vec<String> {
        let names = ranges
            .iter()
            .map(|range| self.sums.running[range.index].name.clone());
        names.collect()
    }

    /// The same as in `[i][j]`.
    pub(crate) fn text_of_indices(&self, ranges: &[Range]) -> String {
        let names = self.names_of_ranges(ranges).into_iter();
        names.map(|name| format!("[{name}]")).collect()
    }
}
