//! Items of contacts: kernels within loops over all items, and for one item.
//! It refuses to know what the kernels compute.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

use crate::declaration::running;
use crate::derive::family::{ContactTemplate, Family, Items, Pass};
use crate::emit::call::Context;
use crate::emit::family::loops::Loop;
use crate::emit::family::numbers::Numbers;
use crate::emit::family::places::Space;
use crate::emit::family::sums::{bindings, sources};
use crate::model::Range;

/// The indices of an item in the runtime.
pub(super) const INDICES: usize = 2;

pub(super) struct Contacts<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) numbers: &'a Numbers<'a>,
    pub(super) family: &'a Family,
}

impl<'a> Contacts<'a> {
    pub(super) fn ranges(&self, items: &Items) -> &'a [Range] {
        self.numbers.ranges(items.marker)
    }

    /// The word of a contact, and the indices of its number within an item. A contact that is not of items has them in its word.
    pub(super) fn word(&self, at: usize) -> (&'a str, Vec<usize>) {
        let name = self.context.system.contacts[at].as_str();
        let ranges = self.ranges(&self.family.contacts[at].items).len();
        if ranges == 0 {
            return (name, Vec::new());
        }
        let (word, indices) = name.split_once('[').unwrap_or((name, ""));
        let inner = indices.split(['[', ']']).filter(|index| !index.is_empty());
        (
            word,
            inner
                .skip(ranges)
                .filter_map(|index| index.parse().ok())
                .collect(),
        )
    }

    /// The loop that calls the kernel of a pass for one item.
    pub(super) fn of_pass(&self, items: &'a Items, pass: &'a Pass) -> Loop<'a> {
        Loop {
            context: self.context,
            numbers: self.numbers,
            items,
            pass,
            bindings: bindings(),
            sources: sources(self.context),
            vectors: vec![(TokenStream::new(), Space::Fixed); pass.vectors.len()],
            matrices: vec![(TokenStream::new(), Space::Fixed, Space::Coordinates); pass.matrices.len()],
            sets: false,
            also: None,
            part: None,
        }
    }

    pub(super) fn zero(&self) -> TokenStream {
        let scalar = &self.context.scalar;
        quote!(<#scalar as _x::Scalar>::from_f64(0.0))
    }

    /// The first `count` numbers of a vector of results.
    pub(super) fn numbers(&self, of: &Loop<'_>, count: usize) -> Vec<TokenStream> {
        let places = of.pass.vectors.first();
        let numbers = (0..count).map(|place| {
            let at = places.and_then(|places| places.iter().position(|kept| *kept == place));
            at.map_or_else(|| self.zero(), |at| of.result(0, at))
        });
        numbers.collect()
    }

    /// What is done with an item, within the loops over all items.
    pub(super) fn each(
        &self,
        items: &'a Items,
        pass: Option<&'a Pass>,
        item: &dyn Fn(Option<&Loop<'_>>) -> TokenStream,
    ) -> TokenStream {
        let of = pass.map(|pass| self.of_pass(items, pass));
        self.within(of.as_ref(), self.ranges(items), 0, item)
    }

    pub(super) fn within(
        &self,
        of: Option<&Loop<'_>>,
        ranges: &[Range],
        level: usize,
        item: &dyn Fn(Option<&Loop<'_>>) -> TokenStream,
    ) -> TokenStream {
        let gathered = of.map(|of| {
            let (names, gathered) = (of.names(ranges, level), of.gathered(ranges, level));
            quote!(#names #gathered)
        });
        let inner = match ranges.get(level) {
            Some(range) => self
                .numbers
                .for_each(range, &self.within(of, ranges, level + 1, item)),
            None => {
                let called = of.map(Loop::called);
                let done = item(of);
                quote!(#called #done)
            }
        };
        quote!(#gathered #inner)
    }

    /// What is done with the item of these indices.
    pub(super) fn one(
        &self,
        items: &'a Items,
        pass: Option<&'a Pass>,
        item: &dyn Fn(Option<&Loop<'_>>) -> TokenStream,
    ) -> TokenStream {
        match pass {
            Some(pass) => self.one_of(&self.of_pass(items, pass), &|of| item(Some(of))),
            None => item(None),
        }
    }

    /// What is done with the item of these indices, after its kernel.
    pub(super) fn one_of(&self, of: &Loop<'_>, item: &dyn Fn(&Loop<'_>) -> TokenStream) -> TokenStream {
        let ranges = self.ranges(of.items);
        let indices = (0..INDICES).map(|at| match ranges.get(at) {
            Some(range) => {
                let index = running(range.index);
                quote!(#index)
            }
            None => quote!(_),
        });
        let levels = (0..=ranges.len()).map(|level| {
            let (names, gathered) = (of.names(ranges, level), of.gathered(ranges, level));
            quote!(#names #gathered)
        });
        let called = of.called();
        let done = item(of);
        quote! {
            let [#(#indices),*] = __item.indices;
            #(#levels)*
            #called
            #done
        }
    }

    /// A `match` over the contacts.
    pub(super) fn choice<A: ToTokens>(&self, arm: impl Fn(usize, &'a ContactTemplate) -> A) -> TokenStream {
        let arms = self.family.contacts.iter().enumerate().map(|(at, contact)| {
            let (form, arm) = (Literal::usize_unsuffixed(at), arm(at, contact));
            quote!(#form => { #arm })
        });
        quote!(#(#arms)*)
    }

    /// The running indices of an item.
    pub(super) fn indices(&self, items: &Items) -> TokenStream {
        let ranges = self.ranges(items);
        let indices = (0..INDICES).map(|at| match ranges.get(at) {
            Some(range) => {
                let index = running(range.index);
                quote!(#index)
            }
            None => quote!(0),
        });
        quote!([#(#indices),*])
    }

    /// Another kernel for the item of a loop.
    pub(super) fn inner(
        &self,
        items: &'a Items,
        pass: Option<&'a Pass>,
        item: &dyn Fn(Option<&Loop<'_>>) -> TokenStream,
    ) -> TokenStream {
        let Some(pass) = pass else {
            return item(None);
        };
        let (of, ranges) = (self.of_pass(items, pass), self.ranges(items));
        let gathered = (0..=ranges.len()).map(|level| of.gathered(ranges, level));
        let called = of.called();
        let done = item(Some(&of));
        quote!(#(#gathered)* #called #done)
    }
}
