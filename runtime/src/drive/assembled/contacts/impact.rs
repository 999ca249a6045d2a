//! Percussions at one node: Newton's impact law where a contact closes, and the closing percussion where one is held.
//!
//! ```text
//! ∂L/∂v(q, v⁺) = p + Wᵀ Λ − Gᵀ κ,   G v⁺ + ∂g/∂t = 0
//! ξ = γ⁺ + b,   0 ≤ Λ_N ⊥ ξ_N ≥ 0,   −ξ_T ∈ N_C(Λ_T)
//! ```
//!
//! b and the order in which it is tried are those of systems of fixed size. Knows no step.

use alloc::vec::Vec;

use nalgebra::DVector;

use super::closed::{Active, Closed, named};
use super::delassus::{Delassus, Factored};
use super::masses::Masses;
use super::strike::{move_off, moved};
use super::weights::{noise_of, weigh};
use crate::Failure;
use crate::drive::assembled::memory::{resize, zeros};
use crate::drive::contact::{
    Attempts, Noise, Struck, are_equal, gains, or_zero, share_of_turn, state_of, without_gain,
};
use crate::family::{AnySize, FamilyContacts};
use extremal_numerics::block::at;
use extremal_numerics::{Scalar, Size};
use extremal_percussions::{SparseContactRoom, SparseContactSolver};

/// What a closed contact did in the step that ends at the node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    /// It was closed at the start.
    pub(super) is_held: bool,
    /// It was, and slid.
    pub(super) slides: bool,
}

/// A node: t, q and the length of the step.
pub(super) struct Place<'a, S, T> {
    pub(super) system: &'a S,
    pub(super) t: T,
    pub(super) q: &'a [T],
    pub(super) h: T,
}

/// A solution: Λ, γ⁺, and ξ with its scales.
#[derive(Clone, Debug)]
struct Solution<T> {
    percussions: Vec<T>,
    after: Vec<T>,
    xi: Vec<T>,
    scales: Vec<T>,
}

impl<T> Default for Solution<T> {
    fn default() -> Self {
        Self {
            percussions: Vec::new(),
            after: Vec::new(),
            xi: Vec::new(),
            scales: Vec::new(),
        }
    }
}

/// Room for an impact. It is kept.
#[derive(Clone, Debug)]
pub(super) struct ImpactRoom<T: Size> {
    pub(super) masses: Masses<T>,
    /// The velocity before the percussions.
    pub(super) velocity: DVector<T>,
    /// The diagonal of M, where there are constraints.
    weights: DVector<T>,
    /// e γ⁻ where a contact closes.
    back: Vec<T>,
    /// `γ_T(u)` where a contact is held and slides in more than one direction.
    along: Vec<T>,
    /// `b_T` of slips that are turned, and those before.
    turns: [Vec<T>; 2],
    delassus: Delassus<T>,
    solver: SparseContactRoom<T>,
    /// The last solution, and the one that is kept.
    found: Solution<T>,
    kept: Solution<T>,
    /// The velocity after the percussions of the last solution.
    after: DVector<T>,
}

impl<T: Size> Default for ImpactRoom<T> {
    fn default() -> Self {
        Self {
            masses: Masses::default(),
            velocity: zeros(0),
            weights: zeros(0),
            back: Vec::new(),
            along: Vec::new(),
            turns: [Vec::new(), Vec::new()],
            delassus: Delassus::default(),
            solver: SparseContactRoom::new(),
            found: Solution::default(),
            kept: Solution::default(),
            after: zeros(0),
        }
    }
}

/// How percussions were found.
pub(super) struct Impact<T> {
    /// ½ Λ·(γ⁺ + γ⁻)
    pub(super) work: T,
    /// s
    pub(super) restitution: T,
}

/// The contact problem of a node.
struct Problem<'a, T: Size, C> {
    solver: C,
    closed: &'a Closed<T>,
    room: &'a mut ImpactRoom<T>,
    noise: Noise<T>,
}

