//! Sines and cosines of sums of angles, expanded into those of the single angles. The caller decides which form to use,
//! by counting the operations of both.

use crate::expr::{Expr, Function, Node, Number};
use crate::graph::Graph;
use crate::hash::{Map, Set};

impl Graph {
    /// Expands sin(a ± b) = sin a cos b ± cos a sin b and cos(a ± b) = cos a cos b ∓ sin a sin b in `roots`, wherever at least
    /// two summands of the angle depend on `symbols`. Summands that do not depend on them stay one angle.
    ///
    /// If such a sine or cosine occurs in a summand, the summand is multiplied out, so that the sum can be reordered: Σⱼ
    /// xⱼ cos(a − bⱼ) = cos a Σⱼ xⱼ cos bⱼ + sin a Σⱼ xⱼ sin bⱼ. For this reason expand gradients rather than energies.
    pub fn expand_angles(&mut self, roots: &[Expr], symbols: &[Expr]) -> Vec<Expr> {
        let mut expansion = Expansion {
            depends: self.dependents(symbols),
            known: Map::default(),
        };
        let mut images: Map<Expr, Expr> = Map::default();
        for e in self.reachable(roots) {
            let image = match self.node(e).clone() {
                Node::Unary(Function::Sin | Function::Cos, _) => expansion
                    .expanded(self, e)
                    .unwrap_or_else(|| self.rebuild(e, &images)),
                Node::Sum(terms) => {
                    let terms: Vec<Expr> = terms
                        .iter()
                        .flat_map(|&(c, x)| expansion.multiplied_out(self, c, x, &images))
                        .collect();
                    self.sum(&terms)
                }
                _ => self.rebuild(e, &images),
            };
            images.insert(e, image);
        }
        roots.iter().map(|root| images[root]).collect()
    }

    /// Replaces sines and cosines of an angle that is the sum of two others by those of the two, if they occur in `roots`
    /// anyway: of x, h and x + h the last one. So the end of a step follows from its middle and half of its length.
    pub fn share_angles(&mut self, roots: &[Expr]) -> Vec<Expr> {
        let angles = self.angles(roots);
        let mut sums: Map<Expr, (Expr, Expr)> = Map::default();
        for (at, &a) in angles.iter().enumerate() {
            for &b in &angles[at + 1..] {
                let terms = self.short_terms(&[a, b]);
                sums.insert(self.sum(&terms), (a, b));
            }
        }
        let mut taken: Set<Expr> = Set::default();
        let mut pairs = Vec::new();
        for angle in angles {
            let Some(&(a, b)) = sums.get(&angle) else {
                continue;
            };
            // An angle that is replaced must not replace another one.
            if [a, b].iter().any(|part| taken.contains(part)) {
                continue;
            }
            taken.insert(angle);
            let [sine, cosine] = [Function::Sin, Function::Cos].map(|f| self.apply(f, angle));
            let parts = [a, b].map(|part| [Function::Sin, Function::Cos].map(|f| self.apply(f, part)));
            let products = |graph: &mut Self, i: usize, j: usize| {
                let [first, second] = [(0, i), (1, j)].map(|(part, f): (usize, usize)| parts[part][f]);
                graph.mul(first, second)
            };
            let mixed = [products(self, 0, 1), products(self, 1, 0)];
            let alike = (products(self, 1, 1), products(self, 0, 0));
            pairs.push((sine, self.sum(&mixed)));
            pairs.push((cosine, self.sub(alike.0, alike.1)));
        }
        self.substitute(roots, &pairs)
    }

    /// The angles whose sines or cosines occur in the roots, in the order in which they were built.
    #[must_use]
    pub fn angles(&self, roots: &[Expr]) -> Vec<Expr> {
        let nodes = self.reachable(roots).into_iter();
        let mut angles: Vec<Expr> = nodes
            .filter_map(|e| match *self.node(e) {
                Node::Unary(Function::Sin | Function::Cos, x) => Some(x),
                _ => None,
            })
            .collect();
        angles.sort_unstable();
        angles.dedup();
        angles
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

    /// The expansion of a sine or cosine.
    fn expanded(&mut self, graph: &mut Graph, e: Expr) -> Option<Expr> {
        let Node::Unary(f, angle) = *graph.node(e) else {
            return None;
        };
        if !matches!(f, Function::Sin | Function::Cos) || !self.is_expandable(graph, angle) {
            return None;
        }
        let (sine, cosine) = self.sin_cos(graph, angle);
        Some(if f == Function::Sin { sine } else { cosine })
    }

    /// c x as summands, by the expansion of the first factor of x that has one.
    fn multiplied_out(
        &mut self,
        graph: &mut Graph,
        c: Number,
        x: Expr,
        images: &Map<Expr, Expr>,
    ) -> Vec<Expr> {
        let c = graph.scaled(c, Expr::ONE);
        let factors = graph.factors(x);
        let found = factors
            .iter()
            .position(|&(f, n)| n == 1 && self.expanded(graph, f).is_some());
        let Some(at) = found else {
            return vec![graph.mul(c, images[&x])];
        };
        let mut rest = vec![c];
        for (k, &(f, n)) in factors.iter().enumerate() {
            if k != at {
                rest.push(graph.powi(images[&f], n));
            }
        }
        let (sign, sum) = graph.split(images[&factors[at].0]);
        rest.push(graph.scaled(sign, Expr::ONE));
        let rest = graph.product(&rest);
        let Node::Sum(terms) = graph.node(sum).clone() else {
            return vec![graph.mul(rest, sum)];
        };
        let terms = terms.iter().map(|&(d, y)| {
            let term = graph.scaled(d, y);
            graph.mul(rest, term)
        });
        terms.collect()
    }

    /// (sin, cos) of an angle. The depth of recursion is that of sums nested in sums, which the parser limits.
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
