//! The driver that the derive chooses for a scheme: that of its equations, or with dry friction another.
//!
//! Knows neither a scheme nor what is chosen.

use core::marker::PhantomData;

use super::{Advanced, AdvancedLinearized, Drive, Interval, Start};
#[cfg(feature = "std")]
use super::{Beside, ElementRows, ElementSizes, Elementwise};
use crate::kernels::Derived;
use crate::{Facts, Failure, Lagrangian};
#[cfg(feature = "std")]
use crate::{StateOf, newton::Convergence};

/// Steps of a scheme `D` without contacts: those of its equations ([`OneStep`](super::OneStep)), and in a system with
/// dry friction those of a driver with its percussions. [`Derived::Steps`] names the driver.
#[derive(Clone, Copy, Debug)]
pub struct Chosen<D>(PhantomData<fn() -> D>);

/// The driver that was chosen.
type Steps<S, D> = <S as Derived<D>>::Steps;

#[diagnostic::do_not_recommend]
impl<S, D> Drive<S, D> for Chosen<D>
where
    S: Derived<D, Steps: Drive<S, D>> + ?Sized,
{
    type Memory = <Steps<S, D> as Drive<S, D>>::Memory;
    type Report = <Steps<S, D> as Drive<S, D>>::Report;
    type Stages = <Steps<S, D> as Drive<S, D>>::Stages;
    type Linearization = <Steps<S, D> as Drive<S, D>>::Linearization;
    type Modes = <Steps<S, D> as Drive<S, D>>::Modes;

    const FACTS: Facts = <Steps<S, D> as Drive<S, D>>::FACTS;
    const STEPS: bool = <Steps<S, D> as Drive<S, D>>::STEPS;
    const DEGREE: usize = <Steps<S, D> as Drive<S, D>>::DEGREE;

    #[inline]
    fn start(system: &S, from: Start<'_, S, D>, room: Option<Self::Memory>) -> Result<Self::Memory, Failure> {
        Steps::<S, D>::start(system, from, room)
    }

    #[inline]
    fn hand_over(
        system: &S,
        over: Interval<'_, S, D>,
        from: (<S as Lagrangian>::Scalar, &Self::Memory),
        to: &mut Self::Memory,
    ) -> Result<(), Failure> {
        Steps::<S, D>::hand_over(system, over, from, to)
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance<const CHECKED: bool>(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &mut Self::Memory,
    ) -> Advanced<S, Self::Report, Self::Stages> {
        Steps::<S, D>::advance::<CHECKED>(system, over, memory)
    }

    #[inline]
    fn interpolate(
        h: <S as Lagrangian>::Scalar,
        q0: &S::Configuration,
        stages: &Self::Stages,
        s: <S as Lagrangian>::Scalar,
    ) -> (S::Configuration, S::Velocity) {
        Steps::<S, D>::interpolate(h, q0, stages, s)
    }

    #[inline]
    fn linearize(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &Self::Memory,
    ) -> Result<Self::Linearization, Failure> {
        Steps::<S, D>::linearize(system, over, memory)
    }

    #[inline]
    fn advance_linearized(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &mut Self::Memory,
    ) -> AdvancedLinearized<S, Self::Report, Self::Stages, Self::Linearization> {
        Steps::<S, D>::advance_linearized(system, over, memory)
    }
}

/// Elements of equations can be solved together; those with percussions cannot.
#[cfg(feature = "std")]
#[diagnostic::do_not_recommend]
impl<S, D> Elementwise<S, D> for Chosen<D>
where
    S: Derived<D, Steps: Elementwise<S, D>> + ?Sized,
{
    const LEAST_NORM: bool = <Steps<S, D> as Elementwise<S, D>>::LEAST_NORM;

    fn sizes() -> ElementSizes {
        Steps::<S, D>::sizes()
    }

    fn unknowns_at(velocity: &S::Velocity, x: &mut [<S as Lagrangian>::Scalar]) {
        Steps::<S, D>::unknowns_at(velocity, x);
    }

    fn evaluate(
        system: &S,
        over: Interval<'_, S, D>,
        beside: Beside<'_, S>,
        x: &[<S as Lagrangian>::Scalar],
        end: &mut [<S as Lagrangian>::Scalar],
        numbers: (&mut [<S as Lagrangian>::Scalar], &mut [<S as Lagrangian>::Scalar]),
    ) -> f64 {
        Steps::<S, D>::evaluate(system, over, beside, x, end, numbers)
    }

    fn linearize_element(
        system: &S,
        over: Interval<'_, S, D>,
        beside: Beside<'_, S>,
        x: &[<S as Lagrangian>::Scalar],
        along: Option<[<S as Lagrangian>::Scalar; 2]>,
        rows: &mut ElementRows<<S as Lagrangian>::Scalar>,
    ) -> Result<(), Failure> {
        Steps::<S, D>::linearize_element(system, over, beside, x, along, rows)
    }

    fn reported(
        system: &S,
        over: Interval<'_, S, D>,
        x: (Option<&[<S as Lagrangian>::Scalar]>, &[<S as Lagrangian>::Scalar]),
        nodes: [Beside<'_, S>; 2],
        end: &StateOf<S>,
        convergence: Convergence,
    ) -> (Self::Report, Self::Stages) {
        Steps::<S, D>::reported(system, over, x, nodes, end, convergence)
    }

    fn check(scheme: &D) -> Result<(), Failure> {
        Steps::<S, D>::check(scheme)
    }

    fn stepping(scheme: &D) -> Option<D> {
        Steps::<S, D>::stepping(scheme)
    }

    fn fields_at(
        system: &S,
        over: Interval<'_, S, D>,
        velocity: &S::Velocity,
        fields: &mut [<S as Lagrangian>::Scalar],
    ) {
        Steps::<S, D>::fields_at(system, over, velocity, fields);
    }

    fn check_place(system: &S, from: Start<'_, S, D>) -> Result<(), Failure> {
        Steps::<S, D>::check_place(system, from)
    }

    fn each_constraint(
        system: &S,
        state: &StateOf<S>,
        velocity: &S::Velocity,
        visit: &mut dyn FnMut(<S as Lagrangian>::Scalar),
    ) {
        Steps::<S, D>::each_constraint(system, state, velocity, visit);
    }
}
