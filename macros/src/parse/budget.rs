//! Limits on the raw tokens, checked before any recursive function reads them.
//!
//! It refuses to know the grammar. The parser, the lowering and the destructors of syntax trees recurse into nested syntax with
//! a stack of 8 MiB. Without limits a declaration could crash the compiler.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree, token_stream};

/// The largest depth of nested brackets.
const NESTING: usize = 100;
/// The largest depth of nested brackets in the input of the derive. Beyond it, even dropping the tokens overflows the stack.
const DEEPEST: usize = 500;
/// The largest number of operators in a row, as in `- - - x`.
const OPERATORS: usize = 100;
/// The largest number of tokens between two commas in one pair of brackets: a sum of n terms is a tree of depth n.
const LENGTH: usize = 20_000;

/// The largest number of links of a chain whose tree is as deep as it is long: `x.sin().cos()`, `a && b && c`, `else if .. else if`.
const LINKS: usize = 500;

/// The state of reading between two brackets.
struct Level {
    rest: token_stream::IntoIter,
    /// Tokens since the last comma.
    length: usize,
    /// Operators since the last operand.
    operators: usize,
    links: Links,
}

/// Links of each kind so far.
#[derive(Default)]
struct Links {
    /// Dots and brackets behind an operand.
    calls: usize,
    conditions: usize,
    branches: usize,
    is_after_else: bool,
}

impl Links {
    fn count(&mut self, token: &TokenTree) {
        match token {
            TokenTree::Punct(sign) => match sign.as_char() {
                '.' => self.calls += 1,
                '&' | '|' => (self.calls, self.conditions) = (0, self.conditions + 1),
                ',' => *self = Self::default(),
                _ => self.calls = 0,
            },
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                self.conditions = 0;
                if self.is_after_else {
                    self.branches = 0;
                }
            }
            TokenTree::Group(_) => self.calls += 1,
            TokenTree::Ident(word) if word == "else" => self.branches += 1,
            TokenTree::Ident(_) | TokenTree::Literal(_) => {}
        }
        self.is_after_else = matches!(token, TokenTree::Ident(word) if word == "else");
    }

    /// A method is a dot and a pair of brackets, and `&&` is two signs.
    fn most(&self) -> usize {
        self.branches.max(self.calls.max(self.conditions) / 2)
    }
}

impl Level {
    fn new(tokens: TokenStream) -> Self {
        Self {
            rest: tokens.into_iter(),
            length: 0,
            operators: 0,
            links: Links::default(),
        }
    }

    fn count(&mut self, token: &TokenTree) {
        self.links.count(token);
        match token {
            TokenTree::Punct(punct) if punct.as_char() == ',' => (self.length, self.operators) = (0, 0),
            TokenTree::Punct(_) => (self.length, self.operators) = (self.length + 1, self.operators + 1),
            _ => (self.length, self.operators) = (self.length + 1, 0),
        }
    }
}

/// The place where the tokens exceed a limit, and the message.
pub(super) fn excess(tokens: TokenStream) -> Option<(Span, String)> {
    beyond(tokens, exceeded)
}

/// The place where the tokens are nested too deeply to be parsed at all.
pub(super) fn too_deep(tokens: TokenStream) -> Option<(Span, String)> {
    let message =
        || format!("brackets are nested more than {DEEPEST} deep; split the formula with `let name = ..`");
    beyond(tokens, |nesting, _| (nesting > DEEPEST).then(message))
}

fn beyond(tokens: TokenStream, limit: impl Fn(usize, &Level) -> Option<String>) -> Option<(Span, String)> {
    let mut open = vec![Level::new(tokens)];
    while let Some(innermost) = open.last_mut() {
        let Some(token) = innermost.rest.next() else {
            open.pop();
            continue;
        };
        innermost.count(&token);
        let message = open.last().and_then(|innermost| limit(open.len(), innermost));
        if let Some(message) = message {
            return Some((token.span(), message));
        }
        if let TokenTree::Group(group) = token {
            open.push(Level::new(group.stream()));
        }
    }
    None
}

fn exceeded(nesting: usize, level: &Level) -> Option<String> {
    let split = "split the formula with `let name = ..`";
    if nesting > NESTING {
        return Some(format!("brackets are nested more than {NESTING} deep; {split}"));
    }
    if level.operators > OPERATORS {
        return Some(format!("more than {OPERATORS} operators in a row; {split}"));
    }
    if level.links.most() > LINKS {
        return Some(format!(
            "more than {LINKS} calls, conditions or branches in a row; {split}"
        ));
    }
    (level.length > LENGTH).then(|| format!("a formula of more than {LENGTH} tokens; {split}"))
}
