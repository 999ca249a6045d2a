//! The numbers of the struct's fields: a symbol for each that a formula uses, and the tokens that read it.
//!
//! It refuses to know which types are scalars, which the compiler checks; it reports types that certainly are not.

mod refused;

use std::collections::BTreeMap;

use extremal_symbolic::{Expr, Graph};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Type;

use self::refused::refused;
use super::Shape;
use crate::declaration::{
    Declaration, Extent, Field, Layer, integer_text, integer_tokens, name_of, number_tokens,
};
use crate::diagnostics::{Diagnostics, Reported};
use crate::model::{self, Integer};

#[derive(Clone, Debug)]
pub(crate) struct Parameters<'a> {
    fields: Vec<SizedField<'a>>,
    /// The type parameters of the struct.
    type_parameters: &'a [String],
    /// Symbols by field and place, so that their order is that of the struct.
    symbols: BTreeMap<(usize, usize), Expr>,
    /// Numbers that the program finds by indices which only it knows.
    read: BTreeMap<Read, Expr>,
    declared: &'a Declaration,
}

/// A number that the program finds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Read {
    /// A number of a field, by all of its indices.
    Entry(usize, Vec<Integer>),
    /// An integer.
    Whole(Integer),
}

/// A field, and its lengths once a formula has asked for them.
#[derive(Clone, Debug)]
pub(crate) struct SizedField<'a> {
    pub(crate) field: &'a Field,
    lengths: Option<Result<Vec<usize>, Reported>>,
}

/// What is known of the lengths of fields at some time.
pub(super) struct KnownLengths(Vec<Option<Result<Vec<usize>, Reported>>>);

impl<'a> Parameters<'a> {
    pub(crate) fn new(declaration: &'a Declaration) -> Self {
        let fields = &declaration.fields;
        let fields = fields
            .iter()
            .map(|field| SizedField { field, lengths: None })
            .collect();
        Self {
            fields,
            type_parameters: &declaration.type_parameters,
            symbols: BTreeMap::new(),
            read: BTreeMap::new(),
            declared: declaration,
        }
    }

    /// All lengths of a field that a formula names at `user`, from the outside in. An error of the field is reported once.
    pub(crate) fn lengths(
        &mut self,
        field: usize,
        user: &Ident,
        diagnostics: &mut Diagnostics,
    ) -> Result<Vec<usize>, Reported> {
        let sized = &mut self.fields[field];
        let lengths = sized.lengths.get_or_insert_with(|| match sized.field.is_called {
            true => Err(diagnostics.report(user, is_function(user))),
            false => known_lengths(sized.field, user, diagnostics),
        });
        lengths.clone()
    }

    /// What is known of the lengths of fields, and of their mistakes.
    pub(super) fn known(&self) -> KnownLengths {
        KnownLengths(self.fields.iter().map(|sized| sized.lengths.clone()).collect())
    }

    /// Mistakes that were found since, and whose messages were dropped, are found anew.
    pub(super) fn restore(&mut self, known: KnownLengths) {
        for (sized, lengths) in self.fields.iter_mut().zip(known.0) {
            sized.lengths = lengths;
        }
    }

    /// The same for a field with indices. A function has none, and is not compared with the numbers.
    pub(super) fn lengths_of_indexed(
        &mut self,
        field: usize,
        user: &Ident,
        diagnostics: &mut Diagnostics,
    ) -> Result<Vec<usize>, Reported> {
        let lengths = self.lengths(field, user, diagnostics)?;
        let sized = &mut self.fields[field];
        if lengths.is_empty() && sized.field.is_no_number() {
            let name = name_of(user);
            let message = format!("`{name}` is no array of numbers; a function is called, as in `{name}(x)`");
            sized.lengths = Some(Err(diagnostics.report(user, message)));
        }
        self.lengths(field, user, diagnostics)
    }

    /// The lengths of an array of functions.
    pub(super) fn lengths_of_functions(
        &self,
        field: usize,
        user: &Ident,
        diagnostics: &mut Diagnostics,
    ) -> Result<Vec<usize>, Reported> {
        array_lengths(self.fields[field].field, user, diagnostics)
    }

    /// A field as the user wrote it.
    pub(super) fn of(&self, field: usize) -> &Field {
        self.fields[field].field
    }

    /// The tokens that read one number of a field, or one of its functions.
    pub(super) fn access(&self, field: usize, place: usize) -> TokenStream {
        self.fields[field].access(place)
    }

    /// The shape of a part of a field by the lengths inside it; `None` if there are too many.
    pub(crate) fn shape(&self, field: usize, inside: &[usize]) -> Option<Shape> {
        let is_column = matches!(self.fields[field].field.layers.last(), Some(Layer::Matrix(..)));
        match inside {
            [outer @ .., 1] if is_column && !outer.is_empty() => Shape::of(outer),
            _ => Shape::of(inside),
        }
    }

