//! Closures in formulas: `|i| ..` of a range, and functions that have a name, `let energy = |r, v| ..`.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprClosure, Pat, PatIdent};

use super::Lowering;
use super::scope::Meaning;
use crate::declaration::{copied, has_name, name_of};
use crate::diagnostics::Reported;

/// Its parameters, `None` for `_`, and its formula.
#[derive(Clone, Debug)]
pub(super) struct Closure {
    parameters: Vec<Option<Ident>>,
    pub(super) body: Expr,
}

impl Closure {
    /// `|parameter| body`
    pub(super) fn of(parameter: Ident, body: Expr) -> Self {
        Self {
            parameters: vec![Some(parameter)],
            body,
        }
    }

    pub(super) fn arity(&self) -> usize {
        self.parameters.len()
    }

    /// "`r` and `v`"
    pub(super) fn names(&self) -> String {
        let names = self.parameters.iter().map(|name| match name {
            Some(name) => format!("`{name}`"),
            None => "`_`".to_owned(),
        });
        names.collect::<Vec<_>>().join(" and ")
    }

    /// The names that its formula may use in addition, each with its meaning.
    pub(super) fn bound(&self, meanings: impl IntoIterator<Item = Meaning>) -> Vec<(String, Meaning)> {
        let pairs = self.parameters.iter().zip(meanings);
        pairs
            .filter_map(|(name, meaning)| Some((name_of(name.as_ref()?), meaning)))
            .collect()
    }

    /// The name of its first parameter.
    pub(super) fn first_name(&self) -> Option<&Ident> {
        self.parameters.first()?.as_ref()
    }

    /// The first parameter that its formula does not name.
    pub(super) fn unused(&self) -> Option<&Ident> {
        let mut parameters = self.parameters.iter().flatten();
        parameters.find(|name| !has_name(self.body.to_token_stream(), |ident| ident == *name))
    }

    /// Both parameters of a scan, if the first one is used as an index, and the second one is not.
    pub(super) fn exchanged(&self) -> Option<(&Ident, &Ident)> {
        let [Some(first), Some(second)] = self.parameters.as_slice() else {
            return None;
        };
        let is_index = |name| is_index(self.body.to_token_stream(), name);
        (is_index(first) && !is_index(second)).then_some((first, second))
    }

    pub(super) fn has_parameter(&self, name: &str) -> bool {
        self.parameters
            .iter()
            .flatten()
            .any(|parameter| name_of(parameter) == name)
    }
}

impl Lowering<'_> {
    /// Reads a closure. Its parameters are plain names that have no other meaning.
    pub(super) fn closure(&mut self, closure: &ExprClosure) -> Result<Closure, Reported> {
        self.refuse_words(closure)?;
        let parameters: Vec<_> = closure
            .inputs
            .iter()
            .map(|pattern| self.parameter(pattern))
            .collect();
        let parameters = parameters.into_iter().collect::<Result<Vec<_>, Reported>>()?;
        for (at, name) in parameters.iter().enumerate() {
            if let Some(name) = name
                && parameters[..at].iter().flatten().any(|before| before == name)
            {
                return Err(self.report(
                    name,
                    format!("`{name}` is a parameter already; choose another name"),
                ));
            }
        }
        Ok(Closure {
            parameters,
            body: copied(&closure.body),
        })
    }

    /// `move |i|`, `|i| -> f64 { .. }`.
    fn refuse_words(&mut self, closure: &ExprClosure) -> Result<(), Reported> {
        if let syn::ReturnType::Type(_, ty) = &closure.output {
            return Err(self.report(
                ty,
                "a formula needs no types: all its numbers are of one; drop this",
            ));
        }
        let word = closure.capture.map(|word| word.span);
        let word = word.or(closure.asyncness.map(|word| word.span));
        match word {
            Some(span) => Err(self
                .diagnostics
                .report_at(span, "a closure of a formula is `|i| ..`; drop this word")),
            None => Ok(()),
        }
    }

    fn parameter(&mut self, pattern: &Pat) -> Result<Option<Ident>, Reported> {
        if let Some(ident) = plain_name(pattern) {
            self.refuse_fixed_name(ident)?;
            return Ok(Some(ident.clone()));
        }
        match pattern {
            Pat::Wild(_) => Ok(None),
            Pat::Type(typed) => Err(self.report(
                &typed.ty,
                "a formula needs no types: all its numbers are of one; drop this",
            )),
            other => Err(self.report(
                other,
                "a parameter of a closure in a formula is a plain name, as in `|i|`",
            )),
        }
    }
}

/// The name that a pattern is, without words around it.
pub(super) fn plain_name(pattern: &Pat) -> Option<&Ident> {
    match pattern {
        Pat::Ident(PatIdent {
            by_ref: None,
            mutability: None,
            subpat: None,
            ident,
            ..
        }) => Some(ident),
        _ => None,
    }
}

/// Whether tokens contain a name as an index, as in `q[i]` or `q[i + 1]`, and not only its length.
fn is_index(tokens: TokenStream, name: &Ident) -> bool {
    let mut follows_value = false;
    tokens.into_iter().any(|token| {
        let is_after_value = std::mem::replace(&mut follows_value, !matches!(token, TokenTree::Punct(_)));
        match token {
            TokenTree::Group(group) => {
                let is_bracket = group.delimiter() == Delimiter::Bracket;
                is_bracket && is_after_value && has_value(group.stream(), name)
                    || is_index(group.stream(), name)
            }
            _ => false,
        }
    })
}

/// Whether tokens contain a name, without a method or an index behind it.
fn has_value(tokens: TokenStream, name: &Ident) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    tokens.iter().enumerate().any(|(at, token)| match token {
        TokenTree::Ident(ident) => {
            let is_part = match tokens.get(at + 1) {
                Some(TokenTree::Punct(punct)) => punct.as_char() == '.',
                Some(TokenTree::Group(_)) => true,
                _ => false,
            };
            ident == name && !is_part
        }
        TokenTree::Group(group) => has_value(group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
