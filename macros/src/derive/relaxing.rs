//! Friction on coordinates without mass: directions in which M is singular, no constraint holds, and a force depends on the velocity.
//!
//! ```text
//! M z = 0,   G z = 0,   zᵀ (∂f/∂v) z′ ≠ 0
//! ```
//!
//! Along them the motion relaxes, k y + c ẏ = 0. Most schemes have a second solution there, which grows at every step size. It refuses
//! to guess: directions are proven by algebra, and the force by its value at points.

use extremal_symbolic::Expr;

use crate::derive::Continuous;
use crate::derive::singular;
use crate::model::Model;
use crate::schemes::path::Refusal;
use crate::schemes::{Scheme, following_friction};

/// Operations that a proof may take.
const WORK: u64 = 1_000_000;
/// Terms up to which a product of forces and directions is multiplied out.
const TERMS: usize = 200;
/// With more coordinates no direction is looked for but single coordinates.
const COORDINATES: usize = 100;
/// A value that is smaller may be rounding.
const LEAST: f64 = 1e-9;

/// The first direction of a system of a fixed size, as `y` or `x - y`.
pub(super) fn direction(model: &Model, continuous: &Continuous) -> Option<String> {
    let graph = &mut model.graph.trial(WORK);
    let (n, zero) = (model.coordinates.len(), graph.zero());
    let slopes = graph.jacobian(&model.force, &model.velocities);
    if slopes.iter().flatten().all(|&slope| slope == zero) {
        return None;
    }
    let held = graph.jacobian(&model.constraints, &model.coordinates);
    let directions = match n + held.len() <= COORDINATES {
        true => singular::velocities_in_kernel(graph, &bordered(&continuous.masses, &held, zero), n),
        false => coordinates(&continuous.masses, &held, zero),
    };
    let found = directions.iter().find(|direction| {
        let mut others = directions.iter();
        others.any(|other| {
            let terms = slopes.iter().zip(*direction).flat_map(|(row, &z)| {
                let of_row = row.iter().zip(other).map(move |(&slope, &y)| (slope, z * y));
                of_row.filter(move |&(slope, factor)| factor != 0 && slope != zero)
            });
            let terms: Vec<(Expr, i64)> = terms.collect();
            let terms: Vec<Expr> = terms
                .into_iter()
                .map(|(slope, factor)| {
                    let factor = graph.integer(factor);
                    graph.mul(factor, slope)
                })
                .collect();
            let sum = graph.sum(&terms);
            !graph.vanishes(sum, TERMS) && singular::values(graph, &[sum])[0].abs() > LEAST
        })
    });
    found.map(|direction| singular::text(graph, direction, &model.coordinates))
}

/// The first quantity of a system of any size: components of items that have no mass and slow each other or themselves.
pub(super) fn quantity(model: &Model) -> Option<String> {
    let families = model.families.as_ref()?;
    let graph = &mut model.graph.trial(WORK);
    let (kinetic, _) = model.energies();
    let momenta = graph.gradient(kinetic, &model.velocities);
    let moved = graph.each_depends_on(&momenta, &model.velocities);
    let component = |at: usize| (families.places[at].quantity, families.places[at].component);
    let n = model.velocities.len();
    let has_mass = |at: usize| (0..n).any(|other| moved[other] && component(other) == component(at));
    let massless: Vec<usize> = (0..n).filter(|&at| !has_mass(at)).collect();
    let velocities: Vec<Expr> = massless.iter().map(|&at| model.velocities[at]).collect();
    let slowed = massless
        .iter()
        .find(|&&at| graph.any_depends_on(&[model.force[at]], &velocities))?;
    if graph.is_exhausted() {
        return None;
    }
    Some(families.extents[families.places[*slowed].quantity].name.clone())
}

/// Why a scheme does not follow friction along a direction.
pub(super) fn refusal(scheme: &dyn Scheme, direction: &str) -> Option<Refusal> {
    if scheme.follows_friction_without_mass() {
        return None;
    }
    let others = following_friction(scheme.handles_contacts());
    Some(Refusal::of(format!(
        "friction acts on `{direction}`, which has no mass: errors of `{}` grow there as exp(t k/c) at every step size; list {}, or \
         give it a mass",
        scheme.path(),
        listed(&others)
    )))
}

/// `A`, `B` or `C`
fn listed(names: &[String]) -> String {
    match names {
        [all @ .., last] if !all.is_empty() => format!("{} or {last}", all.join(", ")),
        _ => names.concat(),
    }
}

/// [M Gᵀ; G 0]
fn bordered(masses: &[Vec<Expr>], held: &[Vec<Expr>], zero: Expr) -> Vec<Vec<Expr>> {
    let above = masses.iter().enumerate().map(|(k, row)| {
        let of_multipliers = held.iter().map(|gradient| gradient[k]);
        row.iter().copied().chain(of_multipliers).collect()
    });
    let below = held.iter().map(|gradient| {
        let none = vec![zero; held.len()];
        [&gradient[..], &none].concat()
    });
    above.chain(below).collect()
}

/// Unit vectors of coordinates that are in no kinetic energy and in no constraint.
fn coordinates(masses: &[Vec<Expr>], held: &[Vec<Expr>], zero: Expr) -> Vec<Vec<i64>> {
    let n = masses.len();
    let is_free = |k: &usize| {
        let mut rows = masses[*k].iter().chain(held.iter().map(|gradient| &gradient[*k]));
        rows.all(|&entry| entry == zero)
    };
    let free = (0..n).filter(is_free);
    free.map(|k| (0..n).map(|j| i64::from(j == k)).collect())
        .collect()
}
