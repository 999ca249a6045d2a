//! The driver of every scheme that the derive states as equations: solve them, then report.

#[cfg(feature = "std")]
mod elementwise;

use core::marker::PhantomData;
#[cfg(feature = "std")]
pub use elementwise::{Beside, ElementRows, ElementSizes, Elementwise};

use super::{
    Advance, Advanced, AdvancedLinearized, Drive, Inside, Interval, Remembered, RememberedOf, Remembers,
    Reporter, Scheme, Solver, Start, StepReport,
};
use crate::equations::Equations;
use crate::kernels::{CarryOf, Derivatives, Derived, ElementOf, Kernels, carry};
use crate::linearize::linearized;
use crate::{Facts, Failure, Lagrangian, StateOf, masses};
use extremal_numerics::block::{at, zeros};
use extremal_numerics::{Block, Vector};

/// The equations of all unknowns of a step.
type EquationsOf<S, D> = <<S as Derived<D>>::Solver as Solver<S, D>>::Equations;

/// The first numbers of a longer block.
#[inline]
pub(super) fn prefix<T: extremal_numerics::Scalar, A: Block<T>, B: Block<T>>(numbers: &A) -> B {
    B::from_fn(|k| at(numbers.as_slice(), k))
}

/// Steps of a scheme `D` whose equations the derive states: [`Derived`] names how they are solved and what is reported.
#[derive(Clone, Copy, Debug)]
pub struct OneStep<D>(PhantomData<fn() -> D>);

#[diagnostic::do_not_recommend]
impl<S, D> Drive<S, D> for OneStep<D>
where
    D: Scheme,
    S: Derived<D> + ?Sized,
    S::Solver: Solver<S, D>,
    S::Reporter: Reporter<S, D>,
    S::Inside: Inside<S, D>,
    S: Derivatives<EquationsOf<S, D>> + Equations<EquationsOf<S, D>, Unknown = <S as Derived<D>>::Stages>,
{
    type Memory = RememberedOf<S, D>;
    type Report = <S::Reporter as Reporter<S, D>>::Report;
    type Stages = <S::Inside as Inside<S, D>>::Stages;
    type Linearization = <S as Derived<D>>::Linearization;
    type Modes = <S as Derived<D>>::Modes;

    const FACTS: Facts = <S as Derived<D>>::FACTS;
    const STEPS: bool = S::Reporter::FIELDS == 0;
    const DEGREE: usize = <S::Inside as Inside<S, D>>::DEGREE;

    #[inline]
    fn start(
        system: &S,
        from: Start<'_, S, D>,
        _room: Option<Self::Memory>,
    ) -> Result<Self::Memory, Failure> {
        from.scheme.check()?;
        S::Reporter::check(system, &from)?;
        if <S as Kernels<D>>::NEEDS_MASSES && S::STRUCTURE.constraints == 0 {
            masses::check_each(system, from.state.t, &from.state.q, from.velocity)?;
        }
        S::Solver::start(system, from).map(Remembered::new)
    }

    /// The carried numbers of the step before are those of this one, if both are equally long or if it is known how they depend
    /// on h. Otherwise they are computed from the state. Numbers that the driver remembers are taken over in any case, but for
    /// the residual, which is multiplied by the ratio of both lengths.
    #[inline]
    fn hand_over(
        system: &S,
        over: Interval<'_, S, D>,
        (before, from): (<S as Lagrangian>::Scalar, &Self::Memory),
        to: &mut Self::Memory,
    ) -> Result<(), Failure> {
        let left = &from.carry().carried;
        let linear = <S as Kernels<D>>::LINEAR_CARRIED;
        let is_known = linear.is_some() || <S as Kernels<D>>::Constants::LEN > 0;
        if before == over.h && is_known {
            to.carry_mut().carried = *left;
            return Ok(());
        }
        let length = <S as Kernels<D>>::Carried::LEN;
        let remembered = <S as Kernels<D>>::REMEMBERED.min(length);
        let mut carried = match linear {
            Some(linear) => {
                let ratio = over.h / before;
                let mut carried = *left;
                let impulses = carried.as_mut_slice().iter_mut().take(linear);
                impulses.for_each(|impulse| *impulse = *impulse * ratio);
                carried
            }
            None => {
                let constants = to.carry().constants;
                let velocity = S::Reporter::velocity(left).unwrap_or_else(zeros);
                let carried = carry::<S, D>(system, constants, (over.h, over.state), &velocity).carried;
                let computed = length - remembered;
                let [computed_at, left_at] = [carried.as_slice(), left.as_slice()];
                Block::from_fn(|k| at(if k < computed { computed_at } else { left_at }, k))
            }
        };
        // A residual ρ changes E by ρ·Δv, which is of the size of ρ h, and g by ρ h.
        if <S as Kernels<D>>::LEAVES_RESIDUAL {
            let (unknowns, ratio) = (<S as Equations<D>>::Unknown::LEN, before / over.h);
            let residual = carried.as_mut_slice().iter_mut().skip(length - unknowns);
            residual.for_each(|number| *number = *number * ratio);
        }
        to.carry_mut().carried = carried;
        Ok(())
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance<const CHECKED: bool>(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &mut Self::Memory,
    ) -> Advanced<S, Self::Report, Self::Stages> {
        reported::<S, D, CHECKED>(system, over, &mut memory.of_solver).map(|(step, _)| step)
    }

    #[inline]
    fn interpolate(
        h: <S as Lagrangian>::Scalar,
        q0: &S::Configuration,
        stages: &Self::Stages,
        s: <S as Lagrangian>::Scalar,
    ) -> (S::Configuration, S::Velocity) {
        S::Inside::interpolate(h, q0, stages, s)
    }

    #[inline]
    fn linearize(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &Self::Memory,
    ) -> Result<Self::Linearization, Failure> {
        let step = S::Solver::advance::<true>(system, over, &mut { memory.of_solver })?;
        linearized_at::<S, D>(system, over, memory.carry(), &step.stages)
    }

    #[inline]
    fn advance_linearized(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &mut Self::Memory,
    ) -> AdvancedLinearized<S, Self::Report, Self::Stages, Self::Linearization> {
        let mut after = *memory;
        let (step, unknowns) = reported::<S, D, true>(system, over, &mut after.of_solver)?;
        let derivative = linearized_at::<S, D>(system, over, memory.carry(), &unknowns)?;
        *memory = after;
        Ok((step, derivative))
    }
}

/// The result of a step of [`OneStep`], and all its unknowns.
type Reported<S, D> = (
    Advance<
        StateOf<S>,
        <<S as Derived<D>>::Reporter as Reporter<S, D>>::Report,
        <<S as Derived<D>>::Inside as Inside<S, D>>::Stages,
    >,
    <S as Derived<D>>::Stages,
);

/// One step with its report, and the unknowns that were solved for.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn reported<S, D, const CHECKED: bool>(
    system: &S,
    over: Interval<'_, S, D>,
    memory: &mut <S::Solver as Solver<S, D>>::Memory,
) -> Result<Reported<S, D>, Failure>
where
    S: Derived<D> + ?Sized,
    S::Solver: Solver<S, D>,
    S::Reporter: Reporter<S, D>,
    S::Inside: Inside<S, D>,
{
    let velocity = S::Reporter::velocity(&memory.carry().carried);
    let before = S::Reporter::before(&memory.carry().carried, memory.has_steps());
    let solved = S::Solver::advance::<CHECKED>(system, over, memory);
    let step = if S::Reporter::EXPLAINS {
        match solved {
            Ok(step) => step,
            Err(failure) => return Err(explained::<S, D>(system, *over.state, failure)),
        }
    } else {
        solved?
    };
    let step = S::Reporter::report(system, &over, (step, before), &memory.carry().carried);
    let end_velocity = step.report.end_velocity();
    let nodes = [(over.state, velocity), (&step.state, end_velocity)];
    let advance = Advance {
        stages: S::Inside::stages(over.h, nodes, &step.stages),
        state: step.state,
        report: step.report,
    };
    Ok((advance, step.stages))
}

