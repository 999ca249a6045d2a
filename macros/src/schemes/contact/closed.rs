//! The step of a scheme with percussions from its equations: its ends, and the impulses of bilateral constraints.

use extremal_symbolic::{Expr, Graph};

use super::Ends;
use crate::dynamics::{Dynamics, Point, symbols};
use crate::schemes::closing;
use crate::schemes::element;
use crate::schemes::equations::{Equations, Kind, Level, Role, Row, Unknown};
use crate::schemes::scheme::Context;
use crate::schemes::step::{Interpolation, Known, Report, StepEquations};

/// The step of these equations, with the constraints of the system if it has some; the velocity at its end is carried.
pub(in crate::schemes) fn step(
    context: &mut Context<'_>,
    system: Equations,
    end: &Point,
    ends: Ends,
    interpolation: Interpolation,
) -> StepEquations {
    let mut step = unconstrained(system, end, &ends, interpolation);
    constrain(context, &mut step, ends.are_sums, &Impulse::AtStart);
    step
}

/// The same with weights of the constraints' gradients at the start and at the end.
pub(in crate::schemes) fn step_with_impulses_of_both(
    context: &mut Context<'_>,
    (system, end, ends): (Equations, &Point, Ends),
    interpolation: Interpolation,
    weights: [Expr; 2],
) -> StepEquations {
    let mut step = unconstrained(system, end, &ends, interpolation);
    constrain(context, &mut step, ends.are_sums, &Impulse::AtBoth(weights));
    step
}

/// Where the gradients of the constraints' impulses are taken.
enum Impulse {
    AtStart,
    /// With these weights of start and end.
    AtBoth([Expr; 2]),
}

fn unconstrained(system: Equations, end: &Point, ends: &Ends, interpolation: Interpolation) -> StepEquations {
    let step = StepEquations::of(
        system,
        end.coordinates.clone(),
        ends.momenta.clone(),
        interpolation,
    );
    step.carrying(end.velocities.clone())
}

/// The step of a linear element from a momentum, without a consistent velocity at its end: the next step makes it consistent.
pub(in crate::schemes) fn of_element(context: &mut Context<'_>, element: &element::Element) -> StepEquations {
    let mut step = closing::free(context, element);
    step.end_velocities = step.system.symbols();
    step.report = Report::Energies;
    constrain(context, &mut step, true, &Impulse::AtStart);
    step
}

/// Adds −Gᵀ λ to the balance, and to the momentum at the end if that is a sum of impulses; and g(qₖ₊₁) = 0. Constraints on
/// velocities have A in the place of G.
fn constrain(context: &mut Context<'_>, step: &mut StepEquations, ends_in_impulses: bool, of: &Impulse) {
    let (graph, dynamics, known) = context.parts();
    let m = dynamics.constraint_count() + dynamics.rolling_count();
    if m == 0 {
        return;
    }
    step.action = None;
    let rolling = rolling(graph, dynamics, known, step);
    let multipliers = symbols(graph, "lambda", m);
    let from = known.start(&step.end_velocities);
    let to = Point {
        time: graph.add(known.time, known.step_size),
        coordinates: step.end_coordinates.clone(),
        velocities: step.end_velocities.clone(),
    };
    let gradients = dynamics.held_at(graph, &from);
    let values = dynamics.constraints_at(graph, &to);
    for (k, momentum) in step.end_momenta.iter_mut().enumerate() {
        let at_start = gradients.impulse(graph, &multipliers, k);
        let impulses = match of {
            Impulse::AtStart => at_start,
            Impulse::AtBoth(weights) => {
                let at_end = values.impulse(graph, &multipliers, k);
                let both = at_start.iter().zip(&at_end).map(|(&start, &end)| {
                    let parts = [graph.mul(weights[0], start), graph.mul(weights[1], end)];
                    graph.sum(&parts)
                });
                both.collect()
            }
        };
        let against: Vec<Expr> = impulses.into_iter().map(|term| graph.neg(term)).collect();
        let row = &mut step.system.rows[k];
        row.value = graph.sum(&[&[row.value], &against[..]].concat());
        row.summands.extend(&against);
        if ends_in_impulses {
            *momentum = graph.sum(&[&[*momentum], &against[..]].concat());
        }
    }
    let rows = closing::position_rows(graph, &to.coordinates, &values);
    step.system.rows.extend(rows);
    step.system.rows.extend(rolling);
    let multipliers = Unknown::all(Role::Multiplier(Level::Position), &multipliers);
    step.system.unknowns.extend(multipliers);
}

/// Constraints on velocities: A u + b = 0 in the middle of the straight line of the step.
fn rolling(graph: &mut Graph, dynamics: &Dynamics, known: &Known, step: &StepEquations) -> Vec<Row> {
    if dynamics.rolling_count() == 0 {
        return Vec::new();
    }
    let u = step.system.symbols();
    let half = graph.ratio(1, 2);
    let way = graph.mul(half, known.step_size);
    let places = known.coordinates.iter().zip(&u);
    let middle = Point {
        time: graph.add(known.time, way),
        coordinates: places
            .map(|(&q, &u)| {
                let moved = graph.mul(way, u);
                graph.add(q, moved)
            })
            .collect(),
        velocities: u.clone(),
    };
    let rates = dynamics.rolling_at(graph, &middle).rates(graph, &u);
    let kind = Kind::Constraint(Level::Position);
    let rates = rates.into_iter();
    rates.map(|terms| Row::of_sum(graph, kind, terms)).collect()
}
