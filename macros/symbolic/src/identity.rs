//! Proofs that an expression is zero wherever it has a value. Domains are not preserved, so that the expressions built
//! here must not replace the original.

use crate::Rational;
use crate::expr::{Expr, Function, Function2, Node, Number};
use crate::graph::Graph;
use crate::hash::Map;

/// Rounds of multiplying out and clearing denominators.
const ROUNDS: usize = 8;
/// The number of choices whose branches are both followed.
const CHOICES: usize = 6;

/// Multiples of an angle up to this are expanded in functions of the angle.
const MULTIPLES: i64 = 8;

/// Factors with their exponents; each base occurs once.
type Powers = Vec<(Expr, i64)>;

impl Graph {
    /// Whether `e` vanishes wherever it has a value. `false` means that no proof was found, or that some sum would have
    /// more than `limit` summands.
    ///
    /// ```
    /// use extremal_symbolic::{Function, Graph};
    ///
    /// let mut graph = Graph::new();
    /// let x = graph.symbol("x");
    /// let [s, c] = [Function::Sin, Function::Cos].map(|f| graph.apply(f, x));
    /// let [s4, c4, s2, c2] = [(s, 4), (c, 4), (s, 2), (c, 2)].map(|(y, n)| graph.powi(y, n));
    /// let (left, right) = (graph.sub(s4, c4), graph.sub(s2, c2)); // (s² − c²)(s² + c²) = s² − c²
    /// let difference = graph.sub(left, right);
    /// assert!(graph.vanishes(difference, 100));
    /// assert!(!graph.vanishes(left, 100));
    /// ```
    pub fn vanishes(&mut self, e: Expr, limit: usize) -> bool {
        self.vanishes_in_each_case(e, limit, CHOICES) && !self.is_exhausted()
    }

    /// Checks both branches of a choice, and both signs of the argument of |x|.
    fn vanishes_in_each_case(&mut self, e: Expr, limit: usize, left: usize) -> bool {
        let e = self.in_elements(e);
        if e == Expr::ZERO {
            return true;
        }
        match self.cases(e) {
            Some(_) if left == 0 => false,
            Some(cases) => cases.iter().all(|case| {
                let image = self.substitute(&[e], case)[0];
                self.vanishes_in_each_case(image, limit, left - 1)
            }),
            None => self.polynomial_vanishes(e, limit),
        }
    }

    /// Expresses tan, tanh, hypot, ln(1 + x) and multiples of angles by functions with known identities.
    fn in_elements(&mut self, e: Expr) -> Expr {
        let mut images: Map<Expr, Expr> = Map::default();
        for node in self.reachable(&[e]) {
            let image = self.rebuild(node, &images);
            let image = match *self.node(image) {
                Node::Unary(Function::Ln1p, x) => {
                    let sum = self.add(Expr::ONE, x);
                    self.apply(Function::Ln, sum)
                }
                Node::Unary(Function::Tan, x) => self.quotient(Function::Sin, Function::Cos, x),
                Node::Unary(Function::Tanh, x) => self.quotient(Function::Sinh, Function::Cosh, x),
                Node::Binary(Function2::Hypot, x, y) => {
                    let squares = [x, y].map(|z| self.powi(z, 2));
                    let sum = self.sum(&squares);
                    self.sqrt(sum)
                }
                Node::Unary(f @ (Function::Sin | Function::Cos), x) => {
                    self.multiple_angle(f, x).unwrap_or(image)
                }
                _ => image,
            };
            images.insert(node, image);
        }
        images[&e]
    }

    /// sin(n x) or cos(n x) by sin x and cos x.
    fn multiple_angle(&mut self, function: Function, angle: Expr) -> Option<Expr> {
        let (n, x) = self.split(angle);
        let n = self
            .value(n)
            .to_i64()
            .filter(|n| (2..=MULTIPLES).contains(&n.abs()))?;
        let [s, c] = [Function::Sin, Function::Cos].map(|f| self.apply(f, x));
        let (mut sine, mut cosine) = (s, c);
        for _ in 1..n.abs() {
            let [sc, cs, cc, ss] =
                [(sine, c), (cosine, s), (cosine, c), (sine, s)].map(|(a, b)| self.mul(a, b));
            (sine, cosine) = (self.add(sc, cs), self.sub(cc, ss));
        }
        Some(match function {
            Function::Cos => cosine,
            _ if n < 0 => self.neg(sine),
            _ => sine,
        })
    }

    fn quotient(&mut self, above: Function, below: Function, x: Expr) -> Expr {
        let [above, below] = [above, below].map(|f| self.apply(f, x));
        self.div(above, below)
    }

