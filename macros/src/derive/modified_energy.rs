//! The modified energy of a scheme: a function of the state that it keeps to a higher order than the energy.
//! It refuses to know how accelerations are found: they are an argument.

use extremal_symbolic::{Expr, Graph};

use crate::derive::continuous::Energies;
use crate::derive::kernel::{Argument, Kernel, Shape};
use crate::model::Model;
use crate::schemes::SchemeKind;

/// E − h² L₂, if it is wanted and known of the scheme.
///
/// ```text
/// L₂ = ⅛ L_q·a + (1/24)(L_v·Da − D²L)                       Midpoint
/// L₂ = ⅛ (L_q·a + L_qq(v, v)) + (1/24)(L_v·Da − D²L)        Verlet
/// ```
///
/// D is the rate along the motion. With a held, D²L lacks just the `L_v·Da` that is added here, so that Da is not needed.
pub(super) fn kernel(model: &mut Model, kind: &SchemeKind, name: &str) -> Option<Kernel> {
    if !model.has_modified_energy {
        return None;
    }
    let energies = Energies::of(model);
    let graph = &mut model.graph;
    let accelerations: Vec<Expr> = (0..model.coordinates.len())
        .map(|i| graph.symbol(&format!("a[{i}]")))
        .collect();
    let motion = Motion {
        coordinates: &model.coordinates,
        velocities: &model.velocities,
        accelerations: &accelerations,
    };
    let second_order = motion.second_order_term(graph, energies.lagrangian, kind)?;
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

/// q, v and a at a node.
struct Motion<'a> {
    coordinates: &'a [Expr],
    velocities: &'a [Expr],
    accelerations: &'a [Expr],
}

impl Motion<'_> {
    /// L₂: what the element's line and its quadrature make of L, less what the mean over the element does.
    fn second_order_term(&self, graph: &mut Graph, l: Expr, kind: &SchemeKind) -> Option<Expr> {
        let mut of_places = vec![graph.time_derivative(l, &pairs(self.coordinates, self.accelerations))];
        match kind {
            SchemeKind::Midpoint => {}
            SchemeKind::Verlet => {
                of_places.push(second_derivative(
                    graph,
                    l,
                    &pairs(self.coordinates, self.velocities),
                ));
            }
            // The null-space form is that of constrained systems.
            SchemeKind::Galerkin { .. }
            | SchemeKind::NullSpace(_)
            | SchemeKind::Livens(_)
            | SchemeKind::Composition { .. } => return None,
        }
        let of_places = graph.sum(&of_places);
        let of_mean = second_derivative(graph, l, &self.rates());
        let (eighth, minus) = (graph.ratio(1, 8), graph.ratio(-1, 24));
        let terms = [graph.mul(eighth, of_places), graph.mul(minus, of_mean)];
        Some(graph.sum(&terms))
    }

    /// q along v, v along a.
    fn rates(&self) -> Vec<(Expr, Expr)> {
        let of_positions = pairs(self.coordinates, self.velocities);
        [of_positions, pairs(self.velocities, self.accelerations)].concat()
    }
}

fn pairs(x: &[Expr], rates: &[Expr]) -> Vec<(Expr, Expr)> {
    x.iter().copied().zip(rates.iter().copied()).collect()
}

/// The rates are held: what they depend on changes only where it has a rate itself.
fn second_derivative(graph: &mut Graph, f: Expr, rates: &[(Expr, Expr)]) -> Expr {
    let first = graph.time_derivative(f, rates);
    graph.time_derivative(first, rates)
}
