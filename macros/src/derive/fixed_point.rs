//! The iteration of stages as a fixed point: corrections by the tangent of a step without length, which is the mass matrix of
//! each stage.
//!
//! ```text
//! r(x) = p − A₀ x + h (..),   A₀ dx = r,   A₀ = −∂r/∂x at h = 0
//! ```
//!
//! It refuses to decide whether the iteration converges: the runtime measures that.

use extremal_symbolic::{Expr, Graph, Pivots, Scheduler};

use crate::derive::kernel::{Argument, Kernel, Shape};
use crate::derive::solve::is_small;
use crate::dynamics::symbols;
use crate::schemes::{Known, StepEquations};

/// dx for a residual. `None` unless ∂r/∂x at h = 0 depends on parameters alone and is eliminated in a few operations.
pub(super) fn of(
    graph: &mut Graph,
    name: &str,
    (known, parameters, inputs): (&Known, &[Expr], &[Expr]),
    equations: &StepEquations,
) -> Option<Kernel> {
    if equations.system.constraints() > 0 || equations.surrogate.is_some() || graph.is_exhausted() {
        return None;
    }
    let unknown = equations.system.symbols();
    let zero = graph.zero();
    let short = graph.substitute(&equations.system.values(), &[(known.step_size, zero)]);
    let tangent = graph.jacobian(&short, &unknown);
    let varying = [
        &[known.time][..],
        &known.coordinates,
        &known.momenta,
        &known.velocities,
        &known.scheme,
        inputs,
        &unknown,
    ];
    let entries = tangent.concat();
    if graph.any_depends_on(&entries, &varying.concat()) || !is_small(graph, &tangent) {
        return None;
    }
    let residual = symbols(graph, "r", unknown.len());
    let roots = [&residual[..], &entries].concat();
    let mut scheduler = Scheduler::new(graph, &roots);
    let solved = scheduler.eliminate(&tangent, &residual, Pivots::Compared)?;
    let program = scheduler.finish(&solved.solution);
    let arguments = [
        Argument::array("parameters", parameters),
        Argument::array("x", &residual),
    ];
    let shapes = vec![Shape::Array(unknown.len())];
    Some(Kernel::new(name, &arguments, program, shapes))
}
