//! Which tests the items of a marker need: that fields have what is read, and that it is finite.
//! It refuses to know templates: only markers, places and parameters.

use std::collections::BTreeSet;

use crate::declaration::{Extent, Layer};
use crate::derive::Kernel;
use crate::derive::family::Items;
use crate::loops::checks::{Check, Count, Row};
use crate::loops::nest::{Nest, level};
use crate::model::{Atom, Families, Integer, Model, Place, Range, Reaction};
use crate::system::System;

/// What the items of one marker use.
#[derive(Clone)]
pub(crate) struct Walk<'a> {
    system: &'a System,
    families: &'a Families,
    coordinates: BTreeSet<usize>,
    inputs: BTreeSet<usize>,
    /// The numbers of parameters in the model.
    parameters: BTreeSet<usize>,
    /// The multipliers of items.
    reactions: Vec<&'a Reaction>,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(system: &'a System, families: &'a Families) -> Self {
        Self {
            system,
            families,
            coordinates: BTreeSet::new(),
            inputs: BTreeSet::new(),
            parameters: BTreeSet::new(),
            reactions: Vec::new(),
        }
    }

    pub(crate) fn add<'k>(&mut self, items: &Items, kernels: impl Iterator<Item = &'k Kernel>) {
        self.coordinates.extend(&items.coordinates);
        self.inputs.extend(&items.inputs);
        let all = &self.system.model.parameters;
        for symbol in kernels.flat_map(|kernel| kernel.used("parameters")) {
            self.parameters
                .extend(all.iter().position(|known| *known == symbol));
        }
    }

    pub(crate) fn add_reactions(&mut self, kernel: &Kernel) {
        self.reactions
            .extend(reactions(&self.system.model, self.families, kernel));
    }

    /// What depends on these running indices only, and on each of them.
    pub(crate) fn only(&self, indices: &[usize]) -> Self {
        let indices: BTreeSet<usize> = indices.iter().copied().collect();
        let is_of = |integers: &[Integer]| {
            let mut running = BTreeSet::new();
            integers
                .iter()
                .for_each(|integer| integer.collect_running(&mut running));
            running == indices
        };
        let mut only = self.clone();
        only.coordinates
            .retain(|&at| is_of(std::slice::from_ref(&self.families.places[at].item)));
        only.parameters
            .retain(|&at| is_of(self.indices_of(at).unwrap_or_default()));
        only
    }

    /// What finds a parameter that is a number of a list.
    fn indices_of(&self, parameter: usize) -> Option<&'a [Integer]> {
        let mut reads = self.families.reads.iter();
        let read = reads.find(|read| read.parameter == parameter);
        read.map(|read| &read.indices[..])
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.coordinates.is_empty() && self.parameters.is_empty()
    }

    /// The checks of all items.
    pub(crate) fn nest(&self, ranges: &[Range]) -> Nest<Check> {
        let mut nest = Nest::over(ranges);
        for (at, level) in nest.levels.iter_mut().enumerate() {
            let checks = &mut level.before;
            self.places(ranges, at, checks);
            for &parameter in &self.parameters {
                self.parameter(ranges, at, parameter, checks);
            }
            self.reactions(ranges, at, checks);
            if let Some(range) = ranges.get(at) {
                self.end(&ranges[..at], &range.first, checks);
                self.end(&ranges[..at], &range.beyond, checks);
                checks.extend(rising(range));
            }
        }
        nest
    }

    /// Coordinates and inputs of a level.
    fn places(&self, ranges: &[Range], at: usize, checks: &mut Vec<Check>) {
        let families = self.families;
        let coordinates = self.coordinates.iter();
        let coordinates = coordinates.map(|&k| (&families.extents, &families.places[k]));
        let inputs = self.inputs.iter();
        let inputs = inputs.filter_map(|&k| {
            let inputs = families.inputs.as_ref()?;
            Some((&inputs.extents, &inputs.places[k]))
        });
        for (extents, Place { quantity, item, .. }) in coordinates.chain(inputs) {
            let extent = &extents[*quantity];
            if let Some(items) = extent.items.as_ref().filter(|_| level(ranges, item) == at) {
                self.entries(ranges, item, checks);
                checks.push(index(ranges, item, &extent.name, Count::Of(items.clone())));
            }
        }
    }

    /// Multipliers of a level.
    fn reactions(&self, ranges: &[Range], at: usize, checks: &mut Vec<Check>) {
        let is_here = |reaction: &&&Reaction| level(ranges, &reaction.item) == at;
        for Reaction { constraint, item } in self.reactions.iter().filter(is_here) {
            let name = self
                .system
                .constraints
                .get(*constraint)
                .map_or("", String::as_str);
            let name = format!("multiplier({})", name.split('[').next().unwrap_or_default());
            self.entries(ranges, item, checks);
            checks.push(index(ranges, item, &name, Count::Constraint(*constraint)));
        }
    }

    /// A parameter: it is there, and finite.
    fn parameter(&self, ranges: &[Range], at: usize, parameter: usize, checks: &mut Vec<Check>) {
        let Some(read) = self
            .families
            .reads
            .iter()
            .find(|read| read.parameter == parameter)
        else {
            if at == 0 && !self.families.integers.contains(&parameter) {
                checks.push(Check::Finite { parameter, of: None });
            }
            return;
        };
        let of = read.indices.iter().map(|index| level(ranges, index)).max();
        let Some(first) = read.indices.first().filter(|_| of == Some(at)) else {
            return;
        };
        for index in &read.indices {
            self.entries(ranges, index, checks);
        }
        checks.push(index(
            ranges,
            first,
            &self.name(read.field),
            Count::Rows(read.field),
        ));
        self.rows(read.field, &read.indices, checks);
        checks.push(Check::Finite {
            parameter,
            of: Some(row(read.field, &read.indices)),
        });
    }

    /// The entries of fields of integers within an integer: they are there.
    pub(crate) fn entries(&self, ranges: &[Range], value: &Integer, checks: &mut Vec<Check>) {
        for (atom, _) in &value.terms {
            match atom {
                Atom::Running(_) | Atom::Constant(_) | Atom::Field(_) => {}
                Atom::Length(field, indices) | Atom::Entry(field, indices) => {
                    for index in indices {
                        self.entries(ranges, index, checks);
                    }
                    if let Some(first) = indices.first() {
                        checks.push(index(ranges, first, &self.name(*field), Count::Rows(*field)));
                    }
                    self.rows(*field, indices, checks);
                }
                Atom::Product(factors) => {
                    for factor in factors {
                        self.entries(ranges, factor, checks);
                    }
                }
                Atom::Quotient(a, b) | Atom::Remainder(a, b) => {
                    self.entries(ranges, a, checks);
                    self.entries(ranges, b, checks);
                    checks.push(Check::Divisor((**b).clone()));
                }
            }
            // What is added to an entry or a field must not wrap round. Alone it is compared with a length.
            if *value != Integer::atom(atom.clone()) {
                checks.extend(sign(atom));
            }
        }
    }

    /// Lists within a list: they have the items that are read.
    fn rows(&self, field: usize, indices: &[Integer], checks: &mut Vec<Check>) {
        let layers = &self.system.declaration.fields[field].nested.layers;
        let lists = layers
            .iter()
            .take_while(|layer| matches!(layer, Layer::Vector(_)))
            .zip(indices)
            .enumerate();
        for (depth, (layer, index)) in lists.skip(1) {
            if matches!(layer, Layer::Vector(Extent::Unknown(_))) {
                checks.push(Check::Within {
                    field,
                    row: indices[0].clone(),
                    index: index.clone(),
                    count: Integer::atom(Atom::Length(field, indices[..depth].to_vec())),
                });
            }
        }
    }

    /// The end of a range: what it is made of is there, and no entry of a field is too large to have a sign.
    fn end(&self, ranges: &[Range], end: &Integer, checks: &mut Vec<Check>) {
        self.entries(ranges, end, checks);
        checks.extend(end.terms.iter().filter_map(|(atom, _)| sign(atom)));
    }

    fn name(&self, field: usize) -> String {
        self.system.declaration.fields[field].ident.to_string()
    }
}

