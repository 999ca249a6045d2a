//! Momenta and forces at the nodes of a step, and the momenta at its end that follow from a balance.

use extremal_symbolic::{Expr, Graph};

use super::{each_has_mass, halved};
use crate::dynamics::Point;
use crate::schemes::path::Refusal;
use crate::schemes::scheme::Context;
use crate::schemes::step::Known;

/// Momenta, and forces without those that accelerate: h = ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t.
pub(in crate::schemes) struct Motion {
    momenta: Vec<Expr>,
    /// For each coordinate the terms of h.
    forces: Vec<Vec<Expr>>,
    symbols: Vec<Expr>,
}

/// Momenta and forces at a node, forces times h.
pub(in crate::schemes) struct AtNode {
    pub(in crate::schemes) momenta: Vec<Expr>,
    /// For each coordinate the terms of h · h(q, v, t).
    pub(in crate::schemes) impulses: Vec<Vec<Expr>>,
}

impl Motion {
    /// Refused if a coordinate has no mass.
    pub(in crate::schemes) fn of(context: &mut Context<'_>, scheme: &str) -> Result<Self, Refusal> {
        each_has_mass(context, scheme)?;
        let mut motion = Self::of_momenta(context);
        let (graph, dynamics, _) = context.parts();
        let rates = dynamics.here().rates(graph);
        let varying = graph.time_derivatives(&motion.momenta, &rates);
        for (terms, rate) in motion.forces.iter_mut().zip(varying) {
            let against = graph.neg(rate);
            terms.insert(2, against);
        }
        Ok(motion)
    }

    /// With b = ∂L/∂q + f in place of h, for differences of momenta at different places. Masses are not needed.
    pub(in crate::schemes) fn of_momenta(context: &mut Context<'_>) -> Self {
        let (graph, dynamics, _) = context.parts();
        let here = dynamics.here();
        let kinetic = dynamics.kinetic_at(graph, &here);
        let potential = dynamics.potential_at(graph, &here);
        let forces = (0..kinetic.by_v.len()).map(|k| {
            let against = graph.neg(potential.by_q[k]);
            vec![kinetic.by_q[k], potential.force[k], against]
        });
        Self {
            forces: forces.collect(),
            momenta: kinetic.by_v,
            symbols: here.numbers(),
        }
    }

    pub(in crate::schemes) fn at(&self, graph: &mut Graph, known: &Known, point: &Point) -> AtNode {
        let pairs: Vec<(Expr, Expr)> = self.symbols.iter().copied().zip(point.numbers()).collect();
        let impulses = self.forces.iter().map(|terms| {
            let terms = graph.substitute(terms, &pairs).into_iter();
            terms.map(|term| graph.mul(known.step_size, term)).collect()
        });
        let impulses = impulses.collect();
        AtNode {
            momenta: graph.substitute(&self.momenta, &pairs),
            impulses,
        }
    }

    /// The momenta on the left of the end of a step, p(q, v) + h/2 h(q, v), after a balance with these momenta and impulses.
    pub(in crate::schemes) fn left_of(
        &self,
        context: &mut Context<'_>,
        balance: (&[Expr], &[Vec<Expr>]),
        point: &Point,
    ) -> Ends {
        let AtNode { momenta, impulses } = self.at(context.graph, context.known, point);
        let halves = halved(context.graph, &impulses);
        Ends::of(context, balance, (&momenta, &halves))
    }
}

/// Momenta at the end of a step.
pub(in crate::schemes) struct Ends {
    pub(super) momenta: Vec<Expr>,
    /// Whether they are pₖ and impulses, and no products with M.
    pub(super) are_sums: bool,
}

impl Ends {
    /// The momenta p at the end and the impulses there. If those of the balance pₖ − p + .. = 0 are the same, because M does not
    /// vary, they are pₖ and all impulses. So they are for a summand of a system of any size, with the difference of both momenta.
    pub(in crate::schemes) fn of(
        context: &mut Context<'_>,
        balance: (&[Expr], &[Vec<Expr>]),
        (momenta, impulses): (&[Expr], &[Vec<Expr>]),
    ) -> Self {
        let part = context.part;
        let (graph, _, known) = context.parts();
        let are_same = balance.0 == momenta;
        let are_sums = are_same || part.is_some();
        let ends = momenta.iter().zip(impulses).enumerate().map(|(k, (&p, more))| {
            let terms = match (are_sums, are_same) {
                (false, _) => [&[p], &more[..]].concat(),
                (true, true) => [&[known.momenta[k]], &balance.1[k][..], more].concat(),
                (true, false) => {
                    let changed = graph.sub(p, balance.0[k]);
                    [&[known.momenta[k], changed], &balance.1[k][..], more].concat()
                }
            };
            graph.sum(&terms)
        });
        Self {
            momenta: ends.collect(),
            are_sums,
        }
    }
}
