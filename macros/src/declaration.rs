//! What the user wrote: the struct's fields and the entries of `#[lagrangian(..)]`, with their tokens.
//!
//! It refuses to check anything beyond grammar.

mod field;
mod integer;
mod key;
mod nodes;

use std::fmt;
use std::rc::Rc;

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::{Expr, ExprBinary, ExprParen, Member};

use crate::diagnostics::Reported;
use crate::schemes;
use crate::shape::Shape;
use crate::text;

pub(crate) use crate::model::WRITTEN_OUT;
pub(crate) use field::{CalledField, Extent, Field, Layer, Nested, has_arguments};
pub(crate) use integer::{
    constant_tokens, integer_text, integer_tokens, number_of_row_tokens, number_tokens, running,
};
pub(crate) use key::{
    Form, Items, Key, Labels, Line, Names, PartOf, Quantities, Row, Section, Statement, Times, Word, Written,
    with_article,
};
pub(crate) use nodes::nodes;

#[derive(Debug)]
pub(crate) struct Declaration {
    /// The place of errors about missing entries: the attribute's name, or the struct's.
    pub(crate) anchor: Ident,
    pub(crate) fields: Vec<Field>,
    /// The struct's own.
    pub(crate) type_parameters: Vec<String>,
    /// The keys of entries that were read, as the user wrote them.
    pub(crate) words: Vec<Word>,
    pub(crate) coordinates: Vec<Quantity>,
    pub(crate) inputs: Vec<Quantity>,
    /// In the order written.
    pub(crate) formulas: Vec<Formula>,
    /// Names of formulas that could not be read.
    pub(crate) lost_formulas: Vec<Word>,
    /// Words in place of keys, and types in place of schemes, which an editor may complete.
    pub(crate) unknown_keys: Vec<Ident>,
    /// The same in place of the parts of a key.
    pub(crate) unknown_parts: Vec<Word>,
    pub(crate) unknown_schemes: Vec<syn::Type>,
    /// Names of fields, in the order listed.
    pub(crate) listed: Vec<Word>,
    /// Coordinates and components that are listed, by their keys, in the order written.
    pub(crate) components: Vec<(&'static Key, Label)>,
    /// `None` if none were asked for.
    pub(crate) schemes: Option<Vec<Scheme>>,
    pub(crate) crate_path: syn::Path,
    pub(crate) lost: Lost,
}

/// Parts that could not be read, so that their absence is not reported.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lost {
    /// A part that may have introduced names: unknown symbols may be those.
    pub(crate) names: Option<Reported>,
    /// One of two meanings of a name.
    pub(crate) meanings: Option<Reported>,
    /// Coordinates or inputs, so that their number is unknown.
    pub(crate) quantities: Option<Reported>,
    /// An entry of unknown content.
    pub(crate) entries: Option<Reported>,
    /// A force, which may have contained inputs.
    pub(crate) forces: Option<Reported>,
    /// A scheme.
    pub(crate) schemes: Option<Reported>,
}

/// A coordinate or an input: `theta`, `r[3]`, or `r[points][3]`.
#[derive(Debug)]
pub(crate) struct Quantity {
    pub(crate) ident: Ident,
    /// That of an item, if items are not written out.
    pub(crate) shape: Shape,
    /// Their number: `points`, or a literal above a limit.
    pub(crate) items: Option<syn::Expr>,
    /// That of the polynomial in time that an input is within a step; 0 if it is constant there.
    pub(crate) degree: usize,
}

/// An expression, with its key and label.
#[derive(Debug)]
pub(crate) struct Formula {
    pub(crate) key: &'static Key,
    pub(crate) label: Label,
    /// If the key has parts, that of the first.
    pub(crate) expr: syn::Expr,
    /// All parts, in the order written; none for most keys.
    pub(crate) parts: Vec<Part>,
}

/// A formula that belongs to another, with the word in front of it.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) of: &'static PartOf,
    pub(crate) word: Ident,
    pub(crate) expr: syn::Expr,
}

/// The left side of a formula: a name, a component as `r[0]`, or else the key.
#[derive(Clone, Debug)]
pub(crate) struct Label {
    pub(crate) ident: Ident,
    /// The first index, where only the program knows it: `q[n - 1]`.
    pub(crate) item: Option<syn::Expr>,
    pub(crate) indices: Vec<syn::LitInt>,
    /// The word `assume`, if it is assumed without a proof.
    pub(crate) assume: Option<Ident>,
}

