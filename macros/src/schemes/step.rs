//! One step of a scheme: its unknowns, its equations, and what follows from the solution.
//! It refuses to know which scheme it is of.

use extremal_symbolic::{Expr, Graph};

/// What is known at the start of a step, as symbols.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) time: Expr,
    pub(crate) step_size: Expr,
    pub(crate) coordinates: Vec<Expr>,
    pub(crate) momenta: Vec<Expr>,
    /// Of those schemes that carry them.
    pub(crate) velocities: Vec<Expr>,
}

impl Known {
    /// Fresh symbols for n coordinates.
    pub(crate) fn new(graph: &mut Graph, n: usize) -> Self {
        Self {
            time: graph.symbol("t"),
            step_size: graph.symbol("h"),
            coordinates: (0..n).map(|i| graph.symbol(&format!("q[{i}]"))).collect(),
            momenta: (0..n).map(|i| graph.symbol(&format!("p[{i}]"))).collect(),
            velocities: (0..n).map(|i| graph.symbol(&format!("v[{i}]"))).collect(),
        }
    }
}

/// One step of a scheme: what is solved for, the equations, and what follows from the solution.
///
/// ```text
/// r(x; t_k, h, q_k, p_k, u) = 0,   q_{k+1} = Q(x; ..),   p_{k+1} = P(x; ..)
/// ```
#[derive(Clone, Debug)]
pub(crate) struct StepEquations {
    /// x: velocities, n of them a stage, so that a known velocity is a guess for each stage. Where there are constraints, one
    /// stage more, the velocity at the end; then the multipliers.
    pub(crate) unknown: Vec<Expr>,
    /// How many of the last equations are constraints.
    pub(crate) ties: usize,
    /// r
    pub(crate) residual: Vec<Expr>,
    /// For each equation the terms whose magnitudes set its rounding floor.
    pub(crate) terms: Vec<Vec<Expr>>,
    /// qₖ₊₁
    pub(crate) end_coordinates: Vec<Expr>,
    /// pₖ₊₁
    pub(crate) end_momenta: Vec<Expr>,
    /// vₖ₊₁, where velocities are carried; else none.
    pub(crate) end_velocities: Vec<Expr>,
    /// qₖ₊₁ − qₖ, where coordinates are summed with compensation; else none.
    pub(crate) increments: Vec<Expr>,
    /// Where derivatives are not those of r and pₖ₊₁ as they stand.
    pub(crate) smooth: Option<Smooth>,
    /// Of variational schemes.
    pub(crate) action: Option<Action>,
    pub(crate) inside: Inside,
    /// How to solve for fewer unknowns.
    pub(crate) condensation: Option<Condensation>,
}

/// Other forms of r and pₖ₊₁, whose derivatives are theirs, but for those that would lose their digits.
#[derive(Clone, Debug)]
pub(crate) struct Smooth {
    pub(crate) residual: Vec<Expr>,
    pub(crate) end_momenta: Vec<Expr>,
    /// Symbols in them, with what they stand for once derivatives are formed.
    pub(crate) held: Vec<(Expr, Expr)>,
}

impl StepEquations {
    /// ∂r/∂x and ∂pₖ₊₁/∂x, row by row.
    pub(crate) fn derivatives(&self, graph: &mut Graph, x: &[Expr]) -> [Vec<Vec<Expr>>; 2] {
        let (residual, momenta, held) = match &self.smooth {
            Some(smooth) => (&smooth.residual, &smooth.end_momenta, &smooth.held[..]),
            None => (&self.residual, &self.end_momenta, &[][..]),
        };
        let rows = graph.jacobian(&[&residual[..], momenta].concat(), x);
        let entries = graph.substitute(&rows.concat(), held);
        let mut rows: Vec<Vec<Expr>> = entries.chunks(x.len().max(1)).map(<[Expr]>::to_vec).collect();
        rows.resize(residual.len() + momenta.len(), Vec::new());
        let momenta = rows.split_off(residual.len());
        [rows, momenta]
    }
}

/// The same solution by other equations, of which only a part is iterated.
#[derive(Clone, Debug)]
pub(crate) struct Condensation {
    pub(crate) iterated: Part,
    /// Solved when that is known.
    pub(crate) following: Part,
    /// Unknowns that are given in terms of those.
    pub(crate) given: Vec<(Expr, Expr)>,
    /// Symbols for what the runtime keeps from step to step: n × (n − m) numbers of a basis of ker ∇g(qₖ), column by column, if
    /// there is one; then the m multipliers at the end of the step before.
    pub(crate) kept: Vec<Expr>,
    pub(crate) has_basis: bool,
}

/// As many equations as unknowns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    pub(crate) unknown: Vec<Expr>,
    pub(crate) residual: Vec<Expr>,
    /// As in [`StepEquations`].
    pub(crate) terms: Vec<Vec<Expr>>,
    /// How many of the first equations have an unknown of their own, which stands at the same place.
    pub(crate) own: usize,
    /// How many of the last equations are constraints.
    pub(crate) ties: usize,
}

impl Part {
    pub(crate) fn replace(&mut self, graph: &mut Graph, pairs: &[(Expr, Expr)]) {
        self.residual = graph.substitute(&self.residual, pairs);
        for terms in &mut self.terms {
            *terms = graph.substitute(terms, pairs);
        }
    }

    /// Without an equation and its own unknown.
    pub(crate) fn remove(&mut self, at: usize) {
        self.unknown.remove(at);
        self.residual.remove(at);
        self.terms.remove(at);
        self.own -= 1;
    }

    /// With what follows: constraints stay the last.
    pub(crate) fn with(self, other: Self) -> Self {
        let mut all = Self {
            unknown: [self.unknown, other.unknown].concat(),
            residual: self.residual,
            terms: self.terms,
            own: self.own,
            ties: self.ties + other.ties,
        };
        let free = all.residual.len() - self.ties;
        let other_free = other.residual.len() - other.ties;
        all.residual
            .splice(free..free, other.residual[..other_free].iter().copied());
        all.terms
            .splice(free..free, other.terms[..other_free].iter().cloned());
        all.residual.extend(&other.residual[other_free..]);
        all.terms.extend_from_slice(&other.terms[other_free..]);
        all
    }
}

/// The motion inside the element, as a function of its place s in [0, 1], qₖ and x.
#[derive(Clone, Debug)]
pub(crate) struct Inside {
    /// s
    pub(crate) place: Expr,
    /// q(s)
    pub(crate) coordinates: Vec<Expr>,
    /// q̇(s)
    pub(crate) velocities: Vec<Expr>,
}

/// The discrete action of one element, as a function of qₖ and x.
#[derive(Clone, Debug)]
pub(crate) struct Action {
    /// `L_d`
    pub(crate) lagrangian: Expr,
    /// −D₀ `L_d` − F₀
    pub(crate) momentum_before: Vec<Expr>,
    /// Dₚ `L_d` + Fₚ
    pub(crate) momentum_after: Vec<Expr>,
}