/// The multipliers that a kernel reads.
pub(crate) fn reactions<'m>(model: &Model, families: &'m Families, kernel: &Kernel) -> Vec<&'m Reaction> {
    let all = std::iter::zip(&model.multipliers, &families.reactions);
    let of = |symbol| all.clone().find(|(known, _)| **known == symbol);
    let used = kernel.used("lambda").into_iter();
    used.filter_map(|symbol| Some(of(symbol)?.1)).collect()
}

/// A range from one entry of a field to another, as `first[i]..first[i + 1]`, does not end before it begins, where it would
/// have no item without a word. Others may: `i + 2..n` does for the last i.
fn rising(range: &Range) -> Option<Check> {
    let ends = [&range.first, &range.beyond];
    let [Some((field, indices)), Some(_)] = ends.map(entry_alone) else {
        return None;
    };
    Some(Check::Rising {
        of: row(field, indices),
        ends: ends.map(Integer::clone),
    })
}

/// An entry or a field is not too large to have a sign.
fn sign(atom: &Atom) -> Option<Check> {
    let of = match atom {
        Atom::Entry(field, indices) => row(*field, indices),
        Atom::Field(field) => row(*field, &[]),
        _ => return None,
    };
    let found = Integer::atom(atom.clone());
    Some(Check::Sign { of, found })
}

