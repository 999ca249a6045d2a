//! What depends on parameters and the step size alone is computed once.
//! It refuses to know the equations.

use extremal_symbolic::{Expr, Graph};

use crate::derive::carry::Carried;
use crate::derive::tangent::Linearized;
use crate::schemes::{Known, StepEquations};

/// Equations of up to so many operations an iteration. In larger ones constants are a small part, and would be copied.
const LARGEST: usize = 2000;

/// Symbols that stand for what does not change from step to step, and what gives them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Constants {
    pub(crate) symbols: Vec<Expr>,
    /// Functions of parameters and h.
    pub(crate) values: Vec<Expr>,
    /// r(0), with the constants taken out.
    pub(crate) residual_at_zero: Vec<Expr>,
}

/// Replaces constants in the equations, their tangent and what is carried by symbols.
pub(crate) fn hoist_constants(
    graph: &mut Graph,
    known: &Known,
    (inputs, is_wide): (&[Expr], bool),
    equations: &mut StepEquations,
    tangent: &mut [Vec<Expr>],
    carried: &mut Carried,
) -> Constants {
    let zeros: Vec<(Expr, Expr)> = equations.unknown.iter().map(|&x| (x, graph.zero())).collect();
    let mut at_zero = graph.substitute(&equations.residual, &zeros);
    let linearized = Linearized {
        residual: equations.residual.clone(),
        tangent: tangent.to_vec(),
    };
    if linearized.cost(graph) > LARGEST {
        return Constants {
            residual_at_zero: at_zero,
            ..Constants::default()
        };
    }
    let varying = [
        &equations.unknown[..],
        &known.coordinates,
        &known.momenta,
        &[known.time],
        inputs,
        &carried.symbols,
    ]
    .concat();
    let mut parts: Vec<&mut [Expr]> = vec![
        &mut at_zero,
        &mut equations.residual,
        &mut equations.end_coordinates,
        &mut equations.end_momenta,
        &mut carried.at_end,
    ];
    parts.extend(tangent.iter_mut().map(Vec::as_mut_slice));
    parts.extend(equations.terms.iter_mut().map(Vec::as_mut_slice));
    let roots: Vec<Expr> = parts.iter().flat_map(|part| part.iter().copied()).collect();
    // In single precision a product of parameters may be small, and h times it too small for a number.
    let apart = if is_wide { None } else { Some(known.step_size) };
    let hoisted = graph.hoist(&roots, &varying, apart, &|k| format!("k[{k}]"));
    let images = hoisted.roots.into_iter();
    let places = parts.into_iter().flat_map(|part| part.iter_mut());
    places.zip(images).for_each(|(place, image)| *place = image);
    let (symbols, values) = hoisted.constants.into_iter().unzip();
    Constants {
        symbols,
        values,
        residual_at_zero: at_zero,
    }
}
