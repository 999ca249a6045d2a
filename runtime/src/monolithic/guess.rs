//! The first guess of Newton's method.

use std::boxed::Box;
use std::vec::Vec;

use super::conditions::{Conditions, Given};
use super::problem::{Problem, StartOf};
use crate::drive::{Drive, Elementwise, Interval, Start, StepMemory};
use crate::legendre::velocity_or_consistent;
use crate::{Discretize, Failure, Lagrangian, State, StateOf};
use extremal_numerics::block::at;
use extremal_numerics::{Scalar, Vector};

/// Where Newton's method begins.
pub(super) enum Guess<'a, S: Lagrangian> {
    /// The motion that steps make; where a step fails, it rests.
    Steps,
    /// A straight line between two places.
    Line(S::Configuration, S::Configuration),
    /// q(t).
    Curve(Box<dyn Fn(S::Scalar) -> S::Configuration + 'a>),
    /// All nodes.
    States(Vec<StateOf<S>>),
}

impl<S: Lagrangian> Guess<'_, S> {
    pub(super) fn of(conditions: &Conditions<'_, S>) -> Self {
        match conditions {
            Conditions::Ends { q0, q1 } => Self::Line(q0.clone(), q1.clone()),
            _ => Self::Steps,
        }
    }

    /// Whether the nodes are on motions, at least nearly.
    pub(super) fn is_motion(&self) -> bool {
        matches!(self, Self::Steps | Self::States(_))
    }

    /// The states at all nodes, and velocities there.
    ///
    /// # Errors
    ///
    /// The errors of a start, for `Steps`.
    pub(super) fn nodes<D>(&self, of: &Problem<'_, S, D>) -> Result<Vec<StartOf<S>>, Failure>
    where
        S: Discretize<D>,
        S::Driver: Elementwise<S::System, D>,
    {
        let one = S::Scalar::from_f64(1.0);
        match self {
            Self::Steps => stepped(of),
            Self::Line(a, b) => {
                let whole = of.passed(of.elements());
                let line = |k| {
                    let s = of.passed(k) / whole;
                    let pairs = |i| at(a.as_slice(), i) * (one - s) + at(b.as_slice(), i) * s;
                    a.like(pairs)
                };
                Ok(through(of, line))
            }
            Self::Curve(q) => Ok(through(of, |k| q(of.time(k, one)))),
            Self::States(states) => Ok(states
                .iter()
                .map(|state| with_velocity(of.system, state))
                .collect()),
        }
    }
}

fn with_velocity<S: Lagrangian>(system: &S, state: &StateOf<S>) -> StartOf<S> {
    let velocity = velocity_or_consistent(system, state.t, &state.q, &state.p);
    (state.clone(), velocity)
}

/// States along places at the nodes: velocities are differences over the element after a node, at the last one before it.
fn through<S: Discretize<D>, D>(
    of: &Problem<'_, S, D>,
    place: impl Fn(usize) -> S::Configuration,
) -> Vec<StartOf<S>> {
    let one = S::Scalar::from_f64(1.0);
    let places: Vec<S::Configuration> = (0..=of.elements()).map(place).collect();
    let last = of.elements().saturating_sub(1);
    let node = |(k, q): (usize, &S::Configuration)| {
        let from = k.min(last);
        let h = of.length(from, one);
        let ends = [from, from + 1].map(|k| places.get(k).map_or(&[][..], Vector::as_slice));
        let n = q.as_slice().len();
        let v = S::Velocity::with_len(n, |i| (at(ends[1], i) - at(ends[0], i)) / h);
        let t = of.time(k, one);
        let p = of.system.momentum(t, q, &v);
        (State { t, q: q.clone(), p }, v)
    };
    places.iter().enumerate().map(node).collect()
}

/// The motion that steps make from the given start.
fn stepped<S, D>(of: &Problem<'_, S, D>) -> Result<Vec<StartOf<S>>, Failure>
where
    S: Discretize<D>,
    S::Driver: Elementwise<S::System, D>,
{
    let stepping = S::Driver::stepping(of.scheme);
    let scheme = stepping.as_ref().unwrap_or(of.scheme);
    let Some((state, v)) = first(of) else {
        return Ok(Vec::new());
    };
    let mut nodes = Vec::with_capacity(of.elements() + 1);
    let h = of.length(0, S::Scalar::from_f64(1.0));
    let mut memory = S::Driver::start(of.system.system(), Start::new(scheme, h, &state, &v), None)?;
    nodes.push((state, v));
    let (mut before, mut fails) = (h, false);
    for k in 0..of.elements() {
        let Some((state, v)) = nodes.last().cloned() else {
            break;
        };
        let h = of.length(k, S::Scalar::from_f64(1.0));
        let over = Interval::new(scheme, h, of.inputs(k), &state);
        if stepping.is_some() && k > 0 {
            // Fields of their own begin anew in each step.
            let started = S::Driver::start(of.system.system(), Start::new(scheme, h, &state, &v), None);
            fails = fails || started.is_err();
            memory = started.unwrap_or(memory);
        } else if !fails && h != before {
            let from = memory.clone();
            fails = S::Driver::hand_over(of.system.system(), over, (before, &from), &mut memory).is_err();
        }
        before = h;
        let step = if fails {
            None
        } else {
            S::Driver::advance::<true>(of.system.system(), over, &mut memory).ok()
        };
        fails = step.is_none();
        let next = match step {
            Some(step) => {
                let carried = memory.velocity().filter(|_| stepping.is_none());
                let (next, velocity) = with_velocity(of.system, &step.state);
                (next, carried.unwrap_or(velocity))
            }
            None => (
                State {
                    t: of.time(k + 1, S::Scalar::from_f64(1.0)),
                    ..state
                },
                v,
            ),
        };
        nodes.push(next);
    }
    Ok(nodes)
}

/// The state that is given at the start; `None` where it is not given whole.
pub(super) fn first<S: Discretize<D>, D>(of: &Problem<'_, S, D>) -> Option<StartOf<S>> {
    let t = of.t0;
    Some(match of.conditions {
        Conditions::First {
            q,
            given: Given::Momentum(p),
        } => {
            let (q, p) = (q.clone(), p.clone());
            with_velocity(of.system, &State { t, q, p })
        }
        Conditions::First {
            q,
            given: Given::Velocity(v),
        }
        | Conditions::Velocity { q, v }
        | Conditions::Field { q, v } => {
            let p = of.system.momentum(t, q, v);
            (State { t, q: q.clone(), p }, v.clone())
        }
        _ => return None,
    })
}
