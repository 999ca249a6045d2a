//! Rounding errors of expressions beyond those of their own size, as expressions: a running error analysis.

use crate::expr::{Expr, Function, Function2, Node};
use crate::graph::Graph;
use crate::hash::Map;
use crate::partial::Partial;

impl Graph {
    /// For each root the part of its rounding error that its own size does not bound, to first order and in units of ε: sums
    /// inside of it may be small differences, which functions and products magnify.
    ///
    /// ```text
    /// e(c) = 0,   e(x) = |x| of an inexact symbol, 0 of others,   e(Σ cₖ aₖ) = Σ |cₖ| (e(aₖ) + |aₖ|)
    /// e(a b) = |a| e(b) + |b| e(a),   e(f(a)) = |f′(a)| (e(a) + |a|)
    /// ```
    ///
    /// A few times e + |root| are a bound on the error: each operation adds its own rounding. Summands stand for all partial
    /// sums, so that their order is of no matter. The bound is not finite where a derivative is not, as at √0. If there are
    /// `inexact` symbols, what depends on none of them is exact: it is the same at all of their values.
    ///
    /// ```
    /// use extremal_symbolic::Graph;
    ///
    /// let mut graph = Graph::new();
    /// let [x, a, k] = ["x", "a", "k"].map(|name| graph.symbol(name));
    /// let difference = graph.sub(x, a);
    /// let force = graph.mul(k, difference);
    /// let error = graph.roundings(&[force], &[])[0];
    /// // The difference has the rounding of x and a, which k magnifies.
    /// let values = [(x, 1.001), (a, 1.0), (k, 1e9)];
    /// assert!((graph.evaluate(&[error], &values)[0] / 2.001e9 - 1.0).abs() < 1e-12);
    /// ```
    pub fn roundings(&mut self, roots: &[Expr], inexact: &[Expr]) -> Vec<Expr> {
        let mut errors: Map<Expr, Expr> = Map::default();
        for &x in inexact {
            let size = self.magnitude(x);
            errors.insert(x, size);
        }
        let varies = self.dependents(inexact);
        for e in self.reachable(roots) {
            if self.is_exhausted() {
                break;
            }
            if !inexact.is_empty() && !varies[e.index()] {
                continue;
            }
            let error = self.rounding_of(e, &errors);
            if error != Expr::ZERO {
                errors.insert(e, error);
            }
        }
        let error = |root| errors.get(root).copied().unwrap_or(Expr::ZERO);
        roots.iter().map(error).collect()
    }

