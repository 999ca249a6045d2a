//! How integrators begin: which types are schemes of a system, and how a mistake there is reported once.
//!
//! Knows no equations; [`Discretize`] makes the start.

use super::Integrator;
use super::checks::{check_state, check_step_size, check_time_moves};
use crate::drive::{Begin, Drive, Start};
use crate::system::Never;
use crate::{Discretize, Error, Failure, Lagrangian, StateOf, masses};

/// A system that an integrator can step: each [`Lagrangian`].
///
/// The constructors of [`Integrator`] know a system by [`Itself`](Self::Itself) alone. There are two implementations, one of
/// which is never taken. For a type that is not a system, rustc then says that this bound is not met and leaves `Itself`
/// unknown, so that it reports nothing about the scheme, step size and numbers. `K` is the implementation that is taken; the
/// compiler finds it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a mechanical system",
    label = "expected the system, and after it the scheme; a system is a struct with `#[derive(Lagrangian)]`, or `&` of one"
)]
pub trait System<K> {
    /// The type of the system: that of `self`, or of the `&` to it.
    type Itself: Lagrangian;

    /// The system itself.
    fn itself(self) -> Self::Itself;
}

/// The implementation for systems.
#[derive(Debug)]
pub struct Mechanical;

/// The implementation for types that are no systems, which is never taken.
#[derive(Debug)]
pub struct Other;

#[diagnostic::do_not_recommend]
impl<S: Lagrangian> System<Mechanical> for S {
    type Itself = S;

    #[inline]
    fn itself(self) -> S {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<S: Never> System<Other> for S {
    type Itself = S::System;

    #[inline]
    fn itself(self) -> S::System {
        S::never()
    }
}

/// A scheme of the system `S`: a type `D` with `S: Discretize<D>`. Implemented for each of them.
///
/// The constructors of [`Integrator`] ask for this trait, because rustc then points at the scheme and not at the system.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a scheme",
    label = "expected a scheme that `discretize(..)` lists, after the system"
)]
pub trait SchemeOf<S: Lagrangian>: Sized {
    /// [`Discretize::Memory`].
    type Memory;

    /// An integrator whose memory is that of [`Drive::start`].
    ///
    /// # Errors
    ///
    /// The errors of [`Integrator::new`].
    fn start(
        self,
        system: S,
        step_size: S::Scalar,
        state: StateOf<S>,
        velocity: &S::Velocity,
        begin: Begin,
    ) -> Result<Integrator<S, Self, Self::Memory>, Error>;
}

#[diagnostic::do_not_recommend]
impl<S: Discretize<D>, D> SchemeOf<S> for D {
    type Memory = S::Memory;

    fn start(
        self,
        system: S,
        step_size: S::Scalar,
        state: StateOf<S>,
        velocity: &S::Velocity,
        begin: Begin,
    ) -> Result<Integrator<S, D, S::Memory>, Error> {
        Integrator::with_velocity(system, self, step_size, state, velocity, begin)
    }
}

/// The memory of the first step, if its start is one.
pub(super) fn begun<S: Discretize<D>, D>(
    system: &S,
    from: Start<'_, S::System, D>,
) -> Result<S::Memory, Failure> {
    check_step_size(from.h)?;
    check_state(system, from.state)?;
    check_time_moves(from.state.t, from.h)?;
    masses::check(system, from.state.t, &from.state.q, from.velocity)?;
    <S::Driver as Drive<S::System, D>>::start(system.system(), from, None)
}
