//! Rules of mechanics for sums over items: each quantity has a kinetic energy above zero, or is massless, and R removes energy.
//!
//! ```text
//! T(v) where all items of one component move alike, and all others rest, is not below zero
//! ```
//!
//! It refuses to judge single items: which of them a range reaches, only the program knows.

use extremal_symbolic::{Expr, Signs};

use super::dissipation;
use super::inertia::momenta;
use super::mechanics::Judged;
use super::proof::Proof;
use crate::diagnostics::Reported;
use crate::keys::first_of_each;
use crate::model::{Families, Model};

pub(super) fn check(judged: &mut Judged) -> Result<(), Reported> {
    let model = judged.model;
    let Some(families) = &model.families else {
        return Ok(());
    };
    let mut masses = Masses::of(judged, families);
    let outcomes = [
        masses.each_has_some(),
        masses.massless_ones_have_none(),
        masses.all_items_have_some(),
        masses
            .each_is_positive()
            .and_then(|()| masses.each_has_a_square()),
        dissipation::check_items(masses.judged).and_then(|()| masses.each_is_slowed()),
    ];
    outcomes.into_iter().collect()
}

struct Masses<'j, 'a> {
    judged: &'j mut Judged<'a>,
    model: &'a Model,
    families: &'a Families,
    /// The quantity and the number in an item, of each component in the order declared.
    components: Vec<(usize, usize)>,
    proof: Proof,
    /// For each local coordinate whether its momentum contains a velocity.
    has_some: Vec<bool>,
}

impl<'j, 'a> Masses<'j, 'a> {
    fn of(judged: &'j mut Judged<'a>, families: &'a Families) -> Self {
        let model = judged.model;
        let mut proof = Proof::of(model);
        let (_, has_some) = momenta(&mut proof, model);
        let extents = families.extents.iter().enumerate();
        let components = extents.flat_map(|(at, extent)| (0..extent.inner).map(move |inner| (at, inner)));
        Self {
            judged,
            model,
            families,
            components: components.collect(),
            proof,
            has_some,
        }
    }

    /// The local coordinates of one component of all items.
    fn local(&self, (quantity, component): (usize, usize)) -> Vec<usize> {
        let places = self.families.places.iter().enumerate();
        let of_it = places.filter(|(_, place)| (place.quantity, place.component) == (quantity, component));
        of_it.map(|(at, _)| at).collect()
    }

    fn each_has_some(&mut self) -> Result<(), Reported> {
        let stated = self.judged.stated;
        let is_massless = |at: &usize| stated.massless.iter().any(|massless| massless.component == *at);
        let allowed = self.components.iter().map(|component| {
            let local = self.local(*component);
            local.iter().any(|&at| self.has_some[at]) || local.iter().any(is_massless)
        });
        let allowed: Vec<bool> = allowed.collect();
        let mut outcome = Ok(());
        for missing in first_of_each(&self.judged.declaration.coordinates, &allowed) {
            let (name, whole) = (&missing.name, &missing.quantity.ident);
            let message = format!(
                "`{name}` has no kinetic energy; write `dt({name})` in it, or add `massless({whole})` if this is meant"
            );
            outcome = self.judged.refuse(whole, message);
        }
        outcome
    }

    /// Not one item alone, where there are more.
    fn all_items_have_some(&mut self) -> Result<(), Reported> {
        let places = &self.families.places;
        let mut outcome = Ok(());
        for (at, declared) in self.judged.declaration.coordinates.iter().enumerate() {
            let of_it = (0..places.len()).filter(|&local| places[local].quantity == at);
            let items = self
                .families
                .extents
                .get(at)
                .and_then(|extent| extent.items.as_ref());
            let is_massless = self.judged.stated.massless.iter().any(|massless| {
                places
                    .get(massless.component)
                    .is_some_and(|place| place.quantity == at)
            });
            let mut moving = of_it.filter(|&local| self.has_some[local]);
            let Some(first) = moving.next().filter(|_| !is_massless) else {
                continue;
            };
            let only = &places[first].item;
            let has_more = items.is_some_and(|items| items.known() != Some(1));
            if has_more && !only.runs() && moving.all(|local| places[local].item == *only) {
                let name = &declared.ident;
                let message = format!(
                    "one item of `{name}` alone has a kinetic energy; write that of all of them, as in \
                     `sum(0..{name}.len(), |i| 0.5 * dt({name}[i]).powi(2))`, or make this item a coordinate of its own"
                );
                outcome = self.judged.refuse(name, message);
            }
        }
        outcome
    }