/// The momentum after the percussions of these contacts, which then have them, with their states, γ⁻ and γ⁺. The masses of the
/// node are factored, and the velocity before it is that of `p`. `u` is the velocity of the step before. Percussions of the
/// contacts are a guess.
///
/// # Errors
///
/// The errors of the contact solver, and a singular mass matrix.
pub(super) fn strike<S, C, T>(
    place: &Place<'_, S, T>,
    solver: C,
    (closed, marks, u): (&mut Closed<T>, &[Mark], &[T]),
    p: &mut [T],
    room: &mut ImpactRoom<T>,
) -> Result<Impact<T>, Failure>
where
    S: AnySize + FamilyContacts + crate::Lagrangian<Scalar = T>,
    C: SparseContactSolver,
    T: Size,
{
    let Place { system, t, q, h } = *place;
    weigh(system, (t, q, room.velocity.as_slice()), &mut room.weights);
    let noise = noise_of((q, h), room.weights.as_slice(), (p, room.velocity.as_slice()));
    let mut problem = Problem {
        solver,
        closed,
        room,
        noise,
    };
    problem.state()?;
    problem.set_back(marks, u);
    let restitution = without_gain(&mut problem)?;
    closed.add_impulse(&room.kept.percussions, p, |term| term);
    closed.after.clone_from(&room.kept.after);
    finish(closed, room);
    Ok(Impact {
        work: closed.work(),
        restitution,
    })
}

impl<T: Size, C: SparseContactSolver> Problem<'_, T, C> {
    /// G = W M⁻¹ Wᵀ, within constraints.
    fn state(&mut self) -> Result<(), Failure> {
        let (closed, noise) = (self.closed, self.noise);
        let ImpactRoom {
            masses,
            velocity,
            weights,
            delassus,
            ..
        } = &mut *self.room;
        let (tangent, is_constant) = masses.factored()?;
        let factored = Factored {
            tangent,
            is_constant,
            masses: weights.as_slice(),
            noise,
        };
        let free = |row| closed.rate(row, velocity.as_slice());
        delassus.state((closed, &closed.directions), free, factored)
    }

    /// Sets what is added to γ⁺.
    fn set_back(&mut self, marks: &[Mark], u: &[T]) {
        let (rows, zero) = (self.closed.rows(), T::from_f64(0.0));
        let ImpactRoom { back, along, .. } = &mut *self.room;
        for numbers in [&mut *back, &mut *along] {
            numbers.clear();
            numbers.resize(rows, zero);
        }
        for (i, contact) in self.closed.contacts.iter().enumerate() {
            let mark = marks.get(i).copied().unwrap_or_default();
            let (first, slips) = (contact.first, contact.of_problem.slips);
            if !mark.is_held {
                for row in first..=first + slips {
                    let [e, before] = [&self.closed.restitution, &self.closed.before].map(|of| at(of, row));
                    set(back, row, e * before);
                }
            } else if mark.slides && slips > 1 {
                for row in first + 1..=first + slips {
                    let [slip, _] = self.closed.rate(row, u);
                    set(along, row, slip);
                }
            }
        }
    }

    /// Sets the turns of these slips.
    fn set_turns(&mut self, of: impl Fn(&ImpactRoom<T>, usize) -> T) {
        let mut turns = core::mem::take(&mut self.room.turns);
        let [turn, before] = &mut turns;
        core::mem::swap(turn, before);
        turn.clear();
        turn.resize(self.closed.rows(), T::from_f64(0.0));
        for contact in &self.closed.contacts {
            let rows = contact.first + 1..=contact.first + contact.of_problem.slips;
            let pair = |row| [of(self.room, row), at(&self.room.along, row)];
            if let Some(share) = share_of_turn(rows.clone().map(pair)) {
                for row in rows {
                    let [slip, along] = pair(row);
                    set(turn, row, share * along - slip);
                }
            }
        }
        self.room.turns = turns;
    }

    /// Sets γ⁺ and ξ of the last solution.
    fn set_velocities(&mut self, added: impl Fn(&ImpactRoom<T>, usize) -> T) -> Result<(), Failure> {
        let closed = self.closed;
        let room = &mut *self.room;
        closed.set_jump(&room.found.percussions, &mut room.masses)?;
        resize(&mut room.after, room.velocity.len());
        let changes = room.velocity.iter().zip(room.masses.both.iter());
        let places = room.after.iter_mut().zip(changes);
        places.for_each(|(after, (&before, &change))| *after = before + change);
        let mut found = core::mem::take(&mut room.found);
        [&mut found.after, &mut found.xi].into_iter().for_each(Vec::clear);
        for row in 0..closed.rows() {
            let [after, _] = closed.rate(row, room.after.as_slice());
            found.after.push(after);
            found.xi.push(after + added(room, row));
        }
        room.found = found;
        Ok(())
    }
}

