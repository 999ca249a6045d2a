//! What a correction has done: the step after it starts without it, and has it for good at its end or not.
//!
//! ```text
//! q* = q₀ − d₋ + h u,   then q* + d₋ if no contact leaves that d₋ has pushed, and E(q* + d₋, u) − E(q*, u) ≤ lost
//! ```
//!
//! A bounce goes on as it would without the correction, from below zero: a correction lifts bodies, and if bounces started from
//! there the energy of each would grow by as much, so that they never ended. What stays closed is lifted for good where
//! percussions have taken as much energy before, the energy `lost`, so that E never exceeds that of the start. Where they have
//! not, as with e = 1, it is lifted again in each step. The rule is the same for systems of fixed and of any size.

use super::{Correction, normals};
use crate::contacts::{Contacts, zero_gap};
use crate::drive::contact::{ContactScheme, Moving, ScalarOf};
use crate::drive::generalized_energy;
use crate::equations::{Acceleration, Equations};
use crate::kernels::Derived;
use crate::{Lagrangian, State, StateOf};
use extremal_numerics::block::{RowMajor, at, zeros};
use extremal_numerics::numbers::{read_block, visit_block};
use extremal_numerics::{Block, Numbers, Scalar, Size, Vector};

/// What a correction leaves to the next step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::drive) struct Pushed<G, Q> {
    /// ν of each contact.
    pub(super) pushes: G,
    /// d, zero if nothing is pushed.
    pub(super) by: Q,
}

impl<G, Q> Pushed<G, Q> {
    pub(in crate::drive) fn none<T: Scalar>() -> Self
    where
        G: Block<T>,
        Q: Block<T>,
    {
        Self {
            pushes: zeros(),
            by: zeros(),
        }
    }
}

impl<T: Scalar, G: Block<T>, Q: Block<T>> Numbers<T> for Pushed<G, Q> {
    const COUNT: usize = G::LEN + Q::LEN;

    fn for_each(&self, visit: &mut impl FnMut(T)) {
        visit_block(&self.pushes, visit);
        visit_block(&self.by, visit);
    }

    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        Ok(Self {
            pushes: read_block(next)?,
            by: read_block(next)?,
        })
    }
}

impl<G, Q> Pushed<G, Q> {
    /// Whether no contact is pushed.
    pub(in crate::drive::contact) fn is_none<T: Size>(&self) -> bool
    where
        G: Block<T>,
    {
        self.pushes
            .as_slice()
            .iter()
            .all(|&push| push == T::from_f64(0.0))
    }

    /// ν of each contact.
    pub(in crate::drive::contact) fn pushes(&self) -> &G {
        &self.pushes
    }
}

pub(in crate::drive::contact) type PushedOf<S> =
    Pushed<<S as Contacts>::Gaps, <S as Lagrangian>::Configuration>;

/// The start q − d of a step from `state`, with the momentum of the same velocity.
pub(in crate::drive::contact) fn start_of<S>(
    system: &S,
    state: &StateOf<S>,
    (pushed, velocity): (&PushedOf<S>, &S::Velocity),
) -> StateOf<S>
where
    S: Contacts,
    ScalarOf<S>: Size,
{
    if pushed.is_none() {
        return *state;
    }
    let State { t, q, p } = *state;
    let from = S::Configuration::from_fn(|k| at(q.as_slice(), k) - at(pushed.by.as_slice(), k));
    let [there, here] = [&from, &q].map(|q| system.momentum(t, q, velocity));
    let moved = |k| at(there.as_slice(), k) - at(here.as_slice(), k);
    State {
        t,
        q: from,
        p: S::Momentum::from_fn(|k| at(p.as_slice(), k) + moved(k)),
    }
}

/// The end of a step with the correction before it.
pub(super) struct Given<S: Contacts> {
    pub(super) q: S::Configuration,
    pub(super) kept: Kept<ScalarOf<S>>,
}

impl<S, D, T> Correction<'_, S, D, T>
where
    D: ContactScheme<Equations = T>,
    S: Derived<T> + Contacts + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
    ScalarOf<S>: Size,
{
    /// The end with the correction before; `None` if that has pushed nothing.
    pub(super) fn given(&self) -> Option<Given<S>> {
        let Pushed { pushes, by } = self.pushed;
        if self.pushed.is_none() {
            return None;
        }
        let State { t, q: ended, .. } = *self.end;
        let q = S::Configuration::from_fn(|k| at(ended.as_slice(), k) + at(by.as_slice(), k));
        let (directions, rates) = self.system.directions(t, &q);
        let directions = RowMajor::new(directions.as_slice(), S::Velocity::LEN);
        let scales = self.system.gap_scales(t, &q);
        let is_leaving = normals::<S>(pushes).any(|(contact, row)| {
            let rate = directions.dot(row, self.velocity.as_slice()) + at(rates.as_slice(), row);
            let moved = [self.over.h * rate, directions.dot(row, by.as_slice())];
            leaves(moved, at(scales.as_slice(), contact))
        });
        let kept = Kept {
            leaves: is_leaving,
            energy: self.energy(&q) - self.energy(&ended),
        };
        Some(Given { q, kept })
    }

    /// E(q, u)
    fn energy(&self, q: &S::Configuration) -> ScalarOf<S> {
        let t = self.end.t;
        let p = self.system.momentum(t, q, self.velocity);
        generalized_energy(self.system, &StateOf::<S> { t, q: *q, p }, self.velocity)
    }
}

/// A correction that may be given for good.
#[derive(Clone, Copy, Debug)]
pub(in crate::drive) struct Kept<T> {
    /// Whether a contact leaves that it has pushed.
    pub(in crate::drive) leaves: bool,
    /// The energy that it adds.
    pub(in crate::drive) energy: T,
}

impl<T: Size> Kept<T> {
    /// How many q* there are at most from the end without the correction, where percussions have taken the energy `lost`; zero
    /// if the correction is given for good. What cannot be withdrawn from one place is given if it is paid.
    pub(in crate::drive) fn starts(&self, lost: T) -> usize {
        let is_paid = self.energy <= lost;
        match (is_paid, self.leaves) {
            (true, false) => 0,
            (true, true) => 1,
            (false, _) => super::MOST_STARTS,
        }
    }
}

/// Whether a contact leaves that moves by h γ⁺ after it was lifted by some depth, with a gap whose summands have this scale. Of
/// one that stays, γ⁺ is rounding, or moves it by no more than that.
pub(in crate::drive) fn leaves<T: Size>([moved, depth]: [T; 2], scale: T) -> bool {
    let rest = Scalar::sqrt(T::from_f64(T::EPSILON)) * Scalar::abs(depth);
    moved > super::larger(rest, zero_gap(scale))
}

/// The energy that percussions have taken, after some more of it, or less: what they give, as a floor that moves does, is no
/// debt. What a correction gives that could not be withdrawn is one.
pub(in crate::drive) fn taken<T: Size>(lost: T, more: T) -> T {
    let (zero, sum) = (T::from_f64(0.0), lost + more);
    if more < zero {
        super::larger(sum, if lost < zero { lost } else { zero })
    } else {
        sum
    }
}
