//! The second derivatives of a cubic spline at its points: the equations that make it C², and their solution.
//!
//! ```text
//! hᵢ = xᵢ₊₁ − xᵢ,   δᵢ = (yᵢ₊₁ − yᵢ)/hᵢ,   Mᵢ = f''(xᵢ),   i = 0 .. n − 1
//! hᵢ₋₁ Mᵢ₋₁ + 2 (hᵢ₋₁ + hᵢ) Mᵢ + hᵢ Mᵢ₊₁ = 6 (δᵢ − δᵢ₋₁)        f' is continuous at an inner point
//! ```
//!
//! [`Ends`] states the two equations that are missing. That of one end is M₀ = a + b M₁ + c M₂, and is inserted. Those of a
//! period leave M₀ = Mₙ₋₁ as a parameter, which the continuity of f' at the seam determines. What is left is diagonally
//! dominant, so that elimination needs no pivots.

use super::axis::Ends;
use extremal_numerics::Size;
use extremal_numerics::block::at;

/// A point of a spline along one axis: Mᵢ = `bend` − `by_next` Mᵢ₊₁ − `by_ends` M₀ during elimination.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Row<Z> {
    pub(super) value: Z,
    pub(super) bend: Z,
    by_next: Z,
    by_ends: Z,
}

impl<Z: Size> Row<Z> {
    pub(super) fn of(value: Z) -> Self {
        let zero = Z::from_f64(0.0);
        Self {
            value,
            bend: zero,
            by_next: zero,
            by_ends: zero,
        }
    }
}

/// Finds all Mᵢ of rows that have only values. There are at least two knots, and as many rows.
pub(super) fn bend<Z: Size>(knots: &[Z], rows: &mut [Row<Z>], ends: Ends<Z>) {
    let first = Piece::of(knots, rows, 0);
    let last = Piece::of(knots, rows, rows.len().saturating_sub(2));
    if rows.len() < 3 {
        return bend_one_piece(&first, rows, ends);
    }
    let near = Piece::of(knots, rows, 1);
    let far = Piece::of(knots, rows, rows.len().saturating_sub(3));
    let (start, end) = match ends {
        Ends::Clamped {
            first: before,
            last: after,
        } => (
            End::clamped(first.slope - before, first.length),
            End::clamped(after - last.slope, last.length),
        ),
        // Three points: both conditions say that the two pieces are one, and a parabola is the least of those.
        Ends::NotAKnot if rows.len() == 3 => (End::along(0.0, 1.0), End::along(0.0, 1.0)),
        Ends::NotAKnot => (
            End::straight(first.length, near.length),
            End::straight(last.length, far.length),
        ),
        Ends::Natural | Ends::Periodic => (End::along(0.0, 0.0), End::along(0.0, 0.0)),
    };
    eliminate(knots, rows, [&start, &end], ends == Ends::Periodic);
    let bends = if ends == Ends::Periodic {
        [close(&first, &last, rows); 2]
    } else {
        let bend = |i: usize| rows.get(i).map_or(Z::from_f64(0.0), |row| row.bend);
        let back = rows.len().saturating_sub(2);
        [
            start.bend(bend(1), bend(2)),
            end.bend(bend(back), bend(back.saturating_sub(1))),
        ]
    };
    if let [first, .., last] = rows {
        [first.bend, last.bend] = bends;
    }
}

/// The length of a piece, and the slope of the line through its ends.
struct Piece<Z> {
    length: Z,
    slope: Z,
}

impl<Z: Size> Piece<Z> {
    fn of(knots: &[Z], rows: &[Row<Z>], i: usize) -> Self {
        let value = |i: usize| rows.get(i).map_or(Z::from_f64(0.0), |row| row.value);
        let length = at(knots, i + 1) - at(knots, i);
        Self {
            length,
            slope: (value(i + 1) - value(i)) / length,
        }
    }
}

/// M at an end: `constant` + `by_near` M at the point beside it + `by_far` M at the one after that.
struct End<Z> {
    constant: Z,
    by_near: Z,
    by_far: Z,
}

