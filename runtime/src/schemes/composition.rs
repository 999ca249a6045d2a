//! Compositions of the steps of another scheme, to a higher order.
//!
//! Knows the scheme that is composed by [`Discretize`] alone. Each stage has a memory of its own, so that its guesses come from
//! the same stage of the steps before.

mod chain;
mod join;
mod order;

pub use chain::Chain;
pub use join::Join;
pub use order::{Memories, Order, Parts, StageMemories};

use core::fmt;

use crate::drive::{self, Advance, Advanced, Cubic, Drive, Interval, Scheme, Start};
use crate::{Block, Discretize, Facts, Failure, Lagrangian, Numbers, Scalar, StateOf};

/// Steps of a symmetric scheme of order 2, composed to order `P`, 4 or 6. What a step of `D` conserves, the composition
/// conserves.
///
/// ```text
/// Φ_{γ₁h} ∘ .. ∘ Φ_{γₛh},   γ symmetric, Σ γᵢ = 1
/// P = 4: γ = 1/(4 − ∛4) four times, 1 − 4γ in the middle
/// P = 6: seven stages
/// ```
///
/// Some γ are negative. `D` is any scheme that the declaration lists, or a composition of your own: list `Livens`, and write
/// `Composition::<4, _>(Livens)` where the integrator is made. `D` must be symmetric, Φ₋ₕ = Φₕ⁻¹; schemes with one-sided
/// quadratures are not, and composing them does not compile. Composing a scheme of order 4 to order 4 gains nothing.
///
/// A step of [`Livens`](crate::Livens) flips the sign of three defects: p − ∂L/∂v, the constraint-normal velocity, and a
/// massless coordinate's distance from equilibrium. If any can occur (M not constant, ∂L/∂v depends on t, M singular,
/// unstabilized constraints), every stage is split into two half-steps, which restores order P. The same holds for variational
/// schemes where M is singular. So there are 5 or 10 steps in one, 7 or 14 for P = 6. With [`Polarized`](crate::Polarized) an M
/// that depends on q needs no halves.
///
/// The report is that of the end, with the iterations of all stages. Multipliers of [`EnergyStep`](crate::EnergyStep) are means
/// over the step; impulses of [`ConstrainedStep`](crate::ConstrainedStep) are sums over the stages, and its reactions are those
/// at the start. Between nodes the motion is the cubic with the velocities of both.
///
/// Gonzalez' gradient is not smooth in v where v vanishes in all coordinates at once: motions that come near to rest may show
/// half an order less with P = 6. A mass that is zero, or a matrix that is singular, only for some values of parameters is not
/// seen when the steps are derived: there the order is 2.
///
/// M. Suzuki, Phys. Lett. A 146 (1990) 319; H. Yoshida, Phys. Lett. A 150 (1990) 262, solution A.
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

impl<const P: usize, D> Scheme for Composition<P, D> {
    type Driver = Composed<P>;
}

/// The driver of compositions of order `P`.
#[derive(Clone, Copy, Debug)]
pub struct Composed<const P: usize>;

/// The memories of all stages.
type MemoriesOf<S, D, const P: usize> =
    <Order<P> as Parts<<S as Discretize<D>>::Modes>>::Memories<<S as Discretize<D>>::Memory>;

