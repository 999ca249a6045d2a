//! A massless coordinate is not a multiplier written by hand: equations of massless coordinates determine them.
//!
//! ```text
//! E = d/dt ∂L/∂v − ∂L/∂q − f of the massless coordinates y:   ∂E/∂y + μ ∂E/∂ẏ is regular for some μ
//! ```
//!
//! It refuses to guess: a row is zero or a determinant vanishes by algebra. What constraints and contacts hold is not judged.

use extremal_symbolic::Expr;

use super::mechanics::Judged;
use super::pairs::determinant;
use super::proof::Proof;
use crate::declaration::Label;
use crate::diagnostics::Reported;
use crate::model::Model;

/// Coordinates up to which a determinant is multiplied out.
const LARGEST: usize = 4;
/// Of more massless coordinates no groups are looked for.
const COORDINATES: usize = 60;

pub(super) fn check(judged: &mut Judged) -> Result<(), Reported> {
    if judged.stated.massless.is_empty() {
        return Ok(());
    }
    let mut equations = Equations::of(judged);
    if let Some(at) = equations.missing() {
        let Unknown { label, name, .. } = &equations.unknowns[at];
        let message = format!(
            "nothing determines `{name}`: it has no mass, and no energy, force or friction of its own; write one, as \
             `dissipation = 0.5 * c * dt({name}).powi(2)`, or make it an input, `inputs({name})`"
        );
        return judged.refuse(&label.ident, message);
    }
    if let Some(at) = equations.multiplier() {
        let Unknown { label, name, .. } = &equations.unknowns[at];
        let message = format!(
            "`{name}` is a multiplier: its own equation contains no coordinate without mass, so that nothing determines `{name}` in \
             a step; drop it, and write a constraint: `constraint(name = g)` in place of `{name} * g`"
        );
        return judged.refuse(&label.ident, message);
    }
    let Some(group) = equations.singular() else {
        return Ok(());
    };
    let unknowns = group.iter().map(|&at| &equations.unknowns[at]);
    let names: Vec<String> = unknowns.map(|unknown| format!("`{}`", unknown.name)).collect();
    let message = format!(
        "the equations of the massless coordinates {} do not determine all of them, as the second derivatives of V by them are a \
         singular matrix; write a potential or a friction of each, and `constraint(name = g)` in place of `y * g`, where `y` is a \
         multiplier",
        names.join(", ")
    );
    judged.refuse(&equations.unknowns[group[0]].label.ident, message)
}

/// One massless component, or that of all items.
struct Unknown<'a> {
    label: &'a Label,
    name: String,
    /// The coordinates of the model that stand for it.
    places: Vec<usize>,
}

struct Equations<'a> {
    model: &'a Model,
    proof: Proof,
    unknowns: Vec<Unknown<'a>>,
    /// For each unknown the equations of its places.
    rows: Vec<Vec<Expr>>,
    /// For each unknown its coordinates and velocities.
    symbols: Vec<Vec<Expr>>,
    /// For each unknown whether a constraint or a contact contains it, or it has a mass against what is declared.
    is_held: Vec<bool>,
}

impl<'a> Equations<'a> {
    fn of(judged: &Judged<'a>) -> Self {
        let (model, unknowns) = (judged.model, unknowns(judged));
        let mut proof = Proof::of(model);
        let (kinetic, potential) = model.energies();
        let graph = &mut proof.graph;
        let momenta = graph.gradient(kinetic, &model.velocities);
        let moved = graph.each_depends_on(&momenta, &model.velocities);
        let lagrangian = graph.sub(kinetic, potential);
        let slopes = graph.gradient(lagrangian, &model.coordinates);
        let rates = proof.rates(model);
        let mut equation = |place: usize| {
            let graph = &mut proof.graph;
            let change = graph.time_derivative(momenta[place], &rates);
            let forces = graph.add(slopes[place], model.force[place]);
            let equation = graph.sub(change, forces);
            proof.expanded(equation)
        };
        let rows = unknowns
            .iter()
            .map(|unknown| unknown.places.iter().map(|&place| equation(place)).collect())
            .collect();
        let symbols: Vec<Vec<Expr>> = unknowns
            .iter()
            .map(|unknown| {
                let places = unknown.places.iter();
                let symbols = places.flat_map(|&place| [model.coordinates[place], model.velocities[place]]);
                symbols.collect()
            })
            .collect();
        let contacts = model.contacts.iter();
        let of_contacts = contacts.flat_map(|contact| [&[contact.gap][..], &contact.slip].concat());
        let holding: Vec<Expr> = model.held().chain(of_contacts).collect();
        let is_held = unknowns
            .iter()
            .zip(&symbols)
            .map(|(unknown, symbols)| {
                proof.graph.any_depends_on(&holding, symbols)
                    || unknown.places.iter().any(|&place| moved[place])
            })
            .collect();
        Self {
            model,
            proof,
            unknowns,
            rows,
            symbols,
            is_held,
        }
    }

