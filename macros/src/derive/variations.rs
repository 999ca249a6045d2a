//! How a step varies with what it starts from: the derivatives that its linearization is made of.
//! It refuses to know which scheme, and to solve for the unknowns: their tangent is a kernel of its own.

use extremal_symbolic::{Expr, Graph};

use crate::derive::kernel::{Argument, Kernel, Shape};
use crate::schemes::StepEquations;

/// ∂r/∂k, ∂(q₁, p₁)/∂x and ∂(q₁, p₁)/∂k, for k = (q₀, p₀, inputs, sensitivities).
///
/// With A = ∂r/∂x the derivative of the step is ∂(q₁, p₁)/∂k − ∂(q₁, p₁)/∂x A⁻¹ ∂r/∂k.
pub(super) fn variations(
    graph: &mut Graph,
    name: &str,
    arguments: &[Argument],
    equations: &StepEquations,
    known: &[Expr],
) -> Kernel {
    let StepEquations {
        unknown, residual, ..
    } = equations;
    let ends = [&equations.end_coordinates[..], &equations.end_momenta].concat();
    let by_known = graph.jacobian(&[&residual[..], &ends].concat(), known);
    let ends_by_unknown = graph.jacobian(&ends, unknown).concat();
    let (residual_by_known, ends_by_known) = by_known.split_at(residual.len());
    let (residual_by_known, ends_by_known) = (residual_by_known.concat(), ends_by_known.concat());
    let (rows, unknowns, columns) = (ends.len(), unknown.len(), known.len());
    let results = [
        (Shape::Matrix(unknowns, columns), &residual_by_known[..]),
        (Shape::Matrix(rows, unknowns), &ends_by_unknown),
        (Shape::Matrix(rows, columns), &ends_by_known),
    ];
    Kernel::of(graph, name, arguments, &results)
}
