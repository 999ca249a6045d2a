//! One axis of a table: its knots, what holds at its ends, and what the spline is outside.
//!
//! ```text
//! a = (xᵢ₊₁ − x)/h,   b = (x − xᵢ)/h,   h = xᵢ₊₁ − xᵢ        for x in [xᵢ, xᵢ₊₁]
//! f(x) = a yᵢ + b yᵢ₊₁ − ab (1 + a) h²/6 Mᵢ − ab (1 + b) h²/6 Mᵢ₊₁
//! ```
//!
//! A spline is linear in its values yᵢ and second derivatives Mᵢ. So this file knows the factors of those four numbers and
//! their derivatives by x, and neither y nor M.

use super::column::Column;
use extremal_numerics::block::at;
use extremal_numerics::{Scalar, Size};

/// The two conditions on a cubic spline beside its points and its continuity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Ends<Z = f64> {
    /// f''' is continuous at the second knot and at the last but one. Cubic polynomials are reproduced. Three points give a
    /// parabola, and two a line.
    #[default]
    NotAKnot,
    /// f'' = 0 at both ends. Where the tabulated function bends at its ends, the error there is of order 2 instead of 4.
    Natural,
    /// f' is given at both ends. In two variables, ∂f/∂x along the edges.
    Clamped {
        /// f' at the first knot.
        first: Z,
        /// f' at the last knot.
        last: Z,
    },
    /// The table is one period, first and last value are the same, and the spline is C² on the whole line.
    Periodic,
}

/// The spline before the first knot and after the last. Not used with [`Ends::Periodic`], which is defined everywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outside {
    /// NaN, with which a step fails: with [`Failure::NotFinite`](crate::Failure::NotFinite) if it is explicit, and else with
    /// [`Failure::Diverged`](crate::Failure::Diverged), also where only an iterate of Newton's method is outside.
    #[default]
    Error,
    /// The tangent at the end: f and f' are continuous there, and f'' jumps to zero (not if the end is [`Ends::Natural`]).
    ///
    /// Orders above 2 are lost in a step across the jump.
    Linear,
    /// The value at the end: f is continuous there, and f' jumps to zero (not if the end is clamped with the slope zero).
    ///
    /// A force may have such a kink. A potential should not: its force would jump.
    Held,
}

/// The knots of a table along one axis, with the conditions at its ends. Checked when a spline is made of it.
///
/// ```
/// use extremal::function::{Axis, Ends, Outside};
///
/// let angles = Axis::new([-0.2, 0.0, 0.1, 0.3]).outside(Outside::Linear);
/// assert_eq!(angles.ends, Ends::NotAKnot);
/// let turn = Axis::new([0.0, 2.1, 4.2, 6.3]).ends(Ends::Periodic);
/// assert_eq!(turn.outside, Outside::Error);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis<K: Column> {
    /// Increasing; any distances.
    pub knots: K,
    /// [`Ends::NotAKnot`] by default.
    pub ends: Ends<K::Number>,
    /// [`Outside::Error`] by default.
    pub outside: Outside,
}

impl<K: Column> Axis<K> {
    /// An axis that is not a knot at its ends, and an error outside.
    #[must_use]
    pub fn new(knots: K) -> Self {
        Self {
            knots,
            ends: Ends::NotAKnot,
            outside: Outside::Error,
        }
    }

    /// This axis with these conditions at its ends.
    #[must_use]
    pub fn ends(self, ends: Ends<K::Number>) -> Self {
        Self { ends, ..self }
    }

    /// This axis with this continuation.
    #[must_use]
    pub fn outside(self, outside: Outside) -> Self {
        Self { outside, ..self }
    }

    /// The first and the last knot.
    pub(super) fn range(&self) -> [K::Number; 2] {
        let knots = self.knots.numbers();
        [at(knots, 0), at(knots, knots.len().saturating_sub(1))]
    }

    /// The piece of x, and the factors of its four numbers.
    #[inline]
    pub(super) fn weights<S: Scalar<Size = K::Number>>(&self, x: S) -> Weights<S> {
        let [first, last] = self.range();
        if self.ends == Ends::Periodic {
            return self.inside(self.folded(x), rounding(x.real(), first, last));
        }
        // NaN is on neither side, and is one in every piece.
        let (end, [low, high]) = if x.real() < first {
            (first, [-K::Number::INFINITY, first])
        } else if x.real() > last {
            (last, [last, K::Number::INFINITY])
        } else {
            return self.inside(x, K::Number::from_f64(0.0));
        };
        let inside = self.inside(S::from_size(end), K::Number::from_f64(0.0));
        let beyond = checked(x - S::from_size(end), x, [low, high]);
        let zero = [S::from_f64(0.0); 4];
        match self.outside {
            Outside::Error => inside.times(S::from_size(K::Number::NAN)),
            Outside::Linear => Weights {
                value: sum(inside.value, inside.slope, beyond),
                curvature: zero,
                ..inside
            },
            // A NaN in another lane is not hidden.
            Outside::Held => Weights {
                value: sum(inside.value, zero, beyond),
                slope: zero,
                curvature: zero,
                ..inside
            },
        }
    }

