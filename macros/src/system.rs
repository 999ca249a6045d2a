//! A system after reading: the model for the schemes, and the tokens for the emitter.

mod usual;

use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{DeriveInput, Generics, Visibility};

use crate::check::{self, Outcome};
use crate::declaration::{self, CalledField, Declaration, Quantity, has_name};
use crate::diagnostics::Diagnostics;
use crate::keys::{self, Methods, OutputMethod};
use crate::model::{Model, Underivable, WORK};
use crate::parse;
use crate::schemes::Scheme;

const WITHOUT_ALLOCATOR: &str = "the vectors of this system are on the heap: enable the feature `alloc` of `extremal`. They are in \
     arrays if there is one coordinate, its length is a constant of the type, sums are over neighbours, and there are no constraints and \
     contacts";

/// A declaration that obeys all rules.
#[derive(Debug)]
pub(crate) struct System {
    pub(crate) ident: Ident,
    pub(crate) visibility: Visibility,
    pub(crate) generics: Generics,
    /// The scalar, if the macro cannot see that the type is one.
    pub(crate) undecided: Option<syn::Type>,
    /// The path of the runtime.
    pub(crate) crate_path: syn::Path,
    /// The type of all numbers.
    pub(crate) scalar: syn::Type,
    /// Names, one for each of the model's: `theta`, `r[0]`, or `q[i + 1]` of an item.
    pub(crate) coordinates: Vec<String>,
    pub(crate) inputs: Vec<String>,
    /// One for each of the model's.
    pub(crate) constraints: Vec<String>,
    /// One for each of the model's: `foot`, or `corner[0]`, `corner[1]`.
    pub(crate) contacts: Vec<String>,
    pub(crate) model: Model,
    /// How to read `model.parameters` from the struct: `self.m`, `self.r[2]`, `self.inertia[(0, 1)]`.
    pub(crate) parameters: Vec<TokenStream>,
    /// The functions that formulas call, in the order of the graph.
    pub(crate) functions: Vec<CalledField>,
    pub(crate) schemes: Vec<declaration::Scheme>,
    /// As the user wrote it.
    pub(crate) declaration: Declaration,
    /// The first line of the struct's own documentation.
    pub(crate) documentation: Option<String>,
    /// One for each of the model's.
    pub(crate) outputs: Vec<Output>,
    /// One for each of the model's.
    pub(crate) symmetries: Vec<Symmetry>,
    /// A name for each number by which steps are differentiated, `m`, `r[0]`, `inertia[0][1]`; none if only the program knows how
    /// many there are.
    pub(crate) sensitivities: Vec<String>,
    /// What looks odd, and is not proven to be a mistake.
    pub(crate) notes: Vec<String>,
    /// For each of `parameters` whether the motion has finite numbers where it is infinite.
    pub(crate) may_be_infinite: Vec<bool>,
    /// Whether nothing adds energy, for parameters above zero.
    pub(crate) is_passive: bool,
    /// The key `parallel` as the user wrote it.
    pub(crate) parallel: Option<Ident>,
}

/// An output as the user wrote it; its numbers are the model's.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) ident: Ident,
    pub(crate) formula: TokenStream,
    /// `height`, or `tip[0]`, `tip[1]`, or `inertia[0][1]`; `strain[e]` of an array over a range that only the program knows.
    pub(crate) components: Vec<String>,
}

/// A symmetry as the user wrote it; its generator is the model's.
#[derive(Debug)]
pub(crate) struct Symmetry {
    pub(crate) ident: Ident,
    pub(crate) name: String,
    pub(crate) formula: TokenStream,
}

/// The remains of a declaration that breaks rules: enough to let the uses of the struct compile.
#[derive(Debug)]
pub(crate) struct Failed {
    pub(crate) errors: syn::Error,
    pub(crate) ident: Ident,
    pub(crate) visibility: Visibility,
    pub(crate) generics: Generics,
    pub(crate) crate_path: syn::Path,
    pub(crate) scalar: syn::Type,
    /// The number of components that could be read.
    pub(crate) coordinates: usize,
    pub(crate) inputs: usize,
    /// Whether there may be more.
    pub(crate) is_unread: bool,
    /// Whether there are constraints.
    pub(crate) is_constrained: bool,
    /// Whether there are contacts.
    pub(crate) has_contacts: bool,
    /// Outputs that may be called.
    pub(crate) outputs: Vec<OutputMethod>,
    /// Momentum maps that may be called.
    pub(crate) symmetries: Vec<Ident>,
    /// The entries that could be read, as the user wrote them.
    pub(crate) declaration: Declaration,
}

impl System {
    pub(crate) fn has_dissipation(&self) -> bool {
        keys::DISSIPATION.has_formulas(&self.declaration)
    }

