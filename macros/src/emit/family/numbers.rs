//! Where coordinates and constraints are in the whole system.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};

use crate::declaration::{Declaration, integer_text, integer_tokens, number_of_row_tokens, number_tokens};
use crate::derive::family::Items;
use crate::emit::loops;
use crate::loops::item::{Indices, ranges};
use crate::model::{Extent, Families, Integer, Place, Range, Read};
use crate::system::System;

/// The integers of one system.
pub(in crate::emit) struct Numbers<'a> {
    pub(in crate::emit) families: &'a Families,
    declaration: &'a Declaration,
    /// For each constraint the marker over whose items it is a row, if it is one, and its name.
    rows: &'a [Option<usize>],
    constraints: Vec<&'a str>,
    /// The number of the first of those on velocities.
    first_rolling: usize,
    /// How many inputs are declared.
    inputs: usize,
}

impl<'a> Numbers<'a> {
    pub(in crate::emit) fn of(system: &'a System) -> Option<Self> {
        let families = system.model.families.as_ref()?;
        Some(Self {
            families,
            declaration: &system.declaration,
            rows: &families.rows,
            constraints: system.constraints.iter().map(String::as_str).collect(),
            first_rolling: system.model.constraints.len(),
            inputs: system.inputs.len(),
        })
    }

    /// The same with the components of outputs in the place of constraints.
    pub(in crate::emit) fn of_outputs(&self, system: &'a System) -> Self {
        let components = system.outputs.iter().flat_map(|output| &output.components);
        Self {
            families: self.families,
            declaration: self.declaration,
            rows: &self.families.outputs,
            constraints: components.map(String::as_str).collect(),
            first_rolling: usize::MAX,
            inputs: self.inputs,
        }
    }

    pub(in crate::emit) fn integer(&self, value: &Integer) -> TokenStream {
        integer_tokens(value, self.declaration)
    }

    pub(in crate::emit) fn field(&self, at: usize) -> &Ident {
        &self.declaration.fields[at].ident
    }

    /// An integer for messages.
    pub(in crate::emit) fn text(&self, value: &Integer) -> String {
        integer_text(value, &self.declaration.fields, &self.families.indices)
    }

