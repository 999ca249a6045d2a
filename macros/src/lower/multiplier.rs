//! `multiplier(rod)`: the multiplier of a constraint, which follows from the motion.
//!
//! It refuses to know how multipliers are found: they are symbols here.

use std::collections::BTreeMap;

use extremal_symbolic::Graph;
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::Expr;

use super::{Accepted, Lowered, Lowering, Meaning, Shape, Value, index};
use crate::declaration::{has_name, name_alone, name_of, ungrouped};
use crate::diagnostics::Reported;
use crate::model::{Integer, Range, Reaction};
use crate::suggest::nearest;

/// The constraints by their names, and the symbols of their multipliers.
#[derive(Debug, Default)]
pub(crate) struct Multipliers {
    /// In the order declared, with the shapes of those that were read.
    constraints: Vec<(String, Option<Result<Rows, Reported>>)>,
    /// By the place of the constraint in the list, and that of the component. They are made where a formula uses them.
    symbols: BTreeMap<(usize, usize), extremal_symbolic::Expr>,
    /// Those of a system of any size.
    items: Vec<(Reaction, extremal_symbolic::Expr)>,
}

/// The shape of a constraint, or of each item of one, and the ranges of the items from the outside in.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    pub(crate) shape: Shape,
    pub(crate) ranges: Vec<Range>,
}

impl Multipliers {
    pub(crate) fn of(constraints: impl IntoIterator<Item = String>) -> Self {
        Self {
            constraints: constraints.into_iter().map(|name| (name, None)).collect(),
            symbols: BTreeMap::new(),
            items: Vec::new(),
        }
    }

    /// The multipliers of a system of any size that formulas use.
    pub(crate) fn of_items(&self) -> impl Iterator<Item = (Reaction, extremal_symbolic::Expr)> {
        self.items.iter().cloned()
    }

    /// Makes the multiplier of a constraint known to later formulas.
    pub(crate) fn define(&mut self, name: &str, rows: Result<Rows, Reported>) {
        let unread = |(known, read): &&mut (String, Option<_>)| known == name && read.is_none();
        if let Some((_, read)) = self.constraints.iter_mut().find(unread) {
            *read = Some(rows);
        }
    }

    /// A symbol for each component of all constraints; none if no formula contains a multiplier.
    pub(crate) fn symbols(&mut self, graph: &mut Graph) -> Vec<extremal_symbolic::Expr> {
        if self.symbols.is_empty() {
            return Vec::new();
        }
        let sizes: Vec<usize> = self
            .constraints
            .iter()
            .map(|(_, rows)| size(rows.as_ref()))
            .collect();
        let places = sizes.into_iter().enumerate();
        let places = places.flat_map(|(at, size)| (0..size).map(move |component| (at, component)));
        places.map(|place| self.symbol(graph, place)).collect()
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.constraints.iter().any(|(known, _)| known == name)
    }

    fn symbol(&mut self, graph: &mut Graph, place: (usize, usize)) -> extremal_symbolic::Expr {
        let symbol = || graph.symbol(&format!("multiplier {} of {}", place.1, place.0));
        *self.symbols.entry(place).or_insert_with(symbol)
    }

    /// The place of a constraint in the list.
    fn place(&self, name: &str) -> usize {
        self.constraints
            .iter()
            .take_while(|(known, _)| known != name)
            .count()
    }

    /// The place of the first component of a constraint of a system of any size.
    fn start(&self, name: &str) -> usize {
        let before = self.constraints.iter().take(self.place(name));
        before.map(|(_, rows)| size(rows.as_ref())).sum()
    }
}

/// How many components a constraint has that could be read.
fn size(rows: Option<&Result<Rows, Reported>>) -> usize {
    let rows = rows.and_then(|rows| rows.as_ref().ok());
    rows.map_or(0, |rows| rows.shape.size())
}

