//! A trajectory: the states of a motion in the order of time, and the elements between them.
//!
//! Knows how to keep and to read them, not how they are made: the integrator records.

#[cfg(feature = "serde")]
mod stored;

use core::fmt;
use std::vec::Vec;

use crate::block::is_finite;
use crate::{Discretize, Scalar, State, StateOf};

/// The states of the system `S` under the scheme `D`, the start included, and the elements that lead from each to the next.
///
/// Inside an element the motion is what the scheme takes it to be: a polynomial by the element's own shape functions. So
/// [`at`](Self::at) has the order of the elements, P + 1 for degree P, where the states themselves have 2P.
///
/// ```
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(x),
///     kinetic = 0.5 * dt(x).powi(2),
///     potential = 0.5 * x.powi(2),
///     discretize(Galerkin<3, Gauss<3>>)
/// )]
/// struct Oscillator;
///
/// # fn main() -> Result<(), extremal::Error> {
/// let scheme = Galerkin::<3, Gauss<3>>::default();
/// let trajectory = Integrator::new(Oscillator, scheme, 0.25, [1.0], [0.0])?.run(40)?;
/// assert_eq!(trajectory.len(), 41);
/// for state in &trajectory {
///     assert!((state.q[0] - state.t.cos()).abs() < 1e-6);
/// }
/// let inside = trajectory.at(3.1).expect("a time between 0 and 10");
/// assert!((inside.v[0] + 3.1_f64.sin()).abs() < 1e-3);
/// # Ok(())
/// # }
/// ```
pub struct Trajectory<S: Discretize<D>, D> {
    /// Of so many states one is kept.
    every: usize,
    /// Steps made since the last state that was kept.
    passed: usize,
    /// The newest state, kept or not: where a continued motion goes on.
    newest: Option<StateOf<S>>,
    states: Vec<StateOf<S>>,
    /// One fewer than the states; none where the state jumped.
    elements: Vec<Option<RecordedElementOf<S, D>>>,
    /// The element that begins at the last state that was kept.
    begun: Option<RecordedElementOf<S, D>>,
}

/// The element that begins at a state: where it leads, the motion inside it, and what is told of it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "T: Scalar + serde::Serialize, I: crate::Block<T>, U: crate::Block<T>, R: serde::Serialize",
        deserialize = "T: Scalar + serde::Deserialize<'de>, I: crate::Block<T>, U: crate::Block<T>, R: serde::Deserialize<'de>"
    ))
)]
pub struct RecordedElement<T, I, U, R> {
    /// Its length.
    pub h: T,
    /// Inputs, constant over it.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::block"))]
    pub inputs: I,
    /// Stage velocities.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::block"))]
    pub stages: U,
    /// What the scheme told about the step.
    pub report: R,
}

/// An element of the system `S` under the scheme `D`.
pub type RecordedElementOf<S, D> = RecordedElement<
    <S as crate::Lagrangian>::Scalar,
    <S as crate::Lagrangian>::Inputs,
    <S as Discretize<D>>::Stages,
    <S as Discretize<D>>::Report,
>;

/// A point of a motion: time, coordinates and velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point<T, V> {
    /// Time.
    pub t: T,
    /// Coordinates q(t).
    pub q: V,
    /// Velocity q̇(t).
    pub v: V,
}

/// A point of the system `S`.
pub type PointOf<S> = Point<<S as crate::Lagrangian>::Scalar, <S as crate::Lagrangian>::Vector>;

impl<S: Discretize<D>, D> Trajectory<S, D> {
    /// An empty trajectory that keeps every state.
    pub fn new() -> Self {
        Self::every(1)
    }

    /// An empty trajectory that keeps the first state and then each `stride`-th, each with the element that begins there.
    ///
    /// So the inputs are kept with the states at which they began to act, and the motion is known inside those elements and
    /// not between them. A stride of zero counts as one.
    pub fn every(stride: usize) -> Self {
        Self {
            every: stride.max(1),
            passed: 0,
            newest: None,
            states: Vec::new(),
            elements: Vec::new(),
            begun: None,
        }
    }

    /// The states that were kept, in the order of time.
    pub fn states(&self) -> &[StateOf<S>] {
        &self.states
    }

    /// The element that begins at each state but the last, and leads to the next if none was left out; none where the
    /// state jumped.
    pub fn elements(&self) -> &[Option<RecordedElementOf<S, D>>] {
        &self.elements
    }

    /// Whether elements lead from each state to the next.
    #[cfg(feature = "csv")]
    pub(crate) fn keeps_every_state(&self) -> bool {
        self.every == 1
    }

    /// How many states were kept.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there is no state.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The first state.
    pub fn first(&self) -> Option<&StateOf<S>> {
        self.states.first()
    }

