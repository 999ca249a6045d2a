//! The kernels of any system of equations r(x) = 0: residual with scale, tangent, and the Newton correction.

use extremal_symbolic::{Expr, Function, Graph, Pivots, Scheduler};

use crate::derive::kernel::{Argument, Kernel, Shape};
use crate::derive::rounding;
use crate::derive::structure::{Solve, Structure};

/// Eliminations of up to this many operations are straight-line code: dense systems of 12 unknowns, sparse ones of more.
///
/// At 12 unknowns straight-line code takes 0.4 of the time of pivoted elimination in loops. At 16 unknowns both take the
/// same time, and straight-line code takes three times as long to compile.
const LARGEST: usize = 1400;

/// Equations, their structure and their kernels.
#[derive(Clone, Debug)]
pub(crate) struct Solver {
    pub(crate) structure: Structure,
    pub(crate) unknowns: usize,
    /// How many of the last equations are constraints.
    pub(crate) constraints: usize,
    pub(crate) residual: Kernel,
    pub(crate) tangent: Kernel,
    /// The solution of A dx = −r; `None` for large or structurally singular systems.
    pub(crate) correction: Option<Kernel>,
    /// Whether the factors of A are the third result of the correction.
    pub(crate) keeps_factors: bool,
    /// What rounding inside of terms adds to the scales, unless that is nothing.
    pub(crate) rounding: Option<Kernel>,
}

/// r(x) = 0, the scale of each equation, and the known arguments.
#[derive(Clone, Debug)]
pub(crate) struct System<'a> {
    pub(crate) name: &'a str,
    pub(crate) known: &'a [Argument],
    pub(crate) unknown: &'a [Expr],
    pub(crate) constraints: usize,
    pub(crate) residual: &'a [Expr],
    pub(crate) scale: &'a [Expr],
}

/// What is known of the pivots of a tangent in the order of its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Diagonal {
    /// Pivots are taken to be small after cancellation in the elimination alone, which its growth shows. Others are rare, as of
    /// m + ¼ h² V″ where V″ is −4 m/h²: Newton's method converges slowly with them, and then pivots by row.
    Regular,
    /// A regular tangent may have a pivot of zero, and rounding in its place, before anything is eliminated: one of a
    /// coordinate without mass that a constraint determines. The other rows show it.
    MayVanish,
}

impl Solver {
    pub(crate) fn of(
        graph: &mut Graph,
        system: &System<'_>,
        tangent: &[Vec<Expr>],
        structure: Structure,
        diagonal: Diagonal,
    ) -> Self {
        let mut solver = Self::pivoted(graph, system, tangent, structure);
        let pivots = match (solver.structure.solve, diagonal) {
            (Solve::Newton, Diagonal::Regular) if system.constraints > 0 => Pivots::WatchedByRow,
            (Solve::Newton, Diagonal::Regular) => Pivots::Watched,
            (Solve::Newton, Diagonal::MayVanish) | (Solve::Explicit | Solve::Linear, _) => Pivots::Compared,
        };
        let cost = solver.residual.program.operations().cost();
        let correction = system.correction(graph, tangent, &system.arguments(), pivots, |solving| {
            solver.structure.solve == Solve::Newton && is_worth_keeping(solver.unknowns, solving, cost)
        });
        solver.keeps_factors = correction.as_ref().is_some_and(|kernel| kernel.shapes.len() == 3);
        solver.correction = correction;
        solver
    }

    /// A solver without a program for the correction.
    pub(crate) fn pivoted(
        graph: &mut Graph,
        system: &System<'_>,
        tangent: &[Vec<Expr>],
        structure: Structure,
    ) -> Self {
        let n = system.unknown.len();
        let arguments = system.arguments();
        let name = |part: &str| format!("{}_{part}", system.name);
        let (vector, matrix) = (Shape::Array(n), Shape::Matrix(n, n));
        let residual = [(vector, system.residual), (vector, system.scale)];
        let residual = Kernel::of(graph, &name("residual"), &arguments, &residual);
        let entries = tangent.concat();
        let with_tangent = [(vector, system.residual), (matrix, &entries[..])];
        let kernel = if is_small(graph, tangent) || is_vast(graph, tangent) {
            Kernel::rare
        } else {
            Kernel::of
        };
        let with_tangent = kernel(graph, &name("tangent"), &arguments, &with_tangent).in_place();
        let rounding = match structure.solve {
            Solve::Newton => rounding::of(graph, system.residual, system.constraints, system.unknown),
            Solve::Explicit | Solve::Linear => None,
        };
        let rounding =
            rounding.map(|bounds| Kernel::rare(graph, &name("rounding"), &arguments, &[(vector, &bounds)]));
        Self {
            keeps_factors: false,
            rounding: rounding.filter(|kernel| rounding::calls_no_more(kernel, &with_tangent)),
            correction: None,
            structure,
            unknowns: n,
            constraints: system.constraints,
            residual,
            tangent: with_tangent,
        }
    }

