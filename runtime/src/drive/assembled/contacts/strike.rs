//! Velocity and percussions of a step, solved together.
//!
//! Each iteration solves the contact problem of the linearized equations, so that the laws hold for every iterate, and the
//! equations to rounding at the last. Linear equations take one contact problem, and then the step from the momentum after its
//! percussions.
//!
//! Knows no scheme.

use alloc::vec::Vec;

use nalgebra::DVector;

use super::closed::{Active, Closed};
use super::delassus::{Delassus, Factored};
use crate::Failure;
use crate::drive::OnTheHeap;
use crate::drive::assembled::iteration::{Strikes, all_finite, iterate_struck};
use crate::drive::assembled::linear;
use crate::drive::assembled::memory::{Carried, Room, resize, zeros};
use crate::drive::assembled::sums::Sums;
use crate::drive::assembly::Dependence;
use crate::drive::contact::{Noise, Struck, clearance, state_of};
use crate::error::AnySizeFailure;
use crate::family::{Entries, Family, Heap};
use crate::newton::Convergence;
use extremal_numerics::block::at;
use extremal_numerics::matrix::{Matrix, Storage};
use extremal_numerics::{Scalar, Size, Vector};
use extremal_percussions::{
    ContactFailure, SolvedIslands, SparseContactProblem, SparseContactRoom, SparseContactSolver,
};

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
}

/// Percussions that are found while the equations are solved.
struct Strike<'a, T: Size, C> {
    solver: C,
    closed: &'a Closed<T>,
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
        self.closed
            .add_impulse(&self.room.percussions, scale, Scalar::abs);
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
        self.closed.add_impulse(&self.room.percussions, r, |term| term);
        Ok(())
    }
}

impl<T: Size, C: SparseContactSolver> Strike<'_, T, C> {
    /// Forgets what an iteration has found.
    fn begin(&mut self) {
        self.room.percussions.clone_from(&self.closed.percussions);
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
        let closed = self.closed;
        delassus.state(closed, |row| closed.free(row, free.as_slice()), factored)?;
        let solved = self.solver.solve_sparse(&delassus.problem, percussions, solver);
        self.solved = Some(solved.map_err(|failure| named(self.closed, failure))?);
        self.set_struck();
        Ok(())
    }

    fn set_struck(&mut self) {
        let StrikeRoom {
            percussions, struck, ..
        } = &mut *self.room;
        resize(struck, self.momentum.len());
        struck.as_mut_slice().copy_from_slice(self.momentum);
        self.closed
            .add_impulse(percussions, struck.as_mut_slice(), |term| term);
    }
}

/// How the equations were solved, and how the last contact problem.
type Converged<T> = (Convergence, Option<SolvedIslands<T>>);

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
    weigh_at(sums, own);
    let mut strike = Strike {
        solver,
        closed,
        momentum: sums.momentum,
        node: (sums.known.q, sums.known.h),
        room: own,
        is_constant: S::TANGENT == Dependence::Constant,
        solved: None,
    };
    let convergence = if S::TANGENT == Dependence::Unknowns {
        iterated(sums, memory, room, &mut strike)?
    } else {
        at_once(sums, room, &mut strike)?
    };
    let solved = strike.solved;
    finish(closed, own, (sums.known.h, room.x.as_slice()));
    Ok((convergence, solved))
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

/// Newton's method from the unknowns of the last step, and if that fails from its velocity.
fn iterated<S, D, C>(
    sums: &Sums<'_, S, D>,
    memory: &Carried<S::Scalar, Heap>,
    room: &mut Room<S::Scalar, Heap>,
    strike: &mut Strike<'_, S::Scalar, C>,
) -> Result<Convergence, Failure>
where
    S: OnTheHeap<D>,
    S::Scalar: Size,
    C: SparseContactSolver,
{
    let [latest, ..] = &memory.steps;
    room.x.assign(latest);
    strike.begin();
    let result = iterate_struck(sums, room, strike);
    if result.is_ok() {
        return result;
    }
    let x = room.x.as_mut_slice().iter_mut().enumerate();
    x.for_each(|(k, x)| *x = at(memory.velocity.as_slice(), k));
    strike.begin();
    iterate_struck(sums, room, strike).or(result)
}

