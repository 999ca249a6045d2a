//! Steps whose closed contacts are held at the end.
//!
//! ```text
//! closed at q₀:   0 ≤ P_N ⊥ g(q₁) − ĝ ≥ 0,   −W_T u ∈ N_C(P_T)
//! ```
//!
//! Each step of Newton's method on the gaps solves the equations with their contact problem. Knows no scheme.

use nalgebra::DVector;

use super::ahead::{Ahead, Way};
use super::closed::Closed;
use super::strike::{Converged, Seen, StrikeRoom, solve};
use crate::Failure;
use crate::drive::OnTheHeap;
use crate::drive::assembled::memory::Room;
use crate::drive::assembled::sums::Sums;
use crate::drive::contact::{Holding, MOST_HOLDS};
use crate::family::{FamilyContacts, Heap};
use extremal_numerics::block::copied;
use extremal_numerics::{Scalar, Size};
use extremal_percussions::SparseContactSolver;

/// What a step with contacts that are held at its end needs.
pub(super) struct Holds<'a, T: Size, C> {
    pub(super) solver: C,
    pub(super) closed: &'a mut Closed<T>,
    pub(super) ahead: &'a mut Ahead<T>,
    pub(super) own: &'a mut StrikeRoom<T>,
    /// The unknowns from which Newton's method begins.
    pub(super) from: &'a mut DVector<T>,
}

/// The solution of a step whose contacts are held at its end where [`Ahead`] has their targets: Newton's method on their gaps
/// from the unknowns `held.from`, and where that fails [from rest](Holding).
///
/// # Errors
///
/// [`Failure::NotConverged`], and the errors of a step.
pub(super) fn hold<S, D, C>(
    sums: &Sums<'_, S, D>,
    velocity: &[S::Scalar],
    room: &mut Room<S::Scalar, Heap>,
    held: &mut Holds<'_, S::Scalar, C>,
) -> Result<Converged<S::Scalar>, Failure>
where
    S: OnTheHeap<D> + FamilyContacts,
    S::Scalar: Size,
    C: SparseContactSolver,
{
    hold_from(sums, velocity, room, held).or_else(|failure| {
        held.from.fill(S::Scalar::from_f64(0.0));
        hold_from(sums, velocity, room, held).map_err(|_| failure)
    })
}

/// The same, from `held.from` alone. Each linearization tries the `velocity`, too, where it leads nowhere.
fn hold_from<S, D, C>(
    sums: &Sums<'_, S, D>,
    velocity: &[S::Scalar],
    room: &mut Room<S::Scalar, Heap>,
    held: &mut Holds<'_, S::Scalar, C>,
) -> Result<Converged<S::Scalar>, Failure>
where
    S: OnTheHeap<D> + FamilyContacts,
    S::Scalar: Size,
    C: SparseContactSolver,
{
    held.own.weigh(sums);
    let Holds {
        solver,
        closed,
        ahead,
        own,
        from,
    } = held;
    let (system, n) = (sums.system, sums.known.q.len());
    let way = Way {
        t: sums.known.t,
        h: sums.known.h,
        q: sums.known.q,
    };
    let mut holding = Holding::new();
    for _ in 0..MOST_HOLDS {
        ahead.set(system, closed, way, from.as_slice().get(..n).unwrap_or_default())?;
        let seen = Seen {
            closed,
            ahead: Some(ahead),
        };
        let all = (*solver, seen, &mut **own);
        let converged = solve(sums, room, all, [from.as_slice(), velocity])?;
        let x = room.x.as_slice();
        let u = x.get(..n).unwrap_or_default();
        if holding.ends_with(ahead.error(system, closed, way, u)) {
            return Ok(converged);
        }
        copied(x, from.as_mut_slice());
    }
    Err(holding.failure())
}
