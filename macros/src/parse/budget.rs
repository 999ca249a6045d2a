//! Limits on the raw tokens, kept before anything recursive sees them.
//!
//! It refuses to know the grammar. The parser, the lowering and the destructors of syntax trees recurse on
//! what is nested, and rustc gives them 8 MiB of stack: without limits a declaration could end the compiler.

use proc_macro2::{Span, TokenStream, TokenTree};

/// Brackets in brackets.
const NESTING: usize = 100;
/// Operators in a row, as in `- - - x`.
const OPERATORS: usize = 100;
/// Tokens of one attribute; a sum of so many terms is a tree as deep.
const TOKENS: usize = 50_000;

/// Where the tokens go beyond a limit, and the message for it.
pub(super) fn excess(tokens: TokenStream) -> Option<(Span, String)> {
    let mut open = vec![tokens.into_iter()];
    let (mut count, mut operators) = (0, 0);
    while let Some(innermost) = open.last_mut() {
        let Some(token) = innermost.next() else {
            open.pop();
            continue;
        };
        count += 1;
        operators = if matches!(token, TokenTree::Punct(_)) {
            operators + 1
        } else {
            0
        };
        if let Some(message) = exceeded(open.len(), operators, count) {
            return Some((token.span(), message));
        }
        if let TokenTree::Group(group) = token {
            open.push(group.stream().into_iter());
        }
    }
    None
}

fn exceeded(nesting: usize, operators: usize, count: usize) -> Option<String> {
    let split = "split the formula with `let name = ..`";
    if nesting > NESTING {
        return Some(format!("brackets are nested more than {NESTING} deep; {split}"));
    }
    if operators > OPERATORS {
        return Some(format!("more than {OPERATORS} operators in a row; {split}"));
    }
    (count > TOKENS).then(|| format!("a declaration of more than {TOKENS} tokens cannot be derived"))
}
