//! Steps whose velocity is carried beside the momentum: it jumps with the percussions at both ends of a step.
//!
//! ```text
//! r(x; p₀ + Wᵀ P, v₀ + M⁻¹ Wᵀ P) = 0,   v₁ = v(x) + M⁻¹ Wᵀ Λ
//! ```
//!
//! Knows no scheme.

use alloc::vec::Vec;

use nalgebra::DVector;

use super::closed::Closed;
use super::masses::Masses;
use super::strike::{Converged, Seen, StrikeRoom, solve};
use crate::Failure;
use crate::drive::OnTheHeap;
use crate::drive::assembled::memory::{Room, resize, zeros};
use crate::drive::assembled::sums::Sums;
use crate::drive::contact::{Impulse, Jumping, MOST_JUMPS};
use crate::family::Heap;
use extremal_numerics::block::copied;
use extremal_numerics::{Scalar, Size};
use extremal_percussions::SparseContactSolver;

/// Room for jumps. It is kept.
#[derive(Clone, Debug)]
pub(super) struct JumpRoom<T: Scalar> {
    /// P from which the velocity is.
    percussions: Vec<T>,
    /// v₀ + M⁻¹ Wᵀ P
    velocity: DVector<T>,
    /// A number for each row.
    rows: Vec<T>,
    /// The sums of impulses.
    sums: [DVector<T>; 3],
}

impl<T: Scalar> Default for JumpRoom<T> {
    fn default() -> Self {
        Self {
            percussions: Vec::new(),
            velocity: zeros(0),
            rows: Vec::new(),
            sums: [zeros(0), zeros(0), zeros(0)],
        }
    }
}

/// What a step whose velocity jumps at its start needs.
pub(super) struct Jumps<'a, T: Size, C> {
    pub(super) solver: C,
    pub(super) closed: &'a Closed<T>,
    /// M at the start.
    pub(super) masses: &'a mut Masses<T>,
    pub(super) strike: &'a mut StrikeRoom<T>,
    /// The unknowns from which Newton's method begins.
    pub(super) from: &'a mut DVector<T>,
}

/// The solution of a step with percussions at its start, after which the velocity is that of the start and their jump.
///
/// # Errors
///
/// [`Failure::NotConverged`], and the errors of a step.
pub(super) fn jump<S, D, C>(
    sums: &Sums<'_, S, D>,
    room: &mut Room<S::Scalar, Heap>,
    jumps: Jumps<'_, S::Scalar, C>,
    own: &mut JumpRoom<S::Scalar>,
) -> Result<Converged<S::Scalar>, Failure>
where
    S: OnTheHeap<D>,
    S::Scalar: Size,
    C: SparseContactSolver,
{
    let Jumps {
        solver,
        closed,
        masses,
        strike,
        from,
    } = jumps;
    let before = sums.known.v;
    strike.weigh(sums);
    own.percussions.clone_from(&closed.percussions);
    resize(&mut own.velocity, before.len());
    let mut jumping = Jumping::new();
    for _ in 0..MOST_JUMPS {
        closed.set_jump(&own.percussions, masses)?;
        let jumped = before.iter().zip(masses.both.iter());
        let places = own.velocity.iter_mut().zip(jumped);
        places.for_each(|(after, (&before, &jump))| *after = before + jump);
        let seen = Seen { closed, ahead: None };
        let jumped = sums.with_velocity(own.velocity.as_slice());
        let guesses = [from.as_slice(), before];
        let converged = solve(&jumped, room, (solver, seen, &mut *strike), guesses)?;
        let found = strike.percussions();
        if jumping.ends_with(own.impulses((closed, sums.momentum), found)) {
            return Ok(converged);
        }
        copied(room.x.as_slice(), from.as_mut_slice());
        own.percussions.clear();
        own.percussions.extend_from_slice(found);
    }
    Err(jumping.failure())
}

impl<T: Size> JumpRoom<T> {
    /// The impulses of the percussions from which the velocity was, and of those that were found, coordinate by coordinate.
    fn impulses(
        &mut self,
        (closed, momentum): (&Closed<T>, &[T]),
        found: &[T],
    ) -> impl Iterator<Item = Impulse<T>> {
        let Self {
            percussions,
            rows,
            sums,
            ..
        } = self;
        for sum in &mut *sums {
            resize(sum, momentum.len());
            sum.fill(T::from_f64(0.0));
        }
        let [differences, sizes, bounds] = sums;
        rows.clear();
        rows.extend(
            found
                .iter()
                .zip(&*percussions)
                .map(|(&found, &from)| found - from),
        );
        closed.add_impulse(rows, differences.as_mut_slice(), |term| term);
        closed.add_impulse(found, sizes.as_mut_slice(), Scalar::abs);
        rows.clear();
        for contact in &closed.contacts {
            let bound = contact.pressed.map(|pressed| pressed.percussion());
            let count = 1 + contact.of_problem.slips;
            rows.extend((0..count).map(|_| bound.unwrap_or_else(|| T::from_f64(0.0))));
        }
        closed.add_impulse(rows, bounds.as_mut_slice(), Scalar::abs);
        sizes
            .iter_mut()
            .zip(momentum)
            .for_each(|(size, &p)| *size = *size + Scalar::abs(p));
        let sums = differences.iter().zip(sizes.iter().zip(bounds.iter()));
        sums.map(|(&difference, (&size, &bound))| Impulse {
            difference,
            size,
            bound,
        })
    }
}

/// The velocity at the end of the step after the percussions there, with M of the end. The residual that the step has left
/// belongs to the velocity before them, and is not handed on.
pub(super) fn land_velocity<T: Size>(
    closed: &Closed<T>,
    masses: &mut Masses<T>,
    steps: &mut Room<T, Heap>,
) -> Result<(), Failure> {
    closed.set_jump(&closed.percussions, masses)?;
    let jumps = steps.velocity.iter_mut().zip(masses.both.iter());
    jumps.for_each(|(velocity, &jump)| *velocity = *velocity + jump);
    steps.r.fill(T::from_f64(0.0));
    let is_finite = steps.velocity.iter().all(|v| v.is_finite());
    let what = "velocity after percussions";
    is_finite.then_some(()).ok_or(Failure::NotFinite { what })
}
