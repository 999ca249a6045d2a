//! A trajectory in files: the same fields, and checks of the rules that a corrupt file may break.

use std::vec::Vec;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{RecordedElementOf, Trajectory};
use crate::{Discretize, Lagrangian, StateOf};
use extremal_numerics::Vector;
use extremal_numerics::block::at;

/// The serialized form, with lists or references to lists.
#[derive(Serialize, Deserialize)]
struct Stored<N, A, V, B, E> {
    every: usize,
    passed: usize,
    newest: N,
    states: A,
    /// The numbers of all velocities, one state after the other.
    velocities: V,
    elements: B,
    begun: E,
}

impl<S: Discretize<D>, D> Serialize for Trajectory<S, D>
where
    <S as Lagrangian>::Scalar: Serialize,
    S::Report: Serialize,
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let stored = Stored {
            every: self.every,
            passed: self.passed,
            newest: &self.newest,
            states: &self.states,
            velocities: self
                .velocities
                .iter()
                .flat_map(Vector::as_slice)
                .collect::<Vec<_>>(),
            elements: &self.elements,
            begun: &self.begun,
        };
        stored.serialize(serializer)
    }
}

impl<'de, S: Discretize<D>, D> Deserialize<'de> for Trajectory<S, D>
where
    <S as Lagrangian>::Scalar: Deserialize<'de>,
    S::Report: Deserialize<'de>,
{
    fn deserialize<Z: Deserializer<'de>>(deserializer: Z) -> Result<Self, Z::Error> {
        type Element<S, D> = Option<RecordedElementOf<S, D>>;
        type Numbers<S> = Vec<<S as Lagrangian>::Scalar>;
        type Lists<S, D> =
            Stored<Option<StateOf<S>>, Vec<StateOf<S>>, Numbers<S>, Vec<Element<S, D>>, Element<S, D>>;
        let Stored {
            every,
            passed,
            newest,
            states,
            velocities,
            elements,
            begun,
        } = <Lists<S, D>>::deserialize(deserializer)?;
        if elements.len() != states.len().saturating_sub(1) {
            return Err(Z::Error::custom(
                "corrupt trajectory: the number of elements must be one less than that of states",
            ));
        }
        let n = states.first().map_or(0, |state| state.q.as_slice().len());
        if states
            .iter()
            .chain(&newest)
            .any(|state| state.q.as_slice().len() != n || state.p.as_slice().len() != n)
        {
            return Err(Z::Error::custom(
                "corrupt trajectory: its states must have the same number of coordinates and momenta",
            ));
        }
        if !velocities.is_empty() && velocities.len() != n * states.len() {
            return Err(Z::Error::custom(
                "corrupt trajectory: there must be a velocity for every state, or none",
            ));
        }
        let velocities = velocities.chunks_exact(n.max(1));
        if passed >= every || newest.is_some() == states.is_empty() {
            return Err(Z::Error::custom(
                "corrupt trajectory: its counters or its newest state are impossible",
            ));
        }
        Ok(Self {
            every,
            passed,
            newest,
            states,
            velocities: velocities
                .map(|v| S::Velocity::with_len(n, |k| at(v, k)))
                .collect(),
            elements,
            begun,
        })
    }
}
