//! The solution of the equations of a step, and its end but for N.

use super::iteration::iterate;
use super::memory::{AssembledMemory, Room};
use super::start::{self, room_of};
use super::sums::{Ends, Sums};
use super::{CarriedOf, RoomOf, ScalarOf, StagesOf, advance, explicit};
use crate::drive::assembly::{Assembly, Dependence, OwnStart};
use crate::drive::{Advance, Advanced, Interval};
use crate::family::AnySize;
use crate::newton::Convergence;
use crate::{Failure, Lagrangian, StateOf};
use extremal_numerics::block::copied;
use extremal_numerics::matrix::Matrix;
use extremal_numerics::{Scalar, Size, SizeOf, Vector};

type MemoryOf<S, D> = AssembledMemory<<S as Lagrangian>::Scalar, <S as Assembly<D>>::StepSpace>;

type StepOf<S, D> = Advance<StateOf<S>, Convergence, StagesOf<S, D>>;

/// How the equations of a step are solved. Sealed: the derive chooses one of this crate.
pub trait Solution<S: Assembly<D> + ?Sized, D> {
    /// Whether all are solved at once.
    const IS_JOINT: bool;
    /// The velocities of each coordinate that stand first among the unknowns that are carried.
    const GROUPS: usize;

    /// As [`Assembly::HAS_NODES`], of what is solved first.
    const HAS_NODES: bool;
    /// As [`Assembly::HAS_LINEAR_NODES`], of what is solved first.
    const HAS_LINEAR_NODES: bool;

    /// Sets N at the start of a step.
    ///
    /// # Errors
    ///
    /// [`Failure::NotFiniteCoordinate`].
    fn set_nodes(system: &S, over: Interval<'_, S, D>, memory: &mut MemoryOf<S, D>) -> Result<(), Failure>;

    /// Room for the parts of steps, or that room for steps of another length.
    ///
    /// # Errors
    ///
    /// Those of the storages of tangents, and of the factors of constant ones.
    fn prepare(system: &S, over: Interval<'_, S, D>, memory: &mut MemoryOf<S, D>) -> Result<(), Failure>;

    /// As [`Drive::advance`](crate::drive::Drive::advance).
    ///
    /// # Errors
    ///
    /// Those of a step.
    fn advance<const CHECKED: bool>(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &mut MemoryOf<S, D>,
    ) -> Advanced<S, Convergence, StagesOf<S, D>>;

    /// As [`Assembly::own_inside`], of the velocities that stand first.
    fn own_inside(
        h: S::Scalar,
        start: OwnStart<S::Scalar>,
        x: &[S::Scalar],
        s: S::Scalar,
    ) -> (S::Scalar, S::Scalar);

    /// Sets all unknowns of a step, in the order of the equations, from its end and the memory there.
    fn set_unknowns(system: &S, of: (&MemoryOf<S, D>, &StepOf<S, D>), x: &mut [S::Scalar]);
}

/// All equations of a step at once.
#[derive(Clone, Copy, Debug)]
pub struct Joint;

#[diagnostic::do_not_recommend]
impl<S: Assembly<D> + AnySize, D> Solution<S, D> for Joint {
    const IS_JOINT: bool = true;
    const GROUPS: usize = <S as Assembly<D>>::GROUPS;
    const HAS_NODES: bool = <S as Assembly<D>>::HAS_NODES;
    const HAS_LINEAR_NODES: bool = <S as Assembly<D>>::HAS_LINEAR_NODES;

    fn set_nodes(system: &S, over: Interval<'_, S, D>, memory: &mut MemoryOf<S, D>) -> Result<(), Failure> {
        start::set_nodes(system, over, memory);
        Ok(())
    }

    fn prepare(_: &S, _: Interval<'_, S, D>, _: &mut MemoryOf<S, D>) -> Result<(), Failure> {
        Ok(())
    }

    #[inline]
    fn advance<const CHECKED: bool>(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &mut MemoryOf<S, D>,
    ) -> Advanced<S, Convergence, StagesOf<S, D>> {
        let AssembledMemory { carried, room } = memory;
        let room = room_of(system, over, carried, room)?;
        if room.is_explicit() {
            explicit::advance::<S, D, CHECKED>(system, over, carried, room)
        } else {
            advance::<S, D, CHECKED>(system, over, carried, room, solve, |_, _| Ok(()))
        }
    }

    #[inline]
    fn own_inside(
        h: S::Scalar,
        start: OwnStart<S::Scalar>,
        x: &[S::Scalar],
        s: S::Scalar,
    ) -> (S::Scalar, S::Scalar) {
        S::own_inside(h, start, x, s)
    }

    fn set_unknowns(_: &S, (memory, step): (&MemoryOf<S, D>, &StepOf<S, D>), x: &mut [S::Scalar]) {
        let [latest, ..] = memory.carried.steps.each_ref().map(Vector::as_slice);
        let latest = if latest.is_empty() {
            step.stages.as_slice()
        } else {
            latest
        };
        copied(latest, x);
    }
}

/// The solution of the equations, and the end of the step but for N.
#[inline]
pub(super) fn solve<S: Assembly<D> + AnySize, D>(
    sums: &Sums<'_, S, D>,
    memory: &CarriedOf<S, D>,
    room: &mut RoomOf<S, D>,
) -> Result<Convergence, Failure> {
    if S::TANGENT == Dependence::Unknowns {
        return iterated(sums, memory, room);
    }
    linear(sums, room, S::TANGENT != Dependence::Constant)
}

/// The solution of linear equations; the tangent is assembled and factored, or has factors already.
#[inline]
pub(super) fn linear<S: Assembly<D> + AnySize, D>(
    sums: &Sums<'_, S, D>,
    room: &mut RoomOf<S, D>,
    is_new: bool,
) -> Result<Convergence, Failure> {
    let zero = ScalarOf::<S>::from_f64(0.0);
    let Room {
        tangent,
        q,
        p,
        velocity,
        x,
        r,
        scale,
        parts,
        ..
    } = room;
    x.as_mut_slice().fill(zero);
    let rows = (r.as_mut_slice(), scale.as_mut_slice());
    if is_new {
        sums.rows_and_tangent(parts, x.as_slice(), rows, tangent);
        tangent.factor()?;
    } else {
        sums.rows(parts, x.as_slice(), rows);
    }
    tangent.solve(r.as_mut_slice())?;
    let rows = x.as_mut_slice().iter_mut().zip(r.as_slice());
    let is_finite = rows.fold(true, |all, (x, &r)| {
        *x = -r;
        all & (r.magnitude() < SizeOf::<S::Scalar>::INFINITY)
    });
    if !is_finite {
        return Err(Failure::NotFinite {
            what: "solution of linear equations",
        });
    }
    let ends = Ends {
        q: q.as_mut_slice(),
        p: p.as_mut_slice(),
        velocity: velocity.as_mut_slice(),
    };
    let rows = (r.as_mut_slice(), scale.as_mut_slice());
    sums.finish(parts, x.as_slice(), rows, ends);
    Ok(Convergence::default())
}

/// Newton's method from the parabola through the last steps, and if that fails from the last step.
fn iterated<S: Assembly<D> + AnySize, D>(
    sums: &Sums<'_, S, D>,
    memory: &CarriedOf<S, D>,
    room: &mut RoomOf<S, D>,
) -> Result<Convergence, Failure> {
    memory.guess(&mut room.x);
    let result = iterate(sums, room);
    if result.is_ok() || memory.known < 2 {
        return result;
    }
    memory.recall(&mut room.x);
    iterate(sums, room).or(result)
}
