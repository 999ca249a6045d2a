//! The entries of `#[lagrangian(..)]`: the form of each.
//!
//! It refuses to know what the entries say; names and shapes are for the checks.

use proc_macro2::{Ident, TokenTree};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Path, Token, Type, parenthesized, token};

use super::keys::{self, KEYS, is_of_quantities, may_come_often, may_name};
use super::list::{self, Loss};
use super::quantity::{component, quantity};
use super::{formula, schemes};
use crate::declaration::{Declaration, Formula, Generated, Quantity, Subject, Target, name_of};
use crate::diagnostics::Diagnostics;

/// Adds entries to a declaration.
pub(super) struct Reader<'a> {
    pub(super) declaration: &'a mut Declaration,
    /// Keys that came and may come once.
    seen: Vec<String>,
    lost_names: bool,
    lost_quantities: bool,
    lost_entries: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(declaration: &'a mut Declaration) -> Self {
        Self {
            declaration,
            seen: Vec::new(),
            lost_names: false,
            lost_quantities: false,
            lost_entries: false,
        }
    }

    /// Notes what was lost since the reader was made.
    pub(super) fn settle(&mut self, loss: Loss) {
        let Loss { reported, unread } = loss;
        self.lost_entries |= !unread.is_empty();
        for token in unread {
            if let TokenTree::Ident(key) = token {
                self.lose(&key.to_string());
            }
        }
        let lost = &mut self.declaration.lost;
        lost.names = lost.names.or(self.lost_names.then_some(reported));
        lost.quantities = lost.quantities.or(self.lost_quantities.then_some(reported));
        lost.entries = lost.entries.or(self.lost_entries.then_some(reported));
    }

    /// What is lost with the entry of a key.
    fn lose(&mut self, key: &str) {
        self.lost_names |= may_name(key);
        self.lost_quantities |= is_of_quantities(key);
    }

    pub(super) fn entry(&mut self, input: ParseStream, diagnostics: &mut Diagnostics) -> syn::Result<()> {
        let key = input.call(Ident::parse_any).map_err(|error| {
            self.lose("coordinates");
            self.lost_entries = true;
            let message = "expected a key, as in `coordinates(..)` or `potential = ..`";
            syn::Error::new(error.span(), message)
        })?;
        let is_list = input.peek(token::Paren);
        let Some(name) = self.meant(&key, is_list, diagnostics) else {
            if is_list {
                self.lose("coordinates");
            }
            self.lost_entries = true;
            return Err(syn::Error::new(key.span(), keys::unknown(&key.to_string())));
        };
        self.keyed(&key, name, input, diagnostics).inspect_err(|_| {
            self.lose(name);
            self.lost_entries = true;
        })
    }

    /// The key that stands there, or the one that is meant: then its entry is read, so that what rests on it has a meaning.
    fn meant(&self, key: &Ident, is_list: bool, diagnostics: &mut Diagnostics) -> Option<&'static str> {
        let word = key.to_string();
        if let Some(known) = KEYS.iter().find(|known| **known == word) {
            return Some(known);
        }
        let meant = keys::meant_by(&word)?;
        let fits = keys::example_of_list(meant, self.declaration).is_some() == is_list;
        if !fits || meant == "crate" || self.seen.iter().any(|seen| seen == meant) {
            return None;
        }
        diagnostics.report(key, keys::unknown(&word));
        Some(meant)
    }

    fn keyed(
        &mut self,
        key: &Ident,
        name: &str,
        input: ParseStream,
        diagnostics: &mut Diagnostics,
    ) -> syn::Result<()> {
        if !may_come_often(name) && self.seen.iter().any(|seen| seen == name) {
            return Err(syn::Error::new(key.span(), keys::given_twice(name)));
        }
        self.seen.push(name.to_owned());
        if let Some(example) = keys::example_of_list(name, self.declaration)
            && !input.peek(token::Paren)
        {
            return Err(input.error(format!("expected parentheses: write `{example}`")));
        }
        match name {
            "coordinates" => {
                self.declaration.coordinates_key = Some(key.clone());
                self.declaration.coordinates = self.quantities(input, diagnostics)?;
            }
            "inputs" => self.declaration.inputs = self.quantities(input, diagnostics)?,
            "let" => {
                let name = let_name(input, diagnostics)?;
                self.formula(key, Subject::Let(name), input, diagnostics)?;
            }
            "kinetic" => self.formula(key, Subject::Kinetic, input, diagnostics)?,
            "mass_matrix" => self.formula(key, Subject::MassMatrix, input, diagnostics)?,
            "potential" => self.formula(key, Subject::Potential, input, diagnostics)?,
            "lagrangian" => self.formula(key, Subject::Lagrangian, input, diagnostics)?,
            "dissipation" => self.formula(key, Subject::Dissipation, input, diagnostics)?,
            "force" => self.forces(key, input, diagnostics)?,
            "constraint" => self.constraints(key, input, diagnostics)?,
            "output" => self.outputs(key, input, diagnostics)?,
            "symmetry" => self.symmetries(key, input, diagnostics)?,
            "sensitivities" => self.sensitivities(input, diagnostics)?,
            "modified_energy" => self.modified_energy(key, input)?,
            "discretize" => self.schemes(input, diagnostics)?,
            _ => {
                input.parse::<Token![=]>()?;
                self.declaration.crate_path = input.call(Path::parse_mod_style)?;
            }
        }
        Ok(())
    }

    /// `= expr`.
    fn formula(
        &mut self,
        key: &Ident,
        subject: Subject,
        input: ParseStream,
        diagnostics: &mut Diagnostics,
    ) -> syn::Result<()> {
        let name = match &subject {
            Subject::Let(name) => format!("let {}", name_of(name)),
            Subject::Output(name)
            | Subject::Constraint(name)
            | Subject::Symmetry(Generated { ident: name, .. }) => name_of(name),
            Subject::Force(target) => target.to_string(),
            _ => key.to_string(),
        };
        let expr = formula::after_name(&name, input, diagnostics)?;
        let key = key.clone();
        self.declaration.formulas.push(Formula { key, subject, expr });
        Ok(())
    }

    /// `(theta, r[3])`.
    fn quantities(
        &mut self,
        input: ParseStream,
        diagnostics: &mut Diagnostics,
    ) -> syn::Result<Vec<Quantity>> {
        let content;
        parenthesized!(content in input);
        let mut quantities = Vec::new();
        let read = list::read(&content, diagnostics, |item, _| {
            quantities.push(quantity(item)?);
            Ok(())
        });
        if let Err(loss) = read {
            self.declaration.lost.names = Some(loss.reported);
            self.declaration.lost.quantities = Some(loss.reported);
        }
        Ok(quantities)
    }

    /// `(x = expr, r[0] = expr)`.
    fn forces(&mut self, key: &Ident, input: ParseStream, diagnostics: &mut Diagnostics) -> syn::Result<()> {
        let content;
        parenthesized!(content in input);
        let read = list::read(&content, diagnostics, |item, diagnostics| {
            let ident = item.parse()?;
            let index = if item.peek(token::Bracket) {
                Some(component(item)?)
            } else {
                None
            };
            let subject = Subject::Force(Target { ident, index });
            self.formula(key, subject, item, diagnostics)
        });
        if let Err(loss) = read {
            self.declaration.lost.forces = Some(loss.reported);
        }
        Ok(())
    }

    /// `(name = expr, other = expr)`.
    fn constraints(
        &mut self,
        key: &Ident,
        input: ParseStream,
        diagnostics: &mut Diagnostics,
    ) -> syn::Result<()> {
        let content;
        parenthesized!(content in input);
        let read = list::read(&content, diagnostics, |item, diagnostics| {
            let name: Ident = item.parse().map_err(|error| {
                let message =
                    "a constraint has a name: write `constraint(length = ..)`, what vanishes behind the `=`";
                syn::Error::new(error.span(), message)
            })?;
            self.formula(key, Subject::Constraint(name), item, diagnostics)
        });
        if read.is_err() {
            self.lost_entries = true;
        }
        Ok(())
    }

    /// `(name = expr, other = expr)`.
    fn outputs(&mut self, key: &Ident, input: ParseStream, diagnostics: &mut Diagnostics) -> syn::Result<()> {
        let content;
        parenthesized!(content in input);
        // A lost output leaves nothing that formulas would miss; its method is there in any case.
        let _ = list::read(&content, diagnostics, |item, diagnostics| {
            let name: Ident = item.parse()?;
            let read = self.output(key, &name, item, diagnostics);
            if read.is_err() {
                self.declaration.lost_outputs.push(name);
            }
            read
        });
        Ok(())
    }

    fn output(
        &mut self,
        key: &Ident,
        name: &Ident,
        input: ParseStream,
        diagnostics: &mut Diagnostics,
    ) -> syn::Result<()> {
        if input.peek(Token![=]) || input.peek(Token![:]) {
            return self.formula(key, Subject::Output(name.clone()), input, diagnostics);
        }
        if !input.is_empty() && !input.peek(Token![,]) {
            let message = format!("an output is a name and its formula; write `{name} = ..`");
            return Err(syn::Error::new(name.span(), message));
        }
        // A `let` under its own name.
        let expr = syn::parse_quote!(#name);
        let (key, subject) = (key.clone(), Subject::Output(name.clone()));
        self.declaration.formulas.push(Formula { key, subject, expr });
        Ok(())
    }

    /// `(name = [..], assume other = [..])`.
    fn symmetries(
        &mut self,
        key: &Ident,
        input: ParseStream,
        diagnostics: &mut Diagnostics,
    ) -> syn::Result<()> {
        let content;
        parenthesized!(content in input);
        // As with outputs: its method is there in any case.
        let _ = list::read(&content, diagnostics, |item, diagnostics| {
            let generated = generated(item)?;
            let name = generated.ident.clone();
            let read = self.formula(key, Subject::Symmetry(generated), item, diagnostics);
            if read.is_err() {
                self.declaration.lost_symmetries.push(name);
            }
            read
        });
        Ok(())
    }

    /// `(m, inertia)`.
    fn sensitivities(&mut self, input: ParseStream, diagnostics: &mut Diagnostics) -> syn::Result<()> {
        let content;
        parenthesized!(content in input);
        // A lost sensitivity leaves nothing that others would miss.
        let _ = list::read(&content, diagnostics, |item, _| {
            let field: Ident = item.parse()?;
            if item.peek(token::Bracket) {
                let name = name_of(&field);
                return Err(item.error(format!("sensitivities are by whole fields; write `{name}` alone")));
            }
            self.declaration.sensitivities.push(field);
            Ok(())
        });
        Ok(())
    }

    /// Nothing behind the key.
    fn modified_energy(&mut self, key: &Ident, input: ParseStream) -> syn::Result<()> {
        if !input.is_empty() && !input.peek(Token![,]) {
            return Err(input.error("the modified energy follows from L; write `modified_energy` alone"));
        }
        self.declaration.modified_energy = Some(key.clone());
        Ok(())
    }

    fn schemes(&mut self, input: ParseStream, diagnostics: &mut Diagnostics) -> syn::Result<()> {
        let content;
        parenthesized!(content in input);
        let mut read = Vec::new();
        while !content.is_empty() {
            match schemes::item(list::item_of_types(&content)) {
                Ok(scheme) => read.push(scheme),
                Err(error) => self.declaration.lost.schemes = Some(diagnostics.absorb(error)),
            }
        }
        self.declaration.schemes = Some(read);
        Ok(())
    }
}

/// `name`, or `assume name`.
fn generated(input: ParseStream) -> syn::Result<Generated> {
    let first: Ident = input.parse()?;
    let is_assumed = first == "assume" && input.peek(syn::Ident);
    let ident = if is_assumed { input.parse()? } else { first };
    Ok(Generated { ident, is_assumed })
}

/// The name behind `let`, and what people write around it.
fn let_name(input: ParseStream, diagnostics: &mut Diagnostics) -> syn::Result<Ident> {
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
    Ok(name)
}
