//! The columns of a table that follow from a state: outputs, momentum maps, multipliers and reactions.
//!
//! A cell is empty where its quantity is not defined.

use std::string::String;
use std::vec::Vec;
use std::{format, vec};

use super::cells::{Cell, numbers, readable};
use crate::coordinate::CoordinateName;
use crate::{Lagrangian, State, StateOf};
use extremal_numerics::{Scalar, Size, Vector};

/// A state with the velocity there, and the inputs that begin to act, if a step follows.
pub(super) struct Instant<'a, L: Lagrangian> {
    pub(super) state: &'a StateOf<L>,
    pub(super) velocity: &'a L::Velocity,
    pub(super) inputs: Option<&'a L::Inputs>,
}

impl<L: Lagrangian> Instant<'_, L> {
    /// Outputs that depend on inputs are defined where a step follows, and those of multipliers where there are `reactions`.
    pub(super) fn outputs(&self, system: &L, reactions: Option<&[L::Scalar]>) -> Vec<Cell<L::Scalar>> {
        let State { t, q, .. } = self.state;
        let none = no_inputs(system);
        let inputs = self.inputs.unwrap_or(&none);
        let outputs = system.outputs_given(*t, q, self.velocity, inputs, reactions.unwrap_or_default());
        let mut cells = readable(outputs.as_slice());
        let undefined = [
            (L::OUTPUTS_OF_INPUTS, self.inputs.is_none()),
            (L::OUTPUTS_OF_MULTIPLIERS, reactions.is_none()),
        ];
        for (of, _) in undefined.into_iter().filter(|(_, is_undefined)| *is_undefined) {
            let is_undefined = |k| of.get(system.output_in_declaration(k)) == Some(&true);
            let of_these = cells.iter_mut().enumerate().filter(|(k, _)| is_undefined(*k));
            of_these.for_each(|(_, cell)| *cell = Cell::Nothing);
        }
        cells
    }

    /// λ and −Gᵀ λ. Without inputs, where the system has some, they are not defined; nor where M and G do not determine λ.
    pub(super) fn reactions(&self, system: &L) -> Option<Vec<L::Scalar>> {
        let count = multipliers(system).count();
        if count == 0 {
            return None;
        }
        let State { t, q, .. } = self.state;
        let none = no_inputs(system);
        let inputs = self.inputs.or((system.input_count() == 0).then_some(&none))?;
        let mut found = vec![L::Scalar::from_f64(0.0); count];
        let force = system.constraint_reactions(*t, q, self.velocity, inputs, &mut found);
        found.extend_from_slice(force.ok()?.as_slice());
        // Without −0, for readers.
        found.iter_mut().for_each(|x| *x = *x + L::Scalar::from_f64(0.0));
        found.iter().all(|x| x.magnitude().is_finite()).then_some(found)
    }
}

/// All inputs at zero.
fn no_inputs<L: Lagrangian>(system: &L) -> L::Inputs {
    L::Inputs::with_len(system.input_count(), |_| L::Scalar::from_f64(0.0))
}

pub(super) fn momentum_maps<L: Lagrangian>(system: &L, state: &StateOf<L>) -> Vec<Cell<L::Scalar>> {
    let mut maps = vec![L::Scalar::from_f64(0.0); L::MOMENTUM_MAPS.len()];
    system.momentum_maps(&state.q, &state.p, &mut maps);
    numbers(&maps)
}

fn multipliers<L: Lagrangian>(system: &L) -> impl Iterator<Item = CoordinateName> {
    (0..).map_while(|j| system.multiplier_name(j))
}

/// `lambda_rod`, and `reaction_x` for each coordinate, if there are constraints.
pub(super) fn names_of_reactions<L: Lagrangian>(system: &L, coordinates: &[String]) -> Vec<String> {
    let mut multipliers = multipliers(system)
        .map(|name| format!("lambda_{name}"))
        .peekable();
    if multipliers.peek().is_none() {
        return Vec::new();
    }
    let reactions = coordinates.iter().map(|name| format!("reaction_{name}"));
    multipliers.chain(reactions).collect()
}
