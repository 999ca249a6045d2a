//! One step of a scheme: its unknowns, its equations, and its end as a function of the solution.

use extremal_symbolic::{Expr, Graph};

use super::equations::Equations;
use crate::dynamics::{Point, symbols};

/// Symbols for the known quantities at the start of a step.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) time: Expr,
    pub(crate) step_size: Expr,
    pub(crate) coordinates: Vec<Expr>,
    pub(crate) momenta: Vec<Expr>,
    /// Used by schemes that carry velocities.
    pub(crate) velocities: Vec<Expr>,
    /// Numbers that are fields of the scheme, in the order in which it names them.
    pub(crate) scheme: Vec<Expr>,
}

impl Known {
    /// Fresh symbols for n coordinates, and for the named fields of a scheme.
    pub(crate) fn new(graph: &mut Graph, n: usize, fields: &[&str]) -> Self {
        Self {
            scheme: fields
                .iter()
                .map(|field| graph.symbol(&format!("scheme.{field}")))
                .collect(),
            time: graph.symbol("t"),
            step_size: graph.symbol("h"),
            coordinates: symbols(graph, "q", n),
            momenta: symbols(graph, "p", n),
            velocities: symbols(graph, "v", n),
        }
    }

    /// (tₖ, qₖ, v)
    pub(super) fn start(&self, velocities: &[Expr]) -> Point {
        Point {
            time: self.time,
            coordinates: self.coordinates.clone(),
            velocities: velocities.to_vec(),
        }
    }
}

/// One step of a scheme: its unknowns, its equations, and its end as a function of the solution.
///
/// ```text
/// r(x; t_k, h, q_k, p_k, u) = 0,   q_{k+1} = Q(x; ..),   p_{k+1} = P(x; ..)
/// ```
#[derive(Clone, Debug)]
pub(crate) struct StepEquations {
    /// x and r
    pub(crate) system: Equations,
    /// qₖ₊₁
    pub(crate) end_coordinates: Vec<Expr>,
    /// pₖ₊₁
    pub(crate) end_momenta: Vec<Expr>,
    /// vₖ₊₁ if velocities are carried; otherwise empty.
    pub(crate) end_velocities: Vec<Expr>,
    /// Other numbers of a node that both of its elements share; empty for schemes that make steps.
    pub(crate) fields: Vec<NodeField>,
    /// qₖ₊₁ − qₖ and then pₖ₊₁ − pₖ, if these are summed with compensation; otherwise empty.
    pub(crate) increments: Vec<Expr>,
    /// Whether a step adds the residual that the step before accepted to its own, if it is iterated.
    pub(crate) leaves_residual: bool,
    /// Other forms for derivatives, if those of r and pₖ₊₁ would lose digits.
    pub(crate) surrogate: Option<Surrogate>,
    pub(crate) report: Report,
    /// The discrete action of a variational scheme.
    pub(crate) action: Option<Action>,
    pub(crate) interpolation: Interpolation,
    /// How to solve for fewer unknowns.
    pub(crate) condensation: Option<Condensation>,
}

/// A number of a node: its symbol at the start of an element, its value where an interval begins, and that at the end of the element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeField {
    pub(crate) symbol: Expr,
    pub(crate) at_start: Expr,
    pub(crate) at_end: Expr,
}

/// Other forms of r and pₖ₊₁ with the same derivatives, except for those that would lose their digits.
#[derive(Clone, Debug)]
pub(crate) struct Surrogate {
    pub(crate) residual: Vec<Expr>,
    pub(crate) end_momenta: Vec<Expr>,
    /// Symbols that differentiation treats as constants, with the values that replace them afterwards.
    pub(crate) frozen: Vec<(Expr, Expr)>,
}

/// What a step reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Report {
    /// How its equations were solved.
    Convergence,
    /// Also the multipliers at this many nodes and at the end.
    Multipliers { nodes: usize },
    /// Also the energies at the end; the velocity is carried.
    Energies,
    /// How its equations were solved. Nodes have a velocity and other fields, which their elements share.
    Fields,
}

/// The use of an expression of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Row,
    EndCoordinate,
    EndMomentum,
    /// A summand of the row at this place.
    Summand(usize),
    EndVelocity,
    Increment,
    SurrogateRow,
    SurrogateMomentum,
    Frozen,
    Action,
    Interpolation,
}

impl StepEquations {
    /// What a step computes of coordinates and momenta: those of the end, or what they gain if they are summed with compensation.
    pub(crate) fn ends(&self) -> [&[Expr]; 2] {
        if self.increments.is_empty() {
            return [&self.end_coordinates, &self.end_momenta];
        }
        let (moved, gained) = self.increments.split_at(self.end_coordinates.len());
        [moved, gained]
    }

    /// A step with an end and nothing else.
    pub(super) fn of(
        system: Equations,
        end_coordinates: Vec<Expr>,
        end_momenta: Vec<Expr>,
        interpolation: Interpolation,
    ) -> Self {
        Self {
            system,
            end_coordinates,
            end_momenta,
            end_velocities: Vec::new(),
            fields: Vec::new(),
            increments: Vec::new(),
            leaves_residual: false,
            surrogate: None,
            report: Report::Convergence,
            action: None,
            interpolation,
            condensation: None,
        }
    }

    /// The same with a velocity that is carried.
    pub(super) fn carrying(self, end_velocities: Vec<Expr>) -> Self {
        Self {
            end_velocities,
            report: Report::Energies,
            ..self
        }
    }

    /// The same without a velocity that is carried.
    pub(super) fn carrying_none(self) -> Self {
        Self {
            end_velocities: Vec::new(),
            report: Report::Convergence,
            ..self
        }
    }

