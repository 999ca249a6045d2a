//! Newmark's method: the equations of motion hold at the nodes, and accelerations are weighted in between.
//!
//! ```text
//! M(q₀) a₀ = F(q₀, v₀, t₀),   M(q₁) a₁ = F(q₁, v₁, t₁),   F = ∂L/∂q + f − (∂²L/∂v∂q) v − ∂²L/∂v∂t
//! q₁ = q₀ + h v₀ + h² [(½ − β) a₀ + β a₁],   v₁ = v₀ + h [(1 − γ) a₀ + γ a₁]
//! ```
//!
//! (N. M. Newmark, A method of computation for structural dynamics, 1959.) Unknowns are the velocities v₀ + h a₀ and v₀ + h a₁, so that
//! v₀ is a guess for both. If M is diagonal, the first is not an unknown: a₀ is found by a division.

use extremal_symbolic::{Expr, Graph};

use super::Entry;
use super::equations::{Equations, Kind, Role, Row, Unknown};
use super::path::{Path, Refusal, Signature};
use super::scheme::{Context, Declared, Form, Inertia, Scheme};
use super::step::{Interpolation, Known, StepEquations};
use crate::dynamics::{Dynamics, Point, symbols};
use crate::model::Inheritance;

const NAME: &str = "Newmark";

pub(super) const ENTRY: Entry = Entry {
    signature: Signature::plain(NAME),
    read: |_| Ok(Box::new(Newmark)),
};

#[derive(Debug)]
struct Newmark;

impl Scheme for Newmark {
    fn path(&self) -> Path {
        Path::plain(NAME)
    }

    fn check(&self, declared: &Declared) -> Result<(), Refusal> {
        if !declared.has_constraints {
            return Ok(());
        }
        Err(Refusal::of(
            "`Newmark` is for systems without constraints: with constraints on positions its accelerations oscillate, and grow for γ = ½; \
             list `Midpoint`, `Verlet` or `Stabilized<Livens>`, or choose coordinates without constraints",
        ))
    }

    /// It needs masses.
    fn follows_friction_without_mass(&self) -> bool {
        false
    }

    fn form(&self) -> Form {
        Form::Cheapest
    }

    fn step(&self, context: &mut Context<'_>) -> Result<StepEquations, Refusal> {
        let motion = Motion::of(context.graph, context.dynamics);
        if context.part.is_none()
            && let Some(at) = motion.without_mass(context.graph)
        {
            let coordinates = context.dynamics.here().coordinates;
            let name = context.graph.name_of(coordinates[at]).unwrap_or_default();
            return Err(Refusal::of(format!(
                "`Newmark` needs a mass for each coordinate: no kinetic energy depends on the velocity of `{name}`; \
                 list `Livens` or `Midpoint`"
            )));
        }
        Ok(equations(context, &motion))
    }

    fn parameters(&self) -> &'static [&'static str] {
        &["beta", "gamma"]
    }

    fn stages(&self) -> usize {
        1
    }

    fn formulas(&self, _: &Declared) -> Vec<String> {
        vec![
            "M(q) a = ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t at both nodes,   p = ∂L/∂v".to_owned(),
            "q₁ = q₀ + h v₀ + h² [(½ − β) a₀ + β a₁],   v₁ = v₀ + h [(1 − γ) a₀ + γ a₁]".to_owned(),
        ]
    }

    fn keeps(&self, _: Inheritance) -> Result<(), &'static str> {
        Err("in general: accelerations are balanced at the nodes, not momenta over the step")
    }

    /// Symmetric for γ = ½ only, and γ is not known before the program runs.
    fn is_symmetric(&self) -> bool {
        false
    }

    fn has_alternating_modes(&self, _: &Inertia) -> bool {
        false
    }
}

/// The equations of motion, over the symbols of the model.
struct Motion {
    /// ∂²L/∂v², row by row.
    masses: Vec<Vec<Expr>>,
    /// For each coordinate the terms of (∂p/∂q) v + ∂p/∂t − ∂L/∂q − f.
    rest: Vec<Vec<Expr>>,
    symbols: Vec<Expr>,
}

impl Motion {
    fn of(graph: &mut Graph, dynamics: &Dynamics) -> Self {
        let here = dynamics.here();
        let kinetic = dynamics.kinetic_at(graph, &here);
        let potential = dynamics.potential_at(graph, &here);
        let rates = here.rates(graph);
        let varying = graph.time_derivatives(&kinetic.by_v, &rates);
        let rest = varying.into_iter().enumerate().map(|(k, rate)| {
            let pulls = [kinetic.by_q[k], potential.force[k]].map(|pull| graph.neg(pull));
            [&[rate, potential.by_q[k]], &pulls[..]].concat()
        });
        Self {
            rest: rest.collect(),
            masses: graph.jacobian(&kinetic.by_v, &here.velocities),
            symbols: here.numbers(),
        }
    }

