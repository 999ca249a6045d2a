//! The closed contacts of a node: their rows, one after the other, and the problem of their percussions.
//!
//! Knows no step.

use super::gaps::{rounded, start_of};
use super::memory::MemoryWith;
use super::pressed::Pressed;
use super::{ContactScheme, MemoryOf, Percussive, ScalarOf};
use crate::contacts::{Contact, ContactState, Law, check_known_laws};
use crate::drive::{Interval, Remembers, Reporter};
use crate::kernels::Derived;
use crate::legendre::velocity_or_consistent;
use crate::{Contacts, Failure, StateOf};
use extremal_numerics::block::{RowMajor, at, rows, write, zeros};
use extremal_numerics::{Block, Scalar, Size, Vector};
use extremal_percussions::ActiveContact;

/// The gaps that decide whether a contact is closed: g, or g + h/2 dg/dt with the velocity before the step.
#[inline]
pub(super) fn near<S, D, T, M>(system: &S, over: &Interval<'_, S, D>, memory: &MemoryWith<S, M>) -> S::Gaps
where
    D: ContactScheme<Equations = T>,
    S: Derived<T> + Contacts,
    ScalarOf<S>: Size,
    S::Reporter: Reporter<S, T>,
    M: Remembers<S::Carried, S::Constants>,
{
    let (t, q) = (over.state.t, &over.state.q);
    let gaps = system.gaps(t, q);
    let gaps = if D::CLOSES_GAPS || D::HOLDS_CONTACTS {
        rounded(system, (t, q), (&gaps, &memory.clearance))
    } else {
        gaps
    };
    if !D::LOOKS_AHEAD {
        return gaps;
    }
    let velocity = velocity_before::<S, D, T, M>(system, over, &memory.steps);
    let (directions, rates) = system.directions(t, q);
    let directions = RowMajor::new(directions.as_slice(), S::Velocity::LEN);
    let half = ScalarOf::<S>::from_f64(0.5) * over.h;
    let mut normals = S::CONTACTS.iter().scan(0, |next, contact| {
        let row = *next;
        *next += 1 + contact.slips;
        Some(row)
    });
    S::Gaps::from_fn(|i| {
        let row = normals.next().unwrap_or_default();
        let rate = directions.dot(row, velocity.as_slice()) + at(rates.as_slice(), row);
        at(gaps.as_slice(), i) + half * rate
    })
}

/// The velocity at the start of a step: the one that is carried, or else that of the momentum.
#[inline]
pub(super) fn velocity_before<S, D, T, M>(system: &S, over: &Interval<'_, S, D>, memory: &M) -> S::Velocity
where
    S: Derived<T> + Contacts,
    S::Reporter: Reporter<S, T>,
    M: Remembers<S::Carried, S::Constants>,
{
    let carried = S::Reporter::velocity(&memory.carry().carried);
    carried.unwrap_or_else(|| velocity_or_consistent(system, over.state.t, &over.state.q, &over.state.p))
}

/// The start of the equations of a step, which is without the correction before it.
#[inline]
pub(super) fn start<S, D, T>(system: &S, over: &Interval<'_, S, D>, memory: &MemoryOf<S, T>) -> StateOf<S>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    if !D::CLOSES_GAPS {
        return *over.state;
    }
    let velocity = velocity_before::<S, D, T, _>(system, over, &memory.steps);
    start_of(system, over.state, (&memory.pushed, &velocity))
}

/// Whether some contact is closed: its gap is no larger than its clearance. A gap that is not a number is not open.
#[inline]
pub(super) fn are_closed<T: Size, G: Block<T>>(gaps: &G, clearance: &G) -> bool {
    let mut gaps = gaps.as_slice().iter().zip(clearance.as_slice());
    !gaps.all(|(gap, clearance)| gap > clearance)
}

/// A closed contact: its place among all contacts, and its first row among all rows and among those of closed contacts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<T> {
    pub(super) contact: usize,
    pub(super) row: usize,
    pub(super) first: usize,
    pub(super) slips: usize,
    pub(super) friction: T,
    /// Of what has no gap.
    pub(super) pressed: Option<Pressed<T>>,
}

