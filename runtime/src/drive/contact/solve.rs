//! Velocity and percussions of a step, solved together: the method of Josephy and Newton.
//!
//! ```text
//! A = ∂r/∂x,   x_f = x − A⁻¹ r,   G = −W A⁻¹ Wᵀ,   c = W x_f + η + e γ⁻:   ξ = G P + c,   dx = −A⁻¹ (r + Wᵀ P)
//! ```
//!
//! Each iteration solves the contact problem of the linearized equations exactly, so that the laws hold for every iterate, and
//! the equations to rounding at the last. Linear equations take one contact problem, and then the step from the momentum after
//! its percussions. Where the method fails from its guesses it begins at rest, x = 0: constraints without t have the same
//! normals at both ends of such a step, so that G is symmetric. Elsewhere it may follow one of several solutions to its end.

mod again;
mod carried;
mod held;
mod problem;
mod states;

use core::cell::Cell;
use core::marker::PhantomData;

use super::ahead::Ahead;
use super::bounds::settle;
use super::closed::{Closed, start, velocity_before};
use super::gaps::rounded;
use super::pressed::Pressed;
use super::report::unsolved;
use super::{ContactScheme, MemoryOf, Percussive, ScalarOf};
use crate::drive::contact::resume::Resume;
use crate::drive::solve::end_state;
use crate::drive::{Interval, Remembers};
use crate::equations::{Equations, is_stable};
use crate::kernels::{Derived, ElementOf, End, EndOf, displacement_scales, unknowns_at};
use crate::newton::{self, Convergence};
use crate::{Contacts, Failure, StateOf};
use extremal_numerics::block::{RowMajor, at, is_finite, zeros};
use extremal_numerics::{Block, Scalar, Size, SizeOf, Vector};
use extremal_percussions::Solved;
use held::depths;

/// The solution of a step with percussions.
pub(super) struct Solution<'a, S: Contacts + Derived<T>, T> {
    pub(super) x: S::Stages,
    pub(super) state: StateOf<S>,
    pub(super) end: EndOf<S, T>,
    /// P of all contacts.
    pub(super) percussions: S::Percussions,
    pub(super) convergence: Convergence,
    pub(super) solved: Solved<ScalarOf<S>>,
    pub(super) closed: &'a Closed<S>,
    /// The velocities that the laws see, where contacts are held at the end of the step.
    pub(super) ahead: Option<&'a Ahead<S>>,
    /// The energy that raised coordinates have added.
    pub(super) raised: ScalarOf<S>,
    /// P of the closed contacts.
    pub(super) active: S::Percussions,
    /// The scales of ξ = c + G P.
    pub(super) scales: S::Percussions,
    /// The diagonal of G.
    pub(super) diagonal: S::Percussions,
}

impl<S: Contacts + Derived<T>, T> Solution<'_, S, T> {
    /// u
    pub(super) fn velocity(&self) -> S::Velocity {
        S::Velocity::from_fn(|k| at(self.x.as_slice(), k))
    }
}

/// The equations of a step with percussions. A correction solves the contact problem.
struct Percussed<'a, S: Contacts + Derived<T>, D: ContactScheme, T> {
    system: &'a S,
    solver: D::Solver,
    closed: &'a Closed<S>,
    /// The velocities that the laws see, where contacts are held at the end of the step.
    ahead: Option<&'a Ahead<S>>,
    /// P, the guess of the next contact problem.
    percussions: Cell<S::Percussions>,
    scales: Cell<S::Percussions>,
    diagonal: Cell<S::Percussions>,
    solved: Cell<Solved<ScalarOf<S>>>,
    equations: PhantomData<fn() -> T>,
}

