//! Methods of the struct: the names that they may have, and the methods that remain after an error.

use proc_macro2::Ident;

use super::parts::Parts;
use super::{output, symmetry};
use crate::declaration::{Declaration, name_of};
use crate::model::Shape;

/// Methods of the runtime's traits for a system. An inherent method of the same name would hide them.
const METHODS: [&str; 20] = [
    "acceleration",
    "constraint_reactions",
    "describe",
    "discrete_lagrangian",
    "force",
    "generalized_energy",
    "hamiltonian",
    "inverse_dynamics",
    "lagrangian",
    "mass_matrix",
    "momentum",
    "momentum_after",
    "momentum_before",
    "momentum_maps",
    "output_jacobians",
    "outputs",
    "outputs_given",
    "project_keeping",
    "total_energy",
    "velocity",
];

/// The reason why no method of the struct can have a name.
pub(super) fn taken(name: &str) -> Option<&'static str> {
    METHODS.contains(&name).then_some("a method of every system")
}

/// Methods that may be called, for a declaration with mistakes.
#[derive(Debug)]
pub(crate) struct Methods {
    pub(crate) outputs: Vec<OutputMethod>,
    pub(crate) symmetries: Vec<Ident>,
}

/// An output after an error.
#[derive(Debug)]
pub(crate) struct OutputMethod {
    pub(crate) ident: Ident,
    /// Its shape, guessed from the syntax if the formula has no value.
    pub(crate) shape: Shape,
    /// Whether it is an array over a range that only the program knows, of items of that shape.
    pub(crate) has_items: bool,
    /// Whether the method takes the inputs.
    pub(crate) has_inputs: bool,
    /// Whether the method may fail.
    pub(crate) has_multipliers: bool,
}

impl Methods {
    pub(crate) fn of(declaration: &Declaration, parts: &Parts) -> Self {
        Self {
            outputs: parts.read_outputs.named(&output::KEY.lost(declaration)),
            symmetries: maps(declaration),
        }
    }
}

/// The names that momentum maps can have, each once, including those whose generators were lost.
fn maps(declaration: &Declaration) -> Vec<Ident> {
    let outputs: Vec<String> = output::KEY.names(declaration).into_iter().map(name_of).collect();
    let mut methods: Vec<Ident> = Vec::new();
    for ident in symmetry::KEY.names(declaration) {
        let name = name_of(ident);
        let is_known = methods.iter().any(|other| name_of(other) == name) || outputs.contains(&name);
        if taken(&name).is_none() && !is_known {
            methods.push(ident.clone());
        }
    }
    methods
}
