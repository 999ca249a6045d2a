//! The numbers that determine the motion inside a step.

use super::solution::Solution;
use super::{CarriedOf, RoomOf};
use crate::drive::Interval;
use crate::drive::assembly::Assembly;
use crate::family::AnySize;
use extremal_numerics::Vector;
use extremal_numerics::block::copied;

/// The count of the numbers that determine the motion inside a step of n coordinates.
pub(super) fn stages_of<S: Assembly<D> + ?Sized, D>(n: usize) -> usize {
    if S::CARRIES_VELOCITY {
        3 * n
    } else {
        S::Solution::GROUPS * n
    }
}

/// The unknown velocities; or, for schemes that carry it, the velocity at the start, the mean, and that at the end.
pub(super) fn set_stages<S: Assembly<D> + AnySize, D>(
    over: &Interval<'_, S, D>,
    memory: &CarriedOf<S, D>,
    room: &mut RoomOf<S, D>,
) {
    let (stages, n) = (room.stages.as_mut_slice(), room.q.as_slice().len());
    if !S::CARRIES_VELOCITY {
        return copied(room.x.as_slice(), stages);
    }
    let Some((begin, others)) = stages.split_at_mut_checked(n) else {
        return;
    };
    let Some((mean, end)) = others.split_at_mut_checked(n) else {
        return;
    };
    copied(memory.velocity.as_slice(), begin);
    copied(room.velocity.as_slice(), end);
    let ends = room.q.as_slice().iter().zip(over.state.q.as_slice());
    for (mean, (&q1, &q0)) in mean.iter_mut().zip(ends) {
        *mean = (q1 - q0) / over.h;
    }
}
