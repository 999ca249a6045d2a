//! The driver of systems of any size: the equations of a step are sums over items, and their tangent is stored by its pattern.
//!
//! Knows no scheme: [`Assembly`] has the sums.
//!
//! | file | idea |
//! | --- | --- |
//! | `space` | where the numbers are |
//! | `memory`, `remembered` | what goes from step to step |
//! | `apart` | coordinates at the end first, and then the velocity there |
//! | `sums`, `groups` | passes over coordinates and items |
//! | `parts` | passes over items, in one part or in several |
//! | `finite` | what is not finite in a step that failed |
//! | `explicit` | steps without linear equations |
//! | `iteration`, `changes` | Newton's method, and what its corrections change |
//! | `solution` | the solution of the equations of a step |
//! | `consistent` | starts that can be those of a motion |
//! | `end_velocities` | velocities at the end that no equation contains |
//! | `start`, `again` | what a step needs of its start, in new room and in that of steps of another length |
//! | `weights` | disturbances without units |
//! | `linearization`, `own` | the derivative of a step |
//! | `stages` | what determines the motion inside a step |
//! | `velocity` | velocities that follow from momenta |
//! | `compressed` | its equations as sparse matrices |
//! | `reactions` | impulses of constraints |
//! | `contacts` | steps with percussions of contacts |

mod again;
#[cfg(feature = "alloc")]
mod apart;
mod changes;
#[cfg(feature = "alloc")]
mod compressed;
mod consistent;
#[cfg(feature = "alloc")]
mod contacts;
mod end_velocities;
mod explicit;
mod finite;
mod groups;
mod iteration;
mod linearization;
mod memory;
mod own;
mod parts;
mod reactions;
mod remembered;
mod solution;
mod space;
mod stages;
mod start;
mod sums;
#[cfg(feature = "alloc")]
mod velocity;
#[cfg(feature = "alloc")]
mod weights;

#[cfg(feature = "alloc")]
pub use apart::{Apart, Opening, Rates};
use changes::all_finite;
#[cfg(feature = "alloc")]
pub use compressed::{CompressedColumns, LinearStep};
#[cfg(feature = "alloc")]
pub use contacts::{AssembledContactMemory, AssembledContactReport, AssembledContacts};
use finite::{by_item, not_finite};
pub use linearization::SparseLinearization;
pub use memory::AssembledMemory;
use memory::{Carried, Room, resize};
#[cfg(feature = "alloc")]
use solution::linear;
pub use solution::{Joint, Solution};
#[cfg(feature = "alloc")]
pub use space::OnTheHeap;
pub use space::{FixedEntries, FixedSteps, HandOver, Listed, StepSpace};
use stages::{set_stages, stages_of};
use start::{hands_on, named};
use sums::{Sums, end_nodes};

use super::assembly::{Assembly, Known, OwnStart};
use super::{Advance, Advanced, AdvancedLinearized, Drive, Interval, Scheme, Start, compensated, cubic};
use crate::family::{AnySize, Part};
use crate::newton::Convergence;
use crate::{Facts, Failure, Lagrangian, State, StateOf, masses};
use extremal_numerics::block::rows;
use extremal_numerics::{Scalar, Vector};

/// Steps of systems of any size, which implement [`Assembly`].
///
/// | tangent | a step |
/// | --- | --- |
/// | constant and diagonal, all of r(0) and p₁ in the coordinates | one pass over the coordinates, one over the items |
/// | constant | one solve with factors from the start |
/// | of the start of the step | one factorization and one solve |
/// | of the unknowns | Newton's method to the rounding of the equations, from the parabola through the last steps |
///
/// A step takes no memory: the vectors of the step before are used again, if nothing has kept them. Where the length is a
/// constant of the system's type, all vectors are arrays, and no allocator is needed.
#[derive(Clone, Copy, Debug)]
pub struct Assembled;

type ScalarOf<S> = <S as Lagrangian>::Scalar;
type SpaceOf<S, D> = <S as Assembly<D>>::StepSpace;
type StagesOf<S, D> = <SpaceOf<S, D> as StepSpace<ScalarOf<S>>>::Stages;
type CarriedOf<S, D> = Carried<ScalarOf<S>, SpaceOf<S, D>>;
type RoomOf<S, D> = Room<ScalarOf<S>, SpaceOf<S, D>>;

