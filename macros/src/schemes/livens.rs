//! Livens' principle with discrete gradients: the generalized energy E = p·v − L is conserved exactly, for any mass matrix.
//!
//! ```text
//! q⁺ − q = h v½,   p⁺ − p = h (D̄₁L + f) − D̄gᵀ λ,   ½ (p + p⁺) = D̄₂L,   g(q⁺, t⁺) = g(q, t),   v½ = ½ (v + v⁺)
//! ```
//!
//! (Kinon & Betsch, eq. 28; D̄ is Gonzalez' discrete gradient, one for each part that nothing couples.) Since D̄₁L·Δq +
//! D̄₂L·Δv is L(q⁺, v⁺) − L(q, v), E⁺ − E is f·Δq. Time is fixed in the middle of the step: E changes by ∂L/∂t alone. The
//! unknowns are v½ and the impulses λ; no mass matrix is inverted.
//!
//! Constraints are imposed as their difference over the step, divided by h, so that the velocity satisfies them to rounding and
//! not to ε/h. With constraints, coordinates and momenta are summed with compensation. The residual that a step accepts is added to that
//! of the next, since E⁺ − E is r·Δv for a residual r, and Newton's method leaves residuals of one sign.

mod apart;
mod balance;
mod constraints;
mod dry;
mod equivariant;
mod gradients;
mod items;
mod parts;
mod polarized;
mod scheme;
mod stabilized;

use extremal_symbolic::{DiscreteGradient, Expr, Graph, Line};

use self::balance::{Balance, Sides};
use self::constraints::Constraints;
use self::equivariant::Symmetries;
use self::gradients::{Partial, Segments};
use self::items::Items;
use self::parts::Parts;
use self::scheme::{Gradient, Livens};
use self::stabilized::Stabilization;
use super::equations::{Equations, Kind, Level, Role, Row, Unknown};
use super::scheme::{Context, PartOf};
use super::step::{Interpolation, Known, Polynomial, StepEquations, Surrogate};
use crate::dynamics::{Dynamics, Point, symbols};
use crate::model::pairs;

pub(super) use self::equivariant::ENTRY as EQUIVARIANT;
pub(super) use self::polarized::ENTRY as POLARIZED;
pub(super) use self::scheme::ENTRY;
pub(super) use self::stabilized::ENTRY as STABILIZED;

/// The equations. `None` if invariants are needed and some function was not rewritten in them.
fn equations(context: &mut Context<'_>, variant: Livens) -> Option<StepEquations> {
    let part = context.part;
    let (graph, dynamics, known) = context.parts();
    let step = Step::new(graph, dynamics, known, (variant, part));
    let stabilization = Stabilization::of(graph, dynamics, &step);
    let constraints = Constraints::of(graph, dynamics, &step)?;
    let balance = Balance::of(graph, dynamics, &step, &stabilization)?;
    let value = balance.sides(graph, &step, &constraints, |gradient| &gradient.value);
    let surrogate = balance.sides(graph, &step, &constraints, |gradient| &gradient.surrogate);
    let frozen = balance.frozen(&constraints);
    let other_rows = [
        &stabilization.residual[..],
        &constraints.rates,
        &stabilization.rates,
    ]
    .concat();
    let equations = system(&step, &value, &constraints, &stabilization);
    let is_held = |part: PartOf| part.has_constraints || part.has_rolling;
    let increments = match constraints.multipliers.is_empty() && !part.is_some_and(is_held) {
        true => Vec::new(),
        false => [step.segments.q.differences(graph), value.gains].concat(),
    };
    let inside = Interpolation::Polynomial(step.interpolation(graph));
    let of_ends = StepEquations::of(equations, step.segments.q.ends.clone(), value.momenta, inside);
    Some(StepEquations {
        increments,
        leaves_residual: true,
        surrogate: (!frozen.is_empty()).then(|| Surrogate {
            residual: [&surrogate.residual[..], &other_rows].concat(),
            end_momenta: surrogate.momenta,
            frozen,
        }),
        ..of_ends.carrying(step.segments.v.ends.clone())
    })
}

