//! The residual and its tangent in the form that takes the fewest operations.

use extremal_symbolic::{Expr, Graph, Scheduler, attempt};

use crate::derive::EACH;
use crate::derive::solve::is_vast;
use crate::schemes::StepEquations;

/// Entries of up to `TERMS + TERMS_EACH · n` terms are multiplied out and grouped again, for n unknowns.
const TERMS: usize = 32;
const TERMS_EACH: usize = 8;

/// r and ∂r/∂x.
#[derive(Clone, Debug)]
pub(crate) struct Linearized {
    pub(crate) residual: Vec<Expr>,
    pub(crate) tangent: Vec<Vec<Expr>>,
}

impl Linearized {
    /// As they are derived.
    pub(crate) fn derived(graph: &mut Graph, residual: &[Expr], unknown: &[Expr]) -> Self {
        Self {
            residual: residual.to_vec(),
            tangent: graph.jacobian(residual, unknown),
        }
    }

    /// The first `iterated` equations and unknowns of a step with n coordinates: as they are derived, or with rows and
    /// columns separated, whichever costs less.
    pub(crate) fn of_step(graph: &mut Graph, equations: &StepEquations, n: usize, iterated: usize) -> Self {
        let (values, symbols) = (equations.system.values(), equations.system.symbols());
        let (residual, unknown) = (&values[..iterated], &symbols[..iterated]);
        if equations.surrogate.is_some() {
            let [tangent, _] = equations.derivatives(graph, unknown);
            return Self {
                residual: residual.to_vec(),
                tangent,
            };
        }
        let derived = Self::derived(graph, residual, unknown);
        // Grouping assumes one velocity per coordinate and stage, without multipliers.
        if n < 2 || equations.system.constraints() > 0 {
            return derived;
        }
        if is_vast(graph, &derived.tangent) {
            return derived;
        }
        derived.cheapest(graph, unknown, n)
    }

    /// Unknowns and residuals are ordered stage by stage, each with a value for every one of the `n` coordinates.
    pub(crate) fn cheapest(self, graph: &mut Graph, unknown: &[Expr], n: usize) -> Self {
        let roots = [self.residual.clone(), self.tangent.concat()].concat();
        let cheaper = attempt(graph, &roots, EACH, |graph| {
            let of_tangent = self.separated(graph, unknown, n);
            let of_both = of_tangent.with_separated_residual(graph, unknown, n);
            let forms = [self.clone(), of_tangent, of_both].into_iter();
            forms.min_by_key(|form| form.cost(graph))
        });
        cheaper.unwrap_or(self)
    }

    /// Operations of an iteration: r with its tangent, then r alone at the new iterate.
    pub(crate) fn cost(&self, graph: &mut Graph) -> usize {
        let both = [self.residual.clone(), self.tangent.concat()].concat();
        operations(graph, &both) + operations(graph, &self.residual)
    }

    fn separated(&self, graph: &mut Graph, unknown: &[Expr], n: usize) -> Self {
        let size = unknown.len();
        let own: Vec<usize> = (0..size * size).map(|k| k / size % n).collect();
        let entries = graph.separate(&self.tangent.concat(), &groups(unknown, n), &own, longest(size));
        Self {
            residual: self.residual.clone(),
            tangent: entries.chunks(size).map(<[Expr]>::to_vec).collect(),
        }
    }

    fn with_separated_residual(&self, graph: &mut Graph, unknown: &[Expr], n: usize) -> Self {
        let size = unknown.len();
        let own: Vec<usize> = (0..size).map(|k| k % n).collect();
        Self {
            residual: graph.separate(&self.residual, &groups(unknown, n), &own, longest(size)),
            tangent: self.tangent.clone(),
        }
    }
}

fn operations(graph: &mut Graph, roots: &[Expr]) -> usize {
    let mut scheduler = Scheduler::new(graph, roots);
    let outputs = scheduler.lower_all(roots);
    scheduler.operations(&outputs).cost()
}

fn longest(unknowns: usize) -> usize {
    TERMS + TERMS_EACH * unknowns
}

/// The unknowns of each coordinate.
fn groups(unknown: &[Expr], n: usize) -> Vec<Vec<Expr>> {
    let group = |i| unknown.iter().copied().skip(i).step_by(n).collect();
    (0..n).map(group).collect()
}
