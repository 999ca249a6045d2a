//! A C² bicubic spline through the points of a grid: a function of two variables.

use super::axis::{Axis, Ends, Weights, dot};
use super::bend::{Row, bend};
use super::column::Column;
use super::mistake::{SplineError, check_axis, check_value};
use super::{Function, Gradient, Hessian, Value};
use extremal_numerics::Scalar;

/// The numbers at a point of the grid: y, ∂²f/∂x₁², ∂²f/∂x₂² and ∂⁴f/∂x₁²∂x₂².
type Point<Z> = [Z; 4];

/// A C² bicubic spline through the points of a grid, f(x₁ᵢ, x₂ⱼ) = yᵢⱼ: the torque of a motor over speed and throttle.
///
/// ```text
/// f(x₁, x₂) = Σᵢ Σⱼ yᵢⱼ sᵢ(x₁) sⱼ(x₂)        sᵢ the spline that is 1 at knot i of its axis, and 0 at the others
/// ```
///
/// This tensor product of splines of one variable, each with its own [`Ends`](super::Ends) and [`Outside`](super::Outside), has
/// continuous second derivatives, ∂²f/∂x₁∂x₂ among them. It is of order 4 in f, of order 3 in the gradient and in ∂²f/∂x₁∂x₂,
/// and of order 2 in the other second derivatives. In a grid of products yᵢⱼ = uᵢ wⱼ it is the product of the two
/// [`Spline`](super::Spline)s.
///
/// `X` and `Y` are the types of the two columns of knots, arrays or vectors as those of [`Spline`](super::Spline). `values` has
/// a row for each knot of x₁, with a number for each knot of x₂: `[[f64; 3]; 4]` for `Spline2<[f64; 4], [f64; 3]>`.
///
/// ```
/// use extremal::function::{Axis, Outside, Spline2, Value};
///
/// let speeds = Axis::new([0.0, 100.0, 200.0, 300.0]).outside(Outside::Linear); // rad/s
/// let throttles = Axis::new([0.0, 0.5, 1.0]).outside(Outside::Held);
/// let torque = Spline2::new(speeds, throttles, [
///     [0.0, 60.0, 100.0],
///     [-5.0, 65.0, 120.0],
///     [-10.0, 50.0, 110.0],
///     [-15.0, 20.0, 80.0],
/// ])?; // N m
/// assert_eq!(torque.value([100.0, 0.5]), 65.0);
/// assert_eq!(torque.value([150.0, 2.0]), torque.value([150.0, 1.0]));
/// # Ok::<(), extremal::function::SplineError>(())
/// ```
///
/// Source: C. de Boor, *Bicubic spline interpolation*, J. Math. and Phys. 41 (1962), 212–218; *A Practical Guide to Splines*,
/// Springer, revised edition 2001, chapter XVII.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spline2<X: Column, Y: Column<Number = X::Number>> {
    axes: (Axis<X>, Axis<Y>),
    points: X::Of<Y::Of<Point<X::Number>>>,
}

impl<X: Column, Y: Column<Number = X::Number>> Spline2<X, Y> {
    /// The spline through `values`, one row for each knot of the first axis. Solves one tridiagonal system for each row and
    /// each column.
    ///
    /// # Errors
    ///
    /// [`SplineError`], as those of [`Spline::new`](super::Spline::new).
    pub fn new(first: Axis<X>, second: Axis<Y>, values: X::Of<Y>) -> Result<Self, SplineError> {
        check_axis(&first, 0)?;
        check_axis(&second, 1)?;
        check_values(&first, &second, values.as_ref())?;
        let mut rows = values.as_ref().iter();
        let points = first.knots.each(|_| {
            let zero = extremal_numerics::Size::from_count(0);
            let mut row = rows.next().map_or(&[][..], Y::numbers).iter();
            second
                .knots
                .each(|_| [row.next().copied().unwrap_or(zero), zero, zero, zero])
        });
        let mut spline = Self {
            axes: (first, second),
            points,
        };
        spline.bend_along_the_first_axis()?;
        spline.bend_along_the_second_axis()?;
        Ok(spline)
    }

    /// Their knots, ends and continuations.
    #[must_use]
    pub fn axes(&self) -> (&Axis<X>, &Axis<Y>) {
        (&self.axes.0, &self.axes.1)
    }

    fn bend_along_the_first_axis(&mut self) -> Result<(), SplineError> {
        let (first, second) = &self.axes;
        for column in 0..second.knots.numbers().len() {
            let points = &mut self.points;
            let mut column_of = points.as_ref().iter().filter_map(|row| row.as_ref().get(column));
            let mut rows = first
                .knots
                .each(|knot| Row::of(column_of.next().map_or(knot, |&[value, ..]| value)));
            bend(first.knots.numbers(), rows.as_mut(), first.ends);
            let solved = points.as_mut().iter_mut().zip(rows.as_ref()).enumerate();
            for (row, (points, solved)) in solved {
                SplineError::of_bend([row, column], solved.bend)?;
                if let Some([_, bend, ..]) = points.as_mut().get_mut(column) {
                    *bend = solved.bend;
                }
            }
        }
        Ok(())
    }

