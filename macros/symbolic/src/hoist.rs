//! Replaces subexpressions that do not depend on given symbols by constants, which are computed once.

use crate::Rational;
use crate::expr::{Expr, Node, Number};
use crate::graph::Graph;
use crate::hash::Map;

/// Expressions in terms of constants, and the values of the constants.
#[derive(Clone, Debug)]
pub struct Hoisted {
    /// The roots, with a symbol for each constant.
    pub roots: Vec<Expr>,
    /// Symbol and value of each constant. No value is a single symbol or number.
    pub constants: Vec<(Expr, Expr)>,
}

/// The state of the pass: images of varying expressions, and symbols for constants.
struct Hoist<'a> {
    graph: &'a mut Graph,
    varies: Vec<bool>,
    is_apart: Vec<bool>,
    images: Map<Expr, Expr>,
    symbols: Map<Expr, Expr>,
    constants: Vec<(Expr, Expr)>,
    name: &'a dyn Fn(usize) -> String,
}

impl Graph {
    /// Replaces in `roots` the largest factors, summands and arguments that do not depend on the `varying` symbols.
    ///
    /// ```text
    /// ½ m l² v + m g l h sin q  →  c₀ v + c₁ sin q,   c₀ = ½ m l², c₁ = m g l h
    /// ```
    ///
    /// If `apart` is given, factors that depend on it are a constant of their own. So a small factor, such as a step
    /// size, does not underflow in a product with other small factors.
    ///
    /// `name` gives the name of the k-th constant.
    pub fn hoist(
        &mut self,
        roots: &[Expr],
        varying: &[Expr],
        apart: Option<Expr>,
        name: &dyn Fn(usize) -> String,
    ) -> Hoisted {
        let mut hoist = Hoist {
            varies: self.dependents(varying),
            is_apart: self.dependents(apart.as_slice()),
            graph: self,
            images: Map::default(),
            symbols: Map::default(),
            constants: Vec::new(),
            name,
        };
        for e in hoist.graph.reachable(roots) {
            if hoist.varies[e.index()] {
                let image = hoist.image(e);
                hoist.images.insert(e, image);
            }
        }
        let roots = roots.iter().map(|&root| hoist.image_of(root)).collect();
        Hoisted {
            roots,
            constants: hoist.constants,
        }
    }
}

impl Hoist<'_> {
    fn image_of(&mut self, e: Expr) -> Expr {
        match self.images.get(&e) {
            Some(&image) => image,
            None => self.constant(e),
        }
    }

    /// The symbol of a constant expression, without its sign; the expression itself if there is nothing to compute.
    fn constant(&mut self, e: Expr) -> Expr {
        if self.graph.is_symbol_or_constant(e) {
            return e;
        }
        let (c, _) = self.graph.split(e);
        if self.graph.value(c).is_negative() {
            let positive = self.graph.neg(e);
            let symbol = self.constant(positive);
            return self.graph.neg(symbol);
        }
        if let Some(&symbol) = self.symbols.get(&e) {
            return symbol;
        }
        let symbol = self.graph.symbol(&(self.name)(self.constants.len()));
        self.symbols.insert(e, symbol);
        self.constants.push((symbol, e));
        symbol
    }

    fn image(&mut self, e: Expr) -> Expr {
        match self.graph.node(e).clone() {
            Node::Sum(terms) => self.sum(&terms),
            Node::Scale(c, x) => self.multiple(c, x),
            Node::Product(_) => self.multiple(Number::ONE, e),
            _ => {
                let operands = self.graph.operands(e);
                let images: Map<Expr, Expr> = operands.iter().map(|&x| (x, self.image_of(x))).collect();
                self.graph.rebuild(e, &images)
            }
        }
    }

    /// Σ cx, with the constant summands as one.
    fn sum(&mut self, terms: &[(Number, Expr)]) -> Expr {
        let (varying, constant): (Vec<_>, Vec<_>) = terms.iter().partition(|(_, x)| self.varies[x.index()]);
        let constant: Vec<Expr> = constant.iter().map(|&(c, x)| self.graph.scaled(c, x)).collect();
        let constant = self.graph.sum(&constant);
        let constant = self.constant(constant);
        let mut images: Vec<Expr> = varying.iter().map(|&(c, x)| self.multiple(c, x)).collect();
        images.push(constant);
        self.graph.sum(&images)
    }

    /// c x for a varying x: its constant factors and the magnitude of c are one constant.
    fn multiple(&mut self, c: Number, x: Expr) -> Expr {
        let factors = match self.graph.node(x) {
            Node::Product(list) => list.to_vec(),
            _ => {
                let image = self.image_of(x);
                let c = self.graph.scaled(c, Expr::ONE);
                return self.graph.mul(c, image);
            }
        };
        let (varying, constant): (Vec<_>, Vec<_>) =
            factors.into_iter().partition(|(x, _)| self.varies[x.index()]);
        let (apart, constant): (Vec<_>, Vec<_>) =
            constant.into_iter().partition(|(x, _)| self.is_apart[x.index()]);
        let mut inside = [constant, apart].map(|list| {
            let powers: Vec<Expr> = list.into_iter().map(|(x, n)| self.graph.powi(x, n)).collect();
            self.graph.product(&powers)
        });
        let value = self.graph.value(c).clone();
        let mut outside = value.clone();
        // The magnitude of the coefficient goes with the factors that are apart, if any: ½h occurs in many products.
        if let Some(place) = inside.iter().rposition(|&part| part != Expr::ONE) {
            let sign = if value.is_negative() { -1 } else { 1 };
            let size = self.graph.number(value.abs());
            inside[place] = self.graph.scaled(size, inside[place]);
            outside = Rational::from_integer(sign);
        }
        let mut images = vec![self.graph.constant(outside)];
        images.extend(inside.map(|part| self.constant(part)));
        for (x, n) in varying {
            let image = self.image_of(x);
            images.push(self.graph.powi(image, n));
        }
        self.graph.product(&images)
    }
}
