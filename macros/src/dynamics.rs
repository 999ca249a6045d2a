//! The derivatives of the model that discretizations use, and their values at a point of the state space.

use std::borrow::Cow;

use extremal_symbolic::{Expr, Graph};

use crate::model::{Inheritance, Model, Symmetry, Varying, pairs, slopes_at_rest, without};

/// T, V, their gradients and the generalized forces, over the symbols of a model.
///
/// A general L takes the place of T, with V = 0.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Dynamics {
    time: Expr,
    coordinates: Vec<Expr>,
    velocities: Vec<Expr>,
    pub(crate) kinetic: Expr,
    pub(crate) potential: Expr,
    kinetic_by_q: Vec<Expr>,
    kinetic_by_v: Vec<Expr>,
    potential_by_q: Vec<Expr>,
    force: Vec<Expr>,
    /// The inputs that vary within a step.
    varying: Vec<Varying>,
    /// tₖ and h of the step that is stated.
    step: Option<(Expr, Expr)>,
    constraints: Vec<Expr>,
    /// ∂g/∂q, row by row.
    constraints_by_q: Vec<Vec<Expr>>,
    constraints_by_t: Vec<Expr>,
    /// The monomials of each constraint; empty for a constraint with too many.
    constraint_terms: Vec<Vec<Expr>>,
    /// a·v + b of constraints on velocities: A, row by row, and b.
    rolling_by_v: Vec<Vec<Expr>>,
    rolling_at_rest: Vec<Expr>,
    /// The flow of each symmetry with an affine generator: q and v with their rates ξ(q) and (∂ξ/∂q) v.
    flows: Vec<Vec<(Expr, Expr)>>,
}

/// A point (t, q, v).
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) time: Expr,
    pub(crate) coordinates: Vec<Expr>,
    pub(crate) velocities: Vec<Expr>,
}

/// Symbols with a number each: `u[0]`, `u[1]`.
pub(crate) fn symbols(graph: &mut Graph, name: &str, count: usize) -> Vec<Expr> {
    let numbers = 0..count;
    numbers.map(|i| graph.symbol(&format!("{name}[{i}]"))).collect()
}

impl Point {
    /// t, q and v
    pub(crate) fn numbers(&self) -> Vec<Expr> {
        [&[self.time], &self.coordinates[..], &self.velocities].concat()
    }

    /// The rates along the motion: v for q, and 1 for t.
    pub(crate) fn rates(&self, graph: &Graph) -> Vec<(Expr, Expr)> {
        let positions = self.coordinates.iter().zip(&self.velocities);
        let positions = positions.map(|(&q, &v)| (q, v));
        positions.chain([(self.time, graph.one())]).collect()
    }
}

/// T and its gradients at a point.
#[derive(Clone, Debug)]
pub(crate) struct KineticAt {
    pub(crate) energy: Expr,
    pub(crate) by_q: Vec<Expr>,
    pub(crate) by_v: Vec<Expr>,
}

/// V, ∂V/∂q and f at a point.
#[derive(Clone, Debug)]
pub(crate) struct PotentialAt {
    pub(crate) energy: Expr,
    pub(crate) by_q: Vec<Expr>,
    pub(crate) force: Vec<Expr>,
}

/// g, ∂g/∂q and ∂g/∂t at a point.
#[derive(Clone, Debug)]
pub(crate) struct ConstraintsAt {
    pub(crate) values: Vec<Expr>,
    /// Row by row, one row per constraint.
    pub(crate) by_q: Vec<Vec<Expr>>,
    pub(crate) by_t: Vec<Expr>,
    /// The summands of each constraint, if known. They determine its rounding error.
    pub(crate) terms: Vec<Vec<Expr>>,
}

/// Constraints with more terms than this are scaled by their coordinates alone.
const TERMS: usize = 64;

impl ConstraintsAt {
    /// These, and then others.
    pub(crate) fn with(&self, others: &Self) -> Self {
        Self {
            values: [&self.values[..], &others.values].concat(),
            by_q: [&self.by_q[..], &others.by_q].concat(),
            by_t: [&self.by_t[..], &others.by_t].concat(),
            terms: [&self.terms[..], &others.terms].concat(),
        }
    }

    /// (∂g/∂q)ᵀ λ, term by term, for one coordinate.
    pub(crate) fn impulse(&self, graph: &mut Graph, multipliers: &[Expr], coordinate: usize) -> Vec<Expr> {
        let pairs = self.by_q.iter().zip(multipliers);
        pairs
            .map(|(row, &multiplier)| graph.mul(row[coordinate], multiplier))
            .collect()
    }

    /// The terms of ∂g/∂q v + ∂g/∂t, constraint by constraint.
    pub(crate) fn rates(&self, graph: &mut Graph, velocities: &[Expr]) -> Vec<Vec<Expr>> {
        let rows = self.by_q.iter().zip(&self.by_t);
        rows.map(|(row, &by_t)| {
            let terms = row.iter().zip(velocities).map(|(&by_q, &v)| graph.mul(by_q, v));
            terms.chain([by_t]).collect()
        })
        .collect()
    }
}

