//! Contacts beside each other: none is there twice, and no two of them exclude each other.
//!
//! ```text
//! a ≥ 0 and b ≥ 0   with   a = b: one contact,   a = −b: a constraint,   a + b < 0: no place at all
//! ```
//!
//! It refuses to judge contacts of different items.

use extremal_symbolic::{Expr, Signs};

use super::proof::Proof;
use crate::model::{Contact, Model};

/// Of more contacts no pairs are compared.
const LARGEST: usize = 256;
/// Points at which gaps are compared before a proof is tried, and how near they have to be, relative to their size: rounding of some
/// hundred operations.
const POINTS: usize = 4;
const NEAR: f64 = 1e-9;

/// What two contacts are to each other.
enum Relation {
    Same,
    /// Of one gap and of one slip, with laws that are not the same.
    SameWithOtherLaw,
    Opposite,
    /// With friction, which depends on how the two share their percussions.
    OppositeWithFriction,
    Excluded,
}

pub(super) struct Together<'a> {
    model: &'a Model,
    proof: Proof,
    /// The values of each gap at points.
    values: Vec<Vec<f64>>,
}

impl<'a> Together<'a> {
    pub(super) fn of(model: &'a Model) -> Self {
        let proof = Proof::of(model);
        let gaps: Vec<Expr> = model.contacts.iter().map(|contact| contact.gap).collect();
        let values = match gaps.len() {
            2..=LARGEST => proof.values_at(&gaps, POINTS),
            _ => Vec::new(),
        };
        Self { model, proof, values }
    }

    /// Of a contact beside one before it.
    pub(super) fn mistake(&mut self, names: &[String], contact: usize) -> Option<String> {
        (0..contact).find_map(|before| {
            let (other, name) = (&names[before], &names[contact]);
            match self.relation(before, contact)? {
                Relation::Same => Some(format!(
                    "`{other}` and `{name}` are the same contact, so that nothing determines how they share its percussion; drop one \
                     of the two"
                )),
                Relation::Opposite => Some(format!(
                    "this gap is the opposite of that of `{other}`, so that both are zero at all times; write a constraint in place \
                     of the two"
                )),
                Relation::Excluded => Some(format!(
                    "this gap and that of `{other}` exclude each other: their sum is below zero at all places; change one of the two"
                )),
                Relation::SameWithOtherLaw | Relation::OppositeWithFriction => None,
            }
        })
    }

    /// What is odd, and has a motion: the solver shares percussions in one of many ways.
    pub(super) fn look(&mut self, names: &[String], notes: &mut Vec<String>) {
        for contact in 1..self.model.contacts.len() {
            for before in 0..contact {
                let (other, name) = (&names[before], &names[contact]);
                match self.relation(before, contact) {
                    Some(Relation::SameWithOtherLaw) => notes.push(format!(
                        "the contacts `{other}` and `{name}` have one gap and one slip, so that nothing determines how they share \
                         percussions"
                    )),
                    Some(Relation::OppositeWithFriction) => notes.push(format!(
                        "the gaps of `{other}` and `{name}` are opposite, so that nothing determines how strongly they press against \
                         each other, and with it their friction"
                    )),
                    _ => {}
                }
            }
        }
    }

    fn relation(&mut self, before: usize, contact: usize) -> Option<Relation> {
        // Of different items nothing is known.
        let families = self.model.families.as_ref();
        if families
            .is_some_and(|families| families.contacts[before].marker != families.contacts[contact].marker)
        {
            return None;
        }
        let (one, two) = (&self.model.contacts[before], &self.model.contacts[contact]);
        if !(one.has_gap && two.has_gap) {
            return None;
        }
        if self.looks_as(before, contact, |a, b| (a - b).abs() <= NEAR * a.abs())
            && self.is_same(&[one.gap], &[two.gap])
        {
            return self.of_one_gap(one, two);
        }
        let sum = self.proof.graph.add(one.gap, two.gap);
        if self.looks_as(before, contact, |a, b| (a + b).abs() <= NEAR * a.abs()) && self.proof.is_zero(sum) {
            let zero = self.proof.graph.zero();
            let has_friction = [one, two].iter().any(|contact| contact.law.friction != zero);
            return Some(match has_friction {
                true => Relation::OppositeWithFriction,
                false => Relation::Opposite,
            });
        }
        let excludes = self.looks_as(before, contact, |a, b| a + b < 0.0)
            && self.proof.always_has_signs(sum, Signs::is_negative);
        excludes.then_some(Relation::Excluded)
    }

    /// Two sides of a disc may have one gap, and slips of their own.
    fn of_one_gap(&mut self, one: &Contact, two: &Contact) -> Option<Relation> {
        let numbers = |contact: &Contact| {
            [
                contact.law.friction,
                contact.law.restitution,
                contact.law.restitution_t,
            ]
        };
        if !self.is_same(&one.slip, &two.slip) {
            return None;
        }
        Some(match self.is_same(&numbers(one), &numbers(two)) {
            true => Relation::Same,
            false => Relation::SameWithOtherLaw,
        })
    }

    /// Whether a relation holds at all points where a proof is looked for.
    fn looks_as(&self, before: usize, contact: usize, relation: fn(f64, f64) -> bool) -> bool {
        !self.values.is_empty()
            && self
                .values
                .iter()
                .all(|gaps| relation(gaps[before], gaps[contact]))
    }

    fn is_same(&mut self, these: &[Expr], those: &[Expr]) -> bool {
        let pairs = these.iter().zip(those);
        these.len() == those.len()
            && pairs.into_iter().all(|(&this, &that)| {
                let difference = self.proof.graph.sub(this, that);
                self.proof.is_zero(difference)
            })
    }
}
