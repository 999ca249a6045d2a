//! The attributes `#[lagrangian(..)]`: their places and number, and the parts that were lost.
//!
//! It refuses to know the entries, which `entry` reads.

use syn::parse::ParseStream;
use syn::{Attribute, Meta};

use super::entry::Reader;
use super::{budget, list};
use crate::declaration::Declaration;
use crate::diagnostics::{Diagnostics, Reported};

pub(super) fn read(attributes: &[Attribute], declaration: &mut Declaration, diagnostics: &mut Diagnostics) {
    let ours: Vec<&Attribute> = attributes
        .iter()
        .filter(|a| a.path().is_ident("lagrangian"))
        .collect();
    match ours.first().and_then(|first| first.path().get_ident()) {
        Some(name) => declaration.anchor = name.clone(),
        None => {
            let message = "the derive needs the system's declaration: write \
                           `#[lagrangian(coordinates(..), kinetic = .., potential = ..)]` below it";
            lose(declaration, diagnostics.report(&declaration.anchor, message));
        }
    }
    let mut reader = Reader::new(declaration);
    for attribute in ours {
        if let Err(reported) = entries(attribute, &mut reader, diagnostics) {
            lose(reader.declaration, reported);
        }
    }
}

fn entries(
    attribute: &Attribute,
    reader: &mut Reader,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let Meta::List(meta) = &attribute.meta else {
        let message = "the declaration goes in parentheses: \
                       `#[lagrangian(coordinates(..), kinetic = .., potential = ..)]`";
        return Err(diagnostics.report(attribute.path(), message));
    };
    if let Some((span, message)) = budget::excess(meta.tokens.clone()) {
        return Err(diagnostics.report_at(span, message));
    }
    let parser = |input: ParseStream| Ok(list::read(input, diagnostics, |entry, d| reader.entry(entry, d)));
    match attribute.parse_args_with(parser) {
        // The reader notes exactly which parts were lost.
        Ok(read) => {
            if let Err(loss) = read {
                reader.settle(loss);
            }
            Ok(())
        }
        Err(error) => Err(diagnostics.absorb(error)),
    }
}

fn lose(declaration: &mut Declaration, reported: Reported) {
    declaration.lost.quantities(reported);
    declaration.lost.entries = Some(reported);
}
