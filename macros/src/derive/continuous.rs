//! The kernels of the continuous system: energies, momentum, mass matrix, velocity from momentum, acceleration.

use extremal_symbolic::{Expr, Graph};

use crate::derive::contacts::ContactKernels;
use crate::derive::kernel::{Argument, Kernel, Shape};
use crate::derive::solve::{Diagonal, Solver, System, scales};
use crate::derive::structure::Structure;
use crate::dynamics::{ConstraintsAt, Dynamics, KineticAt, Point, PotentialAt, symbols};
use crate::model::{self, Energy, Model, Output};

/// The kernels that do not depend on a scheme.
#[derive(Clone, Debug)]
pub(crate) struct Continuous {
    pub(crate) lagrangian: Kernel,
    pub(crate) momentum: Kernel,
    pub(crate) mass_matrix: Kernel,
    /// M itself.
    pub(crate) masses: Vec<Vec<Expr>>,
    pub(crate) generalized_energy: Kernel,
    pub(crate) total_energy: Kernel,
    pub(crate) force: Kernel,
    /// All outputs in one kernel, so that shared subexpressions are computed once.
    pub(crate) outputs: Kernel,
    /// One kernel per output.
    pub(crate) output_kernels: Vec<Kernel>,
    pub(crate) constraints: Option<ConstraintKernels>,
    pub(crate) contacts: Option<ContactKernels>,
    /// p·ξ(q), one kernel per symmetry.
    pub(crate) momentum_maps: Vec<Kernel>,
    /// ∂L/∂v(q, v, t) = p for v.
    pub(crate) velocity: Solver,
    /// M a = ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t for a.
    pub(crate) acceleration: Solver,
}

/// The kernels of the constraints.
#[derive(Clone, Debug)]
pub(crate) struct ConstraintKernels {
    /// g
    pub(crate) values: Kernel,
    /// Σ |terms of g|, with ∂g/∂q q and ∂g/∂t t.
    pub(crate) scales: Kernel,
    /// ∂g/∂q v + ∂g/∂t
    pub(crate) rates: Kernel,
    /// ∂g/∂q, column by column.
    pub(crate) jacobian: Kernel,
    /// −(∂g/∂q)ᵀ λ
    pub(crate) force: Kernel,
}

impl ConstraintKernels {
    fn of(model: &mut Model, at: &ConstraintsAt) -> Option<Self> {
        let (n, m) = (model.coordinates.len(), at.values.len());
        let mut arguments = state_arguments(model);
        let graph = &mut model.graph;
        let multipliers = symbols(graph, "lambda", m);
        let rates: Vec<Expr> = at
            .rates(graph, &model.velocities)
            .iter()
            .map(|terms| graph.sum(terms))
            .collect();
        let columns: Vec<Expr> = (0..n)
            .flat_map(|k| at.by_q.iter().map(move |row| row[k]))
            .collect();
        let force: Vec<Expr> = (0..n)
            .map(|k| {
                let impulse = at.impulse(graph, &multipliers, k);
                let impulse = graph.sum(&impulse);
                graph.neg(impulse)
            })
            .collect();
        let scales: Vec<Expr> = (0..m)
            .map(|j| scale(graph, &model.coordinates, model.time, at, j))
            .collect();
        arguments.push(Argument::array("lambda", &multipliers));
        let mut of =
            |name: &str, shape, values: &[Expr]| Kernel::of(graph, name, &arguments, &[(shape, values)]);
        (m > 0).then(|| Self {
            values: of("constraints", Shape::Array(m), &at.values),
            scales: of("constraint_scales", Shape::Array(m), &scales),
            rates: of("constraint_rates", Shape::Array(m), &rates),
            jacobian: of("constraint_jacobian", Shape::Matrix(n, m), &columns),
            force: of("constraint_force", Shape::Array(n), &force),
        })
    }

    /// In the order of the fields.
    pub(crate) fn kernels(&self) -> [&Kernel; 5] {
        [
            &self.values,
            &self.scales,
            &self.rates,
            &self.jacobian,
            &self.force,
        ]
    }
}

/// The magnitude of the rounding summands of the j-th constraint.
fn scale(graph: &mut Graph, coordinates: &[Expr], time: Expr, at: &ConstraintsAt, j: usize) -> Expr {
    let mut terms = at.terms[j].clone();
    let slopes = at.by_q[j].iter().zip(coordinates);
    terms.extend(slopes.map(|(&slope, &q)| graph.mul(slope, q)));
    terms.push(graph.mul(at.by_t[j], time));
    scales(graph, &[terms])[0]
}