/// One step with closed contacts: those whose `gaps` are not above zero, which are added to `closed`, with room for
/// [`Ahead`] where they are held. Restitutions act with this `share` of them. `last` is the last iterate, also of a
/// failure. Inlined, because results that pass through memory delay the next step.
///
/// # Errors
///
/// The errors of the contact solver, of Newton's method, and a singular tangent.
#[inline(always)]
pub(super) fn percussed<'a, S, D, T>(
    system: &S,
    over: Interval<'_, S, D>,
    (gaps, memory, share): (&S::Gaps, &MemoryOf<S, T>, ScalarOf<S>),
    (closed, mut ahead): (&'a mut Closed<S>, Option<&'a mut Ahead<S>>),
    last: &mut S::Stages,
) -> Result<Solution<'a, S, T>, Failure>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    let before = velocity_before::<S, D, T, _>(system, &over, &memory.steps);
    let place = (over.state.t, &over.state.q);
    // Gaps that rounding left slightly above zero count as closed. Not tested where no gap is near zero.
    let gaps = rounded(system, place, (gaps, &memory.clearance));
    let pressed = |i, force| Pressed::of::<D>(over.h, at(memory.clearance.as_slice(), i), force);
    let guesses = (&memory.percussions, &memory.reactions);
    closed.add(system, place, (&gaps, pressed), &before, guesses)?;
    closed.has_rested = closed.rest_with(&memory.clearance);
    give_way::<S, D>(closed, share);
    let start = start::<S, D, T>(system, &over, memory);
    let mut known = ElementOf::<S, T>::of(&start, over.h, over.inputs, memory.steps.carry());
    let from = (&gaps, memory, &before);
    if S::Reactions::LEN > 0 {
        settle(system, (place.0, place.1, &before), closed, |closed| {
            let (equations, mut known) = (Percussed::<S, D, T>::new(system, over, closed), known);
            let (x, ..) = equations.found(over, from, (&mut known, ahead.as_deref_mut()), last)?;
            Ok(equations.tried(&x))
        })?;
    }
    let closed: &'a Closed<S> = closed;
    let equations = Percussed::<S, D, T>::new(system, over, closed);
    let (x, end, convergence) = equations.found(over, from, (&mut known, ahead.as_deref_mut()), last)?;
    let ahead = ahead.filter(|_| !D::CARRIES_VELOCITY).map(|ahead| &*ahead);
    let active = equations.percussions.get();
    let mut solution = Solution {
        percussions: closed.reported(&active),
        scales: equations.scales.get(),
        diagonal: equations.diagonal.get(),
        solved: equations.solved.get(),
        ahead,
        raised: ScalarOf::<S>::from_f64(0.0),
        state: end_state::<S, T, true>(&known, &end)?,
        x,
        end,
        convergence,
        closed,
        active,
    };
    if D::HOLDS_CONTACTS {
        equations.raise((over, &depths(&gaps)), &known, memory.lost, &mut solution);
    }
    Ok(solution)
}

/// Restitutions that act: this share of them, and none where contacts are held.
#[inline(always)]
fn give_way<S: Contacts, D: ContactScheme>(closed: &mut Closed<S>, share: ScalarOf<S>)
where
    ScalarOf<S>: Size,
{
    if D::HOLDS_CONTACTS {
        closed.restitution = zeros();
    } else if share < ScalarOf::<S>::from_f64(1.0) {
        let given = S::Percussions::from_fn(|row| share * at(closed.restitution.as_slice(), row));
        closed.restitution = given;
    }
}

type UnknownOf<S, T> = <S as Equations<T>>::Unknown;

type Converged<S, T> = (<S as Equations<T>>::Unknown, EndOf<S, T>, Convergence);

