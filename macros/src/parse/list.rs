//! Lists separated by commas that survive their items: an error costs one item and not the rest.
//!
//! It refuses to know what the items are.

use proc_macro2::TokenTree;
use syn::Token;
use syn::parse::ParseStream;
use syn::parse::discouraged::Speculative;

use crate::diagnostics::{Diagnostics, Reported};

/// Reads items to the end of `input`; an error says that at least one was lost.
///
/// Each item is read from a fork: what an item that fails leaves unread is then nobody's "unexpected token".
pub(super) fn read(
    input: ParseStream,
    diagnostics: &mut Diagnostics,
    mut item: impl FnMut(ParseStream, &mut Diagnostics) -> syn::Result<()>,
) -> Result<(), Reported> {
    let mut outcome = Ok(());
    while !input.is_empty() {
        let ahead = input.fork();
        match item(&ahead, diagnostics) {
            Ok(()) => {
                input.advance_to(&ahead);
                if !input.is_empty() && !input.peek(Token![,]) {
                    outcome = Err(diagnostics.report_at(input.span(), "expected `,`"));
                }
            }
            Err(error) => outcome = Err(diagnostics.absorb(error)),
        }
        skip_past_comma(input);
    }
    outcome
}

fn skip_past_comma(input: ParseStream) {
    while let Ok(token) = input.parse::<TokenTree>() {
        if matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',') {
            return;
        }
    }
}
