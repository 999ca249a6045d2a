//! The mechanical system as expressions, from which every later stage derives.
//!
//! It refuses to know syntax: no spans, no tokens; a parameter's path is an opaque number here.

mod contact_items;
mod family;
mod total;
pub(crate) mod varying;

use extremal_symbolic::{Called, Expr, Graph};

pub(crate) use contact_items::{ContactItems, Near};
pub(crate) use family::{
    Atom, Extent, Families, Integer, Marker, Place, Placed, Range, Reaction, Read, WRITTEN_OUT,
    WRITTEN_OUT_WITHIN, Why, many_items,
};
pub(crate) use total::{Total, totals_in};
pub(crate) use varying::Varying;

pub(crate) use crate::shape::{Misfit, Shape, out_of_range};

/// L(q, v, t) and the generalized forces over the symbols of one graph.
///
/// ```text
/// d/dt ∂L/∂v − ∂L/∂q = f(q, v, t, u) − (∂g/∂q)ᵀ λ − Aᵀ μ,   g(q, t) = 0,   A(q, t) v + b(q, t) = 0,   L = T − V
/// ```
#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) graph: Graph,
    /// Time t.
    pub(crate) time: Expr,
    /// Coordinates q, one symbol per component.
    pub(crate) coordinates: Vec<Expr>,
    /// Velocities v, one symbol per component.
    pub(crate) velocities: Vec<Expr>,
    /// Inputs u, one symbol per component, or one for each node of those that vary within a step.
    pub(crate) inputs: Vec<Expr>,
    /// Those that vary.
    pub(crate) varying: Vec<Varying>,
    /// Components of the struct's fields that formulas or sensitivities use.
    pub(crate) parameters: Vec<Expr>,
    /// The parameters by which a step is differentiated, in the order listed.
    pub(crate) sensitivities: Vec<Expr>,
    pub(crate) energy: Energy,
    /// f, including −∂R/∂v; one expression per coordinate.
    pub(crate) force: Vec<Expr>,
    /// g(q, t) = 0, one expression per component.
    pub(crate) constraints: Vec<Expr>,
    /// a(q, t)·v + b(q, t) = 0, one expression per component.
    pub(crate) rolling: Vec<Expr>,
    /// Unilateral contacts g(q, t) ≥ 0.
    pub(crate) contacts: Vec<Contact>,
    /// Symbols of λ that outputs contain, one for each constraint, or for each reaction of items; none if no output contains one.
    pub(crate) multipliers: Vec<Expr>,
    /// Symbols of λ that laws of contacts contain, one for each constraint; none if no law contains one.
    pub(crate) reactions: Vec<Expr>,
    /// Functions of t, q, v, u and λ to record; no equation contains them.
    pub(crate) outputs: Vec<Output>,
    /// The symmetries of L.
    pub(crate) symmetries: Vec<Symmetry>,
    /// What makes it a sum over items whose number only the program knows; `None` for a system of a fixed size.
    pub(crate) families: Option<Families>,
    /// Whether modified energies are derived, which schemes conserve to a higher order.
    pub(crate) has_modified_energy: bool,
    /// Whether constraints may follow from others; reactions are then those of least norm.
    pub(crate) is_redundant: bool,
    /// Whether numbers have the range of double precision, which products of parameters seldom exceed.
    pub(crate) is_wide: bool,
    /// Whether all numbers are of single precision.
    pub(crate) is_single: bool,
}

/// A unilateral contact with friction: functions of t, q and parameters, and of v the slip.
#[derive(Clone, Debug)]
pub(crate) struct Contact {
    /// Zero, if it has none.
    pub(crate) gap: Expr,
    /// Otherwise it is dry friction, always closed, and its friction is a force in place of a coefficient.
    pub(crate) has_gap: bool,
    /// No component without friction, else one or two; affine in the velocities.
    pub(crate) slip: Vec<Expr>,
    pub(crate) law: Law,
}

/// Coulomb's friction and Newton's restitution.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Law {
    pub(crate) friction: Expr,
    pub(crate) restitution: Expr,
    pub(crate) restitution_t: Expr,
}

impl Law {
    /// μ, e and `e_T`.
    pub(crate) fn numbers(self) -> [Expr; 3] {
        [self.friction, self.restitution, self.restitution_t]
    }
}