    /// The symbol of one number of a field.
    pub(crate) fn symbol(&mut self, graph: &mut Graph, field: usize, place: usize) -> Expr {
        let name = || self.fields[field].name(place);
        *self
            .symbols
            .entry((field, place))
            .or_insert_with(|| graph.symbol(&name()))
    }

    /// The type of a field, if it is a name without arguments that is not a float: probably a struct.
    pub(crate) fn opaque_type(&self, field: usize) -> Option<String> {
        let field = self.fields[field].field;
        let Type::Path(path) = &field.scalar else {
            return None;
        };
        let is_scalar = path.path.get_ident().is_some_and(|ident| {
            ident == "f64" || ident == "f32" || self.type_parameters.contains(&ident.to_string())
        });
        let is_plain = field.layers.is_empty() && !is_scalar && refused(&field.scalar).is_none();
        is_plain.then(|| path.to_token_stream().to_string().replace(' ', ""))
    }

    /// The name of one number of a field: `m`, `r[2]`, `inertia[0][1]`.
    pub(crate) fn name(&self, field: usize, place: usize) -> String {
        self.fields[field].name(place)
    }

    /// The symbol of a number that the program finds.
    pub(super) fn read(&mut self, graph: &mut Graph, read: Read, names: &[String]) -> Expr {
        if let Some(symbol) = self.read.get(&read) {
            return *symbol;
        }
        let name = match &read {
            Read::Entry(field, indices) => {
                let indices = indices.iter();
                let indices =
                    indices.map(|index| format!("[{}]", integer_text(index, &self.declared.fields, names)));
                name_of(&self.declared.fields[*field].ident) + &indices.collect::<String>()
            }
            Read::Whole(integer) => integer_text(integer, &self.declared.fields, names),
        };
        let symbol = graph.symbol(&name);
        self.read.insert(read, symbol);
        symbol
    }

    /// Whether a field in whose items a formula looks has numbers.
    pub(super) fn holds_numbers(
        &self,
        field: usize,
        user: impl ToTokens,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        let field = self.fields[field].field;
        let name = name_of(&field.ident);
        match refused(&field.nested.scalar) {
            _ if field.is_called => Err(diagnostics.report(user, is_function(&field.ident))),
            Some(what) => {
                let message = format!("a formula needs numbers, but the field `{name}` is {what}");
                Err(diagnostics.report(user, message))
            }
            None => Ok(()),
        }
    }

    /// Reports a use of a whole field, once.
    pub(super) fn refuse<V>(
        &mut self,
        field: usize,
        user: impl ToTokens,
        message: &str,
        diagnostics: &mut Diagnostics,
    ) -> Result<V, Reported> {
        let lengths = &mut self.fields[field].lengths;
        match lengths.get_or_insert_with(|| Err(diagnostics.report(&user, message))) {
            Err(reported) => Err(*reported),
            Ok(_) => Err(diagnostics.report(user, message)),
        }
    }

