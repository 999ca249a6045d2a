//! The items of an entry with parentheses: quantities, formulas, fields or schemes.
//!
//! It refuses to know the keys: each states its items.

use proc_macro2::Ident;
use syn::parse::ParseStream;
use syn::{Token, Type, token};

use super::degree::{degree, refuse_beside_items};
use super::quantity::{known_to_program, quantity};
use super::{equation, formula, label, list, parts, schemes};
use crate::declaration::{
    Declaration, Formula, Items, Key, Label, Labels, Quantity, Word, name_of, with_article,
};
use crate::diagnostics::{Diagnostics, Reported};

/// Adds the items that can be read; an error says that at least one was lost.
pub(super) fn read(
    declaration: &mut Declaration,
    key: &'static Key,
    items: &Items,
    input: ParseStream,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let read = match items {
        Items::Quantities(which) => list::read(input, diagnostics, |item, diagnostics| {
            let read = quantity(item, diagnostics)?;
            let checked = known_to_program(read, &declaration.fields)?;
            let degree = degree(*which, &checked, item)?;
            let quantity = Quantity { degree, ..checked };
            refuse_beside_items(declaration.quantities(*which), &quantity)?;
            declaration.add_quantity(*which, quantity);
            Ok(())
        }),
        Items::Formulas(Labels::Equations) => list::read(input, diagnostics, |item, diagnostics| {
            equation::read(declaration, key, item, diagnostics)
        }),
        Items::Formulas(labels) => list::read(input, diagnostics, |item, diagnostics| {
            label::refuse_quotes(item)?;
            labelled(declaration, key, labels, item, diagnostics)
        }),
        Items::Parts(of) => return parts::read(declaration, key, of, input, diagnostics),
        Items::Fields(whole) => list::read(input, diagnostics, |item, _| {
            label::refuse_quotes(item)?;
            let ident = field(*whole, item)?;
            declaration.listed.push(Word { key, ident });
            Ok(())
        }),
        Items::Components => list::read(input, diagnostics, |item, _| {
            label::refuse_quotes(item)?;
            if let Some(error) =
                label::dotted(&Labels::Components, item).or_else(|| label::of_a_velocity(item))
            {
                return Err(error);
            }
            let label = label::component(item)?;
            declaration.components.push((key, label));
            Ok(())
        }),
        Items::Schemes => return of_schemes(declaration, input, diagnostics),
    };
    read.map_err(|loss| loss.reported)
}

/// `label = formula`. The name is noted even if the formula is lost.
fn labelled(
    declaration: &mut Declaration,
    key: &'static Key,
    labels: &Labels,
    input: ParseStream,
    diagnostics: &mut Diagnostics,
) -> syn::Result<()> {
    if !label::is_next(labels, input) {
        return unlabelled(declaration, key, labels, input, diagnostics);
    }
    let label = label::read(labels, input)?;
    let ident = label.ident.clone();
    let read = match labels {
        Labels::Definable if !(input.peek(Token![=]) || input.peek(Token![:])) => alone(key, label, input),
        _ => {
            let written = label.to_string();
            formula::read(key, label, &written, input, diagnostics)
        }
    };
    match read {
        Ok(formula) => declaration.formulas.push(formula),
        Err(error) => {
            declaration.lost_formulas.push(Word { key, ident });
            return Err(error);
        }
    }
    Ok(())
}

/// A formula without its label, or with a comma after it. Both are read, so that they are reported once.
fn unlabelled(
    declaration: &mut Declaration,
    key: &'static Key,
    labels: &Labels,
    input: ParseStream,
    diagnostics: &mut Diagnostics,
) -> syn::Result<()> {
    if let Some(error) = label::dotted(labels, input).or_else(|| label::of_an_index(labels, input)) {
        return Err(error);
    }
    let span = input.span();
    let mut label = label::example(declaration, labels, input);
    if label::is_before_formula(labels, input) {
        label = input.parse::<Ident>()?.to_string();
        input.parse::<Token![,]>()?;
    }
    let name = key.name;
    let is_vector = input.peek(token::Bracket) && matches!(labels, Labels::Components);
    let message = if is_vector {
        "expected a name and its formula: write one force for each coordinate, as in `force(x = .., r = [.., ..])`".to_owned()
    } else {
        let formula = match labels {
            Labels::Components => list::right_side(input),
            _ => list::item_text(input),
        };
        format!("expected a name and its formula: write `{name}({label} = {formula})`")
    };
    list::skip_item(input);
    let reported = diagnostics.report_at(span, message);
    (key.loss)(&mut declaration.lost, reported);
    Ok(())
}

/// A name without a formula.
fn alone(key: &'static Key, label: Label, input: ParseStream) -> syn::Result<Formula> {
    let name = &label.ident;
    if !input.is_empty() && !input.peek(Token![,]) {
        let what = key.introduces.as_ref().map_or("formula", |names| names.kind);
        let what = with_article(what);
        let formula = list::item_text(input);
        let message = if input.peek(token::Bracket) && formula.contains('=') {
            format!("{what} is a name and its formula; write `{name} = ..`")
        } else {
            let space = if formula.starts_with(['.', '[', '(']) {
                ""
            } else {
                " "
            };
            format!("{what} is a name and its formula; write `name = {name}{space}{formula}`")
        };
        return Err(syn::Error::new(name.span(), message));
    }
    let expr = syn::parse_quote!(#name);
    Ok(Formula::single(key, label, expr))
}

/// A field; `whole` gives the message for a component.
fn field(whole: fn(&str) -> String, input: ParseStream) -> syn::Result<Ident> {
    if input.peek(Token![self]) && input.peek2(Token![.]) {
        let (_, _): (Token![self], Token![.]) = (input.parse()?, input.parse()?);
        let field: Ident = input.fork().parse()?;
        return Err(input.error(format!(
            "a list has the names of fields: write `{field}`, without `self.`"
        )));
    }
    let field: Ident = input.parse()?;
    if input.peek(token::Bracket) {
        return Err(input.error(whole(&name_of(&field))));
    }
    Ok(field)
}

fn of_schemes(
    declaration: &mut Declaration,
    input: ParseStream,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let mut read = Vec::new();
    let mut outcome = Ok(());
    while !input.is_empty() {
        let item = list::item_of_types(input);
        match schemes::item(item.clone()) {
            Ok(scheme) => read.push(scheme),
            Err(error) => {
                declaration.unknown_schemes.extend(syn::parse2::<Type>(item));
                outcome = Err(diagnostics.absorb(error));
            }
        }
    }
    declaration.schemes = Some(read);
    outcome
}
