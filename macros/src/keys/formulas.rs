//! The formulas of mechanics by what they are of, whichever key declares them.

use super::{
    constraint, contact, definition, dissipation, force, kinetic, lagrangian, mass_matrix, potential,
    rolling, symmetry,
};
use crate::declaration::{Declaration, Formula, Key};

#[derive(Debug)]
pub(crate) struct Formulas<'a> {
    /// T, M or L.
    pub(crate) kinetic: Option<&'a Formula>,
    /// V or L.
    pub(crate) potential: Option<&'a Formula>,
    /// R
    pub(crate) dissipation: Option<&'a Formula>,
    /// f
    pub(crate) forces: Vec<&'a Formula>,
    /// g
    pub(crate) constraints: Vec<&'a Formula>,
    /// A v + b
    pub(crate) rolling: Vec<&'a Formula>,
    /// Gaps, and slips of what has none.
    pub(crate) contacts: Vec<&'a Formula>,
    /// Names for formulas.
    pub(crate) definitions: Vec<&'a Formula>,
    /// ξ
    pub(crate) symmetries: Vec<&'a Formula>,
}

impl<'a> Formulas<'a> {
    pub(crate) fn of(declaration: &'a Declaration) -> Self {
        let first = |keys: &[&'static Key]| keys.iter().find_map(|key| key.formulas(declaration).next());
        Self {
            kinetic: first(&[&kinetic::KEY, &mass_matrix::KEY, &lagrangian::KEY]),
            potential: first(&[&potential::KEY, &lagrangian::KEY]),
            dissipation: first(&[&dissipation::KEY]),
            forces: force::KEY.formulas(declaration).collect(),
            constraints: constraint::KEY.formulas(declaration).collect(),
            rolling: rolling::KEY.formulas(declaration).collect(),
            contacts: contact::formulas(declaration).collect(),
            definitions: definition::KEY.formulas(declaration).collect(),
            symmetries: symmetry::KEY.formulas(declaration).collect(),
        }
    }
}

/// The user's tokens of the mass of one component: its entry, where M is written as a matrix, or else the whole formula.
pub(crate) fn mass_of(formula: &Formula, component: usize) -> &syn::Expr {
    let entry = (formula.key == &mass_matrix::KEY)
        .then(|| mass_matrix::entry(&formula.expr, component, component))
        .flatten();
    entry.unwrap_or(&formula.expr)
}