    pub(super) fn fields(&self) -> &'a [Field] {
        &self.declared.fields
    }

    pub(crate) fn symbols(&self) -> Vec<Expr> {
        self.symbols.values().chain(self.read.values()).copied().collect()
    }

    /// The symbols that are numbers of lists.
    pub(crate) fn reads(&self) -> Vec<model::Read> {
        let read = self.read.keys().enumerate();
        let reads = read.filter_map(|(at, read)| match read {
            Read::Entry(field, indices) => Some(model::Read {
                parameter: self.symbols.len() + at,
                field: *field,
                indices: indices.clone(),
            }),
            Read::Whole(_) => None,
        });
        reads.collect()
    }

    /// The symbols of a field, each with all of its indices.
    pub(super) fn symbols_of(&self, field: usize) -> Vec<(Vec<Integer>, Expr)> {
        let literal = |index: usize| Integer::literal(i64::try_from(index).unwrap_or(i64::MAX));
        let known = self.symbols.range((field, 0)..=(field, usize::MAX));
        let known = known.map(|(&(_, place), &symbol)| {
            let indices = self.fields[field].indices(place);
            (indices.into_iter().map(literal).collect(), symbol)
        });
        let read = self.read.iter().filter_map(|(read, &symbol)| match read {
            Read::Entry(of, indices) if *of == field => Some((indices.clone(), symbol)),
            _ => None,
        });
        known.chain(read).collect()
    }

    /// The symbols of numbers that are found by such an integer, or are one.
    pub(crate) fn numbers_with(&self, is_such: &dyn Fn(&Integer) -> bool) -> Vec<Expr> {
        let has = |read: &Read| match read {
            Read::Entry(_, indices) => indices.iter().any(is_such),
            Read::Whole(integer) => is_such(integer),
        };
        let read = self.read.iter().filter(|(read, _)| has(read));
        read.map(|(_, symbol)| *symbol).collect()
    }

    /// The numbers of the symbols that are integers.
    pub(crate) fn integers(&self) -> Vec<usize> {
        let read = self.read.keys().enumerate();
        let integers = read.filter(|(_, read)| matches!(read, Read::Whole(_)));
        integers.map(|(at, _)| self.symbols.len() + at).collect()
    }

    /// The tokens that read each symbol's number: `self.m`, `self.r[2]`, `self.inertia[(0, 1)]`.
    pub(crate) fn accesses(&self) -> Vec<TokenStream> {
        let known = self.symbols.keys();
        let known = known.map(|&(field, place)| self.fields[field].access(place));
        let read = self.read.keys().map(|read| match read {
            Read::Entry(field, indices) => number_tokens(*field, indices, self.declared),
            Read::Whole(integer) => {
                let integer = integer_tokens(integer, self.declared);
                quote!(_x::whole(#integer))
            }
        });
        known.chain(read).collect()
    }

    /// The fields without errors that formulas use, each with its scalar.
    pub(crate) fn used(&self) -> Vec<(&'a Ident, &'a Type)> {
        let is_read = |at: usize| {
            let mut read = self.read.keys();
            read.any(|read| matches!(read, Read::Entry(field, _) if *field == at))
        };
        let fields = self.fields.iter().enumerate();
        let used = fields.filter_map(|(at, sized)| match sized.lengths {
            Some(Ok(_)) => Some((&sized.field.ident, &sized.field.scalar)),
            _ => is_read(at).then_some((&sized.field.ident, &sized.field.nested.scalar)),
        });
        used.collect()
    }
}

impl SizedField<'_> {
    fn name(&self, place: usize) -> String {
        let indices = self.indices(place);
        let name = name_of(&self.field.ident);
        indices
            .iter()
            .fold(name, |name, index| format!("{name}[{index}]"))
    }

    fn access(&self, place: usize) -> TokenStream {
        let ident = &self.field.ident;
        // At the field, where rustc reports a type of that name that has no entries.
        let span = Span::call_site().located_at(ident.span());
        let mut indices = self.indices(place).into_iter().map(Literal::usize_unsuffixed);
        let mut access = quote_spanned!(span=> self.#ident);
        for layer in &self.field.layers {
            let first = indices.next();
            access.extend(match layer {
                Layer::Vector(_) => quote_spanned!(span=> [#first]),
                Layer::Matrix(..) => {
                    let second = indices.next();
                    quote_spanned!(span=> [(#first, #second)])
                }
            });
        }
        access
    }

    /// One index for each length in the type: the last one counts fastest.
    fn indices(&self, mut place: usize) -> Vec<usize> {
        let mut indices: Vec<usize> = Vec::new();
        for length in lengths(self.field).into_iter().rev() {
            // Fields with other lengths have no numbers for formulas.
            let Extent::Known(length) = length else {
                return Vec::new();
            };
            indices.push(place % length);
            place /= length;
        }
        indices.reverse();
        indices
    }
}

fn lengths(field: &Field) -> Vec<&Extent> {
    let lengths = field.layers.iter().flat_map(|layer| match layer {
        Layer::Vector(length) => vec![length],
        Layer::Matrix(rows, columns) => vec![rows, columns],
    });
    lengths.collect()
}

fn known_lengths(field: &Field, user: &Ident, diagnostics: &mut Diagnostics) -> Result<Vec<usize>, Reported> {
    if let Some(what) = refused(&field.scalar) {
        let name = name_of(&field.ident);
        let message = format!("a formula needs numbers, but the field `{name}` is {what}");
        return Err(diagnostics.report(user, message));
    }
    array_lengths(field, user, diagnostics)
}

fn array_lengths(field: &Field, user: &Ident, diagnostics: &mut Diagnostics) -> Result<Vec<usize>, Reported> {
    let mut known = Vec::new();
    for length in lengths(field) {
        known.push(match length {
            Extent::Known(0) => {
                Err(diagnostics.report(user, "a field of length 0 has no numbers for a formula"))
            }
            Extent::Known(length) => Ok(*length),
            Extent::Unknown(tokens) => {
                let message = "the length of a field in a formula has to be an integer literal: \
                               a macro cannot evaluate constants";
                Err(diagnostics.report(tokens, message))
            }
        });
    }
    let known = known.into_iter().collect::<Result<Vec<usize>, Reported>>()?;
    let size = known
        .iter()
        .try_fold(1_usize, |size, &length| size.checked_mul(length));
    match size {
        Some(_) => Ok(known),
        None => Err(diagnostics.report(user, "this field has more numbers than any memory")),
    }
}

fn is_function(user: &Ident) -> String {
    let name = name_of(user);
    format!(
        "`{name}` is called in a formula, as in `{name}(..)`, so that it is a function and no number here"
    )
}
