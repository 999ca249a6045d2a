//! The driver of systems of any size: the equations of a step are sums over items, and their tangent is stored by its pattern.
//!
//! Knows no scheme: [`Assembly`] has the sums.
//!
//! | file | idea |
//! | --- | --- |
//! | `memory` | what goes from step to step |
//! | `sums` | passes over coordinates and items |
//! | `explicit` | steps without linear equations |
//! | `iteration` | Newton's method |
//! | `start` | starts, and what a step needs of them |
//! | `linearization` | the derivative of a step |
//! | `reactions` | impulses of constraints |

mod explicit;
mod iteration;
mod linearization;
mod memory;
mod reactions;
mod start;
mod sums;

use alloc::boxed::Box;

use iteration::{all_finite, iterate};
pub use linearization::SparseLinearization;
pub use memory::AssembledMemory;
use memory::{Room, resize};
use nalgebra::DVector;
use start::{furnished, layout, named};
use sums::{Ends, Sums};

use super::assembly::{Assembly, Dependence, Known, OwnStart};
use super::{Advance, Advanced, AdvancedLinearized, Drive, Interval, Start, cubic};
use crate::family::AnySize;
use crate::matrix::Matrix;
use crate::newton::Convergence;
use crate::{Facts, Failure, Lagrangian, Scalar, Size, State, StateOf, Vector};

/// Steps of systems of any size, which implement [`Assembly`].
///
/// | tangent | a step |
/// | --- | --- |
/// | constant and diagonal, all of r(0) and p₁ in the coordinates | one pass over the coordinates, one over the items |
/// | constant | one solve with factors from the start |
/// | of the start of the step | one factorization and one solve |
/// | of the unknowns | Newton's method to the rounding of the equations, from the parabola through the last steps |
///
/// A step takes no memory: the vectors of the step before are used again, if nothing has kept them.
#[derive(Clone, Copy, Debug)]
pub struct Assembled;

type ScalarOf<S> = <S as Lagrangian>::Scalar;

#[diagnostic::do_not_recommend]
impl<S, D> Drive<S, D> for Assembled
where
    S: Assembly<D> + AnySize,
{
    type Memory = AssembledMemory<ScalarOf<S>>;
    type Report = Convergence;
    type Stages = DVector<ScalarOf<S>>;
    type Linearization = SparseLinearization<ScalarOf<S>>;
    type Modes = <S as Assembly<D>>::Modes;

    const FACTS: Facts = <S as Assembly<D>>::FACTS;

    fn start(system: &S, from: Start<'_, S, D>) -> Result<Self::Memory, Failure> {
        start::check(system, &from, true)?;
        start::memory(system, from)
    }

    fn restart(system: &S, from: Start<'_, S, D>) -> Result<Self::Memory, Failure> {
        start::check(system, &from, !S::CARRIES_VELOCITY)?;
        start::memory(system, from)
    }

    fn node_velocity(memory: &Self::Memory) -> Option<S::Velocity> {
        S::CARRIES_VELOCITY.then(|| memory.velocity.clone())
    }

    fn advance<const CHECKED: bool>(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &mut Self::Memory,
    ) -> Advanced<S, Convergence, Self::Stages> {
        let mut room = match memory.room.take() {
            Some(room) => room,
            None => {
                memory.layout = layout::<S, D>(system);
                furnished(system, over, memory)?
            }
        };
        let result = if room.is_explicit() {
            explicit::advance::<S, D, CHECKED>(system, over, memory, &mut room)
        } else {
            advance::<S, D, CHECKED>(system, over, memory, &mut room)
        };
        memory.room = Some(room);
        result.map_err(|failure| named::<S, D>(system, failure))
    }

    fn reuse_state(memory: &mut Self::Memory, state: StateOf<S>) {
        if let Some(room) = &mut memory.room {
            (room.q, room.p) = (state.q, state.p);
        }
    }

    fn reuse_stages(memory: &mut Self::Memory, stages: Self::Stages) {
        if let Some(room) = &mut memory.room {
            room.stages = stages;
        }
    }

    /// Steps without equations alone: others take so long that tests do not count.
    fn mark(memory: &mut Self::Memory, state: &StateOf<S>) -> bool {
        memory.mark(state.q.as_slice(), state.p.as_slice())
    }

    fn rewind(memory: &mut Self::Memory, state: &mut StateOf<S>) {
        memory.rewind(state.q.as_mut_slice(), state.p.as_mut_slice());
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
        let groups = stages.as_slice().chunks_exact(S::GROUPS.max(1));
        for ((q, v), x) in q.iter_mut().zip(v.iter_mut()).zip(groups) {
            let start = OwnStart {
                q: *q,
                p: zero,
                v: zero,
            };
            (*q, *v) = S::own_inside(h, start, x, s);
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
        let [latest, ..] = &after.steps;
        let x = if latest.is_empty() { &step.stages } else { latest };
        let tangent = after.room.as_ref().map(|room| room.tangent.clone());
        let tangent = tangent.ok_or(Failure::Snapshot)?;
        let sums = Sums {
            system,
            known: known(&over, memory),
            momentum: over.state.p.as_slice(),
            nodes: memory.nodes.as_slice(),
        };
        let derivative = SparseLinearization::of(&sums, x, tangent);
        let derivative = derivative.map_err(|failure| named::<S, D>(system, failure))?;
        *memory = after;
        Ok((step, derivative))
    }
}

/// What is known at the start of a step.
fn known<'a, S: Assembly<D> + AnySize, D>(
    over: &Interval<'a, S, D>,
    memory: &'a AssembledMemory<ScalarOf<S>>,
) -> Known<'a, S, D> {
    Known {
        scheme: over.scheme,
        t: over.state.t,
        h: over.h,
        q: over.state.q.as_slice(),
        v: memory.velocity.as_slice(),
        inputs: over.inputs,
    }
}