    /// The last state that was kept.
    pub fn last(&self) -> Option<&StateOf<S>> {
        self.states.last()
    }

    /// q and q̇ at the time `t`, by the shape functions of the element in which it lies.
    ///
    /// ```text
    /// q(t) = q₀ + h Σⱼ (∫₀ˢ ℓⱼ) uⱼ,   q̇(t) = Σⱼ ℓⱼ(s) uⱼ,   s = (t − t₀)/h
    /// ```
    ///
    /// At a node it is the element that begins there, at the very end the last one: velocities of elements need not agree
    /// where they meet, nor with the node's momentum; constraints hold at nodes, and between them to the order of the element. Nothing outside the trajectory, and none between the elements of a thinned one.
    pub fn at(&self, t: S::Scalar) -> Option<PointOf<S>> {
        let wanted = t.real();
        // The last state that is not later. Where no element begins, at the end or before a jump, the one that ends there.
        let mut index = self
            .states
            .partition_point(|state| state.t.real() <= wanted)
            .checked_sub(1)?;
        let element = loop {
            match self.elements.get(index).and_then(Option::as_ref) {
                Some(element) => break element,
                None if self.states[index].t.real() == wanted => index = index.checked_sub(1)?,
                None => return None,
            }
        };
        let (start, end) = (&self.states[index], &self.states[index + 1]);
        let s = self.place(t, start.t, end.t, element.h)?;
        let (q, v) = S::interpolate(element.h, &start.q, &element.stages, s);
        (is_finite(&q) && is_finite(&v)).then_some(Point { t, q, v })
    }

    /// s = (t − t₀)/h, if it is in [0, 1]. Times are rounded, so that h is the difference of two of them where both are kept.
    fn place(&self, t: S::Scalar, start: S::Scalar, end: S::Scalar, h: S::Scalar) -> Option<S::Scalar> {
        let passed = t - start;
        if self.every > 1 {
            return (passed.real() <= h.real()).then(|| passed / h);
        }
        let whole = end - start;
        if whole.real() > 0.0 {
            (passed.real() <= whole.real()).then(|| passed / whole)
        } else {
            Some(S::Scalar::from_f64(1.0))
        }
    }

    /// Goes on from `start`: what the trajectory has of later times is dropped, a state at the same time stays.
    pub(crate) fn begin(&mut self, start: StateOf<S>) {
        if self.newest == Some(start) {
            return;
        }
        // Up to this very state, if it is there; else up to its time.
        let same = self.states.iter().rposition(|state| *state == start);
        let until = |t: f64| self.states.partition_point(|state| state.t.real() <= t);
        let kept = same.map_or_else(|| until(start.t.real()), |index| index + 1);
        if kept < self.states.len() {
            self.states.truncate(kept);
            self.elements.truncate(kept.saturating_sub(1));
            self.begun = None;
        }
        if self.states.last() != Some(&start) {
            self.keep(start);
        }
        self.newest = Some(start);
        self.passed = 0;
    }

    pub(crate) fn push(&mut self, state: StateOf<S>, element: RecordedElementOf<S, D>) {
        self.newest = Some(state);
        if self.passed == 0 {
            self.begun = Some(element);
        }
        self.passed += 1;
        if self.passed == self.every {
            self.keep(state);
            self.passed = 0;
        }
    }

    /// Adds a state, and before it the element that began at the one before.
    fn keep(&mut self, state: StateOf<S>) {
        let begun = self.begun.take();
        if !self.states.is_empty() {
            self.elements.push(begun);
        }
        self.states.push(state);
    }

    /// Makes room for the states of so many steps; a hint, with a limit.
    pub(crate) fn reserve(&mut self, steps: usize) {
        const MOST: usize = 1 << 20;
        let states = (steps / self.every).min(MOST);
        self.states.reserve(states);
        self.elements.reserve(states);
    }
}

impl<S: Discretize<D>, D> Default for Trajectory<S, D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Discretize<D>, D> Clone for Trajectory<S, D> {
    fn clone(&self) -> Self {
        Self {
            states: self.states.clone(),
            elements: self.elements.clone(),
            ..*self
        }
    }
}

impl<'a, S: Discretize<D>, D> IntoIterator for &'a Trajectory<S, D> {
    type Item = &'a StateOf<S>;
    type IntoIter = core::slice::Iter<'a, StateOf<S>>;

    fn into_iter(self) -> Self::IntoIter {
        self.states.iter()
    }
}

/// Says how many states there are and where they begin and end.
impl<S: Discretize<D>, D> fmt::Debug for Trajectory<S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = |state: Option<&State<S::Scalar, S::Vector>>| state.map(|state| state.t);
        f.debug_struct("Trajectory")
            .field("len", &self.len())
            .field("from", &time(self.first()))
            .field("to", &time(self.last()))
            .finish_non_exhaustive()
    }
}
