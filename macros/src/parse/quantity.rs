//! Names with a length: `theta`, `r[3]`.
//!
//! It refuses to know their kind.

use proc_macro2::Ident;
use syn::parse::ParseStream;
use syn::{LitInt, LitStr, Token, Type, bracketed, token};

use super::types;
use crate::declaration::{Extent, Layer, Quantity, name_of};
use crate::diagnostics::Diagnostics;

/// The largest number of components: a tangent has the square of the number of unknowns.
const COMPONENTS: usize = 1000;

/// Types of numbers, which other languages write before a name.
const TYPES: [&str; 7] = ["f64", "f32", "double", "float", "int", "Real", "real"];

pub(super) fn quantity(input: ParseStream, diagnostics: &mut Diagnostics) -> syn::Result<Quantity> {
    if let Ok(text) = input.fork().parse::<LitStr>() {
        return Err(input.error(format!(
            "a quantity is a plain name: write `{}` without quotes",
            text.value()
        )));
    }
    let ident: Ident = input.parse()?;
    if TYPES.iter().any(|ty| ident == ty) && input.peek(syn::Ident) {
        let name: Ident = input.fork().parse()?;
        let message = format!("a quantity has no type, as all numbers are of one: write `{name}`");
        return Err(syn::Error::new(ident.span(), message));
    }
    if input.peek(Token![..]) {
        return Err(
            input.error("a list has no ranges: write each name, or a vector with its length, as in `q[3]`")
        );
    }
    if ident == "dt" && input.peek(token::Paren) {
        let message = "a velocity follows from its coordinate, and formulas write it `dt(x)`: drop it here";
        return Err(syn::Error::new(ident.span(), message));
    }
    if input.peek(token::Paren) {
        return Err(input.error(format!("quantities are functions of time without saying so: write `{ident}`, or `{ident}[3]` for a vector")));
    }
    if input.peek(Token![:]) {
        return typed(ident, input, diagnostics);
    }
    if !input.peek(token::Bracket) {
        return Ok(Quantity { ident, length: None });
    }
    let length = component(input)?;
    if input.peek(token::Bracket) {
        return Err(input.error("a quantity is a number or a vector: write one length, as in `r[9]`"));
    }
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
