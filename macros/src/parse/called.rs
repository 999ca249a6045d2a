//! Which fields formulas call: a name before parentheses, or before indices and parentheses.
//!
//! It refuses to know formulas: it looks at tokens alone, so that it is known before any formula is read, and of formulas with
//! mistakes.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{DeriveInput, Meta};

use crate::declaration::name_of;

/// The names that are called in the attributes `lagrangian`.
pub(super) fn names(input: &DeriveInput) -> Vec<String> {
    let mut names = Vec::new();
    for attribute in &input.attrs {
        if let Meta::List(list) = &attribute.meta
            && list.path.is_ident("lagrangian")
        {
            for entry in entries(list.tokens.clone()) {
                collect(&entry, &mut names);
            }
        }
    }
    names
}

/// The entries without their keys, which may have parentheses as well.
fn entries(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
    let entries = tokens.split(is_comma);
    entries
        .map(|entry| entry.iter().skip(1).cloned().collect())
        .collect()
}

fn collect(tokens: &[TokenTree], names: &mut Vec<String>) {
    let is_group = |at: usize, delimiter: Delimiter| matches!(tokens.get(at), Some(TokenTree::Group(group)) if group.delimiter() == delimiter);
    for (at, token) in tokens.iter().enumerate() {
        let indices = (at + 1..).take_while(|&at| is_group(at, Delimiter::Bracket));
        let is_called = is_group(at + 1 + indices.count(), Delimiter::Parenthesis) && !is_method(tokens, at);
        if is_called && let Some(name) = name(token) {
            names.push(name);
        }
        if let TokenTree::Group(group) = token {
            collect(&group.stream().into_iter().collect::<Vec<_>>(), names);
        }
    }
}

/// `m.len()` calls no field `len`.
fn is_method(tokens: &[TokenTree], at: usize) -> bool {
    let mut before = tokens.iter().take(at).rev();
    let is_dot = matches!(before.next(), Some(TokenTree::Punct(punct)) if punct.as_char() == '.');
    is_dot && !matches!(before.next(), Some(TokenTree::Ident(this)) if this == "self")
}

/// `lift`, or `self.lift` in parentheses.
fn name(token: &TokenTree) -> Option<String> {
    match token {
        TokenTree::Ident(ident) => Some(name_of(ident)),
        TokenTree::Group(group) => match &*group.stream().into_iter().collect::<Vec<_>>() {
            [TokenTree::Ident(name)] => Some(name_of(name)),
            [
                TokenTree::Ident(this),
                TokenTree::Punct(_),
                TokenTree::Ident(name),
            ] if this == "self" => Some(name_of(name)),
            _ => None,
        },
        TokenTree::Punct(_) | TokenTree::Literal(_) => None,
    }
}
