//! Solvers: how the equations of a step are solved.
//!
//! Knows no scheme: the derive names the solver that fits the structure of the equations.

mod condensed;
mod direct;
mod iterated;
mod resolution;

pub use condensed::Condensed;
pub use direct::Direct;
pub use iterated::Iterated;
pub(crate) use iterated::last_iterate;

use super::{Advance, Advanced, Interval, Remembers, Start};
use crate::kernels::{CarryOf, Derived, ElementOf, EndOf, Kernels, carry};
use crate::newton::Convergence;
use crate::{Failure, State, StateOf};
use extremal_numerics::block::{have_finite_sum, is_finite};
use extremal_numerics::{Block, Numbers, Scalar};

/// Solves the equations of a step of the scheme `D` for the system `S`.
pub trait Solver<S: Derived<D> + ?Sized, D> {
    /// The memory of the solver from step to step.
    type Memory: Numbers<<S as crate::Lagrangian>::Scalar>
        + Remembers<S::Carried, S::Constants>
        + Copy
        + core::fmt::Debug;
    /// The equations in all unknowns: `D`, or [`Uncondensed<D>`](crate::kernels::Uncondensed).
    type Equations;

    /// The memory at a start.
    ///
    /// # Errors
    ///
    /// [`Failure::NotFinite`] if what is carried is not.
    fn start(system: &S, from: Start<'_, S, D>) -> Result<Self::Memory, Failure>;

    /// One step, as [`Drive::advance`](super::Drive::advance).
    ///
    /// # Errors
    ///
    /// The errors of [`Drive::advance`](super::Drive::advance).
    fn advance<const CHECKED: bool>(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &mut Self::Memory,
    ) -> Advanced<S, Convergence, S::Stages>;

    /// The step on its usual path; `None` if it fails or takes another path, and then the memory is unchanged.
    ///
    /// A driver that has rare cases of its own takes all of them in one place, away from the usual step.
    #[inline]
    fn advance_usually<const CHECKED: bool>(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &mut Self::Memory,
    ) -> Option<Solved<S, D>> {
        Self::advance::<CHECKED>(system, over, memory).ok()
    }
}

/// The result of a solver: the state at the end, the convergence, and all unknowns.
pub(crate) type Solved<S, D> = Advance<StateOf<S>, Convergence, <S as Derived<D>>::Stages>;

/// Constants and carried numbers at a start.
#[inline]
fn start_carry<S, D>(system: &S, from: Start<'_, S, D>) -> Result<CarryOf<S, D>, Failure>
where
    S: Derived<D> + ?Sized,
{
    let constants = system.constants(from.scheme, from.h);
    let carry = carry::<S, D>(system, constants, (from.h, from.state), from.velocity);
    // Constants that are not finite are found by the first step.
    if is_finite(&carry.carried) {
        Ok(carry)
    } else {
        Err(Failure::NotFinite {
            what: "force at the start",
        })
    }
}

/// The state at the end; if `CHECKED`, only if it is finite.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn end_state<S, D, const CHECKED: bool>(
    known: &ElementOf<S, D>,
    end: &EndOf<S, D>,
) -> Result<StateOf<S>, Failure>
where
    S: Kernels<D> + ?Sized,
{
    if CHECKED && !have_finite_sum(&end.q, &end.p) {
        check_end(end.q, end.p)?;
    }
    Ok(State {
        t: known.t + known.h,
        q: end.q,
        p: end.p,
    })
}

/// Finds the number that is not finite. Arguments are by value, so that the usual step can keep them in registers.
#[cold]
fn check_end<T: Scalar, Q: Block<T>, P: Block<T>>(q: Q, p: P) -> Result<(), Failure> {
    let what = if !is_finite(&q) {
        "coordinates at the end of the step"
    } else if !is_finite(&p) {
        "momentum at the end of the step"
    } else {
        return Ok(());
    };
    Err(Failure::NotFinite { what })
}
