//! From the unknowns that were iterated to all of them, and to the end of the step: what follows is solved for here.
//! It refuses to know why they follow.

use extremal_symbolic::{Expr, Graph, Pivots, Scheduler};

use crate::derive::condense::Condensed;
use crate::derive::impulses::Affine;
use crate::derive::kernel::{Argument, Kernel, Shape};
use crate::derive::solve::{Solver, System, is_small};
use crate::derive::structure::Structure;
use crate::schemes::StepEquations;

/// What a condensed step has beside the kernels of what it iterates.
#[derive(Clone, Debug)]
pub(crate) struct Expansion {
    /// All unknowns, end, growth of the pivots; none where it is known that elimination in order finds a pivot of zero.
    pub(crate) kernel: Option<Kernel>,
    /// The equations of all unknowns.
    pub(crate) whole: Solver,
    /// The end that all unknowns lead to, and the residual there.
    pub(crate) whole_update: Kernel,
    /// Where in all unknowns those stand that are iterated.
    pub(crate) places: Vec<usize>,
    /// Whether a basis of ker ∇g(qₖ) is among what is carried.
    pub(crate) has_basis: bool,
}

impl Expansion {
    pub(crate) fn kernels(&self) -> Vec<&Kernel> {
        let mut kernels = self.whole.kernels();
        kernels.push(&self.whole_update);
        kernels.extend(&self.kernel);
        kernels
    }
}

/// Linear equations for what follows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Following {
    pub(crate) tangent: Vec<Vec<Expr>>,
    /// Values of the unknowns that are given.
    pub(crate) given: Vec<Expr>,
}

impl Following {
    pub(crate) fn of(condensed: Option<&Condensed>) -> Self {
        let given = condensed.into_iter().flat_map(|condensed| &condensed.given);
        Self {
            tangent: Vec::new(),
            given: given.map(|&(_, value)| value).collect(),
        }
    }

    pub(crate) fn linearize(&mut self, graph: &mut Graph, equations: &StepEquations, iterated: usize) {
        self.tangent = graph.jacobian(
            &equations.system.values()[iterated..],
            &equations.system.symbols()[iterated..],
        );
    }
}

/// The program of all unknowns and the end.
pub(crate) fn kernel(
    graph: &mut Graph,
    (name, arguments): (&str, &[Argument]),
    (whole, condensed): (&StepEquations, &Condensed),
    affine: &Affine,
) -> Option<Kernel> {
    let following = &affine.following;
    if graph.is_exhausted() || !is_small(graph, &following.tangent) {
        return None;
    }
    let equations = &affine.equations;
    let ends = [
        &equations.end_coordinates[..],
        &equations.end_momenta,
        &affine.carried.at_end,
    ];
    let given = condensed
        .given
        .iter()
        .map(|&(x, _)| x)
        .zip(following.given.iter().copied());
    let given: Vec<(Expr, Expr)> = given.collect();
    let unknown = graph.substitute(&whole.system.symbols(), &given);
    let results = [&unknown[..], &ends.concat()].concat();
    let roots = [
        &affine.residual_at_zero[..],
        &following.tangent.concat(),
        &results,
    ]
    .concat();
    let mut scheduler = Scheduler::new(graph, &roots);
    let solved = scheduler.eliminate(&following.tangent, &affine.residual_at_zero, Pivots::Compared)?;
    let unknowns = &equations.system.unknowns[condensed.iterated()..];
    for (unknown, &value) in unknowns.iter().zip(&solved.solution) {
        scheduler.bind(unknown.symbol, value);
    }
    let mut outputs = scheduler.lower_all(&results);
    let mut shapes = vec![Shape::Array(unknown.len())];
    shapes.extend(ends.map(|end| Shape::Array(end.len())));
    shapes.push(Shape::Array(solved.growth.len()));
    outputs.extend(solved.growth);
    Some(Kernel::new(name, arguments, scheduler.finish(&outputs), shapes))
}

/// The solver of all unknowns: by pivoting, for what condensation does not solve.
pub(crate) fn whole_solver(graph: &mut Graph, system: &System<'_>) -> Solver {
    let tangent = graph.jacobian(system.residual, system.unknown);
    let structure = Structure::of(graph, system.residual, &tangent, system.unknown);
    Solver::pivoted(graph, system, &tangent, structure.with_ties(system.ties))
}
