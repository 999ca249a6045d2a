//! Items of contacts: kernels within loops over all items, and for one item.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

use crate::declaration::running;
use crate::derive::family::{ContactTemplate, Family, Items, Pass};
use crate::emit::call::Context;
use crate::emit::family::numbers::Numbers;
use crate::emit::loops::{self, Frame, Loop, result};
use crate::loops::nest::Nest;
use crate::model::Range;

/// The indices of an item in the runtime.
pub(super) const INDICES: usize = 2;

pub(super) struct Contacts<'a> {
    pub(super) frame: Frame<'a>,
    pub(super) family: &'a Family,
}

impl<'a> Contacts<'a> {
    pub(super) fn of(context: &'a Context<'a>, numbers: &'a Numbers<'a>, family: &'a Family) -> Self {
        Self {
            frame: Frame::of_state(context, numbers),
            family,
        }
    }

    pub(super) fn ranges(&self, items: &Items) -> &'a [Range] {
        self.frame.numbers.ranges(items.marker)
    }

    /// The word of a contact, and the indices of its number within an item. A contact that is not of items has them in its word.
    pub(super) fn word(&self, at: usize) -> (&'a str, Vec<usize>) {
        let name = self.frame.context.system.contacts[at].as_str();
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

    /// The first `count` numbers of a vector of results; zeros without a kernel.
    pub(super) fn numbers(&self, pass: Option<&Pass>, count: usize) -> Vec<TokenStream> {
        let places = pass.and_then(|pass| Some((pass, pass.vectors.first()?)));
        let number = |place: usize| {
            let (pass, places) = places?;
            let at = places.iter().position(|kept| *kept == place)?;
            Some(result(pass, 0, at))
        };
        (0..count)
            .map(|place| number(place).unwrap_or_else(|| self.frame.context.zero()))
            .collect()
    }

    /// What is done with an item, within the loops over all items.
    pub(super) fn each(&self, items: &Items, pass: Option<&Pass>, item: TokenStream) -> TokenStream {
        let Some(pass) = pass else {
            let mut nest = Nest::over(self.ranges(items));
            nest.innermost().push(());
            return loops::nest(self.frame.numbers, &nest, None, None, &|()| item.clone());
        };
        self.frame
            .loop_of((items, pass), &[], &[])
            .visiting(item)
            .looped()
    }

    /// What is done with the item of these indices.
    pub(super) fn one(&self, items: &Items, pass: Option<&Pass>, item: TokenStream) -> TokenStream {
        match pass {
            Some(pass) => self.one_of(self.frame.loop_of((items, pass), &[], &[]).visiting(item)),
            None => item,
        }
    }

    /// What a loop does with the item of these indices.
    pub(super) fn one_of(&self, of: Loop<'_>) -> TokenStream {
        let indices = self.names(of.body.indices.items);
        let done = of.of_one();
        quote! {
            let [#(#indices),*] = __item.indices;
            #done
        }
    }

    /// Names for the indices of an item.
    pub(super) fn names(&self, items: &Items) -> Vec<TokenStream> {
        let ranges = self.ranges(items);
        let names = (0..INDICES).map(|at| match ranges.get(at) {
            Some(range) => running(range.index).into_token_stream(),
            None => quote!(_),
        });
        names.collect()
    }

    /// A `match` of a number over the contacts.
    pub(super) fn choice<A: ToTokens>(
        &self,
        (number, otherwise): (&TokenStream, TokenStream),
        arm: impl Fn(usize, &'a ContactTemplate) -> A,
    ) -> TokenStream {
        let arms = self.family.contacts.iter().enumerate().map(|(at, contact)| {
            let (form, arm) = (Literal::usize_unsuffixed(at), arm(at, contact));
            quote!(#form => { #arm })
        });
        quote!(match #number { #(#arms)* _ => #otherwise })
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
    pub(super) fn inner(&self, items: &Items, pass: Option<&Pass>, item: TokenStream) -> TokenStream {
        match pass {
            Some(pass) => self
                .frame
                .loop_of((items, pass), &[], &[])
                .visiting(item)
                .of_one(),
            None => item,
        }
    }
}
