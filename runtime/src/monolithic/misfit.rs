//! How far an iterate is from a solution.

use super::unsolved::{Place, Why};

/// The largest residual with its place, and the sum of all squares; each relative to its terms.
#[derive(Clone, Copy, Debug)]
pub(super) struct Misfit {
    pub(super) largest: f64,
    /// The largest residual of conditions alone.
    pub(super) of_conditions: f64,
    place: Place,
    /// The condition that it is of.
    condition: Place,
    squares: f64,
}

/// A condition that misses more than this is named first: it is what the user can change, and where conditions contradict,
/// least squares spread what is left over all elements.
const MISSED: f64 = 1e-6;

impl Misfit {
    pub(super) fn none() -> Self {
        Self {
            largest: 0.0,
            of_conditions: 0.0,
            place: Place::Element(0),
            condition: Place::Element(0),
            squares: 0.0,
        }
    }

    /// Adds a residual; NaN is larger than any.
    pub(super) fn add(&mut self, residual: f64, place: Place) {
        self.squares += residual * residual;
        if matches!(place, Place::Condition { .. }) && residual > self.of_conditions {
            (self.of_conditions, self.condition) = (residual, place);
        }
        if residual > self.largest || residual.is_nan() && !self.largest.is_nan() {
            (self.largest, self.place) = (residual, place);
        }
    }

    /// Whether a part of a correction has reduced the squares by a tenth of what it promised.
    pub(super) fn is_less(&self, before: Self, part: f64) -> bool {
        self.squares.is_finite() && self.squares <= before.squares * (1.0 - 0.2 * part)
    }

    /// `floor` is what is accepted of a residual.
    pub(super) fn not_converged(&self, floor: f64) -> Why {
        let (residual, place) = if self.of_conditions > MISSED.max(floor) && self.largest.is_finite() {
            (self.of_conditions, self.condition)
        } else {
            (self.largest, self.place)
        };
        Why::NotConverged { residual, place }
    }
}
