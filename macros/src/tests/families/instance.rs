//! A system of any size with numbers in its fields: its sums item by item, and the values of what is in them.
//!
//! It shares nothing with what reads formulas but the model: indices are evaluated here once more.

use std::collections::BTreeMap;

use extremal_symbolic::Expr;

use crate::model::{Atom, Extent, Families, Integer, Range};
use crate::system::System;

/// The numbers of a field, with its lengths from the outside in.
pub(super) struct Numbers {
    pub(super) lengths: Vec<usize>,
    pub(super) numbers: Vec<f64>,
}

pub(super) type Fields = BTreeMap<&'static str, Numbers>;

pub(super) struct Instance<'a> {
    pub(super) system: &'a mut System,
    pub(super) fields: &'a Fields,
    pub(super) q: &'a [f64],
    pub(super) v: &'a [f64],
}

impl Instance<'_> {
    pub(super) fn families(&self) -> Families {
        self.system.model.families.clone().expect("a system of any size")
    }

    fn field(&self, field: usize) -> &Numbers {
        let name = self.system.declaration.fields[field].ident.to_string();
        &self.fields[name.as_str()]
    }

    fn entry(&self, field: usize, indices: &[i64]) -> f64 {
        let Numbers { lengths, numbers } = self.field(field);
        let mut place = 0;
        for (&index, &length) in indices.iter().zip(lengths) {
            let index = usize::try_from(index).expect("an index from 0");
            assert!(index < length, "{index} of {length}");
            place = place * length + index;
        }
        numbers[place]
    }

    pub(super) fn all(&self, integers: &[Integer], running: &[i64]) -> Vec<i64> {
        integers
            .iter()
            .map(|integer| self.integer(integer, running))
            .collect()
    }

    #[expect(clippy::cast_possible_truncation, reason = "these numbers are indices")]
    pub(super) fn integer(&self, integer: &Integer, running: &[i64]) -> i64 {
        let terms = integer.terms.iter().map(|(atom, factor)| {
            let value = match atom {
                Atom::Running(index) => running[*index],
                Atom::Field(field) => self.entry(*field, &[]) as i64,
                Atom::Constant(name) => self.fields[name.as_str()].numbers[0] as i64,
                Atom::Length(field, indices) => self.field(*field).lengths[indices.len()] as i64,
                Atom::Entry(field, indices) => self.entry(*field, &self.all(indices, running)) as i64,
                Atom::Product(factors) => self.all(factors, running).into_iter().product(),
                Atom::Quotient(a, b) => self.integer(a, running) / self.integer(b, running),
                Atom::Remainder(a, b) => self.integer(a, running) % self.integer(b, running),
            };
            factor * value
        });
        integer.constant + terms.sum::<i64>()
    }

    /// Where a local coordinate is for these running indices.
    pub(super) fn global(&self, local: usize, running: &[i64]) -> usize {
        let families = self.families();
        let place = &families.places[local];
        let item = usize::try_from(self.integer(&place.item, running)).expect("an item from 0");
        let extent = &families.extents[place.quantity];
        let within = item * extent.inner + place.component;
        assert!(within < self.size(extent), "{within} is beyond `{}`", extent.name);
        self.offset(place.quantity) + within
    }

    fn size(&self, extent: &Extent) -> usize {
        let items = extent.items.as_ref().map_or(1, |items| self.integer(items, &[]));
        usize::try_from(items).expect("a length") * extent.inner
    }

    /// How many numbers stand before those of a declared coordinate.
    pub(super) fn offset(&self, quantity: usize) -> usize {
        let families = self.families();
        families.extents[..quantity]
            .iter()
            .map(|extent| self.size(extent))
            .sum()
    }

    /// The values of all symbols that an expression contains.
    fn values(&self, e: Expr, running: &[i64]) -> Vec<(Expr, f64)> {
        let model = &self.system.model;
        let families = self.families();
        let used = model.graph.symbols_below(&[e]);
        let mut values = Vec::new();
        for (local, (&q, &v)) in model.coordinates.iter().zip(&model.velocities).enumerate() {
            if used.contains(&q) || used.contains(&v) {
                let at = self.global(local, running);
                values.extend([(q, self.q[at]), (v, self.v[at])]);
            }
        }
        for (parameter, &symbol) in model.parameters.iter().enumerate() {
            if !used.contains(&symbol) {
                continue;
            }
            let read = families.reads.iter().find(|read| read.parameter == parameter);
            values.push((
                symbol,
                match read {
                    Some(read) => self.entry(read.field, &self.all(&read.indices, running)),
                    None => self.by_name(symbol, running),
                },
            ));
        }
        values
    }

    /// A number of a known place, or an integer of the form n - c.
    #[expect(clippy::cast_precision_loss, reason = "small integers")]
    fn by_name(&self, symbol: Expr, running: &[i64]) -> f64 {
        let name = self.system.model.graph.name_of(symbol).unwrap_or_default();
        let (name, less) = name.split_once(" - ").unwrap_or((name, "0"));
        let less: f64 = less.parse().expect("a number");
        let index = || {
            let indices = self.families().indices.into_iter().zip(running);
            let mut indices = indices.filter(|(index, at)| index == name && **at != i64::MIN);
            let (_, at) = indices.next().expect("an index of the item");
            *at as f64
        };
        self.fields
            .get(name)
            .map_or_else(index, |numbers| numbers.numbers[0])
            - less
    }

    /// Calls `each` for the indices of all items.
    pub(super) fn items(&self, ranges: &[Range], running: &mut Vec<i64>, each: &mut impl FnMut(&[i64])) {
        let Some((range, inner)) = ranges.split_first() else {
            return each(running);
        };
        for i in self.integer(&range.first, running)..self.integer(&range.beyond, running) {
            running[range.index] = i;
            self.items(inner, running, each);
        }
    }

    /// The sum of an expression over all items: the indices of each, and what it adds.
    pub(super) fn terms(&mut self, e: Expr) -> Vec<(Vec<i64>, f64)> {
        let families = self.families();
        let graph = &mut self.system.model.graph;
        let zero = graph.zero();
        let symbols: Vec<Expr> = families.markers.iter().map(|marker| marker.symbol).collect();
        let mut templates = graph.gradient(e, &symbols);
        let without: Vec<(Expr, Expr)> = symbols.iter().map(|&symbol| (symbol, zero)).collect();
        templates.push(graph.substitute(&[e], &without)[0]);
        assert!(
            !graph.any_depends_on(&templates, &symbols),
            "affine in the markers"
        );
        let mut terms = Vec::new();
        for (at, template) in templates.into_iter().enumerate() {
            let ranges = families.markers.get(at).map_or(&[][..], |marker| &marker.ranges);
            if template != zero {
                self.rows(template, ranges, &mut terms);
            }
        }
        terms
    }

    fn rows(&self, template: Expr, ranges: &[Range], terms: &mut Vec<(Vec<i64>, f64)>) {
        // More than there are ranges in a test.
        self.items(ranges, &mut vec![i64::MIN; 16], &mut |running| {
            let values = self.values(template, running);
            let value = self.system.model.graph.evaluate(&[template], &values)[0];
            terms.push((running.to_vec(), value));
        });
    }

    pub(super) fn sum(&mut self, e: Expr) -> f64 {
        self.terms(e).into_iter().map(|(_, value)| value).sum()
    }

    /// The numbers of all constraints, item by item.
    pub(super) fn constraints(&mut self) -> Vec<f64> {
        let families = self.families();
        let constraints = self.system.model.constraints.clone();
        let words: Vec<String> = self.system.constraints.iter().map(|name| word(name)).collect();
        let constraints = constraints.into_iter().zip(&families.rows).enumerate();
        let mut found = Vec::new();
        for (number, (g, row)) in constraints {
            let array = words.iter().position(|other| *other == words[number]);
            let ranges = row.map_or(&[][..], |marker| &families.markers[marker].ranges);
            let outer: Vec<usize> = ranges.iter().map(|range| range.index).collect();
            let mut rows: std::collections::BTreeMap<Vec<i64>, f64> = std::collections::BTreeMap::new();
            // A row has sums within it, each with a marker of its own.
            let graph = &mut self.system.model.graph;
            let symbols: Vec<Expr> = families.markers.iter().map(|marker| marker.symbol).collect();
            let mut parts = graph.gradient(g, &symbols);
            let without: Vec<(Expr, Expr)> = symbols.iter().map(|&symbol| (symbol, graph.zero())).collect();
            parts.push(graph.substitute(&[g], &without)[0]);
            let zero = graph.zero();
            for (at, part) in parts.into_iter().enumerate() {
                if part == zero && at < families.markers.len() {
                    continue;
                }
                let ranges = families.markers.get(at).map_or(ranges, |marker| &marker.ranges);
                let mut terms = Vec::new();
                self.rows(part, ranges, &mut terms);
                for (running, value) in terms {
                    let row = outer.iter().map(|&index| running[index]).collect();
                    *rows.entry(row).or_default() += value;
                }
            }
            found.extend(rows.into_iter().map(|(item, value)| (array, item, value)));
        }
        // Components of one array are item by item; the sort is stable.
        found.sort_by_key(|found| (found.0, found.1.clone()));
        found.into_iter().map(|(_, _, value)| value).collect()
    }

    /// f, one number for each coordinate.
    pub(super) fn forces(&mut self) -> Vec<f64> {
        let mut forces = vec![0.0; self.q.len()];
        for local in 0..self.system.model.force.len() {
            for (running, value) in self.terms(self.system.model.force[local]) {
                forces[self.global(local, &running)] += value;
            }
        }
        forces
    }
}

/// The name of an array without indices.
fn word(name: &str) -> String {
    name.split('[').next().unwrap_or_default().to_owned()
}
