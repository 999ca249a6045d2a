//! Starts of systems of any size: what steps from there need.

use super::again::seed;
use super::end_velocities::without_equations;
use super::finite::by_item;
use super::memory::{AssembledMemory, Carried, Layout, Room, resize, several, zeros};
use super::parts::Parts;
use super::solution::Solution;
use super::sums::Sums;
use super::{CarriedOf, RoomOf, SpaceOf, StepSpace, known, stages_of};
use crate::drive::assembly::{Assembly, Dependence, Known};
use crate::drive::{Interval, Start};
use crate::error::AnySizeFailure;
use crate::family::{AnySize, Part};
use crate::{Failure, Lagrangian};
use extremal_numerics::block::copied;
use extremal_numerics::matrix::{Matrix, Stored};
use extremal_numerics::{Scalar, Size, Vector};

type ScalarOf<S> = <S as Lagrangian>::Scalar;

/// More numbers than this no memory holds.
const MOST: usize = usize::MAX / 32;

/// The number of unknowns.
pub(super) fn unknowns<S: Assembly<D> + ?Sized, D>(system: &S) -> usize {
    S::GROUPS * system.coordinate_count() + S::IMPULSES * system.constraint_count()
}

/// Whether a step adds the residual of the step before.
pub(super) const fn hands_on<S: Assembly<D> + ?Sized, D>() -> bool {
    S::LEAVES_RESIDUAL && matches!(S::TANGENT, Dependence::Unknowns)
}

/// `count`, or zero unless `is_so`.
const fn when(is_so: bool, count: usize) -> usize {
    if is_so { count } else { 0 }
}

/// How many numbers the sums lose, and how many residuals are handed on.
fn handed_on<S: Assembly<D> + ?Sized, D>(system: &S) -> (usize, usize) {
    (
        when(S::IS_COMPENSATED, 2 * system.coordinate_count()),
        when(hands_on::<S, D>(), unknowns::<S, D>(system)),
    )
}

/// How many groups of unknowns stand first, and how many of them begin with the velocity of the start.
pub(super) fn seeded<S: Assembly<D> + ?Sized, D>() -> (usize, usize) {
    match S::Solution::IS_JOINT {
        true => (S::GROUPS, S::SEEDED),
        false => (S::Solution::GROUPS, S::Solution::GROUPS.min(S::SEEDED)),
    }
}

/// How its unknowns are counted.
pub(super) fn layout<S: Assembly<D> + ?Sized, D>(system: &S) -> Layout {
    Layout {
        free: S::GROUPS * system.coordinate_count(),
        impulses: S::IMPULSES,
    }
}

/// The memory at a start.
pub(super) fn memory<S: Assembly<D> + AnySize, D>(
    system: &S,
    from: Start<'_, S, D>,
) -> Result<AssembledMemory<ScalarOf<S>, SpaceOf<S, D>>, Failure> {
    let inputs = inputs_at_zero(system)?;
    let over = Interval::new(from.scheme, from.h, &inputs, from.state);
    let item_of = |failure| by_item(system, from.state, &inputs, failure);
    let mut memory = at_rest(system, &from);
    let mut parts = Parts::of(system);
    if S::Solution::IS_JOINT {
        // The impulses of nodes are others where a step falls apart: `prepare` sets those of its first part.
        memory.nodes = nodes(system, &known(&over, &memory), &mut parts).map_err(item_of)?;
    }
    let room = allocated(system, over, &memory, parts);
    let room = room.map_err(|failure| item_of(named::<S, D>(system, failure)))?;
    if !room.is_explicit() {
        memory.steps = several(unknowns::<S, D>(system));
        seed(&mut memory.steps, from.velocity.as_slice(), seeded::<S, D>());
    }
    let mut memory = AssembledMemory {
        carried: memory,
        room: Some(room),
    };
    if !S::Solution::IS_JOINT {
        S::Solution::prepare(system, over, &mut memory).map_err(item_of)?;
    }
    Ok(memory)
}

