//! `array(0..edges.len(), |e| ..)` whose items are those of a loop: a formula for each of its items, read where it is
//! used.
//!
//! It refuses to be a value: no formula has all its items.

use std::rc::Rc;

use proc_macro2::Ident;
use syn::{Expr, Stmt};

use super::super::closure::Closure;
use super::super::index;
use super::super::indexed::{Indexed, named};
use super::super::scope::Meaning;
use super::super::{Content, Lowered, Lowering, Value};
use super::EachItem;
use crate::declaration::{name_alone, name_of, ungrouped};
use crate::diagnostics::Reported;
use crate::model::{Atom, Integer, Range, WRITTEN_OUT};

/// A formula for each integer of a range.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    pub(super) first: Integer,
    pub(super) beyond: Integer,
    pub(super) closure: Closure,
    /// The `let`s of the blocks around its definition.
    pub(super) captured: Vec<(String, Meaning)>,
}

impl Rows {
    /// `array(first..beyond, |i| name[i])`
    pub(super) fn of_name(name: &Ident, first: Integer, beyond: Integer) -> Self {
        let index = if name_of(name) == "i" { "k" } else { "i" };
        let index = Ident::new(index, name.span());
        Self {
            first,
            beyond,
            closure: Closure::of(index.clone(), syn::parse_quote!(#name[#index])),
            captured: Vec::new(),
        }
    }

    /// The number of items.
    pub(crate) fn length(&self) -> Option<Integer> {
        self.beyond.plus(-1, &self.first)
    }
}

/// The formula of an item, and the range that it is of.
#[derive(Debug)]
pub(crate) struct EachRow {
    pub(crate) value: Value,
    /// The item, the first one is 0.
    pub(crate) item: Integer,
    /// How many items there are.
    pub(crate) length: Integer,
    range: Range,
}

/// The name, the range and the closure of `array(range, closure)`.
fn array_call(expr: &Expr) -> Option<(&Ident, &Expr, &Expr)> {
    let Expr::Call(call) = ungrouped(expr) else {
        return None;
    };
    let name = name_alone(&call.func)?;
    let mut arguments = call.args.iter();
    let (range, closure) = (arguments.next()?, arguments.next()?);
    let is_array = matches!(named(&name_of(name), 2), Some(Indexed::Array));
    (is_array && arguments.next().is_none()).then_some((name, range, closure))
}

impl Lowering<'_> {
    /// The array that an expression is, or names; `None` if only the program knows nothing about it.
    pub(crate) fn rows(&mut self, expr: &Expr) -> Option<Result<Rc<Rows>, Reported>> {
        match ungrouped(expr) {
            Expr::Path(_) => match self.named(expr)? {
                (_, Meaning::Rows(rows)) => Some(Ok(rows)),
                _ => None,
            },
            Expr::Call(_) => {
                let (name, range, closure) = array_call(expr)?;
                let written_out = self.sums.written_out;
                self.is_range_of_loop(range, written_out)
                    .then(|| self.read_rows(name, range, closure))
            }
            Expr::Block(block) if block.label.is_none() => {
                let Some(Stmt::Expr(last, None)) = block.block.stmts.last() else {
                    return None;
                };
                array_call(last)?;
                self.block_with(&block.block, |lowering, last| lowering.rows(last).transpose())
                    .transpose()
            }
            Expr::Index(item) => {
                let (base, indices) = index::base_and_indices(item);
                let rows = match ungrouped(base) {
                    Expr::Path(_) => self.rows(base)?,
                    _ => return None,
                };
                indices.into_iter().try_fold(rows, |rows, index| match rows {
                    Ok(rows) => match self.place_in(&rows, index) {
                        Ok(place) => self.rows_at(&rows, place),
                        Err(reported) => Some(Err(reported)),
                    },
                    Err(reported) => Some(Err(reported)),
                })
            }
            _ => None,
        }
    }

    /// The array that an item of an array is.
    fn rows_at(&mut self, rows: &Rows, place: Integer) -> Option<Result<Rc<Rows>, Reported>> {
        self.at_item(rows, place, Self::rows)
    }

    /// Reads the formula of an item.
    fn at_item<R>(&mut self, rows: &Rows, place: Integer, read: impl FnOnce(&mut Self, &Expr) -> R) -> R {
        let meaning = match place.known() {
            Some(known) => Meaning::Index(known),
            None => Meaning::Running(place),
        };
        let outside = self.scope.exchange(rows.captured.clone());
        for (name, meaning) in rows.closure.bound([meaning]) {
            self.scope.define_local(name, meaning);
        }
        let result = read(self, &rows.closure.body);
        self.scope.exchange(outside);
        result
    }

    /// The item of a number, of which the first is 0.
    pub(crate) fn item_of_array(
        &mut self,
        rows: &Rows,
        item: &Integer,
        content: &'static Content,
    ) -> Lowered {
        let place = item.plus(1, &rows.first);
        let place = place.ok_or_else(|| self.report(&rows.closure.body, "this integer is too large"))?;
        self.permit(content);
        self.at_item(rows, place, Self::value)
    }

    /// The running index of the item that an index selects, of which the first is 0.
    fn place_in(&mut self, rows: &Rows, index: &Expr) -> Result<Integer, Reported> {
        let item = self.index_of_program(index, None)?;
        item.plus(1, &rows.first)
            .ok_or_else(|| self.report(index, "this integer is too large"))
    }

    fn read_rows(&mut self, name: &Ident, range: &Expr, closure: &Expr) -> Result<Rc<Rows>, Reported> {
        let ends = self.range_of_loop(range);
        let closure = self.closure_of(name, Indexed::Array, closure);
        let ((first, beyond), closure) = (ends?, closure?);
        Ok(Rc::new(Rows {
            first,
            beyond,
            closure,
            captured: self.scope.locals(),
        }))
    }

    /// Makes an array of this kind, or an integer that only the program knows, known by a name to all later formulas; `None` if
    /// it is another formula.
    pub(crate) fn define_of_program(&mut self, name: &Ident, expr: &Expr) -> Option<()> {
        let meaning = self.meaning_of_program(expr)?;
        self.scope.define_meaning(name_of(name), meaning);
        Some(())
    }

    /// What a `let` of such a formula means.
    pub(in crate::lower) fn meaning_of_program(&mut self, expr: &Expr) -> Option<Meaning> {
        let meaning = self.rows_or_integer(expr)?;
        Some(meaning.unwrap_or_else(|reported| Meaning::Let(self.binding(Err(reported)))))
    }

    fn rows_or_integer(&mut self, expr: &Expr) -> Option<Result<Meaning, Reported>> {
        match self.rows(expr) {
            Some(rows) => Some(rows.and_then(|rows| {
                // Its mistakes are told once, and where it is defined.
                let content = std::mem::replace(&mut self.content, &Content::ANYTHING);
                let items = self.items_of(&rows);
                self.content = content;
                items.map(|_| Meaning::Rows(rows))
            })),
            None => {
                let is_family = self.sums.is_family();
                let integer = is_family.then(|| self.integer_of_program(expr)).flatten()?;
                Some(integer.map(Meaning::Running))
            }
        }
    }

    /// `d[i]`, or a part of it.
    pub(super) fn item_of_rows(&mut self, rows: &Rc<Rows>, indices: &[&Expr]) -> Lowered {
        let Some((first, inner)) = indices.split_first() else {
            return Err(self
                .diagnostics
                .report_at(proc_macro2::Span::call_site(), "an item has an index"));
        };
        let place = self.place_in(rows, first);
        if let (false, Ok(place)) = (inner.is_empty(), &place)
            && let Some(within) = self.rows_at(rows, place.clone())
        {
            return self.item_of_rows(&within?, inner);
        }
        let inner: Vec<_> = inner.iter().map(|index| self.one_index(index)).collect();
        let (place, inner) = (place?, inner.into_iter().collect::<Result<Vec<_>, Reported>>()?);
        let value = self.at_item(rows, place, Self::value)?;
        let (shape, places) = self.select(value.shape, &inner)?;
        Ok(Value::of(shape, value.entries[places].to_vec()))
    }

    /// All items of an array whose ends are known here, if they are few enough to be written out.
    pub(in crate::lower) fn value_of_rows(&mut self, user: &Ident, rows: &Rc<Rows>) -> Option<Lowered> {
        let (first, beyond) = (rows.first.known()?, rows.beyond.known()?);
        let length = usize::try_from(beyond.checked_sub(first)?).ok()?;
        if length > WRITTEN_OUT {
            return None;
        }
        let outside = self.scope.exchange(rows.captured.clone());
        let values: Result<Vec<_>, Reported> = (first..beyond)
            .map(|index| self.item(&rows.closure, [Meaning::Index(index)]))
            .collect();
        self.scope.exchange(outside);
        let stacked = values
            .and_then(|values| Value::stacked(&values).map_err(|(_, misfit)| self.report(user, misfit)));
        Some(stacked)
    }

    /// The formula of the running item, which contains sums within it.
    fn of_range(&mut self, rows: &Rc<Rows>) -> (Range, Lowered) {
        let outside = self.scope.exchange(rows.captured.clone());
        let (range, value) = self.within(rows.first.clone(), rows.beyond.clone(), &rows.closure);
        self.scope.exchange(outside);
        (range, value)
    }

    /// The formula of each item, for what is declared row by row.
    pub(crate) fn each_row(
        &mut self,
        expr: &Expr,
        rows: &Rc<Rows>,
        content: &'static Content,
    ) -> Result<EachRow, Reported> {
        self.content = content;
        let (range, value) = self.of_range(rows);
        let value = value?;
        let item = Integer::atom(Atom::Running(range.index)).plus(-1, &range.first);
        let item = item.ok_or_else(|| self.report(expr, "this integer is too large"))?;
        Ok(EachRow {
            value,
            item,
            length: rows.length().unwrap_or_default(),
            range,
        })
    }

    /// The sum over all items of what they add, each to its own row.
    pub(crate) fn sum_of_rows(&mut self, row: EachRow) -> Lowered {
        self.marked(row.range, row.value)
    }

    /// The number of the marker of rows, and the numbers of a row, in which sums have the marker of all their ranges.
    pub(crate) fn marked_row(&mut self, row: EachItem) -> (usize, Value) {
        let pairs = self.with_outer(&row.ranges, &row.value.entries);
        let entries = self.graph.substitute(&row.value.entries, &pairs);
        let (marker, _) = self.sums.marker(&mut self.graph, row.ranges);
        let shape = row.value.shape;
        (marker, Value { shape, entries })
    }
}
