//! Sums of angles: cos(θ₁ − θ₂) or cos θ₁ cos θ₂ + sin θ₁ sin θ₂, whichever makes the cheaper derivatives.

use extremal_symbolic::{Expr, Scheduler};

use crate::model::{Energy, Model};

/// Replaces the energies and forces by the form with single angles, if the gradient and the Hessian of L, which all
/// schemes are made of, cost less in that form.
pub(crate) fn expand_if_cheaper(model: &mut Model) {
    let roots = roots(model);
    let symbols = model.coordinates.clone();
    let expanded = model.graph.expand_angles(&roots, &symbols);
    if expanded == roots {
        return;
    }
    let cost = derivative_cost(model);
    set_roots(model, &expanded);
    if derivative_cost(model) >= cost {
        set_roots(model, &roots);
    }
}

fn roots(model: &Model) -> Vec<Expr> {
    let energies = match model.energy {
        Energy::Split { kinetic, potential } => vec![kinetic, potential],
        Energy::General { lagrangian } => vec![lagrangian],
    };
    [energies, model.force.clone()].concat()
}

fn set_roots(model: &mut Model, roots: &[Expr]) {
    let rest = match (&mut model.energy, roots) {
        (Energy::Split { kinetic, potential }, [t, v, rest @ ..]) => {
            (*kinetic, *potential) = (*t, *v);
            rest
        }
        (Energy::General { lagrangian }, [l, rest @ ..]) => {
            *lagrangian = *l;
            rest
        }
        _ => return,
    };
    model.force = rest.to_vec();
}

fn derivative_cost(model: &mut Model) -> usize {
    let state: Vec<Expr> = model
        .coordinates
        .iter()
        .chain(&model.velocities)
        .copied()
        .collect();
    let lagrangian = model.lagrangian();
    let gradient = model.graph.gradient(lagrangian, &state);
    let hessian = model.graph.jacobian(&gradient, &state);
    let roots = [gradient, hessian.concat(), model.force.clone()].concat();
    let mut scheduler = Scheduler::new(&mut model.graph, &roots);
    let outputs = scheduler.lower_all(&roots);
    scheduler.finish(&outputs).operations().cost()
}