/// A zero for each input, if memory holds them.
fn inputs_at_zero<S: Lagrangian + ?Sized>(system: &S) -> Result<S::Inputs, Failure> {
    if system.input_count() > MOST {
        let (expected, found) = (system.input_count(), 0);
        return Err(AnySizeFailure::InputCount { expected, found }.into());
    }
    Ok(zeros(system.input_count()))
}

/// The carried numbers before the first step, without N.
fn at_rest<S: Assembly<D> + AnySize, D>(system: &S, from: &Start<'_, S, D>) -> CarriedOf<S, D> {
    let (compensation, residual_before) = handed_on::<S, D>(system);
    let mut memory: CarriedOf<S, D> = Carried {
        steps: several(0),
        known: 0,
        nodes: zeros(0),
        node_time: from.state.t,
        velocity: zeros(0),
        compensation: zeros(compensation),
        residual_before: zeros(residual_before),
        layout: layout::<S, D>(system),
        still: without_equations::<S, D>(system, from.state),
    };
    if S::CARRIES_VELOCITY {
        memory.velocity = zeros(system.coordinate_count());
        copied(from.velocity.as_slice(), memory.velocity.as_mut_slice());
    }
    memory
}

/// N at the start, for schemes that have it.
fn nodes<S: Assembly<D> + AnySize, D>(
    system: &S,
    known: &Known<'_, S, D>,
    parts: &mut Parts<ScalarOf<S>>,
) -> Result<<SpaceOf<S, D> as StepSpace<ScalarOf<S>>>::Nodes, Failure> {
    if !S::HAS_NODES {
        return Ok(zeros(0));
    }
    let mut nodes: <SpaceOf<S, D> as StepSpace<_>>::Nodes = zeros(system.coordinate_count());
    let mut momenta = nodes.clone();
    parts.set_nodes(system, known, nodes.as_mut_slice(), momenta.as_mut_slice());
    all_forces_finite(system, nodes.as_slice())?;
    Ok(nodes)
}

/// Whether N at the start is finite.
pub(super) fn all_forces_finite<S: Lagrangian + ?Sized>(
    system: &S,
    nodes: &[S::Scalar],
) -> Result<(), Failure> {
    match first_not_finite(nodes) {
        None => Ok(()),
        Some(k) => Err(Failure::NotFiniteCoordinate {
            what: "force at the start",
            coordinate: system.coordinate_name(k),
        }),
    }
}

fn first_not_finite<T: Scalar>(numbers: &[T]) -> Option<usize> {
    numbers.iter().position(|x| !x.magnitude().is_finite())
}

/// Takes over the numbers of the step before, for a step of another length or with other guesses.
pub(super) fn hand_over<S: Assembly<D> + AnySize, D>(
    system: &S,
    over: Interval<'_, S, D>,
    (before, from): (ScalarOf<S>, &CarriedOf<S, D>),
    to: &mut AssembledMemory<ScalarOf<S>, SpaceOf<S, D>>,
) -> Result<(), Failure> {
    let carried = &mut to.carried;
    carried.velocity.assign(&from.velocity);
    carried.compensation.assign(&from.compensation);
    carried.residual_before.assign(&from.residual_before);
    if before != over.h {
        let ratio = before / over.h;
        let residual_before = carried.residual_before.as_mut_slice().iter_mut();
        residual_before.for_each(|r| *r = *r * ratio);
    }
    if !S::Solution::HAS_NODES {
        return Ok(());
    }
    carried.node_time = over.state.t;
    let nodes = carried.nodes.as_mut_slice();
    if before == over.h {
        carried.nodes.assign(&from.nodes);
    } else if S::Solution::HAS_LINEAR_NODES && from.nodes.as_slice().len() == nodes.len() {
        let ratio = over.h / before;
        let nodes = nodes.iter_mut().zip(from.nodes.as_slice());
        nodes.for_each(|(to, &from)| *to = from * ratio);
    } else {
        return S::Solution::set_nodes(system, over, to);
    }
    Ok(())
}

