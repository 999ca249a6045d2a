//! The common part of schemes with percussions at the start of each step.
//! It refuses to know the contacts: percussions are added to the momentum, in which all of these equations are affine.
//!
//! ```text
//! r(x) = pₖ − .. = 0,   with contacts r(x) + Wᵀ P = 0:   the step from pₖ⁺ = pₖ + Wᵀ P
//! ```
//!
//! x is the velocity u of the step and, beside bilateral constraints, their impulses λ, with −G(qₖ)ᵀ λ in the balance and
//! g(qₖ₊₁) = 0.

mod closed;

use std::fmt::Debug;

use extremal_symbolic::{Expr, Graph};

use super::equations::{Equations, Kind, Role, Row, Unknown};
use super::path::{Path, Refusal};
use super::scheme::{Context, Declared, Form, Inertia, Scheme};
use super::step::{Interpolation, Known, Polynomial, StepEquations};
use crate::dynamics::{Point, symbols};
use crate::model::Inheritance;
pub(super) use closed::{of_element, step, step_with_impulses_of_both};

/// A scheme that is given by its equations without percussions.
pub(super) trait Percussive: Debug {
    fn name(&self) -> &'static str;

    fn step(&self, context: &mut Context<'_>) -> Result<StepEquations, Refusal>;

    /// The equations of the step, without those of contacts and constraints.
    fn formulas(&self) -> &'static [&'static str];

    /// The laws of the contacts.
    fn laws(&self) -> &'static str {
        LAWS
    }

    /// What constraints add to the equations.
    fn constraint_formula(&self) -> &'static str {
        "with G = ∂g/∂q:   p₀ has − G(q₀)ᵀ λ,   g(q₁) = 0"
    }

    /// For how long dry friction acts in a percussion.
    fn time_of_friction(&self) -> &'static str {
        "τ = (h₋ + h)/2 with the step h₋ before, h/2 at a start"
    }

    fn parameters(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether the runtime has it for each contact solver.
    fn takes_solver(&self) -> bool {
        true
    }

    /// As for each scheme.
    fn is_differentiable(&self) -> bool {
        true
    }

    /// Whether each coordinate has to have a mass.
    fn needs_masses(&self) -> bool {
        true
    }

    /// As for each scheme.
    fn follows_friction_without_mass(&self) -> bool {
        false
    }

    /// As for each scheme.
    fn drawback(&self, _inertia: &Inertia) -> Option<&'static str> {
        None
    }
}

/// What a scheme of [`SCHEMES`](super::SCHEMES) is made of its equations.
#[derive(Debug)]
pub(super) struct WithPercussions<S>(pub(super) S);

impl<S: Percussive> Scheme for WithPercussions<S> {
    fn path(&self) -> Path {
        Path::plain(self.0.name())
    }

    fn check(&self, _: &Declared) -> Result<(), Refusal> {
        Ok(())
    }

    fn handles_contacts(&self) -> bool {
        true
    }

    fn takes_solver(&self) -> bool {
        self.0.takes_solver()
    }

    fn is_differentiable(&self) -> bool {
        self.0.is_differentiable()
    }

    fn of_massless(&self, name: &str) -> Result<(), Refusal> {
        match self.0.needs_masses() {
            true => Err(without_mass(self.0.name(), name)),
            false => Ok(()),
        }
    }

    fn follows_friction_without_mass(&self) -> bool {
        self.0.follows_friction_without_mass()
    }

    fn form(&self) -> Form {
        Form::Cheapest
    }

    fn step(&self, context: &mut Context<'_>) -> Result<StepEquations, Refusal> {
        self.0.step(context)
    }

    fn parameters(&self) -> &'static [&'static str] {
        self.0.parameters()
    }

    fn stages(&self) -> usize {
        1
    }

    fn formulas(&self, declared: &Declared) -> Vec<String> {
        let mut lines: Vec<String> = self.0.formulas().iter().map(|&line| line.to_owned()).collect();
        if declared.has_gaps {
            lines.push(self.0.laws().to_owned());
        }
        if declared.has_dry_friction {
            lines.push(format!("{DRY},   {}", self.0.time_of_friction()));
        }
        if declared.has_constraints {
            lines.push(self.0.constraint_formula().to_owned());
        }
        lines
    }

    fn keeps(&self, _: Inheritance) -> Result<(), &'static str> {
        Err("in general: percussions of the contacts change momenta")
    }

    /// An impact is not undone.
    fn is_symmetric(&self) -> bool {
        false
    }

    /// A coordinate without mass alternates about its equilibrium, in the only scheme that takes one.
    fn has_alternating_modes(&self, inertia: &Inertia) -> bool {
        inertia.is_singular
    }

    fn drawback(&self, inertia: &Inertia) -> Option<&'static str> {
        self.0.drawback(inertia)
    }
}

