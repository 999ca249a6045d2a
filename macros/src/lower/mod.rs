//! From formulas as syntax to values over the graph.
//!
//! It refuses to know mechanics beyond its names: time, coordinates, velocities, inputs and parameters are
//! symbols here, and a `Content` says which of them a formula may contain.

mod arithmetic;
mod block;
mod call;
mod called;
mod closure;
mod content;
mod derivative;
mod families;
mod field;
mod foreign;
mod formula;
mod function;
mod index;
mod indexed;
mod integer;
mod integral;
mod literal;
mod local;
mod member;
mod multiplier;
mod scope;
mod select;
mod shape_function;
mod symbol;
mod unknown;
mod value;

use std::rc::Rc;

use extremal_symbolic::{Expr, Graph};
use quote::ToTokens;

use crate::declaration::{Declaration, Lost, Quantities, Quantity, name_of};
use crate::diagnostics::{Diagnostics, Reported};
use crate::model::WORK;

pub(crate) use called::Functions;
pub(crate) use content::{Accepted, Content, Inputs};
use families::Sums;
pub(crate) use families::{EachItem, Rows as ItemRows};

pub(crate) use field::Parameters;
#[cfg(test)]
pub(crate) use function::functions;
pub(crate) use function::is_function;
pub(crate) use integral::is_rule;
use local::Local;
pub(crate) use multiplier::{Multipliers, Rows as ConstraintRows};
pub(crate) use scope::{Meaning, Scope};
pub(crate) use value::{Shape, Value};

/// A value, or the proof that its error was reported.
pub(crate) type Lowered = Result<Value, Reported>;

/// The largest number of nodes of a declaration. Beyond it, deriving takes minutes and the generated code megabytes.
const NODES: usize = 200_000;
/// The largest number of entries of one vector or matrix.
const ENTRIES: usize = 10_000;
/// The largest number of multiplications in one product of matrices.
const MULTIPLICATIONS: usize = 100_000;
/// The largest depth of nested operations, which is limited by the compiler's stack.
const DEPTH: usize = 200;

/// The meaning of the symbols of the graph.
#[derive(Debug)]
pub(crate) struct Symbols {
    pub(crate) time: Expr,
    /// One symbol per component, in the order declared.
    pub(crate) coordinates: Vec<Expr>,
    pub(crate) velocities: Vec<Expr>,
    pub(crate) inputs: Vec<Expr>,
}

/// Lowers the formulas of one declaration, one after another.
#[derive(Debug)]
pub(crate) struct Lowering<'a> {
    pub(crate) graph: Graph,
    pub(crate) symbols: Symbols,
    pub(crate) parameters: Parameters<'a>,
    pub(crate) functions: Functions,
    /// The constraints whose multipliers formulas may contain.
    pub(crate) multipliers: Multipliers,
    pub(crate) sums: Sums,
    scope: Scope,
    /// Lost parts of the declaration, because of which correct symbols may be unknown.
    pub(crate) lost: Lost,
    /// The permitted content of the current formula.
    content: &'static Content,
    /// The message about the first velocity of the current formula, which stands for all of them.
    refused_velocity: Option<Reported>,
    depth: usize,
    /// What looks odd, and is not proven to be a mistake.
    pub(crate) notes: Vec<String>,
    /// Items of all ranges so far.
    items: usize,
    /// Calls of them so far.
    called: usize,
    /// Whether the last message was about a call within a function.
    is_in_call: bool,
    /// Whether the current expression is read at an end of the interval of an integral.
    is_at_end: bool,
    /// Constants that ranges end at, whose values a macro cannot see.
    constants: Vec<(String, Reported)>,
    /// The functions of the declaration in which the current expression is.
    calls: Vec<Rc<Local>>,
    /// Set by the first formula that is too large, which is reported instead of all later ones.
    exhausted: Option<Reported>,
    pub(crate) diagnostics: &'a mut Diagnostics,
}

