//! Sines of the end of a step from those of its middle and its half.
//! It refuses to know what else is in the equations.

use extremal_symbolic::{Expr, Graph};

use crate::derive::carry::Carried;
use crate::schemes::StepEquations;

/// Differences have sines of the middle and of the half of a step, so that its end needs none of its own.
pub(super) fn share_angles(
    graph: &mut Graph,
    (equations, tangent): (&mut StepEquations, &mut [Vec<Expr>]),
    carried: &mut Carried,
) {
    let mut parts: Vec<&mut Vec<Expr>> = vec![
        &mut equations.residual,
        &mut equations.end_momenta,
        &mut carried.at_end,
    ];
    parts.extend(&mut equations.terms);
    parts.extend(tangent);
    let roots: Vec<Expr> = parts.iter().flat_map(|part| part.iter().copied()).collect();
    let images = graph.share_angles(&roots).into_iter();
    let places = parts.into_iter().flatten();
    places.zip(images).for_each(|(place, image)| *place = image);
}
