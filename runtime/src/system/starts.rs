//! The two lists of numbers that a motion starts with, and how a mistake in both is reported once.
//!
//! Knows what can be a list, not what it means.
//!
//! rustc reports each bound that is not met, and a wrong number of coordinates is mostly a wrong number of velocities too. So
//! the second bound hangs on the first by the type `K`, which nobody writes. `Q: CoordinatesOf<S, K>` has two implementations,
//! one of which is never taken: so rustc says that this bound is not met, not which condition of its only implementation, and
//! leaves `K` unknown. Then there are two answers for the velocities; rustc does not choose one, and is silent about it after
//! an error. If the coordinates are right, `K` is [`Fit`], and the velocities are looked at.
//!
//! `N` are the numbers that the system wants, for the messages. If `S` is no system, they are unknown, and so is whether
//! an implementation is taken that needs `N: Never`: again there is no message beside that about `S`.

use core::marker::PhantomData;

use crate::Lagrangian;
use extremal_numerics::IntoBlock;

/// Coordinates of the system `S`: what is [`IntoBlock`] for its configuration, an array or a list with one number for each.
///
/// `K` says whether they are; the compiler finds it.
#[diagnostic::on_unimplemented(
    message = "expected coordinates `{N}`, found `{Self}`",
    label = "one number for each coordinate, and as many for the velocity: `[1.0, 0.0]`, or `[0.5]` if there is one"
)]
pub trait CoordinatesOf<
    S: ?Sized,
    K,
    N = <<S as Lagrangian>::Configuration as IntoBlock<<S as Lagrangian>::Configuration>>::Numbers,
>
{
    /// The numbers as a configuration of the system, and the proof that the velocities ask for.
    fn coordinates(self) -> (S::Configuration, K)
    where
        S: Lagrangian;
}

/// Velocities of the system `S`: what is [`IntoBlock`] for its velocity, an array or a list with one number for each.
///
/// `K` says whether they are, beside coordinates that are; the compiler finds it.
#[diagnostic::on_unimplemented(
    message = "expected velocities `{N}`, found `{Self}`",
    label = "one number for each velocity, as many as for the coordinates: `[1.0, 0.0]`, or `[0.5]` if there is one"
)]
pub trait VelocityOf<
    S: ?Sized,
    K,
    N = <<S as Lagrangian>::Velocity as IntoBlock<<S as Lagrangian>::Velocity>>::Numbers,
>
{
    /// The numbers as a velocity of the system.
    fn velocity(self, proof: K) -> S::Velocity
    where
        S: Lagrangian;
}

/// The answer for coordinates that fit. `L` is the answer for the velocities: `Yes` or `No`.
#[derive(Debug)]
pub struct Fit<L>(PhantomData<L>);

/// The answer for velocities that fit.
#[derive(Debug)]
pub struct Yes;

/// The answer for velocities that do not fit.
#[derive(Debug)]
pub struct No;

/// The answer for coordinates that do not fit: there is no value of this type.
#[derive(Debug)]
pub enum Unfit {}

/// A second answer for coordinates that do not fit: with two of them rustc does not choose one.
#[derive(Debug)]
pub enum UnfitToo {}

/// A trait that no type implements.
pub trait Never {
    /// A system that is none.
    type System: Lagrangian;

    /// Does not return.
    fn never<T>() -> T;
}

#[diagnostic::do_not_recommend]
impl<S: Lagrangian + ?Sized, N, Q: IntoBlock<S::Configuration>, L> CoordinatesOf<S, Fit<L>, N> for Q {
    #[inline]
    fn coordinates(self) -> (S::Configuration, Fit<L>) {
        (self.into_block(), Fit(PhantomData))
    }
}

#[diagnostic::do_not_recommend]
impl<S: ?Sized, N: Never, Q> CoordinatesOf<S, Unfit, N> for Q {
    #[inline]
    fn coordinates(self) -> (S::Configuration, Unfit)
    where
        S: Lagrangian,
    {
        N::never()
    }
}

#[diagnostic::do_not_recommend]
impl<S: Lagrangian + ?Sized, N, V: IntoBlock<S::Velocity>> VelocityOf<S, Fit<Yes>, N> for V {
    #[inline]
    fn velocity(self, _: Fit<Yes>) -> S::Velocity {
        self.into_block()
    }
}

#[diagnostic::do_not_recommend]
impl<S: ?Sized, N: Never, V> VelocityOf<S, Fit<No>, N> for V {
    #[inline]
    fn velocity(self, _: Fit<No>) -> S::Velocity
    where
        S: Lagrangian,
    {
        N::never()
    }
}

#[diagnostic::do_not_recommend]
impl<S: ?Sized, N, V> VelocityOf<S, Unfit, N> for V {
    #[inline]
    fn velocity(self, proof: Unfit) -> S::Velocity
    where
        S: Lagrangian,
    {
        match proof {}
    }
}

#[diagnostic::do_not_recommend]
impl<S: ?Sized, N, V> VelocityOf<S, UnfitToo, N> for V {
    #[inline]
    fn velocity(self, proof: UnfitToo) -> S::Velocity
    where
        S: Lagrangian,
    {
        match proof {}
    }
}
