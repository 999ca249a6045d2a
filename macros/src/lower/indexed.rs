//! Formulas over a range: arrays, sums, products, and scans.
//!
//! ```text
//! array(a..b, |i| x(i))            [x(a), .., x(b - 1)]
//! sum(a..b, |i| x(i))              x(a) + .. + x(b - 1);   0 for an empty range
//! product(a..b, |i| x(i))          x(a) * .. * x(b - 1);   1 for an empty range
//! scan(a..b, x, |before, i| ..)    [x(a), .., x(b - 1)],   x(i) = ..(x(i - 1), i),   where x precedes the first
//! ```
//!
//! They mean what they mean when typed out: an index is an integer, known for each item when the formula is read.
//! It refuses to know scalars from arrays, which is the task of `value`.

use proc_macro2::Ident;
use syn::{Expr, ExprRange, RangeLimits};

use super::closure::Closure;
use super::scope::Meaning;
use super::{Lowered, Lowering, NODES, Value};
use crate::declaration::{name_alone, name_of, ungrouped};
use crate::diagnostics::Reported;
use crate::model::WRITTEN_OUT;

/// What becomes of the items.
#[derive(Clone, Copy, Debug)]
pub(super) enum Indexed {
    Array,
    Sum,
    Product,
    Scan,
}

impl Indexed {
    pub(super) fn example(self) -> &'static str {
        match self {
            Self::Array => "array(0..3, |i| m[i] * r[i])",
            Self::Sum => "sum(0..3, |i| m[i] * r[i])",
            Self::Product => "product(0..3, |i| x[i])",
            Self::Scan => "scan(0..3, 0, |before, i| before + l[i])",
        }
    }

    /// The number of arguments of its closure.
    fn arity(self) -> usize {
        match self {
            Self::Scan => 2,
            Self::Array | Self::Sum | Self::Product => 1,
        }
    }
}

/// The functions of this kind.
const ALL: [(&str, Indexed); 4] = [
    ("array", Indexed::Array),
    ("sum", Indexed::Sum),
    ("product", Indexed::Product),
    ("scan", Indexed::Scan),
];

/// The function of a call. `sum(r)` is another, of the components of a vector.
pub(super) fn named(name: &str, arguments: usize) -> Option<Indexed> {
    let is_indexed = |(known, _): &&(&str, Indexed)| *known == name && (name != "sum" || arguments != 1);
    ALL.iter().find(is_indexed).map(|(_, indexed)| *indexed)
}

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|(name, _)| *name)
}

