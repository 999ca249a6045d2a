//! Sines and cosines over a step, from the angle in the middle and half of its change. For angles that change in
//! proportion to the step only.
//!
//! ```text
//! sin² a = (1 − cos 2a)/2 and so on: products of two are waves of the double angle,   cos 2e − 1 = −2 sin² e
//! ```

use super::about::About;
use crate::expr::{Expr, Function};
use crate::graph::Graph;

/// Half of the change of an angle, ε.
#[derive(Clone, Copy)]
struct Half {
    angle: Expr,
    sine: Expr,
    /// cos ε − 1
    shrinking: Expr,
}

/// sin a and cos a in the middle, and half of the change.
pub(super) struct Circle {
    sine: Expr,
    cosine: Expr,
    single: Half,
    double: Half,
}

impl Circle {
    /// For an angle that is linear along the step.
    pub(super) fn new(graph: &mut Graph, angle: About) -> Self {
        let [sine, cosine] = [Function::Sin, Function::Cos].map(|f| graph.apply(f, angle.middle));
        let [s, c] = [Function::Sin, Function::Cos].map(|f| graph.apply(f, angle.slope));
        let (two, minus_two) = (graph.integer(2), graph.integer(-2));
        let single = Half {
            angle: angle.slope,
            sine: s,
            shrinking: graph.sub(c, Expr::ONE),
        };
        let double = Half {
            angle: graph.mul(two, angle.slope),
            sine: graph.product(&[two, s, c]),
            shrinking: graph.product(&[minus_two, s, s]),
        };
        Self {
            sine,
            cosine,
            single,
            double,
        }
    }

    /// sin a
    pub(super) fn sine(&self, graph: &mut Graph) -> About {
        graph.wave_about(self.sine, self.sine, self.cosine, self.single)
    }

    /// cos a
    pub(super) fn cosine(&self, graph: &mut Graph) -> About {
        let slope = graph.neg(self.sine);
        graph.wave_about(self.cosine, self.cosine, slope, self.single)
    }

    /// sinⁱ a cosʲ a, as factors.
    pub(super) fn powers(&self, graph: &mut Graph, [i, j]: [u32; 2]) -> Vec<About> {
        let [ss, cc, sc] = [
            [self.sine, self.sine],
            [self.cosine, self.cosine],
            [self.sine, self.cosine],
        ]
        .map(|[a, b]| graph.mul(a, b));
        let (half, opposite) = (graph.ratio(1, 2), graph.neg(sc));
        // ½ cos 2a
        let difference = graph.sub(cc, ss);
        let wave = graph.mul(half, difference);
        let minus = graph.neg(wave);
        let squares = [
            (i / 2, graph.wave_about(ss, minus, sc, self.double)),
            (j / 2, graph.wave_about(cc, wave, opposite, self.double)),
        ];
        let mut factors: Vec<About> = squares.map(|(n, square)| graph.power_about(square, n)).into();
        match (i % 2, j % 2) {
            (1, 1) => factors.push(graph.wave_about(sc, sc, wave, self.double)),
            (1, _) => factors.push(self.sine(graph)),
            (_, 1) => factors.push(self.cosine(graph)),
            _ => {}
        }
        factors
    }
}

impl Graph {
    /// A function with the value v whose changing part is a sine wave, with the value w in the middle and the derivative
    /// w′ by the angle.
    fn wave_about(&mut self, value: Expr, wave: Expr, derivative: Expr, half: Half) -> About {
        let over = self.sub(half.sine, half.angle);
        let excess = self.mul(wave, half.shrinking);
        let remainder = self.mul(derivative, over);
        About {
            middle: value,
            mean: self.add(value, excess),
            excess,
            slope: self.mul(derivative, half.angle),
            rise: self.mul(derivative, half.sine),
            remainder,
            beyond: self.add(excess, remainder),
            has_ends: false,
        }
    }
}
