//! A step with percussions at both ends: contacts that are closed at its start are held at its end, where impacts happen.
//!
//! | in order | of |
//! | --- | --- |
//! | [`begin`](Held::begin) | contacts that are closed at the start, and an impact there if they approach each other |
//! | [`solve`](Held::solve), in a file of its own | equations and percussions of the step |
//! | [`raise`](Held::raise) | coordinates at its end |
//! | [`land`](Held::land) | percussions there |
//!
//! Knows neither a scheme nor how percussions are found from a contact problem.

use alloc::vec::Vec;

use nalgebra::DVector;

use super::ahead::Ahead;
use super::closed::Closed;
use super::find::Finder;
use super::impact::{self, ImpactRoom, Place};
use super::jump::{JumpRoom, land_velocity};
use super::marks::{Marks, add_step, guess};
use super::memory::{AssembledContactMemory, Clearances, Room as StepRoom, Shared};
use super::raise::RaiseRoom;
use super::strike::StrikeRoom;
use crate::drive::assembled::memory::{Room, resize, zeros};
use crate::drive::assembled::sums::Sums;
use crate::drive::contact::{Pressed, approaches};
use crate::drive::{ContactScheme, Interval, OnTheHeap};
use crate::family::{ContactItem, FamilyContacts, GapAt, Heap};
use crate::{Failure, Lagrangian, State, StateOf};
use extremal_numerics::Size;
use extremal_numerics::block::copied;
use extremal_percussions::{SolvedIslands, SparseContactSolver};

/// Room for a step whose contacts are held. It is kept.
#[derive(Clone, Debug)]
pub(super) struct HeldRoom<T: Size> {
    /// The contacts that are closed at the start.
    pub(super) closed: Closed<T>,
    pub(super) ahead: Ahead<T>,
    pub(super) impact: ImpactRoom<T>,
    pub(super) raise: RaiseRoom<T>,
    pub(super) jump: JumpRoom<T>,
    found: Vec<(ContactItem, GapAt<T>)>,
    marks: Marks<T>,
    /// The percussions of an impact at the start, in the rows of `closed`.
    struck: Vec<T>,
    /// A momentum.
    momentum: DVector<T>,
    /// The unknowns from which Newton's method begins.
    pub(super) from: DVector<T>,
}

impl<T: Size> Default for HeldRoom<T> {
    fn default() -> Self {
        Self {
            closed: Closed::default(),
            ahead: Ahead::default(),
            impact: ImpactRoom::default(),
            raise: RaiseRoom::default(),
            jump: JumpRoom::default(),
            found: Vec::new(),
            marks: Marks::default(),
            struck: Vec::new(),
            momentum: zeros(0),
            from: zeros(0),
        }
    }
}

/// Energies of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Account<T> {
    /// What percussions have taken, less what raised coordinates have given back.
    pub(super) lost: T,
    /// The work of all percussions of the step.
    pub(super) worked: T,
    /// s of the end.
    pub(super) restitution: T,
}

/// A step on its way.
pub(super) struct Held<'a, S: Lagrangian, D>
where
    S::Scalar: Size,
{
    pub(super) system: &'a S,
    pub(super) over: Interval<'a, S, D>,
    pub(super) finder: &'a mut Finder<S::Scalar>,
    pub(super) strike: &'a mut StrikeRoom<S::Scalar>,
    pub(super) room: &'a mut HeldRoom<S::Scalar>,
    /// The contacts that are closed at the end.
    pub(super) end: &'a mut Closed<S::Scalar>,
    pub(super) account: Account<S::Scalar>,
    /// How the contact problem of the step was solved.
    pub(super) solved: Option<SolvedIslands<S::Scalar>>,
}

