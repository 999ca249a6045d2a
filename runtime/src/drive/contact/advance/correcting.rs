//! The end of a step with its gaps closed, and what its correction leaves to the next step.
//!
//! Knows no contact problem.

use super::Kept;
use crate::drive::contact::closed::{start, velocity_before};
use crate::drive::contact::gaps::{Corrected, Correction, Pushed, PushedOf, larger, start_of};
use crate::drive::contact::{ContactScheme, MemoryOf, Percussive, ScalarOf};
use crate::drive::{Interval, Remembers};
use crate::kernels::{Carry, CarryOf, Kernels, carry};
use crate::{Contacts, Failure, StateOf};
use extremal_numerics::block::{at, is_finite};
use extremal_numerics::{Block, Vector};

/// An end that was moved, with what is carried to the start of the next step, and the energy that the correction before it
/// gives for good.
type Moved<S, T> = (Option<(Corrected<S>, <S as Kernels<T>>::Carried)>, ScalarOf<S>);

/// The correction before a step: the clearances after it, what it has done, and the energy that percussions have taken.
type Before<'a, S> = (&'a <S as Contacts>::Gaps, &'a PushedOf<S>, ScalarOf<S>);

/// What is carried to a step behind a correction is that of the start of its equations, also where the program changed the
/// node.
#[inline(always)]
pub(super) fn carry_to_start<S, D, T>(system: &S, over: &Interval<'_, S, D>, memory: &mut MemoryOf<S, T>)
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    if memory.pushed.is_none() {
        return;
    }
    let velocity = velocity_before::<S, D, T, _>(system, over, &memory.steps);
    let start = start::<S, D, T>(system, over, memory);
    let Carry { carried, constants } = memory.steps.of_solver.carry_mut();
    *carried = carry::<S, T>(system, *constants, (over.h, &start), &velocity).carried;
}

/// Closes the gaps at the end of a step.
#[inline(always)]
pub(super) fn correct<S, D, T>(
    system: &S,
    over: Interval<'_, S, D>,
    (end, velocity): (&mut StateOf<S>, &S::Velocity),
    kept: &mut Kept<'_, S, T>,
) -> Result<(), Failure>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    let there = Carry {
        carried: *kept.carried,
        constants: *kept.constants,
    };
    let before = (kept.before, &*kept.pushed, *kept.lost);
    let (moved, given) = corrected::<S, D, T>(system, over, (&*end, velocity), (&there, before))?;
    (*kept.pushed, *kept.lost) = (Pushed::none(), *kept.lost - given);
    if let Some((corrected, carried)) = moved {
        (*end, *kept.carried, *kept.pushed) = (corrected.end, carried, corrected.pushed);
        let [own, of_corrected] = [&*kept.clearance, &corrected.clearance].map(Vector::as_slice);
        *kept.clearance = S::Gaps::from_fn(|i| larger(at(own, i), at(of_corrected, i)));
    }
    Ok(())
}

#[inline(never)]
fn corrected<S, D, T>(
    system: &S,
    over: Interval<'_, S, D>,
    (end, velocity): (&StateOf<S>, &S::Velocity),
    (there, (clearance, pushed, lost)): (&CarryOf<S, T>, Before<'_, S>),
) -> Result<Moved<S, T>, Failure>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    let correction = Correction::<S, D, T> {
        system,
        over,
        carry: there,
        clearance,
        pushed,
        lost,
        end,
        velocity,
    };
    let (corrected, given) = correction.corrected()?;
    // The end of the step was tested before it was corrected.
    if let Some(Corrected { end, .. }) = &corrected
        && !(is_finite(&end.q) && is_finite(&end.p))
    {
        return Err(Failure::NotFinite {
            what: "state with closed gaps",
        });
    }
    let moved = corrected.map(|corrected| {
        let start = start_of(system, &corrected.end, (&corrected.pushed, velocity));
        let carry = carry::<S, T>(system, there.constants, (over.h, &start), velocity);
        (corrected, carry.carried)
    });
    Ok((moved, given))
}
