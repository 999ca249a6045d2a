//! The driver of schemes with percussions: a step from the momentum on the right of the node.
//!
//! Knows neither a scheme nor how percussions are found from a contact problem.
//!
//! ```text
//! r(x; p_k) + Wᵀ P = r(x; p_k⁺),   p_k⁺ = p_k + Wᵀ P,   ξ = W u + η + e (W u⁻ + η)
//! ```
//!
//! | file | idea |
//! | --- | --- |
//! | `advance` | one step: the fast path, and the slow one |
//! | `alone` | the only contact of a system, closed: a closed form |
//! | `ahead` | closed contacts that are held at the end of a step |
//! | `holding` | how their gaps converge, and how deep contacts are raised |
//! | `jumping` | how a velocity that is carried jumps at the start of a step |
//! | `impact` | percussions at the end of a step |
//! | `attempts` | which contact problems are tried at an impact |
//! | `memory` | what goes from step to step |
//! | `bounds` | dry friction that depends on reactions of constraints |
//! | `pressed` | dry friction: what takes the place of a normal percussion where there is no gap |
//! | `share` | restitutions that give way |
//! | `state` | what a closed contact does, and whether it rests |
//! | `unsolved` | failures of contact problems by the name of a contact |
//! | `blocked` | rows of contacts that constraints block |
//! | `closed` | the closed contacts of a node, and their contact problem |
//! | `solve` | velocity and percussions of a step, solved together |
//! | `resume` | where a step begins to iterate |
//! | `failed` | the last iterate of a step that failed |
//! | `inverse` | the inverse of the tangent of a step |
//! | `gaps` | coordinates moved out of penetration |
//! | `on_branch` | the branch of one closed contact |
//! | `landing` | the percussions at the end of a step, and their report |
//! | `linearize`, `branch` | the derivative of a step, each contact on its branch |
//! | `closing` | the derivative of a correction of coordinates |
//! | `report` | what is reported of a step |
//! | `events` | closing, opening, impacts, stick and slip |

mod advance;
mod ahead;
mod alone;
mod attempts;
mod blocked;
mod bounds;
mod branch;
mod closed;
mod closing;
mod events;
mod failed;
mod gaps;
mod holding;
mod impact;
mod inverse;
mod jumping;
mod landing;
mod linearize;
mod memory;
mod on_branch;
mod pressed;
mod report;
mod resume;
mod share;
mod solve;
mod state;
mod unsolved;

#[cfg(feature = "alloc")]
pub(super) use attempts::{Attempts, are_equal, gains, or_zero, share_of_turn, without_gain};
#[cfg(feature = "alloc")]
pub(super) use blocked::{Noise, by_mass};
#[cfg(feature = "alloc")]
pub(super) use events::{AtNode, between};
pub use events::{ContactChange, ContactEvent, TellsContactEvents};
#[cfg(feature = "alloc")]
pub(super) use gaps::{
    EndGaps, Iterates, Kept, MOST_STARTS, close as close_gaps, larger, leaves, settled, taken,
};
#[cfg(feature = "alloc")]
pub(super) use holding::{
    Holding, MOST_HOLDS, depth, energy_of_raise, larger_error, pays, rate_of_gap, target,
};
#[cfg(feature = "alloc")]
pub(super) use jumping::{Impulse, Jumping, MOST_JUMPS};
pub use memory::ContactMemory;
#[cfg(feature = "alloc")]
pub(super) use on_branch::{Equation, KINK, OnBranch, is_solution};
#[cfg(feature = "alloc")]
pub(super) use pressed::Pressed;
pub use report::ContactReport;
#[cfg(feature = "alloc")]
pub(super) use report::{penetration, unsolved, work};
pub use resume::Resume;
#[cfg(feature = "alloc")]
pub(super) use state::{Struck, approaches, clearance, state_of};
#[cfg(feature = "alloc")]
pub(super) use unsolved::Unsolved;

use core::fmt::Debug;
use core::marker::PhantomData;

use super::{Advanced, Begin, Drive, Inside, Interval, OneStep, Remembered, Reporter, Scheme, Solver, Start};
use crate::contacts::{check_gaps, check_laws};
use crate::equations::{Acceleration, Equations};
use crate::kernels::{Derivatives, Derived};
use crate::{Contacts, Facts, Failure, Lagrangian};
use advance::AdvanceOf;
use closed::{are_closed, near};
use extremal_numerics::block::zeros;
use extremal_numerics::{Block, Scalar, Size};
use extremal_percussions::ContactSolver;
use gaps::Pushed;
use linearize::{are_away_from_zero, linearized, linearized_to_end};

/// A scheme that adds percussions to equations that the derive states.
pub trait ContactScheme: Scheme + Copy {
    /// The type under which the equations are derived.
    type Equations: Scheme + Copy;
    /// How contact problems are solved.
    type Solver: ContactSolver;

