//! From the derive's input to a `Declaration`.
//!
//! It refuses to know the meaning of expressions: a formula stays a `syn::Expr`.

mod attribute;
mod budget;
mod called;
mod degree;
mod entry;
mod equation;
mod fields;
mod formula;
mod items;
mod label;
mod list;
mod notation;
mod parts;
mod quantity;
mod schemes;
mod types;

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::declaration::{self, Declaration, Lost};
use crate::diagnostics::Diagnostics;
use crate::keys;

/// The input of the derive, if it is not nested too deeply for a parser that recurses.
pub(crate) fn item(tokens: TokenStream) -> syn::Result<DeriveInput> {
    match budget::too_deep(tokens.clone()) {
        Some((span, message)) => Err(syn::Error::new(span, message)),
        None => syn::parse2(tokens),
    }
}

/// Reads all that can be read. The rest is reported, and noted in `lost`.
pub(crate) fn declaration(input: &DeriveInput, diagnostics: &mut Diagnostics) -> Declaration {
    let mut declaration = Declaration {
        anchor: input.ident.clone(),
        fields: Vec::new(),
        type_parameters: input
            .generics
            .type_params()
            .map(|p| p.ident.to_string())
            .collect(),
        words: Vec::new(),
        coordinates: Vec::new(),
        inputs: Vec::new(),
        formulas: Vec::new(),
        lost_formulas: Vec::new(),
        unknown_keys: Vec::new(),
        unknown_parts: Vec::new(),
        unknown_schemes: Vec::new(),
        listed: Vec::new(),
        components: Vec::new(),
        schemes: None,
        crate_path: syn::parse_quote!(::extremal),
        lost: Lost::default(),
    };
    match fields::of(input, diagnostics) {
        Ok(fields) => declaration.fields = fields,
        Err(reported) => declaration.lost.names = Some(reported),
    }
    attribute::read(&input.attrs, &mut declaration, diagnostics);
    if keys::has_dry_friction_alone(&declaration) {
        let listed = declaration.schemes.iter_mut().flatten();
        listed.for_each(declaration::Scheme::add_dry_friction);
    }
    declaration
}
