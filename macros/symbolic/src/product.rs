//! Products, quotients and powers: which factors may be merged, and which may not. Sums are bases like any other.
//!
//! Every rule keeps the domain: x² x⁻³ = x⁻¹ (both exclude x = 0), while x x⁻¹ and √x √x are not merged, because 1 and x
//! have larger domains. If x is known to be positive or not negative, more is merged.

use std::rc::Rc;

use crate::Rational;
use crate::expr::{Expr, Function, Node, Number};
use crate::graph::Graph;

/// Products with up to this many factors are flattened into a product around them; longer ones nest, so that the cost of
/// chains is linear.
const WIDEST: usize = 24;

/// Exponents beyond this are not merged.
const STEEPEST: i32 = 1 << 20;

impl Graph {
    /// a b
    pub fn mul(&mut self, a: Expr, b: Expr) -> Expr {
        self.product(&[a, b])
    }

    /// a / b
    pub fn div(&mut self, a: Expr, b: Expr) -> Expr {
        let reciprocal = self.powi(b, -1);
        self.product(&[a, reciprocal])
    }

    /// −a
    pub fn neg(&mut self, a: Expr) -> Expr {
        let (c, x) = self.split(a);
        let c = self.number(-self.value(c));
        self.scaled(c, x)
    }

    /// The product of all factors, flat, in canonical order, with like bases merged if that preserves the domain.
    pub fn product(&mut self, factors: &[Expr]) -> Expr {
        self.spend(factors.len());
        let mut coefficient = Number::ONE;
        let mut powers = Powers::default();
        for &factor in factors {
            let (c, x) = self.split(factor);
            coefficient = self.number_product(coefficient, c);
            powers.multiply(self, x);
        }
        if coefficient == Number::ZERO {
            return Expr::ZERO; // 0 x = 0, for finite x
        }
        let monomial = powers.finish(self);
        let (c, x) = self.split(monomial);
        let c = self.number_product(coefficient, c);
        self.scaled(c, x)
    }

    /// xⁿ
    pub fn powi(&mut self, x: Expr, n: i32) -> Expr {
        let (c, x) = self.split(x);
        if n == 0 {
            return Expr::ONE; // x⁰ = 1, for finite x; as powi has it, 0⁰ = 1
        }
        if n.unsigned_abs() > STEEPEST.unsigned_abs() {
            let x = self.scaled(c, x);
            return self.steep_power(x, n);
        }
        let mut powers = Powers::default();
        let c = match self.number_power(c, n) {
            Some(power) => power,
            None => {
                // 1/0 and numbers that are too long are left to evaluation.
                let base = self.scaled(c, Expr::ONE);
                powers.push(base, n);
                Number::ONE
            }
        };
        for &(base, exponent) in self.factors(x).iter() {
            match exponent
                .checked_mul(n)
                .filter(|e| e.unsigned_abs() <= STEEPEST.unsigned_abs())
            {
                Some(e) => powers.push(base, e), // (xᵃ)ⁿ = xᵃⁿ: both exclude x = 0 or neither does
                None => {
                    let inner = self.intern(Node::Product(Rc::from([(base, exponent)])));
                    powers.push(inner, n);
                }
            }
        }
        let monomial = powers.finish(self);
        let (d, x) = self.split(monomial);
        let c = self.number_product(c, d);
        self.scaled(c, x)
    }

    fn number_power(&mut self, c: Number, n: i32) -> Option<Number> {
        if c == Number::ONE {
            return Some(c);
        }
        self.value(c).pow(n).map(|power| self.number(power))
    }

    /// xⁿ = (x^65536)ᵏ xʳ, so that no exponent comes near the limits of its type.
    fn steep_power(&mut self, x: Expr, n: i32) -> Expr {
        let inner = self.powi(x, 1 << 16);
        let (c, monic) = self.split(inner);
        let c = self.scaled(c, Expr::ONE);
        let k = n / (1 << 16);
        let outer = match monic {
            Expr::ONE => Expr::ONE,
            _ => self.intern(Node::Product(Rc::from([(monic, k)]))),
        };
        let factors = [self.powi(c, k), outer, self.powi(x, n % (1 << 16))];
        self.product(&factors)
    }

    /// √x
    pub fn sqrt(&mut self, x: Expr) -> Expr {
        self.power(x, &Rational::new(1, 2))
    }

    /// x^r. If r is not an integer, x ≥ 0 is required (x > 0 if r is negative).
    pub fn power(&mut self, x: Expr, r: &Rational) -> Expr {
        if let Some(n) = r.to_i64().and_then(|n| i32::try_from(n).ok()) {
            return self.powi(x, n);
        }
        if r.is_negative() {
            // x^(−a) = 1/x^a, a > 0
            let inverse = self.root(x, &-r);
            return self.powi(inverse, -1);
        }
        self.root(x, r)
    }

