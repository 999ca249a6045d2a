//! The Lagrange element in time: nodal contributions of degree P with any quadrature. They contain
//! neither the momentum of a state nor other elements: [`closing`](super::closing) makes steps of them.
//!
//! ```text
//! L_d(z) = h Σ_m w_m L(q(s_m), q̇(s_m), t_k + s_m h),   F_i = h Σ_m w_m N_i(s_m) f(q(s_m), q̇(s_m), t_k + s_m h)
//! D_iL_d + F_i = Σ_m w_m [h N_i (∂L/∂q + f) + N_i′ ∂L/∂v](s_m)   (0 ≤ i ≤ P)
//! ```
//!
//! (Capobianco 2015, eq. 4.39 to 4.43.) T has a quadrature of its own, V and f share the other one. The unknowns are not the
//! nodes but the velocities uⱼ at the P Gauss points cⱼ: with ℓⱼ the Lagrange functions of the cⱼ,
//!
//! ```text
//! q̇(s) = Σ_j ℓ_j(s) u_j,   q(s) = q_k + h Σ_j (∫₀ˢ ℓ_j) u_j
//! ```

use extremal_symbolic::{Expr, Graph, Rational};

use super::closing::Closing;
use super::quadrature::Rule;
use super::scheme::{Context, PartOf};
use super::shape::LagrangeBasis;
use super::step::{Action, Known, Polynomial};
use crate::dynamics::{Dynamics, KineticAt, Point, PotentialAt, symbols};

/// Degree and quadratures of an element, and how its step is closed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Element {
    pub(crate) degree: usize,
    pub(crate) quadrature: Rule,
    /// The quadrature of T.
    pub(crate) kinetic: Rule,
    pub(crate) closing: Closing,
}

impl Element {
    /// One quadrature, and multipliers of constraints.
    pub(super) fn of(degree: usize, quadrature: Rule) -> Self {
        Self {
            degree,
            quadrature,
            kinetic: quadrature,
            closing: Closing::Multipliers,
        }
    }
}

/// The motion of an element in its unknowns.
pub(super) struct Discretization<'a> {
    pub(super) graph: &'a mut Graph,
    pub(super) dynamics: &'a Dynamics,
    pub(super) known: &'a Known,
    /// ℓⱼ over the Gauss points.
    pub(super) basis: LagrangeBasis,
    /// uⱼ
    pub(super) velocities: Vec<Vec<Expr>>,
    /// N₀ and Nₚ are the first and the last function over the nodes of q.
    pub(super) nodal: LagrangeBasis,
    pub(super) part: Option<PartOf>,
}

/// T at the points of one rule, V and f at those of the other.
pub(super) struct Contributions {
    pub(super) kinetic: Vec<(Rational, Rational, KineticAt)>,
    potential: Vec<(Rational, Rational, PotentialAt)>,
}

/// A motion through an element.
pub(super) trait Trial {
    fn graph(&mut self) -> (&mut Graph, &Dynamics);

    /// (t, q, q̇) at s of [0, 1].
    fn point(&mut self, s: &Rational) -> Point;
}

impl Contributions {
    pub(super) fn of(trial: &mut impl Trial, kinetic: Rule, potential: Rule) -> Self {
        let (kinetic, potential) = (kinetic.points(), potential.points());
        Self {
            kinetic: std::iter::zip(kinetic.points, kinetic.weights)
                .map(|(s, w)| {
                    let point = trial.point(&s);
                    let (graph, dynamics) = trial.graph();
                    (s, w, dynamics.kinetic_at(graph, &point))
                })
                .collect(),
            potential: std::iter::zip(potential.points, potential.weights)
                .map(|(s, w)| {
                    let point = trial.point(&s);
                    let (graph, dynamics) = trial.graph();
                    (s, w, dynamics.potential_at(graph, &point))
                })
                .collect(),
        }
    }
}