impl<S, D, T> Held<'_, S, D>
where
    D: ContactScheme<Solver: SparseContactSolver>,
    S: OnTheHeap<D::Equations> + FamilyContacts + Lagrangian<Scalar = T>,
    T: Size,
{
    /// A step from the start, before which percussions have `lost` that energy.
    pub(super) fn new<'a>(
        system: &'a S,
        over: Interval<'a, S, D>,
        room: &'a mut StepRoom<T>,
        lost: T,
    ) -> Held<'a, S, D> {
        let StepRoom {
            finder,
            closed,
            strike,
            held,
            ..
        } = room;
        Held {
            system,
            over,
            finder,
            strike,
            room: held,
            end: Shared::make_mut(closed),
            account: Account {
                lost,
                worked: T::from_f64(0.0),
                restitution: T::from_f64(1.0),
            },
            solved: None,
        }
    }

    /// Finds the contacts that are closed at the start. The start after the impact of those that approach each other, if some
    /// do: a start, or a state that the caller has changed.
    pub(super) fn begin(
        &mut self,
        memory: &AssembledContactMemory<T>,
    ) -> Result<Option<StateOf<S>>, Failure> {
        let State { t, q, p } = self.over.state;
        self.room.closed.clear();
        self.room.struck.clear();
        let mut clearances = memory.clearances();
        self.finder.find(
            self.system,
            (*t, q.as_slice()),
            |item| clearances.of(item),
            &mut self.room.found,
        )?;
        if self.room.found.is_empty() {
            return Ok(None);
        }
        self.set_velocity((*t, q.as_slice()), p.as_slice())?;
        // Laws see the velocity that is carried.
        let carried = memory.steps.carried.velocity.as_slice();
        self.close_at_start(D::CARRIES_VELOCITY.then_some(carried))?;
        let struck = match self.approach() {
            true => Some(self.struck()?),
            false => None,
        };
        // What is held does not bounce.
        self.room.closed.restitution.fill(T::from_f64(0.0));
        memory.guess(&mut self.room.closed);
        Ok(struck)
    }

    /// Sets the velocity of a momentum, with the masses of its place. `room.momentum` becomes the momentum of this velocity.
    pub(super) fn set_velocity(&mut self, (t, q): (T, &[T]), p: &[T]) -> Result<(), Failure> {
        let ImpactRoom { masses, velocity, .. } = &mut self.room.impact;
        let momentum = &mut self.room.momentum;
        resize(momentum, p.len());
        copied(p, momentum.as_mut_slice());
        masses.factor_at(self.system, (t, q))?;
        masses.set_velocity(self.system, (t, q), (momentum.as_mut_slice(), velocity))
    }

    /// Whether a closed contact approaches by more than rounding.
    fn approach(&self) -> bool {
        let HeldRoom {
            closed,
            impact,
            found,
            ..
        } = &*self.room;
        let mut contacts = closed.contacts.iter().zip(found);
        contacts.any(|(contact, (_, at))| {
            let rate = closed.rate(contact.first, impact.velocity.as_slice());
            approaches(rate, (self.over.h, at.scale))
        })
    }

    /// Adds the contacts that are found at the start, with this velocity, or with that of the momentum.
    fn close_at_start(&mut self, velocity: Option<&[T]>) -> Result<(), Failure> {
        let (State { t, q, .. }, h) = (self.over.state, self.over.h);
        let HeldRoom {
            closed,
            found,
            impact,
            ..
        } = &mut *self.room;
        let velocity = velocity.unwrap_or(impact.velocity.as_slice());
        let node = (*t, q.as_slice(), velocity);
        let pressed = |force| Pressed::of::<D>(h, h, force);
        add(self.system, found, node, pressed, closed)
    }

    /// The start after its impact.
    fn struck(&mut self) -> Result<StateOf<S>, Failure> {
        let State { t, q, .. } = self.over.state;
        self.room.marks.forget();
        self.strike_at((*t, q.as_slice()), T::from_f64(0.0), &[])?;
        self.room.struck.extend_from_slice(&self.end.percussions);
        let state = State {
            t: *t,
            q: q.clone(),
            p: S::Configuration::clone(&self.room.momentum),
        };
        self.set_velocity((*t, q.as_slice()), state.p.as_slice())?;
        self.close_at_start(None)?;
        Ok(state)
    }

    /// The impact of the found contacts, which become those of the end. `room.momentum` is that before and after it, and `u` is
    /// the velocity of the step. s.
    fn strike_at(&mut self, (t, q): (T, &[T]), time: T, u: &[T]) -> Result<T, Failure> {
        let HeldRoom {
            found,
            impact,
            momentum,
            marks,
            closed,
            ..
        } = &mut *self.room;
        let node = (t, q, impact.velocity.as_slice());
        add(
            self.system,
            found,
            node,
            |force| Pressed { time, force },
            self.end,
        )?;
        guess(closed, marks.of_found(), self.end);
        let (system, h) = (self.system, self.over.h);
        let place = Place { system, t, q, h };
        let contacts = (&mut *self.end, marks.of_found(), u);
        let struck = impact::strike(
            &place,
            self.over.scheme.solver(),
            contacts,
            momentum.as_mut_slice(),
            impact,
        )?;
        self.account.worked = self.account.worked + struck.work;
        if system.constraint_count() > 0 {
            let ImpactRoom { masses, velocity, .. } = impact;
            masses.set_velocity(system, (t, q), (momentum.as_mut_slice(), velocity))?;
        }
        Ok(struck.restitution)
    }

    /// The percussions at the end of the step.
    pub(super) fn land(
        &mut self,
        sums: &Sums<'_, S, D::Equations>,
        (items, clearances): (&[ContactItem], Clearances<'_, T>),
        steps: &mut Room<T, Heap>,
    ) -> Result<(), Failure> {
        let HeldRoom {
            closed, marks, found, ..
        } = &mut *self.room;
        marks.leave(closed, self.strike.clearances(), (items, clearances));
        let (t, n) = (sums.known.t + sums.known.h, sums.known.q.len());
        let node = (t, steps.q.as_slice());
        self.finder.find(self.system, node, marks.closed(), found)?;
        marks.mark(found);
        self.end.clear();
        let is_free = self.room.found.is_empty();
        if is_free && sums.system.constraint_count() == 0 {
            return Ok(());
        }
        self.set_velocity((t, steps.q.as_slice()), steps.p.as_slice())?;
        if !is_free {
            let u = steps.x.as_slice().get(..n).unwrap_or_default();
            let worked = self.account.worked;
            let time = T::from_f64(0.5) * sums.known.h;
            self.account.restitution = self.strike_at((t, steps.q.as_slice()), time, u)?;
            let taken = worked - self.account.worked;
            self.account.lost = self.account.lost + taken;
            if D::CARRIES_VELOCITY {
                land_velocity(self.end, &mut self.room.impact.masses, steps)?;
            }
            let HeldRoom { closed, struck, .. } = &mut *self.room;
            let sums = closed.percussions.iter_mut().zip(&*struck);
            sums.for_each(|(p, &of_start)| *p = *p + of_start);
            add_step(closed, self.end);
        }
        copied(self.room.momentum.as_slice(), steps.p.as_mut_slice());
        let is_finite = steps.p.iter().all(|p| p.is_finite());
        let what = "momentum after percussions";
        is_finite.then_some(()).ok_or(Failure::NotFinite { what })
    }
}

/// Adds the contacts that were found.
fn add<S: FamilyContacts>(
    system: &S,
    found: &[(ContactItem, GapAt<S::Scalar>)],
    node: (S::Scalar, &[S::Scalar], &[S::Scalar]),
    pressed: impl Fn(S::Scalar) -> Pressed<S::Scalar>,
    closed: &mut Closed<S::Scalar>,
) -> Result<(), Failure>
where
    S::Scalar: Size,
{
    closed.clear();
    let mut each = found.iter();
    each.try_for_each(|&found| closed.add(system, found, node, &pressed))
}