/// The closed contacts of a node. Their rows come first in every block, in order; what follows them has no meaning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closed<S: Contacts> {
    /// [`ContactState::Stick`] for each contact that is closed.
    pub(super) is_closed: S::States,
    pub(super) contacts: S::Closed,
    /// τ and f of each contact without a gap, in the order of all contacts.
    pub(super) pressed: [S::Gaps; 2],
    /// How many contacts are closed.
    pub(super) count: usize,
    /// How many rows they have.
    pub(super) rows: usize,
    /// W
    pub(super) directions: S::Directions,
    /// η
    pub(super) rates: S::Percussions,
    /// γ⁻
    pub(super) before: S::Percussions,
    /// e or `e_T` of the row.
    pub(super) restitution: S::Percussions,
    /// A guess for P.
    pub(super) guess: S::Percussions,
    /// Whether all of them rested in the last step.
    pub(super) has_rested: bool,
}

impl<S: Contacts> Closed<S>
where
    ScalarOf<S>: Size,
{
    /// No contact.
    pub(super) fn none() -> Self {
        Self {
            is_closed: S::States::filled(ContactState::Open),
            contacts: S::Closed::filled(ActiveContact {
                slips: 0,
                friction: ScalarOf::<S>::from_f64(0.0),
            }),
            pressed: [zeros(), zeros()],
            count: 0,
            rows: 0,
            directions: zeros(),
            rates: zeros(),
            before: zeros(),
            restitution: zeros(),
            guess: zeros(),
            has_rested: false,
        }
    }

    /// Whether all of them rested in the step that left this clearance, which is zero for others.
    pub(super) fn rest_with(&self, clearance: &S::Gaps) -> bool {
        let contacts = S::CONTACTS
            .iter()
            .zip(self.is_closed.as_slice())
            .zip(clearance.as_slice());
        let mut closed = contacts.filter(|((_, state), _)| **state != ContactState::Open);
        closed.all(|((contact, _), &clearance)| contact.has_gap && clearance > ScalarOf::<S>::from_f64(0.0))
    }

    /// Adds the contacts whose gaps are not above zero, where `pressed` tells what has no gap by its place and its force. In
    /// place: without optimisation each return is a copy on the stack. The percussions are guesses, and so are the reactions.
    pub(super) fn add(
        &mut self,
        system: &S,
        (t, q): (ScalarOf<S>, &S::Configuration),
        (gaps, pressed): (&S::Gaps, impl Fn(usize, ScalarOf<S>) -> Pressed<ScalarOf<S>>),
        velocity: &S::Velocity,
        (guess, reactions): (&S::Percussions, &S::Reactions),
    ) -> Result<(), Failure> {
        if !gaps.as_slice().iter().all(|gap| gap.is_finite()) {
            return Err(Failure::NotFinite { what: "gap" });
        }
        let laws = system.laws(t, q, velocity, reactions);
        // Forces that belong to other reactions than those of this node are guesses.
        let is_known = |contact: &Contact| contact.has_gap || S::Reactions::LEN == 0;
        check_known_laws::<S>(&laws, is_known)?;
        let (directions, rates) = system.directions(t, q);
        let mut first = 0;
        let contacts = S::CONTACTS.iter().zip(laws.as_slice()).zip(gaps.as_slice());
        for (i, ((contact, law), &gap)) in contacts.enumerate() {
            if gap <= ScalarOf::<S>::from_f64(0.0) {
                if let Some(state) = self.is_closed.as_mut_slice().get_mut(i) {
                    *state = ContactState::Stick;
                }
                let pressed = (!contact.has_gap).then(|| pressed(i, law.friction_or_none()));
                self.push((i, contact), (law, pressed));
                for row in 0..=contact.slips {
                    let e = if row == 0 {
                        law.restitution
                    } else {
                        law.restitution_t
                    };
                    let guess = match &pressed {
                        Some(pressed) if row == 0 => pressed.percussion(),
                        _ => at(guess.as_slice(), first + row),
                    };
                    let values = (at(rates.as_slice(), first + row), e, guess);
                    self.push_row(&directions, first + row, velocity, values);
                }
            }
            first += 1 + contact.slips;
        }
        Ok(())
    }

    fn push(
        &mut self,
        (i, contact): (usize, &Contact),
        (law, pressed): (&Law<ScalarOf<S>>, Option<Pressed<ScalarOf<S>>>),
    ) {
        if let Some(place) = self.contacts.as_mut_slice().get_mut(self.count) {
            *place = ActiveContact {
                slips: contact.slips,
                friction: pressed.map_or(law.friction, |_| Pressed::friction()),
            };
        }
        if let Some(Pressed { time, force }) = pressed {
            let [times, forces] = &mut self.pressed;
            write(times, i, time);
            write(forces, i, force);
        }
        self.count += 1;
    }

    fn push_row(
        &mut self,
        directions: &S::Directions,
        row: usize,
        velocity: &S::Velocity,
        (rate, restitution, guess): (ScalarOf<S>, ScalarOf<S>, ScalarOf<S>),
    ) {
        let n = S::Velocity::LEN;
        let directions = RowMajor::new(directions.as_slice(), n);
        let before = directions.dot(row, velocity.as_slice()) + rate;
        let places = n * self.rows..n * self.rows + n;
        if let Some(to) = self.directions.as_mut_slice().get_mut(places) {
            to.iter_mut()
                .zip(directions.row(row))
                .for_each(|(to, &from)| *to = from);
        }
        write(&mut self.rates, self.rows, rate);
        write(&mut self.before, self.rows, before);
        write(&mut self.restitution, self.rows, restitution);
        write(&mut self.guess, self.rows, guess);
        self.rows += 1;
    }

    /// The closed contacts.
    pub(super) fn contacts(&self) -> &[ActiveContact<ScalarOf<S>>] {
        self.contacts.as_slice().get(..self.count).unwrap_or_default()
    }

    /// W
    #[inline]
    pub(super) fn directions(&self) -> RowMajor<'_, ScalarOf<S>> {
        RowMajor::new(self.directions.as_slice(), S::Velocity::LEN)
    }

    /// Wᵀ P
    pub(super) fn impulse(&self, percussions: &S::Percussions) -> S::Momentum {
        let mut impulse: S::Momentum = zeros();
        let rows = rows(self.directions.as_slice(), S::Momentum::LEN);
        for (row, &p) in rows.zip(percussions.as_slice()).take(self.rows) {
            let sums = impulse.as_mut_slice().iter_mut().zip(row);
            sums.for_each(|(sum, &w)| *sum = *sum + w * p);
        }
        impulse
    }

    /// Σ |Wᵀ P|
    pub(super) fn impulse_size(&self, percussions: &S::Percussions, k: usize) -> ScalarOf<S> {
        let n = S::Momentum::LEN;
        let rows = rows(self.directions.as_slice(), n)
            .zip(percussions.as_slice())
            .take(self.rows);
        rows.fold(ScalarOf::<S>::from_f64(0.0), |sum, (row, &p)| {
            sum + Scalar::abs(at(row, k) * p)
        })
    }

    /// γ of a row.
    pub(super) fn rate(&self, row: usize, velocity: &[ScalarOf<S>]) -> ScalarOf<S> {
        self.directions().dot(row, velocity) + at(self.rates.as_slice(), row)
    }

    /// c of a row with its scale: γ + e γ⁻ for the velocity without percussions.
    pub(super) fn free(&self, row: usize, velocity: &[ScalarOf<S>]) -> [ScalarOf<S>; 2] {
        let [rate, before, e] =
            [&self.rates, &self.before, &self.restitution].map(|block| at(block.as_slice(), row));
        let directions = self.directions();
        let back = e * before;
        [
            directions.dot(row, velocity) + rate + back,
            directions.dot_of_sizes(row, velocity) + Scalar::abs(rate) + Scalar::abs(back),
        ]
    }

    /// The closed contacts, each with its rows.
    pub(super) fn places(&self) -> impl Iterator<Item = Place<ScalarOf<S>>> {
        let all = S::CONTACTS.iter().zip(self.is_closed.as_slice()).enumerate();
        // The row among all rows, that among those of closed contacts, and the number of closed contacts so far.
        let places = all.scan(
            [0; 3],
            |[row, first, count], (contact, (&Contact { slips, has_gap, .. }, state))| {
                let is_closed = *state != ContactState::Open;
                let friction = |active: &ActiveContact<_>| active.friction;
                let place = Place {
                    contact,
                    row: *row,
                    first: *first,
                    slips,
                    friction: self
                        .contacts()
                        .get(*count)
                        .map_or(ScalarOf::<S>::from_f64(0.0), friction),
                    pressed: (!has_gap).then(|| {
                        let [time, force] = self.pressed.each_ref().map(|of| at(of.as_slice(), contact));
                        Pressed { time, force }
                    }),
                };
                *row += 1 + slips;
                if is_closed {
                    *first += 1 + slips;
                    *count += 1;
                }
                Some(is_closed.then_some(place))
            },
        );
        places.flatten()
    }

    /// τ of dry friction, if some acts.
    pub(super) fn time_of_friction(&self) -> Option<ScalarOf<S>> {
        let mut times = self.places().filter_map(|place| Some(place.pressed?.time));
        times.find(|&time| time > ScalarOf::<S>::from_f64(0.0))
    }

    /// Presses what has no gap: sets its normal rows of G, and of c with its scales.
    pub(super) fn press(
        &self,
        delassus: &mut S::Delassus,
        rates: &mut S::Percussions,
        scales: &mut S::Percussions,
    ) {
        if all_have_gaps::<S>() {
            return;
        }
        let places = self
            .places()
            .filter_map(|place| Some((place.first, place.slips, place.pressed?)));
        for (first, slips, pressed) in places {
            let diagonal =
                (first + 1..=first + slips).map(|row| at(delassus.as_slice(), (self.rows + 1) * row));
            let [own, free] = pressed.normal(diagonal);
            if let Some(entry) = delassus.as_mut_slice().get_mut((self.rows + 1) * first) {
                *entry = own;
            }
            write(rates, first, free);
            write(scales, first, Scalar::abs(free));
        }
    }

    /// P as it is reported: of what has no gap, `P_N` is none.
    pub(super) fn reported(&self, percussions: &S::Percussions) -> S::Percussions {
        let mut all = self.expanded(|row| at(percussions.as_slice(), row));
        if all_have_gaps::<S>() {
            return all;
        }
        let pressed = self.places().filter(|place| place.pressed.is_some());
        pressed.for_each(|place| write(&mut all, place.row, ScalarOf::<S>::from_f64(0.0)));
        all
    }

    /// `of(row)` in the places of the closed contacts among all rows, and zeros elsewhere.
    pub(super) fn expanded(&self, of: impl Fn(usize) -> ScalarOf<S>) -> S::Percussions {
        let mut all: S::Percussions = zeros();
        for place in self.places() {
            for (to, row) in place.rows() {
                write(&mut all, to, of(row));
            }
        }
        all
    }
}

/// Whether there is no dry friction, which the compiler knows.
#[inline]
fn all_have_gaps<S: Contacts>() -> bool {
    S::CONTACTS.iter().all(|contact| contact.has_gap)
}

impl<T> Place<T> {
    /// Each row among all rows, and among those of closed contacts.
    pub(super) fn rows(&self) -> impl Iterator<Item = (usize, usize)> {
        let (row, first) = (self.row, self.first);
        (0..=self.slips).map(move |k| (row + k, first + k))
    }
}