impl Trial for Discretization<'_> {
    fn graph(&mut self) -> (&mut Graph, &Dynamics) {
        (self.graph, self.dynamics)
    }

    fn point(&mut self, s: &Rational) -> Point {
        Point {
            time: self.time_at(s),
            coordinates: self.coordinates_at(s),
            velocities: self.velocities_at(s),
        }
    }
}

impl<'a> Discretization<'a> {
    pub(super) fn new(context: &'a mut Context<'_>, element: &Element) -> Self {
        let (degree, n) = (element.degree, context.dynamics.size());
        let graph = &mut *context.graph;
        let velocities = (0..degree).map(|j| symbols(graph, &format!("u{j}"), n)).collect();
        Self {
            graph,
            dynamics: context.dynamics,
            known: context.known,
            basis: LagrangeBasis::new(&Rule::Gauss(degree).points().points),
            velocities,
            nodal: LagrangeBasis::new(&Rule::Lobatto(degree + 1).points().points),
            part: context.part,
        }
    }

    /// tₖ + s h
    fn time_at(&mut self, s: &Rational) -> Expr {
        let s = self.graph.constant(s.clone());
        let passed = self.graph.mul(s, self.known.step_size);
        self.graph.add(self.known.time, passed)
    }

    /// q(s) = qₖ + h Σⱼ (∫₀ˢ ℓⱼ) uⱼ
    pub(super) fn coordinates_at(&mut self, s: &Rational) -> Vec<Expr> {
        let moved = self.moved_until(s);
        let h = self.known.step_size;
        let ends = self.known.coordinates.iter().zip(moved);
        ends.map(|(&q, moved)| {
            let moved = self.graph.mul(h, moved);
            self.graph.add(q, moved)
        })
        .collect()
    }

    /// (q(s) − qₖ)/h = Σⱼ (∫₀ˢ ℓⱼ) uⱼ
    fn moved_until(&mut self, s: &Rational) -> Vec<Expr> {
        let integrals = self.for_stages(|basis, j| basis.integral(j, &Rational::zero(), s));
        self.combine(&integrals)
    }

    /// q̇(s) = Σⱼ ℓⱼ(s) uⱼ
    fn velocities_at(&mut self, s: &Rational) -> Vec<Expr> {
        let values = self.for_stages(|basis, j| basis.value(j, s));
        self.combine(&values)
    }

    fn for_stages(&self, of: impl Fn(&LagrangeBasis, usize) -> Rational) -> Vec<Rational> {
        (0..self.velocities.len()).map(|j| of(&self.basis, j)).collect()
    }

    /// q(s) and q̇(s) for a symbol s: q̇ through its values at the Gauss points, q through qₖ and its values there.
    pub(super) fn interpolation(&mut self) -> Polynomial {
        let place = self.graph.symbol("s");
        let points = self.basis.points().to_vec();
        let nodes = LagrangeBasis::new(&[&[Rational::zero()], &points[..]].concat());
        let slopes: Vec<Expr> = (0..points.len())
            .map(|j| self.basis.value_at(self.graph, j, place))
            .collect();
        let values: Vec<Expr> = (0..points.len())
            .map(|j| nodes.value_at(self.graph, j + 1, place))
            .collect();
        let moved: Vec<Vec<Expr>> = points.iter().map(|c| self.moved_until(c)).collect();
        let velocities = self.velocities.clone();
        let mut coordinates = self.interpolated(&values, &moved);
        for (moved, &start) in coordinates.iter_mut().zip(&self.known.coordinates) {
            let way = self.graph.mul(self.known.step_size, *moved);
            *moved = self.graph.add(start, way);
        }
        Polynomial {
            degree: points.len(),
            place,
            coordinates,
            velocities: self.interpolated(&slopes, &velocities),
        }
    }

    /// Σⱼ Nⱼ yⱼ
    fn interpolated(&mut self, functions: &[Expr], values: &[Vec<Expr>]) -> Vec<Expr> {
        let graph = &mut *self.graph;
        (0..self.dynamics.size())
            .map(|i| {
                let terms = functions.iter().zip(values);
                let terms: Vec<Expr> = terms.map(|(&f, value)| graph.mul(f, value[i])).collect();
                graph.sum(&terms)
            })
            .collect()
    }