impl<T: Size, C: SparseContactSolver> Attempts<T> for Problem<'_, T, C> {
    fn solve(&mut self, share: T) -> Result<(), Failure> {
        let (closed, noise) = (self.closed, self.noise);
        let added = |room: &ImpactRoom<T>, row| share * at(&room.back, row) + at(turn_of(room), row);
        let mut delassus = core::mem::take(&mut self.room.delassus);
        let room = &*self.room;
        let free = |row| {
            let [rate, size] = closed.rate(row, room.velocity.as_slice());
            let back = added(room, row);
            [or_zero(rate + back), size + Scalar::abs(back)]
        };
        delassus.fill(closed, free, room.weights.as_slice(), noise);
        self.room.delassus = delassus;
        let ImpactRoom {
            delassus,
            found,
            solver,
            ..
        } = &mut *self.room;
        found.percussions.clone_from(&closed.percussions);
        move_off(&mut found.percussions);
        let solved = self
            .solver
            .solve_sparse(&delassus.problem, &mut found.percussions, solver);
        solved.map_err(|failure| named(closed, failure))?;
        let size = |row| delassus.problem.velocity(row, &found.percussions).1;
        found.scales.clear();
        found.scales.extend((0..closed.rows()).map(size));
        self.set_velocities(added)
    }

    fn gains(&self) -> bool {
        let Solution {
            percussions,
            after,
            scales,
            ..
        } = &self.room.found;
        let of = |row| [percussions, &self.closed.before, after, scales].map(|numbers| at(numbers, row));
        gains((0..self.closed.rows()).map(of))
    }

    fn keep(&mut self) {
        let ImpactRoom { found, kept, .. } = &mut *self.room;
        core::mem::swap(found, kept);
    }

    fn turn(&mut self) -> bool {
        let closed = self.closed;
        self.set_turns(|_, row| at(&closed.before, row));
        turn_of(self.room).iter().any(|&turn| turn != T::from_f64(0.0))
    }

    fn turn_again(&mut self) -> bool {
        self.set_turns(|room, row| at(&room.kept.after, row));
        let ImpactRoom { turns, kept, .. } = &*self.room;
        let [now, before] = turns;
        (0..self.closed.rows()).all(|row| {
            let [now, before, scale] = [now, before, &kept.scales].map(|of| at(of, row));
            are_equal(now, before, scale)
        })
    }

    fn turn_back(&mut self) {
        let [turn, _] = &mut self.room.turns;
        turn.fill(T::from_f64(0.0));
    }
}

fn turn_of<T: Size>(room: &ImpactRoom<T>) -> &[T] {
    let [turn, _] = &room.turns;
    turn
}

fn set<T>(numbers: &mut [T], row: usize, number: T) {
    if let Some(place) = numbers.get_mut(row) {
        *place = number;
    }
}

/// Sets the percussions and the states of closed contacts.
fn finish<T: Size>(closed: &mut Closed<T>, room: &ImpactRoom<T>) {
    let Solution {
        percussions,
        xi,
        scales,
        ..
    } = &room.kept;
    closed.percussions.clone_from(percussions);
    for (contact, state) in closed.contacts.iter().zip(&mut closed.states) {
        let Active {
            first,
            of_problem,
            pressed,
        } = *contact;
        let slip = |k: usize| {
            let row = first + 1 + k;
            Struck {
                percussion: at(percussions, row),
                xi: at(xi, row),
                size: at(scales, row),
                moved: moved(&room.delassus.problem, row),
            }
        };
        let normal = (at(percussions, first), pressed);
        *state = state_of(normal, of_problem.slips, slip, of_problem.friction);
        // It is none of the mechanics.
        if pressed.is_some() {
            set(&mut closed.percussions, first, T::from_f64(0.0));
        }
    }
}
