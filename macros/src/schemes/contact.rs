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
mod motion;

use std::fmt::Debug;

use extremal_symbolic::{Expr, Graph};

use super::equations::{Equations, Kind, Role, Row, Unknown};
use super::path::{Path, Refusal};
use super::scheme::{Context, Declared, Form, Inertia, Scheme};
use super::step::{Interpolation, Known, Polynomial, StepEquations};
use crate::dynamics::{Point, symbols};
use crate::model::Inheritance;
pub(super) use closed::{of_element, step, step_with_impulses_of_both};
pub(super) use motion::{AtNode, Ends, Motion};

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

    /// What constraints on velocities add to the equations; `None` if it does not take them.
    fn rolling_formula(&self) -> Option<&'static str> {
        Some("p₀ has − A(q₀)ᵀ μ,   A u + b = 0 at (q₀ + q₁)/2, t + h/2")
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

    /// As for each scheme.
    fn form(&self) -> Form {
        Form::Cheapest
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

    fn takes_rolling(&self) -> bool {
        self.0.rolling_formula().is_some()
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
        self.0.form()
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
        if declared.has_rolling {
            lines.extend(self.0.rolling_formula().map(str::to_owned));
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