/// One step. The memory is changed only if it succeeds.
fn advance<S: Assembly<D> + AnySize, D, const CHECKED: bool>(
    system: &S,
    over: Interval<'_, S, D>,
    memory: &mut AssembledMemory<ScalarOf<S>>,
    room: &mut Box<Room<ScalarOf<S>>>,
) -> Advanced<S, Convergence, DVector<ScalarOf<S>>> {
    let State { t, q: q0, p: p0 } = over.state;
    let n = q0.len();
    resize(&mut room.q, n);
    resize(&mut room.p, n);
    resize(&mut room.stages, stages_of::<S, D>(n));
    let sums = Sums {
        system,
        known: known(&over, memory),
        momentum: p0.as_slice(),
        nodes: memory.nodes.as_slice(),
    };
    let report = solve(&sums, memory, room)?;
    end_nodes(&sums, room);
    let ends = [&room.q, &room.p, &room.velocity];
    if CHECKED && !ends.into_iter().all(|x| all_finite(x.as_slice())) {
        return Err(not_finite(system, room));
    }
    if S::HAS_NODES {
        core::mem::swap(&mut memory.nodes, &mut room.nodes);
        memory.node_time = *t + over.h;
    }
    set_stages(&over, memory, room);
    memory.push(&mut room.x);
    if S::CARRIES_VELOCITY {
        core::mem::swap(&mut memory.velocity, &mut room.velocity);
    }
    let [q, p, stages] = [&mut room.q, &mut room.p, &mut room.stages].map(Vector::lend);
    Ok(Advance {
        state: State { t: *t + over.h, q, p },
        report,
        stages,
    })
}

/// The count of the numbers that determine the motion inside a step of n coordinates.
fn stages_of<S: Assembly<D> + ?Sized, D>(n: usize) -> usize {
    if S::CARRIES_VELOCITY { 3 * n } else { S::GROUPS * n }
}

