//! Compositions of the steps of another scheme, to a higher order.
//!
//! Knows the scheme that is composed by [`Discretize`] alone. Each stage has a memory of its own, so that its guesses come from
//! the same stage of the steps before.

mod chain;
mod coefficients;
mod inside;
mod join;
mod memory;
mod order;

pub use chain::Chain;
pub use join::Join;
pub use memory::ComposedMemory;
pub use order::{Memories, Order, Parts, StageMemories};

use core::fmt;
use core::marker::PhantomData;

use inside::{VelocitiesOf, begun, ended};

use crate::drive::{
    self, Advance, Advanced, AdvancedLinearized, Cubic, Drive, Interval, Scheme, Spare, Start, StepMemory,
};
use crate::integrator::Known;
use crate::{Discretize, Facts, Failure, Lagrangian, StateOf};
use extremal_numerics::Numbers;

/// Steps of a symmetric scheme of order 2, composed to order `P`: 4, 6, 8 or 10. What a step of `D` conserves, the composition
/// conserves.
///
/// ```text
/// Φ_{γ₁h} ∘ .. ∘ Φ_{γₛh},   γ symmetric, Σ γᵢ = 1
/// P = 4: γ = 1/(4 − ∛4) four times, 1 − 4γ in the middle
/// P = 6: 7 stages,   P = 8: 15 stages,   P = 10: 35 stages
/// ```
///
/// Σ γᵢ = 1 and the conditions of the order hold to the rounding of the scalar, up to 106 bits.
///
/// Some γ are negative. `D` is any scheme that the declaration lists, or a composition of your own: list `Livens`, and write
/// `Composition::<4, _>(Livens)` where the integrator is made. `D` must be symmetric, Φ₋ₕ = Φₕ⁻¹; schemes with one-sided
/// quadratures are not ([`OneWay`](crate::drive::OneWay)), and composing them does not compile. Composing a scheme of order
/// 4 to order 4 gains nothing.
///
/// A step of [`Livens`](super::Livens) flips the sign of three defects: p − ∂L/∂v, the constraint-normal velocity, and a
/// massless coordinate's distance from equilibrium. If any can occur (M not constant, ∂L/∂v depends on t, M singular,
/// unstabilized constraints), every stage is split into two half-steps, which restores order P. The same holds for variational
/// schemes where M is singular. So there are 5 or 10 steps in one; 7 or 14 for P = 6, 15 or 30 for P = 8,
/// 35 or 70 for P = 10. With [`Polarized`](super::Polarized) an M
/// that depends on q needs no halves.
///
/// In a system of any size its memory is copied in each step, into room that the first step takes.
///
/// The report is that of the end, with the iterations of all stages. Multipliers of [`EnergyStep`](crate::drive::EnergyStep)
/// are means over the step; impulses of [`ConstrainedStep`](crate::drive::ConstrainedStep) are sums over the stages, and its
/// reactions are those at the start. Between nodes the motion is the cubic with the velocities of both.
///
/// Gonzalez' gradient is not smooth in v where v vanishes in all coordinates at once: motions that come near to rest may show
/// half an order less with P = 6. A mass that is zero, or a matrix that is singular, only for some values of parameters is not
/// seen when the steps are derived: there the order is 2.
///
/// P = 4: M. Suzuki, Phys. Lett. A 146 (1990) 319. P = 6: H. Yoshida, Phys. Lett. A 150 (1990) 262, solution A. P = 8: M.
/// Suzuki and K. Umeno, Springer Proc. Phys. 76 (1993) 74. P = 10: M. Sofroniou and G. Spaletta, Optim. Methods Softw. 20
/// (2005) 597. The last two as in E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration (2006), section V.3.2.
///
/// ```
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(x, y),
///     kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
///     potential = 0.5 * (x.powi(2) + y.powi(2)) + x.powi(2) * y - y.powi(3) / 3,
///     discretize(Livens),
/// )]
/// struct HenonHeiles;
///
/// let mut motion = Integrator::new(HenonHeiles, Composition::<4, _>(Livens), 0.1, [0.1, 0.2], [0.4, 0.3])?;
/// let energy = motion.energy();
/// for _ in 0..1000 {
///     motion.step()?;
/// }
/// assert!((motion.energy() - energy).abs() < 1e-14);
/// # Ok::<(), extremal::Error>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Composition<const P: usize, D>(pub D);

impl<const P: usize, D: fmt::Debug> fmt::Debug for Composition<P, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Composition<{P}, {:?}>", self.0)
    }
}

#[diagnostic::do_not_recommend]
impl<D> Scheme for Composition<4, D> {
    type Driver = Composed<4, D>;
}

#[diagnostic::do_not_recommend]
impl<D> Scheme for Composition<6, D> {
    type Driver = Composed<6, D>;
}

#[diagnostic::do_not_recommend]
impl<D> Scheme for Composition<8, D> {
    type Driver = Composed<8, D>;
}

#[diagnostic::do_not_recommend]
impl<D> Scheme for Composition<10, D> {
    type Driver = Composed<10, D>;
}

