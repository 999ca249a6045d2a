//! `output(name = expr)`: quantities to watch, and the names that their methods must not have.
//!
//! It refuses to know what is watched: a function of the state may have any shape.

use proc_macro2::Ident;
use syn::Expr;

use crate::declaration::{Declaration, name_of};
use crate::diagnostics::{Diagnostics, Reported};
use crate::lower::{Lowered, Lowering, Role};
use crate::model::{Output, Shape};

/// Methods of the runtime's traits for a system: one of the struct's own would hide it.
const METHODS: [&str; 14] = [
    "acceleration",
    "describe",
    "discrete_lagrangian",
    "force",
    "generalized_energy",
    "hamiltonian",
    "lagrangian",
    "mass_matrix",
    "momentum",
    "momentum_after",
    "momentum_before",
    "outputs",
    "total_energy",
    "velocity",
];

/// Columns that every file has; `t` is no name for anything.
const COLUMNS: [&str; 1] = ["energy"];

/// What is left of an output, whatever else is wrong.
#[derive(Debug)]
pub(crate) struct Watched {
    pub(crate) ident: Ident,
    /// What it looks like, where its formula has no value.
    pub(crate) shape: Shape,
}

/// Why an output cannot have a name, beside the names of the declaration.
pub(super) fn taken(name: &str) -> Option<&'static str> {
    if let Some(what) = method(name) {
        return Some(what);
    }
    COLUMNS.contains(&name).then_some("a column of every file")
}

/// Why no method of the struct can have a name.
pub(super) fn method(name: &str) -> Option<&'static str> {
    METHODS.contains(&name).then_some("a method of every system")
}

pub(super) fn names_are_free(
    declaration: &Declaration,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let mut outcome = Ok(());
    for (ident, _) in declaration.outputs() {
        let name = name_of(ident);
        if let Some(what) = taken(&name) {
            let message =
                format!("`{name}` is {what}, which an output of that name would hide; choose another name");
            outcome = Err(diagnostics.report(ident, message));
        }
    }
    outcome
}

/// The outputs as they come.
#[derive(Debug, Default)]
pub(super) struct Outputs {
    values: Vec<Value>,
}

#[derive(Debug)]
struct Value {
    ident: Ident,
    value: Lowered,
    looks: Shape,
}

impl Outputs {
    pub(super) fn watch(&mut self, lowering: &mut Lowering, name: &Ident, expr: &Expr) {
        let value = match lowering.meaning(&name_of(name)) {
            None if is_itself(name, expr) => Err(without_formula(lowering, name)),
            _ => lowering.formula(expr, Role::Output),
        };
        self.values.push(Value {
            ident: name.clone(),
            value,
            looks: looks(expr),
        });
    }

    pub(super) fn finish(&self) -> Result<Vec<Output>, Reported> {
        let outputs = self.values.iter().map(|output| {
            let value = output.value.clone()?;
            Ok(Output {
                shape: value.shape,
                entries: value.entries,
            })
        });
        outputs.collect()
    }

    /// Each name once, and those alone that can be a method; those too whose formulas were `lost`.
    pub(super) fn watched(self, lost: &[Ident]) -> Vec<Watched> {
        let read = self
            .values
            .into_iter()
            .map(|Value { ident, value, looks }| Watched {
                ident,
                shape: value.map_or(looks, |value| value.shape),
            });
        let unread = lost.iter().map(|ident| Watched {
            ident: ident.clone(),
            shape: Shape::Scalar,
        });
        let mut watched: Vec<Watched> = Vec::new();
        for output in read.chain(unread) {
            let name = name_of(&output.ident);
            if taken(&name).is_none() && watched.iter().all(|other| name_of(&other.ident) != name) {
                watched.push(output);
            }
        }
        watched
    }
}

/// Whether the formula is the output's own name.
pub(super) fn is_itself(name: &Ident, expr: &Expr) -> bool {
    matches!(expr, Expr::Path(path) if path.path.get_ident().is_some_and(|ident| name_of(ident) == name_of(name)))
}

fn without_formula(lowering: &mut Lowering, name: &Ident) -> Reported {
    if let Some(reported) = lowering.lost.names {
        return reported;
    }
    let message =
        format!("an output is a formula or a `let` above it, and `{name}` is none; write `{name} = ..`");
    lowering.diagnostics.report(name, message)
}

/// The shape that the syntax of a formula shows.
fn looks(expr: &Expr) -> Shape {
    match expr {
        Expr::Group(group) => looks(&group.expr),
        Expr::Paren(paren) => looks(&paren.expr),
        Expr::Array(array) => match array.elems.first().map(looks) {
            Some(Shape::Vector(columns)) => Shape::Matrix(array.elems.len(), columns),
            _ => Shape::Vector(array.elems.len()),
        },
        _ => Shape::Scalar,
    }
}
