//! Where the numbers of an argument of a kernel are, and how those of an item are read.
//! It refuses to know what is computed with them.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::emit::family::numbers::Numbers;
use crate::emit::family::places::strided;

/// Where the numbers of an argument of the kernel are: those of a local coordinate k are `slice[stride * k ..][.. stride]`.
pub(super) struct Source {
    pub(super) name: &'static str,
    pub(super) slice: TokenStream,
    pub(super) stride: usize,
    /// For impulses of constraints, which stand behind those of all coordinates.
    pub(super) behind: Option<TokenStream>,
}

impl Source {
    /// All numbers of an item at once.
    pub(super) fn gather_item(&self, locals: &[usize]) -> TokenStream {
        let names = locals
            .iter()
            .flat_map(|local| (0..self.stride).map(move |group| local * self.stride + group));
        let names: Vec<Ident> = names.map(|place| self.of(place)).collect();
        let (slice, width) = (&self.slice, Literal::usize_unsuffixed(names.len()));
        let first = Numbers::name(locals[0]);
        let start = strided(&quote!(#first), self.stride, 0);
        quote!(let [#(#names),*] = _x::items::item::<_, #width>(#slice, #start);)
    }

    pub(super) fn of(&self, place: usize) -> Ident {
        format_ident!("__{}{place}", self.name)
    }
}