impl Lowering<'_> {
    /// The multipliers of a constraint, in its shape.
    pub(super) fn multiplier(&mut self, call: impl ToTokens, of: &Expr) -> Lowered {
        let (name, Rows { shape, ranges }) = self.rows_of_constraint(&call, of)?;
        if !ranges.is_empty() {
            let indices = self.names_of_ranges(&ranges);
            let indices: String = indices.iter().map(|index| format!("[{index}]")).collect();
            let message = format!(
                "`{name}` has a multiplier for each item: select one, as in `multiplier({name}){indices}`"
            );
            return Err(self.report(call, message));
        }
        let (place, start) = (self.multipliers.place(&name), self.multipliers.start(&name));
        let components = 0..shape.size();
        let entries = components.map(|component| match self.sums.is_family() {
            true => self.reaction(&name, start + component, Integer::default()),
            false => self.multipliers.symbol(&mut self.graph, (place, component)),
        });
        Ok(Value::of(shape, entries.collect()))
    }

    /// `multiplier(rods)[i]`, or a part of it; `None` for the multiplier of a constraint that has no items.
    pub(super) fn multiplier_of_item(&mut self, base: &Expr, indices: &[&Expr]) -> Option<Lowered> {
        let of = argument_of_multiplier(base)?;
        let (name, Rows { shape, ranges }) = match self.rows_of_constraint(base, of) {
            Ok((_, rows)) if rows.ranges.is_empty() => return None,
            Ok(found) => found,
            Err(reported) => return Some(Err(reported)),
        };
        Some(self.multiplier_at(base, &name, shape, (&ranges, indices)))
    }

    fn multiplier_at(
        &mut self,
        base: &Expr,
        name: &str,
        shape: Shape,
        (ranges, indices): (&[Range], &[&Expr]),
    ) -> Lowered {
        let Some((items, inner)) = indices.split_at_checked(ranges.len()) else {
            let message = format!("an item of `{name}` has {} indices", ranges.len());
            return Err(self.report(base, message));
        };
        // i (n₁ n₂ ..) + j (n₂ ..) + ..
        let mut item = Some(Integer::default());
        for (range, index) in ranges.iter().zip(items) {
            let index = self.index_of_program(index, None)?;
            let length = range.beyond.plus(-1, &range.first);
            if length.as_ref().is_some_and(Integer::runs) {
                let message = format!(
                    "the items of `{name}` are no rectangle, and its multipliers have no numbers that follow from i and j: \
                     `Lagrangian::constraint_reactions` writes all of them"
                );
                return Err(self.report(base, message));
            }
            item = item.and_then(|item| item.times(&length?)?.plus(1, &index));
        }
        let item = item.ok_or_else(|| self.report(base, "this integer is too large"))?;
        let inner = inner.iter().map(|index| self.one_index(index));
        let inner = inner
            .collect::<Vec<_>>()
            .into_iter()
            .collect::<Result<index::Indices, Reported>>()?;
        let (shape, places) = self.select(shape, &inner)?;
        let start = self.multipliers.start(name);
        let entries = places.map(|place| self.reaction(name, start + place, item.clone()));
        Ok(Value::of(shape, entries.collect()))
    }

    /// The symbol of a multiplier of items.
    fn reaction(&mut self, name: &str, constraint: usize, item: Integer) -> extremal_symbolic::Expr {
        let reaction = Reaction { constraint, item };
        let items = &mut self.multipliers.items;
        if let Some((_, symbol)) = items.iter().find(|(known, _)| *known == reaction) {
            return *symbol;
        }
        let symbol = self.graph.symbol(&format!("multiplier({name}) {}", items.len()));
        items.push((reaction, symbol));
        symbol
    }

    /// The name of a constraint, and its rows.
    fn rows_of_constraint(&mut self, call: impl ToTokens, of: &Expr) -> Result<(String, Rows), Reported> {
        if let Some(message) = self.refuses_multipliers() {
            return Err(self.report(call, message));
        }
        let Some(name) = name_alone(of).map(name_of) else {
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
            Some((_, Some(rows))) => Ok((name, rows.clone()?)),
            Some((_, None)) => {
                let message = format!("the constraint `{name}` is declared further down; move it above this");
                Err(self.report(of, message))
            }
            None => Err(self.no_constraint(of, &name)),
        }
    }

    /// The message for multipliers, if they are refused.
    pub(super) fn refuses_multipliers(&self) -> Option<String> {
        let of_size = match self.content.multipliers {
            Accepted::Always => return None,
            Accepted::InFixedSize if !self.sums.is_family() => return None,
            Accepted::InFixedSize => " of a system of any size",
            Accepted::Never => "",
        };
        Some(format!(
            "{}{of_size} cannot contain the multiplier of a constraint, which follows from the motion; an `output` can{}",
            self.content.what, self.content.instead_of_multipliers
        ))
    }

    /// Reports a function of the user's of a constraint, as `tension(rod)`.
    pub(super) fn no_function_of_constraints(&mut self, function: &Ident, of: &Expr) -> Result<(), Reported> {
        match name_alone(of)
            .map(name_of)
            .filter(|name| self.multipliers.has(name))
        {
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
        has_name(tokens, |ident| match self.scope.get(&name_of(ident)) {
            Some(Meaning::Let(binding)) => binding.has_multipliers,
            Some(_) => false,
            None => ident == "multiplier",
        })
    }

    pub(crate) fn has_multipliers(&self, value: &Value) -> bool {
        let of_items = self.multipliers.items.iter().map(|(_, symbol)| *symbol);
        let symbols = self.multipliers.symbols.values().copied().chain(of_items);
        self.contains(value, &symbols.collect::<Vec<_>>())
    }
}

/// The constraint of `multiplier(rods)` and of `rods.multiplier()`.
fn argument_of_multiplier(expr: &Expr) -> Option<&Expr> {
    match ungrouped(expr) {
        Expr::Call(call) => match ungrouped(&call.func) {
            Expr::Path(function) if function.path.is_ident("multiplier") => call.args.first(),
            _ => None,
        },
        Expr::MethodCall(call) if call.method == "multiplier" => Some(&call.receiver),
        _ => None,
    }
}
