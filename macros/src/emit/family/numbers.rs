//! Where coordinates and constraints are in the whole system.
//! It refuses to know kernels.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};

use crate::declaration::{
    Declaration, integer_text, integer_tokens, number_of_row_tokens, number_tokens, running,
};
use crate::derive::family::Items;
use crate::model::{Atom, Extent, Families, Integer, Place, Range, Read};
use crate::system::System;

/// The integers of one system.
pub(super) struct Numbers<'a> {
    pub(super) families: &'a Families,
    declaration: &'a Declaration,
    /// For each constraint the marker over whose items it is a row, if it is one, and its name.
    rows: &'a [Option<usize>],
    constraints: Vec<&'a str>,
}

impl<'a> Numbers<'a> {
    pub(super) fn of(system: &'a System) -> Option<Self> {
        let families = system.model.families.as_ref()?;
        Some(Self {
            families,
            declaration: &system.declaration,
            rows: &families.rows,
            constraints: system.constraints.iter().map(String::as_str).collect(),
        })
    }

    /// The same with the components of outputs in the place of constraints.
    pub(super) fn of_outputs(&self, system: &'a System) -> Self {
        let components = system.outputs.iter().flat_map(|output| &output.components);
        Self {
            families: self.families,
            declaration: self.declaration,
            rows: &self.families.outputs,
            constraints: components.map(String::as_str).collect(),
        }
    }

    pub(super) fn integer(&self, value: &Integer) -> TokenStream {
        integer_tokens(value, self.declaration)
    }

    pub(super) fn field(&self, at: usize) -> &Ident {
        &self.declaration.fields[at].ident
    }

    /// An integer for messages.
    pub(super) fn text(&self, value: &Integer) -> String {
        integer_text(value, &self.declaration.fields, &self.families.indices)
    }

