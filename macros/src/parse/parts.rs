//! A name and formulas that belong together: `floor, gap = y - r, friction = mu`.
//!
//! It refuses to know the key: that has the words of its parts, of which the first is required.

use proc_macro2::{Ident, Span, TokenStream};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{BinOp, Expr, ExprArray, Token, token};

use super::{formula, list};
use crate::declaration::{Declaration, Formula, Key, Label, Part, PartOf, Word, name_of, with_article};
use crate::diagnostics::{Diagnostics, Reported};
use crate::suggest::nearest;
use crate::text;

/// Adds the entry if all of it can be read. Its name is noted in any case.
pub(super) fn read(
    declaration: &mut Declaration,
    key: &'static Key,
    of: &'static [PartOf],
    input: ParseStream,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let name = match name(declaration, key, of, input) {
        Ok(name) => name,
        Err(error) => {
            let ident = Ident::new("lost", Span::call_site());
            declaration.lost_formulas.push(Word { key, ident });
            list::rest_of_item(input);
            let reported = diagnostics.absorb(error);
            while !input.is_empty() {
                list::rest_of_item(input);
            }
            return Err(reported);
        }
    };
    let mut entry = Entry {
        key,
        of,
        name,
        parts: Vec::new(),
        unknown: Vec::new(),
    };
    let read = entry.read_parts(input, diagnostics);
    declaration.unknown_parts.append(&mut entry.unknown);
    let formula = read.and_then(|()| entry.formula(diagnostics));
    match formula {
        Ok(formula) => {
            declaration.formulas.push(formula);
            Ok(())
        }
        Err(reported) => {
            let ident = entry.name;
            declaration.lost_formulas.push(Word { key, ident });
            Err(reported)
        }
    }
}

/// An entry whose parts are being read.
struct Entry {
    key: &'static Key,
    of: &'static [PartOf],
    name: Ident,
    parts: Vec<Part>,
    /// Words that are no part.
    unknown: Vec<Word>,
}

impl Entry {
    /// Reads the parts up to the end, or to the name of another entry.
    fn read_parts(&mut self, input: ParseStream, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
        let mut begins_another = false;
        let read = list::read(input, diagnostics, |item, diagnostics| {
            if begins_another {
                list::rest_of_item(item);
                return Ok(());
            }
            if let Some(message) = another(self.key, self.of, &self.parts, item) {
                begins_another = true;
                return Err(item.error(message));
            }
            let words = (self.parts.as_slice(), &mut self.unknown);
            let part = part(self.key, self.of, words, item, diagnostics)?;
            if let Some(before) = self.parts.iter().find(|before| before.of == part.of) {
                let message = format!(
                    "`{}` of `{}` is there twice; drop one of the two",
                    before.of.name, self.name
                );
                diagnostics.report(&part.word, message);
            }
            self.parts.push(part);
            Ok(())
        });
        read.map_err(|loss| loss.reported)
    }

    /// The entry as a formula with parts, if it has the first one.
    fn formula(&mut self, diagnostics: &mut Diagnostics) -> Result<Formula, Reported> {
        let first = self.parts.iter().find(|part| part.of == &self.of[0]);
        let Some(first) = first else {
            let message = missing(self.key, &self.of[0], &self.name);
            return Err(diagnostics.report(&self.name, message));
        };
        Ok(Formula {
            key: self.key,
            label: Label::of(self.name.clone()),
            expr: first.expr.clone(),
            parts: std::mem::take(&mut self.parts),
        })
    }
}

/// `contact`
fn kind(key: &Key) -> &'static str {
    key.introduces.as_ref().map_or(key.name, |names| names.kind)
}

fn missing(key: &Key, first: &PartOf, name: &Ident) -> String {
    let PartOf {
        name: part, meaning, ..
    } = first;
    let without = first
        .without
        .map(|without| without.replace("{name}", &name.to_string()));
    format!(
        "the {} `{name}` has no {part}; write `{}({name}, {part} = ..)`: {meaning}{}",
        kind(key),
        key.name,
        without.unwrap_or_default()
    )
}

/// The name, with the comma behind it.
fn name(
    declaration: &Declaration,
    key: &Key,
    of: &'static [PartOf],
    input: ParseStream,
) -> syn::Result<Ident> {
    let ahead = input.fork();
    let word = ahead.call(Ident::parse_any).ok();
    let is_alone = ahead.is_empty() || ahead.peek(Token![,]);
    if word.is_some() && is_alone {
        let name: Ident = input.parse()?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        return Ok(name);
    }
    let what = with_article(kind(key));
    let message = match word {
        // `floor = y` stands where `floor, gap = y` is meant.
        Some(word) if ahead.peek(Token![=]) && meant(of, &name_of(&word)).is_none() => {
            let part = of[0].name;
            ahead.parse::<Token![=]>()?;
            let formula = list::item_text(&ahead);
            format!(
                "{what} is a name and its parts: write `{}({word}, {part} = {formula})`{}",
                key.name, key.labelled
            )
        }
        _ => {
            let example = key.example_of_list(declaration).unwrap_or_default();
            format!("{what} begins with its name, as in `{example}`")
        }
    };
    Err(input.error(message))
}