#[diagnostic::do_not_recommend]
impl<S, D> Drive<S, D> for Assembled
where
    D: Scheme,
    S: Assembly<D> + AnySize,
{
    type Memory = AssembledMemory<ScalarOf<S>, SpaceOf<S, D>>;
    type Report = Convergence;
    type Stages = StagesOf<S, D>;
    type Linearization = SparseLinearization<ScalarOf<S>, SpaceOf<S, D>>;
    type Modes = <S as Assembly<D>>::Modes;

    const FACTS: Facts = <S as Assembly<D>>::FACTS;
    const STEPS: bool = true;
    const DEGREE: usize = if S::CARRIES_VELOCITY {
        cubic::DEGREE
    } else {
        S::STAGES
    };

    fn start(system: &S, from: Start<'_, S, D>, room: Option<Self::Memory>) -> Result<Self::Memory, Failure> {
        if let Some(mut memory) = room
            && again::begin(system, &from, &mut memory)?
        {
            return Ok(memory);
        }
        from.scheme.check()?;
        consistent::check(system, &from, S::CARRIES_VELOCITY)?;
        if S::NEEDS_MASSES && system.constraint_count() == 0 {
            masses::check_each(system, from.state.t, &from.state.q, from.velocity)?;
        }
        start::memory(system, from)
    }

    /// N is that of the step before, in proportion to the length of the step if it is so; the residual is multiplied by the
    /// ratio of both lengths, as that of other systems.
    fn hand_over(
        system: &S,
        over: Interval<'_, S, D>,
        (before, from): (ScalarOf<S>, &Self::Memory),
        to: &mut Self::Memory,
    ) -> Result<(), Failure> {
        start::hand_over(system, over, (before, &from.carried), to)
    }

    fn advance<const CHECKED: bool>(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &mut Self::Memory,
    ) -> Advanced<S, Convergence, Self::Stages> {
        let result = S::Solution::advance::<CHECKED>(system, over, memory);
        let result = result.map_err(|failure| by_item(system, over.state, over.inputs, failure));
        result.map_err(|failure| named::<S, D>(system, failure))
    }

    fn interpolate(
        h: ScalarOf<S>,
        q0: &S::Configuration,
        stages: &Self::Stages,
        s: ScalarOf<S>,
    ) -> (S::Configuration, S::Velocity) {
        if S::CARRIES_VELOCITY {
            return cubic::interpolate(h, q0, stages, s);
        }
        let (mut q, mut v) = (q0.clone(), q0.clone());
        let zero = ScalarOf::<S>::from_f64(0.0);
        let groups = rows(stages.as_slice(), S::Solution::GROUPS);
        for ((q, v), x) in (q.as_mut_slice().iter_mut().zip(v.as_mut_slice())).zip(groups) {
            let start = OwnStart {
                q: *q,
                p: zero,
                v: zero,
            };
            (*q, *v) = S::Solution::own_inside(h, start, x, s);
        }
        (q, v)
    }

    fn linearize(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &Self::Memory,
    ) -> Result<Self::Linearization, Failure> {
        let mut after = memory.with_room();
        Self::advance_linearized(system, over, &mut after).map(|(_, derivative)| derivative)
    }

    fn advance_linearized(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &mut Self::Memory,
    ) -> AdvancedLinearized<S, Self::Report, Self::Stages, Self::Linearization> {
        let mut after = memory.with_room();
        let step = Self::advance::<true>(system, over, &mut after)?;
        let sums = Sums {
            system,
            known: known(&over, &memory.carried),
            momentum: over.state.p.as_slice(),
            nodes: memory.carried.nodes.as_slice(),
            residual_before: memory.carried.residual_before.as_slice(),
            still: after.carried.still.as_slice(),
        };
        let size = start::unknowns::<S, D>(system);
        let tangent = after.room.as_ref().map(|room| room.tangent.clone());
        let tangent = match tangent.ok_or(Failure::Snapshot)? {
            tangent if S::Solution::IS_JOINT => tangent,
            _ => sums.storage::<_, <SpaceOf<S, D> as StepSpace<_>>::Unknowns>(size)?,
        };
        let mut unknowns: <SpaceOf<S, D> as StepSpace<_>>::Unknowns = memory::zeros(size);
        S::Solution::set_unknowns(system, (&after, &step), unknowns.as_mut_slice());
        let derivative = SparseLinearization::of(&sums, unknowns.as_slice(), tangent);
        let derivative = derivative.map_err(|failure| named::<S, D>(system, failure))?;
        *memory = after;
        Ok((step, derivative))
    }
}

