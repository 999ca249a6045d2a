//! The cone of some modes: its edges as columns, and the percussions of a point.

use super::cone::{Columns, set};
use super::{BACKWARD, CLOSED, OPEN, STICKS};
use crate::ContactProblem;
use crate::laws::Problem;
use crate::local::Local;
use extremal_numerics::block::{at, copied};
use extremal_numerics::{Scalar, Size};

/// What a column is: the velocity of its row, an edge of the contact whose normal row is its row, or whose slip row is.
const VELOCITY: f64 = 1.0;
const EDGE: f64 = 2.0;
const OTHER_EDGE: f64 = 3.0;

/// The edges of the cones of all contacts, in rows divided by √a.
pub(super) struct Edges<'a, 'p, T> {
    problem: &'a ContactProblem<'p, T>,
    /// 1/√a, or zero in rows that the modes ignore.
    weights: &'a [T],
    /// [`VELOCITY`], [`EDGE`], [`OTHER_EDGE`], or zero.
    kinds: &'a [T],
    /// `P_T`/`P_N` of an edge, the sign of a velocity.
    ratios: &'a [T],
    /// What makes columns as long as 1.
    units: &'a [T],
}

impl<'a, 'p, T: Size> Edges<'a, 'p, T> {
    /// The edges of `modes`, in this memory.
    pub(super) fn new(
        problem: &'a ContactProblem<'p, T>,
        modes: &[T],
        [weights, kinds, ratios, units, spare]: [&'a mut [T]; 5],
    ) -> Self {
        let [zero, one] = [0.0, 1.0].map(T::from_f64);
        for local in problem.each() {
            let mode = at(modes, local.first);
            let [is_open, has_any_slip] = [OPEN, CLOSED].map(|own| mode == T::from_f64(own));
            let [normal, slip, _] = local.roots().map(Scalar::recip);
            let has_friction = local.has_friction() && !is_open;
            let friction = if has_friction { local.friction } else { zero };
            let sign = if mode == T::from_f64(BACKWARD) { -one } else { one };
            let (kinds_of_it, ratios_of_it) = if is_open {
                ([VELOCITY, 0.0], [-one, zero])
            } else if !has_friction {
                ([EDGE, 0.0], [zero, zero])
            } else if mode == T::from_f64(STICKS) || has_any_slip {
                ([EDGE, OTHER_EDGE], [friction, -friction])
            } else {
                ([EDGE, VELOCITY], [sign * friction, sign])
            };
            let [[first, second], [ratio, other]] = [kinds_of_it.map(T::from_f64), ratios_of_it];
            let has_slip = has_friction && !has_any_slip;
            local.write(weights, [normal, if has_slip { slip } else { zero }, zero]);
            local.write(kinds, [first, second, zero]);
            local.write(ratios, [ratio, other, zero]);
        }
        units.fill(one);
        let edges = Edges {
            problem,
            weights,
            kinds,
            ratios,
            units,
        };
        for column in 0..problem.rows() {
            let entries = (0..problem.rows()).map(|row| edges.entry(row, column));
            let length = Scalar::sqrt(entries.fold(zero, |sum, entry| sum + entry * entry));
            set(
                spare,
                column,
                if length > zero {
                    Scalar::recip(length)
                } else {
                    zero
                },
            );
        }
        copied(spare, units);
        Edges {
            problem,
            weights,
            kinds,
            ratios,
            units,
        }
    }

    /// Writes the percussions of a point.
    pub(super) fn percussions(&self, point: &[T], percussions: &mut [T]) {
        let zero = T::from_f64(0.0);
        for local in self.problem.each() {
            let part = |row: usize| {
                let is_edge = at(self.kinds, row) > T::from_f64(VELOCITY);
                if is_edge {
                    at(self.units, row) * at(point, row)
                } else {
                    zero
                }
            };
            let parts = if local.has_friction() {
                [part(local.first), part(local.first + 1)]
            } else {
                [part(local.first), zero]
            };
            local.write(percussions, self.sum(&local, parts));
        }
    }

    /// The percussion of a contact; exactly on an edge if the other part is zero.
    fn sum(&self, local: &Local<T>, [one, other]: [T; 2]) -> [T; 3] {
        let zero = T::from_f64(0.0);
        let ratio = at(self.ratios, local.first);
        let slip = if at(self.kinds, local.first) == T::from_f64(VELOCITY) {
            zero
        } else if other == zero {
            ratio * one
        } else {
            ratio * (one - other)
        };
        [one + other, slip, zero]
    }
}

impl<T: Size> Columns<T> for Edges<'_, '_, T> {
    fn size(&self) -> usize {
        self.problem.rows()
    }

    fn entry(&self, row: usize, column: usize) -> T {
        let zero = T::from_f64(0.0);
        let (kind, ratio) = (at(self.kinds, column), at(self.ratios, column));
        let weight = at(self.weights, row) * at(self.units, column);
        if weight == zero || kind == zero {
            return zero;
        }
        if kind == T::from_f64(VELOCITY) {
            return if row == column { weight * ratio } else { zero };
        }
        let first = if kind == T::from_f64(EDGE) {
            column
        } else {
            column - 1
        };
        let entries = self.problem.row(row);
        let normal = at(entries, first);
        let both = if ratio == zero {
            normal
        } else {
            normal + ratio * at(entries, first + 1)
        };
        weight * both
    }

    fn target(&self, row: usize) -> T {
        -(at(self.weights, row) * at(self.problem.free(), row))
    }

    fn scale(&self, row: usize) -> T {
        at(self.weights, row) * at(self.problem.scales(), row)
    }
}
