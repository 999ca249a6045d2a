//! Indices beyond the items that a coordinate or an input has, whatever the lengths are; and formulas that are the same for all items.
//!
//! It refuses to know what only the program does: what is not seen here is looked at when an integrator is made.

use std::collections::BTreeSet;

use extremal_symbolic::Expr as Symbol;
use syn::Expr;

use super::super::Lowering;
use super::EachItem;
use crate::diagnostics::Reported;
use crate::model::{Atom, Integer, Range};

/// The end of each range at which an index is taken.
#[derive(Clone, Copy)]
enum Extreme {
    Smallest,
    Largest,
}

impl Lowering<'_> {
    /// Refuses the index of an item that is not there, as `q[i + 1]` in `0..n` of n items.
    pub(super) fn is_item(&mut self, expr: &Expr, item: &Integer, items: &Integer) -> Result<(), Reported> {
        if self.has_empty_ranges() {
            return Ok(());
        }
        let known = |end: Option<Integer>| end.and_then(|end| end.known());
        let smallest = self.extreme(item, Extreme::Smallest);
        let is_below = known(smallest).is_some_and(|smallest| smallest < 0);
        let above = self.extreme(item, Extreme::Largest);
        let above = known(above.and_then(|largest| largest.plus(-1, items)));
        if !is_below && above.is_none_or(|above| above < 0) {
            return Ok(());
        }
        let ranges = self.ranges_of(item);
        let of = self.names_of_ranges(&ranges).into_iter();
        let of = of.zip(self.texts_of_ranges(&ranges));
        let of: Vec<_> = of.map(|(name, range)| format!("`{name}` in `{range}`")).collect();
        let of = of.join(" and ");
        let (index, count) = (self.text_of(item), self.text_of(items));
        let in_ring = match items.plus(1, item) {
            Some(around) if is_below => self.text_of(&around),
            _ => index.clone(),
        };
        let [in_ring, ring] = [&in_ring, &count].map(|text| in_parentheses(text));
        let message = match (ranges.is_empty(), is_below) {
            (true, _) => {
                let last = items.plus(-1, &Integer::literal(1));
                let last = last.map_or_else(|| count.clone(), |last| self.text_of(&last));
                format!("index `{index}` is out of range: there are `{count}` items, from 0 to `{last}`")
            }
            (false, true) => format!(
                "index `{index}` is below 0 for the first {of}: begin the range later, or write `{in_ring} % {ring}` if the items are \
                 a ring"
            ),
            (false, false) => format!(
                "index `{index}` is out of range for the last {of}: there are `{count}` items, and the first one has the index 0; end \
                 the range earlier, or write `{in_ring} % {ring}` if the items are a ring"
            ),
        };
        Err(self.report(expr, message))
    }

    /// Whether a range within others may have no items where these have: an index within it may be of items that are not there.
    fn has_empty_ranges(&self) -> bool {
        let mut running = self.sums.running.iter();
        self.sums.depth > 1
            && running.any(|running| running.range.first.runs() || running.range.beyond.runs())
    }

    fn ranges_of(&self, item: &Integer) -> Vec<Range> {
        let mut indices = BTreeSet::new();
        item.collect_running(&mut indices);
        indices
            .iter()
            .map(|&at| self.sums.running[at].range.clone())
            .collect()
    }

    /// The value of an index at an end of its ranges; `None` if it does not grow or fall evenly.
    fn extreme(&self, item: &Integer, extreme: Extreme) -> Option<Integer> {
        let mut value = item.clone();
        // Ranges within others have later numbers.
        for (at, running) in self.sums.running.iter().enumerate().rev() {
            let index = Atom::Running(at);
            let factor = value.terms.iter().find(|(atom, _)| *atom == index);
            let Some(&(_, factor)) = factor else { continue };
            let end = match (factor > 0, extreme) {
                (true, Extreme::Smallest) | (false, Extreme::Largest) => running.range.first.clone(),
                _ => running.range.beyond.plus(-1, &Integer::literal(1))?,
            };
            value = value.plus(-factor, &Integer::atom(index))?.plus(factor, &end)?;
        }
        (!value.runs()).then_some(value)
    }

    /// Refuses items that are the same for each index of a range.
    pub(crate) fn differs(&mut self, expr: &Expr, item: &EachItem, what: &str) -> Result<(), Reported> {
        let names = self.names_of_ranges(&item.ranges).into_iter();
        let texts = names.zip(self.texts_of_ranges(&item.ranges));
        for (range, (name, text)) in item.ranges.iter().zip(texts) {
            if self
                .graph
                .any_depends_on(&item.value.entries, &self.symbols_of(range.index))
            {
                continue;
            }
            let message = format!(
                "this is the same {what} for each `{name}` in `{text}`: use `{name}`, as in `q[{name}]`, or write it once, without this \
                 range"
            );
            return Err(self.report(expr, message));
        }
        Ok(())
    }

    /// The symbols that change with a running index.
    fn symbols_of(&self, index: usize) -> Vec<Symbol> {
        let runs = |integer: &Integer| {
            let mut indices = BTreeSet::new();
            integer.collect_running(&mut indices);
            indices.contains(&index)
        };
        let (coordinates, inputs) = (&self.sums.coordinates.places, &self.sums.inputs.places);
        let coordinates = coordinates
            .iter()
            .enumerate()
            .filter(|(_, place)| runs(&place.item));
        let coordinates =
            coordinates.flat_map(|(at, _)| [self.symbols.coordinates[at], self.symbols.velocities[at]]);
        let inputs = inputs.iter().enumerate().filter(|(_, place)| runs(&place.item));
        let inputs = inputs.map(|(at, _)| self.symbols.inputs[at]);
        let sums = self.sums.markers.iter().filter(|marker| {
            let mut ranges = marker.ranges.iter();
            ranges.any(|range| range.index == index || runs(&range.first) || runs(&range.beyond))
        });
        let sums = sums.map(|marker| marker.symbol);
        let numbers = self.parameters.numbers_with(&runs);
        coordinates.chain(inputs).chain(sums).chain(numbers).collect()
    }
}

/// A sum as an operand of a product.
fn in_parentheses(text: &str) -> String {
    if text.contains(' ') {
        format!("({text})")
    } else {
        text.to_owned()
    }
}
