//! A start in the room of steps of another length: no memory is taken.

use super::memory::AssembledMemory;
use super::solution::Solution;
use super::start::{factor_constant, named, seeded, unknowns};
use super::sums::Sums;
use super::{ScalarOf, SpaceOf};
use crate::Failure;
use crate::drive::assembly::{Assembly, Dependence};
use crate::drive::{Interval, Start};
use crate::family::AnySize;
use extremal_numerics::block::{copied, rows_mut};
use extremal_numerics::{Scalar, Vector};

/// Makes a memory that of this start, but for what is handed over; false, and nothing is changed, if it has no room for that.
/// The state is the end of a step, so that constraints and masses are not looked at again.
///
/// # Errors
///
/// The errors of a constant tangent; then the room is gone.
pub(super) fn begin<S: Assembly<D> + AnySize, D: crate::drive::Scheme>(
    system: &S,
    from: &Start<'_, S, D>,
    memory: &mut AssembledMemory<ScalarOf<S>, SpaceOf<S, D>>,
) -> Result<bool, Failure> {
    let AssembledMemory { carried, room } = memory;
    let (Some(of_steps), Some(inputs), true) = (
        &mut *room,
        from.inputs,
        from.state.q.as_slice().len() == system.coordinate_count(),
    ) else {
        return Ok(false);
    };
    let (size, velocity) = (unknowns::<S, D>(system), from.velocity.as_slice());
    let is_explicit = of_steps.is_explicit();
    let has_steps = carried.steps.iter().all(|x| x.as_slice().len() == size);
    if of_steps.x.as_slice().len() != size || !(is_explicit || has_steps) {
        return Ok(false);
    }
    if !is_explicit {
        seed::<ScalarOf<S>, _>(&mut carried.steps, velocity, seeded::<S, D>());
        carried.known = 0;
    }
    if S::CARRIES_VELOCITY {
        copied(velocity, carried.velocity.as_mut_slice());
    }
    if !S::Solution::IS_JOINT {
        let over = Interval::new(from.scheme, from.h, inputs, from.state);
        let prepared = S::Solution::prepare(system, over, memory);
        if prepared.is_err() {
            memory.room = None;
        }
        return prepared.map(|()| true);
    }
    if S::TANGENT == Dependence::Constant {
        let over = Interval::new(from.scheme, from.h, inputs, from.state);
        let sums = Sums::of(system, &over, carried);
        if let Err(failure) = factor_constant(&sums, of_steps) {
            *room = None;
            return Err(named::<S, D>(system, failure));
        }
    }
    Ok(true)
}

/// The first unknowns of each coordinate are its velocity, and all others zero.
pub(super) fn seed<T: Scalar, V: Vector<T>>(
    steps: &mut [V],
    velocity: &[T],
    (groups, seeded): (usize, usize),
) {
    for x in steps {
        x.as_mut_slice().fill(T::from_f64(0.0));
        for (x, &v) in rows_mut(x.as_mut_slice(), groups).zip(velocity) {
            x.iter_mut().take(seeded).for_each(|x| *x = v);
        }
    }
}
