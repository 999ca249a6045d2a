//! Gaps open and close, and agree with the normals of their contact points.
//!
//! It refuses what is proven to be wrong, and nothing else.

use extremal_symbolic::{Expr, Graph, Signs};

use super::constraint::{component, jumps};
use super::domain::nowhere;
use super::mechanics::{Judged, Stated};
use super::proof::Proof;
use super::twice::Together;
use super::{Checked, itself, law, slip};
use crate::declaration::Formula;
use crate::diagnostics::Reported;
use crate::keys::part_of_friction;
use crate::model::{Contact, Families, Model, Near};

/// What is judged beside the gap and the friction.
const PARTS: [&str; 5] = ["slip", "normal", "restitution", "restitution_t", "near"];

pub(super) fn check(judged: &mut Judged) -> Result<(), Reported> {
    let mut looker = Looker {
        checked: judged.checked,
        stated: judged.stated,
        proof: Proof::of(judged.model),
        together: Together::of(judged.model),
    };
    let mut outcome = Ok(());
    for formula in &judged.formulas.contacts {
        if let Some((place, message)) = looker.mistake(formula) {
            outcome = judged.refuse(place, message);
        }
    }
    outcome
}

/// A gap that cannot close unless a parameter is below zero.
pub(super) fn look(judged: &mut Judged) {
    let (names, model) = (&judged.checked.contacts, judged.model);
    let mut proof = Proof::of(model);
    for (name, contact) in names.iter().zip(&model.contacts) {
        if proof.has_signs(contact.gap, Signs::is_positive) {
            judged.note(format!(
                "the contact `{name}` never closes for parameters above zero"
            ));
        }
        if contact.has_gap {
            slip::look(&mut proof, model, (name, contact), &mut judged.notes);
        }
        law::look(&mut proof, name, contact, &mut judged.notes);
    }
    Together::of(model).look(names, &mut judged.notes);
}

/// How far the points of a contact reach, if it has any.
fn near(model: &Model, contact: usize) -> Option<&Near> {
    let families = model.families.as_ref()?;
    families.contacts.get(contact)?.near.as_ref()
}

struct Looker<'a> {
    checked: &'a Checked,
    stated: &'a Stated,
    proof: Proof,
    together: Together<'a>,
}