/// Sets N at the start of a step.
pub(super) fn set_nodes<S: Assembly<D> + AnySize, D>(
    system: &S,
    over: Interval<'_, S, D>,
    AssembledMemory { carried: to, room }: &mut AssembledMemory<ScalarOf<S>, SpaceOf<S, D>>,
) {
    let nodes = to.nodes.as_mut_slice();
    let known = Known {
        scheme: over.scheme,
        t: over.state.t,
        h: over.h,
        q: over.state.q.as_slice(),
        v: to.velocity.as_slice(),
        inputs: over.inputs,
        part: Part::WHOLE,
    };
    // The residual's buffer takes the momenta, which are unused here.
    let mut none =
        zeros::<_, <SpaceOf<S, D> as StepSpace<_>>::Nodes>(if room.is_some() { 0 } else { nodes.len() });
    match room {
        Some(room) => {
            let momenta = room.r.as_mut_slice().get_mut(..nodes.len()).unwrap_or_default();
            room.parts.set_nodes(system, &known, nodes, momenta);
        }
        None => Parts::of(system).set_nodes(system, &known, nodes, none.as_mut_slice()),
    }
}

/// The room for steps; copies and snapshots of a memory have none.
#[inline]
pub(super) fn room_of<'r, S: Assembly<D> + AnySize, D>(
    system: &S,
    over: Interval<'_, S, D>,
    carried: &mut CarriedOf<S, D>,
    room: &'r mut Option<RoomOf<S, D>>,
) -> Result<&'r mut RoomOf<S, D>, Failure> {
    match room {
        Some(room) => Ok(room),
        None => {
            carried.layout = layout::<S, D>(system);
            carried.still = without_equations::<S, D>(system, over.state);
            Ok(room.insert(allocated(system, over, carried, Parts::of(system))?))
        }
    }
}

/// The workspace of steps, for a memory that has none: the pattern of the tangent is found, and a constant tangent factored.
#[cold]
fn allocated<S: Assembly<D> + AnySize, D>(
    system: &S,
    over: Interval<'_, S, D>,
    memory: &CarriedOf<S, D>,
    parts: Parts<ScalarOf<S>>,
) -> Result<RoomOf<S, D>, Failure> {
    if !fits(system, memory) {
        return Err(Failure::Snapshot);
    }
    let sums = Sums::of(system, &over, memory);
    let lost = memory.compensation.as_slice().len();
    if S::Solution::IS_JOINT {
        return made(&sums, (lost, memory.node_time), parts);
    }
    // The numbers of equations are in the rooms of the parts.
    let tangent = <SpaceOf<S, D> as StepSpace<ScalarOf<S>>>::Tangent::for_places(0, |_| {})?;
    Ok(Room {
        x: zeros(unknowns::<S, D>(system)),
        ..empty::<S, D>((0, 0), (lost, memory.node_time), tangent, parts)
    })
}

/// The room of these equations.
fn made<S: Assembly<D> + AnySize, D>(
    sums: &Sums<'_, S, D>,
    at: (usize, ScalarOf<S>),
    parts: Parts<ScalarOf<S>>,
) -> Result<RoomOf<S, D>, Failure> {
    let (n, size) = (sums.known.q.len(), unknowns::<S, D>(sums.system));
    let tangent = sums.storage::<_, <SpaceOf<S, D> as StepSpace<_>>::Unknowns>(size)?;
    let mut room = empty::<S, D>((n, size), at, tangent, parts);
    if S::TANGENT == Dependence::Constant {
        factor_constant(sums, &mut room)?;
    } else if room.parts.list_tangents(sums.system) {
        let rows = (room.r.as_mut_slice(), room.scale.as_mut_slice());
        // The lists get their length here, and not in a step.
        sums.rows_and_tangent(&mut room.parts, room.x.as_slice(), rows, &mut room.tangent);
    }
    Ok(room)
}

/// The room of a part of a step.
#[cfg(feature = "alloc")]
pub(super) fn made_for_part<S: Assembly<D> + AnySize, D>(
    sums: &Sums<'_, S, D>,
) -> Result<RoomOf<S, D>, Failure> {
    made(sums, (0, sums.known.t), Parts::of(sums.system))
}