fn row(field: usize, indices: &[Integer]) -> Row {
    Row {
        field,
        at: indices.first().cloned(),
    }
}

/// An index of `name` is below a count. One that a field of integers gives is the mistake of that field; one that runs is a
/// mistake of the length of `name`.
fn index(ranges: &[Range], index: &Integer, name: &str, count: Count) -> Check {
    let found = index.clone();
    if let Some((field, indices)) = entry(index) {
        let of = row(field, indices);
        return Check::Index { of, found, count };
    }
    let mut running = BTreeSet::new();
    index.collect_running(&mut running);
    let of_it = ranges.iter().filter(|range| running.contains(&range.index));
    Check::Length {
        name: name.to_owned(),
        ranges: of_it.cloned().collect(),
        expected: largest(ranges, index),
        found,
        count,
    }
}

/// An entry of a field within an integer.
fn entry(value: &Integer) -> Option<(usize, &[Integer])> {
    let mut atoms = value.terms.iter();
    atoms.find_map(|(atom, _)| match atom {
        Atom::Entry(field, indices) => Some((*field, &indices[..])),
        _ => None,
    })
}

/// An integer that is an entry of a field and nothing besides.
fn entry_alone(value: &Integer) -> Option<(usize, &[Integer])> {
    let (field, indices) = entry(value)?;
    let alone = Integer::atom(Atom::Entry(field, indices.to_vec()));
    (*value == alone).then_some((field, indices))
}

/// One more than the largest value of an integer that grows with its running indices: each at the end of its range.
pub(crate) fn largest(ranges: &[Range], index: &Integer) -> Integer {
    let mut value = index.clone();
    for range in ranges.iter().rev() {
        let running = Integer::atom(Atom::Running(range.index));
        let factor = value
            .terms
            .iter()
            .find(|(atom, _)| *atom == Atom::Running(range.index))
            .map(|(_, factor)| *factor);
        if let Some(factor) = factor.filter(|factor| *factor > 0) {
            let last = range.beyond.plus(-1, &Integer::literal(1));
            let moved = last.and_then(|last| value.plus(-factor, &running)?.plus(factor, &last));
            value = moved.unwrap_or(value);
        }
    }
    value.plus(1, &Integer::literal(1)).unwrap_or(value)
}
