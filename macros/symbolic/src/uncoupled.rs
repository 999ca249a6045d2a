//! Sums taken apart into parts that share no variables.

use crate::expr::{Expr, Node, Number};
use crate::graph::Graph;

/// Sums are taken apart into this many summands; the rest stays together.
const SUMMANDS: usize = 1024;

/// A part of a sum that shares no variable with the others.
#[derive(Clone, Debug)]
pub struct Part {
    /// The indices of its variables, in order.
    pub variables: Vec<usize>,
    summands: Vec<Summand>,
}

impl Part {
    /// Its summands. They are built on request, because new nodes change the order of those built later.
    pub fn terms(&self, graph: &mut Graph) -> Vec<Expr> {
        self.summands.iter().map(|summand| summand.built(graph)).collect()
    }
}

/// A product that is not built yet.
#[derive(Clone, Debug)]
struct Summand {
    factors: Vec<Factor>,
    of: Expr,
}

#[derive(Clone, Copy, Debug)]
enum Factor {
    Number(Number),
    Power(Expr, i32),
}

impl Summand {
    fn built(&self, graph: &mut Graph) -> Expr {
        self.factors
            .iter()
            .fold(self.of, |product, &factor| match factor {
                Factor::Number(c) => graph.scaled(c, product),
                Factor::Power(x, n) => {
                    let power = graph.powi(x, n);
                    graph.mul(power, product)
                }
            })
    }
}

impl Graph {
    /// Takes a sum apart, given by its summands. Variable k occurs as any of the symbols `variables[k]`. The variables of each
    /// of the `ties` stay together. Summands without variables are left out.
    ///
    /// ```
    /// use extremal_symbolic::Graph;
    ///
    /// let mut graph = Graph::new();
    /// let [g, x, y, z] = ["g", "x", "y", "z"].map(|name| graph.symbol(name));
    /// let sum = graph.sum(&[x, y]);
    /// let (weight, spring) = (graph.mul(g, sum), graph.powi(z, 2));
    /// let parts = [vec![x], vec![y], vec![z]];
    /// let apart = graph.uncoupled(&[weight, spring], &parts, &[]);
    /// assert_eq!(apart.len(), 3);
    /// assert_eq!(apart[0].terms(&mut graph), [graph.mul(g, x)]);
    /// let tied = graph.uncoupled(&[weight, spring], &parts, &[vec![1, 2]]);
    /// assert_eq!(tied[1].variables, [1, 2]);
    /// ```
    pub fn uncoupled(&self, f: &[Expr], variables: &[Vec<Expr>], ties: &[Vec<usize>]) -> Vec<Part> {
        let depends = self.dependents(&variables.concat());
        let mut summands = Vec::new();
        for &of in f {
            let whole = Summand {
                factors: Vec::new(),
                of,
            };
            self.take_apart(whole, &depends, &mut summands);
        }
        let tied = ties.iter().map(|tie| Part {
            variables: tie.clone(),
            summands: Vec::new(),
        });
        let single = summands.into_iter().map(|summand| Part {
            variables: self.occurring(summand.of, variables),
            summands: vec![summand],
        });
        let mut parts = Vec::new();
        for part in tied.chain(single).filter(|part| !part.variables.is_empty()) {
            parts = joined(parts, part);
        }
        parts.sort_by_key(|part| part.variables[0]);
        parts
    }

    /// Adds the summands of a summand: those of nested sums, and of sums with factors that do not depend on the variables.
    fn take_apart(&self, Summand { factors, of }: Summand, depends: &[bool], summands: &mut Vec<Summand>) {
        let varies = |x: Expr| depends[x.index()];
        let with = |more: &[Factor]| [&factors[..], more].concat();
        match self.node(of) {
            _ if summands.len() >= SUMMANDS || !varies(of) => summands.push(Summand { factors, of }),
            Node::Sum(list) => {
                for &(c, of) in list.iter() {
                    let factors = with(&[Factor::Number(c)]);
                    self.take_apart(Summand { factors, of }, depends, summands);
                }
            }
            &Node::Scale(c, of) => {
                let factors = with(&[Factor::Number(c)]);
                self.take_apart(Summand { factors, of }, depends, summands);
            }
            Node::Product(list) => {
                let (varying, constant): (Vec<_>, Vec<_>) = list.iter().partition(|&&(x, _)| varies(x));
                let [(x, 1)] = varying[..] else {
                    summands.push(Summand { factors, of });
                    return;
                };
                let constant: Vec<Factor> = constant.into_iter().map(|(x, n)| Factor::Power(x, n)).collect();
                let factors = with(&constant);
                self.take_apart(Summand { factors, of: x }, depends, summands);
            }
            _ => summands.push(Summand { factors, of }),
        }
    }

    /// The indices of the variables in e.
    #[must_use]
    pub fn occurring(&self, e: Expr, variables: &[Vec<Expr>]) -> Vec<usize> {
        let below = self.reachable(&[e]);
        let occurs = |symbols: &Vec<Expr>| symbols.iter().any(|symbol| below.binary_search(symbol).is_ok());
        let indices = variables.iter().enumerate();
        indices
            .filter(|(_, symbols)| occurs(symbols))
            .map(|(k, _)| k)
            .collect()
    }
}

/// The parts with one more, which joins those that share its variables.
fn joined(parts: Vec<Part>, mut part: Part) -> Vec<Part> {
    let variables = part.variables.clone();
    let shares = |other: &Part| other.variables.iter().any(|k| variables.contains(k));
    let (touched, mut apart): (Vec<Part>, Vec<Part>) = parts.into_iter().partition(shares);
    for other in touched {
        part.variables.extend(other.variables);
        part.summands.extend(other.summands);
    }
    part.variables.sort_unstable();
    part.variables.dedup();
    apart.push(part);
    apart
}
