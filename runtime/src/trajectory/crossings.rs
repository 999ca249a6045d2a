//! Crossings after the fact: where a function of the motion changes its sign, between nodes as well.

use std::vec::Vec;

use super::recorded::Begun;
use super::{NotRecorded, Point, PointOf, Trajectory};
use crate::Discretize;
use extremal_numerics::{Scalar, Size, SizeOf};

/// Intervals of an element at whose ends the sign is looked at.
const INTERVALS: usize = 8;
/// Halvings of an interval, down to the rounding of s.
const HALVINGS: usize = 53;

/// A point at which a function of the motion changes its sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing<T, Q, V = Q> {
    /// The point, behind the change by rounding.
    pub point: Point<T, Q, V>,
    /// Whether the function is above zero after it.
    pub is_rising: bool,
}

/// A crossing of the system `S`.
pub type CrossingOf<S> = Crossing<
    <S as crate::Lagrangian>::Scalar,
    <S as crate::Lagrangian>::Configuration,
    <S as crate::Lagrangian>::Velocity,
>;

/// The sign of the function where it was not zero last, and where that was.
struct Before<'a, S: Discretize<D>, D> {
    is_positive: bool,
    /// The element of that place, and its s.
    within: Begun<'a, S, D>,
    s: SizeOf<S::Scalar>,
}

impl<S: Discretize<D>, D> Trajectory<S, D> {
    /// The points at which `value` changes its sign, in the order of time: sections, landings, apexes.
    ///
    /// `value` is looked at in nine points of each element, s = 0, 1/8, .., 1, by the motion of [`at`](Self::at), and a
    /// change between two of them is found to rounding. So a crossing has the order of that motion, which may be lower than
    /// that of the nodes, and two crossings within an eighth of a step may be missed. Where the motion jumps, as a velocity
    /// does at a node, the crossing is there. Where `value` is NaN it has no sign, and no crossing is told between that and
    /// the next number.
    ///
    /// ```
    /// use extremal::prelude::*;
    ///
    /// #[derive(Lagrangian)]
    /// #[lagrangian(
    ///     coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = 0.5 * x.powi(2), discretize(Galerkin<4, Gauss<4>>)
    /// )]
    /// struct Oscillator;
    ///
    /// let scheme = Galerkin::<4, Gauss<4>>::default();
    /// let trajectory = Integrator::new(Oscillator, scheme, 0.25, [0.0], [1.0])?.run(100)?;
    /// // x = sin t: the apexes are where the velocity falls through zero.
    /// let apexes = trajectory.crossings(|point| point.v[0])?;
    /// let highest = apexes.iter().filter(|apex| !apex.is_rising);
    /// for (k, apex) in highest.enumerate() {
    ///     let expected = (2.0 * k as f64 + 0.5) * std::f64::consts::PI;
    ///     assert!((apex.point.t - expected).abs() < 1e-6);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NotRecorded`] if not each state was recorded.
    pub fn crossings(
        &self,
        value: impl FnMut(&PointOf<S>) -> S::Scalar,
    ) -> Result<Vec<CrossingOf<S>>, NotRecorded> {
        let mut found = Vec::new();
        self.each_crossing(value, |crossing| {
            found.push(crossing);
            true
        })?;
        Ok(found)
    }

    /// The first of the [`crossings`](Self::crossings), if there is one.
    ///
    /// # Errors
    ///
    /// The errors of [`crossings`](Self::crossings), up to there.
    pub fn first_crossing(
        &self,
        value: impl FnMut(&PointOf<S>) -> S::Scalar,
    ) -> Result<Option<CrossingOf<S>>, NotRecorded> {
        let mut first = None;
        self.each_crossing(value, |crossing| {
            first = Some(crossing);
            false
        })?;
        Ok(first)
    }

    /// Calls `visit` with each crossing, as long as it returns true.
    fn each_crossing(
        &self,
        mut value: impl FnMut(&PointOf<S>) -> S::Scalar,
        mut visit: impl FnMut(CrossingOf<S>) -> bool,
    ) -> Result<(), NotRecorded> {
        let zero = SizeOf::<S::Scalar>::from_count(0);
        let mut before: Option<Before<'_, S, D>> = None;
        for begun in self.begun_elements() {
            let Some(within) = begun? else { continue };
            for k in 0..=INTERVALS {
                let s = SizeOf::<S::Scalar>::from_count(k) / Size::from_count(INTERVALS);
                let point = within.point(s);
                let now = value(&point).real();
                if now.is_nan() {
                    before = None;
                }
                if now == zero || now.is_nan() {
                    continue;
                }
                let is_positive = now > zero;
                let change = before.replace(Before {
                    is_positive,
                    within,
                    s,
                });
                let Some(last) = change.filter(|last| last.is_positive != is_positive) else {
                    continue;
                };
                let point = match last.within.index == within.index {
                    true => located(&last, s, &mut value),
                    // At the node, or at a zero there.
                    false => Some(within.point(zero)),
                };
                let Some(point) = point else { continue };
                if !visit(Crossing {
                    point,
                    is_rising: is_positive,
                }) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// The change of sign between a place and a later one of the same element, by bisection; none where it is one to no value.
fn located<S: Discretize<D>, D>(
    before: &Before<'_, S, D>,
    after: SizeOf<S::Scalar>,
    value: &mut impl FnMut(&PointOf<S>) -> S::Scalar,
) -> Option<PointOf<S>> {
    let zero = SizeOf::<S::Scalar>::from_count(0);
    let (mut low, mut high) = (before.s, after);
    for _ in 0..HALVINGS {
        let middle = (low + high) / Size::from_count(2);
        if middle <= low || middle >= high {
            break;
        }
        let now = value(&before.within.point(middle)).real();
        if now.is_nan() {
            return None;
        }
        let is_before = if before.is_positive {
            now > zero
        } else {
            now < zero
        };
        if is_before {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(before.within.point(high))
}