/// The data of a step that are known at its start.
fn known<'a, S: Assembly<D> + AnySize, D>(
    over: &Interval<'a, S, D>,
    memory: &'a CarriedOf<S, D>,
) -> Known<'a, S, D> {
    Known {
        scheme: over.scheme,
        t: over.state.t,
        h: over.h,
        q: over.state.q.as_slice(),
        v: memory.velocity.as_slice(),
        inputs: over.inputs,
        part: Part::WHOLE,
    }
}

/// One step, whose equations `solve` solves, and whose end `close` may move. The memory is changed only if it succeeds.
fn advance<S: Assembly<D> + AnySize, D, const CHECKED: bool>(
    system: &S,
    over: Interval<'_, S, D>,
    memory: &mut CarriedOf<S, D>,
    room: &mut RoomOf<S, D>,
    solve: impl FnOnce(&Sums<'_, S, D>, &CarriedOf<S, D>, &mut RoomOf<S, D>) -> Result<Convergence, Failure>,
    close: impl FnOnce(&Sums<'_, S, D>, &mut RoomOf<S, D>) -> Result<(), Failure>,
) -> Advanced<S, Convergence, StagesOf<S, D>> {
    let (t, n) = (over.state.t, over.state.q.as_slice().len());
    resize(&mut room.q, n);
    resize(&mut room.p, n);
    resize(&mut room.stages, stages_of::<S, D>(n));
    let sums = Sums::of(system, &over, memory);
    let report = solve(&sums, memory, room)?;
    if S::IS_COMPENSATED {
        compensate::<S, D>(over.state, memory.compensation.as_slice(), room);
    }
    end_nodes(&sums, room);
    let ends = [room.q.as_slice(), room.p.as_slice(), room.velocity.as_slice()];
    if CHECKED && !ends.into_iter().all(all_finite) {
        return Err(not_finite::<S, D>(system, room));
    }
    close(&sums, room)?;
    if S::HAS_NODES {
        core::mem::swap(&mut memory.nodes, &mut room.nodes);
        memory.node_time = t + over.h;
    }
    set_stages(&over, memory, room);
    memory.push(&mut room.x);
    if hands_on::<S, D>() {
        room.r.hand_over(&mut memory.residual_before);
    }
    if S::IS_COMPENSATED {
        core::mem::swap(&mut memory.compensation, &mut room.compensation);
    }
    if S::CARRIES_VELOCITY {
        core::mem::swap(&mut memory.velocity, &mut room.velocity);
    }
    let (q, p, stages) = (room.q.lend(), room.p.lend(), room.stages.lend());
    Ok(Advance {
        state: State { t: t + over.h, q, p },
        report,
        stages,
    })
}

/// q₁ and p₁ from what they gain, with what earlier sums lost; and what is lost now.
fn compensate<S: Assembly<D> + AnySize, D>(
    start: &StateOf<S>,
    compensation: &[ScalarOf<S>],
    room: &mut RoomOf<S, D>,
) {
    resize(&mut room.compensation, compensation.len());
    let starts = start.q.as_slice().iter().chain(start.p.as_slice());
    let ends = room.q.as_mut_slice().iter_mut().chain(room.p.as_mut_slice());
    let compensation = compensation.iter().zip(room.compensation.as_mut_slice());
    for ((&start, end), (&before, now)) in starts.zip(ends).zip(compensation) {
        (*end, *now) = compensated::sum(start, *end + before);
    }
}
