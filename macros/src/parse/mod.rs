//! From the derive's input to a `Declaration`.
//!
//! It refuses to know what expressions mean: a formula leaves here as the `syn::Expr` it is.

mod attribute;
mod budget;
mod entry;
mod fields;
mod formula;
mod keys;
mod list;
mod quantity;
mod schemes;
mod types;

use crate::declaration::{Declaration, Lost};
use crate::diagnostics::Diagnostics;

/// Reads all that can be read; what cannot is reported and noted in `lost`.
pub(crate) fn declaration(input: &syn::DeriveInput, diagnostics: &mut Diagnostics) -> Declaration {
    let mut declaration = Declaration {
        anchor: input.ident.clone(),
        fields: Vec::new(),
        type_parameters: input
            .generics
            .type_params()
            .map(|p| p.ident.to_string())
            .collect(),
        coordinates: Vec::new(),
        coordinates_key: None,
        inputs: Vec::new(),
        formulas: Vec::new(),
        lost_outputs: Vec::new(),
        sensitivities: Vec::new(),
        schemes: None,
        crate_path: syn::parse_quote!(::extremal),
        lost: Lost::default(),
    };
    match fields::of(input, diagnostics) {
        Ok(fields) => declaration.fields = fields,
        Err(reported) => declaration.lost.names = Some(reported),
    }
    attribute::read(&input.attrs, &mut declaration, diagnostics);
    declaration
}