    /// The same, where steps do without it, but for a few.
    pub(crate) fn rarely(self) -> Self {
        Self {
            residual: self.residual.rarely(),
            tangent: self.tangent.rarely(),
            ..self
        }
    }

    /// Drops the program that eliminates without pivoting, for matrices that are singular.
    pub(crate) fn pivots_alone(&mut self) {
        self.correction = None;
        self.keeps_factors = false;
        self.tangent = self.tangent.clone().often();
    }

    pub(crate) fn kernels(&self) -> Vec<&Kernel> {
        let mut kernels = vec![&self.residual, &self.tangent];
        kernels.extend(&self.correction);
        kernels.extend(&self.rounding);
        kernels
    }

    pub(crate) fn is_linear(&self) -> bool {
        self.structure.solve != Solve::Newton
    }
}

impl System<'_> {
    pub(crate) fn arguments(&self) -> Vec<Argument> {
        [self.known.to_vec(), vec![Argument::array("x", self.unknown)]].concat()
    }

    fn correction(
        &self,
        graph: &mut Graph,
        tangent: &[Vec<Expr>],
        arguments: &[Argument],
        pivots: Pivots,
        keeps_factors: impl Fn(usize) -> bool,
    ) -> Option<Kernel> {
        let n = self.unknown.len();
        if graph.is_exhausted() || !is_small(graph, tangent) {
            return None;
        }
        let roots = [self.residual.to_vec(), tangent.concat()].concat();
        let mut scheduler = Scheduler::new(graph, &roots);
        let solved = scheduler.eliminate(tangent, self.residual, pivots)?;
        let mut shapes = vec![Shape::Array(n), Shape::Array(solved.growth.len())];
        let mut results = [solved.solution, solved.growth].concat();
        let mut program = scheduler.finish(&results);
        if keeps_factors(program.operations().cost()) {
            shapes.push(Shape::Matrix(n, n));
            results.extend(solved.factors);
            program = scheduler.finish(&results);
        }
        Some(Kernel::new(
            &format!("{}_correction", self.name),
            arguments,
            program,
            shapes,
        ))
    }
}

/// Whether factors are kept for a second iteration that only evaluates the residual and substitutes.
///
/// About two such iterations replace one with a new tangent, and each of them adds n² products and differences. For one
/// unknown the reciprocal would be a second division.
fn is_worth_keeping(n: usize, solving: usize, residual: usize) -> bool {
    n > 1 && solving > residual + 4 * n * n
}

/// Whether this tangent is eliminated by straight-line code.
pub(crate) fn is_small(graph: &Graph, tangent: &[Vec<Expr>]) -> bool {
    let n = tangent.len();
    let zero = graph.zero();
    let mut filled: Vec<Vec<bool>> = tangent
        .iter()
        .map(|row| row.iter().map(|&e| e != zero).collect())
        .collect();
    let mut operations = 0;
    for k in 0..n {
        let (done, rows) = filled.split_at_mut(k + 1);
        for row in rows.iter_mut().filter(|row| row[k]) {
            for (entry, &above) in row.iter_mut().zip(&done[k]).skip(k + 1) {
                *entry |= above;
                operations += if above { 2 } else { 0 };
            }
        }
        if operations > LARGEST {
            return false;
        }
    }
    true
}

/// Elimination of this many unknowns in loops takes six times as long as a tangent, or more.
const VAST: usize = 48;

/// Whether elimination of this tangent takes so much longer than its entries that these need not be cheap.
pub(crate) fn is_vast(graph: &Graph, tangent: &[Vec<Expr>]) -> bool {
    tangent.len() >= VAST && !is_small(graph, tangent)
}

/// σᵢ = Σ |terms of rᵢ|: the magnitudes set the rounding floor of each equation.
pub(crate) fn scales(graph: &mut Graph, terms: &[Vec<Expr>]) -> Vec<Expr> {
    terms.iter().map(|terms| magnitudes(graph, terms)).collect()
}

fn magnitudes(graph: &mut Graph, terms: &[Expr]) -> Expr {
    let sizes: Vec<Expr> = terms
        .iter()
        .map(|&term| graph.apply(Function::Abs, term))
        .collect();
    graph.sum(&sizes)
}
