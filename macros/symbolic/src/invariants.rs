//! Functions of the state as functions of polynomials of degree two that stay as they are along given flows.
//! It refuses to know what flows and state are.

use crate::expr::{Expr, Node};
use crate::graph::Graph;
use crate::hash::Map;

/// Up to this degree a polynomial changes along a straight line by its gradient in the middle.
const HIGHEST: u32 = 2;

/// Sums of more terms are not looked through for what vanishes.
const TERMS: usize = 100;

/// Each f as F(π₁, π₂, ..).
#[derive(Clone, Debug)]
pub struct ThroughInvariants {
    /// Each F, over the symbols of the invariants.
    pub functions: Vec<Expr>,
    /// Symbol and value of each πⱼ that some F has.
    pub invariants: Vec<(Expr, Expr)>,
}

/// Along a flow these symbols change at these rates.
type Flow = Vec<(Expr, Expr)>;

struct Search<'a> {
    state: &'a [Expr],
    flows: &'a [Flow],
    /// What each expression is in invariants; nothing where it is not seen to be a function of them.
    images: Map<Expr, Option<Expr>>,
    found: Vec<(Expr, Expr)>,
}

impl Graph {
    /// Each f as a function of polynomials of degree one and two in the `state` that do not change along the `flows`, as large as they are
    /// found; nothing where one is not seen to be such.
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
                _ => self.rebuilt(graph, e),
            },
        }
    }

    /// The terms of low degree together, if that is an invariant; each of the others by itself.
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

    /// A number times something that was looked at.
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

    fn is_invariant(&self, graph: &mut Graph, e: Expr) -> bool {
        self.flows.iter().all(|flow| {
            let rate = graph.time_derivative(e, flow);
            graph.vanishes(rate, TERMS)
        })
    }

    /// What multiplies an invariant and is no function of the state is no part of it.
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
