//! A step with percussions at its start: the equations and those percussions, solved together, and the energy that they take.
//!
//! Knows neither a scheme nor how percussions are found from a contact problem.

use nalgebra::DVector;

use super::closed::product;
use super::held::{Held, HeldRoom};
use super::hold::{Holds, hold};
use super::jump::{Jumps, jump};
use super::strike::{Converged, finish};
use crate::drive::assembled::memory::{Carried, Room, resize};
use crate::drive::assembled::solution;
use crate::drive::assembled::sums::Sums;
use crate::drive::assembly::Dependence;
use crate::drive::contact::depth;
use crate::drive::{ContactScheme, OnTheHeap};
use crate::family::{FamilyContacts, Heap};
use crate::newton::Convergence;
use crate::{Failure, Lagrangian};
use extremal_numerics::block::copied;
use extremal_numerics::{Scalar, Size};
use extremal_percussions::SparseContactSolver;

impl<S, D, T> Held<'_, S, D>
where
    D: ContactScheme<Solver: SparseContactSolver>,
    S: OnTheHeap<D::Equations> + FamilyContacts + Lagrangian<Scalar = T>,
    T: Size,
{
    /// Solves the equations of the step with the percussions at its start.
    pub(super) fn solve(
        &mut self,
        sums: &Sums<'_, S, D::Equations>,
        memory: &Carried<T, Heap>,
        steps: &mut Room<T, Heap>,
    ) -> Result<Convergence, Failure> {
        self.room.ahead.targets.clear();
        if self.room.closed.items.is_empty() {
            return solution::solve(sums, memory, steps);
        }
        let (convergence, solved) = match D::CARRIES_VELOCITY {
            true => self.jump(sums, memory, steps)?,
            false => self.hold(sums, memory, steps)?,
        };
        self.solved = solved;
        let u = steps.x.as_slice().get(..sums.known.q.len()).unwrap_or_default();
        let HeldRoom { closed, ahead, .. } = &mut *self.room;
        let ahead = (!D::CARRIES_VELOCITY).then_some(&*ahead);
        finish((closed, ahead), self.strike, (sums.known.h, u));
        let taken = self.taken_at_start()?;
        self.account.lost = self.account.lost + taken;
        self.account.worked = self.account.worked - taken;
        Ok(convergence)
    }

    /// The same, with contacts that are held at the end.
    fn hold(
        &mut self,
        sums: &Sums<'_, S, D::Equations>,
        memory: &Carried<T, Heap>,
        steps: &mut Room<T, Heap>,
    ) -> Result<Converged<T>, Failure> {
        let HeldRoom {
            closed,
            ahead,
            from,
            impact,
            ..
        } = &mut *self.room;
        ahead.targets.extend(closed.gaps.iter().map(|&gap| depth(gap)));
        let velocity = impact.velocity.as_slice();
        set_guess::<S, D>((memory, velocity), steps.x.len(), from);
        let mut holds = Holds {
            solver: self.over.scheme.solver(),
            closed,
            ahead,
            own: self.strike,
            from,
        };
        hold(sums, velocity, steps, &mut holds)
    }

    /// The same, with a velocity that is carried.
    fn jump(
        &mut self,
        sums: &Sums<'_, S, D::Equations>,
        memory: &Carried<T, Heap>,
        steps: &mut Room<T, Heap>,
    ) -> Result<Converged<T>, Failure> {
        let HeldRoom {
            closed,
            from,
            impact,
            jump: own,
            ..
        } = &mut *self.room;
        set_guess::<S, D>((memory, sums.known.v), steps.x.len(), from);
        let jumps = Jumps {
            solver: self.over.scheme.solver(),
            closed,
            masses: &mut impact.masses,
            strike: self.strike,
            from,
        };
        jump(sums, steps, jumps, own)
    }

    /// The energy that the percussions at the start have taken, −½ P·(γ⁺ + γ⁻) with γ⁺ = γ⁻ + W M⁻¹ Wᵀ P. It is negative where
    /// those at the end take more.
    fn taken_at_start(&mut self) -> Result<T, Failure> {
        let HeldRoom { closed, impact, .. } = &mut *self.room;
        closed.set_jump(&closed.percussions, &mut impact.masses)?;
        let both = impact.masses.both.as_slice();
        // Beside a momentum a velocity that is carried has no part in the work.
        let rates = (0..closed.rows()).map(|row| {
            let [before, _] = closed.rate(row, impact.velocity.as_slice());
            [before, before + product(closed.directions.row(row), both)[0]]
        });
        let numbers = closed.percussions.iter().zip(rates);
        let half = T::from_f64(0.5);
        Ok(numbers.fold(T::from_f64(0.0), |sum, (&p, [before, after])| {
            sum - half * (p * (before + after))
        }))
    }
}

/// Sets the unknowns from which Newton's method begins: those of the last step, or this velocity where equations are linear.
fn set_guess<S, D>(
    (memory, velocity): (&Carried<S::Scalar, Heap>, &[S::Scalar]),
    size: usize,
    from: &mut DVector<S::Scalar>,
) where
    D: ContactScheme,
    S: OnTheHeap<D::Equations>,
{
    let [latest, ..] = &memory.steps;
    let guess = match S::TANGENT {
        Dependence::Unknowns => latest.as_slice(),
        _ => velocity,
    };
    resize(from, size);
    from.fill(S::Scalar::from_f64(0.0));
    copied(guess, from.as_mut_slice());
}