    /// The parameters that are read at running indices, and inputs where there are some of items: those differ from item to item.
    pub(crate) fn symbols_of_items(&self) -> Vec<extremal_symbolic::Expr> {
        let parameters = self.model.parameters.iter().zip(&self.parameters);
        // `__i0`
        let is_index = |name: &Ident| {
            let name = name.to_string();
            name.strip_prefix("__i")
                .is_some_and(|rest| rest.parse::<usize>().is_ok())
        };
        let of_items = parameters.filter(|(_, tokens)| has_name((*tokens).clone(), is_index));
        let has_inputs = self
            .model
            .families
            .as_ref()
            .is_some_and(|families| families.inputs.is_some());
        let inputs = self.model.inputs.iter().filter(|_| has_inputs);
        of_items
            .map(|(&parameter, _)| parameter)
            .chain(inputs.copied())
            .collect()
    }

    /// The constants `const N: usize` of the type.
    pub(crate) fn lengths_of_type(&self) -> Vec<String> {
        let constants = self.generics.const_params();
        let lengths = constants
            .filter(|constant| matches!(&constant.ty, syn::Type::Path(path) if path.path.is_ident("usize")));
        lengths.map(|constant| constant.ident.to_string()).collect()
    }

    /// The schemes, in the order listed.
    pub(crate) fn schemes(&self) -> Vec<Rc<dyn Scheme>> {
        let schemes = self.schemes.iter();
        schemes.map(|listed| listed.scheme.clone()).collect()
    }

    /// The remains of a system whose equations cannot be derived.
    pub(crate) fn underivable(self, what: Underivable) -> Failed {
        let limit = WORK / 1_000_000;
        let grow = format!("grow beyond what can be derived, {limit} million operations on formulas");
        let error = match what {
            Underivable::System => {
                let message = format!(
                    "the equations of this system {grow}; take fewer coordinates or shorter formulas"
                );
                syn::Error::new(self.ident.span(), message)
            }
            Underivable::Scheme(at) => {
                let scheme = &self.schemes[at].tokens;
                let message = format!(
                    "the equations of this scheme, with those before it, {grow}; take a lower degree, fewer points or \
                     fewer schemes, or shorter formulas"
                );
                syn::Error::new_spanned(scheme, message)
            }
            Underivable::Rough(function) => {
                let user = &self.functions[function.index()].user;
                let message = format!(
                    "the motion needs the third derivative of `{user}`, and a field that is called has two: write `{user}` out as a \
                     formula"
                );
                syn::Error::new(user.span(), message)
            }
            Underivable::Refused(refused) => {
                let errors = refused
                    .into_iter()
                    .map(|(scheme, message)| syn::Error::new_spanned(&self.schemes[scheme].tokens, message));
                let all = errors.reduce(|mut all, error| {
                    all.combine(error);
                    all
                });
                all.unwrap_or_else(|| {
                    syn::Error::new(self.ident.span(), "the schemes were refused without a reason")
                })
            }
        };
        self.failed(error)
    }

    /// The remains of a system that is refused after reading.
    pub(crate) fn refused(self, message: &str) -> Failed {
        let error = syn::Error::new(self.ident.span(), message);
        self.failed(error)
    }

    /// The remains of a system whose vectors are on the heap, where there is none. The error stands on the first length.
    pub(crate) fn without_allocator(self) -> Failed {
        let lengths = self
            .declaration
            .coordinates
            .iter()
            .chain(&self.declaration.inputs);
        let length = lengths.filter_map(|quantity| quantity.items.as_ref()).next();
        let error = match length {
            Some(length) => syn::Error::new_spanned(length, WITHOUT_ALLOCATOR),
            None => syn::Error::new(self.ident.span(), WITHOUT_ALLOCATOR),
        };
        self.failed(error)
    }

    fn failed(self, errors: syn::Error) -> Failed {
        Failed {
            errors,
            coordinates: self.coordinates.len(),
            inputs: self.inputs.len(),
            // Its vectors have no length here.
            is_unread: self.model.families.is_some(),
            is_constrained: !self.constraints.is_empty(),
            has_contacts: !self.contacts.is_empty(),
            outputs: output_methods(&self),
            symmetries: self
                .symmetries
                .into_iter()
                .map(|symmetry| symmetry.ident)
                .collect(),
            visibility: self.visibility,
            crate_path: self.crate_path,
            scalar: self.scalar,
            ident: self.ident,
            generics: self.generics,
            declaration: self.declaration,
        }
    }
}

