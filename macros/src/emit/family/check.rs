//! `Family::check`: a walk through all items, which finds fields that do not fit each other before a step reads them.
//! It refuses to know templates: only markers, places and parameters.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;

use crate::declaration::{Extent, Layer, constant_tokens};
use crate::derive::Kernel;
use crate::derive::family::{Family, Items, Pass};
use crate::emit::call::Context;
use crate::emit::family::check_contacts;
use crate::emit::family::check_lengths;
use crate::emit::family::numbers::Numbers;
use crate::emit::family::outputs;
use crate::emit::kernel::used_arguments;
use crate::model::{Atom, Integer, Range, Reaction};

/// The body of `check`.
pub(super) fn body(context: &Context<'_>, numbers: &Numbers<'_>, family: &Family) -> TokenStream {
    let extents = numbers.families.extents.iter().filter_map(|extent| {
        let items = extent.items.as_ref()?;
        let (name, count) = (numbers.text(items), numbers.integer(items));
        let entries = Walk::new(context, numbers).entries(&[], items);
        Some(quote!(#entries _x::items::not_empty(#name, #count)?;))
    });
    let markers = [None]
        .into_iter()
        .chain((0..numbers.families.markers.len()).map(Some));
    let markers = markers.map(|marker| {
        let walk = Walk::of(context, numbers, family, marker);
        walk.within(numbers.ranges(marker), 0)
    });
    let near = check_contacts::near(context, numbers, family);
    let lengths = check_lengths::all(context, numbers);
    let declaration = &context.system.declaration;
    let constants = numbers.families.constants().into_iter();
    let constants = constants.map(|path| constant_tokens(&path, declaration));
    quote! {
        #(_x::items::rows::is_length(#constants);)*
        #(#extents)*
        #(#markers)*
        #near
        #lengths
        _x::Ok(())
    }
}

/// What the items of one marker use.
#[derive(Clone)]
pub(super) struct Walk<'a> {
    context: &'a Context<'a>,
    pub(super) numbers: &'a Numbers<'a>,
    coordinates: BTreeSet<usize>,
    inputs: BTreeSet<usize>,
    /// The numbers of parameters in the model.
    parameters: BTreeSet<usize>,
    /// The multipliers of items.
    reactions: Vec<&'a Reaction>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(context: &'a Context<'a>, numbers: &'a Numbers<'a>) -> Self {
        Self {
            context,
            numbers,
            coordinates: BTreeSet::new(),
            inputs: BTreeSet::new(),
            parameters: BTreeSet::new(),
            reactions: Vec::new(),
        }
    }

    fn of(
        context: &'a Context<'a>,
        numbers: &'a Numbers<'a>,
        family: &'a Family,
        marker: Option<usize>,
    ) -> Self {
        let mut walk = Self::new(context, numbers);
        for template in family
            .templates
            .iter()
            .filter(|template| template.items.marker == marker)
        {
            walk.add(
                &template.items,
                template.passes().into_iter().flat_map(Pass::kernels),
            );
        }
        for (items, pass) in family.outputs.all().filter(|(items, _)| items.marker == marker) {
            walk.add(items, pass.kernels());
            walk.reactions
                .extend(outputs::reactions_of(context, numbers, &pass.kernel));
        }
        for contact in &family.contacts {
            if let Some(points) = contact
                .points
                .as_ref()
                .filter(|points| points.items.marker == marker)
            {
                walk.add(&points.items, points.passes().flat_map(Pass::kernels));
            }
            // Pairs that may be apart are not looked at one by one.
            if contact.points.is_none() && contact.items.marker == marker {
                walk.add(&contact.items, contact.passes().flat_map(Pass::kernels));
            }
        }
        walk
    }

    /// What depends on these running indices only, and on each of them.
    pub(super) fn only(&self, indices: &[usize]) -> Self {
        let indices: BTreeSet<usize> = indices.iter().copied().collect();
        let families = self.numbers.families;
        let of_read = |parameter: usize| {
            let read = families.reads.iter().find(|read| read.parameter == parameter);
            let mut running = BTreeSet::new();
            for index in read.iter().flat_map(|read| &read.indices) {
                index.collect_running(&mut running);
            }
            running
        };
        let of_place = |at: usize| {
            let mut running = BTreeSet::new();
            families.places[at].item.collect_running(&mut running);
            running
        };
        let coordinates = self.coordinates.iter().copied();
        let parameters = self.parameters.iter().copied();
        Self {
            coordinates: coordinates.filter(|&at| of_place(at) == indices).collect(),
            parameters: parameters.filter(|&at| of_read(at) == indices).collect(),
            ..self.clone()
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.coordinates.is_empty() && self.parameters.is_empty()
    }

    pub(super) fn add<'k>(&mut self, items: &Items, kernels: impl Iterator<Item = &'k Kernel>) {
        self.coordinates.extend(&items.coordinates);
        self.inputs.extend(&items.inputs);
        let all = &self.context.system.model.parameters;
        for argument in kernels
            .flat_map(used_arguments)
            .filter(|argument| argument.name == "parameters")
        {
            let read = argument.symbols.iter();
            self.parameters
                .extend(read.filter_map(|symbol| all.iter().position(|known| known == symbol)));
        }
    }

    pub(super) fn within(&self, ranges: &[Range], level: usize) -> TokenStream {
        let mut checks = TokenStream::new();
        let families = self.numbers.families;
        let coordinates = self.coordinates.iter();
        let coordinates = coordinates.map(|&k| (&families.extents, &families.places[k]));
        let inputs = self.inputs.iter();
        let inputs = inputs.filter_map(|&k| {
            let inputs = families.inputs.as_ref()?;
            Some((&inputs.extents, &inputs.places[k]))
        });
        for (extents, place) in coordinates.chain(inputs) {
            let extent = &extents[place.quantity];
            let Some(items) = &extent.items else {
                continue;
            };
            if Numbers::level(ranges, &place.item) == level {
                let (item, range) = (&place.item, self.numbers.integer(items));
                checks.extend(self.entries(ranges, item));
                checks.extend(self.index(ranges, item, &extent.name, &range));
            }
        }
        for &parameter in &self.parameters {
            checks.extend(self.parameter(ranges, level, parameter));
        }
        let is_here = |reaction: &&&Reaction| Numbers::level(ranges, &reaction.item) == level;
        for reaction in self.reactions.iter().filter(is_here) {
            let item = &reaction.item;
            let name = format!("multiplier({})", self.numbers.array_of(reaction.constraint));
            let rows = self
                .numbers
                .items(self.numbers.ranges_of_row(reaction.constraint));
            checks.extend(self.entries(ranges, item));
            checks.extend(self.index(ranges, item, &name, &rows));
        }
        let Some(range) = ranges.get(level) else {
            return checks;
        };
        let walked = self.numbers.for_each(range, &self.within(ranges, level + 1));
        let ends = [&range.first, &range.beyond].map(|end| self.end(&ranges[..level], end));
        let rising = self.rising(range);
        quote! {
            #checks
            #(#ends)*
            #rising
            #walked
        }
    }

    /// A parameter: it is there, and finite.
    fn parameter(&self, ranges: &[Range], level: usize, parameter: usize) -> TokenStream {
        let tokens = &self.context.system.parameters[parameter];
        let reads = &self.numbers.families.reads;
        let Some(read) = reads.iter().find(|read| read.parameter == parameter) else {
            let model = &self.context.system.model;
            let name = model
                .graph
                .name_of(model.parameters[parameter])
                .unwrap_or_default();
            return match level {
                0 if !self.numbers.families.integers.contains(&parameter) => {
                    quote!(_x::items::finite(#name, _x::None, #tokens)?;)
                }
                _ => TokenStream::new(),
            };
        };
        let of = read
            .indices
            .iter()
            .map(|index| Numbers::level(ranges, index))
            .max();
        let Some(first) = read.indices.first().filter(|_| of == Some(level)) else {
            return TokenStream::new();
        };
        let field = self.numbers.field(read.field);
        let (name, row) = (field.to_string(), self.numbers.integer(first));
        let entries = read.indices.iter().map(|index| self.entries(ranges, index));
        let there = self.index(ranges, first, &name, &quote!(_x::count(_x::Some(&self.#field))));
        let rows = self.rows(read.field, &read.indices);
        quote! {
            #(#entries)*
            #there
            #rows
            _x::items::finite(#name, _x::Some(#row), #tokens)?;
        }
    }

    /// The entries of fields of integers within an integer: they are there.
    pub(super) fn entries(&self, ranges: &[Range], value: &Integer) -> TokenStream {
        let mut checks = TokenStream::new();
        for (atom, _) in &value.terms {
            match atom {
                Atom::Running(_) | Atom::Constant(_) => {}
                Atom::Field(_) => checks.extend(self.sign_within(value, atom)),
                Atom::Length(field, indices) | Atom::Entry(field, indices) => {
                    checks.extend(indices.iter().map(|index| self.entries(ranges, index)));
                    if let Some(first) = indices.first() {
                        let field = self.numbers.field(*field);
                        checks.extend(self.index(
                            ranges,
                            first,
                            &field.to_string(),
                            &quote!(_x::count(_x::Some(&self.#field))),
                        ));
                    }
                    checks.extend(self.rows(*field, indices));
                    checks.extend(self.sign_within(value, atom));
                }
                Atom::Product(factors) => {
                    checks.extend(factors.iter().map(|factor| self.entries(ranges, factor)));
                }
                Atom::Quotient(a, b) | Atom::Remainder(a, b) => {
                    checks.extend([a, b].map(|value| self.entries(ranges, value)));
                    let (text, divisor) = (self.numbers.text(b), self.numbers.integer(b));
                    checks.extend(quote!(_x::items::divisor(#text, #divisor)?;));
                }
            }
        }
        checks
    }

    /// What is added to an entry or a field must not wrap round. Alone it is compared with a length.
    fn sign_within(&self, value: &Integer, atom: &Atom) -> Option<TokenStream> {
        let is_alone = *value == Integer::atom(atom.clone());
        if is_alone { None } else { self.sign(atom) }
    }

    /// An entry or a field is not too large to have a sign.
    pub(super) fn sign(&self, atom: &Atom) -> Option<TokenStream> {
        let (field, row) = match atom {
            Atom::Entry(field, indices) => self.named_row(*field, indices),
            Atom::Field(field) => self.named_row(*field, &[]),
            _ => return None,
        };
        let found = self.numbers.integer(&Integer::atom(atom.clone()));
        Some(quote!(_x::items::end(#field, #row, #found)?;))
    }

    /// The name of a field, and the row of an entry of it.
    pub(super) fn named_row(&self, field: usize, indices: &[Integer]) -> (String, TokenStream) {
        let row = indices.first().map(|row| self.numbers.integer(row));
        (self.numbers.field(field).to_string(), row.unwrap_or(quote!(0)))
    }

    /// Lists within a list: they have the items that are read.
    fn rows(&self, field: usize, indices: &[Integer]) -> TokenStream {
        let layers = &self.context.system.declaration.fields[field].nested.layers;
        let lists = layers
            .iter()
            .take_while(|layer| matches!(layer, Layer::Vector(_)))
            .zip(indices)
            .enumerate();
        let unknown = lists
            .filter(|(depth, (layer, _))| *depth > 0 && matches!(layer, Layer::Vector(Extent::Unknown(_))));
        let name = self.numbers.field(field).to_string();
        let checks = unknown.map(|(depth, (_, index))| {
            let count = Integer::atom(Atom::Length(field, indices[..depth].to_vec()));
            let [row, index, count] = [&indices[0], index, &count].map(|value| self.numbers.integer(value));
            quote!(_x::items::row(#name, #row, #index, #count)?;)
        });
        checks.collect()
    }

    /// An index of `name` is below a range. One that a field of integers gives is the mistake of that field; one that runs is a
    /// mistake of the length of `name`.
    fn index(&self, ranges: &[Range], index: &Integer, name: &str, range: &TokenStream) -> TokenStream {
        let found = self.numbers.integer(index);
        if let Some((field, indices)) = entry(index) {
            let (field, row) = self.named_row(field, indices);
            return quote!(_x::items::index(#field, #row, #found, #range)?;);
        }
        let expected = self.numbers.integer(&largest(ranges, index));
        let read = self.read(ranges, index, name);
        quote!(_x::items::length((#name, #read), #found, #expected, #range)?;)
    }

    /// What reads an item, with the ranges of its indices: "`x[i + 1]` with `i` in `0..n`".
    fn read(&self, ranges: &[Range], index: &Integer, name: &str) -> String {
        let numbers = self.numbers;
        let mut running = BTreeSet::new();
        index.collect_running(&mut running);
        let of_it = ranges.iter().filter(|range| running.contains(&range.index));
        let texts = of_it.map(|range| {
            let index = &numbers.families.indices[range.index];
            let [first, beyond] = [&range.first, &range.beyond].map(|end| numbers.text(end));
            format!("`{index}` in `{first}..{beyond}`")
        });
        let texts: Vec<String> = texts.collect();
        let item = format!("`{name}[{}]`", numbers.text(index));
        match texts.is_empty() {
            true => item,
            false => format!("{item} with {}", texts.join(" and ")),
        }
    }
}

/// An entry of a field within an integer.
pub(super) fn entry(value: &Integer) -> Option<(usize, &[Integer])> {
    let mut atoms = value.terms.iter();
    atoms.find_map(|(atom, _)| match atom {
        Atom::Entry(field, indices) => Some((*field, &indices[..])),
        _ => None,
    })
}

/// One more than the largest value of an integer that grows with its running indices: each at the end of its range.
pub(super) fn largest(ranges: &[Range], index: &Integer) -> Integer {
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
