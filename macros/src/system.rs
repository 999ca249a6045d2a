//! A system as it was read: the model for the schemes, and the tokens for the emitter.
//!
//! It refuses to know how either is made or used.

use proc_macro2::{Ident, TokenStream};
use syn::{DeriveInput, Generics};

use crate::check;
use crate::declaration::{Declaration, Quantity, Scheme, SchemeKind};
use crate::diagnostics::Diagnostics;
use crate::model::Model;
use crate::parse;

/// A declaration that holds all rules.
#[derive(Debug)]
pub(crate) struct System {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    /// Where the runtime lives.
    pub(crate) crate_path: syn::Path,
    /// The type of all numbers.
    pub(crate) scalar: syn::Type,
    /// Names as they read, one a component: `theta`, `r[0]`.
    pub(crate) coordinates: Vec<String>,
    pub(crate) inputs: Vec<String>,
    pub(crate) model: Model,
    /// How to read `model.parameters` from the struct: `self.m`, `self.r[2]`, `self.inertia[(0, 1)]`.
    pub(crate) parameters: Vec<TokenStream>,
    pub(crate) schemes: Vec<Scheme>,
}

/// What is left of a declaration that breaks rules: enough to let the uses of the struct compile.
#[derive(Debug)]
pub(crate) struct Failed {
    pub(crate) errors: syn::Error,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) crate_path: syn::Path,
    pub(crate) scalar: syn::Type,
    /// How many components there seem to be.
    pub(crate) coordinates: usize,
    pub(crate) inputs: usize,
}

impl System {
    /// What is left of a system that turns out to be impossible later.
    pub(crate) fn refused(self, message: &str) -> Failed {
        Failed {
            errors: syn::Error::new(self.ident.span(), message),
            coordinates: self.coordinates.len(),
            inputs: self.inputs.len(),
            crate_path: self.crate_path,
            scalar: self.scalar,
            ident: self.ident,
            generics: self.generics,
        }
    }
}

/// Reads the input of the derive; all errors come at once.
pub(crate) fn read(input: DeriveInput) -> Result<System, Box<Failed>> {
    let mut diagnostics = Diagnostics::default();
    let declaration = parse::declaration(&input, &mut diagnostics);
    let checked = check::check(&declaration, &input.generics, &mut diagnostics);
    match diagnostics.finish_with(checked) {
        Ok(checked) => Ok(System {
            ident: input.ident,
            generics: input.generics,
            scalar: checked.scalar,
            coordinates: names(&declaration.coordinates),
            inputs: names(&declaration.inputs),
            model: checked.model,
            parameters: checked.parameters,
            schemes: declaration.schemes.unwrap_or_else(usual_schemes),
            crate_path: declaration.crate_path,
        }),
        Err(errors) => Err(Box::new(failed(errors, input, declaration))),
    }
}

fn failed(errors: syn::Error, input: DeriveInput, declaration: Declaration) -> Failed {
    Failed {
        errors,
        scalar: check::guess_scalar(&declaration, &input.generics),
        coordinates: declaration.coordinates.iter().map(Quantity::size).sum(),
        inputs: declaration.inputs.iter().map(Quantity::size).sum(),
        crate_path: declaration.crate_path,
        ident: input.ident,
        generics: input.generics,
    }
}

fn names(quantities: &[Quantity]) -> Vec<String> {
    quantities.iter().flat_map(Quantity::component_names).collect()
}

fn usual_schemes() -> Vec<Scheme> {
    vec![
        Scheme {
            kind: SchemeKind::Verlet,
            tokens: syn::parse_quote!(Verlet),
        },
        Scheme {
            kind: SchemeKind::Midpoint,
            tokens: syn::parse_quote!(Midpoint),
        },
    ]
}

#[cfg(test)]
mod tests;
