//! Constraints of a step: their discrete gradients, and their change over the step. Those on velocities hold in its middle.

use extremal_symbolic::{Differences, DiscreteGradient, Expr, Graph, Slopes};

use super::Step;
use crate::dynamics::{Dynamics, Point, symbols};

pub(super) struct Constraints {
    /// λ, impulses; those of constraints on velocities come last.
    pub(super) multipliers: Vec<Expr>,
    /// D̄g, and A in the middle.
    pub(super) gradients: Vec<DiscreteGradient>,
    /// (g(q⁺, t⁺) − g(q, t))/h, and A (q⁺ − q)/h + b
    pub(super) rates: Vec<Expr>,
    pub(super) terms: Vec<Vec<Expr>>,
}

impl Constraints {
    /// `None` if invariants are needed and some constraint was not rewritten in them.
    pub(super) fn of(graph: &mut Graph, dynamics: &Dynamics, step: &Step<'_>) -> Option<Self> {
        let frozen = dynamics.constraints_at(graph, &step.start).values;
        let terms = dynamics
            .constraints_at(graph, &step.middle)
            .rates(graph, &step.rates);
        let gradients = frozen
            .into_iter()
            .map(|g| step.gradients.of_constraint(graph, &step.segments, g));
        let mut gradients = gradients.collect::<Option<Vec<_>>>()?;
        let mut rates = rates(graph, dynamics, step, &terms);
        let rolling = dynamics.rolling_at(graph, &step.middle);
        gradients.extend(rolling.by_q.iter().map(|row| in_the_middle(graph, row)));
        let of_rolling = rolling.rates(graph, &step.rates);
        rates.extend(of_rolling.iter().map(|terms| graph.sum(terms)));
        Some(Self {
            multipliers: symbols(graph, "lambda", gradients.len()),
            gradients,
            rates,
            terms: [terms, of_rolling].concat(),
        })
    }
}

/// A itself: its product with q⁺ − q is that with which the constraint holds, so that the work of the reaction is b·μ.
fn in_the_middle(graph: &Graph, row: &[Expr]) -> DiscreteGradient {
    let slopes = Slopes {
        middle: row.to_vec(),
        correction: vec![graph.zero(); row.len()],
    };
    DiscreteGradient {
        value: slopes.clone(),
        surrogate: slopes,
        frozen: Vec::new(),
    }
}

/// The change of the constraints over a step, divided by h. For a quadratic constraint it is the rate in the middle.
fn rates(graph: &mut Graph, dynamics: &Dynamics, step: &Step<'_>, middle: &[Vec<Expr>]) -> Vec<Expr> {
    let (time, h) = (step.known.time, step.known.step_size);
    let start = Point {
        time,
        ..step.start.clone()
    };
    let values = dynamics.constraints_at(graph, &start).values;
    let along = [step.segments.q.steps(graph), vec![(time, graph.add(time, h), h)]].concat();
    let symbols: Vec<Expr> = along.iter().map(|&(x, _, _)| x).collect();
    let quadratic = graph.quadratic_in(&values, &symbols);
    let mut differences = Differences::new(&along);
    let constraints = values.into_iter().zip(quadratic).zip(middle);
    constraints
        .map(|((g, is_quadratic), terms)| {
            if is_quadratic {
                return graph.sum(terms);
            }
            let difference = differences.of(graph, g);
            graph.div(difference, h)
        })
        .collect()
}
