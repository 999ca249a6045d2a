//! Differences of functions, by their addition theorems.

use super::Change;
use crate::expr::{Expr, Function, Function2, Relation};
use crate::graph::Graph;

impl Graph {
    /// f(a₁) − f(a₀)
    pub(super) fn unary_difference(&mut self, f: Function, a: Change) -> Expr {
        match f {
            Function::Sin => self.of_half(Function::Cos, Function::Sin, a),
            Function::Cos => {
                let difference = self.of_half(Function::Sin, Function::Sin, a);
                self.neg(difference)
            }
            Function::Sinh => self.of_half(Function::Cosh, Function::Sinh, a),
            Function::Cosh => self.of_half(Function::Sinh, Function::Sinh, a),
            // (exp a₀ + exp a₁) tanh(Δa/2): no factor is larger than the values at the ends.
            Function::Exp => {
                let ends = [a.from, a.to].map(|x| self.apply(Function::Exp, x));
                let half = self.ratio(1, 2);
                let half = self.mul(half, a.by);
                let (sum, share) = (self.sum(&ends), self.apply(Function::Tanh, half));
                self.mul(sum, share)
            }
            // sin Δa/(cos a₀ cos a₁)
            Function::Tan => {
                let sine = self.apply(Function::Sin, a.by);
                let cosines = [a.from, a.to].map(|x| self.apply(Function::Cos, x));
                let product = self.product(&cosines);
                self.div(sine, product)
            }
            // (1 − tanh a₀ tanh a₁) tanh Δa
            Function::Tanh => {
                let tangents = [a.from, a.to].map(|x| self.apply(Function::Tanh, x));
                let product = self.product(&tangents);
                let (rest, tangent) = (self.sub(Expr::ONE, product), self.apply(Function::Tanh, a.by));
                self.mul(rest, tangent)
            }
            Function::Asin => self.arc_difference(a),
            Function::Acos => {
                let difference = self.arc_difference(a);
                self.neg(difference)
            }
            // The angle between (1, a₀) and (1, a₁).
            Function::Atan => {
                let product = self.mul(a.from, a.to);
                let cosine = self.add(Expr::ONE, product);
                self.apply2(Function2::Atan2, a.by, cosine)
            }
            Function::Ln => self.logarithm_difference(a),
            Function::Ln1p => {
                let [from, to] = [a.from, a.to].map(|x| self.add(Expr::ONE, x));
                self.logarithm_difference(Change { from, to, by: a.by })
            }
            // Δ(a²)/(|a₀| + |a₁|), without the squares, which underflow before |a| does.
            Function::Abs => {
                let sizes = [a.from, a.to].map(|x| self.apply(Function::Abs, x));
                let size = self.sum(&sizes);
                self.share_of_sum(a, size)
            }
            Function::Opaque => a.by,
            Function::Signum => {
                let [from, to] = [a.from, a.to].map(|x| self.apply(Function::Signum, x));
                self.sub(to, from)
            }
        }
    }

    /// 2 f(ā) g(Δa/2)
    fn of_half(&mut self, f: Function, g: Function, a: Change) -> Expr {
        let mean = self.mean(a.from, a.to);
        let half = self.ratio(1, 2);
        let half = self.mul(half, a.by);
        let (two, f, g) = (self.integer(2), self.apply(f, mean), self.apply(g, half));
        self.product(&[two, f, g])
    }

    /// Δ arcsin a = 2 φ with tan φ = Δa/(√(1 − a₀²) + √(1 − a₁²)); if that sum is zero, each end is ±π/2.
    fn arc_difference(&mut self, a: Change) -> Expr {
        let cosines = [a.from, a.to].map(|x| {
            let factors = [self.sub(Expr::ONE, x), self.add(Expr::ONE, x)];
            let square = self.product(&factors);
            self.sqrt(square)
        });
        let (two, sum) = (self.integer(2), self.sum(&cosines));
        let half = self.apply2(Function2::Atan2, a.by, sum);
        let angle = self.mul(two, half);
        let [from, to] = [a.from, a.to].map(|x| self.apply(Function::Asin, x));
        let quarters = self.sub(to, from);
        self.select(Relation::Equal, sum, Expr::ZERO, quarters, angle)
    }

    /// Δ ln a = ln(1 + Δa/a₀) if a grows, −ln(1 − Δa/a₁) if it falls.
    pub(super) fn logarithm_difference(&mut self, a: Change) -> Expr {
        let opposite = self.neg(a.by);
        let ratios = [self.div(a.by, a.from), self.div(opposite, a.to)];
        let [grown, fallen] = ratios.map(|ratio| self.apply(Function::Ln1p, ratio));
        let fallen = self.neg(fallen);
        self.select(Relation::Less, a.by, Expr::ZERO, fallen, grown)
    }

    /// f(a₁, b₁) − f(a₀, b₀)
    pub(super) fn binary_difference(&mut self, f: Function2, [a, b]: [Change; 2]) -> Expr {
        match f {
            Function2::Min => self.branch_difference(Relation::Less, [a, b, a, b]),
            Function2::Max => self.branch_difference(Relation::Less, [b, a, a, b]),
            // ((a₀ + a₁) Δa + (b₀ + b₁) Δb)/(h₀ + h₁), also without the squares.
            Function2::Hypot => {
                let lengths = self.lengths([a, b]);
                let length = self.sum(&lengths);
                let shares = [a, b].map(|c| self.share_of_sum(c, length));
                self.sum(&shares)
            }
            Function2::Atan2 => self.angle_difference(a, b),
        }
    }

    /// (a₀ + a₁)/s Δa, where s is at least |a₀ + a₁|. The quotient is a branch, so that the algebra does not move the
    /// division to the end.
    fn share_of_sum(&mut self, a: Change, s: Expr) -> Expr {
        let sum = self.add(a.from, a.to);
        let share = self.ratio_or_zero(sum, s);
        self.mul(share, a.by)
    }

    /// √(a² + b²) at both ends.
    fn lengths(&mut self, [a, b]: [Change; 2]) -> [Expr; 2] {
        [(a.from, b.from), (a.to, b.to)].map(|(x, y)| self.apply2(Function2::Hypot, x, y))
    }

    /// The angle from (b₀, a₀) to (b₁, a₁). If it crosses the branch cut, the difference of the two angles, which is then
    /// more than 3.
    ///
    /// Its sine is computed from the nearer end and the step. From the other end it would be a small difference of large
    /// numbers.
    fn angle_difference(&mut self, a: Change, b: Change) -> Expr {
        let [h0, h1] = self.lengths([a, b]);
        let nearer = [a, b].map(|c| self.select(Relation::Less, h0, h1, c.from, c.to));
        let products = [self.mul(nearer[1], a.by), self.mul(nearer[0], b.by)];
        let sine = self.sub(products[0], products[1]);
        let products = [self.mul(a.from, a.to), self.mul(b.from, b.to)];
        let cosine = self.sum(&products);
        let between = self.apply2(Function2::Atan2, sine, cosine);
        let [from, to] = [(a.from, b.from), (a.to, b.to)].map(|(y, x)| self.apply2(Function2::Atan2, y, x));
        let apart = self.sub(to, from);
        let (size, three) = (self.apply(Function::Abs, apart), self.integer(3));
        self.select(Relation::Less, size, three, between, apart)
    }
}
