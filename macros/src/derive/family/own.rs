//! The part of a scheme without inertia: r and the end of a step of a system with L = 0, for one coordinate.

use std::rc::Rc;

use extremal_symbolic::{Expr, Graph};

use crate::derive::family::equations::{empty, velocities};
use crate::derive::family::pass::Pass;
use crate::derive::family::split::list;
use crate::derive::kernel::{Argument, Kernel, Shape};
use crate::derive::solve::scales;
use crate::model::Model;
use crate::schemes::path::Refusal;
use crate::schemes::{Interpolation, Known, PartOf, Role, Scheme};

/// The kernels of one coordinate.
#[derive(Clone, Debug)]
pub(crate) struct Own {
    /// Unknown velocities of a coordinate.
    pub(crate) groups: usize,
    /// How many of them, the first ones, begin with the velocity of the start.
    pub(crate) seeded: usize,
    /// Whether the last of them is the velocity at the end, for the rates of constraints.
    pub(crate) has_end_velocities: bool,
    /// r, and the sizes of its terms.
    pub(crate) rows: Kernel,
    /// ∂r/∂x
    pub(crate) tangent: Option<Pass>,
    /// q₁, p₁ and v₁; q₁ − q₀ and p₁ − p₀ if these are summed with compensation.
    pub(crate) end: Kernel,
    /// q and q̇ at a place s; `None` where velocities are carried, and the motion is the cubic of both nodes.
    pub(crate) inside: Option<Kernel>,
    pub(crate) carries_velocity: bool,
    pub(crate) is_compensated: bool,
    pub(crate) leaves_residual: bool,
}

impl Own {
    pub(super) fn of(
        model: &mut Model,
        (scheme, name): (&Rc<dyn Scheme>, &str),
        part: PartOf,
    ) -> Result<Self, Refusal> {
        let [q, v] = ["q", "v"].map(|name| vec![model.graph.symbol(name)]);
        let all = [
            std::mem::replace(&mut model.coordinates, q),
            std::mem::replace(&mut model.velocities, v),
        ];
        let known = Known::new(&mut model.graph, 1, scheme.parameters());
        let step = empty(model, &known, scheme, part);
        [model.coordinates, model.velocities] = all;
        let step = step?;
        let graph = &mut model.graph;
        let x = velocities(&step.system);
        let arguments = [
            Argument::array("interval", &[known.time, known.step_size]),
            Argument::array(
                "start",
                &[known.coordinates[0], known.momenta[0], known.velocities[0]],
            ),
            Argument::array("scheme", &known.scheme),
            Argument::array("x", &x),
        ];
        let name = |what: &str| format!("{name}_own_{what}");
        let (rows, sizes) = (step.system.values(), scales(graph, &step.system.summands()));
        let tangent = graph.jacobian(&rows, &x);
        let carries_velocity = !step.end_velocities.is_empty();
        let end_velocity = step.end_velocities.first().copied().unwrap_or(graph.zero());
        let end = match step.increments[..] {
            [moved, gained] => [moved, gained, end_velocity],
            _ => [step.end_coordinates[0], step.end_momenta[0], end_velocity],
        };
        let results = [(list(&rows), &rows[..]), (list(&sizes), &sizes[..])];
        Ok(Self {
            groups: x.len(),
            seeded: step.system.count(Role::StageVelocity),
            has_end_velocities: step.system.count(Role::NodeVelocity) > 0,
            rows: Kernel::of(graph, &name("rows"), &arguments, &results),
            tangent: Pass::of(graph, &name("tangent"), &arguments, None, &[], &[&tangent]),
            end: Kernel::of(graph, &name("end"), &arguments, &[(Shape::Array(3), &end)]),
            inside: inside(graph, &name("inside"), (&known, &x), &step.interpolation),
            carries_velocity,
            is_compensated: !step.increments.is_empty(),
            leaves_residual: step.leaves_residual,
        })
    }

    pub(super) fn kernels(&self) -> Vec<&Kernel> {
        let mut kernels = vec![&self.rows, &self.end];
        kernels.extend(self.tangent.iter().flat_map(Pass::kernels));
        kernels.extend(&self.inside);
        kernels
    }
}

fn inside(
    graph: &mut Graph,
    name: &str,
    (known, x): (&Known, &[Expr]),
    motion: &Interpolation,
) -> Option<Kernel> {
    let Interpolation::Polynomial(polynomial) = motion else {
        return None;
    };
    let arguments = [
        Argument::array("interval", &[known.step_size, polynomial.place]),
        Argument::array(
            "start",
            &[known.coordinates[0], known.momenta[0], known.velocities[0]],
        ),
        Argument::array("x", x),
    ];
    let motion = [polynomial.coordinates[0], polynomial.velocities[0]];
    Some(Kernel::of(graph, name, &arguments, &[(Shape::Array(2), &motion)]))
}
