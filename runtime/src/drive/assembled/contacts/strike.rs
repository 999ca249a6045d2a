//! Velocity and percussions of a step, solved together.
//!
//! Each iteration solves the contact problem of the linearized equations, so that the laws hold for every iterate, and the
//! equations to rounding at the last. Linear equations take one contact problem, and then the step from the momentum after its
//! percussions. Where the method fails from its guesses it begins at rest, as in systems of fixed size.
//!
//! Knows no scheme.

use alloc::vec::Vec;

use nalgebra::DVector;

use super::ahead::Ahead;
use super::closed::{Active, Closed, Rows, named};
use super::delassus::{Delassus, Factored};
use super::weights::{noise_of, weigh_at};
use crate::drive::OnTheHeap;
use crate::drive::assembled::changes::all_finite;
use crate::drive::assembled::iteration::{Strikes, iterate_struck};
use crate::drive::assembled::linear;
use crate::drive::assembled::memory::{Carried, Room, resize, zeros};
use crate::drive::assembled::sums::Sums;
use crate::drive::assembly::Dependence;
use crate::drive::contact::{Struck, clearance, state_of};
use crate::family::Heap;
use crate::newton::Convergence;
use crate::{Failure, Lagrangian};
use extremal_numerics::block::at;
use extremal_numerics::matrix::{Matrix, Storage};
use extremal_numerics::{Scalar, Size, Vector};
use extremal_percussions::{SolvedIslands, SparseContactProblem, SparseContactRoom, SparseContactSolver};

/// Room for the percussions of a step. It is kept.
#[derive(Clone, Debug)]
pub(super) struct StrikeRoom<T: Size> {
    delassus: Delassus<T>,
    solver: SparseContactRoom<T>,
    /// P
    percussions: Vec<T>,
    /// p₀ + Wᵀ P
    struck: DVector<T>,
    /// x − A⁻¹ r
    free: DVector<T>,
    /// The diagonal of M, where there are constraints.
    masses: DVector<T>,
    /// How far above zero the next gap of each closed contact still counts as closed.
    clearances: Vec<T>,
}

impl<T: Size> Default for StrikeRoom<T> {
    fn default() -> Self {
        Self {
            delassus: Delassus::default(),
            solver: SparseContactRoom::new(),
            percussions: Vec::new(),
            struck: zeros(0),
            free: zeros(0),
            masses: zeros(0),
            clearances: Vec::new(),
        }
    }
}

impl<T: Size> StrikeRoom<T> {
    pub(super) fn clearances(&self) -> &[T] {
        &self.clearances
    }

    /// P of the last problem.
    pub(super) fn percussions(&self) -> &[T] {
        &self.percussions
    }

    /// Weighs the coordinates at the start of the step.
    pub(super) fn weigh<S: OnTheHeap<D> + Lagrangian<Scalar = T>, D>(&mut self, sums: &Sums<'_, S, D>) {
        weigh_at(sums, &mut self.masses);
    }

    /// The sum of the magnitudes of the terms of G P in a row of the last problem.
    pub(super) fn size_of_percussions(&self, row: usize) -> T {
        let (_, size) = self.delassus.problem.velocity(row, &self.percussions);
        size
    }
}

/// Closed contacts, and what the laws see of them: the velocities at the start of the step, or those at its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<'a, T> {
    pub(super) closed: &'a Closed<T>,
    pub(super) ahead: Option<&'a Ahead<T>>,
}

impl<'a, T: Size> Seen<'a, T> {
    /// The rows of ∂ξ/∂u.
    fn directions(self) -> &'a Rows<T> {
        self.ahead
            .map_or(&self.closed.directions, |ahead| &ahead.directions)
    }

    /// c of a row with its scale.
    fn free(self, row: usize, velocity: &[T]) -> [T; 2] {
        match self.ahead {
            Some(ahead) => ahead.free(row, velocity),
            None => self.closed.free(row, velocity),
        }
    }
}

/// Percussions that are found while the equations are solved.
struct Strike<'a, T: Size, C> {
    solver: C,
    seen: Seen<'a, T>,
    /// p₀
    momentum: &'a [T],
    /// q₀ and h
    node: (&'a [T], T),
    room: &'a mut StrikeRoom<T>,
    is_constant: bool,
    solved: Option<SolvedIslands<T>>,
}