impl<'a, S, D, T> Percussed<'a, S, D, T>
where
    S: Derived<T> + Contacts,
    ScalarOf<S>: Size,
    D: ContactScheme<Equations = T>,
{
    #[inline(always)]
    fn new(system: &'a S, over: Interval<'_, S, D>, closed: &'a Closed<S>) -> Self {
        Self {
            system,
            solver: over.scheme.solver(),
            closed,
            ahead: None,
            percussions: Cell::new(closed.guess),
            scales: Cell::new(zeros()),
            diagonal: Cell::new(zeros()),
            solved: Cell::new(unsolved()),
            equations: PhantomData,
        }
    }

    /// Velocity and percussions from the velocity `before`. `known` becomes the element with the velocity after the
    /// percussions, where that is carried.
    #[inline(always)]
    fn found(
        &self,
        over: Interval<'_, S, D>,
        (gaps, memory, before): (&S::Gaps, &MemoryOf<S, T>, &S::Velocity),
        (known, ahead): (&mut ElementOf<S, T>, Option<&mut Ahead<S>>),
        last: &mut UnknownOf<S, T>,
    ) -> Result<Converged<S, T>, Failure>
    where
        S: Percussive<T>,
    {
        let guesses = || {
            [
                S::Solver::guess(&memory.steps.of_solver, before),
                unknowns_at::<S, T>(before),
            ]
        };
        match ahead {
            Some(_) if D::CARRIES_VELOCITY => {
                let from = (memory.steps.carry(), before);
                self.jump(over, from, (known, guesses()), last)
            }
            Some(ahead) => self.hold((over, &depths(gaps)), known, guesses(), (ahead, last)),
            None => {
                let guesses_and_rest = || {
                    let [first, second] = guesses();
                    [first, second, zeros()]
                };
                self.solve(known, guesses_and_rest, last)
            }
        }
    }

    /// Velocity and percussions, where the laws see velocities at the start of the step, or those of [`Ahead`].
    #[inline(always)]
    fn solve<const N: usize>(
        &self,
        known: &ElementOf<S, T>,
        guesses: impl Fn() -> [<S as Equations<T>>::Unknown; N],
        last: &mut <S as Equations<T>>::Unknown,
    ) -> Result<Converged<S, T>, Failure> {
        match self.at_once(known, last)? {
            Some(converged) => Ok(converged),
            None => self.converge(known, guesses(), last),
        }
    }

    /// c of a row with its scale.
    #[inline(always)]
    fn free(&self, row: usize, velocity: &[ScalarOf<S>]) -> [ScalarOf<S>; 2] {
        match self.ahead {
            Some(ahead) if D::HOLDS_CONTACTS => ahead.free(row, velocity),
            _ => self.closed.free(row, velocity),
        }
    }

    /// Linear equations by one contact problem and the program of steps without contacts; `None` if the equations are not
    /// linear, or if the pivots of that program are not trusted.
    fn at_once(
        &self,
        known: &ElementOf<S, T>,
        last: &mut <S as Equations<T>>::Unknown,
    ) -> Result<Option<Converged<S, T>>, Failure> {
        if !<S as Equations<T>>::LINEAR {
            return Ok(None);
        }
        if let Some(converged) = self.again(known, last) {
            return Ok(Some(converged));
        }
        self.solve_contacts(known, &zeros(), &mut zeros(), &mut zeros())?;
        let known = self.closed.element_after(known, &self.percussions.get());
        let mut end = End::not_yet(&known);
        let growth = self.system.direct(&known, last, &mut end);
        let is_solved = is_stable(growth) && is_finite(last);
        Ok(is_solved.then(|| (*last, end, Convergence::default())))
    }

    /// Newton's method from one guess, and if that fails from the next. `last` is the last iterate, also of a failure.
    fn converge<const N: usize>(
        &self,
        known: &ElementOf<S, T>,
        guesses: [<S as Equations<T>>::Unknown; N],
        last: &mut <S as Equations<T>>::Unknown,
    ) -> Result<Converged<S, T>, Failure> {
        let mut first = None;
        for guess in guesses {
            let (mut x, mut end) = (guess, End::not_yet(known));
            self.percussions.set(self.closed.guess);
            let check = |x: &UnknownOf<S, T>, r: &mut UnknownOf<S, T>, scale: &mut UnknownOf<S, T>| {
                self.update(known, x, &mut end, r, scale);
            };
            let scales = || displacement_scales::<S, T>(known);
            let result = newton::iterate::<Self, Self>(self, known, &mut x, check, scales);
            *last = x;
            match result {
                Ok(convergence) => return Ok((x, end, convergence)),
                Err(failure) => first = first.or(Some(failure)),
            }
        }
        Err(first.unwrap_or(Failure::NotFinite { what: "guess" }))
    }

    /// The end of the step from the momentum on the right of the node.
    fn update(
        &self,
        known: &ElementOf<S, T>,
        x: &<S as Equations<T>>::Unknown,
        end: &mut EndOf<S, T>,
        r: &mut <S as Equations<T>>::Unknown,
        scale: &mut <S as Equations<T>>::Unknown,
    ) {
        let percussions = self.percussions.get();
        self.system
            .update(&self.closed.element_after(known, &percussions), x, end, r, scale);
        let sizes = scale.as_mut_slice().iter_mut().take(S::Momentum::LEN);
        for (k, size) in sizes.enumerate() {
            *size = *size + self.closed.impulse_size(&percussions, k);
        }
    }

    /// dx, and the percussions to which it belongs.
    fn correct(
        &self,
        known: &ElementOf<S, T>,
        x: &<S as Equations<T>>::Unknown,
    ) -> Result<<S as Equations<T>>::Unknown, Failure> {
        let (mut r, mut inverse): (<S as Equations<T>>::Unknown, <S as Equations<T>>::Tangent) =
            (zeros(), zeros());
        self.solve_contacts(known, x, &mut r, &mut inverse)?;
        let inverse = RowMajor::new(inverse.as_slice(), <S as Equations<T>>::Unknown::LEN);
        Ok(<S as Equations<T>>::Unknown::from_fn(|k| {
            -inverse.dot(k, r.as_slice())
        }))
    }
}

