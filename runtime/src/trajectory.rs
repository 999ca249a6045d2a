//! A trajectory: the states of a motion in the order of time, and the elements between them. The integrator records them.

mod crossings;
mod events;
mod gauss;
mod integral;
mod nodes;
mod recorded;
#[cfg(feature = "serde")]
mod stored;
#[cfg(not(feature = "csv"))]
mod without_csv;

pub use crossings::{Crossing, CrossingOf};
pub use integral::NoIntegral;
pub use recorded::NotRecorded;

use core::fmt;
use std::vec::Vec;

use crate::drive::Drive;
use crate::error::AnySizeFailure;
use crate::{Discretize, Failure, Lagrangian, State, StateOf};
use extremal_numerics::block::is_finite;
use extremal_numerics::{Scalar, SizeOf, Vector};

/// The states of the system `S` under the scheme `D`, including the start, and the elements that lead from each state to
/// the next.
///
/// Inside an element the motion is the scheme's interpolation: a polynomial by the element's own shape functions. So
/// [`at`](Self::at) has the order of the interpolation, P + 1 for degree P, while the states have order 2P.
/// [`crossings`](Self::crossings) are found on it, and [`integral`](Self::integral)s are taken over it.
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
    /// Each `every`-th state is recorded.
    every: usize,
    /// Steps since the last recorded state.
    passed: usize,
    /// The newest state, recorded or not, from which a motion is continued.
    newest: Option<StateOf<S>>,
    states: Vec<StateOf<S>>,
    /// The velocity at each state, if the scheme carries it; otherwise empty.
    velocities: Vec<S::Velocity>,
    /// One fewer than the states; `None` where the state jumped.
    elements: Vec<Option<RecordedElementOf<S, D>>>,
    /// The element that begins at the last recorded state.
    begun: Option<RecordedElementOf<S, D>>,
}

/// The element that begins at a state: its length, its inputs, the motion inside it, and the report of the step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "T: Scalar + serde::Serialize, I: extremal_numerics::Vector<T>, U: extremal_numerics::Vector<T>, R: serde::Serialize",
        deserialize = "T: Scalar + serde::Deserialize<'de>, I: extremal_numerics::Vector<T>, U: extremal_numerics::Vector<T>, R: serde::Deserialize<'de>"
    ))
)]
pub struct RecordedElement<T, I, U, R> {
    /// The length of the element.
    pub h: T,
    /// The inputs, constant over the element.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::vector"))]
    pub inputs: I,
    /// Stage velocities.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::vector"))]
    pub stages: U,
    /// The report of the step.
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
pub struct Point<T, Q, V = Q> {
    /// Time.
    pub t: T,
    /// Coordinates q(t).
    pub q: Q,
    /// Velocity q̇(t).
    pub v: V,
}

/// A point of the system `S`.
pub type PointOf<S> = Point<
    <S as crate::Lagrangian>::Scalar,
    <S as crate::Lagrangian>::Configuration,
    <S as crate::Lagrangian>::Velocity,
>;

impl<S: Discretize<D>, D> Trajectory<S, D> {
    /// An empty trajectory that records every state.
    pub fn new() -> Self {
        Self::every(1)
    }

    /// An empty trajectory that records the first state and then each `stride`-th state, each with the element that
    /// begins there.
    ///
    /// So each state has the inputs that began to act at it. The motion is known inside the recorded elements, but not
    /// between them. A stride of zero counts as one.
    pub fn every(stride: usize) -> Self {
        Self {
            every: stride.max(1),
            passed: 0,
            newest: None,
            states: Vec::new(),
            velocities: Vec::new(),
            elements: Vec::new(),
            begun: None,
        }
    }

    /// The recorded states, in the order of time.
    pub fn states(&self) -> &[StateOf<S>] {
        &self.states
    }

    /// The element that begins at each state except the last; `None` where the state jumped. It leads to the next
    /// recorded state if every state is recorded.
    pub fn elements(&self) -> &[Option<RecordedElementOf<S, D>>] {
        &self.elements
    }

    /// The velocity that the scheme carried at the state `index`; `None` if it carries none.
    #[cfg(feature = "csv")]
    pub(crate) fn carried_velocity(&self, index: usize) -> Option<S::Velocity> {
        self.velocities.get(index).cloned()
    }

    /// The number of recorded states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether no state is recorded.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The first state.
    pub fn first(&self) -> Option<&StateOf<S>> {
        self.states.first()
    }

    /// The last recorded state.
    pub fn last(&self) -> Option<&StateOf<S>> {
        self.states.last()
    }

