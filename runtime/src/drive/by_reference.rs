//! The driver of a reference to a system: that of the system.

#[cfg(feature = "alloc")]
use super::AtItem;
use super::{Advanced, AdvancedLinearized, AtContact, Drive, Interval, Start};
use crate::contacts::Contact;
use crate::family::ContactForm;
use crate::{Discretize, Facts, Failure, StateOf};

/// Drives `&S` as `S` is driven.
#[derive(Clone, Copy, Debug)]
pub struct ByReference;

/// The same start of the system itself.
#[inline]
fn start_of<'a, S: Discretize<D> + ?Sized, D>(from: Start<'a, &S, D>) -> Start<'a, S, D> {
    Start::new(from.scheme, from.h, from.state, from.velocity)
}

/// The same interval for the system itself.
#[inline]
pub(in crate::drive) fn interval_of<'a, S: Discretize<D> + ?Sized, D>(
    over: Interval<'a, &S, D>,
) -> Interval<'a, S, D> {
    Interval::new(over.scheme, over.h, over.inputs, over.state)
}

#[diagnostic::do_not_recommend]
impl<S: Discretize<D> + ?Sized, D> Drive<&S, D> for ByReference {
    type Memory = S::Memory;
    type Report = S::Report;
    type Stages = S::Stages;
    type Linearization = S::Linearization;
    type Modes = S::Modes;

    const FACTS: Facts = S::FACTS;
    const STEPS: bool = S::Driver::STEPS;
    const DEGREE: usize = S::DEGREE;
    const CONTACTS: &'static [Contact] = S::REPORTED_CONTACTS;
    const FORMS: &'static [ContactForm] = <S::Driver as Drive<S, D>>::FORMS;

    #[inline]
    fn start(system: &&S, from: Start<'_, &S, D>) -> Result<S::Memory, Failure> {
        S::start(system, start_of(from))
    }

    #[inline]
    fn restart(system: &&S, from: Start<'_, &S, D>) -> Result<S::Memory, Failure> {
        S::restart(system, start_of(from))
    }

    #[inline]
    fn hand_over(
        system: &&S,
        over: Interval<'_, &S, D>,
        from: (S::Scalar, &S::Memory),
        to: &mut S::Memory,
    ) -> Result<(), Failure> {
        S::hand_over(system, interval_of(over), from, to)
    }

    #[inline]
    fn hand_over_in_room(
        system: &&S,
        over: Interval<'_, &S, D>,
        velocity: &S::Velocity,
        from: (S::Scalar, &S::Memory),
        to: &mut S::Memory,
    ) -> Result<(), Failure> {
        S::hand_over_in_room(system, interval_of(over), velocity, from, to)
    }

    #[inline]
    fn keep_contacts(from: &S::Memory, to: &mut S::Memory) {
        S::keep_contacts(from, to);
    }

    #[inline]
    fn node_velocity(memory: &S::Memory) -> Option<S::Velocity> {
        S::node_velocity(memory)
    }

    #[inline]
    fn reported_velocity(report: &S::Report) -> Option<S::Velocity> {
        S::reported_velocity(report)
    }

    #[inline]
    fn set_velocity(
        system: &&S,
        state: &StateOf<S>,
        memory: &mut S::Memory,
        velocity: &mut [S::Scalar],
    ) -> bool {
        S::set_velocity(system, state, memory, velocity)
    }

    #[inline]
    fn set_velocity_of_masses(
        system: &&S,
        state: &StateOf<S>,
        memory: &mut S::Memory,
        velocity: &mut [S::Scalar],
    ) -> Result<bool, Failure> {
        S::set_velocity_of_masses(system, state, memory, velocity)
    }

    #[inline]
    fn each_contact(report: &S::Report, visit: &mut dyn FnMut(AtContact<'_, S::Scalar>)) {
        S::each_contact(report, visit);
    }

    #[cfg(feature = "alloc")]
    fn each_item(report: &S::Report, visit: &mut dyn FnMut(AtItem<'_, S::Scalar>)) {
        <S::Driver as Drive<S, D>>::each_item(report, visit);
    }

    #[inline]
    fn advance<const CHECKED: bool>(
        system: &&S,
        over: Interval<'_, &S, D>,
        memory: &mut S::Memory,
    ) -> Advanced<S, S::Report, S::Stages> {
        S::advance::<CHECKED>(system, interval_of(over), memory)
    }

    #[inline]
    fn reuse_state(memory: &mut S::Memory, state: StateOf<S>) {
        S::reuse_state(memory, state);
    }

    #[inline]
    fn reuse_stages(memory: &mut S::Memory, stages: S::Stages) {
        S::reuse_stages(memory, stages);
    }

    #[inline]
    fn mark(memory: &mut S::Memory, state: &StateOf<S>) -> bool {
        S::mark(memory, state)
    }

    #[inline]
    fn rewind(memory: &mut S::Memory, state: &mut StateOf<S>) {
        S::rewind(memory, state);
    }

    #[inline]
    fn interpolate(
        h: S::Scalar,
        q0: &S::Configuration,
        stages: &S::Stages,
        s: S::Scalar,
    ) -> (S::Configuration, S::Velocity) {
        S::interpolate(h, q0, stages, s)
    }

    #[inline]
    fn linearize(
        system: &&S,
        over: Interval<'_, &S, D>,
        memory: &S::Memory,
    ) -> Result<S::Linearization, Failure> {
        S::linearize(system, interval_of(over), memory)
    }

    #[inline]
    fn advance_linearized(
        system: &&S,
        over: Interval<'_, &S, D>,
        memory: &mut S::Memory,
    ) -> AdvancedLinearized<S, S::Report, S::Stages, S::Linearization> {
        S::advance_linearized(system, interval_of(over), memory)
    }
}
