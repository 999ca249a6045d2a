//! A C² cubic spline through points: a function of one variable.

use super::axis::{Axis, Ends, Weights, dot};
use super::bend::{Row, bend};
use super::column::Column;
use super::mistake::{SplineError, check_axis, check_value};
use super::{Function, Gradient, Hessian, Value};
use extremal_numerics::Scalar;
use extremal_numerics::block::at;

/// A C² cubic spline through the points of a table, f(xᵢ) = yᵢ: a lift coefficient over the angle of attack, a cam over its
/// angle.
///
/// ```text
/// f is a cubic polynomial in each [xᵢ, xᵢ₊₁], and f, f', f'' are continuous
/// error of f ≤ c h⁴ max|g''''|, of f' ~ h³, of f'' ~ h²        g the tabulated function, h the largest distance of knots
/// ```
///
/// The distances of the knots are free. [`Ends`] has the two conditions that are missing, [`Outside`](super::Outside) what f is
/// outside the table. f''' jumps at knots. A step that crosses one adds an error of order 4 to the motion if f is a force, and
/// of order 3 if f is a potential, so that schemes of higher orders lose theirs.
///
/// `K` is the type of the column: `Spline<[f64; 9]>`, `Spline<[f32; 9]>`, or `Spline<Vec<f64>>` for a table whose length is
/// known at run time. Arrays need neither std nor an allocator. It is a function of every scalar of the same size: a spline of
/// `f64` can be called with dual numbers over `f64`. If lanes of a scalar lie in different pieces, the value is NaN.
///
/// ```
/// use extremal::function::{Axis, Function, Outside, Spline, Value};
///
/// // The lift coefficient of a wing section; it stalls at 0.26 rad.
/// let angles = [-0.1, 0.0, 0.1, 0.2, 0.26, 0.32, 0.4];
/// let lift = Spline::new(Axis::new(angles).outside(Outside::Linear), [-0.6, 0.0, 0.6, 1.15, 1.3, 1.2, 1.0])?;
/// assert_eq!(lift.value([0.2]), 1.15);
/// let (value, [slope], [[curvature]]) = lift.hessian([0.28]);
/// assert!(1.25 < value && value < 1.3 && slope < 0.0 && curvature < 0.0);
/// assert_eq!(lift.hessian([0.5]).2, [[0.0]]);
///
/// let mistake = Spline::new(Axis::new([0.0, 0.2, 0.1]), [1.0, 2.0, 3.0]).expect_err("knots that do not increase");
/// assert_eq!(mistake.to_string(), "knot 2 of x₁ is 0.1 after 0.2; knots have to increase");
/// # Ok::<(), extremal::function::SplineError>(())
/// ```
///
/// Source: C. de Boor, *A Practical Guide to Splines*, Springer, revised edition 2001, chapter IV.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spline<K: Column> {
    axis: Axis<K>,
    /// yᵢ and Mᵢ.
    points: K::Of<[K::Number; 2]>,
}

impl<K: Column> Spline<K> {
    /// The spline through (`axis.knots`, `values`). Solves one tridiagonal system.
    ///
    /// # Errors
    ///
    /// [`SplineError`]: the knots do not increase, a number is not finite, there are fewer than two points (three for a
    /// period), a period does not end as it begins, or vectors differ in length.
    pub fn new(axis: Axis<K>, values: K) -> Result<Self, SplineError> {
        check_axis(&axis, 0)?;
        let (knots, column) = (axis.knots.numbers(), values.numbers());
        if knots.len() != column.len() {
            return Err(SplineError::Lengths {
                axis: 0,
                knots: knots.len(),
                values: column.len(),
            });
        }
        for (row, &value) in column.iter().enumerate() {
            check_value(value, [row, 0])?;
        }
        if axis.ends == Ends::Periodic {
            let [first, last] = [0, column.len().saturating_sub(1)].map(|row| at(column, row));
            SplineError::of_seam(0, 0, first, last)?;
        }
        let mut rows = values.each(Row::of);
        bend(knots, rows.as_mut(), axis.ends);
        for (row, solved) in rows.as_ref().iter().enumerate() {
            SplineError::of_bend([row, 0], solved.bend)?;
            let (before, after) = (
                at(knots, row.saturating_sub(1)),
                at(knots, (row + 1).min(knots.len() - 1)),
            );
            // What the value and the bend add between two knots is smaller.
            let length = after - before;
            SplineError::of_bend(
                [row, 0],
                solved.bend.magnitude() * length * length + solved.value.magnitude(),
            )?;
        }
        let mut solved = rows.as_ref().iter();
        let points = values.each(|value| [value, solved.next().map_or(value, |row| row.bend)]);
        Ok(Self { axis, points })
    }

    /// Its knots, ends and continuation.
    #[must_use]
    pub fn axis(&self) -> &Axis<K> {
        &self.axis
    }

    /// yᵢ, yᵢ₊₁, Mᵢ and Mᵢ₊₁.
    #[inline]
    fn numbers<S: Scalar<Size = K::Number>>(&self, weights: &Weights<S>) -> [S; 4] {
        let points = self.points.as_ref().get(weights.piece..).unwrap_or_default();
        let Some(&[[value, bend], [next_value, next_bend]]) = points.first_chunk() else {
            return [S::from_f64(f64::NAN); 4];
        };
        [value, next_value, bend, next_bend].map(S::from_size)
    }
}

#[diagnostic::do_not_recommend]
impl<K: Column, S: Scalar<Size = K::Number>> Value<1, S> for Spline<K> {
    #[inline]
    fn value(&self, [x]: [S; 1]) -> S {
        let weights = self.axis.weights(x);
        dot(weights.value, self.numbers(&weights))
    }
}

#[diagnostic::do_not_recommend]
impl<K: Column, S: Scalar<Size = K::Number>> Gradient<1, S> for Spline<K> {
    #[inline]
    fn gradient(&self, [x]: [S; 1]) -> (S, [S; 1]) {
        let weights = self.axis.weights(x);
        let numbers = self.numbers(&weights);
        (dot(weights.value, numbers), [dot(weights.slope, numbers)])
    }
}

#[diagnostic::do_not_recommend]
impl<K: Column, S: Scalar<Size = K::Number>> Function<1, S> for Spline<K> {
    #[inline]
    fn hessian(&self, [x]: [S; 1]) -> Hessian<1, S> {
        let weights = self.axis.weights(x);
        let numbers = self.numbers(&weights);
        let [value, slope, curvature] =
            [weights.value, weights.slope, weights.curvature].map(|factors| dot(factors, numbers));
        (value, [slope], [[curvature]])
    }
}