impl Dynamics {
    /// The energies as the model has them.
    pub(crate) fn of(model: &mut Model) -> Self {
        let (kinetic, potential) = model.energies();
        Self::with_energies(model, kinetic, potential)
    }

    /// T and V in another form.
    pub(crate) fn with_energies(model: &mut Model, kinetic: Expr, potential: Expr) -> Self {
        let graph = &mut model.graph;
        let n = model.coordinates.len();
        let state: Vec<Expr> = model
            .coordinates
            .iter()
            .chain(&model.velocities)
            .copied()
            .collect();
        let mut by_q = graph.gradient(kinetic, &state);
        let by_v = by_q.split_off(n);
        Self {
            time: model.time,
            coordinates: model.coordinates.clone(),
            velocities: model.velocities.clone(),
            kinetic,
            potential,
            kinetic_by_q: by_q,
            kinetic_by_v: by_v,
            potential_by_q: graph.gradient(potential, &model.coordinates),
            force: model.force.clone(),
            varying: model.varying.clone(),
            step: None,
            constraints_by_q: graph.jacobian(&model.constraints, &model.coordinates),
            constraints_by_t: graph.jacobian(&model.constraints, &[model.time]).concat(),
            constraint_terms: model
                .constraints
                .iter()
                .map(|&g| graph.expanded_terms(g, TERMS).unwrap_or_default())
                .collect(),
            constraints: model.constraints.clone(),
            rolling_by_v: slopes_at_rest(graph, &model.rolling, &model.velocities),
            rolling_at_rest: without(graph, &model.rolling, &model.velocities),
            flows: flows(model),
        }
    }

    /// Replaces all expressions by their images under `f`, which maps the list as a whole.
    pub(crate) fn map(&self, f: impl FnOnce(&[Expr]) -> Vec<Expr>) -> Self {
        let n = self.size();
        let mut energies = f(&[vec![self.kinetic, self.potential], self.gradients()].concat());
        let mut lists = energies.split_off(2);
        let mut next = || lists.drain(..n).collect::<Vec<Expr>>();
        Self {
            kinetic: energies[0],
            potential: energies[1],
            kinetic_by_q: next(),
            kinetic_by_v: next(),
            potential_by_q: next(),
            force: next(),
            ..self.clone()
        }
    }

    /// ∂T/∂q, ∂T/∂v, ∂V/∂q and f.
    pub(crate) fn gradients(&self) -> Vec<Expr> {
        [
            &self.kinetic_by_q[..],
            &self.kinetic_by_v,
            &self.potential_by_q,
            &self.force,
        ]
        .concat()
    }

    /// ∂T/∂v, or ∂L/∂v of a general L.
    pub(crate) fn momenta(&self) -> &[Expr] {
        &self.kinetic_by_v
    }

    /// ∂T/∂q and ∂V/∂q for one coordinate.
    pub(crate) fn slopes(&self, coordinate: usize) -> [Expr; 2] {
        [self.kinetic_by_q[coordinate], self.potential_by_q[coordinate]]
    }

    /// The number of coordinates.
    pub(crate) fn size(&self) -> usize {
        self.coordinates.len()
    }

    /// The number of constraints on coordinates.
    pub(crate) fn constraint_count(&self) -> usize {
        self.constraints.len()
    }

    /// The number of constraints on velocities.
    pub(crate) fn rolling_count(&self) -> usize {
        self.rolling_at_rest.len()
    }

    /// The point of the model's own symbols.
    pub(crate) fn here(&self) -> Point {
        Point {
            time: self.time,
            coordinates: self.coordinates.clone(),
            velocities: self.velocities.clone(),
        }
    }

    pub(crate) fn kinetic_at(&self, graph: &mut Graph, point: &Point) -> KineticAt {
        let n = self.size();
        let roots: Vec<Expr> = self
            .kinetic_by_q
            .iter()
            .chain(&self.kinetic_by_v)
            .copied()
            .chain([self.kinetic])
            .collect();
        let mut by_q = self.substitute(graph, &roots, point);
        let mut by_v = by_q.split_off(n);
        let energy = by_v.pop().expect("the energy is the last root");
        KineticAt { energy, by_q, by_v }
    }

    /// The flows of the symmetries, at a point.
    pub(crate) fn flows_at(&self, graph: &mut Graph, point: &Point) -> Vec<Vec<(Expr, Expr)>> {
        let pairs = self.pairs(graph, point);
        let flow = |flow: &Vec<(Expr, Expr)>| {
            let (symbols, rates): (Vec<Expr>, Vec<Expr>) = flow.iter().copied().unzip();
            let symbols = graph.substitute(&symbols, &pairs);
            symbols
                .into_iter()
                .zip(graph.substitute(&rates, &pairs))
                .collect()
        };
        self.flows.iter().map(flow).collect()
    }