    /// The replacements of each case, for the last choice or sign in `e`.
    fn cases(&mut self, e: Expr) -> Option<[Vec<(Expr, Expr)>; 2]> {
        let found = self.reachable(&[e]).into_iter().rev().find(|&node| {
            matches!(
                self.node(node),
                Node::Select(..) | Node::Unary(Function::Abs | Function::Signum, _)
            )
        })?;
        Some(match *self.node(found) {
            Node::Select(_, [_, _, then, otherwise]) => [vec![(found, then)], vec![(found, otherwise)]],
            Node::Unary(_, x) => {
                let size = self.apply(Function::Abs, x);
                let sign = self.apply(Function::Signum, x);
                let minus = self.integer(-1);
                let opposite = self.neg(x);
                [
                    vec![(size, x), (sign, Expr::ONE)],
                    vec![(size, opposite), (sign, minus)],
                ]
            }
            _ => return None,
        })
    }

    /// Multiplies out over a common denominator, and replaces one of sin² and cos² by the other.
    fn polynomial_vanishes(&mut self, e: Expr, limit: usize) -> bool {
        let symbols: Vec<Expr> = self.reachable(&[e]);
        let symbols: Vec<Expr> = symbols
            .into_iter()
            .filter(|&x| matches!(self.node(x), Node::Symbol(_)))
            .collect();
        let mut e = self.expand_angles(&[e], &symbols)[0];
        for _ in 0..ROUNDS {
            if e == Expr::ZERO || self.is_exhausted() {
                break;
            }
            let Some(terms) = self.expanded(&[e], |_| true, limit).pop().flatten() else {
                return false;
            };
            let mut monomials: Vec<(Number, Powers)> = Vec::with_capacity(terms.len());
            for (c, x) in terms {
                let powers = self.powers(x);
                monomials.push((c, powers));
            }
            clear_denominators(&mut monomials);
            let Some(sum) = self.reduced(&monomials) else {
                return false;
            };
            if sum == e {
                break;
            }
            e = sum;
        }
        e == Expr::ZERO
    }

    /// The factors of a monomial, with equal roots merged: √x³ = x √x wherever it has a value.
    fn powers(&mut self, x: Expr) -> Powers {
        let mut powers: Map<Expr, i64> = Map::default();
        let mut roots: Map<Expr, Rational> = Map::default();
        for &(base, n) in self.factors(x).iter() {
            match *self.node(base) {
                Node::Root(x, f) => {
                    let exponent = self.value(f) * &Rational::from_integer(i64::from(n));
                    let total = roots.entry(x).or_insert_with(Rational::zero);
                    *total = &*total + &exponent;
                }
                _ => *powers.entry(base).or_default() += i64::from(n),
            }
        }
        for (x, exponent) in roots {
            let whole = exponent.floor().unwrap_or_default();
            let rest = &exponent - &Rational::from_integer(whole);
            *powers.entry(x).or_default() += whole;
            if !rest.is_zero() {
                let root = self.power(x, &rest);
                *powers.entry(root).or_default() += 1;
            }
        }
        let mut powers: Powers = powers.into_iter().filter(|&(_, n)| n != 0).collect();
        powers.sort_unstable();
        powers
    }

    /// The sum of the monomials, with sin² as 1 − cos² and sinh² as cosh² − 1.
    fn reduced(&mut self, monomials: &[(Number, Powers)]) -> Option<Expr> {
        let mut terms = Vec::with_capacity(monomials.len());
        for (c, powers) in monomials {
            let mut factors = vec![self.scaled(*c, Expr::ONE)];
            for &(base, n) in powers {
                let n = i32::try_from(n).ok()?;
                match self.square_of_complement(base).filter(|_| n > 1) {
                    Some(square) => factors.extend([self.powi(square, n / 2), self.powi(base, n % 2)]),
                    None => factors.push(self.powi(base, n)),
                }
            }
            let product = self.product(&factors);
            terms.push(self.split(product));
        }
        let terms = self.collect_like(terms);
        let terms: Vec<Expr> = terms.into_iter().map(|(c, x)| self.scaled(c, x)).collect();
        Some(self.sum(&terms))
    }

    /// 1 − cos²x for sin x, cosh²x − 1 for sinh x.
    fn square_of_complement(&mut self, base: Expr) -> Option<Expr> {
        let (complement, x, sign) = match *self.node(base) {
            Node::Unary(Function::Sin, x) => (Function::Cos, x, -1),
            Node::Unary(Function::Sinh, x) => (Function::Cosh, x, 1),
            _ => return None,
        };
        let other = self.apply(complement, x);
        let square = self.powi(other, 2);
        let (plus, minus) = (self.integer(sign), self.integer(-sign));
        let square = self.mul(plus, square);
        Some(self.add(square, minus))
    }
}

/// Multiplies all monomials by the denominators of one of them, which are not zero wherever the sum has a value.
fn clear_denominators(monomials: &mut [(Number, Powers)]) {
    let mut lowest: Map<Expr, i64> = Map::default();
    for &(base, n) in monomials.iter().flat_map(|(_, powers)| powers) {
        if n < 0 {
            let least = lowest.entry(base).or_default();
            *least = n.min(*least);
        }
    }
    for (_, powers) in monomials {
        for (&base, &least) in &lowest {
            match powers.iter_mut().find(|(known, _)| *known == base) {
                Some((_, n)) => *n -= least,
                None => powers.push((base, -least)),
            }
        }
        powers.sort_unstable();
    }
}