/// The driver of compositions of `D` of order `P`.
#[derive(Clone, Copy, Debug)]
pub struct Composed<const P: usize, D>(PhantomData<fn() -> D>);

/// Their memory, which is unknown where that of `D` is: rustc then reports the scheme alone.
type MemoryOf<S, D, const P: usize> =
    Known<MemoriesOf<S, D, P>, ComposedMemory<MemoriesOf<S, D, P>, RoomOf<S, D, P>>>;
type RoomOf<S, D, const P: usize> =
    <<S as Lagrangian>::Velocity as Cubic<<S as Lagrangian>::Scalar>>::Room<MemoriesOf<S, D, P>>;

/// The memories of all stages.
type MemoriesOf<S, D, const P: usize> =
    <Order<P> as Parts<<S as Discretize<D>>::Modes>>::Memories<<S as Discretize<D>>::Memory>;

#[diagnostic::do_not_recommend]
impl<S, D, const P: usize> Drive<S, Composition<P, D>> for Composed<P, D>
where
    S: Discretize<D, System = S> + ?Sized,
    Order<P>: Parts<S::Modes>,
    ComposedMemory<MemoriesOf<S, D, P>, RoomOf<S, D, P>>:
        StepMemory<S, Stages = VelocitiesOf<S>> + Numbers<<S as Lagrangian>::Scalar>,
    S::Velocity: Cubic<<S as Lagrangian>::Scalar>,
    S::Report: Join<<S as Lagrangian>::Scalar>,
    S::Linearization: Chain,
{
    type Memory = MemoryOf<S, D, P>;
    type Report = S::Report;
    type Stages = VelocitiesOf<S>;
    type Linearization = S::Linearization;
    type Modes = crate::drive::Steady;

    const FACTS: Facts = Facts {
        step_operations: <Order<P> as Parts<S::Modes>>::STAGES * S::FACTS.step_operations,
        // The product of the derivatives of its parts, each beside the states of the steps before.
        linearize_stack_bytes: 4 * S::FACTS.linearize_stack_bytes,
        ..S::FACTS
    };
    const STEPS: bool = S::STEPS;
    const DEGREE: usize = drive::CUBIC;

    /// Each stage has room of its own.
    fn start(
        system: &S,
        from: Start<'_, S, Composition<P, D>>,
        room: Option<Self::Memory>,
    ) -> Result<Self::Memory, Failure> {
        const {
            assert!(
                S::INPUT_DEGREES.is_empty(),
                "inputs with a degree are polynomials over a whole step, and those of a composition are parts of it: list inputs without \
                 a degree, or take `Galerkin`, which has any order"
            );
        }
        let (stages, room) = room.map(|memory| (memory.stages, memory.room)).unzip();
        let stages = MemoriesOf::<S, D, P>::each(stages, |k, room| {
            let length = stage_length::<S, D, P>(from.h, k);
            S::Driver::start(system, from.of(&from.scheme.0, length), room)
        })?;
        let room = room.unwrap_or_default();
        Ok(ComposedMemory { stages, room })
    }

    /// Each stage takes over from the one before it, and the first from the last: so the last one is handed over.
    fn hand_over(
        system: &S,
        over: Interval<'_, S, Composition<P, D>>,
        (before, from): (<S as Lagrangian>::Scalar, &Self::Memory),
        to: &mut Self::Memory,
    ) -> Result<(), Failure> {
        let length = |h| stage_length::<S, D, P>(h, Stages::<S, D, P>::LAST);
        let stage = over.of(&over.scheme.0, length(over.h), over.state);
        let from = (length(before), from.stages.last());
        S::Driver::hand_over(system, stage, from, to.stages.last_mut())
    }

    fn advance<const CHECKED: bool>(
        system: &S,
        over: Interval<'_, S, Composition<P, D>>,
        memory: &mut Self::Memory,
    ) -> Advanced<S, Self::Report, Self::Stages> {
        let velocities = begun::<S, D, P>(system, over.state, memory);
        let stages = Stages { system, over };
        let made = stages.fold(memory, |stage, own, before| {
            let step = S::Driver::advance::<CHECKED>(system, stage, own)?;
            let report = joined::<S, D>(&step, stage.h, before);
            own.reuse_stages(step.stages);
            Ok((step.state, report))
        });
        match made {
            Ok(end) => Ok(ended::<S, D, P>(system, &over, memory, velocities, end)),
            Err(failure) => {
                memory.room.put_stages(velocities.all);
                Err(failure)
            }
        }
    }

    fn interpolate(
        h: <S as Lagrangian>::Scalar,
        q0: &S::Configuration,
        stages: &Self::Stages,
        s: <S as Lagrangian>::Scalar,
    ) -> (S::Configuration, S::Velocity) {
        drive::interpolate(h, q0, stages, s)
    }

    /// The chain rule through the stages.
    fn linearize(
        system: &S,
        over: Interval<'_, S, Composition<P, D>>,
        memory: &Self::Memory,
    ) -> Result<Self::Linearization, Failure> {
        Self::advance_linearized(system, over, &mut memory.clone()).map(|(_, derivative)| derivative)
    }

    fn advance_linearized(
        system: &S,
        over: Interval<'_, S, Composition<P, D>>,
        memory: &mut Self::Memory,
    ) -> AdvancedLinearized<S, Self::Report, Self::Stages, Self::Linearization> {
        let velocities = begun::<S, D, P>(system, over.state, memory);
        let stages = Stages { system, over };
        let (state, (report, derivative)) = stages.fold(memory, |stage, own, before| {
            let (step, own) = S::Driver::advance_linearized(system, stage, own)?;
            let (report, derivative) = before.unzip();
            let report = joined::<S, D>(&step, stage.h, report);
            let derivative = match derivative {
                Some(before) => own.after(&before),
                None => own,
            };
            Ok((step.state, (report, derivative)))
        })?;
        let step = ended::<S, D, P>(system, &over, memory, velocities, (state, report));
        Ok((step, derivative))
    }
}

