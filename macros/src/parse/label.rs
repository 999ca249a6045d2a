//! The left sides of formulas: names, components, and common mistakes around them.

use proc_macro2::{Delimiter, Group, Ident, TokenStream};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{LitStr, Member, Token, Type, token};

use super::{list, quantity};
use crate::declaration::{Declaration, Label, Labels, component_of, find_name, has_index, name_of};
use crate::diagnostics::Diagnostics;

/// The label of a formula in a list.
pub(super) fn read(labels: &Labels, input: ParseStream) -> syn::Result<Label> {
    match labels {
        Labels::Components => {
            let mut label = Label::of(input.parse()?);
            if quantity::folded(&input.fork()).is_none() {
                label.item = quantity::item(input)?;
            }
            indices(label, input)
        }
        Labels::Assumable => assumable(input),
        Labels::Definable | Labels::Equations => input.parse().map(Label::of),
    }
}

/// A coordinate, or components of it whose numbers are written.
pub(super) fn component(input: ParseStream) -> syn::Result<Label> {
    indices(Label::of(input.parse()?), input)
}

fn indices(mut label: Label, input: ParseStream) -> syn::Result<Label> {
    while input.peek(token::Bracket) {
        let index = match quantity::folded(&input.fork()) {
            Some(index) => {
                input.parse::<Group>()?;
                index
            }
            None => quantity::component(input)?,
        };
        label.indices.push(index);
    }
    Ok(label)
}

/// Whether a label follows, and not a formula. What is alone may be a label.
pub(super) fn is_next(labels: &Labels, input: ParseStream) -> bool {
    let ahead = input.fork();
    let is_ident = input.peek(Ident::peek_any);
    match labels {
        Labels::Definable | Labels::Equations => true,
        Labels::Components | Labels::Assumable => {
            let is_label = is_ident && read(labels, &ahead).is_ok();
            is_label && (has_sign(&ahead) || ahead.is_empty() || ahead.peek(token::Bracket))
        }
    }
}

/// A component with a dot, as `r.x` and `r.0`.
pub(super) fn dotted(labels: &Labels, input: ParseStream) -> Option<syn::Error> {
    let ahead = input.fork();
    let vector: Ident = ahead.parse().ok()?;
    let _: Token![.] = ahead.parse().ok()?;
    let member: Member = ahead.parse().ok()?;
    let index = component_of(&member)?;
    let is_label = matches!(labels, Labels::Components)
        && (ahead.is_empty() || has_sign(&ahead) || ahead.peek(Token![,]));
    is_label.then(|| syn::Error::new_spanned(&member, has_index(&vector.to_string(), index)))
}

/// Names are words, and formulas have no texts.
pub(super) fn refuse_quotes(input: ParseStream) -> syn::Result<()> {
    match input.fork().parse::<LitStr>() {
        Ok(text) => {
            let message = format!("names have no quotes; write `{}`", text.value());
            Err(syn::Error::new_spanned(text, message))
        }
        Err(_) => Ok(()),
    }
}

/// A velocity where a coordinate is listed, as `dt(x)`.
pub(super) fn of_a_velocity(input: ParseStream) -> Option<syn::Error> {
    let ahead = input.fork();
    let function: Ident = ahead.parse().ok()?;
    let argument: Group = ahead.parse().ok()?;
    let is_velocity = function == "dt" && argument.delimiter() == Delimiter::Parenthesis;
    let message = || {
        format!(
            "coordinates are listed by their names; write `{}`",
            argument.stream()
        )
    };
    is_velocity.then(|| syn::Error::new(function.span(), message()))
}

/// A component whose index is not a literal, as `r[i] = ..`.
pub(super) fn of_an_index(labels: &Labels, input: ParseStream) -> Option<syn::Error> {
    let ahead = input.fork();
    let vector: Ident = ahead.parse().ok()?;
    let group: Group = ahead.parse().ok()?;
    let is_label = matches!(labels, Labels::Components)
        && group.delimiter() == Delimiter::Bracket
        && (has_sign(&ahead) || ahead.peek(token::Bracket));
    is_label.then(|| syn::Error::new_spanned(group.stream(), Label::not_an_integer(&vector)))
}

/// Whether a name with a comma follows where an equals sign is meant: `x, -k * x`.
pub(super) fn is_before_formula(labels: &Labels, input: ParseStream) -> bool {
    let ahead = input.fork();
    ahead.parse::<Ident>().is_ok()
        && ahead.parse::<Token![,]>().is_ok()
        && !ahead.is_empty()
        && !is_next(labels, &ahead)
}

fn has_sign(input: ParseStream) -> bool {
    (input.peek(Token![=]) && !input.peek(Token![==])) || (input.peek(Token![:]) && !input.peek(Token![::]))
}

/// A label for a formula without one: the coordinate that the formula names first, or else the first of all.
pub(super) fn example(declaration: &Declaration, labels: &Labels, input: ParseStream) -> String {
    match labels {
        Labels::Components => {
            let formula: TokenStream = list::rest_of_item(&input.fork()).into_iter().collect();
            let first = find_name(formula, &mut |word| {
                let mut coordinates = declaration.coordinates.iter();
                coordinates
                    .any(|coordinate| coordinate.ident == *word)
                    .then(|| name_of(word))
            });
            first.unwrap_or_else(|| declaration.first_coordinate())
        }
        Labels::Assumable | Labels::Definable | Labels::Equations => "name".to_owned(),
    }
}

/// `name`, or `assume name`.
fn assumable(input: ParseStream) -> syn::Result<Label> {
    let first: Ident = input.parse()?;
    let is_assumed = first == "assume" && input.peek(syn::Ident);
    if !is_assumed {
        return Ok(Label::of(first));
    }
    Ok(Label {
        assume: Some(first),
        ..Label::of(input.parse()?)
    })
}

/// The name of a definition.
pub(super) fn defined(input: ParseStream, diagnostics: &mut Diagnostics) -> syn::Result<Label> {
    if let Some(mutability) = input.parse::<Option<Token![mut]>>()? {
        diagnostics.report(mutability, "a formula changes nothing; drop the `mut`");
    }
    let name = input.parse()?;
    if input.peek(Token![:]) {
        input.parse::<Token![:]>()?;
        let ty: Type = input.parse()?;
        diagnostics.report(
            ty,
            "a formula needs no types: all its numbers are of one; drop this",
        );
    }
    Ok(Label::of(name))
}