impl Continuous {
    pub(crate) fn kernels(&self) -> Vec<&Kernel> {
        let mut kernels = vec![
            &self.lagrangian,
            &self.momentum,
            &self.mass_matrix,
            &self.generalized_energy,
            &self.total_energy,
            &self.force,
            &self.outputs,
        ];
        kernels.extend(&self.output_kernels);
        kernels.extend(self.constraints.iter().flat_map(ConstraintKernels::kernels));
        kernels.extend(self.contacts.iter().flat_map(ContactKernels::kernels));
        kernels.extend(&self.momentum_maps);
        kernels.extend(self.velocity.kernels());
        kernels.extend(self.acceleration.kernels());
        kernels
    }

    pub(crate) fn of(model: &mut Model, dynamics: &Dynamics) -> Self {
        let energies = Energies::of(model);
        let state = AtState::of(&mut model.graph, dynamics);
        let n = dynamics.size();
        let arguments = state_arguments(model);
        let mut of = |name: &str, shape, values: &[Expr]| {
            Kernel::of(&mut model.graph, name, &arguments, &[(shape, values)])
        };
        Self {
            lagrangian: of("lagrangian", Shape::Scalar, &[energies.lagrangian]),
            momentum: of("momentum", Shape::Array(n), &state.kinetic.by_v),
            mass_matrix: of("mass_matrix", Shape::Matrix(n, n), &state.masses.concat()),
            generalized_energy: of("generalized_energy", Shape::Scalar, &[energies.generalized]),
            total_energy: of("total_energy", Shape::Scalar, &[energies.total]),
            force: of("force", Shape::Array(n), &state.potential.force),
            outputs: outputs(model),
            output_kernels: output_kernels(model),
            constraints: ConstraintKernels::of(model, &state.constraints),
            contacts: ContactKernels::of(model),
            momentum_maps: momentum_maps(model),
            velocity: velocity(model, &state),
            acceleration: acceleration(model, &state),
            masses: state.masses,
        }
    }
}

/// The terms of the equations of motion at (t, q, v).
struct AtState {
    point: Point,
    kinetic: KineticAt,
    potential: PotentialAt,
    constraints: ConstraintsAt,
    /// ∂²T/∂v²
    masses: Vec<Vec<Expr>>,
}

impl AtState {
    fn of(graph: &mut Graph, dynamics: &Dynamics) -> Self {
        let point = dynamics.here();
        let kinetic = dynamics.kinetic_at(graph, &point);
        let potential = dynamics.potential_at(graph, &point);
        let constraints = dynamics.held_at(graph, &point);
        Self {
            masses: graph.jacobian(&kinetic.by_v, &point.velocities),
            point,
            kinetic,
            potential,
            constraints,
        }
    }
}

pub(super) struct Energies {
    pub(super) lagrangian: Expr,
    /// v·∂L/∂v − L
    pub(super) generalized: Expr,
    /// T + V; the generalized energy for a general L, which has no separate T and V.
    total: Expr,
}

impl Energies {
    /// Uses the energies as typed: multiplied out, a small energy may be the difference of large terms.
    pub(super) fn of(model: &mut Model) -> Self {
        let (kinetic, potential) = model.energies();
        let graph = &mut model.graph;
        let lagrangian = graph.sub(kinetic, potential);
        // v·∂L/∂v − L is the derivative of T along v, minus T, plus V.
        let along: Vec<(Expr, Expr)> = model.velocities.iter().map(|&v| (v, v)).collect();
        let twice = graph.time_derivative(kinetic, &along);
        let less_kinetic = graph.neg(kinetic);
        let generalized = graph.sum(&[twice, less_kinetic, potential]);
        let total = match model.energy {
            Energy::Split { .. } => graph.add(kinetic, potential),
            Energy::General { .. } => generalized,
        };
        Self {
            lagrangian,
            generalized,
            total,
        }
    }
}

pub(super) fn state_arguments(model: &Model) -> Vec<Argument> {
    vec![
        Argument::array("parameters", &model.parameters),
        Argument::scalar("time", model.time),
        Argument::array("q", &model.coordinates),
        Argument::array("v", &model.velocities),
        Argument::array("u", &model.inputs),
    ]
}

/// Those of the state, and the multipliers.
fn output_arguments(model: &Model) -> Vec<Argument> {
    let mut arguments = state_arguments(model);
    arguments.push(Argument::array("lambda", &model.multipliers));
    arguments
}

fn outputs(model: &mut Model) -> Kernel {
    let arguments = output_arguments(model);
    let outputs = model.outputs.iter();
    let all: Vec<Expr> = outputs.flat_map(|output| output.entries.clone()).collect();
    let shape = Shape::Array(all.len());
    Kernel::of(&mut model.graph, "outputs", &arguments, &[(shape, &all)])
}

fn output_kernels(model: &mut Model) -> Vec<Kernel> {
    let arguments = output_arguments(model);
    let (graph, outputs) = (&mut model.graph, &model.outputs);
    let kernels = outputs.iter().enumerate().map(|(at, output)| {
        let (shape, entries) = stored(output);
        Kernel::of(graph, &format!("output_{at}"), &arguments, &[(shape, &entries)])
    });
    kernels.collect()
}