impl<Z: Size> End<Z> {
    fn along(constant: f64, by_near: f64) -> Self {
        Self {
            constant: Z::from_f64(constant),
            by_near: Z::from_f64(by_near),
            by_far: Z::from_f64(0.0),
        }
    }

    /// f' differs by `rise` from the slope of the line through the ends of the piece.
    fn clamped(rise: Z, length: Z) -> Self {
        Self {
            constant: Z::from_f64(3.0) * rise / length,
            ..Self::along(0.0, -0.5)
        }
    }

    /// f''' is the same in the first two pieces, whose lengths these are.
    fn straight(length: Z, next: Z) -> Self {
        let ratio = length / next;
        Self {
            constant: Z::from_f64(0.0),
            by_near: Z::from_f64(1.0) + ratio,
            by_far: -ratio,
        }
    }

    fn bend(&self, near: Z, far: Z) -> Z {
        self.constant + self.by_near * near + self.by_far * far
    }
}

/// Solves the equations of the inner points.
fn eliminate<Z: Size>(knots: &[Z], rows: &mut [Row<Z>], [start, end]: [&End<Z>; 2], is_period: bool) {
    let zero = Z::from_f64(0.0);
    let inner = rows.len().saturating_sub(2);
    let mut before = Row::of(zero);
    for i in 1..=inner {
        let (left, right) = (Piece::of(knots, rows, i - 1), Piece::of(knots, rows, i));
        let (mut lower, mut upper) = (left.length, right.length);
        let mut diagonal = Z::from_f64(2.0) * (lower + upper);
        let mut known = Z::from_f64(6.0) * (right.slope - left.slope);
        let mut border = zero;
        if i == 1 {
            diagonal = diagonal + left.length * start.by_near;
            upper = upper + left.length * start.by_far;
            known = known - left.length * start.constant;
            border = border + left.length;
            lower = zero;
        }
        if i == inner {
            diagonal = diagonal + right.length * end.by_near;
            lower = lower + right.length * end.by_far;
            known = known - right.length * end.constant;
            border = border + right.length;
            upper = zero;
        }
        let pivot = diagonal - lower * before.by_next;
        let Some(row) = rows.get_mut(i) else { return };
        row.by_next = upper / pivot;
        row.bend = (known - lower * before.bend) / pivot;
        row.by_ends = if is_period {
            (border - lower * before.by_ends) / pivot
        } else {
            zero
        };
        before = *row;
    }
    let mut next = Row::of(zero);
    for row in rows.iter_mut().skip(1).take(inner).rev() {
        row.bend = row.bend - row.by_next * next.bend;
        row.by_ends = row.by_ends - row.by_next * next.by_ends;
        next = *row;
    }
}

/// M at the seam of a period, where f' is continuous; inserted into the inner points.
fn close<Z: Size>(first: &Piece<Z>, last: &Piece<Z>, rows: &mut [Row<Z>]) -> Z {
    let [_, inner @ .., _] = rows else {
        return Z::from_f64(0.0);
    };
    let (Some(after), Some(before)) = (inner.first().copied(), inner.last().copied()) else {
        return Z::from_f64(0.0);
    };
    let known = Z::from_f64(6.0) * (first.slope - last.slope);
    let known = known - first.length * after.bend - last.length * before.bend;
    let factor = Z::from_f64(2.0) * (first.length + last.length);
    let factor = factor - first.length * after.by_ends - last.length * before.by_ends;
    let seam = known / factor;
    inner
        .iter_mut()
        .for_each(|row| row.bend = row.bend - row.by_ends * seam);
    seam
}

/// A single piece: a line, or with given slopes the cubic.
fn bend_one_piece<Z: Size>(piece: &Piece<Z>, rows: &mut [Row<Z>], ends: Ends<Z>) {
    let (
        Ends::Clamped {
            first: before,
            last: after,
        },
        [first, last],
    ) = (ends, rows)
    else {
        return;
    };
    let (start, end) = (piece.slope - before, after - piece.slope);
    let twice = |a: Z, b: Z| Z::from_f64(2.0) * (a + a - b) / piece.length;
    (first.bend, last.bend) = (twice(start, end), twice(end, start));
}