impl Lowering<'_> {
    pub(super) fn indexed(&mut self, name: &Ident, indexed: Indexed, arguments: &[&Expr]) -> Lowered {
        let (range, start, closure) = match (indexed, arguments) {
            (Indexed::Scan, [range, start, closure]) => (range, Some(*start), closure),
            (Indexed::Array | Indexed::Sum | Indexed::Product, [range, closure]) => (range, None, closure),
            _ => {
                let what = if matches!(indexed, Indexed::Scan) {
                    "a range, a start and a closure"
                } else {
                    "a range and a closure"
                };
                let message = format!("`{name}` takes {what}, as in `{}`", indexed.example());
                return Err(self.report(name, message));
            }
        };
        if let (Expr::Closure(_), Expr::Range(_)) = (ungrouped(range), ungrouped(closure)) {
            let message = format!(
                "the range comes first, and the closure last, as in `{}`",
                indexed.example()
            );
            return Err(self.report(name, message));
        }
        let written_out = match indexed {
            Indexed::Sum => self.sums.written_out(),
            // Their value has all items at once.
            Indexed::Array | Indexed::Product | Indexed::Scan => WRITTEN_OUT,
        };
        if self.is_range_of_loop(range, written_out) {
            let closure = self.closure_of(name, indexed, closure)?;
            return self.indexed_in_loop(name, indexed, range, &closure);
        }
        let range = self.range(range);
        let start = start.map(|start| self.value(start));
        let closure = self.closure_of(name, indexed, closure);
        let (range, start, closure) = (range?, start.transpose()?, closure?);
        self.count(name, range.len())?;
        match start {
            Some(start) => self.scan(name, range, start, &closure),
            None => self.items(name, indexed, range, &closure),
        }
    }

    pub(super) fn closure_of(
        &mut self,
        name: &Ident,
        indexed: Indexed,
        expr: &Expr,
    ) -> Result<Closure, Reported> {
        let example = indexed.example();
        let Expr::Closure(closure) = ungrouped(expr) else {
            let message = format!("`{name}` takes a closure here, as in `{example}`");
            return Err(self.report(expr, message));
        };
        let read = self.closure(closure)?;
        let (expected, found) = (indexed.arity(), read.arity());
        if expected == found {
            self.look_at_index(name, indexed, &read);
            return match read.exchanged().filter(|_| matches!(indexed, Indexed::Scan)) {
                Some((first, second)) => {
                    let message = format!(
                        "the first parameter of a scan is what is before, the second is the index: write `|{second}, {first}|`"
                    );
                    Err(self.report(&closure.inputs, message))
                }
                None => Ok(read),
            };
        }
        let takes = match indexed {
            Indexed::Scan => "two parameters, what is before and the index",
            _ => "one parameter, the index",
        };
        let message = format!("the closure of `{name}` has {takes}, not {found}: `{example}`");
        Err(self.report(&closure.inputs, message))
    }

    /// Items that do not depend on their index may be a slip of the pen.
    fn look_at_index(&mut self, name: &Ident, indexed: Indexed, closure: &Closure) {
        let Some(index) = closure.unused().filter(|_| !matches!(indexed, Indexed::Scan)) else {
            return;
        };
        let note = format!(
            "the index `{index}` of `{name}` is not used, so that all items are equal; `|_|` says that this is meant"
        );
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// `a..b` and `a..=b` as the integers from the first up to the second, which does not belong to them.
    fn range(&mut self, expr: &Expr) -> Result<Items, Reported> {
        if !matches!(ungrouped(expr), Expr::Range(_)) {
            let message = "this takes a range, as in `0..3`, and a closure of its index";
            return Err(self.report(expr, message));
        }
        let Some((start, end, is_closed)) = ends(expr) else {
            return Err(self.report(expr, "a range of a formula has two ends, as in `0..3`"));
        };
        let (first, last) = (self.bound(start), self.bound(end));
        let (first, mut beyond) = (first?, last?);
        if is_closed {
            beyond = beyond.saturating_add(1);
        }
        if beyond < first && !self.is_of_indices(start) && !self.is_of_indices(end) {
            return Err(self.report(expr, "this range ends before it begins, so that it has no items"));
        }
        Ok(Items {
            first,
            beyond: beyond.max(first),
        })
    }

    fn bound(&mut self, expr: &Expr) -> Result<i64, Reported> {
        if let Some(reported) = self.constant_without_value(expr) {
            return Err(reported);
        }
        // A wrong length was reported, and the range is not seen to be one of the program.
        if let Some(reported) = self.lost.quantities.filter(|_| self.is_of_program(expr)) {
            return Err(reported);
        }
        self.whole_or(
            expr,
            "a range ends at an integer: a literal, an index, or `r.len()`; what is known only when the program runs, and \
             constants, a macro cannot see: write the number",
        )
    }

    /// A constant, or a number of the struct, is reported once, and not at each range that it bounds.
    fn constant_without_value(&mut self, expr: &Expr) -> Option<Reported> {
        let name = name_of(name_alone(expr)?);
        match self.scope.get(&name) {
            None | Some(Meaning::Field(_)) => {}
            _ => return None,
        }
        // A constant in `q[N]` is reported there.
        if let Some(reported) = self.lost.quantities {
            return Some(reported);
        }
        if let Some((_, reported)) = self.constants.iter().find(|(known, _)| *known == name) {
            return Some(*reported);
        }
        let message = self.length_meant(expr).unwrap_or_else(|| {
            format!(
                "unknown length `{name}`; a range ends at a number, at an index, at `r.len()`, or at a field of type `usize`"
            )
        });
        let reported = self.report(expr, message);
        self.constants.push((name, reported));
        Some(reported)
    }

    /// Refuses more items than can be read in a moment. All ranges of a declaration are counted together.
    pub(super) fn count(&mut self, name: &Ident, items: usize) -> Result<(), Reported> {
        self.items = self.items.saturating_add(items);
        if self.items > NODES {
            return Err(self.report(
                name,
                format!("the ranges of this declaration have more than {NODES} items by here"),
            ));
        }
        Ok(())
    }

    /// The formula of a closure with these meanings of its parameters.
    pub(super) fn item(&mut self, closure: &Closure, meanings: impl IntoIterator<Item = Meaning>) -> Lowered {
        let outside = self.scope.depth();
        for (name, meaning) in closure.bound(meanings) {
            self.scope.define_local(name, meaning);
        }
        let value = self.value(&closure.body);
        self.scope.leave(outside);
        value
    }

    fn items(&mut self, name: &Ident, indexed: Indexed, range: Items, closure: &Closure) -> Lowered {
        if range.len() == 0 {
            return self.without_items(name, indexed, range, closure);
        }
        let mut values: Vec<Value> = Vec::new();
        for i in range.first..range.beyond {
            let value = self.item(closure, [Meaning::Index(i)])?;
            let first = values.first().map_or(value.shape, |first| first.shape);
            if value.shape != first {
                let message = format!(
                    "the item {i} is {}, and the item {} is {first}",
                    value.shape, range.first
                );
                return Err(self.report(&closure.body, message));
            }
            self.afford(name, value.entries.len().saturating_mul(range.len()))?;
            values.push(value);
        }
        match indexed {
            Indexed::Sum => Ok(Value::sum(&mut self.graph, &values)),
            Indexed::Product => {
                let mut factors = values.into_iter();
                let first = factors.next().unwrap_or_else(|| Value::scalar(self.graph.one()));
                factors.try_fold(first, |product, factor| {
                    let product = Value::product(&mut self.graph, &product, &factor);
                    product.map_err(|misfit| self.report(&closure.body, misfit))
                })
            }
            Indexed::Array | Indexed::Scan => {
                Value::stacked(&values).map_err(|(_, misfit)| self.report(&closure.body, misfit))
            }
        }
    }

    /// The sum of nothing is the zero of the shape that an item would have.
    fn without_items(&mut self, name: &Ident, indexed: Indexed, range: Items, closure: &Closure) -> Lowered {
        match indexed {
            Indexed::Sum => {
                // What an item that does not exist lacks is no mistake.
                let would_be = self.tried(|lowering| lowering.item(closure, [Meaning::Index(range.first)]));
                let zero = self.graph.zero();
                Ok(would_be.map_or_else(|_| Value::scalar(zero), |value| value.map(|_| zero)))
            }
            Indexed::Product => Ok(Value::scalar(self.graph.one())),
            Indexed::Array | Indexed::Scan => {
                Err(self.report(name, "this range has no items, and an array has some"))
            }
        }
    }

    fn scan(&mut self, name: &Ident, range: Items, start: Value, closure: &Closure) -> Lowered {
        if range.len() == 0 {
            return self.without_items(name, Indexed::Scan, range, closure);
        }
        self.afford(name, start.entries.len().saturating_mul(range.len()))?;
        let mut values: Vec<Value> = Vec::new();
        for i in range.first..range.beyond {
            let before = values.last().unwrap_or(&start).clone();
            let value = self.item(closure, [Meaning::Part(before), Meaning::Index(i)])?;
            if value.shape != start.shape {
                let message = format!(
                    "an item of `{name}` has the shape of its start: this is {}, the start {}",
                    value.shape, start.shape
                );
                return Err(self.report(&closure.body, message));
            }
            values.push(value);
        }
        Value::stacked(&values).map_err(|(_, misfit)| self.report(&closure.body, misfit))
    }
}

/// The two ends of `a..b`, and whether the second one belongs to it.
pub(super) fn ends(range: &Expr) -> Option<(&Expr, &Expr, bool)> {
    match ungrouped(range) {
        Expr::Range(ExprRange {
            start: Some(start),
            end: Some(end),
            limits,
            ..
        }) => Some((start, end, matches!(limits, RangeLimits::Closed(_)))),
        _ => None,
    }
}

/// The integers of a range.
#[derive(Clone, Copy, Debug)]
struct Items {
    first: i64,
    beyond: i64,
}

impl Items {
    fn len(self) -> usize {
        usize::try_from(self.beyond.saturating_sub(self.first)).unwrap_or(usize::MAX)
    }
}