    /// Whether sums inside of the roots, which are sums themselves, may be smaller than the changes that the rounding of
    /// `x` makes in them: then [`roundings`](Self::roundings) may be far above the sizes of the summands of the roots.
    ///
    /// A sum of one number and multiples of symbols of `x` is a place. It passes zero as a place does, at any rate, and what
    /// depends on it has its rounding. The same is true of summands of one sign, and of one function of places beside multiples
    /// of `x` in a term of a root. All others are differences: k (x − a − b), |d| − l.
    ///
    /// ```
    /// use extremal_symbolic::Graph;
    ///
    /// let mut graph = Graph::new();
    /// let [q, v, h, l] = ["q", "v", "h", "l"].map(|name| graph.symbol(name));
    /// let way = graph.mul(h, v);
    /// let place = graph.add(q, way);
    /// let cube = graph.powi(place, 3);
    /// let pendulum = graph.add(cube, v);
    /// assert!(!graph.cancels_inside(&[pendulum], &[v]));
    /// let stretch = graph.sub(place, l);
    /// let cube = graph.powi(stretch, 3);
    /// let spring = graph.add(cube, v);
    /// assert!(graph.cancels_inside(&[spring], &[v]));
    /// ```
    #[must_use]
    pub fn cancels_inside(&self, roots: &[Expr], x: &[Expr]) -> bool {
        let varies = self.dependents(x);
        let mut linear = vec![false; self.size()];
        x.iter().for_each(|x| linear[x.index()] = true);
        let mut mixed = Vec::new();
        let reachable = self.reachable(roots);
        let mut is_root = vec![false; self.size()];
        roots.iter().for_each(|root| is_root[root.index()] = true);
        let is_outer = self.outer_sums(roots, &reachable, &varies);
        for e in reachable {
            if !varies[e.index()] || linear[e.index()] {
                continue;
            }
            linear[e.index()] = match self.node(e) {
                Node::Scale(_, x) => linear[x.index()],
                Node::Product(list) => {
                    let mut factors = list.iter().filter(|(x, _)| varies[x.index()]);
                    let one = factors.next().is_some_and(|&(x, n)| n == 1 && linear[x.index()]);
                    one && factors.next().is_none()
                }
                Node::Sum(summands) => {
                    let known = summands.iter().filter(|(_, x)| !varies[x.index()]).count();
                    let moving = summands.iter().filter(|(_, x)| varies[x.index()]);
                    let others = moving.filter(|(_, x)| !linear[x.index()]).count();
                    let is_place = others == 0 && known <= 1;
                    let has_one_term = is_outer[e.index()] && known + others <= 1;
                    if !(is_place || has_one_term || is_root[e.index()]) {
                        mixed.push(e);
                    }
                    known + others == 0
                }
                _ => false,
            };
        }
        let summands: Vec<Expr> = mixed.iter().flat_map(|&e| self.operands(e)).collect();
        let signs = self.signs(&summands, &[]);
        let mut signs = signs.into_iter();
        mixed.iter().any(|&e| match self.node(e) {
            Node::Sum(list) => {
                let signs: Vec<[bool; 2]> = list
                    .iter()
                    .zip(&mut signs)
                    .map(|(&(c, _), of)| {
                        let signs = [of.is_nonnegative(), of.is_nonpositive()];
                        let [above, below] = signs;
                        if self.value(c).is_negative() {
                            [below, above]
                        } else {
                            signs
                        }
                    })
                    .collect();
                !(0..2).any(|which| signs.iter().all(|signs| signs[which]))
            }
            _ => true,
        })
    }

    /// The roots, and what they are sums and multiples of: terms of a root are outside of them.
    fn outer_sums(&self, roots: &[Expr], reachable: &[Expr], varies: &[bool]) -> Vec<bool> {
        let mut is_outer = vec![false; self.size()];
        roots.iter().for_each(|root| is_outer[root.index()] = true);
        for &e in reachable.iter().rev().filter(|e| varies[e.index()]) {
            if !is_outer[e.index()] {
                continue;
            }
            match self.node(e) {
                Node::Scale(_, x) => is_outer[x.index()] = true,
                Node::Sum(summands) => summands.iter().for_each(|(_, x)| is_outer[x.index()] = true),
                Node::Product(list) => {
                    let factors: Vec<&(Expr, i32)> = list.iter().filter(|(x, _)| varies[x.index()]).collect();
                    if let [(x, 1)] = factors[..] {
                        is_outer[x.index()] = true;
                    }
                }
                _ => {}
            }
        }
        is_outer
    }

    fn rounding_of(&mut self, e: Expr, errors: &Map<Expr, Expr>) -> Expr {
        if let Some(&known) = errors.get(&e) {
            return known;
        }
        let node = self.node(e).clone();
        let magnifies = match node {
            Node::Unary(f, _) => !matches!(f, Function::Abs | Function::Signum | Function::Opaque),
            Node::Binary(f, ..) => f == Function2::Atan2,
            Node::Call(_) => true,
            _ => false,
        };
        // The error of an operand, with its own size where that is not exact.
        let of = |graph: &mut Self, operand: Expr| {
            let carried = errors.get(&operand).copied().unwrap_or(Expr::ZERO);
            match magnifies && !graph.is_symbol_or_constant(operand) {
                true => {
                    let size = graph.magnitude(operand);
                    graph.add(carried, size)
                }
                false => carried,
            }
        };
        let mut terms = Vec::new();
        for partial in self.partials(e, |x| magnifies || errors.contains_key(&x)) {
            terms.push(match partial {
                Partial::Factor(factor, operand) => {
                    let (factor, error) = (self.magnitude(factor), of(self, operand));
                    self.mul(factor, error)
                }
                Partial::Branches {
                    relation,
                    compared: [a, b],
                    branches,
                } => {
                    let [then, otherwise] = branches.map(|branch| of(self, branch));
                    self.select(relation, a, b, then, otherwise)
                }
            });
        }
        if let Node::Sum(summands) = node {
            for &(c, x) in summands.iter() {
                let summand = self.scaled(c, x);
                terms.push(self.magnitude(summand));
            }
        }
        self.sum(&terms)
    }