/// Reads the input of the derive; all errors come at once.
pub(crate) fn read(input: DeriveInput) -> Result<System, Box<Failed>> {
    let mut diagnostics = Diagnostics::default();
    let declaration = parse::declaration(&input, &mut diagnostics);
    let Outcome {
        checked,
        methods,
        is_uncertain,
    } = check::check(&declaration, &input.generics, &mut diagnostics);
    match diagnostics.finish_with(checked) {
        Ok(checked) => {
            let numbers = &checked.model.sensitivities;
            debug_assert!(
                checked.model.families.is_some() || numbers.len() == checked.sensitivities.len(),
                "each number has a name"
            );
            let has_contacts = !checked.contacts.is_empty();
            let may_be_infinite = checked.model.may_be_infinite();
            Ok(System {
                undecided: check::undecided_scalar(&checked.scalar, &input.generics),
                outputs: named(&declaration, &checked.model),
                symmetries: generated(&declaration),
                documentation: first_line(&input.attrs),
                ident: input.ident,
                visibility: input.vis,
                generics: input.generics,
                scalar: checked.scalar,
                coordinates: checked.coordinates,
                inputs: declaration
                    .inputs
                    .iter()
                    .flat_map(Quantity::names_as_inputs)
                    .collect(),
                model: checked.model,
                parameters: checked.parameters,
                functions: checked.functions,
                constraints: checked.constraints,
                contacts: checked.contacts,
                sensitivities: checked.sensitivities,
                notes: checked.notes,
                may_be_infinite,
                is_passive: checked.is_passive,
                parallel: keys::PARALLEL.word(&declaration).cloned(),
                schemes: declaration
                    .schemes
                    .clone()
                    .unwrap_or_else(|| usual::schemes(has_contacts)),
                crate_path: declaration.crate_path.clone(),
                declaration,
            })
        }
        Err(errors) => {
            let mut failed = failed(errors, input, declaration, methods);
            failed.is_unread |= is_uncertain;
            Err(Box::new(failed))
        }
    }
}

/// The first line of a doc comment.
fn first_line(attributes: &[syn::Attribute]) -> Option<String> {
    let lines = attributes.iter().filter_map(|attribute| {
        let pair = attribute.meta.require_name_value().ok()?;
        match &pair.value {
            syn::Expr::Lit(literal) if pair.path.is_ident("doc") => match &literal.lit {
                syn::Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        }
    });
    let mut lines = lines.map(|line| line.trim().to_owned());
    lines.find(|line| !line.is_empty())
}

fn failed(errors: syn::Error, input: DeriveInput, declaration: Declaration, methods: Methods) -> Failed {
    Failed {
        errors,
        scalar: check::guess_scalar(&declaration, &input.generics),
        coordinates: declaration.coordinates.iter().map(Quantity::size).sum(),
        inputs: declaration.inputs.iter().map(Quantity::size_as_input).sum(),
        is_unread: declaration.lost.quantities.is_some()
            || declaration.coordinates.is_empty()
            || declaration
                .coordinates
                .iter()
                .chain(&declaration.inputs)
                .any(|quantity| quantity.items.is_some()),
        is_constrained: [&keys::CONSTRAINT, &keys::ROLLING]
            .into_iter()
            .any(|key| !key.names(&declaration).is_empty()),
        has_contacts: keys::are_contacts_named(&declaration),
        crate_path: declaration.crate_path.clone(),
        declaration,
        outputs: methods.outputs,
        symmetries: methods.symmetries,
        ident: input.ident,
        visibility: input.vis,
        generics: input.generics,
    }
}

fn named(declaration: &Declaration, model: &Model) -> Vec<Output> {
    let outputs = keys::OUTPUT.formulas(declaration).zip(&model.outputs);
    let named = outputs.map(|(formula, output)| Output {
        ident: formula.label.ident.clone(),
        formula: formula.expr.to_token_stream(),
        components: output
            .shape
            .components(&(formula.name() + output.indices.as_deref().unwrap_or_default())),
    });
    named.collect()
}

fn generated(declaration: &Declaration) -> Vec<Symmetry> {
    let symmetries = keys::SYMMETRY.formulas(declaration).map(|formula| Symmetry {
        ident: formula.label.ident.clone(),
        name: formula.name(),
        formula: formula.expr.to_token_stream(),
    });
    symmetries.collect()
}

fn output_methods(system: &System) -> Vec<OutputMethod> {
    let outputs = system.outputs.iter().zip(&system.model.outputs);
    let output_methods = outputs.map(|(output, value)| OutputMethod {
        ident: output.ident.clone(),
        shape: value.shape,
        has_items: value.indices.is_some(),
        has_inputs: value.has_inputs,
        has_multipliers: value.has_multipliers,
    });
    output_methods.collect()
}
