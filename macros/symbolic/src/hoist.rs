//! Takes out of expressions what some symbols do not change, so that it can be computed once.
//! It refuses to know when it is computed, and how often the rest is.

use crate::Rational;
use crate::expr::{Expr, Node, Number};
use crate::graph::Graph;
use crate::hash::Map;

/// Expressions without what does not vary, and that by itself.
#[derive(Clone, Debug)]
pub struct Hoisted {
    /// The roots, with a symbol for each constant.
    pub roots: Vec<Expr>,
    /// Symbol and value of each constant; none is a mere symbol or number.
    pub constants: Vec<(Expr, Expr)>,
}

/// The work: images of what varies, symbols for what does not.
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
    /// Replaces in `roots` all largest factors, terms and arguments that depend on none of the `varying` symbols.
    ///
    /// ```text
    /// ½ m l² v + m g l h sin q  →  c₀ v + c₁ sin q,   c₀ = ½ m l², c₁ = m g l h
    /// ```
    ///
    /// In products, factors that depend on `apart`, if it is given, are a constant of their own: so one that is small by
    /// itself, a step size for one, makes with others that are small no product that is too small for a number.
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

    /// The symbol of something that does not vary, the sign outside; itself if there is nothing to compute.
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

    /// Σ cx, what does not vary as one term.
    fn sum(&mut self, terms: &[(Number, Expr)]) -> Expr {
        let (varying, constant): (Vec<_>, Vec<_>) = terms.iter().partition(|(_, x)| self.varies[x.index()]);
        let constant: Vec<Expr> = constant.iter().map(|&(c, x)| self.graph.scaled(c, x)).collect();
        let constant = self.graph.sum(&constant);
        let constant = self.constant(constant);
        let mut images: Vec<Expr> = varying.iter().map(|&(c, x)| self.multiple(c, x)).collect();
        images.push(constant);
        self.graph.sum(&images)
    }

    /// c x for an x that varies: all its factors that do not, and the size of c with them, as one.
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
        // The size of the coefficient goes with what is apart, where there is something: ½h stands in many products.
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