    /// The ranges of a marker, from the outside in.
    pub(super) fn ranges(&self, marker: Option<usize>) -> &'a [Range] {
        marker.map_or(&[], |marker| &self.families.markers[marker].ranges)
    }

    /// The name of the number of a local coordinate.
    pub(super) fn name(at: usize) -> Ident {
        format_ident!("__n{at}")
    }

    /// The name of the number of a local input.
    pub(super) fn name_of_input(at: usize) -> Ident {
        format_ident!("__j{at}")
    }

    /// The number of a local coordinate of the model.
    pub(super) fn coordinate(&self, at: usize) -> TokenStream {
        self.number(&self.families.extents, &self.families.places[at])
    }

    /// The number of a local input of the model.
    pub(super) fn input(&self, at: usize) -> TokenStream {
        let inputs = self.families.inputs.as_ref();
        inputs.map_or_else(
            || Literal::usize_suffixed(at).to_token_stream(),
            |inputs| self.number(&inputs.extents, &inputs.places[at]),
        )
    }

    /// offset + inner · item + component
    fn number(&self, extents: &[Extent], place: &Place) -> TokenStream {
        let extent = &extents[place.quantity];
        let inner = Literal::usize_unsuffixed(extent.inner);
        let mut number = self.offset_among(&extents[..place.quantity]);
        if extent.items.is_some() {
            let item = self.item(place);
            number = match extent.inner {
                1 => quote!((#number).wrapping_add(#item)),
                _ => quote!((#number).wrapping_add((#item).wrapping_mul(#inner))),
            };
        }
        match place.component {
            0 => number,
            component => {
                let component = Literal::usize_unsuffixed(component);
                quote!((#number).wrapping_add(#component))
            }
        }
    }

    /// The item of a place.
    fn item(&self, place: &Place) -> TokenStream {
        match place.item.known().map(usize::try_from) {
            Some(Ok(item)) => Literal::usize_suffixed(item).to_token_stream(),
            _ => self.integer(&place.item),
        }
    }

    /// The name of the item of a local coordinate, all of whose numbers are local.
    pub(super) fn name_of_item(at: usize) -> Ident {
        format_ident!("__e{at}")
    }

    /// Where the item of a local coordinate of the model is: the numbers before its quantity, and the item.
    pub(super) fn item_of_coordinate(&self, at: usize) -> (TokenStream, TokenStream) {
        let place = &self.families.places[at];
        (self.offset(place.quantity), self.item(place))
    }

    /// How many numbers stand before those of a declared coordinate.
    pub(super) fn offset(&self, quantity: usize) -> TokenStream {
        self.offset_among(&self.families.extents[..quantity])
    }

    /// How many numbers these have.
    pub(super) fn offset_among(&self, extents: &[Extent]) -> TokenStream {
        let sizes = extents.iter().map(|before| self.size(before));
        quote!(0_usize #(.wrapping_add(#sizes))*)
    }

    /// How many numbers a declared coordinate or input has.
    pub(super) fn size(&self, extent: &Extent) -> TokenStream {
        let inner = Literal::usize_unsuffixed(extent.inner);
        match &extent.items {
            None => quote!(#inner),
            Some(items) => {
                let items = self.integer(items);
                quote!((#items).wrapping_mul(#inner))
            }
        }
    }

    /// n
    pub(super) fn count(&self) -> TokenStream {
        self.offset_among(&self.families.extents)
    }

    /// The level of a local input.
    pub(super) fn level_of_input(&self, ranges: &[Range], at: usize) -> usize {
        let inputs = self.families.inputs.as_ref();
        inputs.map_or(0, |inputs| Self::level(ranges, &inputs.places[at].item))
    }

    /// The level of the loops within which an integer changes: 0 outside all of them.
    pub(super) fn level(ranges: &[Range], value: &Integer) -> usize {
        let levels = ranges
            .iter()
            .enumerate()
            .filter(|(_, range)| mentions(value, range.index));
        levels.map(|(level, _)| level + 1).max().unwrap_or_default()
    }

    /// The level of a local coordinate.
    pub(super) fn level_of_coordinate(&self, ranges: &[Range], at: usize) -> usize {
        Self::level(ranges, &self.families.places[at].item)
    }

    /// Whether a constraint is a row of items.
    pub(super) fn is_row(&self, constraint: usize) -> bool {
        self.rows.get(constraint).copied().flatten().is_some()
    }

    /// The ranges of the items of which a constraint is a row.
    pub(super) fn ranges_of_row(&self, constraint: usize) -> &'a [Range] {
        self.ranges(self.rows.get(constraint).copied().flatten())
    }

    /// The level of the loops within which a constraint changes: a row may have sums within it.
    pub(super) fn level_of_constraint(&self, constraint: usize) -> usize {
        self.ranges_of_row(constraint).len()
    }

    /// The first constraint that is a row of items.
    pub(super) fn first_row(&self, items: &Items) -> Option<usize> {
        let mut constraints = items.constraints.iter().copied();
        constraints.find(|&constraint| self.is_row(constraint))
    }

    /// The next row, after the loops within its level.
    pub(super) fn next_row(&self, items: &Items, level: usize) -> Option<TokenStream> {
        let mut constraints = items.constraints.iter();
        let ends = constraints.any(|&row| self.is_row(row) && self.level_of_constraint(row) == level);
        ends.then(|| quote!(__item = __item.wrapping_add(1);))
    }

    /// The names of the numbers of coordinates, of constraints and of inputs that change within a level, and the numbers. A row of
    /// items has that of the item `__item`.
    pub(super) fn of_level(
        &self,
        items: &Items,
        ranges: &[Range],
        level: usize,
    ) -> [Vec<(Ident, TokenStream)>; 3] {
        let coordinates = items.coordinates.iter().enumerate();
        let coordinates = coordinates
            .filter(|&(_, &k)| self.level_of_coordinate(ranges, k) == level)
            .map(|(local, &k)| (Self::name(local), self.coordinate(k)));
        let constraints = items.constraints.iter().enumerate();
        let constraints = constraints
            .filter(|&(_, &constraint)| self.level_of_constraint(constraint) == level)
            .map(|(local, &constraint)| {
                let (first, size, place) = self.constraint(constraint);
                let [size, place] = [size, place].map(Literal::usize_unsuffixed);
                let item = match self.is_row(constraint) {
                    true => quote!(.wrapping_add(__item.wrapping_mul(#size))),
                    false => quote!(),
                };
                (
                    format_ident!("__m{local}"),
                    quote!((#first) #item .wrapping_add(#place)),
                )
            });
        let inputs = items.inputs.iter().enumerate();
        let inputs = inputs
            .filter(|&(_, &k)| self.level_of_input(ranges, k) == level)
            .map(|(local, &k)| (Self::name_of_input(local), self.input(k)));
        [coordinates.collect(), constraints.collect(), inputs.collect()]
    }

    /// `for __i0 in first..beyond { body }`
    pub(super) fn for_each(&self, range: &Range, body: &TokenStream) -> TokenStream {
        let index = running(range.index);
        let [first, beyond] = [&range.first, &range.beyond].map(|end| self.integer(end));
        quote! {
            let __first = #first;
            for __at in 0.._x::items(__first, #beyond) {
                let #index = __first.wrapping_add(__at);
                #body
            }
        }
    }

    /// How a parameter that only the program finds is read: the name of its value, and the tokens.
    pub(super) fn read(&self, read: &Read) -> (Ident, TokenStream) {
        let name = format_ident!("__p{}", read.parameter);
        (name, number_tokens(read.field, &read.indices, self.declaration))
    }

    /// A number of a row of a field.
    pub(super) fn of_row(&self, read: &Read, row: &Ident) -> TokenStream {
        number_of_row_tokens(
            read.field,
            row,
            read.indices.get(1..).unwrap_or_default(),
            self.declaration,
        )
    }

    /// How many items a marker has.
    pub(super) fn items(&self, ranges: &[Range]) -> TokenStream {
        match ranges {
            [] => quote!(1_usize),
            [range] => {
                let [first, beyond] = [&range.first, &range.beyond].map(|end| self.integer(end));
                quote!(_x::items(#first, #beyond))
            }
            [range, rest @ ..] => {
                let inner = self.items(rest);
                let counted = self.for_each(range, &quote!(__items = __items.wrapping_add(#inner);));
                quote!({
                    let mut __items = 0_usize;
                    #counted
                    __items
                })
            }
        }
    }

    /// Constraints that are rows of the same items and of one array; others stand alone.
    pub(super) fn blocks(&self) -> Vec<(Option<usize>, usize)> {
        let mut blocks: Vec<(Option<usize>, usize)> = Vec::new();
        let mut array = None;
        for (&row, name) in self.rows.iter().zip(&self.constraints) {
            let word = name.split('[').next();
            match blocks.last_mut() {
                Some((marker, size)) if row.is_some() && *marker == row && word == array => *size += 1,
                _ => blocks.push((row, 1)),
            }
            array = word;
        }
        blocks
    }

    fn size_of_block(&self, (marker, size): (Option<usize>, usize)) -> TokenStream {
        let (items, size) = (self.items(self.ranges(marker)), Literal::usize_unsuffixed(size));
        quote!((#items).wrapping_mul(#size))
    }

    /// Each block with the names of its rows.
    pub(super) fn named_blocks(&self) -> Vec<(Option<usize>, &[&'a str])> {
        let mut at = 0;
        let blocks = self.blocks().into_iter().map(|(marker, size)| {
            at += size;
            (marker, &self.constraints[at - size..at])
        });
        blocks.collect()
    }

    /// The name of the array that a constraint is a row of.
    pub(super) fn array_of(&self, constraint: usize) -> &str {
        let name = self.constraints.get(constraint).copied().unwrap_or_default();
        name.split('[').next().unwrap_or_default()
    }

    /// How many constraints there are.
    pub(super) fn constraint_count(&self) -> TokenStream {
        let sizes = self.blocks().into_iter().map(|block| self.size_of_block(block));
        quote!(0_usize #(.wrapping_add(#sizes))*)
    }

    /// The number of the first constraint of the block of a constraint of the model; the size of the block; the place within it.
    pub(super) fn constraint(&self, at: usize) -> (TokenStream, usize, usize) {
        let (mut first, mut before) = (0, Vec::new());
        for block in self.blocks() {
            if at < first + block.1 {
                return (quote!(0_usize #(.wrapping_add(#before))*), block.1, at - first);
            }
            first += block.1;
            before.push(self.size_of_block(block));
        }
        (quote!(0_usize), 1, 0)
    }
}

fn mentions(value: &Integer, index: usize) -> bool {
    let any = |list: &[Integer]| list.iter().any(|value| mentions(value, index));
    value.terms.iter().any(|(atom, _)| match atom {
        Atom::Running(running) => *running == index,
        Atom::Field(_) | Atom::Constant(_) => false,
        Atom::Length(_, list) | Atom::Entry(_, list) | Atom::Product(list) => any(list),
        Atom::Quotient(a, b) | Atom::Remainder(a, b) => mentions(a, index) || mentions(b, index),
    })
}
