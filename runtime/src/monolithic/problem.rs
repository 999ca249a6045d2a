//! The elements and the conditions as functions of all unknowns.

use std::vec::Vec;

use super::conditions::{Conditions, Node, add_differences, node, part};
use super::iterate::Iterate;
use crate::drive::{ElementRows, ElementSizes, Elementwise, Interval};
use crate::legendre::velocity_or_consistent;
use crate::{Discretize, Failure, Lagrangian, State, StateOf};
use extremal_numerics::Vector;
use extremal_numerics::{Scalar, Size, block::at};

/// What is to be solved.
pub(super) struct Problem<'a, S: Discretize<D>, D> {
    pub(super) system: &'a S,
    pub(super) scheme: &'a D,
    pub(super) t0: S::Scalar,
    lengths: &'a [S::Scalar],
    /// Times from the start to each node, at τ = 1.
    passed: Vec<S::Scalar>,
    inputs: &'a [S::Inputs],
    pub(super) conditions: &'a Conditions<'a, S>,
    pub(super) has_free_duration: bool,
    pub(super) sizes: ElementSizes,
    /// The number of coordinates.
    pub(super) n: usize,
}

/// The state of an element's start, and its velocity.
pub(super) type StartOf<S> = (StateOf<S>, <S as Lagrangian>::Velocity);

impl<'a, S: Discretize<D>, D> Problem<'a, S, D> {
    pub(super) fn elements(&self) -> usize {
        self.lengths.len()
    }

    /// From the start to the node `k`, at τ = 1.
    pub(super) fn passed(&self, k: usize) -> S::Scalar {
        at(&self.passed, k)
    }

    pub(super) fn time(&self, k: usize, tau: S::Scalar) -> S::Scalar {
        self.t0 + tau * self.passed(k)
    }

    pub(super) fn length(&self, k: usize, tau: S::Scalar) -> S::Scalar {
        tau * at(self.lengths, k)
    }

    pub(super) fn inputs(&self, k: usize) -> &'a S::Inputs {
        &self.inputs[k.min(self.inputs.len() - 1)]
    }
}

