//! Balances of coordinates without mass: equations that do not contain the momenta with which others are compared.
//!
//! It refuses to know the scheme.

use extremal_symbolic::{Expr, Graph, attempt};

use crate::derive::impulses::Affine;
use crate::model::Model;

/// The operations that it may cost, for each operand of the tangent.
const EACH: u64 = 16;

/// Which rows of the tangent vanish for h → 0; empty if each coordinate has mass, or where that is not known.
///
/// A balance is M (v − v₀) = h f. Without a mass all its terms are proportional to h, and the rounding of the momenta of other
/// coordinates, which decides where these are solved, would be an error of 1/h times that in the place.
pub(super) fn rows(model: &mut Model, tangent: &[Vec<Expr>], h: Expr) -> Vec<bool> {
    let (kinetic, _) = model.energies();
    let has_mass = |v: &Expr| model.graph.depends_on(kinetic, &[*v]);
    if model.velocities.iter().all(has_mass) {
        return Vec::new();
    }
    let (entries, columns) = (tangent.concat(), tangent.len());
    let vanish = attempt(&mut model.graph, &entries, EACH, |graph: &mut Graph| {
        let zero = graph.zero();
        let limits = graph.substitute(&entries, &[(h, zero)]);
        let rows = limits.chunks(columns.max(1));
        Some(
            rows.map(|row| row.iter().all(|&e| e == zero))
                .collect::<Vec<bool>>(),
        )
    });
    vanish.filter(|rows| rows.contains(&true)).unwrap_or_default()
}

/// The scales of balances without mass are the rounding of their forces. These cancel each other, so that their sum has no
/// size.
///
/// A balance whose rounding may not be finite where its forces are is judged as those with mass.
pub(super) fn set_scales(graph: &mut Graph, massless: &mut [bool], affine: &mut Affine) {
    for (at, is_massless) in massless
        .iter_mut()
        .enumerate()
        .filter(|(_, is_massless)| **is_massless)
    {
        let value = affine.equations.system.rows[at].value;
        *is_massless = graph.has_finite_roundings(&[value]);
        if *is_massless {
            let rounding = graph.roundings(&[value], &[]);
            affine.scale[at] = rounding[0];
        }
    }
}
