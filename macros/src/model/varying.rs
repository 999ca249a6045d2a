//! Inputs that are polynomials in time within a step.
//!
//! ```text
//! u(s) = Σᵢ ℓᵢ(s) uᵢ,   s = (t − tₖ)/h,   uᵢ at s = i/d,   i = 0, …, d
//! ```
//!
//! ℓᵢ are the Lagrange polynomials of degree d at these nodes. Formulas name u₀, so that outside of steps an input has the
//! value at the beginning.

use extremal_symbolic::{Expr, Graph};

/// One number that varies within a step: its values at the nodes. Formulas contain the first one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Varying(Vec<Expr>);

impl Varying {
    /// The first value, which stands for all of them in formulas.
    pub(crate) fn symbol(&self) -> Expr {
        self.0[0]
    }

    /// u(s)
    pub(crate) fn at(&self, graph: &mut Graph, s: Expr) -> Expr {
        let nodes = self.0.len();
        let terms: Vec<Expr> = (0..nodes)
            .map(|i| {
                let mut factors = vec![self.0[i]];
                for j in (0..nodes).filter(|&j| j != i) {
                    // (s d − j)/(i − j), as nodes are at i/d.
                    let [degree, from, to] = [nodes - 1, j, i].map(|k| whole(graph, k));
                    let scaled = graph.mul(degree, s);
                    let above = graph.sub(scaled, from);
                    let apart = graph.sub(to, from);
                    factors.push(graph.div(above, apart));
                }
                graph.product(&factors)
            })
            .collect();
        graph.sum(&terms)
    }
}

fn whole(graph: &mut Graph, number: usize) -> Expr {
    graph.integer(i64::try_from(number).unwrap_or(i64::MAX))
}

/// The numbers of all inputs, node after node, and those that vary. `nodes` has the names of each number, and `first` the
/// symbols that formulas contain; those of items come last, and have one each.
pub(crate) fn inputs(
    graph: &mut Graph,
    nodes: Vec<Vec<String>>,
    first: &[Expr],
) -> (Vec<Expr>, Vec<Varying>) {
    let (mut all, mut varying) = (Vec::new(), Vec::new());
    let mut rest = first.iter();
    for (names, &symbol) in nodes.iter().zip(rest.by_ref()) {
        let later = names.iter().skip(1).map(|name| graph.symbol(name));
        let nodes: Vec<Expr> = std::iter::once(symbol).chain(later).collect();
        all.extend(&nodes);
        if nodes.len() > 1 {
            varying.push(Varying(nodes));
        }
    }
    all.extend(rest);
    (all, varying)
}
