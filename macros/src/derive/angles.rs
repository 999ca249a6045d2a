//! Sums of angles: cos(θ₁ − θ₂) or cos θ₁ cos θ₂ + sin θ₁ sin θ₂, whichever makes the cheaper derivatives.

use extremal_symbolic::{Expr, Scheduler};

use crate::dynamics::Dynamics;
use crate::model::Model;

/// Gives the gradients with sines and cosines of single angles, if they and their Jacobian, which all schemes are made
/// of, cost less in that form.
pub(crate) fn expand_if_cheaper(model: &mut Model, dynamics: Dynamics) -> Dynamics {
    let symbols = model.coordinates.clone();
    let expanded = dynamics.map(|roots| model.graph.expand_angles(roots, &symbols));
    if expanded == dynamics || cost(model, &dynamics) <= cost(model, &expanded) {
        return dynamics;
    }
    expanded
}

fn cost(model: &mut Model, dynamics: &Dynamics) -> usize {
    let state: Vec<Expr> = model
        .coordinates
        .iter()
        .chain(&model.velocities)
        .copied()
        .collect();
    let gradients = dynamics.gradients();
    let jacobian = model.graph.jacobian(&gradients, &state);
    let roots = [gradients, jacobian.concat()].concat();
    let mut scheduler = Scheduler::new(&mut model.graph, &roots);
    let outputs = scheduler.lower_all(&roots);
    scheduler.finish(&outputs).operations().cost()
}
