//! What the user wrote: the struct's fields and the entries of `#[lagrangian(..)]`, with their tokens.
//!
//! It refuses to know what is right: nothing here was checked beyond its grammar.

use std::fmt;
use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt;

use crate::diagnostics::Reported;
use crate::schemes;

#[derive(Debug)]
pub(crate) struct Declaration {
    /// What to underline when something is missing: the attribute's name, or the struct's.
    pub(crate) anchor: Ident,
    pub(crate) fields: Vec<Field>,
    /// The struct's own.
    pub(crate) type_parameters: Vec<String>,
    pub(crate) coordinates: Vec<Quantity>,
    /// The key, if it is there.
    pub(crate) coordinates_key: Option<Ident>,
    pub(crate) inputs: Vec<Quantity>,
    /// In the order written, force by force.
    pub(crate) formulas: Vec<Formula>,
    /// Outputs whose formulas could not be read.
    pub(crate) lost_outputs: Vec<Ident>,
    /// Symmetries whose generators could not be read.
    pub(crate) lost_symmetries: Vec<Ident>,
    /// Fields by which the step is differentiated, in the order listed.
    pub(crate) sensitivities: Vec<Ident>,
    /// The key, if it is there.
    pub(crate) modified_energy: Option<Ident>,
    /// `None` if there is no `discretize`.
    pub(crate) schemes: Option<Vec<Scheme>>,
    pub(crate) crate_path: syn::Path,
    pub(crate) lost: Lost,
}

/// What could not be read, so that nobody complains about its absence.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lost {
    /// Something that may have introduced names: symbols may be unknown for that reason.
    pub(crate) names: Option<Reported>,
    /// Coordinates or inputs: nobody knows how many there are.
    pub(crate) quantities: Option<Reported>,
    /// A whole entry.
    pub(crate) entries: Option<Reported>,
    /// A force, in which inputs may have been.
    pub(crate) forces: Option<Reported>,
    /// A scheme.
    pub(crate) schemes: Option<Reported>,
}

/// A coordinate or an input: `theta`, or `r[3]`.
#[derive(Debug)]
pub(crate) struct Quantity {
    pub(crate) ident: Ident,
    /// `None` for a scalar.
    pub(crate) length: Option<usize>,
}

/// An expression and what it is for.
#[derive(Debug)]
pub(crate) struct Formula {
    /// `kinetic`, `let`, `force`, ..
    pub(crate) key: Ident,
    pub(crate) subject: Subject,
    pub(crate) expr: syn::Expr,
}

#[derive(Debug)]
pub(crate) enum Subject {
    Let(Ident),
    Kinetic,
    MassMatrix,
    Potential,
    Lagrangian,
    Dissipation,
    Force(Target),
    Constraint(Ident),
    Output(Ident),
    Symmetry(Generated),
}

/// The name of a symmetry, and whether it is to be taken without a proof.
#[derive(Debug)]
pub(crate) struct Generated {
    pub(crate) ident: Ident,
    pub(crate) is_assumed: bool,
}

/// What a force acts on: `x`, or one component `r[0]`.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) ident: Ident,
    pub(crate) index: Option<syn::LitInt>,
}

/// A named field of the struct, its type peeled down to the scalar.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) ident: Ident,
    /// From the outside in: `[SVector<f64, 2>; 3]` is `[Array(3), Vector(2)]`.
    pub(crate) layers: Vec<Layer>,
    pub(crate) scalar: syn::Type,
}

/// One array, vector or matrix type around a scalar.
#[derive(Debug)]
pub(crate) enum Layer {
    /// `[X; N]` or `SVector<X, N>`.
    Vector(Extent),
    /// `SMatrix<X, R, C>`.
    Matrix(Extent, Extent),
}

#[derive(Debug)]
pub(crate) enum Extent {
    Known(usize),
    /// Tokens that are no integer literal.
    Unknown(TokenStream),
}

/// A scheme to derive, as its type arguments say.
#[derive(Clone, Debug)]
pub(crate) struct Scheme {
    pub(crate) scheme: Rc<dyn schemes::Scheme>,
    /// The user's tokens, for late errors.
    pub(crate) tokens: syn::Type,
}

/// A name as it reads: without `r#`.
pub(crate) fn name_of(ident: &Ident) -> String {
    ident.unraw().to_string()
}

impl Declaration {
    /// The names of the `let`s, in the order written.
    pub(crate) fn lets(&self) -> impl Iterator<Item = &Ident> {
        self.formulas.iter().filter_map(|formula| match &formula.subject {
            Subject::Let(name) => Some(name),
            _ => None,
        })
    }

    /// The names of the constraints, in the order written.
    pub(crate) fn constraints(&self) -> impl Iterator<Item = &Ident> {
        self.formulas.iter().filter_map(|formula| match &formula.subject {
            Subject::Constraint(name) => Some(name),
            _ => None,
        })
    }

    /// The names of the outputs and their formulas, in the order written.
    pub(crate) fn outputs(&self) -> impl Iterator<Item = (&Ident, &syn::Expr)> {
        self.formulas.iter().filter_map(|formula| match &formula.subject {
            Subject::Output(name) => Some((name, &formula.expr)),
            _ => None,
        })
    }

    /// The names of the symmetries and their generators, in the order written.
    pub(crate) fn symmetries(&self) -> impl Iterator<Item = (&Ident, &syn::Expr)> {
        self.formulas.iter().filter_map(|formula| match &formula.subject {
            Subject::Symmetry(generated) => Some((&generated.ident, &formula.expr)),
            _ => None,
        })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&name_of(&self.ident))?;
        match &self.index {
            Some(index) => write!(f, "[{}]", index.base10_digits()),
            None => Ok(()),
        }
    }
}

impl Quantity {
    /// How many components.
    pub(crate) fn size(&self) -> usize {
        self.length.unwrap_or(1)
    }

    /// `theta`, or `r[0]`, `r[1]`, ..
    pub(crate) fn component_names(&self) -> Vec<String> {
        let name = name_of(&self.ident);
        match self.length {
            None => vec![name],
            Some(length) => (0..length).map(|index| format!("{name}[{index}]")).collect(),
        }
    }
}
