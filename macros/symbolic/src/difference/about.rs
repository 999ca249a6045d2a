//! A function over a step, expanded about the middle: its value, its slope, and its deviation from a linear function.
//!
//! ```text
//! f(z ± ω) = f(z) + excess ± (slope + remainder),   excess + remainder = beyond
//! (ab): excess = a excess_b + b̄ excess_a + δa δb
//!       remainder = ā remainder_b + b̄ remainder_a + excess_a slope_b + excess_b slope_a
//! ```

use crate::expr::Expr;
use crate::graph::Graph;

/// The parts of a function f over the step from z − ω to z + ω.
#[derive(Clone, Copy, Debug)]
pub(super) struct About {
    /// f(z)
    pub(super) middle: Expr,
    /// ā = ½ (f(z + ω) + f(z − ω))
    pub(super) mean: Expr,
    /// ā − f(z)
    pub(super) excess: Expr,
    /// ∇f(z)·ω
    pub(super) slope: Expr,
    /// δ = ½ (f(z + ω) − f(z − ω))
    pub(super) rise: Expr,
    /// δ − ∇f(z)·ω
    pub(super) remainder: Expr,
    /// f(z + ω) − f(z) − ∇f(z)·ω
    pub(super) beyond: Expr,
    /// Whether it contains values at the ends.
    pub(super) has_ends: bool,
}

impl About {
    /// A constant.
    pub(super) fn constant(value: Expr) -> Self {
        Self {
            middle: value,
            mean: value,
            excess: Expr::ZERO,
            slope: Expr::ZERO,
            rise: Expr::ZERO,
            remainder: Expr::ZERO,
            beyond: Expr::ZERO,
            has_ends: false,
        }
    }

    /// z itself, with ω.
    pub(super) fn coordinate(middle: Expr, half: Expr) -> Self {
        Self {
            slope: half,
            rise: half,
            ..Self::constant(middle)
        }
    }

    pub(super) fn is_straight(&self) -> bool {
        [self.excess, self.remainder] == [Expr::ZERO; 2]
    }

    pub(super) fn is_constant(&self) -> bool {
        self.is_straight() && [self.slope, self.rise] == [Expr::ZERO; 2]
    }

    /// Applies a function to each part.
    fn combined(has_ends: bool, mut part: impl FnMut(fn(&Self) -> Expr) -> Expr) -> Self {
        Self {
            middle: part(|about| about.middle),
            mean: part(|about| about.mean),
            excess: part(|about| about.excess),
            slope: part(|about| about.slope),
            rise: part(|about| about.rise),
            remainder: part(|about| about.remainder),
            beyond: part(|about| about.beyond),
            has_ends,
        }
    }
}

impl Graph {
    /// Σ c f
    pub(super) fn sum_about(&mut self, terms: &[(Expr, About)]) -> About {
        let has_ends = terms.iter().any(|(_, f)| f.has_ends);
        About::combined(has_ends, |part| {
            let terms: Vec<Expr> = terms.iter().map(|(c, f)| self.mul(*c, part(f))).collect();
            self.sum(&terms)
        })
    }

    pub(super) fn product_about(&mut self, a: About, b: About) -> About {
        let [gained_a, gained_b] = [a, b].map(|f| self.add(f.slope, f.beyond));
        let mut sum_of = |products: &[[Expr; 2]]| {
            let terms: Vec<Expr> = products.iter().map(|&[x, y]| self.mul(x, y)).collect();
            self.sum(&terms)
        };
        About {
            middle: sum_of(&[[a.middle, b.middle]]),
            mean: sum_of(&[[a.mean, b.mean], [a.rise, b.rise]]),
            excess: sum_of(&[[a.middle, b.excess], [a.excess, b.mean], [a.rise, b.rise]]),
            slope: sum_of(&[[a.middle, b.slope], [b.middle, a.slope]]),
            rise: sum_of(&[[a.mean, b.rise], [b.mean, a.rise]]),
            remainder: sum_of(&[
                [a.mean, b.remainder],
                [b.mean, a.remainder],
                [a.excess, b.slope],
                [b.excess, a.slope],
            ]),
            beyond: sum_of(&[[a.middle, b.beyond], [b.middle, a.beyond], [gained_a, gained_b]]),
            has_ends: a.has_ends || b.has_ends,
        }
    }

    /// aⁿ, by halves of n.
    pub(super) fn power_about(&mut self, a: About, n: u32) -> About {
        if n <= 1 {
            return if n == 0 { About::constant(Expr::ONE) } else { a };
        }
        let half = self.power_about(a, n / 2);
        let even = self.product_about(half, half);
        if n.is_multiple_of(2) {
            even
        } else {
            self.product_about(even, a)
        }
    }
}
