//! `sum(0..masses, |i| ..)`: a sum that is a loop, as its summand times a marker.
//!
//! ```text
//! Σ_i e(i)              F e,       F the marker of the range of i
//! Σ_i Σ_j e(i, j)       F G e      is one marker of two ranges times e
//! ```
//!
//! It refuses what is not affine in the markers: products of two sums, and functions of a sum.

use extremal_symbolic::Expr as Symbol;
use proc_macro2::Ident;
use syn::Expr;

use super::super::closure::Closure;
use super::super::indexed::{Indexed, ends};
use super::super::scope::Meaning;
use super::super::{Lowered, Lowering, Value};
use super::Running;
use crate::declaration::name_of;
use crate::diagnostics::Reported;
use crate::model::{Atom, Integer, Range, WRITTEN_OUT, Why, many_items};

impl Lowering<'_> {
    /// Whether a range is that of a loop: only the program knows an end of it, or it has more items than are written out.
    pub(in crate::lower) fn is_range_of_loop(&mut self, expr: &Expr, written_out: usize) -> bool {
        let Some((start, end, _)) = ends(expr) else {
            return false;
        };
        if self.is_whole(start) && self.is_whole(end) {
            return self.has_more_items(expr, written_out);
        }
        // A wrong length was reported, and so would be the range over it.
        self.lost.quantities.is_none() && self.is_integer(start) && self.is_integer(end)
    }

    /// Whether a range whose ends are known here has more items than this.
    fn has_more_items(&mut self, range: &Expr, written_out: usize) -> bool {
        // Its mistakes are told where it is read.
        let ends = self.tried(|lowering| lowering.range_of_loop(range).ok());
        let items = ends.and_then(|(first, beyond)| usize::try_from(beyond.plus(-1, &first)?.known()?).ok());
        items.is_some_and(|items| items > written_out)
    }

    /// Its first integer, and the one behind its last.
    pub(super) fn range_of_loop(&mut self, expr: &Expr) -> Result<(Integer, Integer), Reported> {
        let Some((start, end, is_closed)) = ends(expr) else {
            return Err(self.report(expr, "a range of a formula has two ends, as in `0..masses`"));
        };
        let (first, beyond) = (self.end(start), self.end(end));
        let (first, mut beyond) = (first?, beyond?);
        if is_closed {
            let next = beyond.plus(1, &Integer::literal(1));
            beyond = next.ok_or_else(|| self.report(end, "this integer is too large"))?;
        }
        if first.is_never_below(&beyond) {
            let message =
                "this range has no items, whatever the lengths are; a range runs upwards, as in `0..masses`";
            return Err(self.report(expr, message));
        }
        Ok((first, beyond))
    }

    fn end(&mut self, expr: &Expr) -> Result<Integer, Reported> {
        match self.integer_of(expr) {
            Some(integer) => integer,
            None => Err(self.report(expr, "a range ends at an integer")),
        }
    }

    /// A formula over such a range.
    pub(in crate::lower) fn indexed_in_loop(
        &mut self,
        name: &Ident,
        indexed: Indexed,
        range: &Expr,
        closure: &Closure,
    ) -> Lowered {
        let (first, beyond) = self.range_of_loop(range)?;
        let message = match indexed {
            Indexed::Sum => {
                let (range, value) = self.within(first, beyond, closure);
                return self.marked(range, value?);
            }
            Indexed::Array => {
                let length = beyond.plus(-1, &first);
                let many = many_items("this array", length.as_ref());
                format!(
                    "{many}, so that it is no value: give it a name with `let` and use its items, `d[i]`, or write it as all of a \
                     `constraint(name = array(..))`, a `force(q = array(..))` or an `output(name = array(..))`"
                )
            }
            Indexed::Product => {
                let range = Self::range_of_all_items(&first, &beyond);
                format!(
                    "a product over {range} contains all its items at once, and equations are of a few: write a sum, for positive \
                     factors that of their logarithms"
                )
            }
            Indexed::Scan => {
                let range = Self::range_of_all_items(&first, &beyond);
                format!(
                    "a scan over {range} lets each item depend on all before it, and equations are of a few: make what it \
                     accumulates a coordinate, with a constraint for each item"
                )
            }
        };
        Err(self.report(name, message))
    }

    fn range_of_all_items(first: &Integer, beyond: &Integer) -> String {
        let why = match first.is_of_program() || beyond.is_of_program() {
            true => Why::Program,
            false => Why::Literal(WRITTEN_OUT),
        };
        why.of_ranges("range")
    }

    /// The formula of a closure for the running index of a range.
    pub(super) fn within(&mut self, first: Integer, beyond: Integer, closure: &Closure) -> (Range, Lowered) {
        let range = self.running(first, beyond, closure.first_name());
        let index = Integer::atom(Atom::Running(range.index));
        self.sums.depth += 1;
        let value = self.item(closure, [Meaning::Running(index)]);
        self.sums.depth -= 1;
        (range, value)
    }

    /// The range with its running index: that of the same ends at the same depth.
    pub(super) fn running(&mut self, first: Integer, beyond: Integer, name: Option<&Ident>) -> Range {
        let depth = self.sums.depth;
        let known = self.sums.running.iter().find(|running| {
            running.depth == depth && running.range.first == first && running.range.beyond == beyond
        });
        if let Some(known) = known {
            return known.range.clone();
        }
        let index = self.sums.running.len();
        let range = Range { index, first, beyond };
        self.sums.running.push(Running {
            depth,
            range: range.clone(),
            name: name.map_or_else(|| format!("i{index}"), name_of),
        });
        range
    }

    /// The sum over a range of a value that is affine in the markers of the sums within it.
    pub(super) fn marked(&mut self, range: Range, value: Value) -> Lowered {
        let pairs = self.with_outer(std::slice::from_ref(&range), &value.entries);
        // e + Σ_k G_k e_k, times F, where F G_k is a marker of its own.
        let zero = self.graph.zero();
        let without: Vec<_> = pairs.iter().map(|(inner, _)| (*inner, zero)).collect();
        let rest = self.graph.substitute(&value.entries, &without);
        let (_, marker) = if rest.iter().any(|entry| *entry != zero) {
            self.sums.marker(&mut self.graph, vec![range])
        } else {
            (0, zero)
        };
        let mut entries = Vec::new();
        for (entry, rest) in value.entries.iter().zip(rest) {
            let mut terms = vec![self.graph.mul(marker, rest)];
            let inner: Vec<_> = pairs.iter().map(|(inner, _)| *inner).collect();
            let factors = self.graph.gradient(*entry, &inner);
            for ((_, outer), factor) in pairs.iter().zip(factors) {
                terms.push(self.graph.mul(*outer, factor));
            }
            entries.push(self.graph.sum(&terms));
        }
        Ok(Value::of(value.shape, entries))
    }

    /// The markers of the sums within values of ranges: each with that of all of its ranges.
    pub(super) fn with_outer(&mut self, outer: &[Range], entries: &[Symbol]) -> Vec<(Symbol, Symbol)> {
        let inner = self.sums.markers_from(self.sums.depth + outer.len());
        let inner: Vec<_> = inner
            .into_iter()
            .map(|marker| (marker.symbol, marker.ranges.clone()))
            .collect();
        let used = inner.into_iter();
        let used: Vec<_> = used
            .filter(|(symbol, _)| self.graph.any_depends_on(entries, &[*symbol]))
            .collect();
        let pairs = used.into_iter().map(|(symbol, ranges)| {
            let ranges = [outer, &ranges[..]].concat();
            (symbol, self.sums.marker(&mut self.graph, ranges).1)
        });
        pairs.collect()
    }

    /// Refuses what is not affine in the markers of sums.
    pub(in crate::lower) fn is_affine(&mut self, expr: &Expr, value: &Value) -> Result<(), Reported> {
        if self.sums.markers.is_empty() {
            return Ok(());
        }
        let markers: Vec<_> = self.sums.markers.iter().map(|marker| marker.symbol).collect();
        let degrees = self.graph.degrees_in(&value.entries, &markers);
        let message = match degrees.into_iter().find(|degree| !matches!(degree, Some(0 | 1))) {
            None => return Ok(()),
            Some(Some(_)) => {
                let ranges = self.sums.why().of_ranges("ranges");
                format!(
                    "this is a product of two sums over {ranges}: write it as one within the other, \
                     `sum(.., |i| sum(.., |j| ..))`, or make one of them a coordinate with a constraint, \
                     or a field if it is one of fields alone"
                )
            }
            // Sums that are one number each were replaced by it.
            Some(None) if self.sums.are_numbers => {
                let range = self.sums.why().of_ranges("range");
                format!(
                    "this is a function of a sum over {range}, which differs from item to item of the sum or array around it; an \
                     `output(..)` is a function of sums that are one number each: write these sums as an output, \
                     `array(.., |i| sum(..))`, and the function in the program; or make them a coordinate in `massless(..)`, with a \
                     constraint for each item"
                )
            }
            Some(None) => {
                let range = self.sums.why().of_ranges("range");
                format!(
                    "this is a function of a sum over {range}, and equations are of a few items: write the function of each item, \
                     within the sum, or make the sum a coordinate with a constraint, or a field if it is one of fields alone; \
                     only an `output(..)` is a function of sums"
                )
            }
        };
        Err(self.report(expr, message))
    }
}