    /// x in the period that the knots span, up to rounding.
    #[inline]
    fn folded<S: Scalar<Size = K::Number>>(&self, x: S) -> S {
        let [first, last] = self.range();
        if first <= x.real() && x.real() <= last {
            return x;
        }
        let period = last - first;
        x - S::from_size(((x.real() - first) / period).floor() * period)
    }

    /// The factors in the piece that contains x up to `rounding`.
    #[inline]
    fn inside<S: Scalar<Size = K::Number>>(&self, x: S, rounding: K::Number) -> Weights<S> {
        let knots = self.knots.numbers();
        let above = knots.partition_point(|knot| *knot <= x.real());
        let piece = above.min(knots.len().saturating_sub(1)).saturating_sub(1);
        let (low, high) = (at(knots, piece), at(knots, piece + 1));
        let length = high - low;
        // From the nearer knot, so that at both knots one factor is 1 and the others 0.
        let one = S::from_f64(1.0);
        let per_length = S::from_size(length.recip());
        let (a, b) = if x.real() - low < high - x.real() {
            let b = (x - S::from_size(low)) * per_length;
            (one - b, b)
        } else {
            let a = (S::from_size(high) - x) * per_length;
            (a, one - a)
        };
        let b = checked(b, x, [low - rounding, high + rounding]);
        Weights::at(piece, a, b, length)
    }
}

/// How far x can be from the period after it was folded.
#[inline]
fn rounding<Z: Size>(x: Z, first: Z, last: Z) -> Z {
    let size = x.magnitude() + first.magnitude() + last.magnitude();
    Z::from_f64(4.0 * Z::EPSILON) * size
}

/// y, and NaN if a lane of x is elsewhere than the first one: all lanes are looked up at once.
#[inline]
fn checked<S: Scalar>(y: S, x: S, [low, high]: [S::Size; 2]) -> S {
    let (zero, one) = (S::from_f64(0.0), S::from_f64(1.0));
    let below = S::select_less(x, S::from_size(low), one, zero);
    let above = S::select_less(S::from_size(high), x, one, zero);
    if (below + above).magnitude() > S::Size::from_f64(0.0) {
        S::from_size(S::Size::NAN)
    } else {
        y
    }
}

/// The factors of yᵢ, yᵢ₊₁, Mᵢ and Mᵢ₊₁ in f, f' and f''.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights<S> {
    /// i
    pub(super) piece: usize,
    pub(super) value: [S; 4],
    pub(super) slope: [S; 4],
    pub(super) curvature: [S; 4],
}

impl<S: Scalar> Weights<S> {
    #[inline]
    fn at(piece: usize, a: S, b: S, length: S::Size) -> Self {
        let number = S::from_f64;
        let h = S::from_size(length);
        let per_length = S::from_size(length.recip());
        let sixth = S::from_size(length / S::Size::from_f64(6.0));
        let bulge = -(a * b) * (h * sixth);
        Self {
            piece,
            value: [a, b, bulge * (number(1.0) + a), bulge * (number(1.0) + b)],
            slope: [
                -per_length,
                per_length,
                sixth * (number(1.0) - number(3.0) * a * a),
                sixth * (number(3.0) * b * b - number(1.0)),
            ],
            curvature: [number(0.0), number(0.0), a, b],
        }
    }

    #[inline]
    fn times(self, factor: S) -> Self {
        let times = |numbers: [S; 4]| numbers.map(|number| number * factor);
        Self {
            piece: self.piece,
            value: times(self.value),
            slope: times(self.slope),
            curvature: times(self.curvature),
        }
    }
}

/// a + b x
#[inline]
fn sum<S: Scalar>(a: [S; 4], b: [S; 4], x: S) -> [S; 4] {
    let [a0, a1, a2, a3] = a;
    let [b0, b1, b2, b3] = b;
    [a0 + b0 * x, a1 + b1 * x, a2 + b2 * x, a3 + b3 * x]
}

/// a · b
#[inline]
pub(super) fn dot<S: Scalar>([a0, a1, a2, a3]: [S; 4], [b0, b1, b2, b3]: [S; 4]) -> S {
    (a0 * b0 + a1 * b1) + (a2 * b2 + a3 * b3)
}
