//! The description of a system: as documentation, as a constant with the same text, and facts as constants.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt;

use crate::describe::{Description, Structure};
use crate::emit::call::Context;
use crate::model::Inheritance;
use crate::system::System;

/// The text as documentation, with its line breaks.
pub(super) fn documentation(text: &str) -> TokenStream {
    lines(&format!(
        "What was derived; `describe()` gives the same as text.\n\n```text\n{text}\n```"
    ))
}

/// Markdown as documentation, line by line.
pub(super) fn lines(markdown: &str) -> TokenStream {
    let lines = markdown.lines().map(|line| {
        if line.is_empty() {
            String::new()
        } else {
            format!(" {line}")
        }
    });
    quote!(#(#[doc = #lines])*)
}

/// `STRUCTURE`, `DESCRIPTION`, and `describe` in its scripts.
pub(super) fn items(context: &Context<'_>, description: &Description) -> TokenStream {
    let structure = structure(context, &description.structure);
    let Description {
        text, latex, mathml, ..
    } = description;
    let documentation = documentation(text);
    quote! {
        const STRUCTURE: _x::Structure = #structure;
        const DESCRIPTION: &'static str = #text;

        #documentation
        #[inline]
        fn describe() -> &'static str {
            <Self as _x::Lagrangian>::DESCRIPTION
        }

        #[inline]
        fn describe_latex() -> &'static str {
            #latex
        }

        #[inline]
        fn describe_mathml() -> &'static str {
            #mathml
        }
    }
}

fn structure(context: &Context<'_>, structure: &Structure) -> TokenStream {
    let Structure {
        is_diagonal,
        has_kinetic_energy,
        is_autonomous,
        is_separable,
        has_forces,
        has_dissipation,
        is_conservative,
        constraints,
        rolling,
        is_scleronomic,
        contacts,
        cyclic,
        ..
    } = structure;
    let mass_matrix = format_ident!("{}", structure.mass_matrix.of_mass_matrix());
    let contacts = contacts.count;
    let is_passive = *is_conservative || context.system.is_passive;
    let symmetries = symmetries(context.system);
    let cyclic = cyclic.iter().map(|&place| &context.system.coordinates[place]);
    quote! {
        _x::Structure {
            mass_matrix: _x::MassMatrix::#mass_matrix,
            is_diagonal: #is_diagonal,
            has_kinetic_energy: #has_kinetic_energy,
            is_autonomous: #is_autonomous,
            is_separable: #is_separable,
            has_forces: #has_forces,
            has_dissipation: #has_dissipation,
            is_conservative: #is_conservative,
            is_passive: #is_passive,
            constraints: #constraints,
            rolling: #rolling,
            is_scleronomic: #is_scleronomic,
            contacts: #contacts,
            cyclic: &[#(#cyclic),*],
            symmetries: &[#(#symmetries),*],
        }
    }
}

pub(super) fn symmetries(system: &System) -> Vec<TokenStream> {
    let symmetries = system.symmetries.iter().zip(&system.model.symmetries);
    let facts = symmetries.map(|(named, symmetry)| {
        let name = named.ident.unraw().to_string();
        let is_proven = symmetry.is_proven;
        let inheritance = match symmetry.inheritance {
            Inheritance::Always => quote!(Always),
            Inheritance::SamePoints => quote!(SamePoints),
            Inheritance::Middle => quote!(Middle),
            Inheritance::Never => quote!(Never),
        };
        quote! {
            _x::Symmetry {
                name: #name,
                is_proven: #is_proven,
                inheritance: _x::Inheritance::#inheritance,
            }
        }
    });
    facts.collect()
}
