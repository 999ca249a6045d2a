//! The solution of the equations of a step, and its end but for N.

use super::iteration::iterate;
use super::memory::Room;
use super::sums::{Ends, Sums};
use super::{CarriedOf, RoomOf, ScalarOf};
use crate::Failure;
use crate::drive::assembly::{Assembly, Dependence};
use crate::family::AnySize;
use crate::newton::Convergence;
use extremal_numerics::matrix::Matrix;
use extremal_numerics::{Scalar, Size, SizeOf, Vector};

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
