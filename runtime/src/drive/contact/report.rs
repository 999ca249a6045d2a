//! The report of a step with contacts.

use core::fmt;

use super::solve::Solution;
use super::{ContactScheme, Moving, ScalarOf};
use crate::contacts::{Contact, ContactState};
use crate::drive::{AtContact, AtItem, Interval, StepReport, generalized_energy};
use crate::equations::{Acceleration, Equations};
use crate::family::ContactForm;
use crate::kernels::Derived;
use crate::legendre::velocity_or_consistent;
use crate::newton::Convergence;
use crate::system::FixedSize;
use crate::{Contacts, State, StateOf};
use extremal_numerics::block::{at, sum, zeros};
use extremal_numerics::{Block, Scalar, Size, Vector};
use extremal_percussions::Solved;

/// The report of a step from node k to node k + 1 of a system with contacts: R rows, contact by contact the normal row, then
/// its slip rows.
///
/// The percussions act at node k, at the start of the step. Rows of contacts that are not closed there are zero.
///
/// [`NonsmoothMidpoint`](type@crate::schemes::NonsmoothMidpoint), and with dry friction
/// [`Midpoint`](crate::schemes::Midpoint) and [`Livens`](crate::schemes::Livens), have percussions at both ends of a step.
/// Their report is that of node k + 1: P are the sums of both, γ⁻ and γ⁺ are the contact velocities before and after those at
/// node k + 1, and `right` is the end of the step, with its `velocity`.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "ScalarOf<S>: serde::Serialize",
        deserialize = "ScalarOf<S>: serde::Deserialize<'de>"
    ))
)]
pub struct ContactReport<S: Contacts> {
    /// How the equations of the step were solved.
    pub convergence: Convergence,
    /// How the last contact problem of the step was solved; zeros if no contact is closed, and where one keeps its
    /// percussion without a problem.
    pub solved: Solved<ScalarOf<S>>,
    /// (t, q, p⁺) at node k, with the momentum on the right of the percussions, before the impulses of constraints in the step.
    /// With [`ClosedGaps`](crate::schemes::ClosedGaps) q is q₀ − d₋, where the equations of the step start.
    pub right: StateOf<S>,
    /// u, the velocity of the step.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::vector"))]
    pub velocity: S::Velocity,
    /// g at node k.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::vector"))]
    pub gaps: S::Gaps,
    /// P, R numbers.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::vector"))]
    pub percussions: S::Percussions,
    /// γ⁻ = W u⁻ + η with the velocity of the step before, R numbers.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::vector"))]
    pub before: S::Percussions,
    /// γ⁺ = W u + η, R numbers.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::vector"))]
    pub after: S::Percussions,
    /// The state of each contact: open, stick or slip.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::states"))]
    pub states: S::States,
    /// The closed contacts are not [`ContactState::Open`] here, whether they have a percussion or not.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::states"))]
    pub closed: S::States,
    /// [`work`](Self::work)
    pub(super) worked: ScalarOf<S>,
    /// s in [0, 1]: restitutions of this step are s e and s `e_T`. Less than one only where no solution of Newton's law is
    /// found for the contacts that are closed together, mostly because there is none, so that all restitutions give way; with
    /// [`NonsmoothMidpoint`](type@crate::schemes::NonsmoothMidpoint) also where it would gain energy.
    pub restitution: ScalarOf<S>,
}

impl<S: Contacts> Clone for ContactReport<S> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Contacts> Copy for ContactReport<S> {}

impl<S: Contacts> fmt::Debug for ContactReport<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ContactReport")
            .field("convergence", &self.convergence)
            .field("solved", &self.solved)
            .field("right", &self.right)
            .field("velocity", &self.velocity)
            .field("gaps", &self.gaps)
            .field("percussions", &self.percussions)
            .field("before", &self.before)
            .field("after", &self.after)
            .field("states", &self.states)
            .field("closed", &self.closed)
            .field("worked", &self.worked)
            .field("restitution", &self.restitution)
            .finish()
    }
}

impl<S: Contacts> PartialEq for ContactReport<S> {
    fn eq(&self, other: &Self) -> bool {
        self.convergence == other.convergence
            && self.solved == other.solved
            && self.right == other.right
            && self.velocity == other.velocity
            && self.gaps == other.gaps
            && self.percussions == other.percussions
            && self.before == other.before
            && self.after == other.after
            && self.states == other.states
            && self.closed == other.closed
            && self.worked == other.worked
            && self.restitution == other.restitution
    }
}

impl<T, V, S: Contacts<Scalar = T, Velocity = V>> StepReport<T, V> for ContactReport<S> {
    const CONTACTS: &'static [Contact] = S::CONTACTS;
    const FORMS: &'static [ContactForm] = &[];

