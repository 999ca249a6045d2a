//! The degree of an input within a step: `u: 2`.

use syn::parse::ParseStream;
use syn::{LitInt, Token};

use crate::declaration::{Quantities, Quantity};

/// The largest degree: polynomials through nodes at equal distances swing between them at higher ones.
const HIGHEST: usize = 6;

/// What is behind the name and the lengths of a quantity; 0 if there is nothing.
pub(super) fn degree(which: Quantities, quantity: &Quantity, input: ParseStream) -> syn::Result<usize> {
    if !(input.peek(Token![:]) && input.peek2(LitInt)) {
        return Ok(0);
    }
    input.parse::<Token![:]>()?;
    let literal: LitInt = input.parse()?;
    let name = quantity.name();
    let degree = literal.base10_parse().ok();
    let message = match (which, degree) {
        (Quantities::Coordinates, _) => {
            format!(
                "only inputs have a degree within a step, that of a coordinate is the scheme's: write `{name}`"
            )
        }
        (Quantities::Inputs, Some(0)) => {
            format!("an input of degree 0 is constant over a step, as without a degree: write `{name}`")
        }
        (Quantities::Inputs, _) if quantity.items.is_some() => {
            "inputs of items whose number only the program knows are constant over a step: drop the degree"
                .to_owned()
        }
        (Quantities::Inputs, Some(degree)) if degree <= HIGHEST => return Ok(degree),
        (Quantities::Inputs, _) => format!("the degree of an input within a step is 1 to {HIGHEST}"),
    };
    Err(syn::Error::new(literal.span(), message))
}

/// An input with a degree and inputs of items are not in one system: the numbers of items are counted without nodes.
pub(super) fn refuse_beside_items(before: &[Quantity], next: &Quantity) -> syn::Result<()> {
    let mix = |one: &Quantity, other: &Quantity| one.degree > 0 && other.items.is_some();
    let mixed = before
        .iter()
        .find(|before| mix(before, next) || mix(next, before));
    let Some(before) = mixed else { return Ok(()) };
    let (with_degree, of_items) = if next.degree > 0 {
        (next, before)
    } else {
        (before, next)
    };
    let (with_degree, of_items) = (with_degree.name(), of_items.name());
    let message = format!(
        "an input with a degree is not beside inputs of items whose number only the program knows, `{of_items}`: write \
         `{with_degree}` without its degree"
    );
    Err(syn::Error::new(next.ident.span(), message))
}
