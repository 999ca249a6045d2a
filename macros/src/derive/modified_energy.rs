//! The modified energy of a scheme: a function of the state that it conserves to a higher order than the energy.
//! It refuses to know the formula. Accelerations are an argument.

use extremal_symbolic::Expr;

use crate::derive::continuous::Energies;
use crate::derive::kernel::{Argument, Kernel, Shape};
use crate::model::Model;
use crate::schemes::{Motion, Scheme};

/// E − h² L₂, if the declaration asks for it and the scheme has one.
pub(super) fn kernel(model: &mut Model, scheme: &dyn Scheme, name: &str) -> Option<Kernel> {
    if !model.has_modified_energy {
        return None;
    }
    let second_order_term = scheme.modified_energy()?;
    let energies = Energies::of(model);
    let graph = &mut model.graph;
    let accelerations: Vec<Expr> = (0..model.coordinates.len())
        .map(|i| graph.symbol(&format!("a[{i}]")))
        .collect();
    let motion = Motion {
        lagrangian: energies.lagrangian,
        coordinates: &model.coordinates,
        velocities: &model.velocities,
        accelerations: &accelerations,
    };
    let second_order = second_order_term(&motion, graph);
    let h = graph.symbol("h");
    let correction = graph.product(&[h, h, second_order]);
    let modified = graph.sub(energies.generalized, correction);
    let arguments = [
        Argument::array("parameters", &model.parameters),
        Argument::scalar("step_size", h),
        Argument::array("q", &model.coordinates),
        Argument::array("v", &model.velocities),
        Argument::array("a", &accelerations),
    ];
    let kernel = Kernel::of(graph, name, &arguments, &[(Shape::Scalar, &[modified])]);
    Some(kernel)
}