    /// Whether L is of degree two in the velocities, at most.
    pub(crate) fn is_quadratic(&self, graph: &Graph) -> bool {
        let energies = [self.kinetic, self.potential];
        !graph.quadratic_in(&energies, &self.velocities).contains(&false)
    }

    /// T and V themselves.
    pub(crate) fn energies_at(&self, graph: &mut Graph, point: &Point) -> (Expr, Expr) {
        let energies = self.substitute(graph, &[self.kinetic, self.potential], point);
        (energies[0], energies[1])
    }

    pub(crate) fn potential_at(&self, graph: &mut Graph, point: &Point) -> PotentialAt {
        let n = self.size();
        let roots: Vec<Expr> = self
            .potential_by_q
            .iter()
            .chain(&self.force)
            .copied()
            .chain([self.potential])
            .collect();
        let mut by_q = self.substitute(graph, &roots, point);
        let mut force = by_q.split_off(n);
        let energy = force.pop().expect("the energy is the last root");
        PotentialAt { energy, by_q, force }
    }

    pub(crate) fn constraints_at(&self, graph: &mut Graph, point: &Point) -> ConstraintsAt {
        let m = self.constraint_count();
        let roots = [
            &self.constraints[..],
            &self.constraints_by_t,
            &self.constraints_by_q.concat(),
            &self.constraint_terms.concat(),
        ]
        .concat();
        let mut values = self.substitute(graph, &roots, point);
        let mut by_t = values.split_off(m);
        let mut by_q = by_t.split_off(m);
        let mut terms = by_q.split_off(m * self.size()).into_iter();
        let mut by_q = by_q.into_iter();
        let lists = self.constraint_terms.iter();
        ConstraintsAt {
            values,
            // A summand may have no coordinates.
            by_q: (0..m)
                .map(|_| by_q.by_ref().take(self.size()).collect())
                .collect(),
            by_t,
            terms: lists
                .map(|list| terms.by_ref().take(list.len()).collect())
                .collect(),
        }
    }

    /// Constraints on velocities as those whose gradient is A, and whose rate at rest is b. They have no value.
    pub(crate) fn rolling_at(&self, graph: &mut Graph, point: &Point) -> ConstraintsAt {
        let m = self.rolling_count();
        let roots = [&self.rolling_at_rest[..], &self.rolling_by_v.concat()].concat();
        let mut by_t = self.substitute(graph, &roots, point);
        let mut by_v = by_t.split_off(m).into_iter();
        ConstraintsAt {
            values: vec![graph.zero(); m],
            // A summand may have no coordinates.
            by_q: (0..m)
                .map(|_| by_v.by_ref().take(self.size()).collect())
                .collect(),
            by_t,
            terms: vec![Vec::new(); m],
        }
    }

    /// Those on coordinates, and then those on velocities.
    pub(crate) fn held_at(&self, graph: &mut Graph, point: &Point) -> ConstraintsAt {
        let rolling = self.rolling_at(graph, point);
        self.constraints_at(graph, point).with(&rolling)
    }

    /// For the step with these symbols tₖ and h, within which inputs may vary.
    pub(crate) fn within(&self, time: Expr, step_size: Expr) -> Cow<'_, Self> {
        if self.varying.is_empty() {
            return Cow::Borrowed(self);
        }
        Cow::Owned(Self {
            step: Some((time, step_size)),
            ..self.clone()
        })
    }

    fn substitute(&self, graph: &mut Graph, roots: &[Expr], point: &Point) -> Vec<Expr> {
        let pairs = self.pairs(graph, point);
        graph.substitute(roots, &pairs)
    }

    fn pairs(&self, graph: &mut Graph, point: &Point) -> Vec<(Expr, Expr)> {
        let mut of_time = vec![(self.time, point.time)];
        if let Some((start, h)) = self.step {
            let passed = graph.sub(point.time, start);
            let s = graph.div(passed, h);
            let inputs = self
                .varying
                .iter()
                .map(|input| (input.symbol(), input.at(graph, s)));
            of_time.extend(inputs);
        }
        let (q, v) = (&self.coordinates, &self.velocities);
        [pairs(q, &point.coordinates), pairs(v, &point.velocities), of_time].concat()
    }
}

fn flows(model: &mut Model) -> Vec<Vec<(Expr, Expr)>> {
    let along = pairs(&model.coordinates, &model.velocities);
    let affine = model
        .symmetries
        .iter()
        .filter(|symmetry| symmetry.inheritance != Inheritance::Never);
    let flow = |symmetry: &Symmetry| {
        let moved = model.graph.time_derivatives(&symmetry.generator, &along);
        let coordinates = pairs(&model.coordinates, &symmetry.generator);
        [coordinates, pairs(&model.velocities, &moved)].concat()
    };
    affine.map(flow).collect()
}