    /// Visits every expression once, with its use. The condensation is a separate system, which is not visited.
    pub(crate) fn for_each_mut(&mut self, visit: &mut impl FnMut(Use, &mut Expr)) {
        let Self {
            system,
            report: _,
            condensation: _,
            end_coordinates,
            end_momenta,
            end_velocities,
            fields,
            increments,
            leaves_residual: _,
            surrogate,
            action,
            interpolation,
        } = self;
        let mut each = |of: Use, list: &mut [Expr]| list.iter_mut().for_each(|e| visit(of, e));
        for row in &mut system.rows {
            each(Use::Row, std::slice::from_mut(&mut row.value));
        }
        each(Use::EndCoordinate, end_coordinates);
        each(Use::EndMomentum, end_momenta);
        for (at, row) in system.rows.iter_mut().enumerate() {
            each(Use::Summand(at), &mut row.summands);
        }
        each(Use::EndVelocity, end_velocities);
        for field in fields {
            each(Use::EndVelocity, std::slice::from_mut(&mut field.at_end));
        }
        each(Use::Increment, increments);
        if let Some(surrogate) = surrogate {
            each(Use::SurrogateRow, &mut surrogate.residual);
            each(Use::SurrogateMomentum, &mut surrogate.end_momenta);
            for (_, value) in &mut surrogate.frozen {
                each(Use::Frozen, std::slice::from_mut(value));
            }
        }
        if let Some(action) = action {
            each(Use::Action, std::slice::from_mut(&mut action.lagrangian));
            each(Use::Action, &mut action.momentum_before);
            each(Use::Action, &mut action.momentum_after);
        }
        if let Interpolation::Polynomial(polynomial) = interpolation {
            each(Use::Interpolation, &mut polynomial.coordinates);
            each(Use::Interpolation, &mut polynomial.velocities);
        }
    }

    /// The expressions of some uses, in the order of the visit.
    pub(crate) fn of_uses(&mut self, is_meant: impl Fn(Use) -> bool) -> Vec<Expr> {
        let mut found = Vec::new();
        self.for_each_mut(&mut |of, e| {
            if is_meant(of) {
                found.push(*e);
            }
        });
        found
    }

    /// Replaces the expressions of some uses by `images`, in the order of the visit.
    pub(crate) fn set_uses(
        &mut self,
        is_meant: impl Fn(Use) -> bool,
        images: &mut impl Iterator<Item = Expr>,
    ) {
        self.for_each_mut(&mut |of, e| {
            if is_meant(of)
                && let Some(image) = images.next()
            {
                *e = image;
            }
        });
    }

    /// Replaces the expressions of some uses by their images; those of one use are mapped together. If one has no image, nothing
    /// changes.
    pub(crate) fn rewrite(
        &mut self,
        is_meant: impl Fn(Use) -> bool,
        mut image: impl FnMut(&[Expr]) -> Option<Vec<Expr>>,
    ) -> Option<()> {
        let mut found = Vec::new();
        self.for_each_mut(&mut |of, e| {
            if is_meant(of) {
                found.push((of, *e));
            }
        });
        let mut images = Vec::with_capacity(found.len());
        for group in found.chunk_by(|(a, _), (b, _)| a == b) {
            let list: Vec<Expr> = group.iter().map(|&(_, e)| e).collect();
            images.extend(image(&list)?);
        }
        self.set_uses(is_meant, &mut images.into_iter());
        Some(())
    }

    /// ∂r/∂x and ∂pₖ₊₁/∂x, row by row.
    pub(crate) fn derivatives(&self, graph: &mut Graph, x: &[Expr]) -> [Vec<Vec<Expr>>; 2] {
        let values = self.system.values();
        let (residual, momenta, frozen) = match &self.surrogate {
            Some(surrogate) => (&surrogate.residual, &surrogate.end_momenta, &surrogate.frozen[..]),
            None => (&values, &self.end_momenta, &[][..]),
        };
        let rows = graph.jacobian(&[&residual[..], momenta].concat(), x);
        let entries = graph.substitute(&rows.concat(), frozen);
        let mut rows: Vec<Vec<Expr>> = entries.chunks(x.len().max(1)).map(<[Expr]>::to_vec).collect();
        rows.resize(residual.len() + momenta.len(), Vec::new());
        let momenta = rows.split_off(residual.len());
        [rows, momenta]
    }
}

/// Other equations with the same solution, of which only a part is iterated.
#[derive(Clone, Debug)]
pub(crate) struct Condensation {
    pub(crate) iterated: Equations,
    /// Solved once, after the iteration.
    pub(crate) recovered: Equations,
    /// Eliminated unknowns, as functions of the iterated and recovered ones.
    pub(crate) eliminated: Vec<(Expr, Expr)>,
    /// Symbols for the numbers that the runtime remembers from step to step: n × (n − m) of a basis of ker ∇g(qₖ), column by column, if
    /// there is one; then the m multipliers at the end of the step before.
    pub(crate) remembered: Vec<Expr>,
    pub(crate) has_basis: bool,
}

/// The motion inside the element.
#[derive(Clone, Debug)]
pub(crate) enum Interpolation {
    /// A polynomial that the unknowns determine.
    Polynomial(Polynomial),
    /// The cubic with coordinates and velocities of both nodes, where velocities are carried.
    Cubic,
}

/// A motion as a function of its place s in [0, 1], qₖ and x.
#[derive(Clone, Debug)]
pub(crate) struct Polynomial {
    /// The degree of q in s.
    pub(crate) degree: usize,
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
