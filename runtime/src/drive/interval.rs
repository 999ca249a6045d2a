//! The start of a motion, and the time interval of a step.

use crate::{Lagrangian, StateOf};

/// How a motion comes to its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// It begins there.
    Anew,
    /// It goes on from a state that a step left.
    Again,
}

/// The start of a motion: its state, and the scheme and step size with which it goes on.
#[derive(Debug)]
pub struct Start<'a, S: Lagrangian + ?Sized, D> {
    /// The scheme, with its own numbers.
    pub scheme: &'a D,
    /// The length of the steps to come.
    pub h: S::Scalar,
    /// (t, q, p).
    pub state: &'a StateOf<S>,
    /// dq/dt there: a guess, or what is carried.
    pub velocity: &'a S::Velocity,
    /// Whether it begins there, or goes on.
    pub begin: Begin,
    /// The inputs of the first step, where they are known.
    pub inputs: Option<&'a S::Inputs>,
}

impl<S: Lagrangian + ?Sized, D> Clone for Start<'_, S, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Lagrangian + ?Sized, D> Copy for Start<'_, S, D> {}

impl<'a, S: Lagrangian + ?Sized, D> Start<'a, S, D> {
    /// The start of a new motion.
    #[inline]
    pub fn new(scheme: &'a D, h: S::Scalar, state: &'a StateOf<S>, velocity: &'a S::Velocity) -> Self {
        Self {
            scheme,
            h,
            state,
            velocity,
            begin: Begin::Anew,
            inputs: None,
        }
    }

    /// This start, as one at a state that a step left.
    #[inline]
    #[must_use]
    pub fn again(self) -> Self {
        let begin = Begin::Again;
        Self { begin, ..self }
    }

    /// This start, for another scheme and another step size.
    #[inline]
    pub fn of<B>(&self, scheme: &'a B, h: S::Scalar) -> Start<'a, S, B> {
        Start {
            scheme,
            h,
            state: self.state,
            velocity: self.velocity,
            begin: self.begin,
            inputs: self.inputs,
        }
    }
}

/// The time interval of a step: where it begins, how long it is, and what acts in it.
#[derive(Debug)]
pub struct Interval<'a, S: Lagrangian + ?Sized, D> {
    /// The scheme, with its own numbers.
    pub scheme: &'a D,
    /// Its length.
    pub h: S::Scalar,
    /// Inputs, constant over it.
    pub inputs: &'a S::Inputs,
    /// (t, q, p) at its start.
    pub state: &'a StateOf<S>,
}

impl<S: Lagrangian + ?Sized, D> Clone for Interval<'_, S, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Lagrangian + ?Sized, D> Copy for Interval<'_, S, D> {}

impl<'a, S: Lagrangian + ?Sized, D> Interval<'a, S, D> {
    /// The interval from `state` on, of the length `h`.
    #[inline]
    pub fn new(scheme: &'a D, h: S::Scalar, inputs: &'a S::Inputs, state: &'a StateOf<S>) -> Self {
        Self {
            scheme,
            h,
            inputs,
            state,
        }
    }

    /// The start at the begin of the interval of a motion that goes on.
    #[inline]
    pub fn starting<'b>(&self, velocity: &'b S::Velocity) -> Start<'b, S, D>
    where
        'a: 'b,
    {
        Start {
            inputs: Some(self.inputs),
            ..Start::new(self.scheme, self.h, self.state, velocity).again()
        }
    }

    /// An interval with the same inputs, for another scheme, of another length, from another state.
    #[inline]
    pub fn of<B>(&self, scheme: &'a B, h: S::Scalar, state: &'a StateOf<S>) -> Interval<'a, S, B> {
        Interval::new(scheme, h, self.inputs, state)
    }
}
