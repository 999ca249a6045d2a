//! The modified energy of a scheme: a function of the state that it conserves to a higher order than the energy.
//! It refuses to know the formula. Accelerations are an argument, so that that of a sum is the sum of those of its items.

use extremal_symbolic::Expr;

use crate::derive::continuous::Energies;
use crate::derive::family::{Items, Pass};
use crate::derive::kernel::{Argument, Kernel, Shape};
use crate::dynamics::symbols;
use crate::model::Model;
use crate::schemes::{Motion, Scheme};

/// E − h² L₂ with its arguments.
struct Modified {
    value: Expr,
    accelerations: Vec<Expr>,
    arguments: [Argument; 5],
}

impl Modified {
    /// If the declaration asks for it and the scheme has one.
    fn of(model: &mut Model, scheme: &dyn Scheme) -> Option<Self> {
        if !model.has_modified_energy {
            return None;
        }
        let second_order_term = scheme.modified_energy()?;
        let energies = Energies::of(model);
        let graph = &mut model.graph;
        let accelerations: Vec<Expr> = symbols(graph, "a", model.coordinates.len());
        let motion = Motion {
            lagrangian: energies.lagrangian,
            coordinates: &model.coordinates,
            velocities: &model.velocities,
            accelerations: &accelerations,
        };
        let second_order = second_order_term(&motion, graph);
        let h = graph.symbol("h");
        let correction = graph.product(&[h, h, second_order]);
        Some(Self {
            value: graph.sub(energies.generalized, correction),
            arguments: [
                Argument::array("parameters", &model.parameters),
                Argument::scalar("step_size", h),
                Argument::array("q", &model.coordinates),
                Argument::array("v", &model.velocities),
                Argument::array("a", &accelerations),
            ],
            accelerations,
        })
    }
}

pub(super) fn kernel(model: &mut Model, scheme: &dyn Scheme, name: &str) -> Option<Kernel> {
    let Modified { value, arguments, .. } = Modified::of(model, scheme)?;
    let results = [(Shape::Scalar, &[value][..])];
    Some(Kernel::of(&mut model.graph, name, &arguments, &results))
}

/// That of one item of a summand.
pub(super) fn pass(
    model: &mut Model,
    (items, of_items): (&Items, &[Expr]),
    scheme: &dyn Scheme,
    name: &str,
) -> Option<Pass> {
    let Modified {
        value,
        accelerations,
        arguments,
    } = Modified::of(model, scheme)?;
    let state = [
        &model.coordinates[..],
        &model.velocities,
        &accelerations,
        of_items,
    ]
    .concat();
    let varying = items.marker.filter(|_| model.is_wide).map(|_| &state[..]);
    let name = format!("{name}_modified_energy");
    Pass::of_vectors(&mut model.graph, &name, &arguments, varying, &[&[value]])
}