    /// x^f, where f > 0 is not an integer.
    fn root(&mut self, x: Expr, f: &Rational) -> Expr {
        let half = *f == Rational::new(1, 2);
        let (c, monic) = self.split(x);
        if x == Expr::ZERO || x == Expr::ONE {
            return x; // 0^f = 0, 1^f = 1
        }
        if half && let Some(root) = self.value(c).sqrt_exact().filter(|root| !root.is_one()) {
            let rest = self.root(monic, f); // √(c² x) = c √x, c > 0
            let root = self.number(root);
            let (d, rest) = self.split(rest);
            let c = self.number_product(root, d);
            return self.scaled(c, rest);
        }
        if let Node::Product(list) = self.node(x)
            && let [(base, 2)] = **list
            && half
        {
            return self.apply(Function::Abs, base); // √(x²) = |x|
        }
        if let Node::Root(base, inner) = *self.node(x) {
            let exponent = self.value(inner) * f;
            if !exponent.is_integer() {
                return self.root(base, &exponent); // (x^a)^f = x^(a f): x ≥ 0 on both sides
            }
            if self.is_nonnegative(base) {
                return self.power(base, &exponent);
            }
        }
        let exponent = self.number(f.clone());
        self.intern(Node::Root(x, exponent))
    }
}

/// A product under construction.
#[derive(Default)]
struct Powers(Vec<(Expr, i32)>);

impl Powers {
    fn push(&mut self, base: Expr, exponent: i32) {
        self.0.push((base, exponent));
    }

    fn multiply(&mut self, graph: &Graph, x: Expr) {
        match graph.node(x) {
            Node::Product(list) if self.0.len() + list.len() <= WIDEST => self.0.extend_from_slice(list),
            _ if x == Expr::ONE => {}
            _ => self.push(x, 1),
        }
    }

    fn finish(mut self, graph: &mut Graph) -> Expr {
        self.resolve_roots(graph);
        self.0.sort_unstable();
        let mut merged: Vec<(Expr, i32)> = Vec::with_capacity(self.0.len());
        for same in self.0.chunk_by(|a, b| a.0 == b.0) {
            merge(graph, same, &mut merged);
        }
        match *merged {
            [] => Expr::ONE,
            [(x, 1)] => x,
            _ => graph.intern(Node::Product(merged.into())),
        }
    }

    /// (x^f)ⁿ = x^(f n). If f n is not an integer, both sides need x ≥ 0. If it is an integer, x ≥ 0 must be known.
    fn resolve_roots(&mut self, graph: &mut Graph) {
        if !self
            .0
            .iter()
            .any(|&(x, _)| matches!(graph.node(x), Node::Root(..)))
        {
            return;
        }
        self.0.sort_unstable();
        let list = std::mem::take(&mut self.0);
        for same in list.chunk_by(|a, b| a.0 == b.0) {
            let base = same[0].0;
            let total = same.iter().try_fold(0_i32, |sum, &(_, n)| sum.checked_add(n));
            let one_sign = same.iter().all(|&(_, n)| n > 0) || same.iter().all(|&(_, n)| n < 0);
            match (graph.node(base), total) {
                (Node::Root(..), Some(n)) if one_sign => self.push_root_power(graph, base, n),
                _ => self.0.extend_from_slice(same),
            }
        }
    }

    fn push_root_power(&mut self, graph: &mut Graph, root: Expr, n: i32) {
        let &Node::Root(x, f) = graph.node(root) else {
            return;
        };
        let exponent = graph.value(f) * &Rational::from_integer(i64::from(n).abs());
        if n.abs() == 1 || (exponent.is_integer() && !graph.is_nonnegative(x)) {
            self.push(root, n);
            return;
        }
        let power = graph.power(x, &exponent);
        if graph.split(power).0 != Number::ONE || matches!(graph.node(power), Node::Product(_)) {
            // A power that would have to be split again is not changed.
            self.push(root, n);
            return;
        }
        self.push(power, n.signum());
    }
}

/// xᵃ xᵇ = xᵃ⁺ᵇ unless that would remove the singularity of a negative power; then xᵏ x⁻¹ stays.
fn merge(graph: &Graph, same: &[(Expr, i32)], merged: &mut Vec<(Expr, i32)>) {
    let base = same[0].0;
    let up: i64 = same.iter().map(|&(_, n)| i64::from(n.max(0))).sum();
    let down: i64 = same.iter().map(|&(_, n)| i64::from(n.min(0))).sum();
    let total = up + down;
    let Some(total) = i32::try_from(total).ok().filter(|n| n.abs() < STEEPEST) else {
        merged.extend_from_slice(same);
        return;
    };
    match (up, down) {
        (_, 0) | (0, _) => merged.push((base, total)),
        _ if total < 0 || (total > 0 && graph.is_positive(base)) => merged.push((base, total)),
        _ if total == 0 && graph.is_positive(base) => {}
        _ if total == -1 => merged.push((base, -1)),
        _ => merged.extend([(base, -1), (base, total + 1)]),
    }
}
