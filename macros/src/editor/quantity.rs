//! The constants that names of a declaration stand for. Their documentation is what an editor shows.
//!
//! It refuses to know the texts about them, except after an error, when nothing is derived.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Expr;

use super::formula::Reader;
use crate::text;

use crate::declaration::{Declaration, Form, Formula, name_of};
use crate::describe::Words;
use crate::keys::{CONSTRAINT, CONTACT, DEFINITION, FRICTION, OUTPUT, ROLLING, SYMMETRY};

/// The names of all constants.
pub(super) fn names(declaration: &Declaration) -> BTreeSet<String> {
    let quantities = declaration.coordinates.iter().chain(&declaration.inputs);
    let quantities = quantities.map(|quantity| name_of(&quantity.ident));
    quantities
        .chain(DEFINITION.formulas(declaration).map(Formula::name))
        .collect()
}

/// The constants for coordinates, inputs and definitions. Of several with one name, which is an error, the first is taken.
pub(super) fn constants(declaration: &Declaration, words: &Words) -> TokenStream {
    let mut left = names(declaration);
    let mut is_first = |ident: &Ident| left.remove(&name_of(ident));
    let mut items = TokenStream::new();
    let quantities = [
        (&declaration.coordinates, quote!(Coordinate), "A coordinate."),
        (&declaration.inputs, quote!(Input), "An input."),
    ];
    for (quantities, ty, otherwise) in quantities {
        for quantity in quantities.iter().filter(|quantity| is_first(&quantity.ident)) {
            let text = words.quantity(&name_of(&quantity.ident));
            items.extend(documented(&quantity.ident, &ty, text.unwrap_or(otherwise)));
        }
    }
    for formula in DEFINITION.formulas(declaration) {
        if is_first(&formula.label.ident) {
            items.extend(definition(formula, words));
        }
    }
    items
}

/// What stands before the `=` of a formula, if that is not a key or the name of a method.
pub(super) fn label(formula: &Formula, words: &Words, reader: &Reader) -> TokenStream {
    let ident = &formula.label.ident;
    if *formula.key == CONSTRAINT || *formula.key == ROLLING {
        let otherwise = format!("The constraint `{}` = 0.", typed(&formula.expr));
        return entry(ident, &quote!(Constraint), words, &otherwise);
    }
    if *formula.key == CONTACT {
        let otherwise = format!("The contact with the gap `{}`.", typed(&formula.expr));
        return entry(ident, &quote!(Contact), words, &otherwise);
    }
    if *formula.key == FRICTION {
        let otherwise = format!("Dry friction along the slip `{}`.", typed(&formula.expr));
        return entry(ident, &quote!(Contact), words, &otherwise);
    }
    let is_method = [&OUTPUT, &SYMMETRY].contains(&formula.key);
    match formula.key.form {
        Form::List { .. } if !is_method => reader.name(ident),
        _ => TokenStream::new(),
    }
}

/// The name of an entry that formulas do not know.
fn entry(ident: &Ident, ty: &TokenStream, words: &Words, otherwise: &str) -> TokenStream {
    let text = words.entry(&name_of(ident)).unwrap_or(otherwise);
    let constant = documented(ident, ty, text);
    quote!({ #constant })
}

/// A name in the block of a formula.
pub(super) fn local(ident: &Ident, value: &Expr) -> TokenStream {
    documented(ident, &quote!(Definition), &format!("`{}`", typed(value)))
}

/// A parameter of a closure with this formula.
pub(super) fn parameter(ident: &Ident, of: &Expr) -> TokenStream {
    let text = format!("A parameter of the formula `{}`.", typed(of));
    documented(ident, &quote!(Definition), &text)
}

fn definition(formula: &Formula, words: &Words) -> TokenStream {
    let text = words.quantity(&formula.name());
    let text = text.map_or_else(|| format!("`{}`", typed(&formula.expr)), str::to_owned);
    documented(&formula.label.ident, &quote!(Definition), &text)
}

fn documented(ident: &Ident, ty: &TokenStream, text: &str) -> TokenStream {
    quote! {
        #[doc = #text]
        const #ident: #ty = #ty;
    }
}

fn typed(expr: &Expr) -> String {
    text::of(expr)
}