/// A scheme to derive, by its type arguments.
#[derive(Clone, Debug)]
pub(crate) struct Scheme {
    pub(crate) scheme: Rc<dyn schemes::Scheme>,
    /// The user's tokens, for late errors.
    pub(crate) tokens: syn::Type,
}

impl Scheme {
    /// Takes the scheme of the same name for systems with dry friction and without gaps, if there is one.
    pub(crate) fn add_dry_friction(&mut self) {
        if let Some(scheme) = self.scheme.with_dry_friction() {
            self.scheme = scheme;
        }
    }
}

/// The expression without parentheses and without the invisible brackets of `macro_rules`.
pub(crate) fn ungrouped(mut expr: &Expr) -> &Expr {
    loop {
        expr = match expr {
            Expr::Group(group) => &group.expr,
            Expr::Paren(paren) => &paren.expr,
            _ => return expr,
        };
    }
}

/// The name that an expression is alone.
pub(crate) fn name_alone(expr: &Expr) -> Option<&Ident> {
    match ungrouped(expr) {
        Expr::Path(path) => path.path.get_ident(),
        _ => None,
    }
}

/// The name of a field, `m` or `self.m`, or what else has a name.
pub(crate) fn name_in_struct(expr: &Expr) -> Option<&Ident> {
    match ungrouped(expr) {
        Expr::Field(member) if name_alone(&member.base).is_some_and(|base| base == "self") => {
            match &member.member {
                Member::Named(ident) => Some(ident),
                Member::Unnamed(_) => None,
            }
        }
        other => name_alone(other),
    }
}

/// What is found first of the names in tokens.
pub(crate) fn find_name<R>(tokens: TokenStream, found: &mut dyn FnMut(&Ident) -> Option<R>) -> Option<R> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Group(group) => find_name(group.stream(), found),
        TokenTree::Ident(ident) => found(&ident),
        TokenTree::Punct(_) | TokenTree::Literal(_) => None,
    })
}

/// Whether tokens have such a name.
pub(crate) fn has_name(tokens: TokenStream, mut is: impl FnMut(&Ident) -> bool) -> bool {
    find_name(tokens, &mut |ident| is(ident).then_some(())).is_some()
}

/// The first operand of `a + b * c - d`, and the operations to the right of it, from left to right: a sum of n terms is a tree of
/// depth n, for which recursion needs a large stack.
pub(crate) fn operations(expr: &Expr) -> (&Expr, Vec<&ExprBinary>) {
    let (mut first, mut operations) = (ungrouped(expr), Vec::new());
    while let Expr::Binary(binary) = first {
        operations.push(binary);
        first = ungrouped(&binary.left);
    }
    operations.reverse();
    (first, operations)
}

/// The operands of nested operations, from left to right; another expression alone.
pub(crate) fn operands(expr: &Expr) -> Vec<&Expr> {
    let (mut found, mut left) = (Vec::new(), vec![expr]);
    while let Some(expr) = left.pop() {
        match ungrouped(expr) {
            Expr::Binary(binary) => left.extend([&*binary.right, &*binary.left]),
            operand => found.push(operand),
        }
    }
    found
}

/// A copy, made without recursion along a sum.
pub(crate) fn copied(expr: &Expr) -> Expr {
    match expr {
        Expr::Paren(inner) => Expr::Paren(ExprParen {
            attrs: inner.attrs.clone(),
            paren_token: inner.paren_token,
            expr: Box::new(copied(&inner.expr)),
        }),
        Expr::Binary(last) => {
            let (mut first, mut operations) = (&*last.left, vec![last]);
            while let Expr::Binary(before) = first {
                operations.push(before);
                first = &before.left;
            }
            let operations = operations.into_iter().rev();
            operations.fold(copied(first), |left, operation| {
                Expr::Binary(ExprBinary {
                    attrs: operation.attrs.clone(),
                    left: Box::new(left),
                    op: operation.op,
                    right: Box::new(copied(&operation.right)),
                })
            })
        }
        other => other.clone(),
    }
}

/// The text of a name, without `r#`.
pub(crate) fn name_of(ident: &Ident) -> String {
    ident.unraw().to_string()
}

