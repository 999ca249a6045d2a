//! Structure that is detected by simplification alone: constant, separable, conserved.
//!
//! It refuses to guess: a property that simplification does not prove is not reported.

use extremal_symbolic::{Expr, Graph};

use crate::derive::{Dependence, Derived};
use crate::dynamics::Dynamics;
use crate::model::{Contact, Energy, Model, without};
use crate::system::System;

/// Expressions of up to this many terms are multiplied out, so that terms cancel.
const TERMS: usize = 24;
/// Systems of up to this many nodes are simplified in that way.
const LARGEST: usize = 300;

/// Detected structure. `false` means that a property was not detected, not that its opposite holds.
#[derive(Clone, Debug)]
pub(crate) struct Structure {
    pub(crate) mass_matrix: Dependence,
    pub(crate) is_diagonal: bool,
    /// Whether T is declared apart from V.
    pub(crate) has_kinetic_energy: bool,
    pub(crate) is_autonomous: bool,
    pub(crate) is_separable: bool,
    pub(crate) has_forces: bool,
    pub(crate) has_dissipation: bool,
    pub(crate) is_conservative: bool,
    /// Places of the coordinates that have a conserved momentum.
    pub(crate) cyclic: Vec<usize>,
    /// How many constraints there are.
    pub(crate) constraints: usize,
    /// How many of them are on velocities.
    pub(crate) rolling: usize,
    /// Whether no constraint depends on t, and those on velocities are linear in them.
    pub(crate) is_scleronomic: bool,
    pub(crate) contacts: Contacts,
    /// Whether E is constant as long as no percussion does work.
    pub(super) is_constant_without_contacts: bool,
    /// Whether E = T + V.
    pub(super) is_natural: bool,
}

/// What is known of the contacts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contacts {
    pub(crate) count: usize,
    /// Those of dry friction.
    pub(super) without_gap: usize,
    /// Of those with a gap.
    pub(super) with_friction: usize,
    /// Whether no gap depends on t.
    pub(super) are_scleronomic: bool,
    /// Whether percussions may do work: gaps move, bodies slide, or impacts are not elastic.
    pub(super) work: bool,
}

impl Structure {
    pub(super) fn of(system: &mut System, derived: &Derived) -> Self {
        let has_dissipation = system.has_dissipation();
        let model = &mut system.model;
        let mut inspector = Inspector::of(model, derived);
        let masses = derived.continuous.masses.concat();
        let is_autonomous =
            inspector.are_free_of(&[inspector.kinetic, inspector.potential], &[inspector.time]);
        let forces = inspector.forces.clone();
        let works = inspector.works(&forces);
        let constraints = inspector.constraints.clone();
        let is_scleronomic =
            inspector.are_free_of(&constraints, &[inspector.time]) && inspector.rolls_without_work();
        let contacts = inspector.of_contacts();
        let is_constant = is_autonomous && is_scleronomic && !works && !inspector.may_jump(None);
        Self {
            mass_matrix: inspector.dependence(&masses),
            has_kinetic_energy: inspector.is_split && inspector.kinetic != inspector.graph.zero(),
            is_diagonal: inspector.is_diagonal(&derived.continuous.masses),
            is_autonomous,
            is_separable: inspector.is_separable(derived),
            has_forces: forces.iter().any(|&f| !inspector.is_zero(f)),
            has_dissipation,
            constraints: constraints.len() + inspector.rolling.len(),
            rolling: inspector.rolling.len(),
            is_scleronomic,
            is_conservative: is_constant && !contacts.work,
            is_constant_without_contacts: is_constant,
            contacts,
            cyclic: inspector.cyclic(derived, &forces),
            is_natural: inspector.is_natural(derived, &masses),
        }
    }
}

/// The expressions of a system, inspected for structure by simplification.
struct Inspector<'a> {
    graph: &'a mut Graph,
    time: Expr,
    coordinates: Vec<Expr>,
    velocities: Vec<Expr>,
    forces: Vec<Expr>,
    constraints: Vec<Expr>,
    rolling: Vec<Expr>,
    contacts: Vec<Contact>,
    kinetic: Expr,
    potential: Expr,
    is_split: bool,
    is_small: bool,
}

impl<'a> Inspector<'a> {
    fn of(model: &'a mut Model, derived: &Derived) -> Self {
        let (kinetic, potential) = model.energies();
        let gradients = derived.cheapest.gradients();
        Self {
            time: model.time,
            coordinates: model.coordinates.clone(),
            velocities: model.velocities.clone(),
            forces: model.force.clone(),
            constraints: model.constraints.clone(),
            rolling: model.rolling.clone(),
            contacts: model.contacts.clone(),
            kinetic,
            potential,
            is_split: matches!(model.energy, Energy::Split { .. }),
            is_small: model.graph.operands_below(&gradients).len() <= LARGEST,
            graph: &mut model.graph,
        }
    }

    /// Whether constraints on velocities are linear in them and free of t, so that their reactions do no work.
    fn rolls_without_work(&mut self) -> bool {
        let (rolling, velocities) = (self.rolling.clone(), self.velocities.clone());
        let at_rest = without(self.graph, &rolling, &velocities);
        self.are_free_of(&rolling, &[self.time]) && at_rest.into_iter().all(|e| self.is_zero(e))
    }

    /// Whether the expressions, perhaps only multiplied out, contain none of the symbols.
    fn are_free_of(&mut self, roots: &[Expr], symbols: &[Expr]) -> bool {
        if !self.graph.any_depends_on(roots, symbols) {
            return true;
        }
        let simple = self.simplified(roots);
        !self.graph.any_depends_on(&simple, symbols)
    }