/// Unknowns and rows: the balance of momentum, the drift, and both levels of constraints.
fn system(
    step: &Step<'_>,
    balance: &Sides,
    constraints: &Constraints,
    stabilization: &Stabilization,
) -> Equations {
    let [positions, velocities] = [Level::Position, Level::Velocity].map(Kind::Constraint);
    Equations {
        unknowns: [
            Unknown::all(Role::StageVelocity, &step.velocities),
            Unknown::all(Role::Drift, &stabilization.velocities),
            Unknown::all(Role::Multiplier(Level::Velocity), &stabilization.multipliers),
            Unknown::all(Role::Multiplier(Level::Position), &constraints.multipliers),
        ]
        .concat(),
        rows: [
            rows(Kind::Balance, &balance.residual, &balance.terms),
            rows(Kind::Kinematic, &stabilization.residual, &stabilization.terms),
            rows(positions, &constraints.rates, &constraints.terms),
            rows(velocities, &stabilization.rates, &stabilization.rate_terms),
        ]
        .concat(),
    }
}

/// Equations that no unknown is paired with.
fn rows(kind: Kind, values: &[Expr], summands: &[Vec<Expr>]) -> Vec<Row> {
    let pairs = values.iter().zip(summands);
    let rows = pairs.map(|(&value, summands)| Row {
        kind,
        value,
        summands: summands.clone(),
        paired: None,
    });
    rows.collect()
}

/// One step from (t, q, v, p), in its unknowns.
struct Step<'a> {
    known: &'a Known,
    /// v½
    velocities: Vec<Expr>,
    /// The drift velocity that stabilization adds to v½; empty without stabilization.
    drift: Vec<Expr>,
    /// (q⁺ − q)/h
    rates: Vec<Expr>,
    segments: Segments,
    /// t + h/2, q, v: time is fixed in the middle.
    start: Point,
    /// t + h/2, (q + q⁺)/2, v½
    middle: Point,
    gradients: Gradients,
}

/// How discrete gradients of L and of constraints are formed.
enum Gradients {
    /// Along the coordinates, for parts of L that share none of them.
    Apart(Parts),
    ThroughInvariants(Symmetries),
    /// Those of the items of a system of any size.
    OfItems(Items),
}

impl Gradients {
    fn of(
        graph: &mut Graph,
        dynamics: &Dynamics,
        (variant, part): (Livens, Option<PartOf>),
        [start, middle]: [&Point; 2],
        segments: &Segments,
    ) -> Self {
        let (kinetic, potential) = dynamics.energies_at(graph, start);
        let lagrangian = vec![kinetic, graph.neg(potential)];
        let to_middle = [
            pairs(&start.coordinates, &middle.coordinates),
            pairs(&start.velocities, &middle.velocities),
        ]
        .concat();
        let mut flows = dynamics.flows_at(graph, start);
        let candidates =
            flows.split_off(part.map_or(flows.len(), |part| part.symmetries.unwrap_or_default()));
        if variant.gradient == Gradient::Equivariant {
            return Self::ThroughInvariants(Symmetries {
                lagrangian,
                flows,
                middle: to_middle,
            });
        }
        let constraints = dynamics.constraints_at(graph, start).values;
        match part {
            None => Self::Apart(Parts::of(graph, segments, lagrangian, &constraints)),
            Some(_) => Self::OfItems(Items::of(
                graph,
                segments,
                &lagrangian,
                (candidates, to_middle),
                &constraints,
            )),
        }
    }

    /// The gradients of L. `None` if invariants are needed and some function was not rewritten in them.
    fn of_lagrangian(&self, graph: &mut Graph, segments: &Segments) -> Option<Partial> {
        match self {
            Self::Apart(parts) => Some(parts.of_lagrangian(graph, segments)),
            Self::ThroughInvariants(symmetries) => symmetries.of_lagrangian(graph, segments),
            Self::OfItems(items) => items.of_lagrangian(graph, segments),
        }
    }