/// Whether a name looks like a constant: `GRAVITY`, `N`.
pub(crate) fn is_constant(name: &str) -> bool {
    name.chars().next().is_some_and(|c| c.is_ascii_uppercase())
        && name
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// The component of a vector that a letter or a number behind a dot means.
pub(crate) fn component_of(member: &Member) -> Option<usize> {
    match member {
        Member::Named(ident) => ["x", "y", "z", "w"].iter().position(|letter| ident == letter),
        Member::Unnamed(index) => usize::try_from(index.index).ok(),
    }
}

/// The message for a component without an index.
pub(crate) fn has_index(vector: &str, index: usize) -> String {
    format!("the components of a vector have indices: write `{vector}[{index}]`")
}

impl Declaration {
    pub(crate) fn quantities(&self, which: Quantities) -> &[Quantity] {
        match which {
            Quantities::Coordinates => &self.coordinates,
            Quantities::Inputs => &self.inputs,
        }
    }

    pub(crate) fn add_quantity(&mut self, which: Quantities, quantity: Quantity) {
        match which {
            Quantities::Coordinates => self.coordinates.push(quantity),
            Quantities::Inputs => self.inputs.push(quantity),
        }
    }

    /// The name of the first coordinate, for examples; `x` if there is none.
    pub(crate) fn first_coordinate(&self) -> String {
        let first = self.coordinates.first();
        first.map_or_else(|| "x".to_owned(), |coordinate| name_of(&coordinate.ident))
    }

    /// Whether tokens name a coordinate, although it may cancel in what they mean.
    pub(crate) fn names_coordinates(&self, tokens: TokenStream) -> bool {
        has_name(tokens, |ident| {
            let mut coordinates = self.coordinates.iter();
            coordinates.any(|q| name_of(&q.ident) == name_of(ident))
        })
    }
}

impl Label {
    /// A name alone.
    pub(crate) fn of(ident: Ident) -> Self {
        Self {
            ident,
            item: None,
            indices: Vec::new(),
            assume: None,
        }
    }

    /// The message for an index in front of `=` that has to be one.
    pub(crate) fn not_an_integer(vector: &Ident) -> String {
        format!(
            "an index in front of `=` is made of integers, as in `{vector}[0] = ..` and `{vector}[{vector}.len() - 1] = ..`; write \
             all components as `{vector} = array(0..3, |i| ..)`"
        )
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&name_of(&self.ident))?;
        if let Some(item) = &self.item {
            write!(f, "[{}]", text::of(item))?;
        }
        let mut indices = self.indices.iter();
        indices.try_for_each(|index| write!(f, "[{}]", index.base10_digits()))
    }
}

impl Formula {
    /// A formula alone, without parts.
    pub(crate) fn single(key: &'static Key, label: Label, expr: syn::Expr) -> Self {
        Self {
            key,
            label,
            expr,
            parts: Vec::new(),
        }
    }

    /// The part of this name, unless it was left out.
    pub(crate) fn part(&self, name: &str) -> Option<&Part> {
        self.parts.iter().find(|part| part.of.name == name)
    }

    /// The text of its name.
    pub(crate) fn name(&self) -> String {
        name_of(&self.label.ident)
    }

    /// Whether the formula is only its own name.
    pub(crate) fn is_its_name(&self) -> bool {
        matches!(&self.expr, syn::Expr::Path(path) if path.path.get_ident().is_some_and(|ident| name_of(ident) == self.name()))
    }
}

/// The parts that may be lost with an entry.
impl Lost {
    /// Names of quantities, and their number.
    pub(crate) fn quantities(&mut self, reported: Reported) {
        self.names = Some(reported);
        self.quantities = Some(reported);
    }

    pub(crate) fn some_names(&mut self, reported: Reported) {
        self.names = Some(reported);
    }

    pub(crate) fn some_entries(&mut self, reported: Reported) {
        self.entries = Some(reported);
    }

    pub(crate) fn some_forces(&mut self, reported: Reported) {
        self.forces = Some(reported);
    }

    pub(crate) fn some_schemes(&mut self, reported: Reported) {
        self.schemes = Some(reported);
    }

    /// Nothing that other entries depend on.
    pub(crate) fn nothing(&mut self, _: Reported) {}
}

impl Quantity {
    /// The number of components.
    pub(crate) fn size(&self) -> usize {
        self.shape.size()
    }

    /// `theta`, or `r[0]`, `r[1]`, .., or `r[0][0]`, ..
    pub(crate) fn component_names(&self) -> Vec<String> {
        self.shape.components(&self.name())
    }

    /// `r`, or `r[i]` of an item.
    pub(crate) fn name(&self) -> String {
        let name = name_of(&self.ident);
        match self.items {
            Some(_) => format!("{name}[i]"),
            None => name,
        }
    }
}