impl Looker<'_> {
    /// The first mistake of an entry, with its place.
    fn mistake<'f>(&mut self, formula: &'f Formula) -> Option<(&'f syn::Expr, String)> {
        let (checked, stated) = (self.checked, self.stated);
        let name = formula.name();
        let own = |component: &String| component.split('[').next() == Some(&name);
        let first = checked.contacts.iter().position(own)?;
        let contacts = checked.contacts[first..]
            .iter()
            .take_while(|component| own(component));
        for (at, component_name) in contacts.enumerate() {
            let contact = &checked.model.contacts[first + at];
            if contact.has_gap
                && let Some(message) = self.of_gap(component_name, first + at)
            {
                return Some((component(&formula.expr, at), message));
            }
            let parts = PARTS.map(|name| formula.part(name).map(|part| &part.expr));
            let [slip, normal, restitution, restitution_t, near_points] = parts;
            let friction = part_of_friction(formula).map(|part| &part.expr);
            let of_law = [friction, restitution, restitution_t].map(|part| Some(component(part?, at)));
            let reach = near_points.map(|of| component(of, 1));
            let parts = [slip, normal].into_iter().chain(of_law).chain([reach]);
            let approach = stated.approaches.get(first + at).copied().flatten();
            let near = near(&checked.model, first + at);
            let [friction, restitution, restitution_t] =
                law::mistakes(&mut self.proof, contact.law, &checked.model);
            let messages = [
                self.of_slips(contact),
                approach.and_then(|approach| self.of_normal(contact, approach)),
                friction,
                restitution,
                restitution_t,
                near.and_then(|near| law::of_reach(&mut self.proof, near.reach)),
            ];
            let mut found = parts.zip(messages);
            if let Some(found) = found.find_map(|(part, message)| Some((part?, message?.to_owned()))) {
                return Some(found);
            }
        }
        None
    }

    fn of_gap(&mut self, name: &str, at: usize) -> Option<String> {
        let gap = self.checked.model.contacts.get(at)?.gap;
        if let Some(message) = self.of_distance(gap) {
            return Some(message.to_owned());
        }
        self.of_itself(gap, at)
            .or_else(|| self.together.mistake(&self.checked.contacts, at))
            .or_else(|| self.held(name, gap, at))
    }

    /// A gap that opens and closes is continuous, has both signs, and a gradient where it closes.
    fn of_distance(&mut self, gap: Expr) -> Option<&'static str> {
        let model = &self.checked.model;
        if self.proof.is_constant_in(gap, &model.coordinates) {
            return Some(
                "the coordinates of this gap cancel, as in the distance of two points of one body, so that no motion opens or closes it; \
                 write the distance of the bodies, as in `y - r`",
            );
        }
        if jumps(self.checked, &mut self.proof, gap) {
            return Some("this gap jumps, and no motion does so: write a function that is continuous");
        }
        if let Some(message) = nowhere(&mut self.proof, gap) {
            return Some(message);
        }
        if self.proof.always_has_signs(gap, Signs::is_nonnegative) {
            return Some(
                "this gap is nowhere below zero, so that the contact never closes, or is never left; write a distance that has \
                 another sign where the bodies overlap, as in `y` for `y.abs()`",
            );
        }
        if self.proof.always_has_signs(gap, Signs::is_nonpositive) {
            return Some(
                "this gap is nowhere above zero, so that the contact never opens; a gap is positive where bodies are apart",
            );
        }
        if self.proof.graph.is_power_in(gap, &model.coordinates) {
            return Some(
                "the gradient of this gap vanishes where it closes, because it is a power: no percussion along it can stop the bodies; \
                 write the base, as in `y` for `y.powi(3)`",
            );
        }
        None
    }

    /// The gap of an item with itself.
    fn of_itself(&mut self, gap: Expr, at: usize) -> Option<String> {
        let model = &self.checked.model;
        let marker = model
            .families
            .as_ref()
            .and_then(|families| families.contacts.get(at)?.marker);
        if let Some(own) = itself::pair(&mut self.proof, model, marker, (gap, &model.coordinates))
            // The images of a lattice may be apart.
            && self.proof.has_signs(own.left, Signs::is_nonpositive)
        {
            return Some(format!(
                "{own}, and the gap of an item with itself is nowhere above zero for parameters above zero; {}",
                own.way_out()
            ));
        }
        None
    }

    /// A constraint that holds the gap at zero.
    fn held(&mut self, name: &str, gap: Expr, at: usize) -> Option<String> {
        let model = &self.checked.model;
        let names = self.checked.constraints.iter();
        let constraints = names.zip(&model.constraints).enumerate();
        for (of, (constraint, &g)) in constraints {
            // Of one item there may be others.
            let families = model.families.iter();
            let has_other_items = |families: &Families| families.rows[of] != families.contacts[at].marker;
            if families.into_iter().any(has_other_items) {
                continue;
            }
            let graph = &mut self.proof.graph;
            let either = [graph.sub(gap, g), graph.add(gap, g)];
            if either.into_iter().any(|e| self.proof.is_zero(e)) {
                return Some(format!(
                    "the constraint `{constraint}` holds the gap of `{name}` at zero at all times, so that it neither opens nor \
                     closes; drop one of the two"
                ));
            }
        }
        None
    }

    fn of_slips(&mut self, contact: &Contact) -> Option<&'static str> {
        if contact
            .slip
            .iter()
            .any(|&slip| self.is_along_normal(contact, slip))
        {
            return Some(
                "a component of this slip is the velocity of the gap, and friction acts along the contact; write the velocity along \
                 it, one number in the plane and two in space, without that along the normal",
            );
        }
        let [first, second] = contact.slip[..] else {
            return None;
        };
        let graph = &mut self.proof.graph;
        let either = [graph.sub(first, second), graph.add(first, second)];
        let is_same = either.into_iter().any(|e| self.proof.is_zero(e));
        is_same.then_some(if contact.has_gap {
            "the two components of this slip are the same; write those along two directions that are orthogonal to each other and to \
             the normal"
        } else {
            "the two components of this slip are the same; write those along two directions that are orthogonal to each other"
        })
    }

    /// Whether a velocity, or its opposite, is that of the gap but for what moves by itself.
    fn is_along_normal(&mut self, contact: &Contact, velocity: Expr) -> bool {
        let model = &self.checked.model;
        let graph = &mut self.proof.graph;
        let of_gap = graph.gradient(contact.gap, &model.coordinates);
        let of_slip = graph.gradient(velocity, &model.velocities);
        let zero = graph.zero();
        let is_zero = |proof: &mut Proof, combine: fn(&mut Graph, Expr, Expr) -> Expr| {
            let pairs = of_gap.iter().zip(&of_slip);
            let all: Vec<Expr> = pairs
                .map(|(&gap, &slip)| combine(&mut proof.graph, gap, slip))
                .collect();
            all.into_iter().all(|e| proof.is_zero(e))
        };
        // A guided body may have one velocity for both.
        model.coordinates.len() > 1
            && of_gap.iter().any(|&e| e != zero)
            && (is_zero(&mut self.proof, Graph::sub) || is_zero(&mut self.proof, Graph::add))
    }

    /// Whether the gap changes with the velocity of the point along the normal.
    fn of_normal(&mut self, contact: &Contact, approach: Expr) -> Option<&'static str> {
        let model = &self.checked.model;
        let graph = &mut self.proof.graph;
        let of_gap = graph.gradient(contact.gap, &model.coordinates);
        let of_point = graph.gradient(approach, &model.velocities);
        let pairs: Vec<(Expr, Expr)> = of_gap.into_iter().zip(of_point).collect();
        let is_other = pairs.iter().any(|&(gap, point)| {
            let difference = self.proof.graph.sub(gap, point);
            self.proof.is_nonzero(difference)
        });
        if !is_other {
            return None;
        }
        let is_opposite = pairs.iter().all(|&(gap, point)| {
            let sum = self.proof.graph.add(gap, point);
            self.proof.is_zero(sum)
        });
        Some(if is_opposite {
            "the gap shrinks along this normal; a normal is the direction in which it grows: write the opposite one"
        } else {
            "the gap does not change with the velocity of the point along this normal; they are those of one contact if \
             d(gap)/dt = normal · d(point)/dt, and where the other body moves as well write `slip = ..`, the difference of the \
             velocities along the contact"
        })
    }
}
