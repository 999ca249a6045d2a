//! Which fields formulas call: a name before parentheses, or before indices and parentheses.
//!
//! It refuses to know meanings, so that it is known before any formula is read, and of formulas with mistakes.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;

use super::{Declaration, Field, name_of};

impl Declaration {
    /// Whether a formula calls the field. A field that is certainly a number is none that can be called.
    pub(crate) fn calls(&self, field: &Field) -> bool {
        let name = name_of(&field.ident);
        let mut formulas = self.formulas.iter();
        !field.is_number() && formulas.any(|formula| calls(formula.expr.to_token_stream(), &name))
    }
}

fn calls(tokens: TokenStream, name: &str) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_group = |at: usize, delimiter: Delimiter| matches!(tokens.get(at), Some(TokenTree::Group(group)) if group.delimiter() == delimiter);
    tokens.iter().enumerate().any(|(at, token)| match token {
        TokenTree::Ident(ident) if name_of(ident) == name => {
            let indices = (at + 1..).take_while(|&at| is_group(at, Delimiter::Bracket));
            is_group(at + 1 + indices.count(), Delimiter::Parenthesis)
        }
        TokenTree::Group(group) => {
            let inner = group.stream();
            calls(inner.clone(), name) || is_group(at + 1, Delimiter::Parenthesis) && is_member(inner, name)
        }
        _ => false,
    })
}

/// `self.lift` in parentheses.
fn is_member(tokens: TokenStream, name: &str) -> bool {
    match &*tokens.into_iter().collect::<Vec<_>>() {
        [
            TokenTree::Ident(this),
            TokenTree::Punct(_),
            TokenTree::Ident(member),
        ] => this == "self" && name_of(member) == name,
        _ => false,
    }
}
