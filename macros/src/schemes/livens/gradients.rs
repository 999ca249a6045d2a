//! The segment of a state through a step, and the discrete gradients of a function of it.
//!
//! ```text
//! D̄₁f = ½ [D̄_q f(·, v) + D̄_q f(·, v⁺)],   D̄₂f = ½ [D̄_v f(q, ·) + D̄_v f(q⁺, ·)],   D̄₁f·Δq + D̄₂f·Δv = f(q⁺, v⁺) − f(q, v)
//! ```
//!
//! Partitions that evaluate one side first satisfy this, too, but have order one; this one is symmetric. Discrete gradients are
//! linear, so that one gradient of each mean suffices. Where f is not quadratic in v, each mean is taken apart into parts that
//! share no coordinate, or no velocity: a coordinate that is cyclic keeps its momentum, and one without mass has none.
//!
//! For f = ½ v·M v + b·v + c there is another symmetric partition, the polarized one:
//!
//! ```text
//! D̄₁f = D̄_q [½ v·M(·) v⁺ + b(·)·v½ + c(·)],   D̄₂f = ½ [∂f/∂v(q, v) + ∂f/∂v(q⁺, v⁺)]
//! ```

use extremal_symbolic::{DiscreteGradient, Expr, Graph, Line, Slopes};

use super::apart;

/// The segments of the variables in the role of q, and of those in the role of v.
pub(super) struct Segments {
    pub(super) q: Line,
    pub(super) v: Line,
    /// (v + v⁺)/2
    pub(super) middle_v: Vec<Expr>,
    /// Whether v·M v⁺ replaces the mean of v·M v and v⁺·M v⁺.
    pub(super) is_polarized: bool,
}

/// D̄₁f and D̄₂f.
pub(super) struct Partial {
    pub(super) by_q: DiscreteGradient,
    pub(super) by_v: DiscreteGradient,
}

impl Segments {
    /// The gradients of the sum of f.
    pub(super) fn partial_gradients(&self, graph: &mut Graph, f: &[Expr]) -> Partial {
        if !graph.quadratic_in(f, &self.v.starts).contains(&false) {
            return self.of_quadratic(graph, f);
        }
        let [over_v, over_q] = [&self.v, &self.q].map(|along| {
            let means = f.iter().map(|&f| mean(graph, f, &along.to_end()));
            means.collect::<Vec<Expr>>()
        });
        Partial {
            by_q: apart::gradient(graph, &over_v, &self.q, &[]),
            by_v: apart::gradient(graph, &over_q, &self.v, &[]),
        }
    }

    /// The gradients of ½ v·M v + b·v + c, entry by entry of M. The factors of the entries are symbols at first, so that terms
    /// that need no correction stay separate.
    fn of_quadratic(&self, graph: &mut Graph, f: &[Expr]) -> Partial {
        let starts = &self.v.starts;
        let whole = graph.sum(f);
        let slopes = graph.gradient(whole, starts);
        let masses = graph.jacobian(&slopes, starts);
        let at_rest: Vec<(Expr, Expr)> = starts.iter().map(|&v| (v, graph.zero())).collect();
        let (mut terms, slopes_at_rest) =
            (graph.substitute(f, &at_rest), graph.substitute(&slopes, &at_rest));
        let middle = &self.middle_v;
        let mut factors = Vec::new();
        for (i, row) in masses.iter().enumerate() {
            terms.push(graph.mul(slopes_at_rest[i], middle[i]));
            for (j, &mass) in row.iter().enumerate().skip(i) {
                let symbol = graph.symbol(&format!("vv[{i}][{j}]"));
                factors.push((symbol, self.product(graph, i, j)));
                let share = if i == j { graph.ratio(1, 2) } else { graph.one() };
                terms.push(graph.product(&[share, mass, symbol]));
            }
        }
        let gradient = graph.discrete_gradient(&terms, &self.q);
        let momenta = self.momenta(graph, &slopes);
        Partial {
            by_q: replaced(graph, &gradient, &factors),
            by_v: DiscreteGradient {
                surrogate: Slopes::exact(momenta.clone()),
                value: Slopes::exact(momenta),
                frozen: Vec::new(),
            },
        }
    }

    /// The mean of vᵢvⱼ over both nodes; if polarized, ½ (vᵢvⱼ⁺ + vⱼvᵢ⁺).
    fn product(&self, graph: &mut Graph, i: usize, j: usize) -> Expr {
        let Line { starts, ends, .. } = &self.v;
        let pairs = if self.is_polarized {
            [(starts[i], ends[j]), (starts[j], ends[i])]
        } else {
            [(starts[i], starts[j]), (ends[i], ends[j])]
        };
        let half = graph.ratio(1, 2);
        let products = pairs.map(|(a, b)| graph.product(&[half, a, b]));
        graph.sum(&products)
    }

    /// The mean of ∂f/∂v over both nodes; if not polarized, over q and q⁺ at v½.
    fn momenta(&self, graph: &mut Graph, slopes: &[Expr]) -> Vec<Expr> {
        let ends = if self.is_polarized {
            [self.q.to_end(), self.v.to_end()].concat()
        } else {
            self.q.to_end()
        };
        let means: Vec<Expr> = slopes.iter().map(|&slope| mean(graph, slope, &ends)).collect();
        if self.is_polarized {
            return means;
        }
        let starts = self.v.starts.iter().copied();
        let at_middle: Vec<(Expr, Expr)> = starts.zip(self.middle_v.iter().copied()).collect();
        graph.substitute(&means, &at_middle)
    }
}

/// The same gradient with some expressions replaced.
pub(super) fn replaced(
    graph: &mut Graph,
    gradient: &DiscreteGradient,
    pairs: &[(Expr, Expr)],
) -> DiscreteGradient {
    let (symbols, values): (Vec<Expr>, Vec<Expr>) = gradient.frozen.iter().copied().unzip();
    let values = graph.substitute(&values, pairs);
    DiscreteGradient {
        value: replaced_slopes(graph, &gradient.value, pairs),
        surrogate: replaced_slopes(graph, &gradient.surrogate, pairs),
        frozen: symbols.into_iter().zip(values).collect(),
    }
}

fn replaced_slopes(graph: &mut Graph, slopes: &Slopes, pairs: &[(Expr, Expr)]) -> Slopes {
    Slopes {
        middle: graph.substitute(&slopes.middle, pairs),
        correction: graph.substitute(&slopes.correction, pairs),
    }
}

/// ½ [f(x) + f(y)], x with y in pairs.
fn mean(graph: &mut Graph, f: Expr, ends: &[(Expr, Expr)]) -> Expr {
    let end = graph.substitute(&[f], ends)[0];
    let (half, sum) = (graph.ratio(1, 2), graph.add(f, end));
    graph.mul(half, sum)
}