/// The message for a second name, with which another entry begins: the parts behind it belong to that.
fn another(key: &Key, of: &[PartOf], before: &[Part], input: ParseStream) -> Option<String> {
    let ahead = input.fork();
    let name = name_of(&ahead.call(Ident::parse_any).ok()?);
    let is_alone = ahead.is_empty() || ahead.peek(Token![,]);
    if before.is_empty() || !is_alone || of.iter().any(|of| of.name == name) {
        return None;
    }
    let first = of.first().map_or("..", |of| of.name);
    Some(format!(
        "one `{key}(..)` is one {kind}: write `{key}({name}, {first} = ..)` for another one",
        key = key.name,
        kind = kind(key)
    ))
}

/// `a - b` of an item `a >= b`.
fn difference(input: ParseStream) -> Option<String> {
    let item: TokenStream = list::rest_of_item(&input.fork()).into_iter().collect();
    let Ok(Expr::Binary(comparison)) = syn::parse2(item) else {
        return None;
    };
    let [left, right] = [&comparison.left, &comparison.right].map(text::of);
    match comparison.op {
        BinOp::Ge(_) | BinOp::Gt(_) | BinOp::Eq(_) => Some(format!("{left} - {right}")),
        BinOp::Le(_) | BinOp::Lt(_) => Some(format!("{right} - {left}")),
        _ => None,
    }
}

/// One part: its word and its formula.
fn part(
    key: &'static Key,
    of: &'static [PartOf],
    (before, unknown_words): (&[Part], &mut Vec<Word>),
    input: ParseStream,
    diagnostics: &mut Diagnostics,
) -> syn::Result<Part> {
    let ahead = input.fork();
    let word = ahead.call(Ident::parse_any).ok();
    let is_part = word.is_some_and(|word| {
        let has_arguments = ahead.peek(token::Paren);
        let meant = meant(of, &name_of(&word));
        of.iter().any(|of| of.name == name_of(&word))
            || has_arguments && meant.is_some_and(|of| of.arguments.is_some())
    });
    let has_sign = (ahead.peek(Token![=]) && !ahead.peek(Token![==]))
        || (ahead.peek(Token![:]) && !ahead.peek(Token![::]));
    let is_labelled = has_sign || is_part;
    if !is_labelled {
        let mut left = of.iter().filter(|of| of.refused.is_none());
        let left = left.find(|of| before.iter().all(|part| part.of != *of));
        let formula = difference(input).unwrap_or_else(|| list::item_text(input));
        let example = left.map_or_else(|| format!(".. = {formula}"), |of| of.written(&formula));
        let message = format!("expected a part and its formula, as in `{example}`");
        return Err(input.error(message));
    }
    let word = input.call(Ident::parse_any)?;
    let text = name_of(&word);
    let known = of.iter().find(|of| of.name == text);
    if known.is_none() {
        unknown_words.push(Word {
            key,
            ident: word.clone(),
        });
    }
    let Some(of) = known.or_else(|| meant(of, &text)) else {
        return Err(syn::Error::new(word.span(), unknown(key, of, &text, None)));
    };
    if let Some(reason) = of.refused {
        return Err(syn::Error::new(word.span(), reason));
    }
    if known.is_none() {
        diagnostics.report(&word, unknown(key, &[], &text, Some(of)));
    }
    let expr = match of.arguments {
        None => formula::after_name(of.name, input, diagnostics)?,
        Some(_) => arguments(of, input)?,
    };
    Ok(Part { of, word, expr })
}

/// `(r, radius)` as an array.
fn arguments(of: &PartOf, input: ParseStream) -> syn::Result<Expr> {
    if !input.peek(token::Paren) {
        let message = format!("`{}` has arguments: write `{}`", of.name, of.written(".."));
        return Err(input.error(message));
    }
    let all;
    let parentheses = syn::parenthesized!(all in input);
    let bracket_token = token::Bracket(parentheses.span.join());
    let mut elems = Punctuated::new();
    while !all.is_empty() {
        elems.push_value(formula::expression(&all)?);
        if !all.is_empty() {
            elems.push_punct(all.parse()?);
        }
    }
    let attrs = Vec::new();
    Ok(Expr::Array(ExprArray {
        attrs,
        bracket_token,
        elems,
    }))
}

/// The part that a word may stand for.
fn meant(of: &'static [PartOf], word: &str) -> Option<&'static PartOf> {
    let exact = of
        .iter()
        .find(|of| of.name == word || of.other_words.contains(&word));
    exact.or_else(|| {
        let near = nearest(word, of.iter().map(|of| of.name))?;
        of.iter().find(|of| of.name == near)
    })
}

fn unknown(key: &Key, of: &[PartOf], word: &str, meant: Option<&PartOf>) -> String {
    let what = with_article(kind(key));
    match meant {
        Some(part) => format!("`{word}` is no part of {what}; did you mean `{}`?", part.name),
        None => {
            let parts = of.iter().filter(|of| of.refused.is_none());
            let names: Vec<String> = parts.map(|of| format!("`{}`", of.name)).collect();
            format!("`{word}` is no part of {what}; there are {}", names.join(", "))
        }
    }
}
