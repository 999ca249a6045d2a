//! The cubic Hermite element in time: its four shape functions, and the motion between two nodes with coordinates and velocities.
//!
//! ```text
//! q(s) = q₀ + N₁ (q₁ − q₀) + h M₀ v₀ + h M₁ v₁
//! N₀ = 1 − N₁,   N₁ = s² (3 − 2s),   M₀ = s (1 − s)²,   M₁ = −s² (1 − s)
//! ```

use extremal_symbolic::{Expr, Graph, Rational};

use super::element::{Trial, scale};
use super::quadrature::Polynomial;
use super::scheme::Context;
use super::step::{Known, Polynomial as Inside};
use crate::dynamics::{Dynamics, Point, symbols};

/// A number of a node that is varied: its coordinate or its velocity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variation {
    Q0,
    Q1,
    V0,
    V1,
}

impl Variation {
    /// Its shape function, for a velocity without the factor h.
    pub(super) fn shape(self) -> Polynomial {
        match self {
            Self::Q0 => Polynomial::of(&[1, 0, -3, 2]),
            Self::Q1 => Polynomial::of(&[0, 0, 3, -2]),
            Self::V0 => Polynomial::of(&[0, 1, -2, 1]),
            Self::V1 => Polynomial::of(&[0, 0, -1, 1]),
        }
    }
}

/// The functions that multiply (q₁ − q₀)/h, v₀ and v₁ in (q(s) − q₀)/h.
fn shapes() -> [Polynomial; 3] {
    [Variation::Q1, Variation::V0, Variation::V1].map(Variation::shape)
}

/// The cubic in three velocities.
pub(super) struct Cubic<'a> {
    pub(super) graph: &'a mut Graph,
    pub(super) dynamics: &'a Dynamics,
    pub(super) known: &'a Known,
    /// (q₁ − q₀)/h
    pub(super) mean: Vec<Expr>,
    /// v₀
    pub(super) start: Vec<Expr>,
    /// v₁
    pub(super) end: Vec<Expr>,
}

impl Trial for Cubic<'_> {
    fn graph(&mut self) -> (&mut Graph, &Dynamics) {
        (self.graph, self.dynamics)
    }

    fn point(&mut self, s: &Rational) -> Point {
        let moved = self.combined(&shapes().map(|shape| shape.at(s)));
        let passed = scale(self.graph, s, self.known.step_size);
        Point {
            time: self.graph.add(self.known.time, passed),
            coordinates: self.moved(moved),
            velocities: self.combined(&shapes().map(|shape| shape.derivative().at(s))),
        }
    }
}

impl<'a> Cubic<'a> {
    /// The mean and the last velocity are unknowns; the first one, too, unless it is the velocity that is carried.
    pub(super) fn new(context: &'a mut Context<'_>, is_carried: bool) -> Self {
        let (n, graph) = (context.dynamics.size(), &mut *context.graph);
        let mut unknown = |name: &str| symbols(graph, name, n);
        Self {
            mean: unknown("u0"),
            end: unknown("u1"),
            start: if is_carried {
                context.known.velocities.clone()
            } else {
                unknown("u2")
            },
            graph,
            dynamics: context.dynamics,
            known: context.known,
        }
    }

    /// The sum of the mean velocity, v₀ and v₁ with these coefficients.
    pub(super) fn combined(&mut self, coefficients: &[Rational; 3]) -> Vec<Expr> {
        let coefficients = coefficients.each_ref().map(|c| self.graph.constant(c.clone()));
        self.weighted(coefficients)
    }

    fn weighted(&mut self, coefficients: [Expr; 3]) -> Vec<Expr> {
        let velocities = self.mean.iter().zip(&self.start).zip(&self.end);
        velocities
            .map(|((&mean, &start), &end)| {
                let pairs = std::iter::zip(coefficients, [mean, start, end]);
                let terms: Vec<Expr> = pairs.map(|(c, v)| self.graph.mul(c, v)).collect();
                self.graph.sum(&terms)
            })
            .collect()
    }

    /// q₀ + h y
    fn moved(&mut self, y: Vec<Expr>) -> Vec<Expr> {
        let h = self.known.step_size;
        let pairs = self.known.coordinates.iter().zip(y);
        pairs
            .map(|(&q, y)| {
                let moved = self.graph.mul(h, y);
                self.graph.add(q, moved)
            })
            .collect()
    }

    /// h q̈ at s
    pub(super) fn changes(&mut self, s: &Rational) -> Vec<Expr> {
        self.combined(&shapes().map(|shape| shape.derivative().derivative().at(s)))
    }

    /// q(s) and q̇(s) for a symbol s.
    pub(super) fn inside(&mut self) -> Inside {
        let place = self.graph.symbol("s");
        let values = shapes().map(|shape| shape.at_symbol(self.graph, place));
        let slopes = shapes().map(|shape| shape.derivative().at_symbol(self.graph, place));
        let moved = self.weighted(values);
        Inside {
            degree: 3,
            place,
            coordinates: self.moved(moved),
            velocities: self.weighted(slopes),
        }
    }
}
