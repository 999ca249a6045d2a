//! Signs of other notations that Rust's parser reads as something else: `|x|`, `.5`, `a ? b : c`.
//!
//! It refuses to know the meaning of formulas: it sees tokens.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

use crate::schemes::RULES;

/// The first foreign sign up to the next comma, or in the brackets before it, and what to write.
pub(super) fn foreign(tokens: TokenStream) -> Option<(Span, String)> {
    let item = tokens.into_iter().take_while(|token| !is_sign(token, ','));
    in_order(&item.collect::<Vec<_>>())
}

fn in_order(tokens: &[TokenTree]) -> Option<(Span, String)> {
    tokens.iter().enumerate().find_map(|(at, token)| match token {
        TokenTree::Group(group) => {
            let inside: Vec<TokenTree> = group.stream().into_iter().collect();
            // Its arms have arrows.
            if tokens[..at]
                .iter()
                .any(|token| matches!(token, TokenTree::Ident(word) if word == "match"))
            {
                return None;
            }
            let is_bracket = group.delimiter() == Delimiter::Bracket;
            let is_index = at
                .checked_sub(1)
                .is_some_and(|before| ends_operand(&tokens[before]));
            let brackets = is_bracket.then(|| in_brackets(&inside, is_index)).flatten();
            brackets.or_else(|| in_order(&inside))
        }
        TokenTree::Punct(_) => {
            let is_prefix = at
                .checked_sub(1)
                .is_none_or(|before| !ends_operand(&tokens[before]));
            let after_range = at
                .checked_sub(1)
                .is_some_and(|before| is_sign(&tokens[before], '.'));
            // After a comma, or as the whole formula, bars are around the parameters of a closure.
            let before = at.checked_sub(1).map(|before| &tokens[before]);
            if before.is_none_or(|before| is_sign(before, ',')) && begins_closure(&tokens[at..]) {
                return None;
            }
            if let Some(message) = arrow(before, &tokens[at..]) {
                return Some((token.span(), message.to_owned()));
            }
            let message = message(token, is_prefix && !after_range, &tokens[at + 1..])?;
            Some((token.span(), message))
        }
        TokenTree::Ident(word) => {
            if let Some(message) = rule(&word.to_string(), &tokens[at + 1..]) {
                return Some((word.span(), message));
            }
            let before = at.checked_sub(1).map(|before| &tokens[before])?;
            let follows = ends_operand(before) && !matches!(before, TokenTree::Ident(word) if word == "else");
            let message = behind_operand(&word.to_string()).filter(|_| follows)?;
            Some((word.span(), message.to_owned()))
        }
        TokenTree::Literal(_) => None,
    })
}

/// `Gauss<2>`, as schemes take it.
fn rule(name: &str, after: &[TokenTree]) -> Option<String> {
    let [less, TokenTree::Literal(number), greater, ..] = after else {
        return None;
    };
    let is_rule = RULES.iter().any(|entry| entry.signature.name == name);
    (is_rule && is_sign(less, '<') && is_sign(greater, '>'))
        .then(|| format!("in a formula this rule is written `{name}({number})`"))
}

/// Words that other languages write behind a value.
fn behind_operand(word: &str) -> Option<&'static str> {
    match word {
        "if" => Some("a choice begins with its condition: write `if a < b { x } else { y }`"),
        "for" => Some("a formula has no loops; write `sum(0..3, |i| ..)` or `array(0..3, |i| ..)`"),
        _ => None,
    }
}

/// `[a, b; c, d]`, `r[:]` and `r[0:2]`, and the index `m[0, 1]`.
fn in_brackets(tokens: &[TokenTree], is_index: bool) -> Option<(Span, String)> {
    let has_comma = tokens.iter().any(|token| is_sign(token, ','));
    let is_path = |at: usize| {
        let is_colon = |token: &TokenTree| is_sign(token, ':');
        tokens.get(at + 1).is_some_and(is_colon)
            || at.checked_sub(1).is_some_and(|before| is_colon(&tokens[before]))
    };
    tokens.iter().enumerate().find_map(|(at, token)| {
        let message = if is_sign(token, ';') && has_comma {
            "the rows of a matrix are vectors: write `[[a, b], [c, d]]` for `[a, b; c, d]`"
        } else if is_sign(token, ':') && !is_path(at) {
            "a formula has no slices: write the components out, as in `[r[0], r[1]]`; the whole vector is `r`"
        } else if is_sign(token, ',') && is_index {
            "an index is one number, and that of a matrix a pair in parentheses: write `r[0]`, or `m[(0, 1)]`"
        } else {
            return None;
        };
        Some((token.span(), message.to_owned()))
    })
}