    /// |e|; of products and multiples that of their factors, which other bounds have, too.
    fn magnitude(&mut self, e: Expr) -> Expr {
        match self.node(e).clone() {
            Node::Scale(c, x) => {
                let c = self.value(c).clone();
                let (c, x) = (self.constant(c), self.magnitude(x));
                let c = self.apply(Function::Abs, c);
                self.mul(c, x)
            }
            Node::Product(list) => {
                let factors: Vec<Expr> = list
                    .iter()
                    .map(|&(x, n)| {
                        let x = self.magnitude(x);
                        self.powi(x, n)
                    })
                    .collect();
                self.product(&factors)
            }
            _ => self.apply(Function::Abs, e),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stretch of a bar of displacements: |X + u| − l.
    #[test]
    fn bounds_hold_and_are_no_larger_than_a_few_roundings() {
        let mut graph = Graph::new();
        let symbols = ["x", "y", "u", "v", "l", "k"].map(|name| graph.symbol(name));
        let [x, y, u, v, l, k] = symbols;
        let [dx, dy] = [(x, u), (y, v)].map(|(x, u)| graph.add(x, u));
        let squares = [dx, dy].map(|d| graph.powi(d, 2));
        let length = graph.sum(&squares);
        let length = graph.sqrt(length);
        let stretch = graph.sub(length, l);
        let inverse = graph.powi(length, -1);
        let force = graph.product(&[k, stretch, dx, inverse]);
        let bound = graph.roundings(&[force], &[])[0];
        for at in 0..200 {
            let at = f64::from(at);
            let u_at = [1e-9 * (at * 0.7).sin(), 1e-9 * (at * 1.3).cos()];
            let (x_at, y_at) = (0.6 + 0.1 * (at * 0.37).sin(), 0.8 + 0.1 * (at * 0.11).cos());
            let l_at = x_at.hypot(y_at);
            let values = [
                (x, x_at),
                (y, y_at),
                (u, u_at[0]),
                (v, u_at[1]),
                (l, l_at),
                (k, 1e9),
            ];
            let [value, bound] =
                <[f64; 2]>::try_from(graph.evaluate(&[force, bound], &values)).expect("two values");
            // |X + u| − |X|, where |X| has the rounding of its own that l has.
            let (sum, square) = (
                (2.0 * x_at + u_at[0]) * u_at[0] + (2.0 * y_at + u_at[1]) * u_at[1],
                (x_at + u_at[0]).hypot(y_at + u_at[1]),
            );
            let exact = 1e9 * (sum / (square + l_at)) * (x_at + u_at[0]) / square;
            let error = (value - exact).abs() / f64::EPSILON;
            assert!(error <= bound + 1e9, "{error} {bound}");
            assert!(bound < 1e10 && bound > 1e8, "{bound}");
        }
    }

    #[test]
    fn bounds_of_roots_may_be_infinite() {
        let mut graph = Graph::new();
        let x = graph.symbol("x");
        let root = graph.sqrt(x);
        let bound = graph.roundings(&[root], &[x])[0];
        assert!(!graph.evaluate(&[bound], &[(x, 0.0)])[0].is_finite());
    }

    #[test]
    fn a_choice_has_the_error_of_the_branch_that_is_taken() {
        let mut graph = Graph::new();
        let (x, zero) = (graph.symbol("x"), graph.zero());
        let root = graph.sqrt(x);
        let choice = graph.select(crate::Relation::Less, x, zero, zero, root);
        let bound = graph.roundings(&[choice], &[x])[0];
        assert_eq!(graph.evaluate(&[bound], &[(x, -4.0)]), [0.0]);
        assert_eq!(graph.evaluate(&[bound], &[(x, 4.0)]), [1.0]);
    }
}
