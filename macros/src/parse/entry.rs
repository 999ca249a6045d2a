//! The entries of `#[lagrangian(..)]`: which keys there are, and the form of each.
//!
//! It refuses to know what the entries say; names and shapes are for the checks.

use proc_macro2::{Ident, TokenTree};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{LitInt, Path, Token, Type, bracketed, parenthesized, token};

use super::list::{self, Loss};
use super::schemes;
use crate::declaration::{Declaration, Formula, Quantity, Subject, Target, name_of};
use crate::diagnostics::Diagnostics;
use crate::suggest::nearest;

const KEYS: [&str; 13] = [
    "coordinates",
    "inputs",
    "let",
    "kinetic",
    "mass_matrix",
    "potential",
    "lagrangian",
    "force",
    "dissipation",
    "output",
    "sensitivities",
    "discretize",
    "crate",
];

/// A step has an unknown for each component, and a tangent with the square of that.
const COMPONENTS: usize = 1000;

/// Adds entries to a declaration.
pub(super) struct Reader<'a> {
    pub(super) declaration: &'a mut Declaration,
    /// Keys that came and may come once.
    seen: Vec<String>,
    lost_names: bool,
    lost_entries: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(declaration: &'a mut Declaration) -> Self {
        Self {
            declaration,
            seen: Vec::new(),
            lost_names: false,
            lost_entries: false,
        }
    }

    /// Notes what was lost since the reader was made.
    pub(super) fn settle(&mut self, loss: Loss) {
        let Loss { reported, unread } = loss;
        self.lost_entries |= !unread.is_empty();
        self.lost_names |= unread
            .into_iter()
            .any(|token| matches!(token, TokenTree::Ident(key) if may_name(&key.to_string())));
        let lost = &mut self.declaration.lost;
        lost.names = lost.names.or(self.lost_names.then_some(reported));
        lost.entries = lost.entries.or(self.lost_entries.then_some(reported));
    }

    pub(super) fn entry(&mut self, input: ParseStream, diagnostics: &mut Diagnostics) -> syn::Result<()> {
        let key = input.call(Ident::parse_any).inspect_err(|_| {
            self.lost_names = true;
            self.lost_entries = true;
        })?;
        let name = key.to_string();
        let is_known = KEYS.contains(&name.as_str());
        let is_list = input.peek(token::Paren);
        self.keyed(&key, &name, input, diagnostics).inspect_err(|_| {
            self.lost_names |= may_name(&name) || (!is_known && is_list);
            self.lost_entries = true;
        })
    }

    fn keyed(
        &mut self,
        key: &Ident,
        name: &str,
        input: ParseStream,
        diagnostics: &mut Diagnostics,
    ) -> syn::Result<()> {
        if !matches!(name, "let" | "force" | "output") && self.seen.iter().any(|seen| seen == name) {
            return Err(syn::Error::new(
                key.span(),
                format!("`{name}` is given twice; it may come once"),
            ));
        }
        if KEYS.contains(&name) {
            self.seen.push(name.to_owned());
        }
        if let Some(example) = self.example_of_list(name)
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
                let name = input.parse()?;
                self.formula(key, Subject::Let(name), input)?;
            }
            "kinetic" => self.formula(key, Subject::Kinetic, input)?,
            "mass_matrix" => self.formula(key, Subject::MassMatrix, input)?,
            "potential" => self.formula(key, Subject::Potential, input)?,
            "lagrangian" => self.formula(key, Subject::Lagrangian, input)?,
            "dissipation" => self.formula(key, Subject::Dissipation, input)?,
            "force" => self.forces(key, input, diagnostics)?,
            "output" => self.outputs(key, input, diagnostics)?,
            "sensitivities" => self.sensitivities(input, diagnostics)?,
            "discretize" => self.schemes(input, diagnostics)?,
            "crate" => {
                input.parse::<Token![=]>()?;
                self.declaration.crate_path = input.call(Path::parse_mod_style)?;
            }
            _ => return Err(syn::Error::new(key.span(), unknown_key(name))),
        }
        Ok(())
    }

    /// How the entry of a key looks that takes parentheses.
    fn example_of_list(&self, name: &str) -> Option<String> {
        match name {
            "coordinates" => Some("coordinates(x, r[3])".to_owned()),
            "inputs" => Some("inputs(u)".to_owned()),
            "force" => {
                let first = self.declaration.coordinates.first();
                let target = first.map_or_else(|| "x".to_owned(), |coordinate| name_of(&coordinate.ident));
                Some(format!("force({target} = ..)"))
            }
            "output" => Some("output(height = ..)".to_owned()),
            "sensitivities" => {
                let first = self.declaration.fields.first();
                let field = first.map_or_else(|| "m".to_owned(), |field| name_of(&field.ident));
                Some(format!("sensitivities({field})"))
            }
            "discretize" => Some("discretize(Verlet)".to_owned()),
            _ => None,
        }
    }

    /// `= expr`.
    fn formula(&mut self, key: &Ident, subject: Subject, input: ParseStream) -> syn::Result<()> {
        input.parse::<Token![=]>()?;
        let expr = input.parse()?;
        self.declaration.formulas.push(Formula {
            key: key.clone(),
            subject,
            expr,
        });
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
        }
        Ok(quantities)
    }

    /// `(x = expr, r[0] = expr)`.
    fn forces(&mut self, key: &Ident, input: ParseStream, diagnostics: &mut Diagnostics) -> syn::Result<()> {
        let content;
        parenthesized!(content in input);
        // A lost force leaves nothing that others would miss.
        let _ = list::read(&content, diagnostics, |item, _| {
            let ident = item.parse()?;
            let index = if item.peek(token::Bracket) {
                Some(component(item)?)
            } else {
                None
            };
            self.formula(key, Subject::Force(Target { ident, index }), item)
        });
        Ok(())
    }

    /// `(name = expr, other = expr)`.
    fn outputs(&mut self, key: &Ident, input: ParseStream, diagnostics: &mut Diagnostics) -> syn::Result<()> {
        let content;
        parenthesized!(content in input);
        // A lost output leaves nothing that others would miss: no formula knows it.
        let _ = list::read(&content, diagnostics, |item, _| {
            let name: Ident = item.parse()?;
            if item.peek(Token![=]) {
                return self.formula(key, Subject::Output(name), item);
            }
            if !item.is_empty() && !item.peek(Token![,]) {
                let message = format!("an output is a name and its formula; write `{name} = ..`");
                return Err(syn::Error::new(name.span(), message));
            }
            // A `let` under its own name.
            let expr = syn::parse_quote!(#name);
            let (key, subject) = (key.clone(), Subject::Output(name));
            self.declaration.formulas.push(Formula { key, subject, expr });
            Ok(())
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

    fn schemes(&mut self, input: ParseStream, diagnostics: &mut Diagnostics) -> syn::Result<()> {
        let content;
        parenthesized!(content in input);
        let mut read = Vec::new();
        // A lost scheme leaves nothing that others would miss.
        let _ = list::read(&content, diagnostics, |item, diagnostics| {
            match schemes::scheme(item.parse::<Type>()?) {
                Ok(scheme) => read.push(scheme),
                // Its tokens were read to the end: the commas in them are no commas of the list.
                Err(error) => drop(diagnostics.absorb(error)),
            }
            Ok(())
        });
        self.declaration.schemes = Some(read);
        Ok(())
    }
}

/// Whether the entry of a key introduces names.
fn may_name(key: &str) -> bool {
    matches!(key, "coordinates" | "inputs" | "let")
}

fn quantity(input: ParseStream) -> syn::Result<Quantity> {
    let ident = input.parse()?;
    if !input.peek(token::Bracket) {
        return Ok(Quantity { ident, length: None });
    }
    let length = component(input)?;
    match length.base10_parse::<usize>() {
        Ok(n) if (1..=COMPONENTS).contains(&n) => Ok(Quantity {
            ident,
            length: Some(n),
        }),
        _ => Err(syn::Error::new(
            length.span(),
            format!("a vector has 1 to {COMPONENTS} components"),
        )),
    }
}

/// The number in `[3]`.
fn component(input: ParseStream) -> syn::Result<LitInt> {
    let content;
    bracketed!(content in input);
    let number = content
        .parse::<LitInt>()
        .map_err(|error| syn::Error::new(error.span(), "expected an integer literal, as in `r[3]`"))?;
    if content.is_empty() {
        return Ok(number);
    }
    Err(content.error("expected `]` after the integer literal, as in `r[3]`"))
}

fn unknown_key(name: &str) -> String {
    match nearest(name, KEYS) {
        Some(key) => format!("unknown key `{name}`; did you mean `{key}`?"),
        None => format!("unknown key `{name}`; there are {}", listed(&KEYS)),
    }
}

fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
