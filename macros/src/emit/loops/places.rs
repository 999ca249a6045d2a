//! Places in vectors and matrices as Rust.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};

use crate::loops::places::{Local, Place};

/// The name of the number of a local coordinate, constraint, input or sensitivity.
pub(in crate::emit) fn name(local: Local) -> Ident {
    match local {
        Local::Coordinate(at) => format_ident!("__n{at}"),
        Local::Constraint(at) => format_ident!("__m{at}"),
        Local::Input(at) => format_ident!("__j{at}"),
        Local::Sensitivity(at) => format_ident!("__d{at}"),
    }
}

/// The name of the item of a local coordinate.
pub(super) fn name_of_item(local: usize) -> Ident {
    format_ident!("__e{local}")
}

pub(super) fn of(place: &Place) -> TokenStream {
    let within = match place.of {
        Some(local) => strided(&name(local).into_token_stream(), place.stride, place.group),
        None => Literal::usize_unsuffixed(place.group).into_token_stream(),
    };
    let coordinates = strided(&quote!(__n), place.coordinates, 0);
    let before = match (place.coordinates, place.constraints) {
        (0, 0) => return within,
        (_, 0) => coordinates,
        (_, constraints) => {
            let constraints = strided(&quote!(__m), constraints, 0);
            quote!(#coordinates.wrapping_add(#constraints))
        }
    };
    quote!((#before).wrapping_add(#within))
}

/// stride · number + group
pub(super) fn strided(number: &TokenStream, stride: usize, group: usize) -> TokenStream {
    let [factor, rest] = [stride, group].map(Literal::usize_unsuffixed);
    match (stride, group) {
        (1, _) => quote!(#number),
        (0, _) => quote!(0_usize),
        (_, 0) => quote!(#number.wrapping_mul(#factor)),
        _ => quote!(#number.wrapping_mul(#factor).wrapping_add(#rest)),
    }
}

/// Rows or columns of a matrix: their tokens, and a `let` for each that is computed.
pub(super) fn named(
    side: &str,
    places: impl Iterator<Item = Place>,
) -> (BTreeMap<Place, TokenStream>, TokenStream) {
    let mut set = TokenStream::new();
    let places: BTreeSet<Place> = places.collect();
    let named = places.into_iter().enumerate().map(|(at, place)| {
        let tokens = of(&place);
        if tokens.clone().into_iter().nth(1).is_none() {
            return (place, tokens);
        }
        let name = format_ident!("__{side}_{at}");
        set.extend(quote!(let #name = #tokens;));
        (place, name.into_token_stream())
    });
    (named.collect(), set)
}
