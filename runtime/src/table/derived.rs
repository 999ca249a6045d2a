//! The columns of a table that follow from a state: outputs, momentum maps, multipliers and reactions.
//!
//! A cell is empty where its quantity is not defined.

use std::string::String;
use std::vec::Vec;
use std::{format, vec};

use super::{text_of, without_minus_zero};
use crate::block::zeros;
use crate::{Block, Lagrangian, Scalar, Size, State, StateOf, Vector};

/// A state with the velocity there, and the inputs that begin to act, if a step follows.
pub(super) struct Instant<'a, L: Lagrangian> {
    pub(super) state: &'a StateOf<L>,
    pub(super) velocity: L::Velocity,
    pub(super) inputs: Option<&'a L::Inputs>,
}

impl<L: Lagrangian> Instant<'_, L> {
    /// Outputs that depend on inputs are defined where a step follows, and those of multipliers where there are `reactions`.
    pub(super) fn outputs(&self, system: &L, reactions: Option<&[L::Scalar]>) -> Vec<String> {
        let State { t, q, .. } = self.state;
        let none = zeros();
        let inputs = self.inputs.unwrap_or(&none);
        let outputs = system.outputs_given(*t, q, &self.velocity, inputs, reactions.unwrap_or_default());
        let mut cells = text_of(without_minus_zero(outputs).as_slice());
        let undefined = [
            (L::OUTPUTS_OF_INPUTS, self.inputs.is_none()),
            (L::OUTPUTS_OF_MULTIPLIERS, reactions.is_none()),
        ];
        for (of, _) in undefined.into_iter().filter(|(_, is_undefined)| *is_undefined) {
            let of_these = cells.iter_mut().zip(of).filter(|(_, of)| **of);
            of_these.for_each(|(cell, _)| cell.clear());
        }
        cells
    }

    pub(super) fn momentum_maps(&self, system: &L) -> Vec<String> {
        let mut maps = vec![L::Scalar::from_f64(0.0); L::MOMENTUM_MAPS.len()];
        system.momentum_maps(&self.state.q, &self.state.p, &mut maps);
        text_of(&maps)
    }

    /// λ and −Gᵀ λ. Without inputs, where the system has some, they are not defined; nor where M and G do not determine λ.
    pub(super) fn reactions(&self, system: &L) -> Option<Vec<L::Scalar>> {
        if L::MULTIPLIERS.is_empty() {
            return None;
        }
        let State { t, q, .. } = self.state;
        let none = zeros();
        let inputs = self.inputs.or((L::Inputs::LEN == 0).then_some(&none))?;
        let mut numbers = vec![L::Scalar::from_f64(0.0); L::MULTIPLIERS.len()];
        let force = system.constraint_reactions(*t, q, &self.velocity, inputs, &mut numbers);
        numbers.extend_from_slice(force.ok()?.as_slice());
        // Without −0, for readers.
        numbers
            .iter_mut()
            .for_each(|x| *x = *x + L::Scalar::from_f64(0.0));
        numbers
            .iter()
            .all(|x| x.magnitude().is_finite())
            .then_some(numbers)
    }
}

/// The cells of [`Instant::reactions`], if there are constraints.
pub(super) fn cells_of_reactions<L: Lagrangian>(system: &L, reactions: Option<&[L::Scalar]>) -> Vec<String> {
    let multipliers = L::MULTIPLIERS.len();
    let columns = if multipliers == 0 {
        0
    } else {
        multipliers + system.coordinate_count()
    };
    reactions.map_or_else(|| vec![String::new(); columns], text_of)
}

/// `lambda_rod`, and `reaction_x` for each coordinate, if there are constraints.
pub(super) fn names_of_reactions<L: Lagrangian>(coordinates: &[String]) -> Vec<String> {
    if L::MULTIPLIERS.is_empty() {
        return Vec::new();
    }
    let multipliers = L::MULTIPLIERS.iter().map(|name| format!("lambda_{name}"));
    let reactions = coordinates.iter().map(|name| format!("reaction_{name}"));
    multipliers.chain(reactions).collect()
}