impl<S: Contacts> Closed<S>
where
    ScalarOf<S>: Size,
{
    /// The element with the momentum p + Wᵀ P in place of p.
    pub(super) fn element_after<T>(
        &self,
        known: &ElementOf<S, T>,
        percussions: &S::Percussions,
    ) -> ElementOf<S, T>
    where
        S: Derived<T>,
    {
        let impulse = self.impulse(percussions);
        let mut after = *known;
        after.p = S::Momentum::from_fn(|k| at(known.p.as_slice(), k) + at(impulse.as_slice(), k));
        after
    }
}

/// A contact problem without a solution gives no correction: Newton's method then ends with its failure.
impl<'a, S, D, T> Equations<Percussed<'a, S, D, T>> for Percussed<'a, S, D, T>
where
    S: Derived<T> + Contacts,
    ScalarOf<S>: Size,
    D: ContactScheme<Equations = T>,
{
    type Scalar = ScalarOf<S>;
    type Known = ElementOf<S, T>;
    type Unknown = <S as Equations<T>>::Unknown;
    type Tangent = <S as Equations<T>>::Tangent;
    type Factors = [ScalarOf<S>; 0];

    const LINEAR: bool = false;
    const CONSTRAINTS: usize = <S as Equations<T>>::CONSTRAINTS;

    fn residual(
        &self,
        known: &Self::Known,
        x: &Self::Unknown,
        r: &mut Self::Unknown,
        scale: &mut Self::Unknown,
    ) {
        self.update(known, x, &mut End::not_yet(known), r, scale);
    }

    fn add_rounding(&self, known: &Self::Known, x: &Self::Unknown, scale: &mut Self::Unknown) {
        let known = self.closed.element_after(known, &self.percussions.get());
        Equations::<T>::add_rounding(self.system, &known, x, scale);
    }

    fn tangent(&self, known: &Self::Known, x: &Self::Unknown, r: &mut Self::Unknown, a: &mut Self::Tangent) {
        Equations::<T>::tangent(self.system, known, x, r, a);
    }

    fn correction(
        &self,
        known: &Self::Known,
        x: &Self::Unknown,
        dx: &mut Self::Unknown,
        _: &mut Self::Factors,
    ) -> SizeOf<ScalarOf<S>> {
        let Ok(correction) = self.correct(known, x) else {
            return SizeOf::<ScalarOf<S>>::INFINITY;
        };
        *dx = correction;
        SizeOf::<ScalarOf<S>>::from_f64(1.0)
    }

    fn correction_with_percussions(
        &self,
        known: &Self::Known,
        x: &Self::Unknown,
    ) -> Option<Result<Self::Unknown, Failure>> {
        Some(self.correct(known, x))
    }
}