impl<S, D, const P: usize> Drive<S, Composition<P, D>> for Composed<P>
where
    S: Discretize<D> + ?Sized,
    Order<P>: Parts<S::Modes>,
    MemoriesOf<S, D, P>: Numbers<<S as Lagrangian>::Scalar>,
    S::Velocity: Cubic<<S as Lagrangian>::Scalar>,
    S::Report: Join<<S as Lagrangian>::Scalar>,
    S::Linearization: Chain,
{
    type Memory = MemoriesOf<S, D, P>;
    type Report = S::Report;
    type Stages = <S::Velocity as Cubic<<S as Lagrangian>::Scalar>>::Velocities;
    type Linearization = S::Linearization;
    type Modes = crate::drive::Steady;

    const FACTS: Facts = Facts {
        step_operations: <Order<P> as Parts<S::Modes>>::STAGES * S::FACTS.step_operations,
        ..S::FACTS
    };

    fn start(system: &S, from: Start<'_, S, Composition<P, D>>) -> Result<Self::Memory, Failure> {
        const {
            assert!(
                S::FACTS.is_symmetric,
                "`Composition` takes symmetric schemes: a scheme with a one-sided quadrature is not symmetric"
            );
        }
        Memories::each(|k| {
            S::start(
                system,
                from.of(&from.scheme.0, stage_length::<S, D, P>(from.h, k)),
            )
        })
    }

    fn restart(system: &S, from: Start<'_, S, Composition<P, D>>) -> Result<Self::Memory, Failure> {
        Memories::each(|k| {
            S::restart(
                system,
                from.of(&from.scheme.0, stage_length::<S, D, P>(from.h, k)),
            )
        })
    }

    #[inline]
    fn node_velocity(memory: &Self::Memory) -> Option<S::Velocity> {
        S::node_velocity(memory.last())
    }

    #[inline]
    fn reported_velocity(report: &Self::Report) -> Option<S::Velocity> {
        S::reported_velocity(report)
    }

    fn advance<const CHECKED: bool>(
        system: &S,
        over: Interval<'_, S, Composition<P, D>>,
        memory: &mut Self::Memory,
    ) -> Advanced<S, Self::Report, Self::Stages> {
        let start = over.state;
        let mean = |end: &StateOf<S>, i: usize| (end.q.as_slice()[i] - start.q.as_slice()[i]) / over.h;
        let velocity = S::node_velocity(memory.last()).or_else(|| velocity_at(system, start));
        let mut joined: Option<S::Report> = None;
        let last = each_stage::<S, D, P, CHECKED>(system, over, memory, |stage, _, step| {
            let own = step.report.into_impulses(stage.h);
            joined = Some(joined.map_or(own, |before| before.join(own)));
            Ok(())
        })?;
        let state = last.state;
        let report = joined.unwrap_or(last.report).into_means(over.h);
        let end_velocity = S::reported_velocity(&report).or_else(|| velocity_at(system, &state));
        let or_mean = |velocity: Option<S::Velocity>| {
            velocity.unwrap_or_else(|| S::Velocity::from_fn(|i| mean(&state, i)))
        };
        let velocities = [or_mean(velocity), or_mean(None), or_mean(end_velocity)];
        Ok(Advance {
            state,
            report,
            stages: S::Velocity::velocities(&velocities),
        })
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
        let mut whole: Option<S::Linearization> = None;
        each_stage::<S, D, P, true>(system, over, &mut { *memory }, |stage, memory, _| {
            let own = S::linearize(system, stage, memory)?;
            whole = Some(match &whole {
                None => own,
                Some(before) => own.after(before),
            });
            Ok(())
        })?;
        whole.ok_or(Failure::NotFinite { what: "composition" })
    }
}

/// The part of the step that the stage `k` takes.
#[inline]
fn stage_length<S, D, const P: usize>(h: <S as Lagrangian>::Scalar, k: usize) -> <S as Lagrangian>::Scalar
where
    S: Discretize<D> + ?Sized,
    Order<P>: Parts<S::Modes>,
{
    <S as Lagrangian>::Scalar::from_f64(<Order<P> as Parts<S::Modes>>::part(k)) * h
}

/// Velocities that the memory does not have follow from the momentum, where masses are regular.
fn velocity_at<S: Lagrangian + ?Sized>(system: &S, state: &StateOf<S>) -> Option<S::Velocity> {
    system.velocity(state.t, &state.q, &state.p).ok()
}

/// What a step of `D` gives.
type StageOf<S, D> = Advance<StateOf<S>, <S as Discretize<D>>::Report, <S as Discretize<D>>::Stages>;

/// Makes all stages; what each was made from, and gave, is shown to `seen`. The memory is changed where all succeed.
fn each_stage<S, D, const P: usize, const CHECKED: bool>(
    system: &S,
    over: Interval<'_, S, Composition<P, D>>,
    memory: &mut MemoriesOf<S, D, P>,
    mut seen: impl FnMut(Interval<'_, S, D>, &S::Memory, &StageOf<S, D>) -> Result<(), Failure>,
) -> Result<StageOf<S, D>, Failure>
where
    S: Discretize<D> + ?Sized,
    Order<P>: Parts<S::Modes>,
{
    let mut all = *memory;
    let mut before = *all.last();
    let mut state = *over.state;
    let mut made: Option<StageOf<S, D>> = None;
    for (k, own) in all.as_mut_slice().iter_mut().enumerate() {
        let stage = over.of(&over.scheme.0, stage_length::<S, D, P>(over.h, k), &state);
        S::hand_over(system, stage, &before, own)?;
        let from = *own;
        let step = S::advance::<CHECKED>(system, stage, own)?;
        seen(stage, &from, &step)?;
        before = *own;
        state = step.state;
        made = Some(step);
    }
    let mut last = made.ok_or(Failure::NotFinite { what: "composition" })?;
    last.state.t = over.state.t + over.h;
    *memory = all;
    Ok(last)
}