    /// Σⱼ cⱼ uⱼ
    fn combine(&mut self, coefficients: &[Rational]) -> Vec<Expr> {
        (0..self.dynamics.size())
            .map(|i| {
                let stages = coefficients.iter().zip(&self.velocities);
                let terms = stages
                    .map(|(c, u)| scale(self.graph, c, u[i]))
                    .collect::<Vec<_>>();
                self.graph.sum(&terms)
            })
            .collect()
    }

    /// `L_d`, and the momenta at both ends without constraints.
    pub(super) fn action(&mut self, contributions: &Contributions) -> Action {
        let kinetic = contributions
            .kinetic
            .iter()
            .map(|(_, w, at)| scale(self.graph, w, at.energy));
        let mut terms: Vec<Expr> = kinetic.collect();
        for (_, w, at) in &contributions.potential {
            terms.push(scale(self.graph, &-w, at.energy));
        }
        let mean = self.graph.sum(&terms);
        let last = self.velocities.len();
        Action {
            lagrangian: self.graph.mul(self.known.step_size, mean),
            momentum_before: self.momentum_at_node(contributions, 0, &-&Rational::one()),
            momentum_after: self.momentum_at_node(contributions, last, &Rational::one()),
        }
    }

    fn momentum_at_node(&mut self, contributions: &Contributions, i: usize, sign: &Rational) -> Vec<Expr> {
        let terms = self.nodal_terms(contributions, i, sign);
        terms.iter().map(|terms| self.graph.sum(terms)).collect()
    }

    /// ± (Dᵢ `L_d` + Fᵢ) = ± Σₘ wₘ [h Nᵢ (∂L/∂q + f) + Nᵢ′ ∂L/∂v](sₘ), term by term
    pub(super) fn nodal_terms(
        &mut self,
        contributions: &Contributions,
        i: usize,
        sign: &Rational,
    ) -> Vec<Vec<Expr>> {
        let value = |s: &Rational| &self.nodal.value(i, s) * sign;
        let slope = |s: &Rational| &self.nodal.derivative(i, s) * sign;
        (0..self.dynamics.size())
            .map(|k| {
                weak_form(
                    self.graph,
                    self.known.step_size,
                    contributions,
                    k,
                    [&value, &slope],
                )
            })
            .collect()
    }
}

/// Σₘ wₘ [h N (∂L/∂q + f) + N′ ∂L/∂v](sₘ) for one coordinate, a shape function N and its slope, term by term.
pub(super) fn weak_form(
    graph: &mut Graph,
    h: Expr,
    contributions: &Contributions,
    k: usize,
    [value, slope]: [&dyn Fn(&Rational) -> Rational; 2],
) -> Vec<Expr> {
    let mut terms = forces(graph, h, contributions, k, &|s, w| w * &value(s));
    for (s, w, at) in &contributions.kinetic {
        terms.push(scale(graph, &(w * &slope(s)), at.by_v[k]));
    }
    terms
}

/// h c(sₘ, wₘ) (∂L/∂q + f)_k(sₘ) for every point; ∂T/∂q from its rule, −∂V/∂q + f from theirs.
pub(super) fn forces(
    graph: &mut Graph,
    h: Expr,
    contributions: &Contributions,
    k: usize,
    coefficient: &impl Fn(&Rational, &Rational) -> Rational,
) -> Vec<Expr> {
    let mut terms = Vec::new();
    for (s, w, at) in &contributions.kinetic {
        terms.push(scale(graph, &coefficient(s, w), at.by_q[k]));
    }
    for (s, w, at) in &contributions.potential {
        let pull = graph.sub(at.force[k], at.by_q[k]);
        terms.push(scale(graph, &coefficient(s, w), pull));
    }
    terms.into_iter().map(|term| graph.mul(h, term)).collect()
}

pub(super) fn scale(graph: &mut Graph, c: &Rational, x: Expr) -> Expr {
    let c = graph.constant(c.clone());
    graph.mul(c, x)
}