/// What to write for a sign before the tokens `after`; `is_prefix` says that no operand is before it.
fn message(sign: &TokenTree, is_prefix: bool, after: &[TokenTree]) -> Option<String> {
    let next = after.first()?;
    if is_sign(sign, '#') {
        return Some("a comment begins with `//`, and goes to the end of its line".to_owned());
    }
    if is_sign(sign, '.') && is_prefix && matches!(next, TokenTree::Literal(_)) {
        return Some(format!("a number begins with a digit: write `0.{next}`"));
    }
    if is_sign(sign, '?') && !is_prefix && !matches!(next, TokenTree::Punct(punct) if punct.as_char() != '-')
    {
        return Some("write `if a < b { x } else { y }` for `a < b ? x : y`".to_owned());
    }
    if let Some(message) = between_operands(sign, next).filter(|_| !is_prefix) {
        return Some(message.to_owned());
    }
    if !is_sign(sign, '|') || !is_prefix {
        return None;
    }
    if is_sign(next, '|') {
        return Some("the length of a vector is a function: write `r.norm()`".to_owned());
    }
    let end = after.iter().position(|token| is_sign(token, '|'))?;
    // The parameters of a closure are before its body.
    let is_closure = match after.get(end + 1) {
        Some(minus) if is_sign(minus, '-') => uses_parameters(&after[..end], &after[end + 1..]),
        Some(token) => !matches!(token, TokenTree::Punct(_)),
        None => false,
    };
    (!is_closure).then(|| {
        let inner: TokenStream = after[..end].iter().cloned().collect();
        let inner = inner.to_string();
        let inner = if inner.len() <= 20 { inner.as_str() } else { "x" };
        format!("the absolute value is a function: write `abs({inner})`, and `r.norm()` for the length of a vector")
    })
}

/// Whether a formula that begins with a minus has one of the names between the bars in front of it: `|a| -a * b`, not `|x| - 1`.
fn uses_parameters(parameters: &[TokenTree], formula: &[TokenTree]) -> bool {
    let are_names = |token: &TokenTree| matches!(token, TokenTree::Ident(_)) || is_sign(token, ',');
    let formula = formula.split(|token| is_sign(token, ',') || is_sign(token, ';'));
    let first = formula.into_iter().next().unwrap_or_default();
    parameters.iter().all(are_names) && first.iter().any(|token| names_any(token, parameters))
}

fn names_any(token: &TokenTree, names: &[TokenTree]) -> bool {
    match token {
        TokenTree::Ident(ident) => names
            .iter()
            .any(|name| matches!(name, TokenTree::Ident(name) if name == ident)),
        TokenTree::Group(group) => group.stream().into_iter().any(|token| names_any(&token, names)),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    }
}

/// Functions of other languages: `(x) -> x * x`, `i => m[i]`.
fn arrow(before: Option<&TokenTree>, tokens: &[TokenTree]) -> Option<&'static str> {
    let [sign, next, ..] = tokens else {
        return None;
    };
    let is_list =
        matches!(before, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
    let is_arrow = is_sign(sign, '=') || is_sign(sign, '-') && is_list;
    (is_arrow && is_sign(next, '>'))
        .then_some("the parameters of a function stand between bars: write `|x| ..`")
}

/// Operators of other languages, of two signs or one.
fn between_operands(sign: &TokenTree, next: &TokenTree) -> Option<&'static str> {
    if is_sign(sign, '@') {
        return Some("the product of two vectors is `a.dot(b)`, and that of matrices `a * b`");
    }
    if is_sign(sign, '-') && is_sign(next, '>') {
        return Some("formulas call a field by its name: write `m`, or `self.m`");
    }
    let is_by_component = ['^', '*', '/']
        .into_iter()
        .any(|operator| is_sign(next, operator));
    (is_sign(sign, '.') && is_by_component).then_some(
        "a formula has no operators by components: write them out, as in `[a[0] * b[0], a[1] * b[1]]`; |r|² is \
         `r.norm_squared()`",
    )
}

/// Whether tokens begin with the parameters of a closure and its formula: `|i| ..`, `|before, i| ..`.
fn begins_closure(tokens: &[TokenTree]) -> bool {
    let [bar, after @ ..] = tokens else {
        return false;
    };
    let Some(end) = after.iter().position(|token| is_sign(token, '|')) else {
        return false;
    };
    let has_formula = after.get(end + 1).is_some_and(|next| !is_sign(next, ','));
    let mut pairs = after[..end].chunks(2);
    is_sign(bar, '|')
        && end > 0
        && has_formula
        && pairs.all(|pair| match pair {
            [TokenTree::Ident(_)] => true,
            [TokenTree::Ident(_), sign] => is_sign(sign, ','),
            _ => false,
        })
}

pub(super) fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

fn ends_operand(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(group) => matches!(group.delimiter(), Delimiter::Parenthesis | Delimiter::Bracket),
        TokenTree::Punct(_) => false,
        TokenTree::Ident(_) | TokenTree::Literal(_) => true,
    }
}
