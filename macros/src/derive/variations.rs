//! The derivatives of a step by its start, inputs and parameters, for its linearization.
//! It refuses to know the scheme. It does not solve for the unknowns: their tangent is a separate kernel.

use extremal_symbolic::{Expr, Graph};

use crate::derive::kernel::{Argument, Kernel, Shape};
use crate::schemes::StepEquations;

/// ∂r/∂k, ∂z₁/∂x and ∂z₁/∂k, for k = (z₀, inputs, sensitivities), where z is (q, p), and v if that is carried, and other
/// fields.
///
/// With A = ∂r/∂x the derivative of the step is ∂z₁/∂k − ∂z₁/∂x A⁻¹ ∂r/∂k.
pub(super) fn variations(
    graph: &mut Graph,
    name: &str,
    arguments: &[Argument],
    equations: &StepEquations,
    known: &[Expr],
) -> Kernel {
    let unknown = &equations.system.symbols()[..];
    let [residual_by_known, momenta_by_known] = equations.derivatives(graph, known);
    let [_, momenta_by_unknown] = equations.derivatives(graph, unknown);
    let fields = equations.fields.iter().map(|field| field.at_end);
    let carried: Vec<Expr> = equations.end_velocities.iter().copied().chain(fields).collect();
    let mut ends = |momenta: Vec<Vec<Expr>>, x: &[Expr]| {
        let coordinates = graph.jacobian(&equations.end_coordinates, x);
        let velocities = graph.jacobian(&carried, x);
        [coordinates, momenta, velocities].concat().concat()
    };
    let ends_by_known = ends(momenta_by_known, known);
    let ends_by_unknown = ends(momenta_by_unknown, unknown);
    let residual_by_known = residual_by_known.concat();
    let rows = 2 * equations.end_coordinates.len() + carried.len();
    let (unknowns, columns) = (unknown.len(), known.len());
    let results = [
        (Shape::Matrix(unknowns, columns), &residual_by_known[..]),
        (Shape::Matrix(rows, unknowns), &ends_by_unknown),
        (Shape::Matrix(rows, columns), &ends_by_known),
    ];
    Kernel::rare(graph, name, arguments, &results)
        .in_place()
        .optional()
}
