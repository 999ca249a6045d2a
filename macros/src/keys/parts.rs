//! What the formulas say as they come, each part by itself.
//!
//! It refuses to know how the parts are read; each key adds to its own.

use extremal_symbolic::Expr;

use super::constraint::Constraints;
use super::energies::Energies;
use super::forces::Forces;
use super::output::Outputs;
use super::symmetry::Symmetries;
use crate::model::Symmetry;

#[derive(Debug, Default)]
pub(crate) struct Parts {
    pub(super) energies: Energies,
    pub(super) forces: Forces,
    pub(super) constraints: Constraints,
    pub(crate) outputs: Outputs,
    pub(super) generators: Symmetries,
    /// Generators that are those of symmetries.
    pub(crate) symmetries: Vec<Symmetry>,
    /// Numbers by which steps are differentiated, and their names.
    pub(crate) sensitivities: Vec<(Expr, String)>,
    pub(crate) has_modified_energy: bool,
}