    /// The gradient of a constraint, with the same exception.
    fn of_constraint(&self, graph: &mut Graph, segments: &Segments, g: Expr) -> Option<DiscreteGradient> {
        match self {
            Self::Apart(parts) => Some(parts.gradient(graph, segments, &[g])),
            Self::ThroughInvariants(symmetries) => symmetries.of_constraint(graph, segments, g),
            Self::OfItems(items) => items.of_constraint(graph, segments, g),
        }
    }

    /// The gradient of the work of a drift, given by its summands.
    fn of_work(&self, graph: &mut Graph, segments: &Segments, work: &[Expr]) -> DiscreteGradient {
        match self {
            Self::Apart(parts) => parts.gradient(graph, segments, work),
            Self::ThroughInvariants(_) => graph.discrete_gradient(work, &segments.q),
            Self::OfItems(items) => items.of_work(graph, segments, work),
        }
    }
}

impl<'a> Step<'a> {
    fn new(
        graph: &mut Graph,
        dynamics: &Dynamics,
        known: &'a Known,
        (variant, part): (Livens, Option<PartOf>),
    ) -> Self {
        let n = known.coordinates.len();
        let mut symbols = |name: &str| symbols(graph, name, n);
        let velocities = symbols("u0");
        let has_constraints =
            dynamics.constraint_count() > 0 || part.is_some_and(|part| part.has_constraints);
        let is_stabilized = variant.stabilized && has_constraints;
        let drift = if is_stabilized { symbols("a") } else { Vec::new() };
        let mut rates = velocities.clone();
        for (rate, &drift) in rates.iter_mut().zip(&drift) {
            *rate = graph.add(*rate, drift);
        }
        let (h, half) = (known.step_size, graph.ratio(1, 2));
        let half_step = graph.mul(half, h);
        let middle = Point {
            time: graph.add(known.time, half_step),
            coordinates: moved(graph, &known.coordinates, half_step, &rates),
            velocities: velocities.clone(),
        };
        let start = Point {
            time: middle.time,
            coordinates: known.coordinates.clone(),
            velocities: known.velocities.clone(),
        };
        let segments = Segments {
            is_polarized: variant.gradient == Gradient::Polarized,
            ..segments(graph, known, half_step, &rates, &velocities)
        };
        let gradients = Gradients::of(graph, dynamics, (variant, part), [&start, &middle], &segments);
        Self {
            segments,
            gradients,
            known,
            velocities,
            drift,
            rates,
            start,
            middle,
        }
    }

    /// A straight line from q to q⁺.
    fn interpolation(&self, graph: &mut Graph) -> Polynomial {
        let place = graph.symbol("s");
        let passed = graph.mul(place, self.known.step_size);
        Polynomial {
            degree: 1,
            place,
            coordinates: moved(graph, &self.known.coordinates, passed, &self.rates),
            velocities: self.rates.clone(),
        }
    }
}

/// x + c y
fn moved(graph: &mut Graph, x: &[Expr], c: Expr, y: &[Expr]) -> Vec<Expr> {
    let pairs = x.iter().zip(y);
    pairs
        .map(|(&x, &y)| {
            let by = graph.mul(c, y);
            graph.add(x, by)
        })
        .collect()
}

/// q⁺ = q + h q̇ and v⁺ = v½ + (v½ − v)
fn segments(
    graph: &mut Graph,
    known: &Known,
    half_step: Expr,
    rates: &[Expr],
    velocities: &[Expr],
) -> Segments {
    let halves = known.velocities.iter().zip(velocities);
    let halves: Vec<Expr> = halves.map(|(&v, &middle)| graph.sub(middle, v)).collect();
    let one = graph.one();
    Segments {
        q: Line {
            starts: known.coordinates.clone(),
            ends: moved(graph, &known.coordinates, known.step_size, rates),
            rates: rates.to_vec(),
            scale: half_step,
        },
        v: Line {
            starts: known.velocities.clone(),
            ends: moved(graph, velocities, one, &halves),
            rates: halves,
            scale: one,
        },
        middle_v: velocities.to_vec(),
        is_polarized: false,
    }
}