impl<'a> Lowering<'a> {
    pub(crate) fn new(declaration: &'a Declaration, diagnostics: &'a mut Diagnostics) -> Self {
        let mut graph = Graph::with_budget(WORK);
        let mut scope = Scope::new(declaration);
        let time = graph.symbol("t");
        for which in [Quantities::Coordinates, Quantities::Inputs] {
            let quantities = declaration.quantities(which).iter().enumerate();
            for (at, quantity) in quantities.filter(|(_, quantity)| quantity.items.is_some()) {
                scope.define_quantity(name_of(&quantity.ident), Meaning::Items(which, at));
            }
        }
        let fixed =
            |quantities: &'a [Quantity]| quantities.iter().filter(|quantity| quantity.items.is_none());
        let of_coordinates = || fixed(&declaration.coordinates);
        let coordinates = quantities(&mut graph, of_coordinates(), "", |name, value| {
            scope.define_quantity(name, Meaning::Coordinate(value));
        });
        let velocities = quantities(&mut graph, of_coordinates(), "dt ", |_, _| {});
        let inputs = quantities(&mut graph, fixed(&declaration.inputs), "", |name, value| {
            scope.define_quantity(name, Meaning::Input(value));
        });
        let mut lowering = Self {
            graph,
            symbols: Symbols {
                time,
                coordinates,
                velocities,
                inputs,
            },
            parameters: Parameters::new(declaration),
            functions: Functions::default(),
            multipliers: Multipliers::default(),
            sums: Sums::new(declaration),
            scope,
            lost: declaration.lost,
            content: &Content::ANYTHING,
            refused_velocity: None,
            depth: 0,
            notes: Vec::new(),
            items: 0,
            called: 0,
            is_in_call: false,
            is_at_end: false,
            constants: Vec::new(),
            calls: Vec::new(),
            exhausted: None,
            diagnostics,
        };
        lowering.read_extents(declaration);
        lowering
    }

    /// The value of a formula with this permitted content.
    pub(crate) fn formula(&mut self, expr: &syn::Expr, content: &'static Content) -> Lowered {
        self.permit(content);
        self.value(expr)
    }

    /// A formula with this permitted content follows.
    fn permit(&mut self, content: &'static Content) {
        self.content = content;
        self.refused_velocity = None;
    }

    /// One message for all velocities of a formula.
    fn refuse_velocity(&mut self, tokens: impl ToTokens, message: impl std::fmt::Display) -> Reported {
        let refused = self
            .refused_velocity
            .unwrap_or_else(|| self.report(tokens, message));
        self.refused_velocity = Some(refused);
        refused
    }

    /// A formula that has to be a scalar.
    pub(crate) fn scalar_formula(
        &mut self,
        expr: &syn::Expr,
        content: &'static Content,
    ) -> Result<Expr, Reported> {
        let value = self.formula(expr, content)?;
        let what = content.what;
        value.as_scalar().ok_or_else(|| {
            self.diagnostics
                .report(expr, format!("{what} is a scalar, this is {}", value.shape))
        })
    }

    /// Makes a value known by a name to all later formulas.
    pub(crate) fn define(&mut self, name: &syn::Ident, value: Lowered) {
        let binding = self.binding(value);
        self.scope.define(name_of(name), binding);
    }

    /// The meaning of a name of the declaration.
    pub(crate) fn meaning(&self, name: &str) -> Option<Meaning> {
        self.scope.get(name)
    }

    /// The `let`s that formulas use.
    pub(crate) fn used_names(&self) -> std::collections::BTreeSet<String> {
        self.scope.used()
    }

    /// The names of all fields, and the one nearest to `name`.
    pub(crate) fn fields_and_nearest(&self, name: &str) -> (Vec<&str>, Option<String>) {
        (self.scope.fields().collect(), self.scope.field_suggestion(name))
    }

    /// The numbers of a whole field, each with its name.
    pub(crate) fn numbers_of(
        &mut self,
        field: usize,
        user: &syn::Ident,
    ) -> Result<Vec<(Expr, String)>, Reported> {
        let lengths = self.parameters.lengths(field, user, self.diagnostics)?;
        let size = lengths.iter().product();
        let entries = self
            .field_part(field, user, Shape::Vector(size), 0..size)?
            .entries;
        let names = (0..size).map(|place| self.parameters.name(field, place));
        Ok(entries.into_iter().zip(names).collect())
    }

    /// What a reading finds that leaves no trace: its mistakes are told elsewhere, or are none.
    fn tried<R>(&mut self, read: impl FnOnce(&mut Self) -> R) -> R {
        let (reported, known) = (std::mem::take(self.diagnostics), self.parameters.known());
        let (lost, exhausted) = (self.lost, self.exhausted);
        let found = read(self);
        (*self.diagnostics, self.lost, self.exhausted) = (reported, lost, exhausted);
        self.parameters.restore(known);
        found
    }

    fn report(&mut self, tokens: impl ToTokens, message: impl std::fmt::Display) -> Reported {
        self.diagnostics.report(tokens, message)
    }
}

/// A symbol for each component, and a value for each quantity.
fn quantities<'q>(
    graph: &mut Graph,
    quantities: impl Iterator<Item = &'q Quantity>,
    prefix: &str,
    mut define: impl FnMut(String, Value),
) -> Vec<Expr> {
    let mut all = Vec::new();
    for quantity in quantities {
        let names = quantity.component_names();
        let symbols = names.iter().map(|name| graph.symbol(&format!("{prefix}{name}")));
        let symbols: Vec<Expr> = symbols.collect();
        all.extend(&symbols);
        define(name_of(&quantity.ident), Value::of(quantity.shape, symbols));
    }
    all
}