    /// Whether a contact counts as closed if g + h/2 dg/dt ≤ 0, and not only if g ≤ 0.
    const LOOKS_AHEAD: bool;
    /// Whether forces at a node are those of the velocity before it: the momentum on its right is p(q, u) − h/2 h(q, u), and
    /// not p + Wᵀ P.
    const HAS_LAGGING_FORCES: bool;

    /// Whether forces act at nodes, for half of the step before and half of that after it, as all of them do whose momentum is
    /// that on the left of a node; otherwise they act in the step, for all of it. Dry friction is at most that time τ, times f.
    ///
    /// ```text
    /// τ = (h₋ + h)/2, with h₋ = 0 at a start;   otherwise τ = h
    /// ```
    ///
    /// With percussions at both ends of a step τ = h/2 at each.
    const ACTS_AT_NODES: bool = true;
    /// Whether coordinates are corrected, so that closed gaps are zero to rounding.
    const CLOSES_GAPS: bool = false;
    /// Whether contacts that are closed at the start of a step are held at its end, where impacts happen: percussions at both
    /// ends.
    const HOLDS_CONTACTS: bool = false;
    /// Whether the velocity is carried beside the momentum, and jumps with it: percussions at both ends of a step change p by
    /// Wᵀ P, and v by M⁻¹ Wᵀ P. Without contacts that have gaps.
    const CARRIES_VELOCITY: bool = false;
    /// Whether the motion inside a step is the cubic with the velocities at both nodes, and not a straight line.
    const IS_CUBIC: bool = false;

    /// The value of that type.
    fn equations(&self) -> Self::Equations;

    /// The contact solver.
    fn solver(&self) -> Self::Solver;
}

/// Steps with percussions, of equations that are derived under the type `T`.
#[derive(Clone, Copy, Debug)]
pub struct ContactStep<T>(PhantomData<fn() -> T>);

type ScalarOf<S> = <S as Lagrangian>::Scalar;
type MemoryOf<S, T> = ContactMemory<
    Remembered<<<S as Derived<T>>::Solver as Solver<S, T>>::Memory, fn() -> T>,
    <S as Contacts>::Percussions,
    <S as Contacts>::Gaps,
    <S as Lagrangian>::Configuration,
    <S as Contacts>::Reactions,
    ScalarOf<S>,
>;

/// t, q, v and u.
pub(super) type Moving<S> = (
    ScalarOf<S>,
    <S as Lagrangian>::Configuration,
    <S as Lagrangian>::Velocity,
    <S as Lagrangian>::Inputs,
);

/// All that a step with percussions asks of a system, with equations that are derived under the type `T`.
trait Percussive<T>:
    Contacts<Scalar: Size>
    + Derived<T, Solver: Resume<Self, T>, Reporter: Reporter<Self, T>, Inside: Inside<Self, T>>
    + Equations<T, Unknown = <Self as Derived<T>>::Stages>
    + Equations<Acceleration, Scalar = ScalarOf<Self>, Known = Moving<Self>>
{
}

impl<S, T> Percussive<T> for S
where
    S: Contacts<Scalar: Size>,
    S: Derived<T, Solver: Resume<S, T>, Reporter: Reporter<S, T>, Inside: Inside<S, T>>,
    S: Equations<T, Unknown = <S as Derived<T>>::Stages>,
    S: Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
{
}

