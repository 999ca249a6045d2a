//! Holonomic constraints of a Lagrange element: multipliers at its nodes, and a consistent velocity at its end.
//!
//! ```text
//! D₀L_d + F₀ + p_k − ∇g(z₀)ᵀ λ₀ = 0,   D_iL_d + F_i − ∇g(z_i)ᵀ λ_i = 0 (0 < i < P),   g(z_i, t_k + s_i h) = 0 (0 < i ≤ P)
//! p_{k+1} = D_P L_d + F_P − ∇g(z_P)ᵀ μ = ∂L/∂v(z_P, w),   ∇g(z_P) w + ∂g/∂t = 0
//! ```
//!
//! (Kern 2016, Lagrange multipliers; Wenger, Ober-Blöbaum & Leyendecker 2017 for P > 1; for P = 1 with the trapezoidal rule and a
//! constant M this is RATTLE.) The nodes are the P + 1 Lobatto points: equidistant ones have lower order. λ and μ are impulses.
//! Both levels are solved at once, with the unknowns u₁ to `u_P`, w, λ₀ to λ_{P−1}, μ.
//! Constraints on velocities have rows of the same unknowns: [`rolling`](super::rolling).

use extremal_symbolic::{Expr, Graph, Rational};

use super::Closing;
use super::null_space::null_space;
use super::position_momentum::weight;
use super::rolling::Rolling;
use crate::dynamics::{ConstraintsAt, symbols};
use crate::schemes::element::{Contributions, Discretization, Element, Trial};
use crate::schemes::equations::{Kind, Level, Role, Row, Unknown};
use crate::schemes::step::{Condensation, Report, StepEquations};

/// Symbols for the unknowns that constraints add.
struct Multipliers {
    /// w
    velocity: Vec<Expr>,
    /// λᵢ
    nodes: Vec<Vec<Expr>>,
    /// μ
    end: Vec<Expr>,
}

impl Multipliers {
    fn new(graph: &mut Graph, nodes: usize, n: usize, m: usize) -> Self {
        let mut symbols = |name: &str, size: usize| symbols(graph, name, size);
        Self {
            velocity: symbols("w", n),
            nodes: (0..nodes).map(|i| symbols(&format!("lambda{i}"), m)).collect(),
            end: symbols("mu", m),
        }
    }
}

impl Multipliers {
    /// The multipliers at the nodes, then those at the end.
    fn all(&self) -> Vec<Unknown> {
        let nodes = Unknown::all(Role::Multiplier(Level::Position), &self.nodes.concat());
        let end = Unknown::all(Role::Multiplier(Level::Velocity), &self.end);
        [nodes, end].concat()
    }
}

/// Adds the constraints to the equations of an element.
pub(super) fn constrained(
    discretization: &mut Discretization<'_>,
    contributions: &Contributions,
    free: StepEquations,
    element: &Element,
) -> StepEquations {
    let dynamics = discretization.dynamics;
    let (n, m) = (dynamics.size(), dynamics.constraint_count());
    let all = m + dynamics.rolling_count();
    let is_held = m > 0 || discretization.part.is_some_and(|part| part.has_constraints);
    if all == 0 && !is_held {
        return free;
    }
    let places = discretization.nodal.points().to_vec();
    let symbols = Multipliers::new(discretization.graph, places.len() - 1, n, all);
    let rolling = Rolling::of(discretization, element.quadrature);
    let of_positions: Vec<ConstraintsAt> = places
        .iter()
        .map(|s| {
            let point = discretization.point(s);
            discretization
                .dynamics
                .constraints_at(discretization.graph, &point)
        })
        .collect();
    let at: Vec<ConstraintsAt> = of_positions.iter().map(|at| at.with(&rolling.mean)).collect();
    let mut constrained = free;
    push_stages(discretization, &at, &symbols, &mut constrained);
    let of_end = is_held.then(|| &of_positions[places.len() - 1]);
    end(discretization, (&at, of_end), &symbols, &mut constrained);
    for (s, at) in places.iter().zip(&of_positions).skip(1) {
        let coordinates = discretization.coordinates_at(s);
        let rows = position_rows(discretization.graph, &coordinates, at);
        constrained.system.rows.extend(rows);
    }
    constrained.system.rows.extend(rolling.rows(discretization));
    constrained.system.unknowns.extend(symbols.all());
    let rates = of_positions[places.len() - 1].rates(discretization.graph, &symbols.velocity);
    for terms in rates {
        let row = Row::of_sum(discretization.graph, Kind::Constraint(Level::Velocity), terms);
        constrained.system.rows.push(row);
    }
    for (start, &end) in symbols.nodes.concat().into_iter().zip(&symbols.end).skip(m) {
        let row = Rolling::half(discretization.graph, start, end);
        constrained.system.rows.push(row);
    }
    let remembered = crate::dynamics::symbols(discretization.graph, "before", all);
    let mut condensation = condensation(&constrained, remembered);
    if element.closing == Closing::NullSpace {
        condensation = null_space(discretization, contributions, &at, &symbols.nodes, condensation);
    }
    constrained.condensation = Some(condensation);
    constrained.report = Report::Multipliers {
        nodes: places.len() - 1,
    };
    constrained
}