/// The laws of the contacts at the start of a step.
const LAWS: &str = "closed at q₀:   ξ = γ⁺ + e γ⁻,   0 ≤ P_N ⊥ ξ_N ≥ 0,   |P_T| ≤ μ P_N,   P_T = −μ P_N ξ_T/|ξ_T| if ξ_T ≠ 0";

/// The law of dry friction.
const DRY: &str = "without a gap:   |P_T| ≤ τ f,   P_T = −τ f γ_T⁺/|γ_T⁺| if γ_T⁺ ≠ 0";

/// Momenta, and forces without those that accelerate: h = ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t.
pub(super) struct Motion {
    momenta: Vec<Expr>,
    /// For each coordinate the terms of h.
    forces: Vec<Vec<Expr>>,
    symbols: Vec<Expr>,
}

/// Momenta and forces at a node, forces times h.
pub(super) struct AtNode {
    pub(super) momenta: Vec<Expr>,
    /// For each coordinate the terms of h · h(q, v, t).
    pub(super) impulses: Vec<Vec<Expr>>,
}

impl Motion {
    /// Refused if a coordinate has no mass.
    pub(super) fn of(context: &mut Context<'_>, scheme: &str) -> Result<Self, Refusal> {
        each_has_mass(context, scheme)?;
        let mut motion = Self::of_momenta(context);
        let (graph, dynamics, _) = context.parts();
        let rates = dynamics.here().rates(graph);
        let varying = graph.time_derivatives(&motion.momenta, &rates);
        for (terms, rate) in motion.forces.iter_mut().zip(varying) {
            let against = graph.neg(rate);
            terms.insert(2, against);
        }
        Ok(motion)
    }

    /// With b = ∂L/∂q + f in place of h, for differences of momenta at different places. Masses are not needed.
    pub(super) fn of_momenta(context: &mut Context<'_>) -> Self {
        let (graph, dynamics, _) = context.parts();
        let here = dynamics.here();
        let kinetic = dynamics.kinetic_at(graph, &here);
        let potential = dynamics.potential_at(graph, &here);
        let forces = (0..kinetic.by_v.len()).map(|k| {
            let against = graph.neg(potential.by_q[k]);
            vec![kinetic.by_q[k], potential.force[k], against]
        });
        Self {
            forces: forces.collect(),
            momenta: kinetic.by_v,
            symbols: here.numbers(),
        }
    }

    pub(super) fn at(&self, graph: &mut Graph, known: &Known, point: &Point) -> AtNode {
        let pairs: Vec<(Expr, Expr)> = self.symbols.iter().copied().zip(point.numbers()).collect();
        let impulses = self.forces.iter().map(|terms| {
            let terms = graph.substitute(terms, &pairs).into_iter();
            terms.map(|term| graph.mul(known.step_size, term)).collect()
        });
        let impulses = impulses.collect();
        AtNode {
            momenta: graph.substitute(&self.momenta, &pairs),
            impulses,
        }
    }

    /// The momenta on the left of the end of a step, p(q, v) + h/2 h(q, v), after a balance with these momenta and impulses.
    pub(super) fn left_of(
        &self,
        context: &mut Context<'_>,
        balance: (&[Expr], &[Vec<Expr>]),
        point: &Point,
    ) -> Ends {
        let AtNode { momenta, impulses } = self.at(context.graph, context.known, point);
        let halves = halved(context.graph, &impulses);
        Ends::of(context, balance, (&momenta, &halves))
    }
}

/// Momenta at the end of a step.
pub(super) struct Ends {
    momenta: Vec<Expr>,
    /// Whether they are pₖ and impulses, and no products with M.
    are_sums: bool,
}

impl Ends {
    /// The momenta p at the end and the impulses there. If those of the balance pₖ − p + .. = 0 are the same, because M does not
    /// vary, they are pₖ and all impulses. So they are for a summand of a system of any size, with the difference of both momenta.
    pub(super) fn of(
        context: &mut Context<'_>,
        balance: (&[Expr], &[Vec<Expr>]),
        (momenta, impulses): (&[Expr], &[Vec<Expr>]),
    ) -> Self {
        let part = context.part;
        let (graph, _, known) = context.parts();
        let are_same = balance.0 == momenta;
        let are_sums = are_same || part.is_some();
        let ends = momenta.iter().zip(impulses).enumerate().map(|(k, (&p, more))| {
            let terms = match (are_sums, are_same) {
                (false, _) => [&[p], &more[..]].concat(),
                (true, true) => [&[known.momenta[k]], &balance.1[k][..], more].concat(),
                (true, false) => {
                    let changed = graph.sub(p, balance.0[k]);
                    [&[known.momenta[k], changed], &balance.1[k][..], more].concat()
                }
            };
            graph.sum(&terms)
        });
        Self {
            momenta: ends.collect(),
            are_sums,
        }
    }
}