    fn is_zero(&mut self, e: Expr) -> bool {
        e == self.graph.zero() || self.simplified(&[e]) == [self.graph.zero()]
    }

    fn simplified(&mut self, roots: &[Expr]) -> Vec<Expr> {
        let is_small = self.is_small;
        let simple = roots.iter().map(|&root| {
            let terms = is_small
                .then(|| self.graph.terms_for_reading(root, TERMS))
                .flatten();
            terms.map_or(root, |terms| self.graph.sum(&terms))
        });
        simple.collect()
    }

    fn dependence(&mut self, roots: &[Expr]) -> Dependence {
        let (q, v) = (self.coordinates.clone(), self.velocities.clone());
        Dependence::of([&v[..], &q, &[self.time]], |symbols| {
            !self.are_free_of(roots, symbols)
        })
    }

    fn is_diagonal(&mut self, masses: &[Vec<Expr>]) -> bool {
        let entries = masses
            .iter()
            .enumerate()
            .flat_map(|(i, row)| row.iter().skip(i + 1));
        let mut entries = entries.copied();
        entries.all(|entry| self.is_zero(entry))
    }

    /// Whether no momentum depends on a coordinate: L = T(v, t) − V(q, t).
    fn is_separable(&mut self, derived: &Derived) -> bool {
        let coordinates = self.coordinates.clone();
        self.in_some_form(derived, |inspector, dynamics| {
            inspector.are_free_of(dynamics.momenta(), &coordinates)
        })
    }

    fn cyclic(&mut self, derived: &Derived, forces: &[Expr]) -> Vec<usize> {
        let n = self.coordinates.len();
        let pushes = self.pushes();
        let places = (0..n).filter(|&i| {
            let is_ignored = self.in_some_form(derived, |inspector, dynamics| {
                let [kinetic, potential] = dynamics.slopes(i);
                let slope = inspector.graph.sub(kinetic, potential);
                inspector.is_zero(slope)
            });
            let (constraints, q) = (self.constraints.clone(), self.coordinates[i]);
            let is_unconstrained = self.are_free_of(&constraints, &[q]);
            let is_free = pushes.iter().all(|push| self.is_zero(push[i]));
            is_ignored && is_unconstrained && is_free && self.is_zero(forces[i]) && !self.may_jump(Some(i))
        });
        places.collect()
    }

    fn of_contacts(&mut self) -> Contacts {
        let contacts = self.contacts.clone();
        let (zero, one) = (self.graph.zero(), self.graph.one());
        let slides = |contact: &Contact| contact.law.friction != zero;
        let gaps: Vec<Expr> = contacts.iter().map(|contact| contact.gap).collect();
        let are_scleronomic = self.are_free_of(&gaps, &[self.time]);
        let is_elastic = |contact: &Contact| contact.law.restitution == one && !slides(contact);
        Contacts {
            count: contacts.len(),
            without_gap: contacts.iter().filter(|contact| !contact.has_gap).count(),
            with_friction: contacts
                .iter()
                .filter(|contact| contact.has_gap && slides(contact))
                .count(),
            are_scleronomic,
            work: !are_scleronomic || !contacts.iter().all(is_elastic),
        }
    }

    /// The generalized directions of percussions, and of reactions of constraints on velocities.
    fn pushes(&mut self) -> Vec<Vec<Expr>> {
        let zero = self.graph.zero();
        let mut pushes = Vec::new();
        for contact in &self.contacts {
            pushes.push(self.graph.gradient(contact.gap, &self.coordinates));
            if contact.law.friction != zero {
                pushes.extend(self.graph.jacobian(&contact.slip, &self.velocities));
            }
        }
        pushes.extend(self.graph.jacobian(&self.rolling, &self.velocities));
        pushes
    }

    /// Whether L may jump where that coordinate, or any coordinate or velocity, changes.
    fn may_jump(&self, coordinate: Option<usize>) -> bool {
        let symbols = match coordinate {
            Some(i) => vec![self.coordinates[i]],
            None => [&self.coordinates[..], &self.velocities].concat(),
        };
        let roots = [
            &[self.kinetic, self.potential],
            &self.constraints[..],
            &self.rolling,
        ]
        .concat();
        self.graph.may_jump(&roots, &symbols)
    }

    fn in_some_form(
        &mut self,
        derived: &Derived,
        mut holds: impl FnMut(&mut Self, &Dynamics) -> bool,
    ) -> bool {
        holds(self, &derived.typed) || (derived.typed != derived.cheapest && holds(self, &derived.cheapest))
    }

    /// Whether the forces may do work.
    fn works(&mut self, forces: &[Expr]) -> bool {
        let rates = forces.iter().zip(&self.velocities);
        let rates: Vec<Expr> = rates.map(|(&f, &v)| self.graph.mul(f, v)).collect();
        let power = self.graph.sum(&rates);
        !self.is_zero(power)
    }

    /// Whether T is homogeneous of second degree: no M in v, no momentum at rest, no T at rest.
    fn is_natural(&mut self, derived: &Derived, masses: &[Expr]) -> bool {
        let velocities = self.velocities.clone();
        if !self.is_split || self.graph.any_depends_on(masses, &velocities) {
            return false;
        }
        let roots = [derived.cheapest.momenta(), &[self.kinetic]].concat();
        let at_rest = without(self.graph, &roots, &velocities);
        at_rest.into_iter().all(|e| self.is_zero(e))
    }
}
