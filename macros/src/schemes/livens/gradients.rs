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
    /// q⁺ = q + h v_½ and v⁺ = 2 v_½ − v
    pub(super) fn new(graph: &mut Graph, known: &Known) -> Self {
        let (n, two) = (known.coordinates.len(), graph.integer(2));
        let velocities: Vec<Expr> = (0..n).map(|i| graph.symbol(&format!("u0[{i}]"))).collect();
        let along_q = known.coordinates.iter().zip(&velocities).map(|(&q, &u)| {
            let by = graph.mul(known.step_size, u);
            (q, graph.add(q, by), by)
        });
        let along_q = along_q.collect();
        let along_v = known.velocities.iter().zip(&velocities).map(|(&v, &u)| {
            let (twice, half) = (graph.mul(two, u), graph.sub(u, v));
            (v, graph.sub(twice, v), graph.mul(two, half))
        });
        Self {
            along_v: along_v.collect(),
            along_q,
            velocities,
        }
    }

    /// q⁺ − q
    pub(super) fn increments(&self) -> impl Iterator<Item = Expr> + '_ {
        self.along_q.iter().map(|&(_, _, by)| by)
    }

    /// Of f over the symbols of q and v.
    pub(super) fn partial_gradients(&self, graph: &mut Graph, f: Expr) -> Partial {
        let starts: Vec<Expr> = self.along_v.iter().map(|&(v, _, _)| v).collect();
        match graph.degree_in(f, &starts) {
            Some(..=2) => self.of_quadratic(graph, f, &starts),
            _ => {
                let (over_v, over_q) = (mean(graph, f, &self.along_v), mean(graph, f, &self.along_q));
                Partial {
                    by_q: graph.discrete_gradient(&[over_v], &self.along_q),
                    by_v: graph.discrete_gradient(&[over_q], &self.along_v),
                }
            }
        }
    }

    /// Of f = ½ v·M v + b·v + c, by what stands with each entry of M: the mean of f over v and v⁺ has means of products of velocities.
    fn of_quadratic(&self, graph: &mut Graph, f: Expr, starts: &[Expr]) -> Partial {
        let at_rest: Vec<(Expr, Expr)> = starts.iter().map(|&v| (v, graph.zero())).collect();
        let slopes = graph.gradient(f, starts);
        let masses = graph.jacobian(&slopes, starts);
        let rest = graph.substitute(&[vec![f], slopes.clone()].concat(), &at_rest);
        let (mut terms, mut means) = (vec![rest[0]], Vec::new());
        for (i, row) in masses.iter().enumerate() {
            terms.push(graph.mul(rest[i + 1], self.velocities[i]));
            for (j, &mass) in row.iter().enumerate().skip(i) {
                let symbol = graph.symbol(&format!("mean v[{i}] v[{j}]"));
                let product = graph.mul(starts[i], starts[j]);
                let product = mean(graph, product, &self.along_v);
                means.push((symbol, product));
                let share = if i == j { graph.ratio(1, 2) } else { graph.one() };
                terms.push(graph.product(&[share, mass, symbol]));
            }
        }
        let gradient = graph.discrete_gradient(&terms, &self.along_q);
        let momenta = slopes.iter().map(|&slope| mean(graph, slope, &self.along_q));
        let momenta: Vec<Expr> = momenta.collect();
        let middle: Vec<(Expr, Expr)> = starts.iter().copied().zip(self.velocities.clone()).collect();
        let momenta = graph.substitute(&momenta, &middle);
        Partial {
            by_q: replaced(graph, gradient, &means),
            by_v: DiscreteGradient {
                smooth: momenta.clone(),
                value: momenta,
                held: Vec::new(),
            },
        }
    }
}

fn replaced(graph: &mut Graph, gradient: DiscreteGradient, pairs: &[(Expr, Expr)]) -> DiscreteGradient {
    let (symbols, values): (Vec<Expr>, Vec<Expr>) = gradient.held.into_iter().unzip();
    DiscreteGradient {
        value: graph.substitute(&gradient.value, pairs),
        smooth: graph.substitute(&gradient.smooth, pairs),
        held: symbols
            .into_iter()
            .zip(graph.substitute(&values, pairs))
            .collect(),
    }
}

/// ½ [f(x) + f(y)]
fn mean(graph: &mut Graph, f: Expr, along: &[(Expr, Expr, Expr)]) -> Expr {
    let ends: Vec<(Expr, Expr)> = along.iter().map(|&(x, y, _)| (x, y)).collect();
    let end = graph.substitute(&[f], &ends)[0];
    let (half, sum) = (graph.ratio(1, 2), graph.add(f, end));
    graph.mul(half, sum)
}