impl<'a, S: Discretize<D>, D> Problem<'a, S, D>
where
    S::Driver: Elementwise<S, D>,
{
    pub(super) fn new(
        (system, scheme): (&'a S, &'a D),
        t0: S::Scalar,
        (lengths, inputs): (&'a [S::Scalar], &'a [S::Inputs]),
        (conditions, has_free_duration): (&'a Conditions<'a, S>, bool),
    ) -> Self {
        let sizes = S::Driver::sizes();
        Self {
            system,
            scheme,
            t0,
            passed: passed(lengths),
            lengths,
            inputs,
            conditions,
            has_free_duration,
            sizes,
            n: system.coordinate_count(),
        }
    }

    /// Where the element `k` begins, with its velocity; or the last node.
    pub(super) fn start_of(&self, k: usize, all: &Iterate<S::Scalar>) -> StartOf<S> {
        self.node_of(self.time(k, all.tau), all.node(k, self.sizes.node))
    }

    fn node_of(&self, t: S::Scalar, z: &[S::Scalar]) -> StartOf<S> {
        let state = State {
            t,
            q: part(z, self.n, 0),
            p: part(z, self.n, 1),
        };
        // Schemes that carry no velocity do not read it.
        let v = part(z, self.n, if self.sizes.carries_velocity { 2 } else { 1 });
        (state, v)
    }

    /// The numbers of a node.
    pub(super) fn numbers(&self, (state, v): &StartOf<S>, z: &mut Vec<S::Scalar>) {
        z.extend_from_slice(state.q.as_slice());
        z.extend_from_slice(state.p.as_slice());
        if self.sizes.carries_velocity {
            z.extend_from_slice(v.as_slice());
        }
    }

    fn interval<'b>(&self, k: usize, tau: S::Scalar, state: &'b StateOf<S>) -> Interval<'b, S, D>
    where
        'a: 'b,
    {
        Interval::new(self.scheme, self.length(k, tau), self.inputs(k), state)
    }

    /// Where the element `k` ends, and the largest residual in it; `numbers` become the residuals, and the largest summands of
    /// each coordinate.
    pub(super) fn evaluate(
        &self,
        k: usize,
        all: &Iterate<S::Scalar>,
        end: &mut [S::Scalar],
        numbers: (&mut [S::Scalar], &mut [S::Scalar]),
    ) -> f64 {
        let (state, v) = self.start_of(k, all);
        let over = self.interval(k, all.tau, &state);
        let x = all.unknowns(k, self.sizes.unknowns);
        S::Driver::evaluate(self.system, over, &v, x, end, numbers)
    }

    /// Linearizes the element `k`.
    pub(super) fn linearize(
        &self,
        k: usize,
        all: &Iterate<S::Scalar>,
        rows: &mut ElementRows<S::Scalar>,
    ) -> Result<(), Failure> {
        let (state, v) = self.start_of(k, all);
        let over = self.interval(k, all.tau, &state);
        let x = all.unknowns(k, self.sizes.unknowns);
        let along = self
            .has_free_duration
            .then(|| [self.passed(k), at(self.lengths, k)]);
        S::Driver::linearize_element(self.system, over, &v, x, along, rows)
    }

    /// Report and motion of the element `k` at the solution.
    pub(super) fn reported(
        &self,
        k: usize,
        all: &Iterate<S::Scalar>,
        convergence: crate::newton::Convergence,
    ) -> (S::Report, S::Stages) {
        let [(state, v), (end, v1)] = [k, k + 1].map(|k| self.start_of(k, all));
        let over = self.interval(k, all.tau, &state);
        let before = k
            .checked_sub(1)
            .map(|before| all.unknowns(before, self.sizes.unknowns));
        let x = all.unknowns(k, self.sizes.unknowns);
        S::Driver::reported(self.system, over, (before, x), [&v, &v1], &end, convergence)
    }

    /// The node `k` with its velocity, also where the scheme carries none.
    pub(super) fn seen(&self, k: usize, all: &Iterate<S::Scalar>) -> StartOf<S> {
        self.with_velocity(self.start_of(k, all))
    }

    fn with_velocity(&self, (state, v): StartOf<S>) -> StartOf<S> {
        let v = if self.sizes.carries_velocity {
            v
        } else {
            velocity_or_consistent(self.system, state.t, &state.q, &state.p)
        };
        (state, v)
    }

    /// The node as conditions read it.
    fn shown(&self, start: StartOf<S>) -> Node<S> {
        let (state, v) = self.with_velocity(start);
        node::<S>(state, v)
    }

    /// The values of all conditions: at the first node, for the unknowns of the first element, and at the last node. Those of
    /// the user come first; their number is returned, too.
    pub(super) fn conditions_at(&self, ends: &EndNumbers<S::Scalar>) -> (Vec<S::Scalar>, usize) {
        let first = self.node_of(self.t0, &ends.first);
        let last = self.node_of(self.time(self.elements(), ends.tau), &ends.last);
        let slope = if matches!(self.conditions, Conditions::Velocity { .. }) {
            self.slope(&first, ends)
        } else {
            first.1.clone()
        };
        let carried = first.1.clone();
        let (first, last) = (self.shown(first), self.shown(last));
        let mut values = Vec::new();
        self.conditions.add_values(&first, &slope, &last, &mut values);
        let own = values.len();
        if self.sizes.carries_velocity {
            let momentum = self.system.momentum(first.t, &first.q, &carried);
            add_differences(&first.p, &momentum, &mut values);
            if let Conditions::First { .. } = self.conditions {
                return (values, own);
            }
        }
        if !self.conditions.are_at_start() {
            let state = State {
                t: first.t,
                q: first.q,
                p: first.p,
            };
            let mut add = |number| values.push(number);
            S::Driver::each_constraint(self.system, &state, &first.v, &mut add);
        }
        (values, own)
    }

    /// q̇ at the start of the first element.
    fn slope(&self, (state, v): &StartOf<S>, ends: &EndNumbers<S::Scalar>) -> S::Velocity {
        if self.sizes.carries_velocity {
            return v.clone();
        }
        let over = self.interval(0, ends.tau, state);
        let convergence = crate::newton::Convergence::default();
        let x = (None, ends.unknowns.as_slice());
        let (_, stages) = S::Driver::reported(self.system, over, x, [v, v], state, convergence);
        let start = S::Scalar::from_f64(0.0);
        S::interpolate(over.h, &state.q, &stages, start).1
    }
}

/// The numbers that conditions depend on.
#[derive(Clone)]
pub(super) struct EndNumbers<T> {
    pub(super) first: Vec<T>,
    /// Of the first element.
    pub(super) unknowns: Vec<T>,
    pub(super) last: Vec<T>,
    pub(super) tau: T,
}

impl<T: Scalar> EndNumbers<T> {
    /// The number `k` of all.
    pub(super) fn number(&self, k: usize) -> T {
        let numbers = self.first.iter().chain(&self.last).chain(&self.unknowns);
        numbers
            .chain(core::iter::once(&self.tau))
            .nth(k)
            .copied()
            .unwrap_or(self.tau)
    }

    /// The same, to be changed.
    pub(super) fn number_mut(&mut self, k: usize) -> &mut T {
        let numbers = self
            .first
            .iter_mut()
            .chain(&mut self.last)
            .chain(&mut self.unknowns);
        numbers
            .chain(core::iter::once(&mut self.tau))
            .nth(k)
            .expect("a number of the ends")
    }
}

/// Sums that do not round where lengths are equal.
fn passed<T: Scalar>(lengths: &[T]) -> Vec<T> {
    let mut passed = Vec::with_capacity(lengths.len() + 1);
    let (mut base, mut equal, mut since) = (T::from_f64(0.0), None, 0);
    passed.push(base);
    for &h in lengths {
        if equal != Some(h) {
            base = at(&passed, passed.len() - 1);
            (equal, since) = (Some(h), 0);
        }
        since += 1;
        passed.push(base + T::from_size(T::Size::from_count(since)) * h);
    }
    passed
}