/// Whether a memory, which may be that of a snapshot, has as many numbers as the system needs.
fn fits<S: Assembly<D> + AnySize, D>(system: &S, memory: &CarriedOf<S, D>) -> bool {
    let (n, size) = (system.coordinate_count(), unknowns::<S, D>(system));
    let is_of = |x: &[ScalarOf<S>], length: usize| x.is_empty() || x.len() == length;
    let sums = (
        memory.compensation.as_slice().len(),
        memory.residual_before.as_slice().len(),
    );
    is_of(memory.nodes.as_slice(), n)
        && is_of(memory.velocity.as_slice(), n)
        && memory.steps.iter().all(|x| is_of(x.as_slice(), size))
        && sums == handed_on::<S, D>(system)
}

/// The room with zeros.
fn empty<S: Assembly<D> + AnySize, D>(
    (n, size): (usize, usize),
    (lost, time): (usize, ScalarOf<S>),
    tangent: <SpaceOf<S, D> as StepSpace<ScalarOf<S>>>::Tangent,
    parts: Parts<ScalarOf<S>>,
) -> RoomOf<S, D> {
    let iterated = when(S::TANGENT == Dependence::Unknowns, size);
    Room {
        tangent,
        weights: zeros(0),
        q: zeros(n),
        p: zeros(n),
        velocity: zeros(when(S::CARRIES_VELOCITY, n)),
        nodes: zeros(when(S::HAS_NODES, n)),
        stages: zeros(stages_of::<S, D>(n)),
        from: zeros(iterated),
        x: zeros(size),
        r: zeros(size),
        scale: zeros(size),
        before: several(iterated),
        wide: zeros(iterated),
        marked_time: time,
        compensation: zeros(lost),
        parts,
        #[cfg(feature = "alloc")]
        inertia: None,
        #[cfg(feature = "alloc")]
        apart: None,
    }
}

/// Assembles and factors a tangent that is constant; one that is diagonal leaves its weights.
pub(super) fn factor_constant<S: Assembly<D> + AnySize, D>(
    sums: &Sums<'_, S, D>,
    room: &mut RoomOf<S, D>,
) -> Result<(), Failure> {
    let Room {
        tangent,
        weights,
        x,
        r,
        scale,
        ..
    } = room;
    let (n, size) = (sums.known.q.len(), x.as_slice().len());
    x.as_mut_slice().fill(S::Scalar::from_f64(0.0));
    let rows = (r.as_mut_slice(), scale.as_mut_slice());
    sums.rows_and_tangent(&mut Parts::one(), x.as_slice(), rows, tangent);
    tangent.factor()?;
    let is_in_coordinates = !(S::HAS_OFFSETS || S::HAS_ENDS || S::CARRIES_VELOCITY);
    if !(tangent.is_diagonal() && is_in_coordinates && size == n) {
        return Ok(());
    }
    // The residual is room here, so that equal weights take none.
    let solved = r.as_mut_slice();
    solved.fill(-S::Scalar::from_f64(1.0));
    tangent.solve(solved)?;
    let are_equal = matches!(&*solved, [first, others @ ..] if others.iter().all(|weight| weight == first));
    let count = if are_equal { 1 } else { n };
    resize(weights, count);
    copied(r.as_slice(), weights.as_mut_slice());
    Ok(())
}

/// Singular equations name the coordinate or the constraint.
pub(super) fn named<S: Assembly<D> + ?Sized, D>(system: &S, failure: Failure) -> Failure {
    let Failure::SingularTangent { pivot, size } = failure else {
        return failure;
    };
    let free = S::GROUPS * system.coordinate_count();
    match pivot.checked_sub(free) {
        None => AnySizeFailure::SingularCoordinate {
            coordinate: system.coordinate_name(pivot / S::GROUPS.max(1)),
            size,
        },
        Some(multiplier) => AnySizeFailure::SingularConstraint {
            constraint: system.constraint_name(multiplier / S::IMPULSES.max(1)),
            size,
        },
    }
    .into()
}