impl<T: Size, C: SparseContactSolver> Strikes<T, Storage<T>> for Strike<'_, T, C> {
    const ARE_SOME: bool = true;

    fn momentum(&self) -> Option<&[T]> {
        Some(self.room.struck.as_slice())
    }

    fn add_sizes(&self, scale: &mut [T]) {
        let closed = self.seen.closed;
        closed.add_impulse(&self.room.percussions, scale, Scalar::abs);
    }

    /// Solves the contact problem of the equations linearized at x. Then `r` is r + Wᵀ P.
    fn strike(&mut self, tangent: &mut Storage<T>, x: &[T], r: &mut [T]) -> Result<(), Failure> {
        let StrikeRoom { free, .. } = self.room;
        resize(free, r.len());
        free.as_mut_slice().copy_from_slice(r);
        tangent.solve(free.as_mut_slice())?;
        let places = free.as_mut_slice().iter_mut().zip(x);
        places.for_each(|(free, &x)| *free = x - *free);
        self.solve(tangent)?;
        let closed = self.seen.closed;
        closed.add_impulse(&self.room.percussions, r, |term| term);
        Ok(())
    }
}

impl<T: Size, C: SparseContactSolver> Strike<'_, T, C> {
    /// Forgets what an iteration has found.
    fn begin(&mut self) {
        self.room.percussions.clone_from(&self.seen.closed.percussions);
        self.set_struck();
    }

    /// The percussions to the velocity in `room.free`, and the momentum after them.
    fn solve(&mut self, tangent: &mut Storage<T>) -> Result<(), Failure> {
        let StrikeRoom {
            delassus,
            solver,
            percussions,
            free,
            masses,
            ..
        } = &mut *self.room;
        if !all_finite(free.as_slice()) {
            return Err(Failure::NotFinite { what: "residual" });
        }
        let factored = Factored {
            tangent,
            is_constant: self.is_constant,
            masses: masses.as_slice(),
            noise: noise_of(self.node, masses.as_slice(), (self.momentum, free.as_slice())),
        };
        let Seen { closed, .. } = self.seen;
        let (seen, own) = (self.seen, self.seen.directions());
        delassus.state((closed, own), |row| seen.free(row, free.as_slice()), factored)?;
        if seen.ahead.is_some() {
            move_off(percussions);
        }
        let solved = self.solver.solve_sparse(&delassus.problem, percussions, solver);
        self.solved = Some(solved.map_err(|failure| named(closed, failure))?);
        self.set_struck();
        Ok(())
    }

    fn set_struck(&mut self) {
        let StrikeRoom {
            percussions, struck, ..
        } = &mut *self.room;
        resize(struck, self.momentum.len());
        struck.as_mut_slice().copy_from_slice(self.momentum);
        let closed = self.seen.closed;
        closed.add_impulse(percussions, struck.as_mut_slice(), |term| term);
    }
}

/// How the equations were solved, and how the last contact problem.
pub(super) type Converged<T> = (Convergence, Option<SolvedIslands<T>>);

/// Solves the equations of a step with closed contacts, which then have their percussions, states and velocities.
pub(super) fn struck<S, D, C>(
    sums: &Sums<'_, S, D>,
    memory: &Carried<S::Scalar, Heap>,
    room: &mut Room<S::Scalar, Heap>,
    (solver, closed, own): (C, &mut Closed<S::Scalar>, &mut StrikeRoom<S::Scalar>),
) -> Result<Converged<S::Scalar>, Failure>
where
    S: OnTheHeap<D>,
    S::Scalar: Size,
    C: SparseContactSolver,
{
    own.weigh(sums);
    let [latest, ..] = &memory.steps;
    // The last one is rest.
    let guesses = [latest.as_slice(), memory.velocity.as_slice(), &[]];
    let seen = Seen { closed, ahead: None };
    let converged = solve(sums, room, (solver, seen, own), guesses)?;
    finish((closed, None), own, (sums.known.h, room.x.as_slice()));
    Ok(converged)
}

