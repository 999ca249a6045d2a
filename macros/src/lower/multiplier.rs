//! `multiplier(rod)`: the multiplier of a constraint, which follows from the motion.
//!
//! It refuses to know how multipliers are found: they are symbols here.

use std::collections::BTreeMap;

use extremal_symbolic::Graph;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Expr;

use super::{Lowered, Lowering, Meaning, Shape, Value};
use crate::declaration::{name_of, ungrouped};
use crate::diagnostics::Reported;
use crate::suggest::nearest;

/// The constraints by their names, and the symbols of their multipliers.
#[derive(Debug, Default)]
pub(crate) struct Multipliers {
    /// In the order declared, with the shapes of those that were read.
    constraints: Vec<(String, Option<Result<Shape, Reported>>)>,
    /// By the place of the component. They are made where a formula uses them.
    symbols: BTreeMap<usize, extremal_symbolic::Expr>,
}

impl Multipliers {
    pub(crate) fn of(constraints: impl IntoIterator<Item = String>) -> Self {
        Self {
            constraints: constraints.into_iter().map(|name| (name, None)).collect(),
            symbols: BTreeMap::new(),
        }
    }

    /// Makes the multiplier of a constraint known to later formulas.
    pub(crate) fn define(&mut self, name: &str, shape: Result<Shape, Reported>) {
        let unread = |(known, read): &&mut (String, Option<_>)| known == name && read.is_none();
        if let Some((_, read)) = self.constraints.iter_mut().find(unread) {
            *read = Some(shape);
        }
    }

    /// A symbol for each of `count` components; none if no formula contains a multiplier.
    pub(crate) fn symbols(&mut self, graph: &mut Graph, count: usize) -> Vec<extremal_symbolic::Expr> {
        if self.symbols.is_empty() {
            return Vec::new();
        }
        (0..count).map(|place| self.symbol(graph, place)).collect()
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.constraints.iter().any(|(known, _)| known == name)
    }

    fn symbol(&mut self, graph: &mut Graph, place: usize) -> extremal_symbolic::Expr {
        let symbol = || graph.symbol(&format!("multiplier {place}"));
        *self.symbols.entry(place).or_insert_with(symbol)
    }

    /// The place of the first component of a constraint.
    fn start(&self, name: &str) -> usize {
        let before = self.constraints.iter().take_while(|(known, _)| known != name);
        let shapes = before.filter_map(|(_, shape)| shape.as_ref()?.as_ref().ok());
        shapes.map(|shape| shape.size()).sum()
    }
}

impl Lowering<'_> {
    /// The multipliers of a constraint, in its shape.
    pub(super) fn multiplier(&mut self, call: impl ToTokens, of: &Expr) -> Lowered {
        if !self.content.accepts_multipliers {
            let message = self.refused_multiplier();
            return Err(self.report(call, message));
        }
        if self.sums.is_family() {
            let message = "only the program knows how many items this system has, and no formula has their multipliers: `Integrator::reactions` \
                           has those of the last step, and `Lagrangian::constraint_reactions` writes those of any state";
            return Err(self.report(call, message));
        }
        let Some(name) = named(of) else {
            let message = match ungrouped(of) {
                Expr::Index(_) => "write the index behind the call, as in `multiplier(joint)[0]`",
                _ => "`multiplier` takes the name of a constraint, as in `multiplier(rod)`",
            };
            return Err(self.report(of, message));
        };
        let known = self
            .multipliers
            .constraints
            .iter()
            .find(|(known, _)| *known == name);
        match known {
            Some((_, Some(shape))) => {
                let (shape, start) = ((*shape)?, self.multipliers.start(&name));
                let places = start..start + shape.size();
                let entries = places.map(|place| self.multipliers.symbol(&mut self.graph, place));
                Ok(Value {
                    shape,
                    entries: entries.collect(),
                })
            }
            Some((_, None)) => {
                let message = format!("the constraint `{name}` is declared further down; move it above this");
                Err(self.report(of, message))
            }
            None => Err(self.no_constraint(of, &name)),
        }
    }

    pub(super) fn refused_multiplier(&self) -> String {
        format!(
            "{} cannot contain the multiplier of a constraint, which follows from the motion; an `output` can",
            self.content.what
        )
    }

    /// Reports a function of the user's of a constraint, as `tension(rod)`.
    pub(super) fn no_function_of_constraints(&mut self, function: &Ident, of: &Expr) -> Result<(), Reported> {
        match named(of).filter(|name| self.multipliers.has(name)) {
            Some(name) => {
                let message = format!(
                    "unknown function `{function}`; the multiplier of a constraint is `multiplier({name})`"
                );
                Err(self.report(function, message))
            }
            None => Ok(()),
        }
    }

    fn no_constraint(&mut self, of: &Expr, name: &str) -> Reported {
        if let Some(reported) = self.lost.entries {
            return reported;
        }
        if let Some(message) = self.scope.known_elsewhere(name) {
            return self.report(of, message);
        }
        let names = || self.multipliers.constraints.iter().map(|(name, _)| name.as_str());
        let instead = match nearest(name, names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if names().next().is_none() => {
                format!("this system has none; declare it above, as in `constraint({name} = r.norm() - l)`")
            }
            None if names().count() == 1 => {
                let only = names().next().unwrap_or_default();
                format!("the constraint of this system is `{only}`")
            }
            None => {
                let list: Vec<String> = names().map(|name| format!("`{name}`")).collect();
                format!("expected one of {}", list.join(", "))
            }
        };
        self.report(of, format!("`{name}` is not a constraint; {instead}"))
    }

    /// Whether tokens that may have no value contain a multiplier, or a name that does.
    pub(crate) fn names_multipliers(&self, tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Group(group) => self.names_multipliers(group.stream()),
            TokenTree::Ident(ident) => match self.scope.get(&name_of(&ident)) {
                Some(Meaning::Let(binding)) => binding.has_multipliers,
                Some(_) => false,
                None => ident == "multiplier",
            },
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        })
    }

    pub(crate) fn has_multipliers(&self, value: &Value) -> bool {
        let symbols: Vec<_> = self.multipliers.symbols.values().copied().collect();
        self.contains(value, &symbols)
    }
}

/// The name, if this is nothing else.
fn named(expr: &Expr) -> Option<String> {
    match ungrouped(expr) {
        Expr::Path(path) => path.path.get_ident().map(name_of),
        _ => None,
    }
}
