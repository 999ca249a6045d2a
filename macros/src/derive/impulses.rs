//! Forces are carried as the impulses that they give, where equations add them with a constant factor.
//! It refuses to know which scheme adds them.

use std::collections::HashSet;

use extremal_symbolic::{Expr, Graph, Scheduler};

use crate::derive::carry::Carried;
use crate::derive::solve::scales;
use crate::schemes::{Known, StepEquations};

/// Equations of more terms are left as they are.
pub(crate) const TERMS: usize = 64;

/// The equations of a step, with r(0).
#[derive(Clone, Debug)]
pub(crate) struct Affine {
    pub(crate) equations: StepEquations,
    pub(crate) residual_at_zero: Vec<Expr>,
    pub(crate) carried: Carried,
    /// σ, once the equations are what they stay.
    pub(crate) scale: Vec<Expr>,
}

impl Affine {
    /// The first `iterated` unknowns are left in r(0), and their equations out of it.
    pub(crate) fn new(
        graph: &mut Graph,
        equations: StepEquations,
        carried: Carried,
        iterated: usize,
    ) -> Self {
        let unknown = &equations.unknown[iterated..];
        let zeros: Vec<(Expr, Expr)> = unknown.iter().map(|&x| (x, graph.zero())).collect();
        Self {
            residual_at_zero: graph.substitute(&equations.residual[iterated..], &zeros),
            equations,
            carried,
            scale: Vec::new(),
        }
    }

    /// Adds the scale of each equation.
    pub(crate) fn with_scale(self, graph: &mut Graph) -> Self {
        Self {
            scale: scales(graph, &self.equations.terms),
            ..self
        }
    }

    /// What changes from step to step.
    pub(crate) fn varying(&self, known: &Known, inputs: &[Expr]) -> Vec<Expr> {
        [
            &self.equations.unknown[..],
            &known.coordinates,
            &known.momenta,
            &known.velocities,
            &[known.time],
            inputs,
            &self.carried.symbols,
        ]
        .concat()
    }

    /// Carries m c in the place of c wherever c stands in products ± m c alone, m a constant.
    ///
    /// ```text
    /// p₁ = p₀ − m (c₀ + c₁)   →   p₁ = (p₀ − C₀) − C₁,   C = m c
    /// ```
    ///
    /// The first difference is in the equations anyway. Only where m c is computed at the end of the step anyway.
    pub(crate) fn carry_impulses(&mut self, graph: &mut Graph, varying: &[Expr]) {
        let roots = [
            &self.residual_at_zero[..],
            &self.equations.residual,
            &self.equations.end_momenta,
        ]
        .concat();
        let symbols = self.carried.symbols.clone();
        let cofactors: Vec<Option<Expr>> = symbols
            .iter()
            .map(|&c| graph.common_cofactor(&roots, c, varying, TERMS))
            .collect();
        let Some(form) = self.with_cofactors(graph, &cofactors) else {
            return;
        };
        let Some(ends) = form.added(graph) else {
            return;
        };
        let computed: HashSet<Expr> = graph.operands_below(&ends).into_iter().collect();
        let changed = cofactors
            .iter()
            .zip(&form.carried.at_end)
            .filter(|(m, _)| m.is_some());
        if changed.into_iter().all(|(_, &end)| {
            // Or a multiple of it.
            let parts = [vec![end, graph.neg(end)], graph.operands(end)].concat();
            let parts = if parts.len() == 3 { &parts[..] } else { &parts[..2] };
            parts.iter().any(|part| computed.contains(part))
        }) && form.cost(graph) <= self.cost(graph)
        {
            *self = form;
        }
    }

    /// Operations of r(0), the end and what is carried.
    fn cost(&self, graph: &mut Graph) -> usize {
        let roots = [
            &self.residual_at_zero[..],
            &self.equations.end_momenta,
            &self.carried.at_end,
        ]
        .concat();
        let mut scheduler = Scheduler::new(graph, &roots);
        let outputs = scheduler.lower_all(&roots);
        scheduler.finish(&outputs).operations().cost()
    }

    /// p₁ − r(0): what the end adds to what the equations have. `None` if these are not as many, or long.
    pub(crate) fn added(&self, graph: &mut Graph) -> Option<Vec<Expr>> {
        let (ends, start) = (&self.equations.end_momenta, &self.residual_at_zero);
        if ends.len() != start.len() {
            return None;
        }
        let pairs = ends.iter().zip(start);
        pairs
            .map(|(&end, &start)| graph.difference(end, start, TERMS))
            .collect()
    }

    fn with_cofactors(&self, graph: &mut Graph, cofactors: &[Option<Expr>]) -> Option<Self> {
        let mut form = self.clone();
        let mut pairs = Vec::new();
        for (at, cofactor) in cofactors.iter().enumerate() {
            let Some(m) = *cofactor else { continue };
            pairs.push((self.carried.symbols[at], m));
            form.carried.at_start[at] = graph.mul(m, self.carried.at_start[at]);
            form.carried.at_end[at] = graph.mul(m, self.carried.at_end[at]);
        }
        if pairs.is_empty() {
            return None;
        }
        let mut rewritten = |list: &mut Vec<Expr>| {
            *list = graph.without_cofactors(list, &pairs, TERMS)?;
            Some(())
        };
        rewritten(&mut form.residual_at_zero)?;
        rewritten(&mut form.equations.residual)?;
        rewritten(&mut form.equations.end_momenta)?;
        form.equations.terms.iter_mut().try_for_each(rewritten)?;
        Some(form)
    }
}
