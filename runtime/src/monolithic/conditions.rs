//! The conditions at the ends of the interval.

use std::boxed::Box;
use std::vec::Vec;

use super::{AtEnds, Start};
use crate::{Lagrangian, StateOf};
use extremal_numerics::block::at;
use extremal_numerics::{Scalar, Vector};

/// An end of the interval: the first node, or the last one.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeOf<T, Q, V, P> {
    /// Time.
    pub t: T,
    /// Coordinates.
    pub q: Q,
    /// The velocity that belongs to p, or that the scheme carries.
    pub v: V,
    /// Momentum.
    pub p: P,
}

/// An end of the interval of the system `S`.
pub type Node<S> = NodeOf<
    <S as Lagrangian>::Scalar,
    <S as Lagrangian>::Configuration,
    <S as Lagrangian>::Velocity,
    <S as Lagrangian>::Momentum,
>;

/// Conditions of the user's.
pub(super) type Between<'a, S> = Box<dyn Fn(&Node<S>, &Node<S>) -> Vec<<S as Lagrangian>::Scalar> + 'a>;

/// The prescribed values, or conditions.
pub(super) enum Conditions<'a, S: Lagrangian> {
    /// The whole first node: q, and v or p.
    First { q: S::Configuration, given: Given<S> },
    /// q, and q̇ in the first element.
    Velocity { q: S::Configuration, v: S::Velocity },
    /// q, and a field of velocities.
    Field { q: S::Configuration, v: S::Velocity },
    /// q at both ends.
    Ends {
        q0: S::Configuration,
        q1: S::Configuration,
    },
    /// Conditions of the user.
    Between(Between<'a, S>),
}

/// The velocity or the momentum at a start.
pub(super) enum Given<S: Lagrangian> {
    Velocity(S::Velocity),
    Momentum(S::Momentum),
}

impl<S: Lagrangian> Conditions<'_, S> {
    pub(super) fn of<A: AtEnds<S>>(start: Start<A>) -> Self {
        match start {
            Start::Impulse { q0, v0 } => Self::First {
                q: q0.into_block(),
                given: Given::Velocity(v0.into_block()),
            },
            Start::Velocity { q0, v0 } => Self::Velocity {
                q: q0.into_block(),
                v: v0.into_block(),
            },
            Start::FieldVelocity { q0, v0 } => Self::Field {
                q: q0.into_block(),
                v: v0.into_block(),
            },
            Start::Momentum { q0, p0 } => Self::First {
                q: q0.into_block(),
                given: Given::Momentum(p0.into_block()),
            },
            Start::Ends { q0, q1 } => Self::Ends {
                q0: q0.into_block(),
                q1: q1.into_block(),
            },
        }
    }

    /// Whether the last node has no part in them.
    pub(super) fn are_at_start(&self) -> bool {
        matches!(
            self,
            Self::First { .. } | Self::Velocity { .. } | Self::Field { .. }
        )
    }

    /// Adds their values. `slope` is q̇ at the start of the first element.
    pub(super) fn add_values(
        &self,
        first: &Node<S>,
        slope: &S::Velocity,
        last: &Node<S>,
        values: &mut Vec<S::Scalar>,
    ) {
        match self {
            Self::First { q, .. } | Self::Field { q, .. } => add_differences(&first.q, q, values),
            Self::Velocity { q, v } => {
                add_differences(&first.q, q, values);
                add_differences(slope, v, values);
            }
            Self::Ends { q0, q1 } => {
                add_differences(&first.q, q0, values);
                add_differences(&last.q, q1, values);
            }
            Self::Between(conditions) => values.extend(conditions(first, last)),
        }
    }
}

/// a − b, number by number.
pub(super) fn add_differences<T: Scalar>(a: &impl Vector<T>, b: &impl Vector<T>, values: &mut Vec<T>) {
    let pairs = a.as_slice().iter().zip(b.as_slice());
    values.extend(pairs.map(|(&a, &b)| a - b));
}

/// A node from its numbers.
pub(super) fn node<S: Lagrangian>(state: StateOf<S>, v: S::Velocity) -> Node<S> {
    let StateOf::<S> { t, q, p } = state;
    NodeOf { t, q, v, p }
}

/// A vector from a part of a list.
pub(super) fn part<T: Scalar, V: Vector<T>>(numbers: &[T], n: usize, which: usize) -> V {
    V::with_len(n, |k| at(numbers, which * n + k))
}