    /// The first one without an equation.
    fn missing(&mut self) -> Option<usize> {
        let free = (0..self.rows.len()).filter(|&at| !self.is_held[at]);
        let free: Vec<usize> = free.collect();
        free.into_iter()
            .find(|&at| self.rows[at].iter().all(|&row| self.proof.is_zero(row)))
    }

    /// The first one whose equation is one of places of masses alone. Where it has velocities, as with a term x ẏ of L, their own
    /// equations determine y.
    fn multiplier(&mut self) -> Option<usize> {
        let (all, rows) = (self.symbols.concat(), self.rows.concat());
        let places = self.model.coordinates.clone();
        let velocities = self.model.velocities.clone();
        let [mut unknown, mut placed, mut moving] = [all, places, velocities]
            .map(|symbols| self.proof.graph.each_depends_on(&rows, &symbols).into_iter());
        let of_each = self.rows.iter().map(|rows| {
            let n = rows.len();
            let is_free = unknown.by_ref().take(n).filter(|&contains| contains).count() == 0;
            let has_places = placed.by_ref().take(n).filter(|&contains| contains).count() > 0;
            let has_velocities = moving.by_ref().take(n).filter(|&contains| contains).count() > 0;
            is_free && has_places && !has_velocities
        });
        let of_masses: Vec<bool> = of_each.collect();
        (0..of_masses.len()).find(|&at| {
            of_masses[at] && !self.is_held[at] && self.rows[at].iter().any(|&row| self.proof.is_nonzero(row))
        })
    }

    /// The first few unknowns that are in no equation but their own, which do not determine all of them.
    fn singular(&mut self) -> Option<Vec<usize>> {
        // Which items of a sum meet, only the program knows.
        if self.model.families.is_some() || self.unknowns.len() > COORDINATES {
            return None;
        }
        let groups = self.groups();
        let mut few = groups
            .into_iter()
            .filter(|group| (2..=LARGEST).contains(&group.len()));
        few.find(|group| !group.iter().any(|&at| self.is_held[at]) && self.is_singular(group))
    }

    /// Unknowns whose equations contain each other.
    fn groups(&self) -> Vec<Vec<usize>> {
        let n = self.unknowns.len();
        let rows = self.rows.concat();
        let mut group_of: Vec<usize> = (0..n).collect();
        for (at, symbols) in self.symbols.iter().enumerate() {
            let contains = self.proof.graph.each_depends_on(&rows, symbols);
            for other in (0..n).filter(|&other| contains[other]) {
                let (from, to) = (group_of[at], group_of[other]);
                group_of
                    .iter_mut()
                    .filter(|group| **group == from)
                    .for_each(|group| *group = to);
            }
        }
        let members = |group: usize| (0..n).filter(|&at| group_of[at] == group).collect();
        (0..n)
            .map(members)
            .filter(|group: &Vec<usize>| !group.is_empty())
            .collect()
    }

    /// Whether ∂E/∂y + μ ∂E/∂ẏ has no inverse, for any μ.
    fn is_singular(&mut self, group: &[usize]) -> bool {
        let rows: Vec<Expr> = group.iter().map(|&at| self.rows[at][0]).collect();
        let symbols: Vec<Expr> = group.iter().flat_map(|&at| self.symbols[at].clone()).collect();
        let velocities = self.model.velocities.iter().copied();
        let others: Vec<Expr> = velocities
            .filter(|velocity| !symbols.contains(velocity))
            .collect();
        if self.proof.graph.any_depends_on(&rows, &others) {
            return false;
        }
        // Derivatives do not show jumps.
        if self.proof.graph.may_jump(&rows, &symbols) {
            return false;
        }
        let graph = &mut self.proof.graph;
        let rate = graph.symbol("μ");
        let matrix: Vec<Vec<Expr>> = rows
            .iter()
            .map(|&row| {
                let slopes = graph.gradient(row, &symbols);
                let entries = slopes.chunks(2).map(|pair| {
                    let of_velocity = graph.mul(rate, pair[1]);
                    graph.add(pair[0], of_velocity)
                });
                entries.collect()
            })
            .collect();
        let determinant = determinant(&mut self.proof, &matrix);
        self.proof.is_zero(determinant)
    }
}

fn unknowns<'a>(judged: &Judged<'a>) -> Vec<Unknown<'a>> {
    let names = judged.names();
    let mut unknowns: Vec<Unknown<'a>> = Vec::new();
    for massless in &judged.stated.massless {
        let place = massless.component;
        let Some(families) = &judged.model.families else {
            unknowns.push(Unknown {
                label: &massless.label,
                name: names.get(place).cloned().unwrap_or_default(),
                places: vec![place],
            });
            continue;
        };
        let of = |place: usize| {
            let place = &families.places[place];
            (place.quantity, place.component)
        };
        match unknowns.iter_mut().find(|known| of(known.places[0]) == of(place)) {
            Some(known) => known.places.push(place),
            None => unknowns.push(Unknown {
                label: &massless.label,
                name: massless.label.to_string(),
                places: vec![place],
            }),
        }
    }
    unknowns
}