    #[inline]
    fn end_velocity(&self) -> Option<V> {
        Some(self.velocity)
    }

    fn each_contact(&self, visit: &mut dyn FnMut(AtContact<'_, T>)) {
        self.contacts().for_each(visit);
    }

    fn each_item(&self, _: &mut dyn FnMut(AtItem<'_, T>)) {}
}

impl<S: Contacts> ContactReport<S> {
    /// The contacts, in the order declared.
    pub fn contacts(&self) -> impl Iterator<Item = AtContact<'_, ScalarOf<S>>> {
        let states = self.states.as_slice().iter().zip(self.closed.as_slice());
        let contacts = S::CONTACTS.iter().zip(states).zip(self.gaps.as_slice());
        contacts.scan(0, |first, ((contact, (&state, &closed)), &gap)| {
            let rows = *first..*first + 1 + contact.slips;
            *first = rows.end;
            let [percussions, before, after] = [&self.percussions, &self.before, &self.after]
                .map(|block| block.as_slice().get(rows.clone()).unwrap_or_default());
            Some(AtContact {
                contact,
                state,
                is_closed: closed != ContactState::Open,
                gap,
                percussions,
                before,
                after,
            })
        })
    }

    /// The contact of a name, `"floor"`, or `"corner[2]"` of an array; `None` if no contact has it.
    ///
    /// ```
    /// use extremal::prelude::*;
    ///
    /// #[derive(Lagrangian)]
    /// #[lagrangian(
    ///     coordinates(y),
    ///     kinetic = 0.5 * m * dt(y).powi(2),
    ///     potential = 9.81 * m * y,
    ///     contact(floor, gap = y),
    ///     discretize(Moreau)
    /// )]
    /// struct Weight {
    ///     m: f64,
    /// }
    ///
    /// let h = 1e-3;
    /// let mut motion = Integrator::new(Weight { m: 2.0 }, Moreau, h, [0.0], [0.0])?;
    /// motion.step()?; // the first step carries half of the forces
    /// let report = motion.step()?;
    /// let floor = report.contact("floor").expect("its name");
    /// assert!((floor.percussions[0] / h - 2.0 * 9.81).abs() < 1e-9); // the force that carries it
    /// assert!(report.contact("wall").is_none());
    /// # Ok::<(), extremal::Error>(())
    /// ```
    pub fn contact(&self, name: &str) -> Option<AtContact<'_, ScalarOf<S>>> {
        self.contacts().find(|at| at.contact.name == name)
    }

    /// ½ P·(γ⁺ + γ⁻), the work of the percussions on the bodies, and on what moves gaps and slips that depend on t: a belt with
    /// the velocity b, slip = ẋ − b, is moved by −P, whose work is P b.
    ///
    /// It is at most zero where closed contacts approach each other, `γ_N⁻` ≤ 0, and have no friction; or everywhere, if e and
    /// `e_T` are 1. With friction and one common restitution e = `e_T` it is so but for what forces do in the step: friction
    /// may act along γ⁻, if forces have turned the slip in the step. Newton's law with different restitutions and friction may
    /// gain energy.
    ///
    /// Where percussions act at both ends of a step it is the sum of both, each with the velocities before and after it at its
    /// end, without what raises deep contacts.
    pub fn work(&self) -> ScalarOf<S> {
        self.worked
    }

    /// E = p·v − L of the momentum on the right of the node: the energy after the percussions.
    ///
    /// Without inputs and dissipation it changes by O(h²) between impacts, but for [`Moreau`](type@crate::schemes::Moreau)
    /// where M depends on q: there it drifts by O(h). E of the velocity u has a sawtooth of O(h). An impact with e = 1 and no
    /// friction keeps it to O(h²), and to O(h) where M depends on q.
    pub fn energy(&self, system: &S) -> ScalarOf<S> {
        let State { t, q, p } = self.right;
        let velocity = velocity_or_consistent(system, t, &q, &p);
        generalized_energy(system, &self.right, &velocity)
    }
}

impl<S: Contacts> ContactReport<S>
where
    ScalarOf<S>: Size,
{
    /// The largest −g, at least zero: how far bodies are in each other.
    pub fn penetration(&self) -> ScalarOf<S> {
        penetration(self.gaps.as_slice())
    }

    /// The report of a step with closed contacts, from the velocity before it.
    #[inline(always)]
    pub(super) fn closed<D, T>(
        system: &S,
        over: &Interval<'_, S, D>,
        (from, solution): (&S::Velocity, &Solution<'_, S, T>),
    ) -> Self
    where
        D: ContactScheme<Equations = T>,
        S: Derived<T> + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
    {
        let velocity = solution.velocity();
        let closed = solution.closed;
        let struck = State {
            p: sum(&over.state.p, &closed.impulse(&solution.active)),
            ..*over.state
        };
        let over = over.of(over.scheme, over.h, &struck);
        let before = closed.expanded(|row| at(closed.before.as_slice(), row));
        let after = closed.expanded(|row| closed.rate(row, velocity.as_slice()));
        Self {
            solved: solution.solved,
            percussions: solution.percussions,
            worked: work(
                solution.percussions.as_slice(),
                before.as_slice(),
                after.as_slice(),
            ),
            before,
            after,
            states: solution.states(&velocity),
            closed: closed.is_closed,
            ..Self::open(system, &over, [from, &velocity], solution.convergence)
        }
    }

    /// The report of a step without the numbers of its contacts, for steps whose reports are dropped.
    #[inline(always)]
    pub(super) fn none(start: &StateOf<S>, velocity: &S::Velocity) -> Self {
        let open = S::States::filled(ContactState::Open);
        Self {
            convergence: Convergence::default(),
            solved: unsolved(),
            right: *start,
            velocity: *velocity,
            gaps: zeros(),
            percussions: zeros(),
            before: zeros(),
            after: zeros(),
            states: open,
            closed: open,
            worked: ScalarOf::<S>::from_f64(0.0),
            restitution: ScalarOf::<S>::from_f64(1.0),
        }
    }

    /// The report of a step without closed contacts, with the velocities before it and in it.
    #[inline(always)]
    pub(super) fn open<D, T>(
        system: &S,
        over: &Interval<'_, S, D>,
        [from, velocity]: [&S::Velocity; 2],
        convergence: Convergence,
    ) -> Self
    where
        D: ContactScheme<Equations = T>,
        S: Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
    {
        let open = S::States::from_fn(|_| ContactState::Open);
        Self {
            convergence,
            solved: unsolved(),
            right: right(system, over, [from, velocity]),
            velocity: *velocity,
            gaps: system.gaps(over.state.t, &over.state.q),
            percussions: zeros(),
            before: zeros(),
            after: zeros(),
            states: open,
            closed: open,
            worked: ScalarOf::<S>::from_f64(0.0),
            restitution: ScalarOf::<S>::from_f64(1.0),
        }
    }
}

/// ½ P·(γ⁺ + γ⁻)
pub(in crate::drive) fn work<T: Scalar>(percussions: &[T], before: &[T], after: &[T]) -> T {
    let terms = percussions.iter().zip(before.iter().zip(after));
    T::from_f64(0.5)
        * terms.fold(T::from_f64(0.0), |sum, (&p, (&before, &after))| {
            sum + p * (before + after)
        })
}

/// The largest −g, at least zero.
pub(in crate::drive) fn penetration<T: Size>(gaps: &[T]) -> T {
    gaps.iter().fold(
        T::from_f64(0.0),
        |most, &gap| if -gap > most { -gap } else { most },
    )
}

/// The report of a contact solver that had nothing to solve.
#[inline(always)]
pub(in crate::drive) fn unsolved<T: Scalar>() -> Solved<T> {
    Solved {
        iterations: 0,
        sweeps: 0,
        residual: T::from_f64(0.0),
    }
}

/// The state on the right of a node, from p = p₀ + Wᵀ P and the velocities before and after it. Forces that lag are replaced
/// by those on the right: p⁺ = p + h/2 (h(q, u₋) − h(q, u)), before impulses of constraints as in the other schemes.
#[inline(always)]
fn right<S, D>(system: &S, over: &Interval<'_, S, D>, velocities: [&S::Velocity; 2]) -> StateOf<S>
where
    D: ContactScheme,
    S: FixedSize + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
{
    let State { t, q, p } = *over.state;
    if !D::HAS_LAGGING_FORCES {
        return *over.state;
    }
    // At rest of acceleration the residual is −h(q, v).
    let [before, after] = velocities.map(|velocity| {
        let (mut r, mut scale): (<S as Equations<Acceleration>>::Unknown, _) = (zeros(), zeros());
        let moving = (t, q, *velocity, *over.inputs);
        Equations::<Acceleration>::residual(system, &moving, &zeros(), &mut r, &mut scale);
        r
    });
    let half = ScalarOf::<S>::from_f64(0.5) * over.h;
    let p = S::Momentum::from_fn(|k| {
        at(p.as_slice(), k) + half * (at(after.as_slice(), k) - at(before.as_slice(), k))
    });
    State { t, q, p }
}