    /// Products of velocities without a square are below zero for some.
    fn each_has_a_square(&mut self) -> Result<(), Reported> {
        let Some((kinetic, formula)) = self.judged.kinetic() else {
            return Ok(());
        };
        let momenta = self.proof.graph.gradient(kinetic, &self.model.velocities);
        for (component, name) in self.named_components() {
            if self.is_a_product(&momenta, &self.local(component)) {
                let message = format!(
                    "the kinetic energy has products of `dt({name})` with other velocities and not its square, so that it is below \
                     zero for some; write the square, as in `0.5 * dt({name}).powi(2)`, or give all of L as `lagrangian = ..` if \
                     this is meant"
                );
                return self.judged.refuse(&formula.expr, message);
            }
        }
        Ok(())
    }

    /// Whether no square of a velocity of one component is in T, while products with it are. A product of two items may be a square,
    /// unless their indices differ by a number.
    fn is_a_product(&mut self, momenta: &[Expr], local: &[usize]) -> bool {
        let (velocities, places) = (&self.model.velocities, &self.families.places);
        let mut has_product = false;
        for &at in local {
            let row = self.proof.graph.gradient(momenta[at], velocities);
            for (other, entry) in row.into_iter().enumerate() {
                let may_be_the_same = local.contains(&other) && {
                    let difference = places[at].item.plus(-1, &places[other].item);
                    difference.and_then(|by| by.known()).is_none_or(|by| by == 0)
                };
                if may_be_the_same && !self.proof.is_zero(entry) {
                    return false;
                }
                has_product |= self.proof.is_nonzero(entry);
            }
        }
        has_product
    }

    fn massless_ones_have_none(&mut self) -> Result<(), Reported> {
        let mut massless = self.judged.stated.massless.iter();
        match massless.find(|massless| self.has_some[massless.component]) {
            Some(massless) => self.judged.refuse(&massless.label.ident, massless.has_mass()),
            None => Ok(()),
        }
    }

    /// In a general L the sign may be meant.
    fn each_is_positive(&mut self) -> Result<(), Reported> {
        let Some((kinetic, formula)) = self.judged.kinetic() else {
            return Ok(());
        };
        for (component, name) in self.named_components() {
            if self.is_negative(kinetic, &self.local(component)) {
                let message = format!(
                    "the kinetic energy is below zero if all `{name}` move alike and parameters are above zero; change the sign, or \
                     give all of L as `lagrangian = ..` if this is meant"
                );
                return self.judged.refuse(&formula.expr, message);
            }
        }
        Ok(())
    }

    /// R of each component of all items that move alike.
    fn each_is_slowed(&mut self) -> Result<(), Reported> {
        let Some((dissipation, formula)) = self.judged.dissipation() else {
            return Ok(());
        };
        for (component, name) in self.named_components() {
            let moving = self.local(component);
            let Some((alike, velocity)) = self.alike(dissipation, &moving) else {
                continue;
            };
            if let Some(message) = dissipation::along_one(&mut self.proof, alike, velocity, &name) {
                return self.judged.refuse(&formula.expr, message);
            }
        }
        Ok(())
    }

    fn named_components(&self) -> Vec<((usize, usize), String)> {
        self.components.iter().copied().zip(self.judged.names()).collect()
    }

    /// Whether T is below zero where only these move, and all with one velocity.
    fn is_negative(&mut self, kinetic: Expr, moving: &[usize]) -> bool {
        let Some((alike, velocity)) = self.alike(kinetic, moving) else {
            return false;
        };
        let slope = self.proof.derivative(alike, velocity);
        let mass = self.proof.derivative(slope, velocity);
        self.proof.has_signs(mass, Signs::is_nonpositive) && self.proof.is_nonzero(mass)
    }

    /// An energy where only these move, and all with one velocity, which is the other result.
    fn alike(&mut self, energy: Expr, moving: &[usize]) -> Option<(Expr, Expr)> {
        let velocities = &self.model.velocities;
        let first = velocities[*moving.first()?];
        let zero = self.proof.graph.zero();
        let pairs = velocities.iter().enumerate().map(|(at, &v)| {
            let to = if moving.contains(&at) { first } else { zero };
            (v, to)
        });
        let pairs: Vec<(Expr, Expr)> = pairs.collect();
        Some((self.proof.graph.substitute(&[energy], &pairs)[0], first))
    }
}