/// Solves the equations of a step with closed contacts.
pub(super) fn solve<S, D, C, const N: usize>(
    sums: &Sums<'_, S, D>,
    room: &mut Room<S::Scalar, Heap>,
    (solver, seen, own): (C, Seen<'_, S::Scalar>, &mut StrikeRoom<S::Scalar>),
    guesses: [&[S::Scalar]; N],
) -> Result<Converged<S::Scalar>, Failure>
where
    S: OnTheHeap<D>,
    S::Scalar: Size,
    C: SparseContactSolver,
{
    let mut strike = Strike {
        solver,
        seen,
        momentum: sums.momentum,
        node: (sums.known.q, sums.known.h),
        room: own,
        is_constant: S::TANGENT == Dependence::Constant,
        solved: None,
    };
    let convergence = if S::TANGENT == Dependence::Unknowns {
        iterated(sums, room, &mut strike, guesses)?
    } else {
        at_once(sums, room, &mut strike)?
    };
    Ok((convergence, strike.solved))
}

/// Linear equations: one contact problem, and the step from the momentum after its percussions.
fn at_once<S, D, C>(
    sums: &Sums<'_, S, D>,
    room: &mut Room<S::Scalar, Heap>,
    strike: &mut Strike<'_, S::Scalar, C>,
) -> Result<Convergence, Failure>
where
    S: OnTheHeap<D>,
    S::Scalar: Size,
    C: SparseContactSolver,
{
    strike.begin();
    linear(sums, room, S::TANGENT != Dependence::Constant)?;
    strike.room.free.assign(&room.x);
    strike.solve(&mut room.tangent)?;
    let struck = core::mem::replace(&mut strike.room.struck, zeros(0));
    let result = linear(&sums.with_momentum(struck.as_slice()), room, false);
    strike.room.struck = struck;
    result
}

/// Newton's method from one guess, and if that fails from the next. What a guess leaves open is zero.
fn iterated<S, D, C, const N: usize>(
    sums: &Sums<'_, S, D>,
    room: &mut Room<S::Scalar, Heap>,
    strike: &mut Strike<'_, S::Scalar, C>,
    guesses: [&[S::Scalar]; N],
) -> Result<Convergence, Failure>
where
    S: OnTheHeap<D>,
    S::Scalar: Size,
    C: SparseContactSolver,
{
    let mut first = None;
    for guess in guesses {
        let x = room.x.as_mut_slice().iter_mut().enumerate();
        x.for_each(|(k, x)| *x = at(guess, k));
        strike.begin();
        match iterate_struck(sums, room, strike) {
            Err(failure) => first = first.or(Some(failure)),
            converged => return converged,
        }
    }
    Err(first.unwrap_or(Failure::NotFinite { what: "guess" }))
}

/// The contact problem of the equations with the solution `u` and the factored tangent.
pub(super) fn problem_at<'a, S, D>(
    sums: &Sums<'_, S, D>,
    closed: &Closed<S::Scalar>,
    (u, tangent): (&[S::Scalar], &mut Storage<S::Scalar>),
    room: &'a mut StrikeRoom<S::Scalar>,
) -> Result<&'a SparseContactProblem<S::Scalar>, Failure>
where
    S: OnTheHeap<D>,
    S::Scalar: Size,
{
    room.weigh(sums);
    let node = (sums.known.q, sums.known.h);
    let factored = Factored {
        tangent,
        is_constant: false,
        masses: room.masses.as_slice(),
        noise: noise_of(node, room.masses.as_slice(), (sums.momentum, u)),
    };
    let directions = &closed.directions;
    room.delassus
        .state((closed, directions), |row| closed.free(row, u), factored)?;
    Ok(&room.delassus.problem)
}

/// Sets the percussions, velocities and states of closed contacts after the step with the velocity `u`.
pub(super) fn finish<T: Size>(
    (closed, ahead): (&mut Closed<T>, Option<&Ahead<T>>),
    room: &mut StrikeRoom<T>,
    (h, u): (T, &[T]),
) {
    closed.percussions.clone_from(&room.percussions);
    closed.set_after(u);
    room.clearances.clear();
    for i in 0..closed.contacts.len() {
        let Some(contact) = closed.contacts.get(i).copied() else {
            continue;
        };
        let Active {
            first,
            of_problem,
            pressed,
        } = contact;
        let seen = Seen { closed, ahead };
        let row = |row: usize| {
            let [xi, size] = seen.free(row, u);
            Struck {
                percussion: at(&room.percussions, row),
                xi,
                size: size + room.size_of_percussions(row),
                moved: moved(&room.delassus.problem, row),
            }
        };
        let (normal, slip) = (row(first), |k: usize| row(first + 1 + k));
        let state = state_of(
            (normal.percussion, pressed),
            of_problem.slips,
            slip,
            of_problem.friction,
        );
        // Where contacts are held, the gap at the end over h.
        let after = match ahead {
            Some(_) => normal.xi,
            None => at(&closed.after, first),
        };
        let left = pressed.map_or_else(|| clearance(h, normal, after), |_| h);
        room.clearances.push(left);
        // It is none of the mechanics.
        if let Some(normal) = closed.percussions.get_mut(first).filter(|_| pressed.is_some()) {
            *normal = T::from_f64(0.0);
        }
        if let Some(place) = closed.states.get_mut(i) {
            *place = state;
        }
    }
}

/// Moves a guess off a solution. Percussions of the step before may satisfy the laws to the rounding of many rows, and would be
/// returned as they are. From a guess that is off by √ε, one step of Newton's method leads to the rounding of few.
pub(super) fn move_off<T: Size>(percussions: &mut [T]) {
    let off = T::from_f64(1.0) + Scalar::sqrt(T::from_f64(T::EPSILON));
    percussions.iter_mut().for_each(|p| *p = off * *p);
}

/// G of a row with itself.
pub(super) fn moved<T: Size>(problem: &SparseContactProblem<T>, row: usize) -> T {
    let (columns, entries) = problem.row(row);
    let mut own = columns.iter().zip(entries).filter(|(column, _)| **column == row);
    own.next().map_or(T::from_f64(0.0), |(_, &entry)| entry)
}
