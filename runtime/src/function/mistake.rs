//! The mistakes in a table, with row and numbers.

mod sentences;

use core::fmt;

use super::axis::{Axis, Ends};
use super::column::Column;
use extremal_numerics::{Scalar, Size};
use sentences::Name;

/// Why there is no spline through a table. Rows, columns and knots count from 0, and axis 0 is x₁.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SplineError {
    /// An axis has fewer than two knots, or fewer than three with [`Ends::Periodic`].
    TooFew {
        /// The axis.
        axis: usize,
        /// How many knots it has.
        knots: usize,
        /// How many it needs.
        least: usize,
    },
    /// A knot is NaN or infinite.
    Knot {
        /// The axis.
        axis: usize,
        /// The knot.
        row: usize,
        /// Its number.
        knot: f64,
    },
    /// A knot is not larger than the one before it.
    NotIncreasing {
        /// The axis.
        axis: usize,
        /// The knot.
        row: usize,
        /// The knot before.
        before: f64,
        /// Its number.
        knot: f64,
    },
    /// The square of the distance of two knots, or its inverse, is not finite.
    Distance {
        /// The axis.
        axis: usize,
        /// The second knot.
        row: usize,
        /// The knot before.
        before: f64,
        /// Its number.
        knot: f64,
    },
    /// There are more values than knots, or fewer. Only vectors can have this mistake.
    Lengths {
        /// The axis.
        axis: usize,
        /// How many knots it has.
        knots: usize,
        /// How many values there are.
        values: usize,
    },
    /// A value is NaN or infinite.
    Value {
        /// Its knot along x₁.
        row: usize,
        /// Its knot along x₂; 0 in a table of one variable.
        column: usize,
        /// The value.
        value: f64,
    },
    /// A slope of [`Ends::Clamped`] is NaN or infinite.
    Slope {
        /// The axis.
        axis: usize,
        /// The slope.
        slope: f64,
    },
    /// With [`Ends::Periodic`] the last value differs from the first one.
    NotPeriodic {
        /// The axis.
        axis: usize,
        /// The knot of the other axis; 0 in a table of one variable.
        row: usize,
        /// The value at the first knot.
        first: f64,
        /// The value at the last knot.
        last: f64,
    },
    /// The numbers are finite, but a second derivative overflows.
    TooSteep {
        /// Its knot along x₁.
        row: usize,
        /// Its knot along x₂; 0 in a table of one variable.
        column: usize,
    },
}

impl SplineError {
    pub(super) fn of_seam<Z: Size>(axis: usize, row: usize, first: Z, last: Z) -> Result<(), Self> {
        if first == last {
            return Ok(());
        }
        let [first, last] = [first, last].map(Size::to_f64);
        Err(Self::NotPeriodic {
            axis,
            row,
            first,
            last,
        })
    }

    pub(super) fn of_bend<Z: Size>([row, column]: [usize; 2], bend: Z) -> Result<(), Self> {
        if bend.is_finite() {
            Ok(())
        } else {
            Err(Self::TooSteep { row, column })
        }
    }
}

/// Enough finite, increasing knots, and finite slopes.
pub(super) fn check_axis<K: Column>(axis: &Axis<K>, number: usize) -> Result<(), SplineError> {
    let knots = axis.knots.numbers();
    let least = if axis.ends == Ends::Periodic { 3 } else { 2 };
    if knots.len() < least {
        return Err(SplineError::TooFew {
            axis: number,
            knots: knots.len(),
            least,
        });
    }
    let mut before = -K::Number::INFINITY;
    for (row, &knot) in knots.iter().enumerate() {
        if !knot.is_finite() {
            return Err(SplineError::Knot {
                axis: number,
                row,
                knot: knot.to_f64(),
            });
        }
        if knot <= before {
            return Err(SplineError::NotIncreasing {
                axis: number,
                row,
                before: before.to_f64(),
                knot: knot.to_f64(),
            });
        }
        let distance = knot - before;
        let [square, inverse] = [distance * distance, distance.recip()];
        if row > 0 && !(square.is_finite() && inverse.is_finite()) {
            return Err(SplineError::Distance {
                axis: number,
                row,
                before: before.to_f64(),
                knot: knot.to_f64(),
            });
        }
        before = knot;
    }
    if let Ends::Clamped { first, last } = axis.ends
        && let Some(slope) = [first, last].into_iter().find(|slope| !slope.is_finite())
    {
        return Err(SplineError::Slope {
            axis: number,
            slope: slope.to_f64(),
        });
    }
    Ok(())
}

pub(super) fn check_value<Z: Size>(value: Z, [row, column]: [usize; 2]) -> Result<(), SplineError> {
    if value.is_finite() {
        return Ok(());
    }
    Err(SplineError::Value {
        row,
        column,
        value: value.to_f64(),
    })
}

impl fmt::Display for SplineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::TooFew { axis, knots, least } => sentences::too_few(f, Name(axis), knots, least),
            Self::Knot { axis, row, knot } => sentences::knot(f, Name(axis), row, knot),
            Self::NotIncreasing {
                axis,
                row,
                before,
                knot,
            } => sentences::not_increasing(f, Name(axis), row, [before, knot]),
            Self::Distance {
                axis,
                row,
                before,
                knot,
            } => sentences::distance(f, Name(axis), row, [before, knot]),
            Self::Lengths { axis, knots, values } => sentences::lengths(f, Name(axis), knots, values),
            Self::Value { row, column, value } => sentences::value(f, [row, column], value),
            Self::Slope { axis, slope } => sentences::slope(f, Name(axis), slope),
            Self::NotPeriodic {
                axis,
                row,
                first,
                last,
            } => sentences::not_periodic(f, axis, row, [first, last]),
            Self::TooSteep { row, column } => sentences::too_steep(f, [row, column]),
        }
    }
}

impl core::error::Error for SplineError {}
