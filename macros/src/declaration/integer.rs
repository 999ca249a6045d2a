//! Integers that only the program knows, as text and as Rust.
//!
//! They are of type `usize`, and wrap: what is below zero is beyond the end of every list.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::{Declaration, Field, find_name, name_of};
use crate::model::{Atom, Integer};

/// The name of a running index in the emitted code, a `usize`.
pub(crate) fn running(index: usize) -> Ident {
    format_ident!("__i{index}")
}

/// The tokens of its value: fields of `self`, running indices by [`running`].
pub(crate) fn integer_tokens(integer: &Integer, declaration: &Declaration) -> TokenStream {
    let mut tokens: Option<TokenStream> = None;
    for (atom, factor) in &integer.terms {
        let atom = atom_tokens(atom, declaration);
        let size = size(*factor);
        tokens = Some(match (tokens, *factor) {
            (None, 1) => atom,
            (None, factor) if factor > 0 => quote!((#atom).wrapping_mul(#size)),
            (None, _) => quote!(0_usize.wrapping_sub((#atom).wrapping_mul(#size))),
            (Some(before), 1) => quote!((#before).wrapping_add(#atom)),
            (Some(before), -1) => quote!((#before).wrapping_sub(#atom)),
            (Some(before), factor) if factor > 0 => {
                quote!((#before).wrapping_add((#atom).wrapping_mul(#size)))
            }
            (Some(before), _) => quote!((#before).wrapping_sub((#atom).wrapping_mul(#size))),
        });
    }
    let constant = size(integer.constant);
    match tokens {
        None if integer.constant < 0 => quote!(0_usize.wrapping_sub(#constant)),
        // By itself nothing says of which type it is.
        None => {
            let constant = usize::try_from(integer.constant).unwrap_or(usize::MAX);
            Literal::usize_suffixed(constant).into_token_stream()
        }
        Some(tokens) if integer.constant == 0 => tokens,
        Some(tokens) if integer.constant < 0 => quote!((#tokens).wrapping_sub(#constant)),
        Some(tokens) => quote!((#tokens).wrapping_add(#constant)),
    }
}

/// A constant, where the user wrote it first: rustc reports there that it is none, or of another type.
pub(crate) fn constant_tokens(path: &str, declaration: &Declaration) -> TokenStream {
    let lengths = declaration
        .coordinates
        .iter()
        .filter_map(|quantity| quantity.items.as_ref());
    let formulas = declaration.formulas.iter().map(|formula| &formula.expr);
    let name = path.rsplit(':').next().unwrap_or_default();
    let mut all = lengths.chain(formulas);
    let mut place = |word: &Ident| (word == name).then(|| Span::call_site().located_at(word.span()));
    // That of the first word of this name.
    let span = all.find_map(|expr| find_name(expr.to_token_stream(), &mut place));
    let respanned = path_of(path).into_iter().map(|mut token| {
        token.set_span(span.unwrap_or_else(Span::call_site));
        token
    });
    respanned.collect()
}

fn path_of(path: &str) -> TokenStream {
    // It was a path when it was read.
    path.parse().unwrap_or_default()
}

fn size(number: i64) -> Literal {
    Literal::u64_unsuffixed(number.unsigned_abs())
}

fn atom_tokens(atom: &Atom, declaration: &Declaration) -> TokenStream {
    let field = |field: usize| {
        let ident = &declaration.fields[field].ident;
        let span = Span::call_site().located_at(ident.span());
        quote::quote_spanned!(span=> self.#ident)
    };
    match atom {
        Atom::Running(index) => {
            let name = running(*index);
            quote!(#name)
        }
        Atom::Field(of) => field(*of),
        Atom::Constant(path) => {
            let path = constant_tokens(path, declaration);
            quote!(_x::constant(#path))
        }
        Atom::Length(of, indices) => {
            let list = item_tokens(*of, indices, declaration);
            quote!(_x::count(#list))
        }
        Atom::Entry(of, indices) => {
            let entry = item_tokens(*of, indices, declaration);
            quote!(_x::index(#entry))
        }
        Atom::Product(factors) => {
            let mut factors = factors.iter().map(|factor| integer_tokens(factor, declaration));
            let first = factors.next().unwrap_or_else(|| quote!(1_usize));
            factors.fold(first, |product, factor| quote!((#product).wrapping_mul(#factor)))
        }
        Atom::Quotient(a, b) => {
            let [a, b] = [a, b].map(|part| integer_tokens(part, declaration));
            quote!(_x::quotient(#a, #b))
        }
        Atom::Remainder(a, b) => {
            let [a, b] = [a, b].map(|part| integer_tokens(part, declaration));
            quote!(_x::remainder(#a, #b))
        }
    }
}

/// `Some(&item)` of a field, if it exists.
pub(super) fn item_tokens(field: usize, indices: &[Integer], declaration: &Declaration) -> TokenStream {
    let Field { ident, nested, .. } = &declaration.fields[field];
    let span = Span::call_site().located_at(ident.span());
    let list = quote::quote_spanned!(span=> _x::Some(&self.#ident));
    within_tokens(list, &nested.layers, indices, declaration, span)
}

fn within_tokens(
    mut item: TokenStream,
    layers: &[super::Layer],
    indices: &[Integer],
    declaration: &Declaration,
    span: Span,
) -> TokenStream {
    let mut indices = indices.iter().map(|index| integer_tokens(index, declaration));
    for layer in layers {
        let Some(first) = indices.next() else { break };
        item = match (layer, indices.len()) {
            (super::Layer::Matrix(..), 1..) => {
                let second = indices.next();
                quote::quote_spanned!(span=> _x::entry(#item, #first, #second))
            }
            _ => quote::quote_spanned!(span=> _x::row(#item, #first)),
        };
    }
    item
}

/// The tokens of a number of a field, NaN if there is none.
pub(crate) fn number_tokens(field: usize, indices: &[Integer], declaration: &Declaration) -> TokenStream {
    let item = item_tokens(field, indices, declaration);
    quote!(_x::number(#item))
}

/// The same of a row of the field, for the indices behind that of the row.
pub(crate) fn number_of_row_tokens(
    field: usize,
    row: &Ident,
    indices: &[Integer],
    declaration: &Declaration,
) -> TokenStream {
    let Field { ident, nested, .. } = &declaration.fields[field];
    let span = Span::call_site().located_at(ident.span());
    let layers = nested.layers.get(1..).unwrap_or_default();
    let item = within_tokens(quote!(_x::Some(#row)), layers, indices, declaration, span);
    quote!(_x::number(#item))
}

/// As the user would write it, with the names of running indices.
pub(crate) fn integer_text(integer: &Integer, fields: &[Field], names: &[String]) -> String {
    let mut text = String::new();
    for (atom, factor) in &integer.terms {
        let atom = atom_text(atom, fields, names);
        let sign = match (text.is_empty(), *factor < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let size = factor.unsigned_abs();
        text += sign;
        text += &match size {
            1 => atom,
            size => format!("{size} * {atom}"),
        };
    }
    match integer.constant {
        constant if text.is_empty() => constant.to_string(),
        0 => text,
        constant if constant < 0 => format!("{text} - {}", constant.unsigned_abs()),
        constant => format!("{text} + {constant}"),
    }
}

fn atom_text(atom: &Atom, fields: &[Field], names: &[String]) -> String {
    let part = |integer: &Integer| match integer_text(integer, fields, names) {
        text if text.contains(' ') => format!("({text})"),
        text => text,
    };
    let item = |field: usize, indices: &[Integer]| {
        let indices = indices.iter();
        let brackets = indices.map(|index| format!("[{}]", integer_text(index, fields, names)));
        name_of(&fields[field].ident) + &brackets.collect::<String>()
    };
    match atom {
        Atom::Running(index) => names.get(*index).cloned().unwrap_or_default(),
        Atom::Field(field) => item(*field, &[]),
        Atom::Constant(name) => name.clone(),
        Atom::Length(field, indices) => item(*field, indices) + ".len()",
        Atom::Entry(field, indices) => item(*field, indices),
        Atom::Product(factors) => factors.iter().map(part).collect::<Vec<_>>().join(" * "),
        Atom::Quotient(a, b) => format!("{} / {}", part(a), part(b)),
        Atom::Remainder(a, b) => format!("{} % {}", part(a), part(b)),
    }
}
