//! Solution and end of a step in one program, for linear equations.

use extremal_symbolic::{Expr, Graph, Pivots, Program, Scheduler, attempt};

use crate::derive::EACH;
use crate::derive::constants::Constants;
use crate::derive::impulses::Affine;
use crate::derive::inverse::Inverse;
use crate::derive::kernel::Shape;
use crate::derive::solve::is_small;
use crate::dynamics::symbols;

/// How the solution is found.
#[derive(Clone, Debug)]
enum Solution {
    /// A is diagonal: x = −r(0)/a, as expressions of symbols for r(0).
    Explicit(Vec<Expr>),
    /// By elimination in A.
    Eliminated(Vec<Vec<Expr>>),
    /// A is constant: x = −A⁻¹ r(0), as expressions of symbols for r(0), and the growth of its pivots.
    Inverted { solution: Vec<Expr>, growth: Expr },
}

/// A step without iterations: r(0), x, and the end with that x.
#[derive(Clone, Debug)]
pub(crate) struct Direct {
    residual_at_zero: Vec<Expr>,
    /// Symbols for the values of r(0).
    residual: Vec<Expr>,
    unknown: Vec<Expr>,
    solution: Solution,
    ends: [Vec<Expr>; 3],
}

impl Direct {
    /// The step of affine equations with the constant tangent A. Its constants are added to `constants`, among them A⁻¹ if
    /// `inverts` and if A does not vary from step to step.
    pub(crate) fn of(
        graph: &mut Graph,
        affine: &Affine,
        inverts: bool,
        constants: &mut Constants,
    ) -> Option<Self> {
        let tangent = &affine.tangent[..];
        if graph.is_exhausted() || !is_small(graph, tangent) {
            return None;
        }
        let equations = &affine.equations;
        let residual: Vec<Expr> = symbols(graph, "r", tangent.len());
        let mut direct = Self {
            residual_at_zero: affine.residual_at_zero.clone(),
            residual,
            unknown: equations.system.symbols(),
            solution: Solution::Eliminated(tangent.to_vec()),
            ends: {
                let [coordinates, momenta] = equations.ends().map(<[Expr]>::to_vec);
                [coordinates, momenta, affine.carried.at_end.clone()]
            },
        };
        let mut other = match equations.increments[..] {
            [] => attempt(graph, &equations.end_momenta, EACH, |graph| {
                direct.begun_with_residual(graph, affine)
            }),
            // What p gains is summed as a whole.
            _ => None,
        };
        let mut more = constants.clone();
        direct.solve_constant(graph, tangent, inverts, constants);
        if let Some(other) = &mut other {
            other.solve_constant(graph, tangent, inverts, &mut more);
            if other.cost(graph)? < direct.cost(graph)? {
                *constants = more;
                return Some(other.clone());
            }
        }
        Some(direct)
    }

    fn cost(&self, graph: &mut Graph) -> Option<usize> {
        Some(self.program(graph)?.0.operations().cost())
    }

    /// Solves with an A that does not vary from step to step, if it is diagonal or is to be inverted.
    fn solve_constant(
        &mut self,
        graph: &mut Graph,
        tangent: &[Vec<Expr>],
        inverts: bool,
        constants: &mut Constants,
    ) {
        let zero = graph.zero();
        let mut entries = tangent.iter().enumerate();
        let is_diagonal =
            entries.all(|(i, row)| row.iter().enumerate().all(|(j, &e)| (e == zero) == (i != j)));
        if is_diagonal {
            self.solve_diagonal(graph, tangent, constants);
        } else if inverts && let Some(inverse) = Inverse::of(graph, tangent, constants) {
            self.solution = Solution::Inverted {
                solution: inverse.solve(graph, &self.residual),
                growth: inverse.growth,
            };
        }
    }

    /// Replaces x by −r(0)/a, if A does not vary from step to step.
    fn solve_diagonal(&mut self, graph: &mut Graph, tangent: &[Vec<Expr>], constants: &mut Constants) {
        let diagonal: Vec<Expr> = tangent.iter().enumerate().map(|(i, row)| row[i]).collect();
        if constants.may_vary(graph, &diagonal) {
            return;
        }
        let mut solution = Vec::with_capacity(diagonal.len());
        for (&r, &a) in self.residual.iter().zip(&diagonal) {
            let quotient = graph.div(r, a);
            solution.push(graph.neg(quotient));
        }
        let pairs: Vec<(Expr, Expr)> = self.unknown.iter().copied().zip(solution.clone()).collect();
        for end in &mut self.ends {
            *end = graph.substitute(end, &pairs);
        }
        let [coordinates, momenta, carried] = &mut self.ends;
        constants.hoist_more(
            graph,
            &self.residual,
            [&mut solution, coordinates, momenta, carried],
        );
        self.solution = Solution::Explicit(solution);
    }

    /// The same step with p₁ = r(0) + .. instead of p₁ = p₀ + ..
    fn begun_with_residual(&self, graph: &mut Graph, affine: &Affine) -> Option<Self> {
        let added = affine.added(graph)?;
        let mut other = self.clone();
        let pairs = self.residual.iter().zip(added);
        other.ends[1] = pairs.map(|(&r, added)| graph.add(r, added)).collect();
        Some(other)
    }

    /// The program, and the shapes of its results: x, the three parts of the end, the growth of the pivots.
    pub(crate) fn program(&self, graph: &mut Graph) -> Option<(Program, Vec<Shape>)> {
        let ends = self.ends.concat();
        let coefficients = match &self.solution {
            Solution::Explicit(solution) => solution.clone(),
            Solution::Eliminated(tangent) => tangent.concat(),
            Solution::Inverted { solution, growth } => [&solution[..], &[*growth]].concat(),
        };
        let roots = [self.residual_at_zero.clone(), coefficients, ends.clone()].concat();
        let mut scheduler = Scheduler::new(graph, &roots);
        let residual = scheduler.lower_all(&self.residual_at_zero);
        for (&symbol, &value) in self.residual.iter().zip(&residual) {
            scheduler.bind(symbol, value);
        }
        let (solution, growth) = match &self.solution {
            Solution::Explicit(solution) => (scheduler.lower_all(solution), Vec::new()),
            Solution::Eliminated(tangent) => {
                let solved = scheduler.eliminate(tangent, &self.residual_at_zero, Pivots::Compared)?;
                for (&symbol, &value) in self.unknown.iter().zip(&solved.solution) {
                    scheduler.bind(symbol, value);
                }
                (solved.solution, solved.growth)
            }
            Solution::Inverted { solution, growth } => {
                let solution = scheduler.lower_all(solution);
                for (&symbol, &value) in self.unknown.iter().zip(&solution) {
                    scheduler.bind(symbol, value);
                }
                (solution, scheduler.lower_all(&[*growth]))
            }
        };
        let ends = scheduler.lower_all(&ends);
        let mut shapes = vec![Shape::Array(solution.len())];
        shapes.extend(self.ends.iter().map(|end| Shape::Array(end.len())));
        shapes.push(Shape::Array(growth.len()));
        Some((scheduler.finish(&[solution, ends, growth].concat()), shapes))
    }
}
