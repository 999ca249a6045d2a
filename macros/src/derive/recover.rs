//! Recovery of all unknowns, and of the end of the step, from the iterated unknowns.

use extremal_symbolic::{Expr, Graph, Pivots, Program, Scheduler};

use crate::derive::condense::Condensed;
use crate::derive::impulses::Affine;
use crate::derive::kernel::{Kernel, Shape};
use crate::derive::solve::{Solver, System, is_small};
use crate::derive::structure::Structure;
use crate::schemes::StepEquations;

/// The additional kernels of a condensed step: they recover all unknowns from the iterated ones.
#[derive(Clone, Debug)]
pub(crate) struct Recovery {
    /// All unknowns, end, growth of the pivots. `None` if elimination in order is known to meet a pivot of zero.
    pub(crate) kernel: Option<Kernel>,
    /// The equations of all unknowns.
    pub(crate) uncondensed: Solver,
    /// The end of the step as a function of all unknowns, and their residual.
    pub(crate) uncondensed_update: Kernel,
    /// Places of the iterated unknowns among all unknowns.
    pub(crate) places: Vec<usize>,
    /// Whether a basis of ker ∇g(qₖ) is among the carried numbers.
    pub(crate) has_basis: bool,
}

impl Recovery {
    pub(crate) fn kernels(&self) -> Vec<&Kernel> {
        let mut kernels = self.uncondensed.kernels();
        kernels.push(&self.uncondensed_update);
        kernels.extend(&self.kernel);
        kernels
    }
}

/// The linear equations of the recovered unknowns, and the values of the eliminated ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recovered {
    pub(crate) tangent: Vec<Vec<Expr>>,
    /// Values of the eliminated unknowns.
    pub(crate) eliminated: Vec<Expr>,
}

impl Recovered {
    pub(crate) fn of(condensed: Option<&Condensed>) -> Self {
        let eliminated = condensed.into_iter().flat_map(|condensed| &condensed.eliminated);
        Self {
            tangent: Vec::new(),
            eliminated: eliminated.map(|&(_, value)| value).collect(),
        }
    }

    pub(crate) fn linearize(&mut self, graph: &mut Graph, equations: &StepEquations, iterated: usize) {
        self.tangent = graph.jacobian(
            &equations.system.values()[iterated..],
            &equations.system.symbols()[iterated..],
        );
    }
}

/// The program that computes all unknowns and the end, and the shapes of its results.
pub(crate) fn program(
    graph: &mut Graph,
    uncondensed: &StepEquations,
    condensed: &Condensed,
    affine: &Affine,
) -> Option<(Program, Vec<Shape>)> {
    let recovered = &affine.recovered;
    if graph.is_exhausted() || !is_small(graph, &recovered.tangent) {
        return None;
    }
    let equations = &affine.equations;
    let ends = [
        &equations.end_coordinates[..],
        &equations.end_momenta,
        &affine.carried.at_end,
    ];
    let eliminated = condensed
        .eliminated
        .iter()
        .map(|&(x, _)| x)
        .zip(recovered.eliminated.iter().copied());
    let eliminated: Vec<(Expr, Expr)> = eliminated.collect();
    let unknown = graph.substitute(&uncondensed.system.symbols(), &eliminated);
    let results = [&unknown[..], &ends.concat()].concat();
    let roots = [
        &affine.residual_at_zero[..],
        &recovered.tangent.concat(),
        &results,
    ]
    .concat();
    let mut scheduler = Scheduler::new(graph, &roots);
    let solved = scheduler.eliminate(&recovered.tangent, &affine.residual_at_zero, Pivots::Compared)?;
    let unknowns = &equations.system.unknowns[condensed.iterated()..];
    for (unknown, &value) in unknowns.iter().zip(&solved.solution) {
        scheduler.bind(unknown.symbol, value);
    }
    let mut outputs = scheduler.lower_all(&results);
    let mut shapes = vec![Shape::Array(unknown.len())];
    shapes.extend(ends.map(|end| Shape::Array(end.len())));
    shapes.push(Shape::Array(solved.growth.len()));
    outputs.extend(solved.growth);
    Some((scheduler.finish(&outputs), shapes))
}

/// The solver of all unknowns, by pivoting. It solves the steps that condensation cannot.
pub(crate) fn uncondensed_solver(graph: &mut Graph, system: &System<'_>) -> Solver {
    let tangent = graph.jacobian(system.residual, system.unknown);
    let structure = Structure::of(graph, system.residual, &tangent, system.unknown);
    Solver::pivoted(
        graph,
        system,
        &tangent,
        structure.iterated_if_constrained(system.constraints),
    )
    .rarely()
}
