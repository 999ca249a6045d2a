//! Sines and cosines of sums of angles in terms of those of the single angles.
//! Whether that pays is not known here: count the operations of both forms.

use crate::expr::{Expr, Function, Node, Number};
use crate::graph::Graph;
use crate::hash::Map;

impl Graph {
    /// Expands sin(a ± b) = sin a cos b ± cos a sin b and cos(a ± b) = cos a cos b ∓ sin a sin b in `roots`, wherever at
    /// least two terms of the angle depend on `symbols`; what does not depend on them stays one angle.
    pub fn expand_angles(&mut self, roots: &[Expr], symbols: &[Expr]) -> Vec<Expr> {
        let mut expansion = Expansion {
            depends: self.dependents(symbols),
            known: Map::default(),
        };
        let mut pairs = Vec::new();
        for e in self.reachable(roots) {
            let Node::Unary(f @ (Function::Sin | Function::Cos), angle) = *self.node(e) else {
                continue;
            };
            if expansion.is_expandable(self, angle) {
                let (sine, cosine) = expansion.sin_cos(self, angle);
                pairs.push((e, if f == Function::Sin { sine } else { cosine }));
            }
        }
        if pairs.is_empty() {
            roots.to_vec()
        } else {
            self.substitute(roots, &pairs)
        }
    }
}

struct Expansion {
    depends: Vec<bool>,
    known: Map<Expr, (Expr, Expr)>,
}

impl Expansion {
    fn depends(&self, e: Expr) -> bool {
        self.depends.get(e.index()).is_some_and(|&depends| depends)
    }

    fn is_expandable(&self, graph: &Graph, angle: Expr) -> bool {
        match graph.node(angle) {
            Node::Sum(terms) => {
                let terms = terms.iter().filter(|&&(_, x)| self.depends(x));
                terms
                    .clone()
                    .all(|&(c, _)| c == Number::ONE || c == Number::MINUS_ONE)
                    && terms.count() > 1
            }
            _ => false,
        }
    }

    /// (sin, cos) of an angle; recursion goes as deep as sums are nested in sums, which parsing bounds.
    fn sin_cos(&mut self, graph: &mut Graph, angle: Expr) -> (Expr, Expr) {
        if let Some(&known) = self.known.get(&angle) {
            return known;
        }
        let pair = match graph.node(angle).clone() {
            Node::Sum(terms) if self.is_expandable(graph, angle) => {
                let (moving, fixed): (Vec<_>, Vec<_>) = terms.iter().partition(|(_, x)| self.depends(*x));
                let fixed: Vec<Expr> = fixed.into_iter().map(|(c, x)| graph.scaled(c, x)).collect();
                let fixed = graph.sum(&fixed);
                let mut total = self.single(graph, fixed);
                for (c, x) in moving {
                    let (sine, cosine) = self.sin_cos(graph, x);
                    let sine = if c == Number::MINUS_ONE {
                        graph.neg(sine)
                    } else {
                        sine
                    };
                    total = join(graph, total, (sine, cosine));
                }
                total
            }
            _ => self.single(graph, angle),
        };
        self.known.insert(angle, pair);
        pair
    }

    fn single(&self, graph: &mut Graph, angle: Expr) -> (Expr, Expr) {
        (
            graph.apply(Function::Sin, angle),
            graph.apply(Function::Cos, angle),
        )
    }
}

fn join(graph: &mut Graph, (sa, ca): (Expr, Expr), (sb, cb): (Expr, Expr)) -> (Expr, Expr) {
    let terms = [graph.mul(sa, cb), graph.mul(ca, sb)];
    let sine = graph.sum(&terms);
    let (x, y) = (graph.mul(ca, cb), graph.mul(sa, sb));
    (sine, graph.sub(x, y))
}
