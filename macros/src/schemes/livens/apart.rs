//! Discrete gradients along a line, one for each part of a function that shares no coordinate with the others.
//!
//! Gonzalez' gradient along all coordinates shares out what the gradient in the middle lacks by the size of their steps, also
//! to those on which the function does not depend. So a coordinate that does not occur has no part in it.

use extremal_symbolic::{DiscreteGradient, Expr, Graph, Line, Slopes};

/// The gradient of a sum of f. The coordinates of each of the `ties` stay together.
pub(super) fn gradient(graph: &mut Graph, f: &[Expr], along: &Line, ties: &[Vec<usize>]) -> DiscreteGradient {
    let coordinates: Vec<Vec<Expr>> = along.starts.iter().map(|&x| vec![x]).collect();
    let parts = graph.uncoupled(f, &coordinates, ties);
    let whole = graph.discrete_gradient(f, along);
    let are_one = matches!(&parts[..], [part] if part.variables.len() == coordinates.len());
    if are_one || is_exact(&whole) {
        return whole;
    }
    let mut gradient = none(graph, coordinates.len());
    for part in parts {
        let terms = part.terms(graph);
        let along = line(along, &part.variables);
        place(
            &mut gradient,
            graph.discrete_gradient(&terms, &along),
            &part.variables,
        );
    }
    gradient
}

/// Whether the gradient in the middle is the discrete gradient.
pub(super) fn is_exact(gradient: &DiscreteGradient) -> bool {
    gradient.frozen.is_empty()
}

/// The line of some coordinates.
pub(super) fn line(whole: &Line, indices: &[usize]) -> Line {
    Line {
        starts: chosen(&whole.starts, indices),
        ends: chosen(&whole.ends, indices),
        rates: chosen(&whole.rates, indices),
        scale: whole.scale,
    }
}

pub(super) fn chosen(all: &[Expr], indices: &[usize]) -> Vec<Expr> {
    indices.iter().map(|&k| all[k]).collect()
}

/// The gradient of zero.
pub(super) fn none(graph: &Graph, size: usize) -> DiscreteGradient {
    let zero = Slopes::exact(vec![graph.zero(); size]);
    DiscreteGradient {
        value: zero.clone(),
        surrogate: zero,
        frozen: Vec::new(),
    }
}

/// Writes the gradient of a part at its coordinates.
pub(super) fn place(whole: &mut DiscreteGradient, part: DiscreteGradient, indices: &[usize]) {
    let write = |whole: &mut Slopes, part: Slopes| {
        for (from, &k) in indices.iter().enumerate() {
            whole.middle[k] = part.middle[from];
            whole.correction[k] = part.correction[from];
        }
    };
    write(&mut whole.value, part.value);
    write(&mut whole.surrogate, part.surrogate);
    whole.frozen.extend(part.frozen);
}