/// A function of its own, and of a copy of the state, so that the usual step can keep its numbers in registers.
#[cold]
#[inline(never)]
fn explained<S, D>(system: &S, state: StateOf<S>, failure: Failure) -> Failure
where
    S: Derived<D> + ?Sized,
    S::Reporter: Reporter<S, D>,
{
    S::Reporter::explained(system, &state, failure)
}

/// The derivative of the step whose equations have the solution `unknowns`; `carry_before` is what was carried to it.
#[inline]
fn linearized_at<S, D>(
    system: &S,
    over: Interval<'_, S, D>,
    carry_before: &CarryOf<S, D>,
    unknowns: &<S as Derived<D>>::Stages,
) -> Result<<S as Derived<D>>::Linearization, Failure>
where
    S: Derived<D> + ?Sized,
    S::Solver: Solver<S, D>,
    S::Reporter: Reporter<S, D>,
    S: Derivatives<EquationsOf<S, D>> + Equations<EquationsOf<S, D>, Unknown = <S as Derived<D>>::Stages>,
{
    let velocity = S::Reporter::velocity(&carry_before.carried).unwrap_or_else(zeros);
    let constants = prefix(&carry_before.constants);
    let carry = carry::<S, EquationsOf<S, D>>(system, constants, (over.h, over.state), &velocity);
    let known = ElementOf::<S, EquationsOf<S, D>>::of(over.state, over.h, over.inputs, &carry);
    linearized::<S, EquationsOf<S, D>, _>(system, &known, unknowns)
}
