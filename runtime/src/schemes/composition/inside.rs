//! The motion inside a composed step: the cubic with the velocities of both ends.

use super::{Composition, Join, Memories, MemoryOf, Order, Parts};
use crate::drive::{Advance, Cubic, Interval, Spare, StepMemory, StepReport};
use crate::{Discretize, Lagrangian, StateOf, legendre};
use extremal_numerics::block::copied;
use extremal_numerics::{Scalar, Vector};

/// The velocities that determine the cubic inside a step.
pub(super) struct Velocities<U> {
    /// The velocity at the start, the mean one, and that at the end.
    pub(super) all: U,
    /// Whether that at the start is set.
    has_first: bool,
}

/// The velocity at the start of a step, where it is carried or follows from the momentum, before those that are still open.
pub(super) fn begun<S, D, const P: usize>(
    system: &S,
    start: &StateOf<S>,
    memory: &mut MemoryOf<S, D, P>,
) -> Velocities<VelocitiesOf<S>>
where
    S: Discretize<D, System = S> + ?Sized,
    Order<P>: Parts<S::Modes>,
    S::Velocity: Cubic<<S as Lagrangian>::Scalar>,
{
    let n = start.q.as_slice().len();
    let zero = <S as Lagrangian>::Scalar::from_f64(0.0);
    let used = memory
        .room
        .take_stages()
        .filter(|all| all.as_slice().len() == 3 * n);
    let mut all = used.unwrap_or_else(|| VelocitiesOf::<S>::with_len(3 * n, |_| zero));
    let (first, _) = all.as_mut_slice().split_at_mut_checked(n).unwrap_or_default();
    let has_first = set_velocity::<S, D>(system, start, memory.stages.last_mut(), first);
    Velocities { all, has_first }
}

/// Their vector.
pub(super) type VelocitiesOf<S> =
    <<S as Lagrangian>::Velocity as Cubic<<S as Lagrangian>::Scalar>>::Velocities;

/// The result of a step whose stages end at `state`, with the joined reports of its stages. Velocities that are not known are
/// the mean one.
pub(super) fn ended<S, D, const P: usize>(
    system: &S,
    over: &Interval<'_, S, Composition<P, D>>,
    memory: &mut MemoryOf<S, D, P>,
    Velocities { mut all, has_first }: Velocities<VelocitiesOf<S>>,
    (state, report): (StateOf<S>, S::Report),
) -> Advance<StateOf<S>, S::Report, VelocitiesOf<S>>
where
    S: Discretize<D, System = S> + ?Sized,
    Order<P>: Parts<S::Modes>,
    S::Velocity: Cubic<<S as Lagrangian>::Scalar>,
    S::Report: Join<<S as Lagrangian>::Scalar>,
{
    let report = report.into_means(over.h);
    let (start, n) = (over.state.q.as_slice(), state.q.as_slice().len());
    let (first, others) = all.as_mut_slice().split_at_mut_checked(n).unwrap_or_default();
    let (mean, end) = others.split_at_mut_checked(n).unwrap_or_default();
    for (mean, (&q1, &q0)) in mean.iter_mut().zip(state.q.as_slice().iter().zip(start)) {
        *mean = (q1 - q0) / over.h;
    }
    if !has_first {
        copied(mean, first);
    }
    if let Some(reported) = report.end_velocity() {
        copied(reported.as_slice(), end);
    } else if !set_velocity::<S, D>(system, &state, memory.stages.last_mut(), end) {
        copied(mean, end);
    }
    Advance {
        state,
        report,
        stages: all,
    }
}

/// Sets the velocity at a node, if it is carried or follows from the momentum of coordinates that all have masses.
fn set_velocity<S: Discretize<D, System = S> + ?Sized, D>(
    system: &S,
    state: &StateOf<S>,
    memory: &mut S::Memory,
    velocity: &mut [S::Scalar],
) -> bool {
    match memory.set_velocity(system, state, velocity) {
        Ok(found) if found != Some(false) => found.is_some(),
        _ => legendre::set_velocity(system, state, velocity),
    }
}
