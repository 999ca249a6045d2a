//! The elements and the conditions as functions of all unknowns.

use std::vec::Vec;

use super::conditions::{Conditions, Given, Node, add_differences, node, part};
use super::iterate::Iterate;
use crate::drive::{Beside, Drive, ElementRows, ElementSizes, Elementwise, Interval};
use crate::legendre::velocity_or_consistent;
use crate::{Discretize, Failure, Lagrangian, State, StateOf};
use extremal_numerics::Vector;
use extremal_numerics::{Scalar, Size, block::at};

/// The problem of a whole interval.
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

    /// The time from the start to the node `k`, at τ = 1.
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
    S::Driver: Elementwise<S::System, D>,
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

    /// The numbers of a node, whose other fields are a guess.
    pub(super) fn numbers(&self, (state, v): &StartOf<S>, z: &mut Vec<S::Scalar>) {
        z.extend_from_slice(state.q.as_slice());
        z.extend_from_slice(state.p.as_slice());
        if self.sizes.carries_velocity {
            z.extend_from_slice(v.as_slice());
        }
        let from = z.len();
        z.resize(from + self.sizes.fields, S::Scalar::from_f64(0.0));
        if let Some(fields @ [_, ..]) = z.get_mut(from..) {
            let over = self.interval(0, S::Scalar::from_f64(1.0), state);
            S::Driver::fields_at(self.system.system(), over, v, fields);
        }
    }

    /// The other fields among the numbers of a node.
    fn fields<'b>(&self, node: &'b [S::Scalar]) -> &'b [S::Scalar] {
        node.get(node.len() - self.sizes.fields.min(node.len())..)
            .unwrap_or_default()
    }

    fn beside<'b>(&self, k: usize, all: &'b Iterate<S::Scalar>, v: &'b S::Velocity) -> Beside<'b, S> {
        (v, self.fields(all.node(k, self.sizes.node)))
    }

    /// Whether all conditions are at the start, so that one node after the other is found.
    pub(super) fn sweeps(&self) -> bool {
        self.conditions.are_at_start() && self.sizes.fields == 0
    }

    /// Whether the first node is known from the beginning.
    pub(super) fn knows_first(&self) -> bool {
        matches!(self.conditions, Conditions::First { .. }) && self.sizes.fields == 0
    }

    fn interval<'b>(&self, k: usize, tau: S::Scalar, state: &'b StateOf<S>) -> Interval<'b, S::System, D>
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
        S::Driver::evaluate(
            self.system.system(),
            over,
            self.beside(k, all, &v),
            x,
            end,
            numbers,
        )
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
        S::Driver::linearize_element(
            self.system.system(),
            over,
            self.beside(k, all, &v),
            x,
            along,
            rows,
        )
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
        // Of the element before, reports read the impulses at its end, which are in proportion to its length.
        let before: Option<Vec<S::Scalar>> = k.checked_sub(1).map(|before| {
            let ratio = at(self.lengths, k) / at(self.lengths, before);
            let x = all.unknowns(before, self.sizes.unknowns);
            x.iter().map(|&x| x * ratio).collect()
        });
        let (before, x) = (before.as_deref(), all.unknowns(k, self.sizes.unknowns));
        let nodes = [self.beside(k, all, &v), self.beside(k + 1, all, &v1)];
        S::Driver::reported(self.system.system(), over, (before, x), nodes, &end, convergence)
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
        if self.sizes.fields > 0 {
            return self.with_fields(ends, (&carried, &first), values);
        }
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
            S::Driver::each_constraint(self.system.system(), &state, &first.v, &mut add);
        }
        (values, own)
    }

    /// The conditions of a start that fields of their own are asked for, and what each field leaves at the ends.
    fn with_fields(
        &self,
        ends: &EndNumbers<S::Scalar>,
        (u, first): (&S::Velocity, &Node<S>),
        mut values: Vec<S::Scalar>,
    ) -> (Vec<S::Scalar>, usize) {
        let [start, end] = [&ends.first, &ends.last].map(|node| self.fields(node));
        match self.conditions {
            Conditions::First {
                given: Given::Velocity(v),
                q,
            } => {
                let impulse = self.system.momentum(first.t, q, v);
                add_differences(&first.p, &impulse, &mut values);
            }
            Conditions::First {
                given: Given::Momentum(p0),
                ..
            } => {
                let p: S::Momentum = part(start, self.n, 0);
                add_differences(&p, p0, &mut values);
            }
            Conditions::Field { v, .. } => add_differences(u, v, &mut values),
            Conditions::Velocity { .. } | Conditions::Ends { .. } | Conditions::Between(_) => {}
        }
        let own = values.len();
        for left in [start, end] {
            values.extend(left.iter().skip(self.n));
        }
        (values, own)
    }

    /// q̇ at the start of the first element.
    fn slope(&self, (state, v): &StartOf<S>, ends: &EndNumbers<S::Scalar>) -> S::Velocity {
        if self.sizes.carries_velocity && self.sizes.fields == 0 {
            return v.clone();
        }
        let over = self.interval(0, ends.tau, state);
        let convergence = crate::newton::Convergence::default();
        let x = (None, ends.unknowns.as_slice());
        let beside = (v, self.fields(&ends.first));
        let (_, stages) = S::Driver::reported(self.system.system(), over, x, [beside; 2], state, convergence);
        let start = S::Scalar::from_f64(0.0);
        S::Driver::interpolate(over.h, &state.q, &stages, start).1
    }
}

/// The numbers that conditions depend on.
#[derive(Clone)]
pub(super) struct EndNumbers<T> {
    pub(super) first: Vec<T>,
    /// The unknowns of the first element.
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

    /// The number `k` of all, to be changed.
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