    /// q and q̇ at the time `t`, by the shape functions of the element that contains `t`.
    ///
    /// ```text
    /// q(t) = q₀ + h Σⱼ (∫₀ˢ ℓⱼ) uⱼ,   q̇(t) = Σⱼ ℓⱼ(s) uⱼ,   s = (t − t₀)/h
    /// ```
    ///
    /// At a node it is the element that begins there; at the end of the trajectory it is the last one. Velocities of
    /// neighbouring elements need not agree at their common node, nor with the node's momentum. Constraints hold at
    /// nodes, and between nodes to the order of the element.
    ///
    /// Between nodes an element of degree P has the order P + 1 in q and P in q̇, also where nodes are better: those of
    /// `Galerkin<4, Gauss<4>>` have the order 8, and points between them 5. Compare points of one kind with one another, or
    /// take those of [`at_node_order`](Self::at_node_order).
    ///
    /// Returns `None` outside the trajectory, and between recorded elements if not every state is recorded.
    pub fn at(&self, t: S::Scalar) -> Option<PointOf<S>> {
        let (index, s) = self.element_at(t)?;
        let (start, element) = (self.states.get(index)?, self.elements.get(index)?.as_ref()?);
        let (q, v) = S::Driver::interpolate(element.h, &start.q, &element.stages, s);
        (is_finite(&q) && is_finite(&v)).then_some(Point { t, q, v })
    }

    /// The number of the element that contains `t`, and the place s there.
    fn element_at(&self, t: S::Scalar) -> Option<(usize, S::Scalar)> {
        let wanted = t.real();
        // The last state that is not later than `t`. If no element begins there (at the end, or before a jump), take the
        // one that ends.
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
        Some((index, s))
    }

    /// s = (t − t₀)/h, if it is in [0, 1]. Times are rounded, so that h is the difference of two times if both are
    /// recorded.
    fn place(&self, t: S::Scalar, start: S::Scalar, end: S::Scalar, h: S::Scalar) -> Option<S::Scalar> {
        let passed = t - start;
        if self.every > 1 {
            return (passed.real() <= h.real()).then(|| passed / h);
        }
        let whole = end - start;
        if whole.real() > SizeOf::<S::Scalar>::from_f64(0.0) {
            (passed.real() <= whole.real()).then(|| passed / whole)
        } else {
            Some(S::Scalar::from_f64(1.0))
        }
    }

    /// Whether the states are those of a system with as many coordinates and inputs as this one. All states have as many as the
    /// newest.
    pub(crate) fn check_size<L: Lagrangian>(&self, system: &L) -> Result<(), Failure> {
        if let Some(newest) = &self.newest {
            let (expected, found) = (system.coordinate_count(), newest.q.as_slice().len());
            Failure::unless_equal("states of the trajectory", expected, found)?;
        }
        let recorded = self.elements.iter().flatten().chain(&self.begun).next();
        let expected = system.input_count();
        match recorded.map(|element| element.inputs.as_slice().len()) {
            Some(found) if found != expected => {
                Err(AnySizeFailure::RecordedInputCount { expected, found }.into())
            }
            _ => Ok(()),
        }
    }

    /// Continues from `start`, where the scheme carried `velocity`: states at later times are dropped, a state at the same time
    /// stays.
    pub(crate) fn begin(&mut self, start: StateOf<S>, velocity: Option<S::Velocity>) {
        if self.newest.as_ref() == Some(&start) {
            return;
        }
        // Up to this state, if the trajectory has it; otherwise up to its time.
        let same = self.states.iter().rposition(|state| *state == start);
        let until = |t: SizeOf<S::Scalar>| self.states.partition_point(|state| state.t.real() <= t);
        let kept = same.map_or_else(|| until(start.t.real()), |index| index + 1);
        if kept < self.states.len() {
            self.states.truncate(kept);
            self.velocities.truncate(kept);
            self.elements.truncate(kept.saturating_sub(1));
            self.begun = None;
        }
        if self.states.last() != Some(&start) {
            self.keep(start.clone(), velocity);
        }
        self.newest = Some(start);
        self.passed = 0;
    }

    /// Adds a step that ended here, with the velocity that the scheme carries there.
    pub(crate) fn push(
        &mut self,
        end: State<S::Scalar, &S::Configuration, &S::Momentum>,
        element: RecordedElementOf<S, D>,
        velocity: impl FnOnce() -> Option<S::Velocity>,
    ) {
        let State { t, q, p } = end;
        let state = || State {
            t,
            q: q.clone(),
            p: p.clone(),
        };
        match &mut self.newest {
            Some(newest) => {
                newest.t = t;
                newest.q.assign(q);
                newest.p.assign(p);
            }
            newest => *newest = Some(state()),
        }
        if self.passed == 0 {
            self.begun = Some(element);
        }
        self.passed += 1;
        if self.passed == self.every {
            self.keep(state(), velocity());
            self.passed = 0;
        }
    }

    /// Adds a state, and the element that began at the previous recorded state.
    fn keep(&mut self, state: StateOf<S>, velocity: Option<S::Velocity>) {
        let begun = self.begun.take();
        if !self.states.is_empty() {
            self.elements.push(begun);
        }
        self.states.push(state);
        self.velocities.extend(velocity);
    }

    /// Reserves memory for the states of `steps` steps, up to a limit.
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
            every: self.every,
            passed: self.passed,
            newest: self.newest.clone(),
            states: self.states.clone(),
            velocities: self.velocities.clone(),
            elements: self.elements.clone(),
            begun: self.begun.clone(),
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

/// Shows the number of states and the first and last time.
impl<S: Discretize<D>, D> fmt::Debug for Trajectory<S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = |state: Option<&StateOf<S>>| state.map(|state| state.t);
        f.debug_struct("Trajectory")
            .field("len", &self.len())
            .field("from", &time(self.first()))
            .field("to", &time(self.last()))
            .finish_non_exhaustive()
    }
}
