//! One system in several forms: as typed, with products multiplied out, with sines and cosines of single angles.
//! The form with the fewest operations is taken, so that it matters little how L was typed.

use extremal_symbolic::{Scheduler, attempt};

use crate::derive::EACH;
use crate::derive::tangent::Linearized;
use crate::dynamics::Dynamics;
use crate::model::Model;
use crate::schemes::{Context, Known, Scheme, typical};

/// Energies of up to this many terms are multiplied out. With more terms the typed form is cheaper; for positions of a
/// chain this holds from four links on.
const LONGEST: usize = 60;
/// The largest number of terms of a potential whose constant factors are kept together.
const MOST: usize = 1000;

/// The derivatives of the system in its cheapest form.
pub(crate) fn cheapest(model: &mut Model, typed: &Dynamics) -> Dynamics {
    let found = attempt(model, &typed.gradients(), EACH, |model| {
        cheaper(model, typed).or_else(|| with_constants_of_pairs(model, typed))
    });
    found.unwrap_or_else(|| typed.clone())
}

/// Sums over many pairs, as those of gravity: the factor mᵢ mⱼ of each pair stays one number, which the forces on both bodies share.
/// `None` if that takes no fewer operations, or if there are few summands.
fn with_constants_of_pairs(model: &mut Model, typed: &Dynamics) -> Option<Dynamics> {
    let coordinates = model.coordinates.clone();
    let potential = model
        .graph
        .with_factors_together(typed.potential, &coordinates, (LONGEST, MOST))?;
    let form = Dynamics::with_energies(model, typed.kinetic, potential);
    let mut operations = |form: &Dynamics| {
        let gradients = form.gradients();
        let mut scheduler = Scheduler::new(&mut model.graph, &gradients);
        let outputs = scheduler.lower_all(&gradients);
        scheduler.finish(&outputs).operations().cost()
    };
    (operations(&form) < operations(typed)).then_some(form)
}

/// `None` if no form but the typed one is found.
fn cheaper(model: &mut Model, typed: &Dynamics) -> Option<Dynamics> {
    let energies = [typed.kinetic, typed.potential];
    let mut forms = vec![typed.clone()];
    if let Some(expanded) = model
        .graph
        .expand(&energies, LONGEST)
        .filter(|form| *form != energies)
    {
        forms.push(Dynamics::with_energies(model, expanded[0], expanded[1]));
    }
    let coordinates = model.coordinates.clone();
    for form in forms.clone() {
        let single = form.map(|roots| model.graph.expand_angles(roots, &coordinates));
        if single != form {
            forms.push(single);
        }
    }
    if forms.len() == 1 {
        return None;
    }
    forms.into_iter().min_by_key(|form| cost(model, form))
}

/// The operations of residual and tangent for a scheme that uses all derivatives. Rows and columns are not separated
/// first: all forms gain the same from that, and it takes as long as everything else.
pub(super) fn cost(model: &mut Model, dynamics: &Dynamics) -> usize {
    let graph = &mut model.graph;
    let known = Known::new(graph, dynamics.size(), &[]);
    let equations = typical().step(&mut Context {
        graph,
        dynamics,
        known: &known,
        part: None,
    });
    equations.map_or(0, |equations| {
        Linearized::derived(graph, &equations.system.values(), &equations.system.symbols()).cost(graph)
    })
}
