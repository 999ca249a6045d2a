//! Names with a length: `theta`, `r[3]`.
//!
//! It refuses to know their kind.

use syn::parse::ParseStream;
use syn::{LitInt, bracketed, token};

use crate::declaration::Quantity;

/// The largest number of components: a tangent has the square of the number of unknowns.
const COMPONENTS: usize = 1000;

pub(super) fn quantity(input: ParseStream) -> syn::Result<Quantity> {
    let ident = input.parse()?;
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