/// The rounding in velocities, where constraints may block contacts: that of p₀, of M u and of M q₀/h.
fn noise_of<T: Size>((q, h): (&[T], T), masses: &[T], (momentum, u): (&[T], &[T])) -> Noise<T> {
    let velocities = q
        .iter()
        .zip(u)
        .map(|(&q, &u)| Scalar::abs(q / h) + Scalar::abs(u));
    let momenta = masses.iter().zip(momentum).zip(velocities);
    Noise::of(momenta.map(|((&mass, &p), v)| [mass, Scalar::abs(p) + Scalar::abs(mass) * v]))
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
    weigh_at(sums, room);
    let node = (sums.known.q, sums.known.h);
    let factored = Factored {
        tangent,
        is_constant: false,
        masses: room.masses.as_slice(),
        noise: noise_of(node, room.masses.as_slice(), (sums.momentum, u)),
    };
    room.delassus.state(closed, |row| closed.free(row, u), factored)?;
    Ok(&room.delassus.problem)
}

/// The masses at the start of the step.
fn weigh_at<S, D>(sums: &Sums<'_, S, D>, room: &mut StrikeRoom<S::Scalar>)
where
    S: OnTheHeap<D>,
    S::Scalar: Size,
{
    let known = &sums.known;
    weigh(sums.system, (known.t, known.q, known.v), &mut room.masses);
}

/// The masses of coordinates, where constraints may block contacts; otherwise none.
pub(super) fn weigh<S: Family>(
    system: &S,
    (t, q, v): (S::Scalar, &[S::Scalar], &[S::Scalar]),
    masses: &mut DVector<S::Scalar>,
) {
    if system.constraint_count() == 0 {
        return resize(masses, 0);
    }
    resize(masses, q.len());
    masses.fill(S::Scalar::from_f64(0.0));
    system.add_masses(t, q, v, &mut DiagonalOf(masses.as_mut_slice()));
}

/// Takes the entries on the diagonal.
struct DiagonalOf<'a, T>(&'a mut [T]);

impl<T: Scalar> Entries<T> for DiagonalOf<'_, T> {
    fn add(&mut self, row: usize, column: usize, value: T) {
        if row == column
            && let Some(sum) = self.0.get_mut(row)
        {
            *sum = *sum + value;
        }
    }
}

/// Sets the percussions, velocities and states of closed contacts after the step with the velocity `u`.
fn finish<T: Size>(closed: &mut Closed<T>, room: &mut StrikeRoom<T>, (h, u): (T, &[T])) {
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
        let row = |row: usize| {
            let [xi, size] = closed.free(row, u);
            let (_, of_percussions) = room.delassus.problem.velocity(row, &room.percussions);
            Struck {
                percussion: at(&room.percussions, row),
                xi,
                size: size + of_percussions,
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
        let after = at(&closed.after, first);
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

/// G of a row with itself.
pub(super) fn moved<T: Size>(problem: &SparseContactProblem<T>, row: usize) -> T {
    let (columns, entries) = problem.row(row);
    let mut own = columns.iter().zip(entries).filter(|(column, _)| **column == row);
    own.next().map_or(T::from_f64(0.0), |(_, &entry)| entry)
}

/// A failure of the solver with the name of the contact.
pub(super) fn named<T>(closed: &Closed<T>, failure: ContactFailure) -> Failure {
    let name = |contact: usize| closed.names.get(contact).copied();
    match failure {
        ContactFailure::Immovable { contact } if let Some(contact) = name(contact) => {
            AnySizeFailure::ImmovableContact { contact }.into()
        }
        ContactFailure::NotConverged {
            iterations,
            residual,
            contact,
        } if let Some(contact) = contact.and_then(name) => AnySizeFailure::UnsolvedContact {
            contact,
            iterations,
            residual,
        }
        .into(),
        failure => failure.into(),
    }
}
