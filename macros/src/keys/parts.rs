//! The parts that entries add to the model, first formula by formula, and then all together.
//!
//! It refuses to know how the parts are read; each key adds to its own.

use extremal_symbolic::Expr;

use super::constraint::Constraints;
use super::contact::Contacts;
use super::energies::Energies;
use super::forces::Forces;
use super::massless::Massless;
use super::output::Outputs;
use super::symmetry::Symmetries;
use crate::model::{Contact, ContactItems, Output, Symmetry};

#[derive(Debug, Default)]
pub(crate) struct Parts {
    pub(super) energies: Energies,
    pub(crate) forces: Forces,
    pub(super) constraints: Constraints,
    pub(super) rolling: Constraints,
    pub(super) read_contacts: Contacts,
    pub(super) read_outputs: Outputs,
    pub(super) generators: Symmetries,
    /// The contacts with their names: `foot`, or `corner[0]`, `corner[1]`.
    pub(crate) contacts: Vec<(String, Contact)>,
    /// For each contact its items.
    pub(crate) items_of_contacts: Vec<ContactItems>,
    /// For each contact with a point its velocity along the normal.
    pub(crate) approaches: Vec<Option<Expr>>,
    pub(crate) outputs: Vec<Output>,
    /// For each of their components the marker over whose items it is a row, if it is one.
    pub(crate) items_of_outputs: Vec<Option<usize>>,
    pub(crate) symmetries: Vec<Symmetry>,
    /// The parameters by which steps are differentiated.
    pub(crate) sensitivities: Vec<Expr>,
    /// A name for each number of their fields.
    pub(crate) names_of_sensitivities: Vec<String>,
    pub(crate) has_modified_energy: bool,
    /// Whether constraints may follow from others.
    pub(crate) is_redundant: bool,
    pub(crate) massless: Vec<Massless>,
}
