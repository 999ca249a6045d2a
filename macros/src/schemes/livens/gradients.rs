//! The way of coordinates and velocities through a step, and the discrete gradients of a function of both along it.
//! It refuses to know which function that is.
//!
//! ```text
//! D̄₁f = ½ [D̄_q f(·, v) + D̄_q f(·, v⁺)],   D̄₂f = ½ [D̄_v f(q, ·) + D̄_v f(q⁺, ·)],   D̄₁f·Δq + D̄₂f·Δv = f(q⁺, v⁺) − f(q, v)
//! ```
//!
//! Partitions that take one side first satisfy that, too, and are of order one; this one is symmetric. Discrete gradients are linear,
//! so that one of each mean suffices.

use extremal_symbolic::{DiscreteGradient, Expr, Graph};

use crate::schemes::Known;

/// From (q, v) to (q⁺, v⁺): start, end and difference of each, the start a symbol.
pub(super) struct Motion {
    /// v_½
    pub(super) velocities: Vec<Expr>,
    pub(super) along_q: Vec<(Expr, Expr, Expr)>,
    pub(super) along_v: Vec<(Expr, Expr, Expr)>,
}

/// D̄₁f and D̄₂f.
pub(super) struct Partial {
    pub(super) by_q: DiscreteGradient,
    pub(super) by_v: DiscreteGradient,
}

impl Motion {
    /// q⁺ = q + h v_½ and v⁺ = v + 2 (v_½ − v)
    pub(super) fn new(graph: &mut Graph, known: &Known) -> Self {
        let (n, two) = (known.coordinates.len(), graph.integer(2));
        let velocities: Vec<Expr> = (0..n).map(|i| graph.symbol(&format!("u0[{i}]"))).collect();
        let mut along = |starts: &[Expr], factor: Expr, of: &dyn Fn(&mut Graph, usize) -> Expr| {
            let step = |(i, &start): (usize, &Expr)| {
                let rate = of(graph, i);
                let by = graph.mul(factor, rate);
                (start, graph.add(start, by), by)
            };
            starts.iter().enumerate().map(step).collect()
        };
        let along_q = along(&known.coordinates, known.step_size, &|_, i| velocities[i]);
        let along_v = along(&known.velocities, two, &|graph, i| {
            graph.sub(velocities[i], known.velocities[i])
        });
        Self {
            velocities,
            along_q,
            along_v,
        }
    }

    /// q⁺ − q
    pub(super) fn increments(&self) -> impl Iterator<Item = Expr> + '_ {
        self.along_q.iter().map(|&(_, _, by)| by)
    }

    /// Of f over the symbols of q and v.
    pub(super) fn partial_gradients(&self, graph: &mut Graph, f: Expr) -> Partial {
        let (over_v, over_q) = (mean(graph, f, &self.along_v), mean(graph, f, &self.along_q));
        Partial {
            by_q: graph.discrete_gradient(over_v, &self.along_q),
            by_v: graph.discrete_gradient(over_q, &self.along_v),
        }
    }
}

/// ½ [f(x) + f(y)]
fn mean(graph: &mut Graph, f: Expr, along: &[(Expr, Expr, Expr)]) -> Expr {
    let ends: Vec<(Expr, Expr)> = along.iter().map(|&(x, y, _)| (x, y)).collect();
    let end = graph.substitute(&[f], &ends)[0];
    let (half, sum) = (graph.ratio(1, 2), graph.add(f, end));
    graph.mul(half, sum)
}
