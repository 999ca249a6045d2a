//! Discrete gradients through invariants: the discrete gradient of a symmetric function then has the same symmetry.
//!
//! ```text
//! f(q, v) = F(π₁, π₂, ..),   D̄f = Σⱼ D̄_{πⱼ}F ∇πⱼ(z),   z the middle of the step
//! ```
//!
//! (O. Gonzalez, Time integration and discrete Hamiltonian systems, 1996, section 3.) The πⱼ are of degree two at most, so that
//! ∇πⱼ(z)·w is their change. They are invariant, so that D̄₁f·ξ(z) + D̄₂f·(∂ξ/∂q) v½ vanishes as the same sum of ∇f does. The πⱼ
//! that depend on v take the place of v, and the others that of q.

use extremal_symbolic::{DiscreteGradient, Expr, Graph, Line, Slopes};

use super::gradients::{Partial, Segments, replaced};
use super::scheme::{Gradient, Livens, Wrapper};
use crate::schemes::Entry;
use crate::schemes::path::{Refusal, Signature};
use crate::schemes::scheme::Declared;

pub(super) const NAME: &str = "Equivariant";

pub(in crate::schemes) const ENTRY: Entry = Entry {
    signature: Signature::around(NAME, "Equivariant<Livens>"),
    read: |arguments| Livens::with_gradient(arguments, EQUIVARIANT),
};

const EQUIVARIANT: Wrapper = Wrapper {
    name: NAME,
    gradient: Gradient::Equivariant,
    otherwise: "`Equivariant` takes `Livens`, the only scheme with discrete gradients; variational schemes keep momentum maps of \
                affine symmetries without it, so list this one by itself",
};

/// Refuses declarations without symmetries.
pub(super) fn check(declared: &Declared) -> Result<(), Refusal> {
    if declared.has_symmetries {
        return Ok(());
    }
    Err(Refusal::of(
        "`Equivariant` needs a declared symmetry; add `symmetry(name = [..])`, or list the scheme without `Equivariant`",
    ))
}

pub(super) fn no_invariants() -> Refusal {
    Refusal::of(
        "could not rewrite L and the constraints in linear and quadratic invariants of the declared symmetries, such as \
         `r.norm_squared()` of rotations or `x - y` of translations; rewrite them, or list the scheme without `Equivariant`",
    )
}

/// L, the flows of the symmetries, and the state in the middle of the step, as pairs of a symbol and its value.
pub(super) struct Symmetries {
    pub(super) lagrangian: Vec<Expr>,
    pub(super) flows: Vec<Vec<(Expr, Expr)>>,
    pub(super) middle: Vec<(Expr, Expr)>,
}

impl Symmetries {
    /// The gradients of L. `None` if L was not rewritten in invariants.
    pub(super) fn of_lagrangian(&self, graph: &mut Graph, segments: &Segments) -> Option<Partial> {
        self.partial_gradients(graph, segments, &self.lagrangian)
    }

    /// The gradients of the sum of f.
    fn partial_gradients(&self, graph: &mut Graph, segments: &Segments, f: &[Expr]) -> Option<Partial> {
        let state = [&segments.q.starts[..], &segments.v.starts].concat();
        let through = graph.through_invariants(f, &state, &self.flows)?;
        let chain = Chain::new(graph, segments, &self.middle, &through.invariants);
        let partial = chain.segments.partial_gradients(graph, &through.functions);
        let [by_q, by_v] =
            [partial.by_q, partial.by_v].map(|gradient| replaced(graph, &gradient, &chain.values));
        Some(Partial {
            by_q: chain.rule(graph, &by_q, &by_v, 0),
            by_v: chain.rule(graph, &by_q, &by_v, 1),
        })
    }

    /// The gradient of a function of q alone.
    pub(super) fn of_constraint(
        &self,
        graph: &mut Graph,
        segments: &Segments,
        f: Expr,
    ) -> Option<DiscreteGradient> {
        let partial = self.partial_gradients(graph, segments, &[f])?;
        Some(partial.by_q)
    }
}

/// The invariants, and their values and derivatives by q and v.
struct Chain {
    /// How many coordinates there are; a summand may be zero, and then has no invariants.
    coordinates: usize,
    segments: Segments,
    /// Their symbols with their values at the start.
    values: Vec<(Expr, Expr)>,
    /// ∂π/∂q and ∂π/∂v in the middle, for the invariants of q and for those that depend on v.
    slopes: [Vec<[Vec<Expr>; 2]>; 2],
}

