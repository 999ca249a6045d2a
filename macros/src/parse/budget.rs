//! Limits on the raw tokens, kept before anything recursive sees them.
//!
//! It refuses to know the grammar. The parser, the lowering and the destructors of syntax trees recurse on
//! what is nested, and rustc gives them 8 MiB of stack: without limits a declaration could end the compiler.

use proc_macro2::{Span, TokenStream, TokenTree, token_stream};

/// Brackets in brackets.
const NESTING: usize = 100;
/// Brackets in brackets, of all that the derive is given: beyond, even the buffer of the tokens would not fit the stack.
const DEEPEST: usize = 500;
/// Operators in a row, as in `- - - x`.
const OPERATORS: usize = 100;
/// Tokens between two commas of one pair of brackets: a sum of n terms is a tree n deep.
const LENGTH: usize = 20_000;

/// What is between two brackets, read up to some point.
struct Level {
    rest: token_stream::IntoIter,
    /// Tokens since the last comma.
    length: usize,
    /// Operators since the last operand.
    operators: usize,
}

impl Level {
    fn new(tokens: TokenStream) -> Self {
        Self {
            rest: tokens.into_iter(),
            length: 0,
            operators: 0,
        }
    }

    fn count(&mut self, token: &TokenTree) {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == ',' => (self.length, self.operators) = (0, 0),
            TokenTree::Punct(_) => (self.length, self.operators) = (self.length + 1, self.operators + 1),
            _ => (self.length, self.operators) = (self.length + 1, 0),
        }
    }
}

/// Where the tokens go beyond a limit, and the message for it.
pub(super) fn excess(tokens: TokenStream) -> Option<(Span, String)> {
    beyond(tokens, exceeded)
}

/// Where the tokens are nested too deeply to be parsed at all.
pub(super) fn too_deep(tokens: TokenStream) -> Option<(Span, String)> {
    let message =
        || format!("brackets are nested more than {DEEPEST} deep; split the formula with `let name = ..`");
    beyond(tokens, |nesting, _, _| (nesting > DEEPEST).then(message))
}

fn beyond(
    tokens: TokenStream,
    limit: impl Fn(usize, usize, usize) -> Option<String>,
) -> Option<(Span, String)> {
    let mut open = vec![Level::new(tokens)];
    while let Some(innermost) = open.last_mut() {
        let Some(token) = innermost.rest.next() else {
            open.pop();
            continue;
        };
        innermost.count(&token);
        let (length, operators) = (innermost.length, innermost.operators);
        if let Some(message) = limit(open.len(), operators, length) {
            return Some((token.span(), message));
        }
        if let TokenTree::Group(group) = token {
            open.push(Level::new(group.stream()));
        }
    }
    None
}

fn exceeded(nesting: usize, operators: usize, length: usize) -> Option<String> {
    let split = "split the formula with `let name = ..`";
    if nesting > NESTING {
        return Some(format!("brackets are nested more than {NESTING} deep; {split}"));
    }
    if operators > OPERATORS {
        return Some(format!("more than {OPERATORS} operators in a row; {split}"));
    }
    (length > LENGTH).then(|| format!("a formula of more than {LENGTH} tokens; {split}"))
}
