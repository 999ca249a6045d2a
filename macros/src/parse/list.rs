//! Lists separated by commas, with recovery: an error costs one item and not the rest.

use proc_macro2::{TokenStream, TokenTree};
use syn::Token;
use syn::parse::ParseStream;
use syn::parse::discouraged::Speculative;

use crate::diagnostics::{Diagnostics, Reported};

/// The extent of a loss.
pub(super) struct Loss {
    pub(super) reported: Reported,
    /// The tokens after an item without a comma, which may contain further items.
    pub(super) unread: TokenStream,
}

/// Reads items to the end of `input`; an error says that at least one was lost.
///
/// Each item is read from a fork, so that the unread tokens of a failed item are not reported as "unexpected token".
pub(super) fn read(
    input: ParseStream,
    diagnostics: &mut Diagnostics,
    mut item: impl FnMut(ParseStream, &mut Diagnostics) -> syn::Result<()>,
) -> Result<(), Loss> {
    let mut outcome = None;
    let mut unread = TokenStream::new();
    while !input.is_empty() {
        let ahead = input.fork();
        match item(&ahead, diagnostics) {
            Ok(()) => {
                input.advance_to(&ahead);
                if !input.is_empty() && !input.peek(Token![,]) {
                    outcome = Some(diagnostics.report_at(input.span(), "expected `,`"));
                    unread.extend(rest_of_item(input));
                    continue;
                }
            }
            Err(error) => outcome = Some(diagnostics.absorb(error)),
        }
        rest_of_item(input);
    }
    match outcome {
        Some(reported) => Err(Loss { reported, unread }),
        None => Ok(()),
    }
}

/// The tokens of one item of a list of types, without the comma after it. Commas in `<..>` belong to the item.
pub(super) fn item_of_types(input: ParseStream) -> TokenStream {
    let mut depth = 0_usize;
    let mut item = TokenStream::new();
    while let Ok(token) = input.parse::<TokenTree>() {
        if let TokenTree::Punct(punct) = &token {
            match punct.as_char() {
                '<' => depth += 1,
                '>' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => break,
                _ => {}
            }
        }
        item.extend([token]);
    }
    item
}

/// The formula up to the next comma, if it is short.
pub(super) fn item_text(input: ParseStream) -> String {
    short(rest_of_item(&input.fork()))
}

/// The same, without what stands in front of an equals sign.
pub(super) fn right_side(input: ParseStream) -> String {
    let mut rest = rest_of_item(&input.fork());
    let is_sign = |at: usize, sign: char| {
        let token = rest.get(at);
        matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
    };
    let is_alone = |at: usize| {
        let before = at.checked_sub(1);
        let is_longer = |before: usize| "=<>!+-*/".chars().any(|sign| is_sign(before, sign));
        is_sign(at, '=') && !is_sign(at + 1, '=') && !is_sign(at + 1, '>') && !before.is_some_and(is_longer)
    };
    let from = (0..rest.len()).find(|&at| is_alone(at)).map_or(0, |at| at + 1);
    short(rest.split_off(from))
}

fn short(tokens: Vec<TokenTree>) -> String {
    let tokens: TokenStream = tokens.into_iter().collect();
    let text = tokens.to_string();
    if text.is_empty() || text.len() > 30 {
        "..".to_owned()
    } else {
        text
    }
}

/// Reads the tokens up to the next comma.
pub(super) fn skip_item(input: ParseStream) {
    while !input.is_empty() && !input.peek(Token![,]) {
        let _ = input.parse::<TokenTree>();
    }
}

/// The tokens up to the next comma, which is read as well.
pub(super) fn rest_of_item(input: ParseStream) -> Vec<TokenTree> {
    let mut rest = Vec::new();
    while let Ok(token) = input.parse::<TokenTree>() {
        if matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ',') {
            break;
        }
        rest.push(token);
    }
    rest
}
