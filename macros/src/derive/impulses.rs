//! Forces are carried as impulses, if equations add them with a constant factor.

use std::collections::HashSet;

use extremal_symbolic::{Expr, Graph, Scheduler, attempt};

use crate::derive::EACH;
use crate::derive::carry::Carried;
use crate::derive::recover::Recovered;
use crate::derive::solve::scales;
use crate::derive::structure::Solve;
use crate::model::pairs;
use crate::schemes::{Known, StepEquations, Use};

/// Equations with more terms are not changed.
pub(crate) const TERMS: usize = 64;

/// The equations of a step, with r(0) and their derivatives.
#[derive(Clone, Debug)]
pub(crate) struct Affine {
    pub(crate) equations: StepEquations,
    pub(crate) residual_at_zero: Vec<Expr>,
    pub(crate) carried: Carried,
    /// ∂r/∂x of the iterated unknowns, row by row.
    pub(crate) tangent: Vec<Vec<Expr>>,
    pub(crate) recovered: Recovered,
    /// σ of the final equations.
    pub(crate) scale: Vec<Expr>,
}

impl Affine {
    /// The residuals from the `first` on, with their unknowns set to zero.
    pub(crate) fn at_zero(graph: &mut Graph, equations: &StepEquations, first: usize) -> Vec<Expr> {
        let unknowns = &equations.system.unknowns[first..];
        let zeros: Vec<(Expr, Expr)> = unknowns.iter().map(|x| (x.symbol, graph.zero())).collect();
        graph.substitute(&equations.system.values()[first..], &zeros)
    }

    /// Visits every expression that the kernels evaluate in each step, in the order in which constants are hoisted.
    pub(crate) fn for_each_mut(&mut self, visit: &mut impl FnMut(&mut Expr)) {
        let Self {
            equations,
            residual_at_zero,
            carried,
            tangent,
            recovered,
            scale,
        } = self;
        residual_at_zero.iter_mut().for_each(&mut *visit);
        equations.for_each_mut(&mut |of, e| {
            if matches!(of, Use::Row | Use::EndCoordinate | Use::EndMomentum) {
                visit(e);
            }
        });
        let carried = carried.at_start.iter_mut().chain(&mut carried.at_end);
        let tangents = tangent.iter_mut().chain(&mut recovered.tangent).flatten();
        let rest = carried
            .chain(tangents)
            .chain(&mut recovered.eliminated)
            .chain(scale);
        rest.for_each(visit);
    }

    /// Carries impulses and velocities, and adds the scale of each equation.
    pub(crate) fn settle(&mut self, graph: &mut Graph, known: &Known, inputs: &[Expr], solve: Solve) {
        if solve != Solve::Newton {
            let varying = self.varying(known, inputs);
            let roots = [
                &self.residual_at_zero[..],
                &self.equations.system.values(),
                &self.equations.end_momenta,
            ]
            .concat();
            let form = attempt(graph, &roots, EACH, |graph| {
                self.with_impulses(graph, &roots, &varying)
            });
            if let Some(form) = form {
                *self = form;
            }
        }
        self.carried.push_fields(known, &self.equations);
        self.scale = scales(graph, &self.equations.system.summands());
    }

    /// Symbols that vary from step to step.
    pub(crate) fn varying(&self, known: &Known, inputs: &[Expr]) -> Vec<Expr> {
        let fields = self.equations.fields.iter();
        let fields: Vec<Expr> = fields.map(|field| field.symbol).collect();
        [
            &fields[..],
            &self.equations.system.symbols()[..],
            &known.coordinates,
            &known.momenta,
            &known.velocities,
            &[known.time],
            inputs,
            &self.carried.symbols,
        ]
        .concat()
    }

    /// The form that carries m c instead of c, if c occurs only in products ± m c with the constant m.
    ///
    /// ```text
    /// p₁ = p₀ − m (c₀ + c₁)   →   p₁ = (p₀ − C₀) − C₁,   C = m c
    /// ```
    ///
    /// The first difference is in the equations anyway. Applied only if the end of the step computes m c anyway.
    fn with_impulses(&self, graph: &mut Graph, roots: &[Expr], varying: &[Expr]) -> Option<Self> {
        let symbols = self.carried.symbols.clone();
        let cofactors = graph.common_cofactors(roots, &symbols, varying, TERMS);
        let form = self.with_cofactors(graph, &cofactors)?;
        let ends = form.added(graph)?;
        let computed: HashSet<Expr> = graph.operands_below(&ends).into_iter().collect();
        let changed = cofactors
            .iter()
            .zip(&form.carried.at_end)
            .filter(|(m, _)| m.is_some());
        let are_computed = changed.into_iter().all(|(_, &end)| {
            // The product itself, or a multiple of it.
            let parts = [vec![end, graph.neg(end)], graph.operands(end)].concat();
            let parts = if parts.len() == 3 { &parts[..] } else { &parts[..2] };
            parts.iter().any(|part| computed.contains(part))
        });
        (are_computed && form.cost(graph) <= self.cost(graph)).then_some(form)
    }

    /// Operations of r(0), the end and the carried values.
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

    /// p₁ − r(0). `None` if the numbers of momenta and equations differ, or if the sums are long.
    pub(crate) fn added(&self, graph: &mut Graph) -> Option<Vec<Expr>> {
        let (ends, start) = (&self.equations.end_momenta, &self.residual_at_zero);
        if ends.len() != start.len() {
            return None;
        }
        graph.differences(&pairs(ends, start), TERMS)
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
        form.residual_at_zero = graph.without_cofactors(&form.residual_at_zero, &pairs, TERMS)?;
        let is_meant = |of| matches!(of, Use::Row | Use::EndMomentum | Use::Summand(_));
        form.equations
            .rewrite(is_meant, |list| graph.without_cofactors(list, &pairs, TERMS))?;
        Some(form)
    }
}

/// Whether it is h times something without h.
pub(crate) fn is_linear(graph: &mut Graph, value: Expr, h: Expr) -> bool {
    let slopes = graph.gradient(value, &[h]);
    let zero = graph.zero();
    !graph.any_depends_on(&slopes, &[h]) && graph.substitute(&[value], &[(h, zero)]) == [zero]
}
