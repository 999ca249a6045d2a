//! `= expr`: a formula after its name.
//!
//! It refuses to know the meaning of formulas. It detects common mistakes for which the parser's messages are poor.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::parse::ParseStream;
use syn::{Expr, Token, token};

use super::list::rest_of_item;
use super::notation::{self, is_sign};
use crate::declaration::{Formula, Key, Label};
use crate::diagnostics::Diagnostics;
use crate::keys;

/// Words that may be next to operands without an operator.
const KEYWORDS: [&str; 22] = [
    "as", "async", "await", "break", "const", "continue", "else", "fn", "for", "if", "in", "let", "loop",
    "match", "move", "mut", "ref", "return", "static", "unsafe", "while", "yield",
];

/// Reads the formula after a label, which messages quote as `written`.
pub(super) fn read(
    key: &'static Key,
    label: Label,
    written: &str,
    input: ParseStream,
    diagnostics: &mut Diagnostics,
) -> syn::Result<Formula> {
    let expr = after_name(written, input, diagnostics)?;
    Ok(Formula::single(key, label, expr))
}

/// Reads the sign and the formula of `name`.
pub(super) fn after_name(name: &str, input: ParseStream, diagnostics: &mut Diagnostics) -> syn::Result<Expr> {
    if input.peek(Token![:]) && !input.peek(Token![::]) {
        let colon: Token![:] = input.parse()?;
        diagnostics.report(colon, format!("expected `=`: write `{name} = ..`"));
    } else if input.peek(Token![=]) && !input.peek(Token![==]) {
        input.parse::<Token![=]>()?;
    } else if input.peek(token::Paren) && name.starts_with("let ") {
        let message = format!("the parameters of a function stand between bars: write `{name} = |x| ..`");
        return Err(input.error(message));
    } else {
        return Err(input.error(format!("expected `=`: write `{name} = ..`")));
    }
    if input.is_empty() || input.peek(Token![,]) {
        return Err(input.error(format!("the formula is missing: write `{name} = ..`")));
    }
    expression(input)
}

/// Reads the formula itself.
pub(super) fn expression(input: ParseStream) -> syn::Result<Expr> {
    let item: TokenStream = rest_of_item(&input.fork()).into_iter().collect();
    match notation::foreign(item.clone()).or_else(|| without_operator(item, true)) {
        Some((span, message)) => Err(syn::Error::new(span, message)),
        None => input.parse().map_err(in_other_words),
    }
}

/// Replaces the message about comparisons, which are equations in a constraint.
pub(super) fn of_equations(error: syn::Error) -> syn::Error {
    if error.to_string() != CHAINED {
        return error;
    }
    let message = "equations cannot be chained; write two constraints, `a == b, b == c` for `a == b == c`";
    syn::Error::new(error.span(), message)
}

const CHAINED: &str = "comparisons cannot be chained; write `a < b && b < c` for `a < b < c`";

/// Replaces messages of the parser that do not say what to write.
fn in_other_words(error: syn::Error) -> syn::Error {
    let message = match error.to_string().as_str() {
        "comparison operators cannot be chained" => CHAINED,
        "unexpected end of input, expected an expression" => {
            "the formula ends here, where an operand is missing"
        }
        _ => return error,
    };
    syn::Error::new(error.span(), message)
}

/// Two operands side by side, as in `dt theta` and `m g`: the second, and what to write.
///
/// Looks up to the next comma, and into the brackets before it.
fn without_operator(tokens: TokenStream, is_outermost: bool) -> Option<(Span, String)> {
    let mut before: Option<TokenTree> = None;
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        if is_outermost && is_sign(&token, ',') {
            return None;
        }
        if let TokenTree::Group(group) = &token
            && let Some((span, mut message)) = without_operator(group.stream(), false)
        {
            if group.delimiter() == Delimiter::Bracket
                && !message.contains("comma")
                && message.starts_with("expected")
            {
                message.push_str(", and between entries a comma");
            }
            let found = (span, message);
            return Some(found);
        }
        if let Some(first) = &before
            && ends_operand(first)
            && begins_operand(&token)
        {
            // Probably the key of the next entry, with the comma missing.
            let is_entry = is_key(&token) || tokens.peek().is_some_and(|next| is_sign(next, '='));
            return (!is_outermost || !is_entry).then(|| (token.span(), advice(first, &token)));
        }
        before = Some(token);
    }
    None
}

fn advice(first: &TokenTree, second: &TokenTree) -> String {
    if let TokenTree::Ident(word) = first
        && let Some(call) = keys::call_of(&word.to_string(), &second.to_string())
        && word != "dt"
    {
        return format!("a function has its argument in parentheses: write `{call}`");
    }
    if let Some(sign) = conjunction(first).or_else(|| conjunction(second)) {
        return format!("conditions are combined by signs: write `{sign}`");
    }
    match first {
        TokenTree::Ident(word) if word == "dt" => {
            format!("the time derivative is a function: write `dt({second})`")
        }
        TokenTree::Group(_) => format!("expected an operator; for a product write `* {second}`"),
        first => format!("expected an operator; for a product write `{first} * {second}`"),
    }
}

/// The sign for a word that combines conditions elsewhere.
fn conjunction(token: &TokenTree) -> Option<&'static str> {
    match token {
        TokenTree::Ident(word) if word == "and" => Some("&&"),
        TokenTree::Ident(word) if word == "or" => Some("||"),
        TokenTree::Ident(word) if word == "not" => Some("!"),
        _ => None,
    }
}

fn is_key(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(word) if keys::named(&word.to_string()).is_some())
}

fn is_keyword(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(word) if KEYWORDS.iter().any(|keyword| word == keyword))
}

fn ends_operand(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(group) => matches!(group.delimiter(), Delimiter::Parenthesis | Delimiter::Bracket),
        TokenTree::Punct(_) => false,
        word => !is_keyword(word),
    }
}

fn begins_operand(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(_) | TokenTree::Literal(_)) && !is_keyword(token)
}