    /// The first coordinate without mass.
    fn without_mass(&self, graph: &Graph) -> Option<usize> {
        let zero = graph.zero();
        let mut rows = self.masses.iter();
        rows.position(|row| row.iter().all(|&m| m == zero))
    }

    /// h [M a + ..] = M (x − v₀) + h [..] at a node with x = v₀ + h a, term by term.
    fn at(&self, graph: &mut Graph, known: &Known, node: &Point, x: &[Expr]) -> Vec<Vec<Expr>> {
        let pairs: Vec<(Expr, Expr)> = self.symbols.iter().copied().zip(node.numbers()).collect();
        let rows = self.masses.iter().zip(&self.rest);
        rows.map(|(masses, rest)| {
            let masses = graph.substitute(masses, &pairs);
            let mut terms = Vec::new();
            for ((&mass, &x), &v) in masses.iter().zip(x).zip(&known.velocities) {
                let before = graph.mul(mass, v);
                terms.extend([graph.mul(mass, x), graph.neg(before)]);
            }
            let rest = graph.substitute(rest, &pairs);
            terms.extend(rest.into_iter().map(|term| graph.mul(known.step_size, term)));
            terms
        })
        .collect()
    }

    /// v₀ + h a₀, if M is diagonal.
    fn first(&self, graph: &mut Graph, known: &Known, start: &Point) -> Option<Vec<Expr>> {
        let zero = graph.zero();
        let mut rows = self.masses.iter().enumerate();
        if rows.any(|(k, row)| row.iter().enumerate().any(|(j, &m)| j != k && m != zero)) {
            return None;
        }
        let pairs: Vec<(Expr, Expr)> = self.symbols.iter().copied().zip(start.numbers()).collect();
        let rows = self.masses.iter().zip(&self.rest).enumerate();
        let first = rows.map(|(k, (masses, rest))| {
            let mass = graph.substitute(&masses[k..=k], &pairs)[0];
            let rest = graph.substitute(rest, &pairs);
            let rest = graph.sum(&rest);
            let impulse = graph.mul(known.step_size, rest);
            let change = graph.div(impulse, mass);
            graph.sub(known.velocities[k], change)
        });
        Some(first.collect())
    }
}

fn equations(context: &mut Context<'_>, motion: &Motion) -> StepEquations {
    let part = context.part;
    let (graph, dynamics, known) = context.parts();
    let (start, n) = (known.start(&known.velocities), known.coordinates.len());
    let [at_start, at_end] = ["x0", "x1"].map(|name| symbols(graph, name, n));
    // A summand does not know the masses of the others.
    let explicit = match part {
        None => motion.first(graph, known, &start),
        Some(_) => None,
    };
    let first = explicit.as_ref().unwrap_or(&at_start);
    let end = end(graph, known, [first, &at_end]);
    let mut rows = Vec::new();
    if explicit.is_none() {
        rows = motion.at(graph, known, &start, &at_start);
    }
    rows.extend(motion.at(graph, known, &end, &at_end));
    let unknowns = match explicit {
        None => [at_start, at_end].concat(),
        Some(_) => at_end,
    };
    let rows = rows
        .into_iter()
        .map(|terms| Row::of_sum(graph, Kind::Balance, terms));
    let system = Equations {
        unknowns: Unknown::all(Role::StageVelocity, &unknowns),
        rows: rows.collect(),
    };
    let momenta = dynamics.kinetic_at(graph, &end).by_v;
    StepEquations::of(system, end.coordinates, momenta, Interpolation::Cubic).carrying(end.velocities)
}

/// (t₁, q₁, v₁) from v₀ + h a₀ and v₀ + h a₁.
fn end(graph: &mut Graph, known: &Known, [first, last]: [&[Expr]; 2]) -> Point {
    let (h, [beta, gamma]) = (known.step_size, [known.scheme[0], known.scheme[1]]);
    let (half, one) = (graph.ratio(1, 2), graph.one());
    let (rest_of_half, rest_of_one) = (graph.sub(half, beta), graph.sub(one, gamma));
    let mut node = Point {
        time: graph.add(known.time, h),
        coordinates: Vec::new(),
        velocities: Vec::new(),
    };
    for (k, (&q, &v)) in known.coordinates.iter().zip(&known.velocities).enumerate() {
        let changes = [first[k], last[k]].map(|x| graph.sub(x, v));
        let mut weighted = |weights: [Expr; 2]| {
            let shares = [0, 1].map(|at| graph.mul(weights[at], changes[at]));
            graph.sum(&[v, shares[0], shares[1]])
        };
        let mean = weighted([rest_of_half, beta]);
        node.velocities.push(weighted([rest_of_one, gamma]));
        let moved = graph.mul(h, mean);
        node.coordinates.push(graph.add(q, moved));
    }
    node
}