/// Iterates the stages and the multipliers at the nodes. The velocity at the end and its multipliers are recovered.
fn condensation(constrained: &StepEquations, remembered: Vec<Expr>) -> Condensation {
    let position = Level::Position;
    Condensation {
        iterated: constrained.system.part(
            |role| matches!(role, Role::StageVelocity) || role == Role::Multiplier(position),
            |kind| matches!(kind, Kind::Balance) || kind == Kind::Constraint(position),
        ),
        recovered: constrained.system.part(
            |role| matches!(role, Role::NodeVelocity) || role == Role::Multiplier(Level::Velocity),
            |kind| matches!(kind, Kind::Kinematic) || kind == Kind::Constraint(Level::Velocity),
        ),
        eliminated: Vec::new(),
        remembered,
        has_basis: false,
    }
}

/// − Σ W(sᵢ) ∇g(zᵢ)ᵀ λᵢ in each equation of a stage, W its test function.
fn push_stages(
    discretization: &mut Discretization<'_>,
    at: &[ConstraintsAt],
    symbols: &Multipliers,
    constrained: &mut StepEquations,
) {
    let places = discretization.nodal.points().to_vec();
    let n = discretization.dynamics.size();
    for (at_row, row) in constrained.system.rows.iter_mut().enumerate() {
        let (stage, k) = (at_row / n, at_row % n);
        let mut terms = vec![row.value];
        for ((s, at), multipliers) in places.iter().zip(at).zip(&symbols.nodes) {
            let weight = weight(discretization, stage, s);
            for impulse in at.impulse(discretization.graph, multipliers, k) {
                let weight = discretization.graph.constant(-&weight);
                terms.push(discretization.graph.mul(weight, impulse));
            }
        }
        row.value = discretization.graph.sum(&terms);
        row.summands.extend(&terms[1..]);
    }
}

/// p₁ with the impulses of all nodes, including the last one, and the equation p₁ = ∂L/∂v(w), if constraints on coordinates, which are
/// these at the end, hold w.
fn end(
    discretization: &mut Discretization<'_>,
    (at, of_end): (&[ConstraintsAt], Option<&ConstraintsAt>),
    symbols: &Multipliers,
    constrained: &mut StepEquations,
) {
    let mut point = discretization.point(&Rational::one());
    point.velocities.clone_from(&symbols.velocity);
    let dynamics = discretization.dynamics;
    let momenta = dynamics.kinetic_at(discretization.graph, &point).by_v;
    let last = symbols.nodes.len();
    for (k, &momentum) in momenta.iter().enumerate() {
        let graph = &mut *discretization.graph;
        let mut impulses = Vec::new();
        for (at, multipliers) in at.iter().zip(symbols.nodes.iter().chain([&symbols.end])) {
            let terms = at.impulse(graph, multipliers, k);
            impulses.extend(terms.into_iter().map(|term| graph.neg(term)));
        }
        constrained.end_momenta[k] =
            graph.sum(&[vec![constrained.end_momenta[k]], impulses.clone()].concat());
        // A coordinate without mass and constraint has no velocity at the end.
        let has_velocity = |of_end: &ConstraintsAt| {
            discretization.part.is_some()
                || momentum != graph.zero()
                || of_end.by_q.iter().any(|row| row[k] != graph.zero())
        };
        if of_end.is_some_and(has_velocity) {
            constrained.system.unknowns.push(Unknown {
                role: Role::NodeVelocity,
                symbol: symbols.velocity[k],
            });
            constrained.system.rows.push(Row {
                kind: Kind::Kinematic,
                value: graph.sub(constrained.end_momenta[k], momentum),
                summands: [vec![discretization.known.momenta[k], momentum], impulses].concat(),
                paired: Some(symbols.velocity[k]),
            });
        }

        let Some(action) = &mut constrained.action else {
            continue;
        };
        let before = at[0].impulse(graph, &symbols.nodes[0], k);
        let before = [vec![action.momentum_before[k]], before].concat();
        action.momentum_before[k] = graph.sum(&before);
        let after = at[last].impulse(graph, &symbols.end, k);
        let after: Vec<Expr> = after.into_iter().map(|term| graph.neg(term)).collect();
        let after = [vec![action.momentum_after[k]], after].concat();
        action.momentum_after[k] = graph.sum(&after);
    }
}

/// g = 0 at a node with these coordinates.
pub(in crate::schemes) fn position_rows(
    graph: &mut Graph,
    coordinates: &[Expr],
    at: &ConstraintsAt,
) -> Vec<Row> {
    let constraints = at.values.iter().zip(&at.by_q).zip(&at.terms);
    constraints
        .map(|((&value, by_q), terms)| {
            let mut terms = terms.clone();
            if terms.len() < 2 {
                // The effect of rounded coordinates.
                let slopes = by_q.iter().zip(coordinates);
                terms.extend(slopes.map(|(&slope, &q)| graph.mul(slope, q)));
            }
            Row {
                kind: Kind::Constraint(Level::Position),
                value,
                summands: terms,
                paired: None,
            }
        })
        .collect()
}
