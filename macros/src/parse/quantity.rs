//! Names with a length: `theta`, `r[3]`.
//!
//! It refuses to know their kind.

use proc_macro2::Ident;
use syn::parse::ParseStream;
use syn::{LitInt, Token, Type, bracketed, token};

use super::types;
use crate::declaration::{Extent, Layer, Quantity, name_of};
use crate::diagnostics::Diagnostics;

/// The largest number of components: a tangent has the square of the number of unknowns.
const COMPONENTS: usize = 1000;

pub(super) fn quantity(input: ParseStream, diagnostics: &mut Diagnostics) -> syn::Result<Quantity> {
    let ident = input.parse()?;
    if input.peek(Token![:]) {
        return typed(ident, input, diagnostics);
    }
    if !input.peek(token::Bracket) {
        return Ok(Quantity { ident, length: None });
    }
    let length = component(input)?;
    match length.base10_parse::<usize>() {
        Ok(n) if (1..=COMPONENTS).contains(&n) => Ok(Quantity {
            ident,
            length: Some(n),
        }),
        _ => Err(syn::Error::new(
            length.span(),
            format!("a vector has 1 to {COMPONENTS} components"),
        )),
    }
}

/// `x: f64` and `r: [f64; 3]`, by mistake.
fn typed(ident: Ident, input: ParseStream, diagnostics: &mut Diagnostics) -> syn::Result<Quantity> {
    input.parse::<Token![:]>()?;
    let ty: Type = input.parse()?;
    let name = name_of(&ident);
    let length = match types::peel(&ty).0.as_slice() {
        [] => None,
        [Layer::Vector(Extent::Known(length))] => Some(*length),
        _ => {
            let message =
                format!("a quantity is a number or a vector without its type: write `{name}` or `{name}[3]`");
            return Err(syn::Error::new_spanned(ty, message));
        }
    };
    let instead = length.map_or_else(|| name.clone(), |length| format!("{name}[{length}]"));
    diagnostics.report(
        ty,
        format!("a quantity has no type, as all numbers are of one: write `{instead}`"),
    );
    Ok(Quantity { ident, length })
}

/// The number in `[3]`.
pub(super) fn component(input: ParseStream) -> syn::Result<LitInt> {
    let content;
    bracketed!(content in input);
    let number = content
        .parse::<LitInt>()
        .map_err(|error| syn::Error::new(error.span(), "expected an integer literal, as in `r[3]`"))?;
    if content.is_empty() {
        return Ok(number);
    }
    Err(content.error("expected `]` after the integer literal, as in `r[3]`"))
}