    fn bend_along_the_second_axis(&mut self) -> Result<(), SplineError> {
        let (_, second) = &self.axes;
        // ∂²/∂x₁² of a slope that is the same along an edge is zero.
        let of_bends = match second.ends {
            Ends::Clamped { .. } => Ends::Clamped {
                first: extremal_numerics::Size::from_count(0),
                last: extremal_numerics::Size::from_count(0),
            },
            ends => ends,
        };
        for (row, points) in self.points.as_mut().iter_mut().enumerate() {
            for (part, ends) in [(0, second.ends), (1, of_bends)] {
                let mut row_of = points.as_ref().iter();
                let mut rows = second.knots.each(|knot| {
                    let point = row_of.next();
                    Row::of(point.and_then(|point| point.get(part)).copied().unwrap_or(knot))
                });
                bend(second.knots.numbers(), rows.as_mut(), ends);
                let solved = points.as_mut().iter_mut().zip(rows.as_ref()).enumerate();
                for (column, (point, solved)) in solved {
                    SplineError::of_bend([row, column], solved.bend)?;
                    if let Some(bend) = point.get_mut(part + 2) {
                        *bend = solved.bend;
                    }
                }
            }
        }
        Ok(())
    }

    /// The sums over x₂: four numbers of a spline in x₁, by the factors `along`.
    #[inline]
    fn across<S: Scalar<Size = X::Number>>(&self, at: [usize; 2], along: [S; 4]) -> [S; 4] {
        let [row, column] = at;
        let rows = self.points.as_ref().get(row..).unwrap_or_default();
        let Some([low, high]) = rows.first_chunk() else {
            return [S::from_f64(f64::NAN); 4];
        };
        let [low, high] = [low, high].map(|row| {
            let row = row.as_ref().get(column..).unwrap_or_default();
            let Some(&[[a, a1, a2, a12], [b, b1, b2, b12]]) = row.first_chunk() else {
                return [S::from_f64(f64::NAN); 2];
            };
            let value = [a, b, a2, b2].map(S::from_size);
            let bend = [a1, b1, a12, b12].map(S::from_size);
            [dot(along, value), dot(along, bend)]
        });
        [low[0], high[0], low[1], high[1]]
    }

    #[inline]
    fn weights<S: Scalar<Size = X::Number>>(&self, [x, y]: [S; 2]) -> ([usize; 2], Weights<S>, Weights<S>) {
        let (first, second) = (self.axes.0.weights(x), self.axes.1.weights(y));
        ([first.piece, second.piece], first, second)
    }
}

/// Every number is finite, every row has the length of the second axis, and periods end as they begin.
fn check_values<X: Column, Y: Column<Number = X::Number>>(
    first: &Axis<X>,
    second: &Axis<Y>,
    values: &[Y],
) -> Result<(), SplineError> {
    let lengths = |axis, knots, values| {
        if knots == values {
            Ok(())
        } else {
            Err(SplineError::Lengths { axis, knots, values })
        }
    };
    lengths(0, first.knots.numbers().len(), values.len())?;
    for (row, numbers) in values.iter().map(Y::numbers).enumerate() {
        lengths(1, second.knots.numbers().len(), numbers.len())?;
        for (column, &value) in numbers.iter().enumerate() {
            check_value(value, [row, column])?;
        }
        if let (Ends::Periodic, [first, .., last]) = (second.ends, numbers) {
            SplineError::of_seam(1, row, *first, *last)?;
        }
    }
    if let (Ends::Periodic, [start, .., end]) = (first.ends, values) {
        for (column, (first, last)) in start.numbers().iter().zip(end.numbers()).enumerate() {
            SplineError::of_seam(0, column, *first, *last)?;
        }
    }
    Ok(())
}

#[diagnostic::do_not_recommend]
impl<X: Column, Y: Column<Number = X::Number>, S: Scalar<Size = X::Number>> Value<2, S> for Spline2<X, Y> {
    #[inline]
    fn value(&self, x: [S; 2]) -> S {
        let (at, first, second) = self.weights(x);
        dot(first.value, self.across(at, second.value))
    }
}

#[diagnostic::do_not_recommend]
impl<X: Column, Y: Column<Number = X::Number>, S: Scalar<Size = X::Number>> Gradient<2, S> for Spline2<X, Y> {
    #[inline]
    fn gradient(&self, x: [S; 2]) -> (S, [S; 2]) {
        let (at, first, second) = self.weights(x);
        let values = self.across(at, second.value);
        let gradient = [
            dot(first.slope, values),
            dot(first.value, self.across(at, second.slope)),
        ];
        (dot(first.value, values), gradient)
    }
}

#[diagnostic::do_not_recommend]
impl<X: Column, Y: Column<Number = X::Number>, S: Scalar<Size = X::Number>> Function<2, S> for Spline2<X, Y> {
    #[inline]
    fn hessian(&self, x: [S; 2]) -> Hessian<2, S> {
        let (at, first, second) = self.weights(x);
        let values = self.across(at, second.value);
        let slopes = self.across(at, second.slope);
        let curvatures = self.across(at, second.curvature);
        let mixed = dot(first.slope, slopes);
        (
            dot(first.value, values),
            [dot(first.slope, values), dot(first.value, slopes)],
            [
                [dot(first.curvature, values), mixed],
                [mixed, dot(first.value, curvatures)],
            ],
        )
    }
}