    /// The ranges of a marker, from the outside in.
    pub(in crate::emit) fn ranges(&self, marker: Option<usize>) -> &'a [Range] {
        ranges(self.families, marker)
    }

    /// The number of a local coordinate of the model.
    pub(in crate::emit) fn coordinate(&self, at: usize) -> TokenStream {
        self.number(&self.families.extents, &self.families.places[at])
    }

    /// The number of a local input of the model.
    pub(in crate::emit) fn input(&self, at: usize) -> TokenStream {
        let inputs = self.families.inputs.as_ref();
        inputs.map_or_else(
            || Literal::usize_suffixed(at).to_token_stream(),
            |inputs| self.number(&inputs.extents, &inputs.places[at]),
        )
    }

    /// How many inputs all items have.
    pub(in crate::emit) fn inputs_of_all(&self) -> usize {
        match self.families.inputs {
            Some(_) => 0,
            None => self.inputs,
        }
    }

    /// The number of a local sensitivity of the model, behind all inputs.
    pub(in crate::emit) fn sensitivity(&self, at: usize) -> TokenStream {
        let inputs = match &self.families.inputs {
            Some(inputs) => self.offset_among(&inputs.extents),
            None => Literal::usize_suffixed(self.inputs).to_token_stream(),
        };
        let number = self.families.sensitivities.as_ref().map(|placed| {
            let place = &placed.places[at];
            let (before, item) = (
                self.offset_among(&placed.extents[..place.quantity]),
                self.item(place),
            );
            quote!(.wrapping_add(#before).wrapping_add(#item))
        });
        quote!((#inputs) #number)
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

    /// Where the item of a local coordinate of the model is: the numbers before its quantity, and the item.
    pub(in crate::emit) fn item_of_coordinate(&self, at: usize) -> (TokenStream, TokenStream) {
        let place = &self.families.places[at];
        (self.offset(place.quantity), self.item(place))
    }

    /// How many numbers stand before those of a declared coordinate.
    pub(in crate::emit) fn offset(&self, quantity: usize) -> TokenStream {
        self.offset_among(&self.families.extents[..quantity])
    }

    /// How many numbers these have.
    pub(in crate::emit) fn offset_among(&self, extents: &[Extent]) -> TokenStream {
        let sizes = extents.iter().map(|before| self.size(before));
        quote!(0_usize #(.wrapping_add(#sizes))*)
    }

    /// How many numbers a declared coordinate or input has.
    pub(in crate::emit) fn size(&self, extent: &Extent) -> TokenStream {
        let inner = Literal::usize_unsuffixed(extent.inner);
        match &extent.items {
            None => quote!(#inner),
            Some(items) => {
                let items = self.integer(items);
                quote!((#items).wrapping_mul(#inner))
            }
        }
    }

    /// Returns what is said of the quantity that the number `__at` is of, where it is the `__k`-th.
    pub(in crate::emit) fn quantity_of(
        &self,
        extents: &[Extent],
        said: impl Fn(usize, &Extent) -> TokenStream,
    ) -> TokenStream {
        let each = extents.iter().enumerate().map(|(quantity, extent)| {
            let (size, said) = (self.size(extent), said(quantity, extent));
            quote! {
                let __size = #size;
                if __k < __size {
                    return #said;
                }
                __k = __k.wrapping_sub(__size);
            }
        });
        quote!(let mut __k = __at; #(#each)*)
    }

    /// n
    pub(in crate::emit) fn count(&self) -> TokenStream {
        self.offset_among(&self.families.extents)
    }

    /// The items of a sum.
    pub(in crate::emit) fn indices<'i>(&'i self, items: &'i Items) -> Indices<'i> {
        Indices {
            families: self.families,
            rows: self.rows,
            items,
        }
    }

    /// The ranges of the items of which a constraint is a row.
    pub(in crate::emit) fn ranges_of_row(&self, constraint: usize) -> &'a [Range] {
        self.ranges(self.rows.get(constraint).copied().flatten())
    }

    /// How a parameter that only the program finds is read: the name of its value, and the tokens.
    pub(in crate::emit) fn read(&self, read: &Read) -> (Ident, TokenStream) {
        let name = format_ident!("__p{}", read.parameter);
        (name, number_tokens(read.field, &read.indices, self.declaration))
    }

    /// A number of a row of a field.
    pub(in crate::emit) fn of_row(&self, read: &Read, row: &Ident) -> TokenStream {
        number_of_row_tokens(
            read.field,
            row,
            read.indices.get(1..).unwrap_or_default(),
            self.declaration,
        )
    }

    /// How many items a marker has.
    pub(in crate::emit) fn items(&self, ranges: &[Range]) -> TokenStream {
        loops::items(self, ranges)
    }

    /// Constraints that are rows of the same items and of one array; others stand alone. None has constraints of both levels, as
    /// arrays have different names.
    pub(in crate::emit) fn blocks(&self) -> Vec<(Option<usize>, usize)> {
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
    pub(in crate::emit) fn named_blocks(&self) -> Vec<(Option<usize>, &[&'a str])> {
        let mut at = 0;
        let blocks = self.blocks().into_iter().map(|(marker, size)| {
            at += size;
            (marker, &self.constraints[at - size..at])
        });
        blocks.collect()
    }

    /// How many constraints there are.
    pub(in crate::emit) fn constraint_count(&self) -> TokenStream {
        let sizes = self.blocks().into_iter().map(|block| self.size_of_block(block));
        quote!(0_usize #(.wrapping_add(#sizes))*)
    }

    /// How many of them, the last ones, are on velocities.
    pub(in crate::emit) fn rolling_count(&self) -> TokenStream {
        let mut before = 0;
        let blocks = self.blocks().into_iter().filter(|(_, size)| {
            before += size;
            before > self.first_rolling
        });
        let sizes = blocks.map(|block| self.size_of_block(block));
        quote!(0_usize #(.wrapping_add(#sizes))*)
    }

    /// The number of a constraint of the model; of a row of items that of the item `__item`.
    pub(in crate::emit) fn constraint_of_item(&self, at: usize) -> TokenStream {
        let (first, size, place) = self.constraint(at);
        let [size, place] = [size, place].map(Literal::usize_unsuffixed);
        let item = match self.rows.get(at).copied().flatten() {
            Some(_) => quote!(.wrapping_add(__item.wrapping_mul(#size))),
            None => quote!(),
        };
        quote!((#first) #item .wrapping_add(#place))
    }

    /// The number of the first constraint of the block of a constraint of the model; the size of the block; the place within it.
    pub(in crate::emit) fn constraint(&self, at: usize) -> (TokenStream, usize, usize) {
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
