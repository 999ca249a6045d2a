//! Deviations of functions from linear ones about the middle of a step: the correction of the gradient in the middle.
//!
//! Sums, products, positive powers, and sines and cosines of linear angles follow from the deviations of their operands,
//! without values at the ends. All other functions take values at the ends, and differences.

use super::Differences;
use super::about::About;
use super::circle::Circle;
use crate::expr::{Expr, Function, Node};
use crate::graph::Graph;
use crate::hash::Map;
use crate::partial::Partial;
use crate::substitute::Substitution;

/// A coordinate over a step, all in symbols.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) start: Expr,
    pub(super) end: Expr,
    pub(super) middle: Expr,
    /// Half the difference.
    pub(super) half: Expr,
}

/// Several functions over the same step; shared subexpressions are built once.
pub(super) struct Middles {
    known: Map<Expr, About>,
    ends: Substitution,
    middles: Substitution,
    differences: Differences,
}

/// Powers of the sine and of the cosine of angles.
type Angles = Vec<(Expr, [u32; 2])>;

impl Middles {
    pub(super) fn new(graph: &mut Graph, spans: &[Span]) -> Self {
        let two = graph.integer(2);
        let steps: Vec<_> = spans
            .iter()
            .map(|span| (span.start, span.end, graph.mul(two, span.half)))
            .collect();
        let pairs = |other: fn(&Span) -> Expr| -> Substitution {
            let pairs: Vec<_> = spans.iter().map(|span| (span.start, other(span))).collect();
            Substitution::new(&pairs)
        };
        let known = spans
            .iter()
            .map(|span| (span.start, About::coordinate(span.middle, span.half)));
        Self {
            known: known.collect(),
            ends: pairs(|span| span.end),
            middles: pairs(|span| span.middle),
            differences: Differences::new(&steps),
        }
    }

    /// The parts of a function of the coordinates at the start.
    pub(super) fn of(&mut self, graph: &mut Graph, f: Expr) -> About {
        for e in graph.reachable(&[f]) {
            if !self.known.contains_key(&e) {
                let about = self.node(graph, e);
                self.known.insert(e, about);
            }
        }
        self.known[&f]
    }

    /// If values at the ends are needed anyway, f(z + ω) gives `beyond` with fewer operations than the rules of the
    /// operands.
    fn with_end(&mut self, graph: &mut Graph, e: Expr, about: About) -> About {
        if !about.has_ends {
            return about;
        }
        let end = self.ends.of(graph, e);
        let linear = graph.add(about.middle, about.slope);
        About {
            beyond: graph.sub(end, linear),
            ..about
        }
    }

    fn node(&mut self, graph: &mut Graph, e: Expr) -> About {
        let mut is_constant = true;
        graph.for_operands(e, |operand| is_constant &= self.known[&operand].is_constant());
        if is_constant {
            return About::constant(e);
        }
        let about = match graph.node(e).clone() {
            Node::Sum(terms) => {
                let terms: Vec<_> = terms
                    .iter()
                    .map(|&(c, x)| (graph.scaled(c, Expr::ONE), self.known[&x]))
                    .collect();
                graph.sum_about(&terms)
            }
            Node::Scale(c, x) => {
                let c = graph.scaled(c, Expr::ONE);
                graph.sum_about(&[(c, self.known[&x])])
            }
            Node::Product(list) => self.product(graph, &list),
            Node::Unary(Function::Opaque, x) => return self.known[&x],
            Node::Unary(Function::Sin, x) if self.known[&x].is_straight() => {
                return Circle::new(graph, self.known[&x]).sine(graph);
            }
            Node::Unary(Function::Cos, x) if self.known[&x].is_straight() => {
                return Circle::new(graph, self.known[&x]).cosine(graph);
            }
            _ => return self.by_ends(graph, e),
        };
        self.with_end(graph, e, about)
    }

    /// Powers of sines and cosines together, constant factors last.
    fn product(&mut self, graph: &mut Graph, list: &[(Expr, i32)]) -> About {
        let (mut angles, mut factors) = (Angles::new(), Vec::new());
        for &(x, n) in list {
            if n > 0 && self.is_on_circle(graph, x, n.unsigned_abs(), &mut angles) {
                continue;
            }
            let base = if n > 0 {
                self.known[&x]
            } else {
                self.inverse(graph, x)
            };
            factors.push(graph.power_about(base, n.unsigned_abs()));
        }
        for (angle, powers) in angles {
            factors.extend(Circle::new(graph, self.known[&angle]).powers(graph, powers));
        }
        factors.sort_by_key(About::is_constant);
        let one = About::constant(Expr::ONE);
        factors.into_iter().fold(one, |a, b| graph.product_about(a, b))
    }

    /// 1/x
    fn inverse(&mut self, graph: &mut Graph, x: Expr) -> About {
        let inverse = graph.powi(x, -1);
        if self.known[&x].is_constant() {
            About::constant(inverse)
        } else {
            self.by_ends(graph, inverse)
        }
    }

    /// Whether the base is a sine or cosine of a linear angle; then its power is counted there.
    fn is_on_circle(&self, graph: &Graph, x: Expr, n: u32, angles: &mut Angles) -> bool {
        let Node::Unary(f @ (Function::Sin | Function::Cos), angle) = *graph.node(x) else {
            return false;
        };
        let about = self.known[&angle];
        if about.is_constant() || !about.is_straight() {
            return false;
        }
        let at = angles.iter().position(|&(other, _)| other == angle);
        let at = at.unwrap_or_else(|| {
            angles.push((angle, [0; 2]));
            angles.len() - 1
        });
        angles[at].1[usize::from(f == Function::Cos)] += n;
        true
    }

    /// The parts from values and differences at the ends.
    fn by_ends(&mut self, graph: &mut Graph, e: Expr) -> About {
        let half = graph.ratio(1, 2);
        let (middle, end) = (self.middles.of(graph, e), self.ends.of(graph, e));
        let by = self.differences.of(graph, e);
        let (mean, rise) = (graph.mean(e, end), graph.mul(half, by));
        let slopes: Vec<Expr> = graph
            .partials(e, |_| true)
            .into_iter()
            .map(|partial| self.slope(graph, partial))
            .collect();
        let slope = graph.sum(&slopes);
        let linear = graph.add(middle, slope);
        About {
            middle,
            mean,
            excess: graph.sub(mean, middle),
            slope,
            rise,
            remainder: graph.sub(rise, slope),
            beyond: graph.sub(end, linear),
            has_ends: true,
        }
    }

    /// The contribution of an operand to ∇f(z)·ω.
    fn slope(&mut self, graph: &mut Graph, partial: Partial) -> Expr {
        match partial {
            Partial::Factor(factor, x) => {
                let factor = self.middles.of(graph, factor);
                graph.mul(factor, self.known[&x].slope)
            }
            Partial::Branches {
                relation,
                compared,
                branches,
            } => {
                let [a, b] = compared.map(|x| self.known[&x].middle);
                let [then, otherwise] = branches.map(|x| self.known[&x].slope);
                graph.select(relation, a, b, then, otherwise)
            }
        }
    }
}