/// A quantity to record.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    pub(crate) shape: Shape,
    pub(crate) has_inputs: bool,
    pub(crate) has_multipliers: bool,
    /// Matrices row by row.
    pub(crate) entries: Vec<Expr>,
    /// If it is an array over a range that only the program knows, whose item the rest describes: its running indices
    /// as in `[i]`.
    pub(crate) indices: Option<String>,
}

/// An infinitesimal symmetry: L does not change along q + ε ξ(q), and forces do no work.
#[derive(Clone, Debug)]
pub(crate) struct Symmetry {
    /// ξ, one function of the coordinates for each coordinate; of a system of any size for each local one that formulas name.
    pub(crate) generator: Vec<Expr>,
    /// p·ξ(q) of a system of any size as a sum over items, with velocities in the place of momenta.
    pub(crate) sum: Option<Expr>,
    /// Otherwise it is assumed.
    pub(crate) is_proven: bool,
    pub(crate) inheritance: Inheritance,
}

/// Which discrete Lagrangians have a symmetry of L.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inheritance {
    /// Those of all time elements: ξ is affine in q, and T and V do not change along it.
    Always,
    /// Those with T and V at the same points: ξ is affine in q, and L does not change along it.
    SamePoints,
    /// Those with one point, in the middle: ξ is affine in q and not constant, and the reactions of constraints on velocities do no
    /// work along it where both belong to one point.
    Middle,
    /// None: ξ is not affine in q.
    Never,
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
    /// T and V; a general L takes the place of T.
    pub(crate) fn energies(&self) -> (Expr, Expr) {
        match self.energy {
            Energy::Split { kinetic, potential } => (kinetic, potential),
            Energy::General { lagrangian } => (lagrangian, self.graph.zero()),
        }
    }

    /// Everything that constraints hold at zero: functions of the coordinates, and then those of the velocities.
    pub(crate) fn held(&self) -> impl Iterator<Item = Expr> {
        self.constraints.iter().chain(&self.rolling).copied()
    }

    /// Whether something is held at zero.
    pub(crate) fn is_held(&self) -> bool {
        self.held().next().is_some()
    }

    /// ∂g/∂q, and then A, row by row.
    pub(crate) fn held_by(&self, graph: &mut Graph) -> Vec<Vec<Expr>> {
        let of_coordinates = graph.jacobian(&self.constraints, &self.coordinates);
        let of_velocities = slopes_at_rest(graph, &self.rolling, &self.velocities);
        [of_coordinates, of_velocities].concat()
    }

    /// For each parameter whether it may be infinite, as a bound that nothing reaches. Outputs may be.
    pub(crate) fn may_be_infinite(&self) -> Vec<bool> {
        let (kinetic, potential) = self.energies();
        let contacts = self
            .contacts
            .iter()
            .flat_map(|Contact { gap, slip, law, .. }| [&[*gap][..], slip, &law.numbers()].concat());
        let roots = [kinetic, potential].into_iter().chain(contacts);
        let roots: Vec<Expr> = roots
            .chain(self.force.iter().copied().chain(self.held()))
            .collect();
        self.graph.may_be_infinite(&roots, &self.parameters)
    }
}

impl AsMut<Graph> for Model {
    fn as_mut(&mut self) -> &mut Graph {
        &mut self.graph
    }
}

/// The total number of operations on formulas that a system and its schemes may take.
pub(crate) const WORK: u64 = 20_000_000;

/// A derivation that failed: the system or a scheme is too large, or a scheme has no equations for the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Underivable {
    System,
    Scheme(usize),
    /// The motion needs the third derivative of an unknown function.
    Rough(Called),
    /// Schemes, each with the reason.
    Refused(Vec<(usize, String)>),
}

/// The numbers of two lists, side by side.
pub(crate) fn pairs(from: &[Expr], to: &[Expr]) -> Vec<(Expr, Expr)> {
    from.iter().copied().zip(to.iter().copied()).collect()
}

/// ∂/∂v of expressions that are affine in v, row by row.
pub(crate) fn slopes_at_rest(graph: &mut Graph, list: &[Expr], velocities: &[Expr]) -> Vec<Vec<Expr>> {
    let rows = graph.jacobian(list, velocities);
    rows.iter().map(|row| without(graph, row, velocities)).collect()
}

/// Expressions where these symbols are zero.
pub(crate) fn without(graph: &mut Graph, list: &[Expr], symbols: &[Expr]) -> Vec<Expr> {
    let zero = graph.zero();
    let none: Vec<(Expr, Expr)> = symbols.iter().map(|&symbol| (symbol, zero)).collect();
    graph.substitute(list, &none)
}