/// The unknown velocities; or, for schemes that carry it, the velocity at the start, the mean, and that at the end.
fn set_stages<S: Assembly<D> + AnySize, D>(
    over: &Interval<'_, S, D>,
    memory: &AssembledMemory<ScalarOf<S>>,
    room: &mut Room<ScalarOf<S>>,
) {
    let stages = room.stages.as_mut_slice().iter_mut();
    if !S::CARRIES_VELOCITY {
        return stages.zip(room.x.as_slice()).for_each(|(stage, &x)| *stage = x);
    }
    let ends = room.q.as_slice().iter().zip(over.state.q.as_slice());
    let mean = ends.map(|(&q1, &q0)| (q1 - q0) / over.h);
    let [begin, end] = [&memory.velocity, &room.velocity].map(|v| v.as_slice().iter().copied());
    stages
        .zip(begin.chain(mean).chain(end))
        .for_each(|(stage, v)| *stage = v);
}

/// The solution of the equations, and the end of the step but for N.
#[inline]
fn solve<S: Assembly<D> + AnySize, D>(
    sums: &Sums<'_, S, D>,
    memory: &AssembledMemory<ScalarOf<S>>,
    room: &mut Room<ScalarOf<S>>,
) -> Result<Convergence, Failure> {
    if S::TANGENT == Dependence::Unknowns {
        return iterated(sums, memory, room);
    }
    let zero = ScalarOf::<S>::from_f64(0.0);
    let Room {
        tangent,
        q,
        p,
        velocity,
        x,
        r,
        scale,
        ..
    } = room;
    x.as_mut_slice().fill(zero);
    if S::TANGENT == Dependence::Constant {
        sums.rows(x.as_slice(), r.as_mut_slice(), scale.as_mut_slice());
    } else {
        sums.rows_and_tangent(x.as_slice(), r.as_mut_slice(), scale.as_mut_slice(), tangent);
        tangent.factor()?;
    }
    tangent.solve(r.as_mut_slice())?;
    (x.as_mut_slice().iter_mut().zip(r.as_slice())).for_each(|(x, &r)| *x = -r);
    if !all_finite(x.as_slice()) {
        return Err(Failure::NotFinite {
            what: "solution of linear equations",
        });
    }
    let ends = Ends {
        q: q.as_mut_slice(),
        p: p.as_mut_slice(),
        velocity: velocity.as_mut_slice(),
    };
    sums.finish(x.as_slice(), r.as_mut_slice(), scale.as_mut_slice(), ends);
    Ok(Convergence::default())
}

/// Newton's method from the parabola through the last steps, and if that fails from the last step.
fn iterated<S: Assembly<D> + AnySize, D>(
    sums: &Sums<'_, S, D>,
    memory: &AssembledMemory<ScalarOf<S>>,
    room: &mut Room<ScalarOf<S>>,
) -> Result<Convergence, Failure> {
    memory.guess(&mut room.x);
    let result = iterate(sums, room);
    if result.is_ok() || memory.known < 2 {
        return result;
    }
    let [latest, ..] = &memory.steps;
    room.x.assign(latest);
    iterate(sums, room).or(result)
}

/// N at the end of the step, of which the end momentum is a part.
#[inline]
fn end_nodes<S: Assembly<D> + ?Sized, D>(sums: &Sums<'_, S, D>, room: &mut Room<ScalarOf<S>>) {
    if !S::HAS_NODES {
        return;
    }
    let Room {
        q,
        p,
        velocity,
        nodes,
        ..
    } = room;
    let end = Known {
        t: sums.known.t + sums.known.h,
        q: q.as_slice(),
        v: velocity.as_slice(),
        ..sums.known
    };
    sums.system
        .set_nodes(&end, nodes.as_mut_slice(), p.as_mut_slice());
}

/// The first number at the end that is not finite.
#[cold]
fn not_finite<S: Lagrangian + ?Sized>(system: &S, room: &Room<S::Scalar>) -> Failure {
    let is_wrong = |x: &S::Scalar| !x.magnitude().is_finite();
    let of = |what, x: &DVector<S::Scalar>| {
        x.iter().position(is_wrong).map(|k| Failure::NotFiniteCoordinate {
            what,
            coordinate: system.coordinate_name(k),
        })
    };
    of("coordinates at the end of the step", &room.q)
        .or_else(|| of("momentum at the end of the step", &room.p))
        .or_else(|| of("velocity at the end of the step", &room.velocity))
        .unwrap_or(Failure::NotFinite {
            what: "end of the step",
        })
}
