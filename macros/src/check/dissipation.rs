//! R removes energy: its power −v·∂R/∂v is not seen to be above zero.
//!
//! It refuses to judge velocities in other functions than polynomials, except for R as a whole.

use extremal_symbolic::{Expr, Signs};

use super::proof::Proof;
use crate::declaration::Declaration;
use crate::diagnostics::{Diagnostics, Reported};
use crate::keys::Formulas;
use crate::model::Model;

pub(super) fn check(
    declaration: &Declaration,
    formulas: &Formulas,
    model: &Model,
    dissipation: Option<Expr>,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let (Some(dissipation), Some(formula)) = (dissipation, formulas.dissipation) else {
        return Ok(());
    };
    let mut proof = Proof::of(model);
    let names = declaration.coordinates.iter().flat_map(|q| q.component_names());
    for (name, &velocity) in names.zip(&model.velocities) {
        let along = along(&mut proof, model, dissipation, velocity);
        if let Some(mistake) = mistake(&mut proof, along, velocity) {
            return Err(diagnostics.report(&formula.expr, mistake.message(&name)));
        }
    }
    if proof.has_signs(dissipation, Signs::is_nonpositive) && proof.is_nonzero(dissipation) {
        return Err(diagnostics.report(
            &formula.expr,
            Mistake::Negative.message(&declaration.first_coordinate()),
        ));
    }
    Ok(())
}

/// R where no other coordinate moves.
fn along(proof: &mut Proof, model: &Model, dissipation: Expr, velocity: Expr) -> Expr {
    let zero = proof.graph.zero();
    let others = model.velocities.iter().filter(|&&other| other != velocity);
    let pairs: Vec<(Expr, Expr)> = others.map(|&other| (other, zero)).collect();
    let along = proof.graph.substitute(&[dissipation], &pairs)[0];
    proof.expanded(along)
}

#[derive(Clone, Copy)]
enum Mistake {
    Linear,
    Odd,
    Negative,
}

/// A polynomial in one velocity is judged by its highest power.
fn mistake(proof: &mut Proof, along: Expr, velocity: Expr) -> Option<Mistake> {
    let degree = proof
        .graph
        .degree_in(along, &[velocity])
        .filter(|degree| (1..=MAX_DEGREE).contains(degree))?;
    let highest = (0..degree).fold(along, |of, _| proof.derivative(of, velocity));
    if !proof.is_nonzero(highest) {
        return None;
    }
    match degree {
        1 => Some(Mistake::Linear),
        _ if degree % 2 == 1 => Some(Mistake::Odd),
        _ => proof
            .has_signs(highest, Signs::is_nonpositive)
            .then_some(Mistake::Negative),
    }
}

/// Higher powers are not differentiated down to their factors.
const MAX_DEGREE: u32 = 12;

impl Mistake {
    fn message(self, x: &str) -> String {
        let viscous = format!("`0.5 * c * dt({x}).powi(2)`");
        match self {
            Self::Linear => format!(
                "this dissipation is of first degree in `dt({x})`, so that its force −∂R/∂v is a constant push; write {viscous} \
                 for R = ½ c v², or `mu * sqrt(dt({x}).powi(2) + eps.powi(2))` for dry friction"
            ),
            Self::Odd => format!(
                "this dissipation is of an odd degree in `dt({x})`, so that it adds energy in one direction; write the power of \
                 the speed, as in `abs(dt({x})).powi(3)`, or {viscous} for R = ½ c v²"
            ),
            Self::Negative => format!(
                "this dissipation is below zero for parameters above zero, so that it adds energy; change the sign, as in {viscous} \
                 for R = ½ c v², or write `force({x} = ..)` if this is meant"
            ),
        }
    }
}