/// Refused if a coordinate has no mass: nothing else would determine its velocity after a percussion. A summand of a system of any
/// size has only some of the masses.
pub(super) fn each_has_mass(context: &mut Context<'_>, scheme: &str) -> Result<(), Refusal> {
    let part = context.part;
    let (graph, dynamics, _) = context.parts();
    let here = dynamics.here();
    let kinetic = dynamics.kinetic_at(graph, &here);
    let masses = graph.jacobian(&kinetic.by_v, &here.velocities);
    let zero = graph.zero();
    let massless = masses.iter().position(|row| row.iter().all(|&m| m == zero));
    match massless.filter(|_| part.is_none()) {
        Some(at) => {
            let name = graph.name_of(here.coordinates[at]).unwrap_or_default();
            Err(without_mass(scheme, name))
        }
        None => Ok(()),
    }
}

fn without_mass(scheme: &str, name: &str) -> Refusal {
    let others = super::following_friction(true).join(" or ");
    Refusal::of(format!(
        "`{scheme}` needs a mass for each coordinate: no kinetic energy depends on the velocity of `{name}`; list {others}"
    ))
}

/// Half of each term.
pub(super) fn halved(graph: &mut Graph, lists: &[Vec<Expr>]) -> Vec<Vec<Expr>> {
    let half = graph.ratio(1, 2);
    let lists = lists.iter();
    lists
        .map(|list| list.iter().map(|&term| graph.mul(half, term)).collect())
        .collect()
}

/// Symbols for the velocity of a step.
pub(super) fn velocities(graph: &mut Graph, n: usize) -> Vec<Expr> {
    symbols(graph, "u", n)
}

/// (tₖ + h, qₖ + h w, v) for the mean velocity w of the step.
pub(super) fn end(graph: &mut Graph, known: &Known, mean: &[Expr], velocities: &[Expr]) -> Point {
    let places = known.coordinates.iter().zip(mean);
    let coordinates = places.map(|(&q, &w)| {
        let moved = graph.mul(known.step_size, w);
        graph.add(q, moved)
    });
    let coordinates = coordinates.collect();
    Point {
        time: graph.add(known.time, known.step_size),
        coordinates,
        velocities: velocities.to_vec(),
    }
}

/// pₖ − p(qₖ, u) + the given impulses = 0.
pub(super) fn balance(
    graph: &mut Graph,
    known: &Known,
    momenta: &[Expr],
    impulses: &[Vec<Expr>],
    u: &[Expr],
) -> Equations {
    let rows = momenta.iter().enumerate().map(|(k, &momentum)| {
        let momenta = vec![known.momenta[k], graph.neg(momentum)];
        let terms = [&momenta[..], &impulses[k]].concat();
        // At a solution the sum of the forces is the difference of the momenta, and not larger.
        Row {
            kind: Kind::Balance,
            value: graph.sum(&terms),
            summands: momenta,
            paired: Some(u[k]),
        }
    });
    Equations {
        rows: rows.collect(),
        unknowns: Unknown::all(Role::StageVelocity, u),
    }
}

/// The step with half of the forces on each side of the node: before it those of the velocity that the step before had, or of u as
/// after it.
pub(super) fn around_node(
    context: &mut Context<'_>,
    scheme: &str,
    is_symmetric: bool,
) -> Result<StepEquations, Refusal> {
    let motion = Motion::of(context, scheme)?;
    let (graph, dynamics, known) = context.parts();
    let u = velocities(graph, dynamics.size());
    let before = (!is_symmetric).then(|| {
        let impulses = motion.at(graph, known, &known.start(&known.velocities)).impulses;
        halved(graph, &impulses)
    });
    let AtNode { momenta, impulses } = motion.at(graph, known, &known.start(&u));
    let halves = before.unwrap_or_else(|| halved(graph, &impulses));
    let system = balance(graph, known, &momenta, &halves, &u);
    let end = end(graph, known, &u, &u);
    let line = line(graph, known, &u);
    let left = motion.left_of(context, (&momenta, &halves), &end);
    Ok(step(context, system, &end, left, line))
}

/// The straight line in time.
pub(super) fn line(graph: &mut Graph, known: &Known, u: &[Expr]) -> Interpolation {
    let place = graph.symbol("s");
    let places = known.coordinates.iter().zip(u);
    let coordinates = places.map(|(&q, &u)| {
        let way = graph.product(&[known.step_size, place, u]);
        graph.add(q, way)
    });
    Interpolation::Polynomial(Polynomial {
        degree: 1,
        place,
        coordinates: coordinates.collect(),
        velocities: u.to_vec(),
    })
}
