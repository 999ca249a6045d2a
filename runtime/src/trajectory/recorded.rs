//! The elements of a trajectory, one after the other, as long as the motion is known.

use core::fmt;

use super::{Point, PointOf, RecordedElementOf, Trajectory};
use crate::drive::Drive;
use crate::{Discretize, StateOf};
use extremal_numerics::{Scalar, Size, SizeOf};

/// The motion is not known between two recorded states, because not each state was recorded ([`Trajectory::every`]).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NotRecorded {
    /// The time of the state before.
    pub from: f64,
    /// The time of the state after.
    pub to: f64,
}

impl fmt::Display for NotRecorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the motion between t = {:?} and t = {:?} is not recorded; crossings and integrals need a trajectory of each state, and \
             this one is of each k-th (`Trajectory::every`), or steps between two records were not recorded",
            self.from, self.to
        )
    }
}

impl core::error::Error for NotRecorded {}

/// An element and the state at which it begins.
pub(super) struct Begun<'a, S: Discretize<D>, D> {
    /// Its number among the intervals between recorded states.
    pub(super) index: usize,
    pub(super) start: &'a StateOf<S>,
    element: &'a RecordedElementOf<S, D>,
}

impl<S: Discretize<D>, D> Clone for Begun<'_, S, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Discretize<D>, D> Copy for Begun<'_, S, D> {}

impl<S: Discretize<D>, D> Begun<'_, S, D> {
    /// Its length.
    pub(super) fn length(&self) -> S::Scalar {
        self.element.h
    }

    /// The point at the place s ∈ [0, 1].
    pub(super) fn point(&self, s: SizeOf<S::Scalar>) -> PointOf<S> {
        let s = S::Scalar::from_size(s);
        let (q, v) = S::Driver::interpolate(self.element.h, &self.start.q, &self.element.stages, s);
        Point {
            t: self.start.t + s * self.element.h,
            q,
            v,
        }
    }
}

impl<S: Discretize<D>, D> Trajectory<S, D> {
    /// The element between each recorded state and the next: `None` where the state jumped, and an error where steps were not
    /// recorded.
    pub(super) fn begun_elements(
        &self,
    ) -> impl Iterator<Item = Result<Option<Begun<'_, S, D>>, NotRecorded>> {
        let pairs = self.states.windows(2).zip(&self.elements).enumerate();
        let known = pairs.filter_map(|(index, (pair, element))| {
            let [start, end] = pair else { return None };
            let element = element.as_ref().filter(|_| self.every == 1);
            Some(match element {
                Some(element) => Ok(Some(Begun {
                    index,
                    start,
                    element,
                })),
                None => are_at_one_time::<S>(start, end).map(|()| None),
            })
        });
        let last = self.states.last().zip(self.newest.as_ref());
        let unrecorded = last.and_then(|(last, newest)| are_at_one_time::<S>(last, newest).err());
        known.chain(unrecorded.map(Err))
    }
}

fn are_at_one_time<S: crate::Lagrangian>(start: &StateOf<S>, end: &StateOf<S>) -> Result<(), NotRecorded> {
    let (from, to) = (start.t.real(), end.t.real());
    if from == to {
        return Ok(());
    }
    Err(NotRecorded {
        from: from.to_f64(),
        to: to.to_f64(),
    })
}