fn momentum_maps(model: &mut Model) -> Vec<Kernel> {
    let graph = &mut model.graph;
    let momenta = symbols(graph, "p", model.coordinates.len());
    let arguments = [
        Argument::array("parameters", &model.parameters),
        Argument::array("q", &model.coordinates),
        Argument::array("p", &momenta),
    ];
    let kernels = model.symmetries.iter().enumerate().map(|(at, symmetry)| {
        let terms = momenta.iter().zip(&symmetry.generator);
        let terms: Vec<Expr> = terms.map(|(&p, &xi)| graph.mul(p, xi)).collect();
        let map = graph.sum(&terms);
        Kernel::of(
            graph,
            &format!("symmetry_{at}"),
            &arguments,
            &[(Shape::Scalar, &[map])],
        )
    });
    kernels.collect()
}

/// In the order of storage: a matrix is the array of its columns.
fn stored(output: &Output) -> (Shape, Vec<Expr>) {
    let entries = &output.entries;
    match output.shape {
        model::Shape::Scalar => (Shape::Scalar, entries.clone()),
        model::Shape::Vector(_) | model::Shape::Array(_) => (Shape::Array(entries.len()), entries.clone()),
        model::Shape::Matrix(rows, columns) => {
            let column = |at: usize| entries.iter().copied().skip(at).step_by(columns);
            let entries = (0..columns).flat_map(column).collect();
            (Shape::Matrix(columns, rows), entries)
        }
    }
}

fn velocity(model: &mut Model, state: &AtState) -> Solver {
    let graph = &mut model.graph;
    let momenta = symbols(graph, "p", model.coordinates.len());
    let pairs = || state.kinetic.by_v.iter().zip(&momenta);
    let residual: Vec<Expr> = pairs().map(|(&by_v, &p)| graph.sub(by_v, p)).collect();
    let terms: Vec<Vec<Expr>> = pairs().map(|(&by_v, &p)| vec![by_v, p]).collect();
    let known = [
        Argument::array("parameters", &model.parameters),
        Argument::scalar("time", model.time),
        Argument::array("q", &model.coordinates),
        Argument::array("p", &momenta),
    ];
    let unknown = &model.velocities;
    let system = System {
        name: "velocity",
        known: &known,
        unknown,
        constraints: 0,
        residual: &residual,
        scale: &scales(graph, &terms),
    };
    let structure = Structure::of(graph, system.residual, &state.masses, system.unknown);
    Solver::of(graph, &system, &state.masses, structure, Diagonal::Regular)
}

fn acceleration(model: &mut Model, state: &AtState) -> Solver {
    let known = state_arguments(model);
    let AtState {
        kinetic,
        potential,
        constraints,
        ..
    } = state;
    let graph = &mut model.graph;
    let rates = state.point.rates(graph);
    let mut unknown = symbols(graph, "a", state.masses.len());
    let multipliers = symbols(graph, "lambda", constraints.values.len());
    let (mut residual, mut terms) = (Vec::new(), Vec::new());
    for (i, masses) in state.masses.iter().enumerate() {
        let mut row = inertia(graph, masses, &unknown);
        row.push(graph.time_derivative(kinetic.by_v[i], &rates));
        for pull in [kinetic.by_q[i], potential.force[i]] {
            row.push(graph.neg(pull));
        }
        row.push(potential.by_q[i]);
        row.extend(constraints.impulse(graph, &multipliers, i));
        residual.push(graph.sum(&row));
        terms.push(row);
    }
    // ∂g/∂q a + (d/dt ∂g/∂q) v + d/dt ∂g/∂t, constraint by constraint.
    for rates_of_g in constraints.rates(graph, &model.velocities) {
        let rate = graph.sum(&rates_of_g);
        let by_v = graph.gradient(rate, &model.velocities);
        let mut row = inertia(graph, &by_v, &unknown);
        row.push(graph.time_derivative(rate, &rates));
        residual.push(graph.sum(&row));
        terms.push(row);
    }
    unknown.extend(multipliers);
    let tangent = graph.jacobian(&residual, &unknown);
    let system = System {
        name: "acceleration",
        known: &known,
        unknown: &unknown,
        constraints: constraints.values.len(),
        residual: &residual,
        scale: &scales(graph, &terms),
    };
    let structure = Structure::of(graph, system.residual, &tangent, system.unknown);
    let mut solver = Solver::of(graph, &system, &tangent, structure, Diagonal::MayVanish);
    if model.is_redundant {
        solver.pivots_alone();
    }
    solver
}

/// The terms of (M a)_i.
fn inertia(graph: &mut Graph, row: &[Expr], unknown: &[Expr]) -> Vec<Expr> {
    row.iter().zip(unknown).map(|(&m, &a)| graph.mul(m, a)).collect()
}
