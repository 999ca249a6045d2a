//! The mechanical system as expressions: what every later stage derives from.
//!
//! It refuses to know syntax: no spans, no tokens; a parameter's path is an opaque number here.

use extremal_symbolic::{Expr, Graph};

/// L(q, v, t) and the generalized forces over the symbols of one graph.
///
/// ```text
/// d/dt ∂L/∂v − ∂L/∂q = f(q, v, t, u),   L = T − V
/// ```
#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) graph: Graph,
    /// Time t.
    pub(crate) time: Expr,
    /// Coordinates q, one symbol a component.
    pub(crate) coordinates: Vec<Expr>,
    /// Velocities v, one symbol a component.
    pub(crate) velocities: Vec<Expr>,
    /// Inputs u, one symbol a component.
    pub(crate) inputs: Vec<Expr>,
    /// Components of the struct's fields that the formulas use.
    pub(crate) parameters: Vec<Expr>,
    /// Those by which the linearization of a step differentiates.
    pub(crate) sensitivities: Vec<Expr>,
    pub(crate) energy: Energy,
    /// f, with −∂R/∂v in it; one expression a coordinate.
    pub(crate) force: Vec<Expr>,
}

/// How the declaration gave L.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Energy {
    /// `kinetic` or `mass_matrix`, and `potential`; T is at most quadratic in the velocities.
    Split { kinetic: Expr, potential: Expr },
    /// `lagrangian`.
    General { lagrangian: Expr },
}

impl Model {
    /// T and V; a general L stands in the place of T.
    pub(crate) fn energies(&self) -> (Expr, Expr) {
        match self.energy {
            Energy::Split { kinetic, potential } => (kinetic, potential),
            Energy::General { lagrangian } => (lagrangian, self.graph.zero()),
        }
    }
}
