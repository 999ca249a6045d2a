//! Queries of structure: dependence on symbols, degrees, jumps.

use crate::expr::{Expr, Function, Function2, Node};
use crate::graph::{Graph, LOOKED_AT};
use crate::hash::Map;

/// An expression with two forms, each on one side of a threshold.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The expression.
    pub node: Expr,
    /// The expression that is zero where the form changes.
    pub threshold: Expr,
    /// The two forms.
    pub values: [Expr; 2],
}

impl Graph {
    /// Whether `e` depends on any of the symbols.
    #[must_use]
    pub fn depends_on(&self, e: Expr, symbols: &[Expr]) -> bool {
        self.any_depends_on(&[e], symbols)
    }

    /// Whether any of the roots depends on any of the symbols, in one loop.
    #[must_use]
    pub fn any_depends_on(&self, roots: &[Expr], symbols: &[Expr]) -> bool {
        let reachable = self.reachable(roots);
        symbols
            .iter()
            .any(|symbol| reachable.binary_search(symbol).is_ok())
    }

    /// For each of the roots whether it depends on any of the symbols, in one loop.
    #[must_use]
    pub fn each_depends_on(&self, roots: &[Expr], symbols: &[Expr]) -> Vec<bool> {
        let depends = self.dependents(symbols);
        roots.iter().map(|root| depends[root.index()]).collect()
    }

    /// The index of the first root that depends on any of the symbols.
    #[must_use]
    pub fn first_dependent(&self, roots: &[Expr], symbols: &[Expr]) -> Option<usize> {
        let depends = self.dependents(symbols);
        roots.iter().position(|root| depends[root.index()])
    }

    /// For every node whether it depends on any of the symbols, in one loop.
    pub(crate) fn dependents(&self, symbols: &[Expr]) -> Vec<bool> {
        let mut depends = vec![false; self.size()];
        self.spend(depends.len() / LOOKED_AT);
        symbols.iter().for_each(|symbol| depends[symbol.index()] = true);
        // Operands are older than their users, so that no node before the first symbol depends on any.
        let first = symbols.iter().min().map_or(depends.len(), |first| first.index());
        for index in first..depends.len() {
            let e = Expr(u32::try_from(index).expect("an id"));
            let mut any = depends[index];
            self.for_operands(e, |x| any |= depends[x.index()]);
            depends[index] = any;
        }
        depends
    }

    /// Whether a choice or a sign in the roots depends on one of the symbols. There the value may jump, which derivatives
    /// do not show.
    #[must_use]
    pub fn may_jump(&self, roots: &[Expr], symbols: &[Expr]) -> bool {
        let depends = self.dependents(symbols);
        self.reachable(roots).into_iter().any(|e| {
            let jumps = matches!(self.node(e), Node::Select(..) | Node::Unary(Function::Signum, _));
            jumps && depends[e.index()]
        })
    }

    /// Expressions that change sign where the roots may jump: a − b for a choice by a and b, x for the sign of x.
    pub fn thresholds(&mut self, roots: &[Expr]) -> Vec<Expr> {
        let choices = self.choices(roots).into_iter();
        choices.map(|choice| choice.threshold).collect()
    }

    /// The choices and signs in the roots, inner ones first.
    pub fn choices(&mut self, roots: &[Expr]) -> Vec<Choice> {
        let mut choices = Vec::new();
        for node in self.reachable(roots) {
            let (threshold, values) = match *self.node(node) {
                Node::Select(_, [a, b, then, otherwise]) => (self.sub(a, b), [then, otherwise]),
                Node::Unary(Function::Signum, x) => (x, [Expr::ONE, self.integer(-1)]),
                _ => continue,
            };
            choices.push(Choice {
                node,
                threshold,
                values,
            });
        }
        choices
    }

    /// Differences a − b of the minima and maxima of a and b in the roots: one of the two never counts where it has one sign.
    pub fn extremes(&mut self, roots: &[Expr]) -> Vec<Expr> {
        let mut differences = Vec::new();
        for node in self.reachable(roots) {
            if let Node::Binary(Function2::Min | Function2::Max, a, b) = *self.node(node) {
                differences.push(self.sub(a, b));
            }
        }
        differences
    }

    /// The degree of `e` as a polynomial in the symbols; `None` if it is not known to be one. A choice whose condition contains
    /// none of them is a polynomial on each of its branches.
    #[must_use]
    pub fn degree_in(&self, e: Expr, symbols: &[Expr]) -> Option<u32> {
        self.degrees_in(&[e], symbols).pop().flatten()
    }

