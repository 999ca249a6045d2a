//! The cells of a row: numbers, words, and nothing where a quantity is not defined.
//!
//! Knows which quantities are written, and computes no others.

use std::format;
use std::string::String;
use std::vec::Vec;

use super::columns::{Chosen, QUANTITIES, Quantity};
use super::contacts::{Item, cells_of_contacts};
use super::derived::{Instant, momentum_maps};
use crate::drive::generalized_energy;
use crate::legendre::velocity_or_consistent;
use crate::trajectory::RecordedElementOf;
use crate::{Discretize, Lagrangian, State, StateOf};
use extremal_numerics::{Scalar, Vector};

/// The content of a cell.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cell<T> {
    Number(T),
    Word(&'static str),
    Nothing,
}

impl<T: Scalar> Cell<T> {
    /// The shortest digits that read back as the same number.
    fn text(self) -> String {
        match self {
            Self::Number(number) => format!("{number:?}"),
            Self::Word(word) => word.into(),
            Self::Nothing => String::new(),
        }
    }
}

/// One cell for each number.
pub(super) fn numbers<T: Scalar>(numbers: &[T]) -> Vec<Cell<T>> {
    numbers.iter().copied().map(Cell::Number).collect()
}

/// One cell for each number, with 0 for −0, for readers.
pub(super) fn readable<T: Scalar>(numbers: &[T]) -> Vec<Cell<T>> {
    let zero = T::from_f64(0.0);
    numbers.iter().map(|&x| Cell::Number(x + zero)).collect()
}

/// The cells of each quantity; those beyond the last are empty.
pub(super) struct Cells<T>([Vec<Cell<T>>; QUANTITIES]);

impl<T: Scalar> Cells<T> {
    pub(super) fn of<S: Discretize<D, Scalar = T>, D, L>(
        system: &L,
        state: &StateOf<S>,
        carried: Option<S::Velocity>,
        element: Option<&RecordedElementOf<S, D>>,
        (chosen, items): (&Chosen, &[Item]),
    ) -> Self
    where
        L: Lagrangian<
                Scalar = T,
                Configuration = S::Configuration,
                Velocity = S::Velocity,
                Momentum = S::Momentum,
                Inputs = S::Inputs,
            >,
    {
        let State { t, q, p } = state;
        let mut cells = Self(Default::default());
        let inputs = element.map(|element| &element.inputs);
        let of_velocity = [
            Quantity::Velocity,
            Quantity::Outputs,
            Quantity::Reactions,
            Quantity::Energy,
        ];
        if of_velocity.into_iter().any(|quantity| chosen.has(quantity)) {
            cells.of_velocity(system, state, carried, inputs, chosen);
        }
        cells.set(chosen, Quantity::Time, || numbers(&[*t]));
        cells.set(chosen, Quantity::Coordinates, || numbers(q.as_slice()));
        cells.set(chosen, Quantity::Momentum, || numbers(p.as_slice()));
        cells.set(chosen, Quantity::MomentumMaps, || momentum_maps(system, state));
        cells.set(chosen, Quantity::Inputs, || {
            inputs.map_or_else(Vec::new, |inputs| numbers(inputs.as_slice()))
        });
        cells.set(chosen, Quantity::Contacts, || {
            element.map_or_else(Vec::new, |element| {
                cells_of_contacts::<S, D>(&element.report, items)
            })
        });
        cells
    }

    /// Sets the cells that follow from the velocity at a state: the one that the scheme carried, or else that of the momenta.
    fn of_velocity<L: Lagrangian<Scalar = T>>(
        &mut self,
        system: &L,
        state: &StateOf<L>,
        carried: Option<L::Velocity>,
        inputs: Option<&L::Inputs>,
        chosen: &Chosen,
    ) {
        let State { t, q, p } = state;
        let is_carried = carried.is_some();
        let velocity = carried.unwrap_or_else(|| velocity_or_consistent(system, *t, q, p));
        let instant = Instant {
            state,
            velocity: &velocity,
            inputs,
        };
        let has_multipliers = L::OUTPUTS_OF_MULTIPLIERS.contains(&true) && chosen.has(Quantity::Outputs);
        let reactions = (has_multipliers || chosen.has(Quantity::Reactions))
            .then(|| instant.reactions(system))
            .flatten();
        self.set(chosen, Quantity::Velocity, || readable(velocity.as_slice()));
        self.set(chosen, Quantity::Outputs, || {
            instant.outputs(system, reactions.as_deref())
        });
        self.set(chosen, Quantity::Reactions, || {
            reactions.as_deref().map_or_else(Vec::new, numbers)
        });
        self.set(chosen, Quantity::Energy, || {
            numbers(&[if is_carried {
                generalized_energy(system, state, &velocity)
            } else {
                system.generalized_energy(*t, q, &velocity)
            }])
        });
    }

    fn set(&mut self, chosen: &Chosen, quantity: Quantity, cells: impl FnOnce() -> Vec<Cell<T>>) {
        if let Some(of) = self.0.get_mut(quantity as usize).filter(|_| chosen.has(quantity)) {
            *of = cells();
        }
    }

    /// The texts of the columns that are written.
    pub(super) fn texts(&self, chosen: &Chosen) -> impl Iterator<Item = String> {
        let cell = |(quantity, k): (usize, usize)| self.0.get(quantity)?.get(k).copied();
        chosen
            .places()
            .map(move |place| cell(place).unwrap_or(Cell::Nothing).text())
    }
}