/// An invariant π over the step.
struct Invariant {
    start: Expr,
    end: Expr,
    /// The parts of its rate that come from q and from v.
    rates: [Expr; 2],
    /// ∂π/∂q and ∂π/∂v in the middle.
    slopes: [Vec<Expr>; 2],
}

impl Chain {
    fn new(
        graph: &mut Graph,
        segments: &Segments,
        middle: &[(Expr, Expr)],
        invariants: &[(Expr, Expr)],
    ) -> Self {
        let mut chain = Self {
            coordinates: segments.q.starts.len(),
            segments: Segments {
                q: empty(&segments.q),
                v: empty(&segments.v),
                middle_v: Vec::new(),
                is_polarized: false,
            },
            values: invariants.to_vec(),
            slopes: [Vec::new(), Vec::new()],
        };
        let starts = [&segments.q.starts[..], &segments.v.starts].concat();
        let ends = [segments.q.to_end(), segments.v.to_end()].concat();
        for &(symbol, value) in invariants {
            let gradient = graph.gradient(value, &starts);
            let mut slopes = graph.substitute(&gradient, middle);
            let by_v = slopes.split_off(segments.q.starts.len());
            let rates = [(&slopes, &segments.q), (&by_v, &segments.v)].map(|(slopes, segment)| {
                let terms = slopes.iter().zip(&segment.rates);
                let terms: Vec<Expr> = terms.map(|(&slope, &rate)| graph.mul(slope, rate)).collect();
                graph.sum(&terms)
            });
            let end = graph.substitute(&[value], &ends)[0];
            let invariant = Invariant {
                start: symbol,
                end,
                rates,
                slopes: [slopes, by_v],
            };
            chain.push(graph, invariant);
        }
        chain
    }

    /// Adds π to the positions, or to the velocities if it depends on v.
    fn push(&mut self, graph: &mut Graph, invariant: Invariant) {
        let Invariant {
            start,
            end,
            rates: [by_q, by_v],
            slopes,
        } = invariant;
        let has_velocity = slopes[1].iter().any(|&slope| slope != graph.zero());
        let segments = &mut self.segments;
        let (segment, rate) = if has_velocity {
            let (half, sum) = (graph.ratio(1, 2), graph.add(start, end));
            segments.middle_v.push(graph.mul(half, sum));
            let along_q = graph.mul(segments.q.scale, by_q);
            (&mut segments.v, graph.add(along_q, by_v))
        } else {
            (&mut segments.q, by_q)
        };
        segment.starts.push(start);
        segment.ends.push(end);
        segment.rates.push(rate);
        self.slopes[usize::from(has_velocity)].push(slopes);
    }

    /// Σⱼ D̄_{πⱼ}F ∂πⱼ, by q or by v.
    fn rule(
        &self,
        graph: &mut Graph,
        by_q: &DiscreteGradient,
        by_v: &DiscreteGradient,
        side: usize,
    ) -> DiscreteGradient {
        DiscreteGradient {
            value: self.slopes(graph, [&by_q.value, &by_v.value], side),
            surrogate: self.slopes(graph, [&by_q.surrogate, &by_v.surrogate], side),
            frozen: [&by_q.frozen[..], &by_v.frozen].concat(),
        }
    }

    /// Only corrections along q are divided by the step size; those along v are added to the middle.
    fn slopes(&self, graph: &mut Graph, [q, v]: [&Slopes; 2], side: usize) -> Slopes {
        let [of_q, of_v] = &self.slopes;
        let mut products = |factors: &[Expr], slopes: &[[Vec<Expr>; 2]], k: usize| {
            let terms = factors.iter().zip(slopes);
            let terms: Vec<Expr> = terms.map(|(&c, slopes)| graph.mul(c, slopes[side][k])).collect();
            graph.sum(&terms)
        };
        let entries = (0..self.coordinates).map(|k| {
            let parts = [(&q.middle, of_q), (&v.middle, of_v), (&v.correction, of_v)];
            let middle = parts.map(|(factors, slopes)| products(factors, slopes, k));
            (middle, products(&q.correction, of_q, k))
        });
        let (middle, correction): (Vec<_>, Vec<_>) = entries.unzip();
        Slopes {
            middle: middle.iter().map(|terms| graph.sum(terms)).collect(),
            correction,
        }
    }
}

/// A line without coordinates.
fn empty(line: &Line) -> Line {
    Line {
        starts: Vec::new(),
        ends: Vec::new(),
        rates: Vec::new(),
        scale: line.scale,
    }
}