#[diagnostic::do_not_recommend]
impl<S, D, T> Drive<S, D> for ContactStep<T>
where
    D: ContactScheme<Equations = T>,
    S: Derived<T> + Contacts,
    ScalarOf<S>: Size,
    S::Solver: Resume<S, T>,
    S::Reporter: Reporter<S, T>,
    S::Inside: Inside<S, T>,
    S: Derivatives<T> + Equations<T, Unknown = <S as Derived<T>>::Stages>,
    S: Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
    OneStep<T>: Drive<
            S,
            T,
            Memory = Remembered<<S::Solver as Solver<S, T>>::Memory, fn() -> T>,
            Stages = <S::Inside as Inside<S, T>>::Stages,
            Linearization = <S as Derived<T>>::Linearization,
        >,
{
    type Memory = MemoryOf<S, T>;
    type Report = ContactReport<S>;
    type Stages = <S::Inside as Inside<S, T>>::Stages;
    type Linearization = <S as Derived<T>>::Linearization;
    type Modes = <S as Derived<T>>::Modes;

    const STEPS: bool = OneStep::<T>::STEPS;
    const HAS_USUAL_STEPS: bool = !(D::CLOSES_GAPS || D::HOLDS_CONTACTS);
    const DEGREE: usize = <S::Inside as Inside<S, T>>::DEGREE;

    /// Operations are those of a step without closed contacts.
    ///
    /// Measured on 30 coordinates with 5 and 30 contacts, without optimisation: a step with closed contacts has at most
    /// this many copies of its blocks on the stack.
    const FACTS: Facts = {
        let facts = <S as Derived<T>>::FACTS;
        let of_equations = 16 * <<S as Equations<T>>::Tangent as Block<ScalarOf<S>>>::LEN;
        let of_contacts = 5 * S::Delassus::LEN + 14 * S::Directions::LEN + 100 * S::Percussions::LEN;
        let of_step = (of_equations + of_contacts) * size_of::<ScalarOf<S>>();
        let of_correction = if D::CLOSES_GAPS || D::HOLDS_CONTACTS {
            16 * size_of::<<S as Derivatives<T>>::Blocks>() + of_step
        } else {
            0
        };
        // A step that is raised, and the contact problem at the end.
        let of_step = if D::HOLDS_CONTACTS { 2 * of_step } else { of_step };
        // Contact problems of bounds that are tried.
        let of_step = if S::Reactions::LEN > 0 {
            2 * of_step
        } else {
            of_step
        };
        Facts {
            step_stack_bytes: facts.step_stack_bytes + of_step,
            linearize_stack_bytes: facts.linearize_stack_bytes
                + of_step
                + 4 * S::Variations::LEN * size_of::<ScalarOf<S>>()
                + of_correction,
            ..facts
        }
    };

    /// Refuses numbers and laws that are none, and starts that penetrate; steps leave gaps below zero.
    fn start(
        system: &S,
        from: Start<'_, S, D>,
        _room: Option<Self::Memory>,
    ) -> Result<Self::Memory, Failure> {
        from.scheme.check()?;
        if from.begin == Begin::Anew {
            check_gaps(system, from.state.t, &from.state.q)?;
        }
        check_laws(system, from.state.t, &from.state.q, from.velocity, &zeros())?;
        let equations = from.scheme.equations();
        Ok(ContactMemory {
            steps: OneStep::<T>::start(system, from.of(&equations, from.h), None)?,
            percussions: zeros(),
            clearance: zeros(),
            pushed: Pushed::none(),
            reactions: zeros(),
            lost: ScalarOf::<S>::from_f64(0.0),
        })
    }

    fn hand_over(
        system: &S,
        over: Interval<'_, S, D>,
        (before, from): (ScalarOf<S>, &Self::Memory),
        to: &mut Self::Memory,
    ) -> Result<(), Failure> {
        let equations = over.scheme.equations();
        let start = closed::start::<S, D, T>(system, &over, from);
        let over = over.of(&equations, over.h, &start);
        (to.percussions, to.clearance) = (from.percussions, from.clearance);
        (to.pushed, to.lost) = (from.pushed, from.lost);
        to.reactions = from.reactions;
        OneStep::<T>::hand_over(system, over, (before, &from.steps), &mut to.steps)
    }

    #[inline]
    fn advance<const CHECKED: bool>(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &mut Self::Memory,
    ) -> Advanced<S, Self::Report, Self::Stages> {
        advance::advance::<S, D, T, CHECKED>(system, over, memory)
    }

    #[inline(always)]
    fn advance_usually(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &mut Self::Memory,
    ) -> Option<AdvanceOf<S, T>> {
        advance::in_flight::<S, D, T>(system, over, memory)
    }

    #[inline]
    fn interpolate(
        h: ScalarOf<S>,
        q0: &S::Configuration,
        stages: &Self::Stages,
        s: ScalarOf<S>,
    ) -> (S::Configuration, S::Velocity) {
        S::Inside::interpolate(h, q0, stages, s)
    }

    fn linearize(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &Self::Memory,
    ) -> Result<Self::Linearization, Failure> {
        let gaps = near(system, &over, memory);
        let equations = over.scheme.equations();
        let inner = over.of(&equations, over.h, over.state);
        let is_closed = are_closed(&gaps, &memory.clearance);
        if D::HOLDS_CONTACTS {
            if is_closed || landing::has_impulses::<S>() {
                return linearized_to_end::<S, D, T>(system, over, memory);
            }
            let (step, derivative) = OneStep::<T>::advance_linearized(system, inner, &mut { memory.steps })?;
            if landing::lands(system, &step.state, &memory.clearance) {
                return linearized_to_end::<S, D, T>(system, over, memory);
            }
            are_away_from_zero(system, &over, (&gaps, &memory.clearance))?;
            return Ok(derivative);
        }
        if D::CLOSES_GAPS || is_closed {
            return linearized::<S, D, T>(system, over, memory);
        }
        are_away_from_zero(system, &over, (&gaps, &memory.clearance))?;
        OneStep::<T>::linearize(system, inner, &memory.steps)
    }
}
