//! Sines and cosines at the end of a step from those of its middle and its half.

use extremal_symbolic::{Expr, Graph, attempt};

use crate::derive::EACH;
use crate::derive::carry::Carried;
use crate::schemes::{StepEquations, Use};

/// Discrete gradients contain the sines of the middle and of half of the step. Those of the end follow from them.
pub(super) fn share_angles(
    graph: &mut Graph,
    equations: &mut StepEquations,
    carried: &mut Carried,
    tangent: &mut [Vec<Expr>],
) {
    let is_meant = |of| matches!(of, Use::Row | Use::EndMomentum | Use::Summand(_));
    let roots = [
        equations.of_uses(is_meant),
        carried.at_end.clone(),
        tangent.concat(),
    ]
    .concat();
    let shared = attempt(graph, &roots, EACH, |graph| Some(graph.share_angles(&roots)));
    let mut images = shared.unwrap_or(roots).into_iter();
    equations.set_uses(is_meant, &mut images);
    let places = carried.at_end.iter_mut().chain(tangent.iter_mut().flatten());
    places.zip(images).for_each(|(place, image)| *place = image);
}
