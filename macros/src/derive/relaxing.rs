//! Coordinates without mass: directions in which M is singular, no constraint holds, and either a force depends on the velocity or
//! nothing does.
//!
//! ```text
//! M z = 0,   G z = 0,   zᵀ (∂f/∂v) z′ ≠ 0 or zᵀ ∂L/∂v = 0
//! ```
//!
//! Along them the motion relaxes, k y + c ẏ = 0, or follows the others, k y = f. Most schemes have a second solution there, which grows
//! at every step size: with more points than its degree the discrete action of ½ k y² is definite, and so that of its ends,
//! a (y₀² + y₁²)/2 + b y₀ y₁ with |a| > |b|; then b y₂ + 2 a y₁ + b y₀ = 0 has a root beyond 1. It refuses to guess: directions are
//! proven by algebra, and the force by its value at points.

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

/// A direction without mass, as `y` or `x - y`, or the coordinates of items.
#[derive(Clone, Debug)]
pub(super) struct Massless {
    name: String,
    /// Whether friction acts along it.
    pub(super) is_slowed: bool,
}

/// The first direction of a system of a fixed size; one along which friction acts, if there is any.
pub(super) fn direction(model: &Model, continuous: &Continuous) -> Option<Massless> {
    let graph = &mut model.graph.trial(WORK);
    let (n, zero) = (model.coordinates.len(), graph.zero());
    let slopes = graph.jacobian(&model.force, &model.velocities);
    let held = model.held_by(graph);
    let directions = match n + held.len() <= COORDINATES {
        true => singular::velocities_in_kernel(graph, &bordered(&continuous.masses, &held, zero), n),
        false => coordinates(&continuous.masses, &held, zero),
    };
    let slowed = directions.iter().find(|direction| {
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
    let momenta = graph.gradient(model.energies().0, &model.velocities);
    let still = || {
        directions.iter().find(|direction| {
            let along = momenta.iter().zip(*direction).filter(|&(_, &z)| z != 0);
            let along: Vec<(Expr, i64)> = along.map(|(&p, &z)| (p, z)).collect();
            let terms: Vec<Expr> = along
                .into_iter()
                .map(|(p, z)| {
                    let z = graph.integer(z);
                    graph.mul(z, p)
                })
                .collect();
            let sum = graph.sum(&terms);
            graph.vanishes(sum, TERMS)
        })
    };
    let is_slowed = slowed.is_some();
    let direction = slowed.or_else(still)?;
    Some(Massless {
        name: singular::text(graph, direction, &model.coordinates),
        is_slowed,
    })
}

/// The first quantity of a system of any size: components of items that have no mass; those that slow each other or themselves, if
/// there are any.
fn quantity(model: &Model) -> Option<Massless> {
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
    let mut all = massless.iter();
    let slowed = all.find(|&&at| graph.any_depends_on(&[model.force[at]], &velocities));
    let zero = graph.zero();
    // A constraint may hold it, and what holds items is not looked at.
    let is_free = !model.is_held();
    let still = || massless.iter().find(|&&at| is_free && momenta[at] == zero);
    let is_slowed = slowed.is_some();
    let found = slowed.or_else(still)?;
    if graph.is_exhausted() {
        return None;
    }
    Some(Massless {
        name: families.extents[families.places[*found].quantity].name.clone(),
        is_slowed,
    })
}

/// Why a scheme does not follow the motion along a direction.
pub(super) fn refusal(scheme: &dyn Scheme, Massless { name, is_slowed }: &Massless) -> Option<Refusal> {
    // Those of contacts say themselves what they need where nothing slows it.
    if scheme.follows_friction_without_mass() || (!is_slowed && scheme.handles_contacts()) {
        return None;
    }
    let (path, others) = (
        scheme.path(),
        listed(&following_friction(scheme.handles_contacts())),
    );
    Some(Refusal::of(match is_slowed {
        true => format!(
            "friction acts on `{name}`, which has no mass: errors of `{path}` grow there as exp(t k/c) at every step size; list \
             {others}, or give it a mass"
        ),
        false => format!(
            "`{name}` has no mass: errors of `{path}` grow there by a factor in each step, at every step size; list {others}, or give \
             it a mass"
        ),
    }))
}

/// Refuses a scheme for a system of any size in which `massless` has no mass: friction first, then what the scheme says itself.
pub(super) fn of_items(model: &Model, scheme: &dyn Scheme, massless: &str) -> Result<(), Refusal> {
    let quantity = quantity(model);
    let refused = |is_slowed| {
        let quantity = quantity
            .as_ref()
            .filter(|quantity| quantity.is_slowed == is_slowed);
        let refusal = quantity.and_then(|quantity| refusal(scheme, quantity));
        refusal.map_or(Ok(()), Err)
    };
    refused(true)?;
    scheme.of_massless(massless)?;
    refused(false)
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
