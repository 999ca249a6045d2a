//! Functions of the state rewritten in polynomials of degree at most two that are invariant under given flows.

use crate::expr::{Expr, Function2, Node};
use crate::graph::Graph;
use crate::hash::Map;

/// Up to this degree, the gradient in the middle of a line gives the change of a polynomial along the line.
const HIGHEST: u32 = 2;

/// Sums with more summands are not tested for zero.
const TERMS: usize = 100;

/// Each f as F(π₁, π₂, ..).
#[derive(Clone, Debug)]
pub struct ThroughInvariants {
    /// Each F, over the symbols of the invariants.
    pub functions: Vec<Expr>,
    /// Symbol and value of each πⱼ that occurs in some F.
    pub invariants: Vec<(Expr, Expr)>,
}

/// A flow: symbols and their rates.
type Flow = Vec<(Expr, Expr)>;

struct Search<'a> {
    state: &'a [Expr],
    flows: &'a [Flow],
    /// Each expression in terms of invariants; `None` if no such form was found.
    images: Map<Expr, Option<Expr>>,
    found: Vec<(Expr, Expr)>,
}

impl Graph {
    /// Each f as a function of polynomials of degree one and two in the `state` that do not change along the `flows`.
    /// Takes the largest such polynomials that it finds; `None` if no such form of some f was found.
    ///
    /// ```
    /// use extremal_symbolic::Graph;
    ///
    /// let mut graph = Graph::new();
    /// let [x, y] = ["x", "y"].map(|name| graph.symbol(name));
    /// let squares = [x, y].map(|e| graph.powi(e, 2));
    /// let squared = graph.sum(&squares);
    /// let length = graph.sqrt(squared);
    /// let minus_y = graph.neg(y);
    /// let through = graph.through_invariants(&[length], &[x, y], &[vec![(x, minus_y), (y, x)]]);
    /// assert_eq!(through.map(|through| through.invariants[0].1), Some(squared));
    /// ```
    pub fn through_invariants(
        &mut self,
        f: &[Expr],
        state: &[Expr],
        flows: &[Flow],
    ) -> Option<ThroughInvariants> {
        let mut search = Search {
            state,
            flows,
            images: Map::default(),
            found: Vec::new(),
        };
        let nodes = self.reachable(f);
        let degrees = self.degrees_in(&nodes, state);
        for (e, degree) in nodes.into_iter().zip(degrees) {
            let image = search.image(self, e, degree);
            search.images.insert(e, image);
        }
        let functions = f.iter().map(|f| search.images[f]);
        let functions = functions.collect::<Option<Vec<Expr>>>()?;
        let reachable = self.reachable(&functions);
        search
            .found
            .retain(|(symbol, _)| reachable.binary_search(symbol).is_ok());
        Some(ThroughInvariants {
            functions,
            invariants: search.found,
        })
    }
}

impl Search<'_> {
    fn image(&mut self, graph: &mut Graph, e: Expr, degree: Option<u32>) -> Option<Expr> {
        match degree {
            Some(0) => Some(e),
            Some(..=HIGHEST) if self.is_invariant(graph, e) => Some(self.symbol(graph, e)),
            _ => match graph.node(e).clone() {
                Node::Symbol(_) => None,
                Node::Sum(terms) => {
                    let terms = terms.iter().map(|&(c, x)| graph.scaled(c, x)).collect();
                    self.sum(graph, terms)
                }
                Node::Binary(Function2::Hypot, a, b) => {
                    self.rebuilt(graph, e).or_else(|| self.length(graph, [a, b]))
                }
                _ => self.rebuilt(graph, e),
            },
        }
    }

    /// The summands of low degree together, if they are an invariant; each of the others by itself.
    fn sum(&mut self, graph: &mut Graph, terms: Vec<Expr>) -> Option<Expr> {
        let degrees = graph.degrees_in(&terms, self.state);
        let (low, high): (Vec<_>, Vec<_>) = terms
            .into_iter()
            .zip(degrees)
            .partition(|&(_, degree)| degree.is_some_and(|degree| degree <= HIGHEST));
        let low: Vec<Expr> = low.into_iter().map(|(term, _)| term).collect();
        let together = graph.sum(&low);
        let mut images = if !graph.depends_on(together, self.state) {
            vec![together]
        } else if self.is_invariant(graph, together) {
            vec![self.symbol(graph, together)]
        } else {
            let each = low.into_iter().map(|term| self.term(graph, term));
            each.collect::<Option<Vec<Expr>>>()?
        };
        for (term, _) in high {
            images.push(self.term(graph, term)?);
        }
        Some(graph.sum(&images))
    }

    /// A number times an expression that was visited.
    fn term(&mut self, graph: &mut Graph, term: Expr) -> Option<Expr> {
        match *graph.node(term) {
            Node::Scale(c, x) => {
                let (c, image) = (graph.scaled(c, Expr::ONE), self.images.get(&x).copied()??);
                Some(graph.mul(c, image))
            }
            Node::Constant(_) => Some(term),
            _ => self.images.get(&term).copied()?,
        }
    }

    fn rebuilt(&self, graph: &mut Graph, e: Expr) -> Option<Expr> {
        let mut images: Map<Expr, Expr> = Map::default();
        let mut all = true;
        graph.for_operands(e, |x| match self.images[&x] {
            Some(image) => drop(images.insert(x, image)),
            None => all = false,
        });
        all.then(|| graph.rebuild(e, &images))
    }

    /// √(a² + b²), of which the sum is an invariant where a and b are not.
    fn length(&mut self, graph: &mut Graph, sides: [Expr; 2]) -> Option<Expr> {
        let squares = sides.map(|side| graph.powi(side, 2));
        let squared = graph.sum(&squares);
        let degree = graph.degrees_in(&[squared], self.state)[0]?;
        let image =
            (degree <= HIGHEST && self.is_invariant(graph, squared)).then(|| self.symbol(graph, squared));
        image.map(|squared| graph.sqrt(squared))
    }

    fn is_invariant(&self, graph: &mut Graph, e: Expr) -> bool {
        self.flows.iter().all(|flow| {
            let rate = graph.time_derivative(e, flow);
            graph.vanishes(rate, TERMS)
        })
    }

    /// A factor of an invariant that does not depend on the state is not part of it.
    fn symbol(&mut self, graph: &mut Graph, e: Expr) -> Expr {
        let (factor, invariant) = graph.content(e, self.state);
        let known = self.found.iter().find(|&&(_, known)| known == invariant);
        let symbol = known.map(|&(symbol, _)| symbol).unwrap_or_else(|| {
            let symbol = graph.symbol("invariant");
            self.found.push((symbol, invariant));
            symbol
        });
        graph.mul(factor, symbol)
    }
}