/// The report of a stage of the length `h`, joined to that of the stages before.
#[inline]
fn joined<S, D>(step: &StageOf<S, D>, h: <S as Lagrangian>::Scalar, before: Option<S::Report>) -> S::Report
where
    S: Discretize<D, System = S> + ?Sized,
    S::Report: Join<<S as Lagrangian>::Scalar>,
{
    let own = step.report.into_impulses(h);
    before.map_or(own, |before| before.join(own))
}

/// The part of the step that the stage `k` takes.
#[inline]
fn stage_length<S, D, const P: usize>(h: <S as Lagrangian>::Scalar, k: usize) -> <S as Lagrangian>::Scalar
where
    S: Discretize<D, System = S> + ?Sized,
    Order<P>: Parts<S::Modes>,
{
    <Order<P> as Parts<S::Modes>>::part::<<S as Lagrangian>::Scalar>(k) * h
}

/// The result of a step of `D`.
type StageOf<S, D> = Advance<StateOf<S>, <S as Discretize<D>>::Report, <S as Discretize<D>>::Stages>;

/// The stages of one step.
struct Stages<'a, S: Lagrangian + ?Sized, D, const P: usize> {
    system: &'a S,
    over: Interval<'a, S, Composition<P, D>>,
}

impl<S, D, const P: usize> Stages<'_, S, D, P>
where
    S: Discretize<D, System = S> + ?Sized,
    Order<P>: Parts<S::Modes>,
{
    /// The number of the last stage.
    const LAST: usize = <Order<P> as Parts<S::Modes>>::STAGES - 1;

    /// Makes all stages. `make` makes one with its memory, and gives the state at its end and a value that joins those of the
    /// stages before. If one fails, the next step begins as this one did: what each stage takes over from another is not kept.
    fn fold<A>(
        &self,
        memory: &mut MemoryOf<S, D, P>,
        mut make: impl FnMut(Interval<'_, S, D>, &mut S::Memory, Option<A>) -> Result<(StateOf<S>, A), Failure>,
    ) -> Result<(StateOf<S>, A), Failure>
    where
        S::Velocity: Cubic<<S as Lagrangian>::Scalar>,
    {
        let ComposedMemory { stages, room } = memory;
        if <S::Memory as StepMemory<S>>::IS_HANDED_OVER {
            let last = stages.last().clone();
            let result = self.each(stages, &mut make);
            if result.is_err() {
                *stages.last_mut() = last;
            }
            return result;
        }
        let kept = room.keep(stages);
        let result = self.each(stages, &mut make);
        if result.is_err() {
            room.give_back(kept, stages);
        }
        result
    }

    /// Makes all stages as [`fold`](Self::fold), but a failure leaves the memory as it is then. Vectors of states in between
    /// are given back to the stages that made them.
    fn each<A>(
        &self,
        memory: &mut MemoriesOf<S, D, P>,
        make: &mut impl FnMut(Interval<'_, S, D>, &mut S::Memory, Option<A>) -> Result<(StateOf<S>, A), Failure>,
    ) -> Result<(StateOf<S>, A), Failure> {
        let length = |k: usize| stage_length::<S, D, P>(self.over.h, k);
        let mut make = |k: usize, from: (&S::Memory, &StateOf<S>), own: &mut S::Memory, before: Option<A>| {
            let (h, last) = (length(k), length(k.checked_sub(1).unwrap_or(Self::LAST)));
            let stage = self.over.of(&self.over.scheme.0, h, from.1);
            S::Driver::hand_over(self.system, stage, (last, from.0), own)?;
            make(stage, own, before)
        };
        let (first, others) = memory.first_and_others();
        let (mut state, mut value) = match others.last() {
            Some(last) => make(0, (last, self.over.state), first, None)?,
            None => make(0, (&first.clone(), self.over.state), first, None)?,
        };
        let mut before = first;
        for (k, own) in others.iter_mut().enumerate() {
            let (next, joined) = make(k + 1, (before, &state), own, Some(value))?;
            before.reuse_state(core::mem::replace(&mut state, next));
            (before, value) = (own, joined);
        }
        state.t = self.over.state.t + self.over.h;
        Ok((state, value))
    }
}
