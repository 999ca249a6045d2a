//! Integers that only the program knows, as Rust: wrapping arithmetic of `usize`, without a possible panic.
//! It refuses to know their use.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::declaration::Field;
use crate::model::{Atom, Integer};

/// The running index of a range.
pub(super) fn running(index: usize) -> Ident {
    format_ident!("__i{index}")
}

/// An expression of type `usize`.
pub(super) fn integer(fields: &[Field], value: &Integer) -> TokenStream {
    let mut sum = (value.constant != 0 || value.terms.is_empty()).then(|| literal(value.constant));
    for (atom, factor) in &value.terms {
        let atom = self::atom(fields, atom);
        sum = Some(match (sum, *factor) {
            (None, 1) => atom,
            (None, _) => {
                let factor = literal(*factor);
                quote!(#atom.wrapping_mul(#factor))
            }
            (Some(sum), 1) => quote!(#sum.wrapping_add(#atom)),
            (Some(sum), -1) => quote!(#sum.wrapping_sub(#atom)),
            (Some(sum), _) => {
                let factor = literal(*factor);
                quote!(#sum.wrapping_add(#atom.wrapping_mul(#factor)))
            }
        });
    }
    sum.unwrap_or_else(|| literal(0))
}

pub(super) fn literal(value: i64) -> TokenStream {
    let size = Literal::usize_suffixed(usize::try_from(value.unsigned_abs()).unwrap_or(usize::MAX));
    if value < 0 {
        quote!(0_usize.wrapping_sub(#size))
    } else {
        quote!(#size)
    }
}

fn atom(fields: &[Field], atom: &Atom) -> TokenStream {
    let of = |value: &Integer| integer(fields, value);
    match atom {
        Atom::Running(index) => {
            let index = running(*index);
            quote!(#index)
        }
        Atom::Field(field) => {
            let field = &fields[*field].ident;
            quote!(self.#field)
        }
        Atom::Constant(path) => path.parse().unwrap_or_default(),
        Atom::Length(field, indices) => {
            let field = &fields[*field].ident;
            match &*indices.iter().map(of).collect::<Vec<_>>() {
                [] => quote!(self.#field.len()),
                [first, rest @ ..] => {
                    quote!(self.#field.get(#first) #(.and_then(|__row| __row.get(#rest)))* .map_or(0, |__row| __row.len()))
                }
            }
        }
        Atom::Entry(field, indices) => {
            let field = &fields[*field].ident;
            match &*indices.iter().map(of).collect::<Vec<_>>() {
                [] => quote!(self.#field),
                [first, rest @ ..] => quote! {
                    self.#field.get(#first) #(.and_then(|__row| __row.get(#rest)))* .copied().unwrap_or(usize::MAX)
                },
            }
        }
        Atom::Product(factors) => {
            let mut factors = factors.iter().map(of);
            let first = factors.next().unwrap_or_else(|| literal(1));
            quote!((#first) #(.wrapping_mul(#factors))*)
        }
        Atom::Quotient(a, b) => {
            let [a, b] = [a, b].map(|value| of(value));
            quote!(_x::items::quotient(#a, #b))
        }
        Atom::Remainder(a, b) => {
            let [a, b] = [a, b].map(|value| of(value));
            quote!(_x::items::remainder(#a, #b))
        }
    }
}
