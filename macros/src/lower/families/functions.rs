//! Functions of sums that are loops, which outputs may be: each sum is a number, found before what is a function of it.
//!
//! ```text
//! √(Σ_i x_i²)                    √T,  T = Σ_i x_i²
//! Σ_i (x_i − Σ_j x_j / n)²       U = Σ_i (x_i − T / n)²,  T = Σ_j x_j
//! ```
//!
//! It refuses to know outputs. Equations have no such numbers: what they contain is of a few items.

use std::mem;

use super::super::{Lowered, Lowering, Value};
use crate::diagnostics::Reported;
use crate::model::{Total, totals_in};
use extremal_symbolic::Expr as Symbol;
use proc_macro2::Ident;

impl Lowering<'_> {
    /// Reads formulas that may be functions of sums.
    pub(crate) fn with_functions_of_sums<R>(&mut self, read: impl FnOnce(&mut Self) -> R) -> R {
        let outside = mem::replace(&mut self.sums.are_numbers, true);
        let result = read(self);
        self.sums.are_numbers = outside;
        result
    }

    /// A value with a symbol for each number that contains sums, outside of all sums and where formulas may be functions of them.
    pub(in crate::lower) fn of_numbers(&mut self, value: Value) -> Value {
        match self.sums.are_numbers && self.sums.depth == 0 {
            true => self.with_totals(value),
            false => value,
        }
    }

    fn with_totals(&mut self, value: Value) -> Value {
        let entries = value.entries.iter().map(|&entry| self.number_of_sums(entry));
        Value::of(value.shape, entries.collect())
    }

    /// The symbol of a number, if it contains sums.
    fn number_of_sums(&mut self, value: Symbol) -> Symbol {
        if !self.graph.any_depends_on(&[value], &self.symbols_of_sums(0)) {
            return value;
        }
        if let Some(known) = self.sums.totals.iter().find(|total| total.value == value) {
            return known.symbol;
        }
        let symbol = self.graph.symbol(&format!("total {}", self.sums.totals.len()));
        self.sums.totals.push(Total { symbol, value });
        symbol
    }

    /// The value with the sums themselves where it is affine in them, as everywhere else.
    pub(crate) fn with_sums(&mut self, value: Value) -> Value {
        let totals: Vec<_> = self
            .sums
            .totals
            .iter()
            .map(|total| (total.symbol, total.value))
            .collect();
        let symbols: Vec<_> = totals.iter().map(|(symbol, _)| *symbol).collect();
        let degrees = self.graph.degrees_in(&value.entries, &symbols);
        let entries = self.graph.substitute(&value.entries, &totals);
        let both = value.entries.into_iter().zip(entries).zip(degrees);
        Value {
            shape: value.shape,
            entries: both
                .map(|((function, affine), degree)| match degree {
                    Some(0 | 1) => affine,
                    _ => function,
                })
                .collect(),
        }
    }

    /// The markers of sums that begin at this depth, or within it.
    fn symbols_of_sums(&self, depth: usize) -> Vec<Symbol> {
        let markers = self.sums.markers_from(depth).into_iter();
        markers.map(|marker| marker.symbol).collect()
    }

    /// A value within sums. One that contains a sum which was made outside of the one that uses it is a number, or refused.
    pub(in crate::lower) fn of_this_sum(&mut self, user: &Ident, value: Value) -> Lowered {
        let depth = self.sums.depth;
        let within = self.symbols_of_sums(depth);
        let mut outside = self.symbols_of_sums(0);
        outside.retain(|symbol| !within.contains(symbol));
        if outside.is_empty() || !self.graph.any_depends_on(&value.entries, &outside) {
            return Ok(value);
        }
        let is_whole = !self
            .graph
            .any_depends_on(&value.entries, &self.symbols_of_sums(1));
        match self.sums.are_numbers && is_whole {
            true => Ok(self.with_totals(value)),
            false => Err(self.refuse_sum_of_outside(user)),
        }
    }

    fn refuse_sum_of_outside(&mut self, user: &Ident) -> Reported {
        let range = self.sums.why().of_ranges("range");
        let message = format!(
            "`{user}` contains a sum over {range}, and this is within another one, a product of two sums: write the sum out here, \
             or make it a field if it is one of fields alone"
        );
        self.report(user, message)
    }

    /// Rates of symbols, with those of the numbers that a value contains.
    pub(in crate::lower) fn with_rates_of_totals(
        &mut self,
        value: &Value,
        mut rates: Vec<(Symbol, Symbol)>,
    ) -> Vec<(Symbol, Symbol)> {
        for total in totals_in(&self.graph, &self.sums.totals, &value.entries) {
            let rate = self.graph.time_derivatives(&[total.value], &rates);
            let rate = rate
                .into_iter()
                .map(|rate| (total.symbol, self.number_of_sums(rate)));
            rates.extend(rate.collect::<Vec<_>>());
        }
        rates
    }

    /// Whether a value contains symbols, also within its sums.
    pub(in crate::lower) fn contains(&self, value: &Value, symbols: &[Symbol]) -> bool {
        let totals = totals_in(&self.graph, &self.sums.totals, &value.entries).into_iter();
        let all = value
            .entries
            .iter()
            .copied()
            .chain(totals.map(|total| total.value));
        self.graph.any_depends_on(&all.collect::<Vec<_>>(), symbols)
    }
}