    /// The degrees of several expressions, in one loop.
    #[must_use]
    pub fn degrees_in(&self, roots: &[Expr], symbols: &[Expr]) -> Vec<Option<u32>> {
        let mut degrees: Map<Expr, Option<u32>> = symbols.iter().map(|&symbol| (symbol, Some(1))).collect();
        for node in self.reachable(roots) {
            if !degrees.contains_key(&node) {
                let degree = self.degree_of_node(node, |x| degrees[&x]);
                degrees.insert(node, degree);
            }
        }
        roots.iter().map(|root| degrees[root]).collect()
    }

    /// Which of the expressions are known to be of degree at most two. The gradient in the middle of a line gives their
    /// change.
    #[must_use]
    pub fn quadratic_in(&self, roots: &[Expr], symbols: &[Expr]) -> Vec<bool> {
        let degrees = self.degrees_in(roots, symbols).into_iter();
        degrees
            .map(|degree| degree.is_some_and(|degree| degree <= 2))
            .collect()
    }

    fn degree_of_node(&self, node: Expr, of: impl Fn(Expr) -> Option<u32>) -> Option<u32> {
        match self.node(node) {
            Node::Sum(terms) => terms.iter().try_fold(0, |sum, &(_, x)| Some(of(x)?.max(sum))),
            Node::Scale(_, x) | Node::Unary(Function::Opaque, x) => of(*x),
            Node::Product(list) => list.iter().try_fold(0_u32, |sum, &(x, n)| {
                let degree = of(x)?;
                match u32::try_from(n) {
                    Ok(n) => sum.checked_add(degree.checked_mul(n)?),
                    Err(_) => (degree == 0).then_some(sum),
                }
            }),
            Node::Select(_, [a, b, then, otherwise]) => {
                let is_fixed = [a, b].into_iter().all(|&x| of(x) == Some(0));
                let degree = of(*then)?.max(of(*otherwise)?);
                is_fixed.then_some(degree)
            }
            _ => {
                let mut free = true;
                self.for_operands(node, |x| free &= of(x) == Some(0));
                free.then_some(0)
            }
        }
    }

    /// Whether `e` is a product in which each factor with one of the symbols has an exponent of at least two, so that its
    /// derivatives vanish where it does.
    #[must_use]
    pub fn is_power_in(&self, e: Expr, symbols: &[Expr]) -> bool {
        let depends = self.dependents(symbols);
        let e = match *self.node(e) {
            Node::Scale(_, x) => x,
            _ => e,
        };
        match self.node(e) {
            Node::Product(list) => {
                depends[e.index()] && list.iter().all(|&(x, n)| n > 1 || !depends[x.index()])
            }
            _ => false,
        }
    }

    /// The symbols in any of the expressions.
    #[must_use]
    pub fn symbols_below(&self, roots: &[Expr]) -> Vec<Expr> {
        let mut below = self.reachable(roots);
        below.retain(|&e| matches!(self.node(e), Node::Symbol(_)));
        below
    }

    /// Whether the expression contains a function that the algebra does not know.
    #[must_use]
    pub fn has_calls(&self, e: Expr) -> bool {
        let below = self.reachable(&[e]);
        below.into_iter().any(|e| matches!(self.node(e), Node::Call(_)))
    }

    /// Whether two expressions are the same up to the rules of this graph.
    pub fn is_same(&mut self, a: Expr, b: Expr) -> bool {
        a == b || self.sub(a, b) == Expr::ZERO
    }
}

impl Graph {
    /// Whether the expression needs no computation.
    #[must_use]
    pub fn is_symbol_or_constant(&self, e: Expr) -> bool {
        matches!(self.node(e), Node::Symbol(_) | Node::Constant(_))
    }

    /// The operands of an expression, in order.
    #[must_use]
    pub fn operands(&self, e: Expr) -> Vec<Expr> {
        let mut operands = Vec::new();
        self.for_operands(e, |x| operands.push(x));
        operands
    }

    /// All subexpressions of `roots`, including `roots`, in ascending order.
    #[must_use]
    pub fn operands_below(&self, roots: &[Expr]) -> Vec<Expr> {
        self.reachable(roots)
    }

    /// The expressions below `roots` that do not depend on the symbols, but are roots or are used by an expression that
    /// does.
    #[must_use]
    pub fn largest_free_of(&self, roots: &[Expr], symbols: &[Expr]) -> Vec<Expr> {
        let depends = self.dependents(symbols);
        let mut largest: Vec<Expr> = roots
            .iter()
            .copied()
            .filter(|root| !depends[root.index()])
            .collect();
        for e in self.reachable(roots).into_iter().filter(|e| depends[e.index()]) {
            self.for_operands(e, |x| {
                if !depends[x.index()] {
                    largest.push(x);
                }
            });
        }
        largest.sort_unstable();
        largest.dedup();
        largest
    }
}
